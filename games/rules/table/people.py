"""Events among the people in a game, independent of its rules: joining and leaving before the deal, leaving a shared
seat, substitutes, and chat. The record of a game does not include them."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial

from games.rules.facts import Facts, Instant
from games.rules.table.verbs import AnyHappening, Happening, Notice, Notices, Told, by_name, to_whose_it_is
from games.rules.texts import Player, Text, Value, say, template
from games.rules.values import Seat


class AmongPeople(Facts):
    """The facts of an event among people. Each is set only for the events to which it applies.

    `player` is an id; `name` is set for events that must keep it. `text` is a chat message, sent by a substitute if
    `sits_in`; `taken_out` is the report for which a moderator removed it. `reason` is why the staff acted; `invitation`
    is the one sent or declined. In an event about a substitute, `substitution` is the id of the request, `name` the
    substitute's name, and `until` the end of the substitution. `to` is the only player who gets an email."""

    verb = "among people"
    player: int | None = None
    name: str | None = None
    text: str = ""
    reason: str = ""
    invitation: int | None = None
    sits_in: bool = False
    loan: int | None = None
    to: int | None = None
    until: Instant | None = None
    taken_out: int | None = None

    @property
    def said(self) -> Text | str:
        """The chat message as everybody sees it: its text, or a note that a moderator has removed it."""
        return self.text if self.taken_out is None else say("A moderator has removed this message.")


def _of_a_player(sentence: str) -> Callable[[Told[AmongPeople]], Text]:
    """Return a function that words the event with the name saved in it, because seats are shared and change players."""
    return lambda told: say(sentence, **_named(told))


def _named(told: Told[AmongPeople]) -> dict[str, Value]:
    return {"player": told.facts.name or Player(told.seat)} if told.seat is not None else {}


def _of_a_name(sentence: str) -> Callable[[Told[AmongPeople]], Text]:
    """Return a function that words an event about somebody who is not, or no longer, the player of the seat."""
    return lambda told: say(sentence, name=told.facts.name or say("Former player"), **told.who)


def _seated(told: Told[AmongPeople]) -> Text:
    if told.facts.reason:
        return say("{player} was added to the game: {reason}", **_named(told), reason=told.facts.reason)
    return say("{player} was added to the game.", **_named(told))


def _lent(told: Told[AmongPeople]) -> Text:
    name = told.facts.name or say("Former player")
    if told.facts.until is None:
        return say("{name} is playing for {player}.", name=name, **told.who)
    return say("{name} is playing for {player} until {until}.", name=name, until=told.facts.until, **told.who)


def _to_all_but_its_player(notice: Notice) -> Callable[[AmongPeople, Seat | None, Sequence[Seat]], Notices]:
    """Email everybody except the person concerned. Others who share that person's seat get the email too."""
    return lambda facts, seat, seats: ((each, notice) for each in seats if each != seat or facts.player is not None)


_row = partial(Happening, facts=AmongPeople)
_to_the_others = _to_all_but_its_player("table")
MADE: AnyHappening = _row(verb="made", says=_of_a_player(template("{player} created the game.")))
HAPPENINGS: Mapping[str, AnyHappening] = by_name(
    (
        MADE,
        _row(verb="invited", asks=True),
        _row(verb="declined"),
        _row(verb="seated", says=_seated, tells=to_whose_it_is("seated"), changes_holder=True),
        _row(verb="joined", says=_of_a_player(template("{player} joined.")), tells=_to_the_others, comes_or_goes=True),
        _row(verb="moved", says=_of_a_player(template("{player} moved to another seat."))),
        _row(verb="agreed", says=_of_a_player(template("{player} accepted the settings."))),
        _row(verb="unagreed", says=_of_a_player(template("{player} withdrew their acceptance."))),
        _row(verb="left", says=_of_a_name(template("{name} left.")), tells=_to_the_others, comes_or_goes=True),
        _row(verb="freed", says=_of_a_name(template("{name} was removed."))),
        _row(verb="cancelled", says=_of_a_player(template("The game was cancelled.")), tells=_to_the_others),
        _row(
            verb="left_share",
            says=_of_a_name(template("{name} resigned. {player} keeps the seat they shared.")),
            tells=_to_the_others,
            changes_holder=True,
        ),
        _row(verb="loan_told", asks=True),
        _row(verb="lent", says=_lent, tells=_to_the_others),
        _row(
            verb="given_back",
            says=_of_a_name(template("{name} is no longer playing for {player}.")),
            tells=_to_the_others,
            changes_holder=True,
        ),
        _row(
            verb="say",
            says=lambda told: (
                say("{player}: {text}", **told.who, text=told.facts.said)
                if told.facts.name is None
                else say("{name}: {says}", name=told.facts.name, says=told.facts.said)
            ),
            tells=_to_all_but_its_player("said"),
            is_talk=True,
        ),
    )
)
