"""What one reader may know of a game now, for pages and mails, and as the API says it. The only thing these are made from.

Nothing hidden gets in: others' tiles and layouts, tiles not seen, the pool's order, and requests where they are hidden.
"""

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from datetime import datetime, timedelta

from games.rules import showing as showing_of_all
from games.rules.crossing import challenges, showing, swaps
from games.rules.crossing.jaywalk_rights import Rights, rights
from games.rules.crossing.results import Final, finals, owing, team_results
from games.rules.crossing.scoring import score
from games.rules.crossing.seeing import hands_seen, layouts_seen
from games.rules.crossing.showing import why_nothing_happens
from games.rules.crossing.state import Challenge, State
from games.rules.grid import Layout
from games.rules.kind import Due, Json, Seat
from games.rules.layouts import Score, beside
from games.rules.messages import Player, Text, say
from games.rules.showing import Offer
from games.rules.table.view import View, remarks
from games.rules.tiles import in_order
from games.rules.words import WordList


@dataclass(frozen=True, kw_only=True)
class SeatView(showing_of_all.SeatView):
    """`asked_at` is None, too, where requests are hidden from the reader."""

    seen_at: datetime | None
    withheld: bool
    on_vacation: bool
    jaywalked: bool
    would_pause: bool
    tiles: int


@dataclass(frozen=True)
class Other:
    """What the reader may see of another's board, () where nothing is submitted; `hand` is all that a partner holds."""

    layout: Layout
    score: Score
    hand: str
    is_partner: bool


@dataclass(frozen=True, kw_only=True)
class CrossingView(View):
    """What is the reader's own is empty for an onlooker, the `rack` what they hold beside their layout; pages and mails draw the
    boards in their own way. `others` are those whose layouts the reader may see while the game runs; `swaps` the offers that
    they made or may answer.

    `open_words` can be challenged now, in order: those of all layouts, or those of `granted`, which got the last light.
    `face_up` are the returned tiles that lie open, None where they do not; `tiles_held` how many each holds, where that may
    differ. At the end there are `results`, best first, and the seats `owing` the forfeit for a layout in disarray."""

    face_up: str | None
    lights_left: int
    next_is_red: bool
    caller: Seat | None
    seats: tuple[SeatView, ...]
    caught_up: bool
    leeway_ends: datetime | None
    leeway: timedelta
    grace_ends: datetime | None
    challenge_ends: datetime | None
    words_are_challenged: bool
    challenges: tuple[Challenge, ...]
    open_words: tuple[str, ...]
    granted: Layout
    results: tuple[Final, ...]
    owing: tuple[Seat, ...]
    tiles_held: Mapping[Seat, int]
    jaywalk_forfeit: str
    incomplete_forfeit: str
    invalid_forfeit: str
    jaywalk: Rights | None
    hand: str
    rack: str
    unseen: int
    withheld: int
    withheld_says: Text | None
    layout: Layout
    others: Mapping[Seat, Other]
    swaps: tuple[swaps.SwapView, ...]
    score: Score | None
    look_by: datetime | None

    @property
    def shows_partners_only(self) -> bool:
        """Whether no opponent's layout is among those of others."""
        return bool(self.others) and all(other.is_partner for other in self.others.values())


def view(state: State, seat: Seat | None, words: WordList, *, offers: tuple[Offer, ...]) -> CrossingView:
    """The state as this seat may know it; None is an onlooker. Where words are challenged, nothing in it comes from the list."""
    own = seat if seat is not None and seat not in state.resigned else None
    hand = in_order(state.held(own)) if own is not None else ""
    layout = state.known_layout(own) if own is not None else ()
    unseen = state.unseen[own] if own is not None else 0
    judged = challenges.judge(state, words)
    asked = known_requests(state, seat)
    coming = _next(state, seat)
    rack = beside(layout, hand)
    options, awaited = state.options, awaiting(state, seat)
    return CrossingView(
        phase=state.phase,
        ending=state.ending,
        round=state.round,
        turn=state.turn,
        pool=len(state.bags["pool"]),
        face_up=state.face_up if options.face_up else None,
        lights_left=state.left // (options.tiles_per_light * len(state.live)),
        next_is_red=state.pool_is_short,
        caller=state.caller,
        seats=tuple(_seat_view(state, each, seat) for each in range(state.seats)),
        next=coming,
        why=why_nothing_happens(state, seat),
        waiting_for=awaited,
        caught_up=state.is_caught_up,
        leeway_ends=state.clocks.ends("leeway"),
        leeway=state.leeway,
        grace_ends=state.clocks.ends("grace"),
        challenge_ends=state.clocks.ends("challenge"),
        words_are_challenged=options.words_are_challenged,
        challenges=state.challenges,
        open_words=tuple(sorted(challenges.open_words(state))),
        granted=state.granted,
        paused=state.clocks.pause is not None,
        lies_open=state.phase == "challenge",
        results=finals(state),
        owing=owing(state),
        teams=team_results(state),
        tiles_held={each: len(state.hands[each]) for each in state.live} if options.jaywalk_draw > 1 else {},
        jaywalk_forfeit=options.jaywalk_forfeit,
        incomplete_forfeit=options.incomplete_forfeit,
        invalid_forfeit=options.invalid_forfeit,
        jaywalk=rights(state, own) if own is not None else None,
        hand=hand,
        rack=rack,
        unseen=unseen,
        withheld=state.withheld[own] if own is not None else 0,
        withheld_says=_withheld_says(state, own, awaited),
        layout=layout,
        others=_others(state, seat, judged) if state.phase != "finished" else {},
        swaps=swaps.shown(state, own),
        score=_score(state, own, layout, judged) if own is not None else None,
        look_by=state.clocks.ends(f"see {own}"),
        offers=offers,
        clocks=tuple(showing.clocks(state, coming, seat)) if state.phase != "finished" else (),
        sign=showing.light(state, seat, asked, comes=coming),
        mark=showing.mark(state, unseen, asked),
    )


def _score(state: State, seat: Seat, layout: Layout, words: WordList) -> Score:
    return score(layout, state.held(seat), words, less=challenges.points_off(state, seat))


def _others(state: State, reader: Seat | None, words: WordList) -> dict[Seat, Other]:
    hands, partners = hands_seen(state, reader), state.partners_of(reader) if reader is not None else ()
    return {
        seat: Other(layout, _score(state, seat, layout, words), in_order(hands.get(seat, "")), seat in partners)
        for seat, layout in layouts_seen(state, reader).items()
    }


def _withheld_says(state: State, seat: Seat | None, awaited: Mapping[Seat, Text]) -> Text | None:
    """When a withheld tile of the reader's comes to them."""
    if seat is None or not state.withheld[seat]:
        return None
    others = tuple(Player(other) for other in awaited if other != seat)
    if len(others) == 1:
        return say("Yours once {name} has looked", name=others[0])
    if state.options.reveal_after == "all":
        return say("Yours once {names} have looked", names=others)
    return say("Yours once one of these has looked: {names}", names=others)


def awaiting(state: State, reader: Seat | None) -> Mapping[Seat, Text]:
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
        on_vacation=seat not in state.resigned and state.vacation_of(seat) is not None,
        asked_at=request.at if request else None,
        jaywalked=seat in state.jaywalked,
        done=seat in state.done,
        would_pause=seat in state.would_pause,
        tiles=len(state.hands[seat]),
        says=tuple(
            remarks(
                state,
                seat,
                here=showing.has_looked(state, seat),
                own=showing.remarks(state, seat, known_requests(state, reader)),
            )
        ),
    )


def _next(state: State, reader: Seat | None) -> Due | None:
    """The next thing that happens by itself, as far as it may be known; where requests are hidden, none of the lights is."""
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


# --- as the API says it -----------------------------------------------------------------------------------------------


def facts(state: State, view: CrossingView, seat: Seat | None) -> dict[str, Json]:
    """The seat's own tiles, letters once they are seen and before that how many; the layouts of others that it may see while
    the game runs; when all is over, every result."""
    return (
        _teams(state, view, seat)
        | _own(view, seat)
        | _by_jaywalks(state, view)
        | _challenges(view)
        | (_results(view) if state.phase == "finished" else _layouts(view))
    )


def _by_jaywalks(state: State, view: CrossingView) -> dict[str, Json]:
    """Only where the table plays so: the returned tiles that lie open, how many tiles each holds, how often one still may."""
    options, told = state.options, dict[str, Json]()
    if view.face_up is not None:
        told["face_up"] = list(view.face_up)
    if view.tiles_held:
        told["tiles_held"] = [there.tiles for there in view.seats]
    if options.jaywalk_times not in (1, "unlimited") and view.jaywalk and state.phase != "finished":
        told["jaywalks_left"] = view.jaywalk.left
    return told


def _teams(state: State, view: CrossingView, seat: Seat | None) -> dict[str, Json]:
    """Only of a game in teams: who plays with whom, and what the reader knows of partners and of offered swaps."""
    if not state.options.teams:
        return {}
    letters = sorted(set(state.options.teams))
    own = {
        "partners": [{"seat": each, "hand": in_order(held)} for each, held in hands_seen(state, seat).items()],
        "swaps": [
            {"from": one.seat, "gives": one.gives, "to": one.to, "takes": one.takes}
            for one in swaps.offers_known(state, seat)
        ],
    }
    return {
        "teams": {team: [seat for seat in range(state.seats) if state.team_of(seat) == team] for team in letters},
        **(own if state.phase != "finished" else {"team_results": [asdict(one) for one in view.teams]}),
    }


def _own(view: CrossingView, seat: Seat | None) -> dict[str, Json]:
    if seat is None:
        return {}
    return {
        "hand": view.hand,
        "unseen": view.unseen,
        "withheld": view.withheld,
        "layout": list(view.layout),
        "score": view.score.as_json() if view.score else None,
    }


def _layouts(view: CrossingView) -> dict[str, Json]:
    """Left out where nobody's may be seen."""
    laid = [
        {"seat": seat, "layout": list(other.layout), "score": other.score.as_json()}
        for seat, other in view.others.items()
    ]
    return {"layouts": laid} if laid else {}


def _challenges(view: CrossingView) -> dict[str, Json]:
    """Where words are challenged: those that were at the end, and the layout of the last light while it lies open."""
    if not view.words_are_challenged:
        return {}
    made = [{"word": one.word, "seat": one.seat, "upheld": one.upheld} for one in view.challenges]
    granted = {"granted": {"seat": view.caller, "layout": list(view.granted)}} if view.granted else {}
    return {"challenges": made, "open_words": list(view.open_words), **granted}


def _results(view: CrossingView) -> dict[str, Json]:
    by_seat = sorted(view.results, key=lambda one: one.result.seat)
    return {"results": [{**asdict(one.result), "rank": one.rank, "shown": one.shown} for one in by_seat]}
