"""Looking at tiles, on the site or by email, and what a reader may see of other hands and layouts.

Everything that shows tiles asks here; nothing else decides it."""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from datetime import datetime

from games.rules.crossing import grace
from games.rules.crossing.state import State
from games.rules.crossing.transition import Transition
from games.rules.facts import Facts
from games.rules.grid import Layout
from games.rules.panels import Offer
from games.rules.table import orders
from games.rules.table.facts import Look, MayStand, SeenByMail, TilesByEmail
from games.rules.table.standing import as_told
from games.rules.table.verbs import AnyHappening, AnyVerb, Happening, lines
from games.rules.texts import Text, say, template
from games.rules.values import Seat

# --- visible tiles and layouts ----------------------------------------------------------------------------------------


def layouts_seen(state: State, reader: Seat | None) -> Mapping[Seat, Layout]:
    """Return the layouts of other seats that the reader may see now; () for a seat without one. A spectator's reader
    is None.

    A layout whose new player hasn't looked yet is hidden until all layouts are revealed."""
    lie_open = state.phase in ("challenge", "finished")
    return {
        seat: state.boards[seat] if lie_open else state.known_layout(seat)
        for seat in state.live
        if seat != reader and (lie_open or sees_submissions(state, reader, seat))
    }


def hands_seen(state: State, reader: Seat | None) -> Mapping[Seat, str]:
    """Return the seen tiles of each other seat whose tiles the reader may see."""
    return {seat: state.held(seat) for seat in state.live if sees_tiles_of(state, reader, seat) and seat != reader}


def sees_submissions(state: State, reader: Seat | None, seat: Seat) -> bool:
    """Return True if the reader sees each layout as soon as this seat submits it."""
    return state.options.layouts_visible == "always" or sees_tiles_of(state, reader, seat)


def sees_tiles_of(state: State, reader: Seat | None, seat: Seat) -> bool:
    """Return True if the reader sees this seat's tiles: their own, or a partner's in games where partners see them."""
    if reader is None or seat == reader:
        return seat == reader
    is_shared = state.options.partners_see and bool(state.options.teams)
    return is_shared and reader in state.live and state.team_of(seat) == state.team_of(reader)


def known_requests(state: State, reader: Seat | None) -> list[Seat]:
    """Return the seats with a request that the reader may know of, in the order they asked."""
    return [request.seat for request in state.requests if state.options.requests_visible or request.seat == reader]


# --- looking ----------------------------------------------------------------------------------------------------------


class Seen(MayStand):
    verb = "seen"


def _look(transition: Transition, seat: Seat, facts: Look) -> None:
    """Look at all tiles that may be seen. A player who was away is back, and a vacation that has begun ends."""
    was_away = seat in transition.state.away
    transition.is_here(seat)
    see(transition, seat)
    if was_away:
        grace.end_early(transition)


def _see_by_mail(transition: Transition, seat: Seat, facts: SeenByMail) -> None:
    """Count the accepted delivery of a round's tiles by email as a look, unless the round is over or the seat is
    away."""
    state = transition.state
    if facts.round == state.round and seat in state.tiles_by_email and seat in state.waited_for:
        see(transition, seat)


def see(transition: Transition, seat: Seat) -> None:
    if transition.state.unseen[seat]:
        transition.saw(seat)
        transition.happened(Seen(), seat)


def _choose_tiles_by_email(transition: Transition, seat: Seat, facts: TilesByEmail) -> None:
    """Choose whether tiles come by email, from the next light on."""
    others = {other for other in transition.state.tiles_by_email_next if other != seat}
    transition.change(tiles_by_email_next=tuple(sorted(others | ({seat} if facts.on else set()))))


def _offer_look(state: State, seat: Seat, refusal: Text | None) -> Offer | None:
    if state.phase == "challenge" and not state.unseen[seat] and seat not in state.away:
        return None
    does, asks = say("`STATUS` turns over your face-down tiles"), orders.asks_before_a_look(state, seat)
    return Offer("LOOK", say("Look"), refusal, does=does, at="look", asks=asks)


def _came_of(state: State, facts: Seen, seat: Seat | None, at: datetime) -> Iterable[tuple[Seat, Facts]]:
    """Yield the order behind a look.

    LOOK ends a running vacation, so if one is still running, the look was by email."""
    if seat is not None:
        by_mail = any(one.has(at) for one in state.clocks.vacations if one.seat == seat)
        yield seat, SeenByMail(state.round) if by_mail else Look()


VERBS: tuple[AnyVerb, ...] = (
    replace(orders.SHARED["LOOK"], carry_out=_look, offer=_offer_look),
    replace(orders.SHARED["SEEN BY MAIL"], carry_out=_see_by_mail),
    replace(orders.SHARED["TILES BY EMAIL"], carry_out=_choose_tiles_by_email),
)
HAPPENINGS: tuple[AnyHappening, ...] = (
    Happening(
        facts=Seen,
        says=as_told(
            mine=template("Your standing order looked at your new tiles."),
            others=template("{player}’s standing order looked at their new tiles."),
            otherwise=lines(
                mine=template("You looked at your tiles."), others=template("{player} looked at their tiles.")
            ),
        ),
        came_of=_came_of,
        is_of_several=True,
    ),
)
