"""What one reader may know of a game now. The only thing pages, mails and the API are made from.

Nothing hidden gets in: others' tiles and layouts, tiles not seen, the pool's order, and requests where they are hidden.
"""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta

from games.rules.crossing import allowed, challenging, shown
from games.rules.crossing.jaywalking import Rights, rights
from games.rules.crossing.scoring import Result, Score, score
from games.rules.crossing.sights import hands_seen, layouts_seen
from games.rules.crossing.state import Challenge, State, Swap
from games.rules.crossing.swap_words import VERBS as SWAPS
from games.rules.crossing.swap_words import swap_offers
from games.rules.crossing.swapping import offers_known
from games.rules.crossing.why import why_nothing_happens
from games.rules.grid import Layout, tiles_used
from games.rules.kind import Due, Seat
from games.rules.messages import Message, say
from games.rules.showing import ClockView, Offer, Panel, Sign
from games.rules.tiles import in_order
from games.rules.wishes import offered
from games.rules.words import WordList

VERBS = (
    *("LOOK", "GRID", "CHALLENGE", "GREEN", "RED", "UNASK", "JAYWALK", "DONE"),
    *("PAUSE", "RESUME", "VOID", "KEEP", "RESIGN"),
)


@dataclass(frozen=True)
class SeatView:
    """What the reader may know of one seat. `asked_at` is None, too, where requests are hidden from the reader."""

    seat: Seat
    seen: bool
    seen_at: datetime | None
    withheld: bool
    away: bool
    resigned: bool
    on_vacation: bool
    asked_at: datetime | None
    jaywalked: bool
    done: bool
    would_pause: bool
    tiles: int
    says: tuple[Message, ...]


@dataclass(frozen=True)
class CrossingView:
    """One reader's view; what is their own is empty for an onlooker. `layouts` are those of others that the reader may see,
    `scores` what these are worth; `swaps` the offers that they made or may answer. `open_words` can be challenged now, in
    order: those of all layouts, or those of `granted`, which got the last light."""

    phase: str
    ending: str
    round: int
    turn: int
    pool: int
    face_up: str
    lights_left: int
    next_is_red: bool
    caller: Seat | None
    seats: tuple[SeatView, ...]
    next: Due | None
    why: tuple[Message, ...]
    waiting_for: Mapping[Seat, Message]
    caught_up: bool
    leeway_ends: datetime | None
    leeway: timedelta
    grace_ends: datetime | None
    challenge_ends: datetime | None
    challenges: tuple[Challenge, ...]
    open_words: tuple[str, ...]
    granted: Layout
    paused: bool
    results: tuple[Result, ...]
    may: Mapping[str, Message | None]
    offered: tuple[str, ...]
    jaywalk: Rights | None
    hand: str
    unseen: int
    withheld: int
    layout: Layout
    layouts: Mapping[Seat, Layout]
    scores: Mapping[Seat, Score]
    partner_hands: Mapping[Seat, str]
    swaps: tuple[Swap, ...]
    score: Score | None
    look_by: datetime | None
    offers: tuple[Offer, ...]
    clocks: tuple[ClockView, ...]
    sign: Sign
    mark: tuple[str, bool]
    panels: tuple[Panel, ...] = ()
    """None: the page and the mails of this kind draw each player's board in their own way."""


def view(state: State, seat: Seat | None, words: WordList) -> CrossingView:
    """The state as this seat may know it; None is an onlooker. Where words are challenged, nothing in it comes from the list."""
    own = seat if seat is not None and seat not in state.resigned else None
    hand = in_order(state.held(own)) if own is not None else ""
    layout = state.known_layout(own) if own is not None else ()
    unseen = state.unseen[own] if own is not None else 0
    verbs = (*VERBS, *SWAPS) if state.options.teams else VERBS
    may = {verb: allowed.reason_against(verb, state, seat, words) for verb in verbs} if seat is not None else {}
    judged = challenging.judge(state, words)
    asked = known_requests(state, seat)
    coming = _next(state, seat)
    layouts = layouts_seen(state, seat)
    return CrossingView(
        phase=state.phase,
        ending=state.ending,
        round=state.round,
        turn=state.turn,
        pool=len(state.bags["pool"]),
        face_up=state.face_up,
        lights_left=state.left // (state.options.tiles_per_light * len(state.live)),
        next_is_red=state.pool_is_short,
        caller=state.caller,
        seats=tuple(_seat_view(state, each, seat) for each in range(state.seats)),
        next=coming,
        why=why_nothing_happens(state, seat),
        waiting_for=awaiting(state, seat),
        caught_up=state.is_caught_up,
        leeway_ends=state.clocks.ends("leeway"),
        leeway=state.leeway,
        grace_ends=state.clocks.ends("grace"),
        challenge_ends=state.clocks.ends("challenge"),
        challenges=state.challenges,
        open_words=tuple(sorted(challenging.open_words(state))),
        granted=state.granted,
        paused=state.clocks.pause is not None,
        results=state.results,
        may=may,
        offered=_offered(state, seat),
        jaywalk=rights(state, own) if own is not None else None,
        hand=hand,
        unseen=unseen,
        withheld=state.withheld[own] if own is not None else 0,
        layout=layout,
        layouts=layouts,
        scores={each: _score(state, each, laid, judged) for each, laid in layouts.items()},
        partner_hands={each: in_order(held) for each, held in hands_seen(state, seat).items()},
        swaps=offers_known(state, own),
        score=_score(state, own, layout, judged) if own is not None else None,
        look_by=state.clocks.ends(f"see {own}"),
        offers=(
            *shown.offers(state, seat, verbs=_offered(state, seat), may=may, spare=_spare(hand, layout)),
            *(swap_offers(state, seat, may) if seat is not None else ()),
        ),
        clocks=tuple(shown.clocks(state, coming, seat)) if state.phase != "finished" else (),
        sign=shown.light(state, seat, asked, comes=coming),
        mark=shown.mark(state, unseen, asked),
    )


def _score(state: State, seat: Seat, layout: Layout, words: WordList) -> Score:
    return score(layout, state.held(seat), words, less=challenging.points_off(state, seat))


def _spare(hand: str, layout: Layout) -> str:
    """A tile that stands for any in an example: one that is not laid, if there is any."""
    left = in_order((Counter(hand) - Counter(tiles_used(layout))).elements())
    return (left or hand)[-1:]


def awaiting(state: State, reader: Seat | None) -> Mapping[Seat, Message]:
    """Who is waited for, and for what, as far as this reader may know."""
    if state.phase == "finished" or state.clocks.pause:
        return {}
    if state.phase == "grace":
        others = [seat for seat in state.waited_for if seat not in (state.red_caller, *state.done)]
        return {seat: say("a last layout, or DONE") for seat in others}
    if state.phase == "challenge":
        return {seat: say("words to challenge, or DONE") for seat in state.waited_for if seat not in state.done}
    unseen = [seat for seat in state.waited_for if state.unseen[seat]]
    looks = {seat: say("a look at the new tile") for seat in unseen}
    if (looks and not state.is_caught_up) or known_requests(state, reader):
        return looks
    return {seat: say("a complete layout, and GREEN or RED") for seat in state.waited_for} | looks


def known_requests(state: State, reader: Seat | None) -> list[Seat]:
    """The standing requests that the reader may know of, the first asked first."""
    return [request.seat for request in state.requests if state.options.requests_visible or request.seat == reader]


def _seat_view(state: State, seat: Seat, reader: Seat | None) -> SeatView:
    request = state.request_of(seat) if seat in known_requests(state, reader) else None
    return SeatView(
        seat=seat,
        seen=not state.face_down(seat),
        seen_at=state.seen_at.get(seat),
        withheld=bool(state.withheld[seat]),
        away=seat in state.away,
        resigned=seat in state.resigned,
        on_vacation=seat not in state.resigned and state.vacation_in_force(seat) is not None,
        asked_at=request.at if request else None,
        jaywalked=seat in state.jaywalked,
        done=seat in state.done,
        would_pause=seat in state.would_pause,
        tiles=len(state.hands[seat]),
        says=tuple(shown.remarks(state, seat, known_requests(state, reader))),
    )


def _next(state: State, reader: Seat | None) -> Due | None:
    """What happens by itself next, as far as it may be known; where requests are hidden, none of the lights is."""
    clocks = state.clocks
    if state.phase == "finished":
        return None
    coming = [Due(clocks.pause.ends, "resume")] if clocks.pause and clocks.pause.ends else []
    coming += [Due(at, "away", seat) for seat in state.waited_for if (at := clocks.ends(f"see {seat}"))]
    coming += [Due(at, what) for what in ("abandon", "challenge") if (at := clocks.ends(what))]
    if at := clocks.ends("grace"):
        coming.append(Due(at, "open" if state.options.words_are_challenged else "grace"))
    coming += [Due(clocks.hard_end, "hard end")] if clocks.hard_end else []
    leeway_ends = clocks.ends("leeway")
    if not state.options.requests_visible:
        coming += [Due(leeway_ends, "leeway")] if leeway_ends and leeway_ends > state.now else []
    elif state.requests and leeway_ends:
        light = "red" if state.pool_is_short else "green"
        coming.append(Due(max(leeway_ends, state.now), light, state.requests[0].seat))
    elif (at := clocks.ends("call")) and state.options.call_within == "never":
        coming.append(Due(at, "abandon"))
    elif at:
        coming.append(Due(at, "red" if state.pool_is_short else "amber"))
    return min(coming, key=lambda due: due.at, default=None)


def _offered(state: State, seat: Seat | None) -> tuple[str, ...]:
    """The verbs worth a button now, allowed or not."""
    if seat is None or seat in state.resigned or state.phase == "finished":
        return ()
    agreeing = offered(state, seat)
    if state.phase == "grace":
        return ("LOOK", "GRID", "DONE", *agreeing, "RESIGN")
    if state.phase == "challenge":
        look = ("LOOK",) if state.unseen[seat] or seat in state.away else ()
        done = ("DONE",) if seat not in state.done else ()
        return (*look, "CHALLENGE", *done, *agreeing, "RESIGN")
    of_light = ("CHALLENGE",) if state.granted and seat != state.caller else ()
    asking = "UNASK" if state.request_of(seat) else "RED" if state.pool_is_short else "GREEN"
    jaywalk = ("JAYWALK",) if state.options.jaywalk != "nobody" else ()
    return ("LOOK", "GRID", *of_light, asking, *jaywalk, *agreeing, "RESIGN")
