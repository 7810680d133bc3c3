"""Jaywalking: some tiles of a hand for others, out of turn. Who may and how often, what it draws or takes, and what lies open.

What the layout and a standing request suffer by it is `exchanging`; how it is written is `jaywalk_lines`.
"""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from games.rules.crossing.course import Course
from games.rules.crossing.exchanging import exchange, lapse, withdraw
from games.rules.crossing.forfeits import calls_for
from games.rules.crossing.options import Options
from games.rules.crossing.state import State
from games.rules.grid import MOST_TILES
from games.rules.kind import Json, OrderRefused, Seat
from games.rules.messages import Message, say
from games.rules.tiles import in_order, without

# --- the tiles that lie open -----------------------------------------------------------------------------------------


NO_LIMIT = 1_000_000  # more jaywalks than anybody makes in a round


def bags(options: Options) -> dict[str, str]:
    """The bags of a table before the deal; returned tiles have one of their own where they lie open."""
    return {"pool": "", "removed": ""} | ({"face_up": ""} if options.face_up else {})


def told_to_all(options: Options, facts: Mapping[str, Json]) -> dict[str, Json]:
    """What of a jaywalk everybody may know: what lies or lay open, and where hands grow by it, how many tiles went."""
    public = ("forfeit", "returned", "taken") if options.face_up else ("forfeit",)
    grows = not options.face_up and options.jaywalk_draw > 1
    told = {name: facts[name] for name in public if name in facts}
    return told | ({"count": len(facts["returned"])} if grows else {})


# --- whether one may -------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Rights:
    """How often one may still jaywalk in this round, and how often the table agreed on; how many `tiles` may go at once and how
    many are drawn for each; up to how many can be replaced blindly from the pool as it is, 0 where there is only what lies
    open."""

    left: int
    times: int | str
    tiles: int
    draw: int
    blind: int


def times_left(state: State, seat: Seat) -> int:
    """How often a seat may still jaywalk in this round; each makes it fewer, without a limit too."""
    if not _is_one_who_may(state, seat):
        return 0
    last, made = state.jaywalked_in.get(seat), state.jaywalked.count(seat)
    match state.options.jaywalk_times:
        case "once a game":
            return int(last is None)
        case "every second round":
            return int(last is None or last < state.round - 1)
        case "unlimited":
            return NO_LIMIT - made
        case times:
            assert isinstance(times, int)
            return max(0, times - made)


def _is_one_who_may(state: State, seat: Seat) -> bool:
    match state.options.jaywalk:
        case "not_caller":
            return seat != state.caller
        case "behind":
            return seat in state.behind
        case who:
            return who == "everyone"


def rights(state: State, seat: Seat) -> Rights:
    """What this seat could do by a jaywalk in this round, everything else that it needs aside."""
    options = state.options
    return Rights(
        left=times_left(state, seat),
        times=options.jaywalk_times,
        tiles=options.jaywalk_tiles,
        draw=options.jaywalk_draw,
        blind=sum(_why_no_draw(state, seat, tiles) is None for tiles in range(1, options.jaywalk_tiles + 1)),
    )


def check(state: State, seat: Seat) -> None:
    """Raise OrderRefused where this seat may return no tile at all now; that the game is being played was seen to before."""
    options = state.options
    if options.jaywalk == "nobody":
        raise OrderRefused(say("Nobody jaywalks at this table."))
    if not times_left(state, seat):
        raise OrderRefused(_not_this_round(state, seat))
    if face_down := state.face_down(seat):
        raise OrderRefused(tiles_face_down(face_down))
    if not state.face_up and (why := _why_no_draw(state, seat, 1)):
        raise OrderRefused(why)


def tiles_face_down(tiles: int) -> Message:
    """That so many tiles are to be looked at first."""
    if tiles == 1:
        return say("One of your tiles is still face down: look at it first.")
    return say("You have {n} tiles face down: look at them first.", n=tiles)


def _not_this_round(state: State, seat: Seat) -> Message:
    if not _is_one_who_may(state, seat):
        if state.options.jaywalk == "behind":
            return say("Only those may jaywalk whose submitted score was below the best when the round began.")
        return say("You called the last light. Yours again next round.")
    if state.options.jaywalk_times == "once a game":
        return say("You have jaywalked: at this table that is once a game.")
    if state.options.jaywalk_times == "every second round":
        again = state.jaywalked_in[seat] + 2
        return say("You jaywalked in round {round}. Yours again in round {again}.", round=again - 2, again=again)
    if state.options.jaywalk_times == 1:
        return say("You have jaywalked this round. Yours again next round.")
    return say(
        "You have jaywalked {times} times this round. Yours again next round.", times=state.jaywalked.count(seat)
    )


def _why_no_draw(state: State, seat: Seat, tiles: int) -> Message | None:
    takes, has = tiles * state.options.jaywalk_draw, len(state.bags["pool"])
    if has < takes:
        return _pool_too_small(takes, has, is_open=bool(state.face_up))
    holds = len(state.hands[seat]) + takes - tiles
    if takes > tiles and holds > MOST_TILES:
        return say("A hand has at most {most} tiles; yours would have {holds}.", most=MOST_TILES, holds=holds)
    return None


def _pool_too_small(takes: int, has: int, *, is_open: bool) -> Message:
    if is_open:
        return say(
            "That takes {takes} from the pool, which has {has}. Take a tile that lies open instead.",
            takes=takes,
            has=has,
        )
    if not has:
        return say("The pool is empty: there is no tile to draw.")
    return say("That takes {takes} tiles from the pool, which has {has}.", takes=takes, has=has)


# --- the order -------------------------------------------------------------------------------------------------------


def jaywalk(course: Course, seat: Seat, facts: Mapping[str, Any]) -> None:
    """Return tiles for others, seen at once: drawn from the pool before the returned go back, or taken of those that lie open.

    Where facts say how often the seat was `left` to jaywalk when this was chosen, it is done once, however often it is sent."""
    state = course.state
    if facts.get("left") not in (None, times_left(state, seat)):
        raise OrderRefused(say("You have jaywalked since this form was made: look at what you hold now, then choose."))
    returned, taken = "".join(facts["tiles"]), "".join(facts.get("taken", ()))
    _check_returned(state, seat, returned)
    if taken:
        _check_taken(state, returned, taken)
    elif why := _why_no_draw(state, seat, len(returned)):
        raise OrderRefused(why)
    drawn = "" if taken else _draw(course, len(returned) * state.options.jaywalk_draw)
    _put_back(course, returned, taken)
    course.change(jaywalked=(*state.jaywalked, seat))
    course.put("jaywalked_in", seat, state.round)
    exchange(course, seat, given=returned, taken=taken or drawn)
    told: dict[str, Json] = {"returned": list(returned), "draws": list(drawn)}
    told |= {"taken": list(taken)} if taken else {}
    course.happened("jaywalk", seat, **told, **calls_for(state.options.jaywalk_forfeit))
    if course.state.pool_is_short and not state.pool_is_short:
        _lapse_all(course, seat)
    else:
        lapse(course, seat)


def _check_returned(state: State, seat: Seat, returned: str) -> None:
    most, held = state.options.jaywalk_tiles, state.held(seat)
    if not 1 <= len(returned) <= most:
        raise OrderRefused(
            say("A jaywalk gives back one tile: JAYWALK Q.")
            if most == 1
            else say("A jaywalk gives back one tile or two: JAYWALK Q, or JAYWALK Q X.")
        )
    missing = Counter(returned) - Counter(held)
    for tile in missing:
        raise OrderRefused(
            say("You hold one {tile} only.", tile=tile) if tile in held else say("You do not hold {tile}.", tile=tile)
        )


def _check_taken(state: State, returned: str, taken: str) -> None:
    if not state.options.face_up:
        raise OrderRefused(say("Returned tiles do not lie open in this game: JAYWALK Q draws one from the pool."))
    if len(taken) != len(returned):
        raise OrderRefused(say("As many open tiles are taken as are given back: JAYWALK Q FOR E."))
    if not state.face_up:
        raise OrderRefused(say("No tile lies open yet: JAYWALK Q draws one from the pool."))
    if missing := Counter(taken) - Counter(state.face_up):
        raise OrderRefused(
            say(
                "Not open: {missing}. These lie open: {tiles}.",
                missing=tuple(missing.elements()),
                tiles=tuple(in_order(state.face_up)),
            )
        )


def _draw(course: Course, tiles: int) -> str:
    """From the right end of the pool; the stream is used up for the returned ones only."""
    pool = course.state.bags["pool"]
    course.put("bags", "pool", pool[: len(pool) - tiles])
    return pool[len(pool) - tiles :][::-1]


def _put_back(course: Course, returned: str, taken: str) -> None:
    """The returned tiles lie open behind the others, what is taken of those gone; or into the pool, in the order named."""
    if course.state.options.face_up:
        course.put("bags", "face_up", without(course.state.face_up, taken) + returned)
        return
    pool = course.state.bags["pool"]
    for tile in returned:
        index = course.chance.below(len(pool) + 1)
        pool = pool[:index] + tile + pool[index:]
    course.put("bags", "pool", pool)


def _lapse_all(course: Course, seat: Seat) -> None:
    """The next light is red now: whoever asked for a green one, in the order in which they did, is to ask anew."""
    for request in course.state.requests:
        withdraw(course, request.seat)
        course.happened("lapse", request.seat, **({} if request.seat == seat else {"short_by": seat}))
