"""The red light and what follows: the grace period, DONE, and the time for challenges."""

from datetime import timedelta

from games.rules.crossing import challenges
from games.rules.crossing.results import finish
from games.rules.crossing.state import State
from games.rules.crossing.transition import Transition, drop
from games.rules.facts import Facts
from games.rules.panels import Offer
from games.rules.table.facts import MayStand
from games.rules.table.standing import as_told
from games.rules.table.verbs import AnyHappening, AnyVerb, Happening, Told, Verb, an_order, lines, to_all
from games.rules.texts import Text, say, template
from games.rules.values import OrderRefused, Seat
from games.rules.words import WordList

# --- the red light ----------------------------------------------------------------------------------------------------


class RedLight(Facts):
    verb = "red"


def red_light(transition: Transition, caller: Seat | None) -> None:
    """Turn on the red light. The caller's layout is final, and the others get the grace period if the game waits for
    any of them."""
    state = transition.state
    dropped = [request.seat for request in state.requests if request.seat != caller]
    transition.change(
        phase="grace",
        turn=state.turn + 1,
        swaps=(),
        caller=caller,
        requests=(),
        done=(),
        clocks=state.clocks.drop("leeway", "call").set("grace", _grace(transition)),
    )
    challenges.close_light(transition)
    transition.happened(RedLight(), caller)
    drop(transition, dropped)
    end_early(transition)


def _grace(transition: Transition) -> timedelta:
    """Return the length of the grace period.

    In a game that waits for vacations, it starts after any running vacation that was declared before the last deal."""
    state = transition.state
    grace = state.options.span("grace")
    if state.options.vacation != "waits":
        return grace
    vacations = (vacation for seat in state.waited_for for vacation in state.clocks.vacations_of(seat, transition.now))
    ends = [vacation.ends for vacation in vacations if vacation.declared < state.dealt_at]
    return max([transition.now, *ends]) - transition.now + grace


_called = lines(mine=template("You called the red light."), others=template("{player} called the red light."))


def _says_red(told: Told[RedLight]) -> Text | None:
    if told.seat is None:
        return say("Nobody asked for a light and the pool is short, so the red light is on.")
    return _called(told)


# --- done -------------------------------------------------------------------------------------------------------------


class Done(Facts):
    verb = "DONE"


class IsDone(MayStand):
    verb = "done"


class NotDone(Facts):
    """A DONE was undone by a later submission."""

    verb = "not done"


def _check_done(state: State, seat: Seat, words: WordList) -> None:
    if state.phase not in ("grace", "challenge"):
        raise OrderRefused("You can only say DONE after a red light.")
    if state.red_caller == seat:
        raise OrderRefused("You called the red light, so your layout is final. The game waits for the other players.")


def _done(transition: Transition, seat: Seat, facts: Done) -> None:
    """Record that this seat has no more changes or challenges. Repeating it changes nothing; it also works for a
    player who is away."""
    if seat not in transition.state.done:
        transition.change(done=(*transition.state.done, seat))
        transition.happened(IsDone(), seat)
        end_early(transition)


def take_done_back(transition: Transition, seat: Seat) -> None:
    """Undo this seat's DONE, because it submitted another layout."""
    if seat in transition.state.done:
        transition.forget("done", seat)
        transition.happened(NotDone(), seat)


def _offer_done(state: State, seat: Seat, refusal: Text | None) -> Offer | None:
    if state.phase == "grace":
        brief = held_up(state) if refusal else say("no more changes")
        return Offer("DONE", say("Done"), refusal, brief, say("`DONE` says that your board is final"))
    if state.phase == "challenge" and seat not in state.done:
        does = say("`DONE` says that you have no more challenges")
        return Offer("DONE", say("Done"), refusal, say("no more challenges"), does)
    return None


def held_up(state: State) -> Text | None:
    """Return the reason shown below a disabled button in a pause or the grace period, else None. It is the same for
    every seat."""
    if state.clocks.pause:
        return say("game paused")
    return say("final") if state.phase == "grace" else None


# --- the end of grace -------------------------------------------------------------------------------------------------


def end_early(transition: Transition) -> None:
    """End the grace period or the time for challenges once every seat that the game waits for is done.

    Does nothing in a pause, or while any player is on vacation."""
    state = transition.state
    if state.phase not in ("grace", "challenge") or state.clocks.pause:
        return
    others = [seat for seat in state.waited_for if seat != state.red_caller]
    if all(seat in state.done for seat in others) and not any(state.vacation_of(seat) for seat in state.live):
        end_grace(transition) if state.phase == "grace" else finish(transition, "played")


def end_grace(transition: Transition) -> None:
    """End the grace period: score the last layouts or, where words are challenged, reveal them for challenges."""
    state = transition.state
    if not state.options.words_are_challenged:
        finish(transition, "played")
        return
    clocks = state.clocks.drop("grace").set("challenge", state.options.span("challenge_window"))
    transition.change(phase="challenge", done=(), clocks=clocks)
    transition.happened(challenges.Challenged())
    end_early(transition)


VERBS: tuple[AnyVerb, ...] = (
    Verb(
        facts=Done,
        check=_check_done,
        carry_out=_done,
        offer=_offer_done,
        help={"DONE": template("say that you have finished, after a red light")},
        done=template("You are done."),
        is_of_its_turn=False,
        last=1,
    ),
)
HAPPENINGS: tuple[AnyHappening, ...] = (
    Happening(facts=RedLight, says=_says_red, tells=to_all("red", own="granted"), begins_a_turn=True),
    Happening(
        facts=IsDone,
        says=as_told(
            mine=template("Your standing order said DONE for you."),
            others=template("{player}’s standing order said DONE for them."),
            otherwise=lines(mine=template("You are done."), others=template("{player} is done.")),
        ),
        came_of=an_order(Done()),
    ),
    Happening(
        facts=NotDone,
        says=lines(
            mine=template("You are no longer done. Say DONE again when you have finished."),
            others=template("{player} is no longer done."),
        ),
        is_recorded=False,
    ),
)
