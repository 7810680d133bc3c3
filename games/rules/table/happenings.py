"""Events that happen in every game: how each is worded, who gets a mail about it, and the orders that caused it."""

from collections.abc import Callable, Mapping
from datetime import timedelta

from games.rules.table.facts import (
    Away,
    Back,
    ByStaff,
    Declare,
    Ended,
    Extend,
    Extended,
    HoursKept,
    Keep,
    KeepHours,
    Kept,
    Leave,
    Look,
    OnVacation,
    Pause,
    Paused,
    Replaced,
    Resigned,
    Resume,
    Resumed,
    Void,
    WouldVoid,
)
from games.rules.table.state import TableState
from games.rules.table.verbs import AnyHappening, F, Happening, Told, an_order, by_name, lines, to_whose_it_is
from games.rules.texts import Text, Value, say, template

# --- by the staff -----------------------------------------------------------------------------------------------------


def by_staff(what: str, told: Told[F], **values: Value) -> Text | None:
    """Return a sentence on what the staff did, with their reason if they gave one; None if the event wasn't theirs."""
    facts = told.facts
    if not isinstance(facts, ByStaff) or not facts.staff:
        return None
    is_to_you = told.is_mine and what in BY_STAFF_TO_YOU
    if (who := OFFICES.get(facts.office)) and what in (BY_AN_OFFICE_TO_YOU if is_to_you else BY_AN_OFFICE):
        plain, reasoned = (BY_AN_OFFICE_TO_YOU if is_to_you else BY_AN_OFFICE)[what]
        values = {**values, "who": say(who)}
    else:
        plain, reasoned = (BY_STAFF_TO_YOU if is_to_you else BY_STAFF)[what]
    values = values if is_to_you else {**values, **told.who}
    return say(reasoned, reason=facts.reason, **values) if facts.reason else say(plain, **values)


BY_STAFF = {
    "pause": (
        template("The moderators paused the game."),
        template("The moderators paused the game: {reason}"),
    ),
    "resume": (
        template("The moderators ended the pause."),
        template("The moderators ended the pause: {reason}"),
    ),
    "time": (
        template("The moderators extended {player}’s time by {by}."),
        template("The moderators extended {player}’s time by {by}: {reason}"),
    ),
    "time of all": (
        template("The moderators extended everyone’s time by {by}."),
        template("The moderators extended everyone’s time by {by}: {reason}"),
    ),
    "bank": (
        template("The moderators added {by} to {player}’s time bank."),
        template("The moderators added {by} to {player}’s time bank: {reason}"),
    ),
    "bank of all": (
        template("The moderators added {by} to everyone’s time bank."),
        template("The moderators added {by} to everyone’s time bank: {reason}"),
    ),
    "hard end": (
        template("The game ends on {at} at the latest."),
        template("The moderators set the game to end on {at} at the latest: {reason}"),
    ),
    "away": (
        template("The moderators marked {player} as away. The game doesn’t wait for them until they look."),
        template("The game doesn’t wait for {player} until they look. The moderators marked them as away: {reason}"),
    ),
    "replace": (
        template("{player} took over from another player."),
        template("{player} took over from another player: {reason}"),
    ),
    "adjudicated": (
        template("The moderators ended the game, and it was scored as it stood."),
        template("The moderators ended the game, and it was scored as it stood: {reason}"),
    ),
    "void": (
        template("The moderators ended the game without a result."),
        template("The moderators ended the game without a result: {reason}"),
    ),
}
"""Sentences on what the staff do, without a reason and with one."""
BY_STAFF_TO_YOU = {
    "time": (
        template("The moderators extended your time by {by}."),
        template("The moderators extended your time by {by}: {reason}"),
    ),
    "bank": (
        template("The moderators added {by} to your time bank."),
        template("The moderators added {by} to your time bank: {reason}"),
    ),
    "away": (
        template("The moderators marked you as away. The game doesn’t wait for you until you look."),
        template("The game doesn’t wait for you until you look. The moderators marked you as away: {reason}"),
    ),
    "replace": (
        template("You took over from another player."),
        template("You took over from another player: {reason}"),
    ),
}

OFFICES = {"director": template("A director of the tournament"), "server": template("The server")}
BY_AN_OFFICE = {
    "pause": (template("{who} paused the game."), template("{who} paused the game: {reason}")),
    "resume": (template("{who} ended the pause."), template("{who} ended the pause: {reason}")),
    "time": (template("{who} gave {player} {by} more."), template("{who} gave {player} {by} more: {reason}")),
    "time of all": (template("{who} gave everyone {by} more."), template("{who} gave everyone {by} more: {reason}")),
    "bank": (
        template("{who} added {by} to {player}’s time bank."),
        template("{who} added {by} to {player}’s time bank: {reason}"),
    ),
    "bank of all": (
        template("{who} added {by} to everyone’s time bank."),
        template("{who} added {by} to everyone’s time bank: {reason}"),
    ),
    "hard end": (
        template("{who} set a new final deadline: the game ends by {at}."),
        template("{who} set a new final deadline, and the game ends by {at}: {reason}"),
    ),
    "adjudicated": (
        template("{who} ended the game, and it was scored as it stood."),
        template("{who} ended the game, and it was scored as it stood: {reason}"),
    ),
    "void": (
        template("{who} ended the game without a result."),
        template("{who} ended the game without a result: {reason}"),
    ),
}
"""Sentences on the same actions by somebody other than the staff: `who` is one of `OFFICES`."""
BY_AN_OFFICE_TO_YOU = {
    "time": (template("{who} gave you {by} more."), template("{who} gave you {by} more: {reason}")),
    "bank": (
        template("{who} added {by} to your time bank."),
        template("{who} added {by} to your time bank: {reason}"),
    ),
}


# --- sentences --------------------------------------------------------------------------------------------------------


def staff_or(what: str, says: Callable[[Told[F]], Text | None]) -> Callable[[Told[F]], Text | None]:
    """Return a function that words an event as an action of the staff if it was theirs, else by `says`."""
    return lambda told: by_staff(what, told) or says(told)


def _paused(told: Told[Paused]) -> Text | None:
    if until := told.facts.until:
        return say("Everyone agreed to a pause, until {at} at the latest.", at=until)
    return _would_pause(told)


_would_pause = lines(mine=template("You asked for a pause."), others=template("{player} asked for a pause."))
_ended_the_pause = lines(mine=template("You ended the pause."), others=template("{player} ended the pause."))


def _resumed(told: Told[Resumed]) -> Text | None:
    if told.facts.taken_back and told.is_mine:
        return say("You withdrew your request for a pause.")
    if told.facts.taken_back:
        return say("{player} withdrew their request for a pause.", **told.who)
    return say("The pause is over.") if told.seat is None else _ended_the_pause(told)


def _on_vacation(told: Told[OnVacation]) -> Text | None:
    facts = told.facts
    if facts.is_back and told.is_mine:
        return say("You ended your vacation.")
    if facts.is_back:
        return say("{player} is back from vacation.", **told.who)
    if facts.withdrawn and told.is_mine:
        return say("You cancelled your vacation.")
    if facts.withdrawn:
        return say("{player} cancelled a vacation.", **told.who)
    if told.is_mine:
        return say("You are on vacation from {starts} to {ends}.", starts=facts.starts, ends=facts.ends)
    return say("{player} is on vacation from {starts} to {ends}.", starts=facts.starts, ends=facts.ends, **told.who)


def _hours_kept(told: Told[HoursKept]) -> Text | None:
    facts = told.facts
    if not facts.asleep_for:
        return None
    return told.line(
        mine=template("Your sleeping hours are from {starts} to {ends}."),
        others=template("{player}’s sleeping hours are from {starts} to {ends}."),
        starts=_of_the_day(facts.asleep_from),
        ends=_of_the_day(facts.asleep_from + facts.asleep_for),
    )


def _of_the_day(minute: int) -> str:
    return f"{minute // 60 % 24:02}:{minute % 60:02}"


def extended(*, mine: str, others: str) -> Happening[TableState, Extended]:
    """Return the event of more time: from the staff, or the extra day of a player whose mail bounces, which the kind
    words."""
    a_day_more = lines(mine=mine, others=others)

    def says(told: Told[Extended]) -> Text | None:
        facts = told.facts
        if facts.until:
            return by_staff("hard end", told, at=facts.until)
        if facts.by is None:
            return a_day_more(told)
        what = "bank" if facts.bank else "time"
        return by_staff(what if told.seat is not None else f"{what} of all", told, by=timedelta(seconds=facts.by))

    return Happening(facts=Extended, says=says, came_of=an_order(Extend()))


def ended(**endings: str) -> Happening[TableState, Ended]:
    """Return the event of the end of a game, with the kind's own wording of some endings."""
    says_of = {**ENDINGS, **endings}

    def says(told: Told[Ended]) -> Text | None:
        ending = told.facts.ending
        if ending in BY_STAFF and (message := by_staff(ending, told)):
            return message
        return say(says_of[ending]) if ending in says_of else None

    return Happening(
        facts=Ended,
        says=says,
        # only for a game without a score; otherwise the email with the result says that it is over
        tells=lambda facts, seat, seats: ((each, "result") for each in seats if facts.ending == "void"),
    )


ENDINGS = {
    "played": template("The game is over."),
    "hard_end": template("The time for this game is up. It was scored as it stood."),
    "void": template("Everyone agreed to cancel the game. It has no result."),
}


# --- all of them ------------------------------------------------------------------------------------------------------


SHARED: Mapping[str, AnyHappening] = by_name(
    (
        Happening(
            facts=Away,
            says=staff_or(
                "away",
                lines(
                    mine=template("You are away. The game doesn’t wait for you until you look."),
                    others=template("{player} is away. The game doesn’t wait for them until they look."),
                ),
            ),
            tells=to_whose_it_is("away"),
        ),
        Happening(
            facts=Back,
            says=lines(mine=template("You are back."), others=template("{player} is back.")),
            came_of=an_order(Look()),
        ),
        Happening(facts=Paused, says=staff_or("pause", _paused), came_of=an_order(Pause())),
        Happening(facts=Resumed, says=staff_or("resume", _resumed), came_of=an_order(Resume())),
        Happening(
            facts=WouldVoid,
            says=lines(
                mine=template("You asked to cancel the game."),
                others=template("{player} asked to cancel the game."),
            ),
            came_of=an_order(Void()),
        ),
        Happening(
            facts=Kept,
            says=lines(
                mine=template("You withdrew your request to cancel the game."),
                others=template("{player} withdrew their request to cancel the game."),
            ),
            came_of=an_order(Keep()),
        ),
        Happening(
            facts=OnVacation,
            says=_on_vacation,
            came_of=an_order(lambda told: Declare(told.starts, told.ends, withdrawn=told.withdrawn)),
        ),
        Happening(
            facts=HoursKept,
            says=_hours_kept,
            came_of=an_order(lambda told: KeepHours(told.asleep_from, told.asleep_for, told.offsets)),
        ),
        Happening(
            facts=Resigned,
            says=lines(mine=template("You resigned."), others=template("{player} resigned.")),
            came_of=an_order(Leave()),
        ),
        Happening(
            facts=Replaced,
            says=staff_or("replace", lines(others="")),
            tells=to_whose_it_is("start"),
            changes_holder=True,
        ),
        ended(),
    )
)
