"""Requests for a light, and granting them. `dealing` deals the tiles; the red light is in `grace`."""

from collections.abc import Sequence
from typing import TypeVar

from games.rules.crossing import challenges, dealing, grace
from games.rules.crossing.state import Request, State
from games.rules.crossing.transition import Dropped, Lapsed, Transition, withdraw
from games.rules.facts import Facts, JsonObject
from games.rules.grid import unlaid_tiles
from games.rules.panels import Asking, Offer
from games.rules.reading import bare
from games.rules.table.facts import MayStand
from games.rules.table.standing import as_told, take_back
from games.rules.table.verbs import (
    AnyHappening,
    AnyVerb,
    Happening,
    Told,
    Verb,
    an_order,
    lines,
    to_the_others,
    to_whose_it_is,
)
from games.rules.texts import Player, Text, say, template
from games.rules.values import OrderRefused, Seat
from games.rules.words import WordList

# --- asking -----------------------------------------------------------------------------------------------------------

MOST_NAMED = 6


class Green(Facts):
    verb = "GREEN"


class Red(Facts):
    verb = "RED"


class Unask(Facts):
    verb = "UNASK"


class Asked(MayStand):
    verb = "ask"


class Unasked(Facts):
    verb = "unask"


def _check_green(state: State, seat: Seat, words: WordList) -> None:
    if state.pool_is_short and state.phase == "playing":
        raise OrderRefused("The pool is short, so the next light is red and ends the game. Ask for it with RED.")
    _check_ask(state, seat, words)


def _check_red(state: State, seat: Seat, words: WordList) -> None:
    if not state.pool_is_short and state.phase == "playing":
        raise OrderRefused("The pool can still serve everyone, so the next light is green. Ask for it with GREEN.")
    _check_ask(state, seat, words)


def _check_ask(state: State, seat: Seat, words: WordList) -> None:
    check_before_red(state)
    if state.request_of(seat):
        return  # asking again changes nothing
    if state.withheld[seat]:
        raise OrderRefused(
            say("Your new tile is still withheld. You can ask for a light once every tile is laid.")
            if state.withheld[seat] == 1
            else say("Your new tiles are still withheld. You can ask for a light once every tile is laid.")
        )
    if state.unseen[seat]:
        raise OrderRefused(tiles_face_down(state.unseen[seat]))
    made = challenges.score_of(state, seat, state.boards[seat], words)
    if made.complete:
        return
    if unlaid := unlaid_tiles(state.boards[seat], state.held(seat)):
        letters = tuple(state.alphabet.in_order(unlaid))
        if len(letters) > MOST_NAMED:
            raise OrderRefused(
                "Lay every tile before you ask for a light. {n} tiles aren’t in your submitted layout.", n=len(letters)
            )
        raise OrderRefused(
            "Lay every tile before you ask for a light. Not in your submitted layout: {tiles}.", tiles=letters
        )
    if made.struck:
        raise OrderRefused(
            "Every word must be valid before you ask for a light. Not in the word list: {words}.", words=made.struck
        )
    raise OrderRefused("Connect all your tiles before you ask for a light. Your submitted layout is in several pieces.")


def _check_unask(state: State, seat: Seat, words: WordList) -> None:
    if not state.request_of(seat):
        raise OrderRefused("You have no request to withdraw.")


def check_before_red(state: State) -> None:
    """Raise OrderRefused if the red light is on."""
    if state.phase == "grace":
        raise OrderRefused("The red light is on. You can submit a last layout and say DONE.")
    if state.phase == "challenge":
        raise OrderRefused("The last layouts are revealed. You can challenge words and say DONE.")


def tiles_face_down(tiles: int) -> Text:
    """Return the refusal for a player with this many tiles face down."""
    if tiles == 1:
        return say("One of your tiles is still face down. Look at it first.")
    return say("You have {n} tiles face down. Look at them first.", n=tiles)


def _ask(transition: Transition, seat: Seat, facts: Green | Red) -> None:
    """Request the next light, green or red. Repeating a request changes nothing."""
    if not transition.state.request_of(seat):
        transition.change(requests=(*transition.state.requests, Request(seat, transition.now)))
        transition.happened(Asked(), seat)


def _unask(transition: Transition, seat: Seat, facts: Unask) -> None:
    """Withdraw the request, and any standing order that would repeat it at once."""
    withdraw(transition, seat)
    transition.happened(Unasked(), seat)
    take_back(transition, seat, "LIGHT")


# --- offers -----------------------------------------------------------------------------------------------------------


def held_up(state: State, seat: Seat) -> Text | None:
    """Return the reason shown below a button that is too early, too late or needs a look first; else None."""
    face_down = state.face_down(seat)
    if (why := grace.held_up(state)) or not face_down:
        return why
    return say("a tile face down") if face_down == 1 else say("tiles face down")


def _offer_green(state: State, seat: Seat, refusal: Text | None) -> Offer | None:
    if not _may_ask(state, seat) or state.pool_is_short:
        return None
    gives = say("a new tile for everyone") if state.options.tiles_per_light == 1 else say("new tiles for everyone")
    brief = _needs(state, seat) if refusal else gives
    does = say("`GREEN` asks for the next light")
    return Offer("GREEN", say("Green"), refusal, brief, does, with_layout=_lacks_a_layout_at_most(state, seat))


def _offer_red(state: State, seat: Seat, refusal: Text | None) -> Offer | None:
    if not _may_ask(state, seat) or not state.pool_is_short:
        return None
    brief = _needs(state, seat) if refusal else say("ends the game")
    does = say("`RED` asks for the red light, which ends the game")
    return Offer(
        "RED",
        say("Red"),
        refusal,
        brief,
        does,
        asks=_asks_for_red(state),
        with_layout=_lacks_a_layout_at_most(state, seat),
    )


def _lacks_a_layout_at_most(state: State, seat: Seat) -> bool:
    return not state.clocks.pause and not state.face_down(seat)


def _may_ask(state: State, seat: Seat) -> bool:
    return state.phase == "playing" and not state.request_of(seat)


def _needs(state: State, seat: Seat) -> Text:
    if why := held_up(state, seat):
        return why
    if unlaid_tiles(state.boards[seat], state.held(seat)):
        return say("lay every tile first")
    return say("needs one group of valid words")


def _asks_for_red(state: State) -> Asking:
    final = (
        say(
            "Once the red light is granted, your layout is final. The other players have the grace period to "
            "finish theirs. Then all layouts are revealed and words can be challenged. You can withdraw your "
            "request until it is granted."
        )
        if state.options.words_are_challenged
        else say(
            "Once the red light is granted, your layout is final. The other players have the grace period to "
            "finish theirs. Then the game is scored. You can withdraw your request until it is granted."
        )
    )
    return Asking((final,), say("Ask for the red light?"), say("Ask for red"), is_irreversible=True)


def _offer_unask(state: State, seat: Seat, refusal: Text | None) -> Offer | None:
    if state.phase != "playing" or not state.request_of(seat):
        return None
    brief = held_up(state, seat) if refusal else say("you can ask again")
    return Offer(
        "UNASK", say("Withdraw request"), refusal, brief, say("`UNASK` withdraws your request"), takes_back=True
    )


# --- granting ---------------------------------------------------------------------------------------------------------


def grant(transition: Transition, caller: Seat | None) -> None:
    """Turn on the next light: green for a caller, amber without one, or red if the pool is short."""
    if transition.state.pool_is_short:
        grace.red_light(transition, caller)
    elif caller is None:
        dealing.amber(transition)
    else:
        dealing.light(transition, dealing.GreenLight, caller, forfeit=transition.state.options.light_forfeit)


# --- visibility, and wording in the history ---------------------------------------------------------------------------

F = TypeVar("F", bound=Facts)


def _of_a_request(state: State, seat: Seat | None, reader: Seat | None) -> bool:
    return state.options.requests_visible or seat == reader


_lapsed = lines(
    mine=template("Your request lapsed because your submitted layout is no longer complete."),
    others=template("{player}’s request lapsed because their layout is no longer complete."),
)
_dropped = lines(
    mine=template("Your request was dropped. Another one came first, and everyone has new tiles."),
    others=template("{player}’s request was dropped."),
)


def _says_lapsed(told: Told[Lapsed]) -> Text | None:
    if told.facts.short_by is None:
        return _lapsed(told)
    by = Player(told.facts.short_by)
    if told.is_mine:
        return say("Your request lapsed. After {by}’s jaywalk the pool is short, so the next light is red.", by=by)
    return say("{player}’s request lapsed. The pool is short now, so the next light is red.", **told.who)


def _says_dropped(told: Told[Dropped]) -> Text | None:
    if told.is_mine and told.facts.staff:
        return say("Your request was dropped. The moderators dealt an amber light, and everyone has new tiles.")
    return _dropped(told)


def granted(verb: str, told: Sequence[JsonObject]) -> Text | None:
    """Return a sentence if the light was granted as soon as it was requested, else None. It names the new tiles if
    they are seen."""
    by_verb = {facts["verb"]: facts for facts in told}
    light, asked = by_verb.get(verb.lower()), by_verb.get(Asked.verb)
    if verb not in GRANTED or light is None or asked is None or light.get("seat") != asked.get("seat"):
        return None
    draws = light.get("draws") or {}
    own = draws[asked["seat"]] if draws else None
    return say("Your light was granted. You drew {tiles}.", tiles=tuple(own)) if own else say(GRANTED[verb])


GRANTED = {
    "GREEN": template("Your light was granted. Everyone gets new tiles."),
    "RED": template("The red light is on. Your layout is final."),
}


# --- rows -------------------------------------------------------------------------------------------------------------

VERBS: tuple[AnyVerb, ...] = (
    Verb(
        facts=Green,
        substitute_with="everything",
        check=_check_green,
        carry_out=_ask,
        offer=_offer_green,
        reads=bare("GREEN", "LIGHT"),
        help={"GREEN, RED": template("ask for the next light")},
        done=template("You have asked for the green light."),
        apart_from=frozenset({"SAVE"}),
        last=1,
    ),
    Verb(
        facts=Red,
        substitute_with="everything",
        check=_check_red,
        carry_out=_ask,
        offer=_offer_red,
        reads=bare("RED", "LIGHT"),
        done=template("You have asked for the red light."),
        apart_from=frozenset({"SAVE"}),
        last=1,
    ),
    Verb(
        facts=Unask,
        substitute_with="everything",
        check=_check_unask,
        carry_out=_unask,
        offer=_offer_unask,
        help={"UNASK": template("withdraw your request")},
        done=template("You have withdrawn your request."),
        apart_from=frozenset({"GREEN", "RED", "JAYWALK"}),
        is_of_its_turn=False,
    ),
)
HAPPENINGS: tuple[AnyHappening, ...] = (
    Happening(
        facts=Asked,
        says=as_told(
            mine=template("Your standing order asked for the light."),
            others=template("{player}’s standing order asked for the light."),
            otherwise=lines(
                mine=template("You asked for the light."), others=template("{player} asked for the light.")
            ),
        ),
        known_by=_of_a_request,
        came_of=lambda state, facts, seat, at: (
            () if seat is None else ((seat, Red() if state.pool_is_short else Green()),)
        ),
        tells=to_the_others("asked"),
        notifies_once_a_turn=True,
    ),
    Happening(
        facts=Unasked,
        says=lines(mine=template("You withdrew your request."), others=template("{player} withdrew their request.")),
        known_by=_of_a_request,
        came_of=an_order(Unask()),
    ),
    Happening(
        facts=Lapsed,
        says=_says_lapsed,
        known_by=_of_a_request,
        tells=to_whose_it_is("lapsed"),
        is_told_first=True,
    ),
    Happening(facts=Dropped, says=_says_dropped, known_by=_of_a_request, tells=to_whose_it_is("lapsed")),
)
