"""Who may jaywalk, how often, and what for."""

from dataclasses import dataclass

from games.rules.crossing.lights import check_before_red, tiles_face_down
from games.rules.crossing.state import State
from games.rules.grid import MOST_TILES
from games.rules.kind import OrderRefused, Seat
from games.rules.messages import Message, say
from games.rules.words import WordList

NO_LIMIT = 1_000_000  # more jaywalks than anybody makes in a round


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
        blind=sum(why_no_draw(state, seat, tiles) is None for tiles in range(1, options.jaywalk_tiles + 1)),
    )


def check(state: State, seat: Seat, words: WordList) -> None:
    """Raise OrderRefused where this seat may return no tile at all now."""
    check_before_red(state)
    if state.options.jaywalk == "nobody":
        raise OrderRefused(say("Nobody jaywalks at this table."))
    if not times_left(state, seat):
        raise OrderRefused(_not_this_round(state, seat))
    if face_down := state.face_down(seat):
        raise OrderRefused(tiles_face_down(face_down))
    if not state.face_up and (why := why_no_draw(state, seat, 1)):
        raise OrderRefused(why)


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


def why_no_draw(state: State, seat: Seat, tiles: int) -> Message | None:
    """Why so many tiles cannot go for others from the pool; None where they can."""
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
