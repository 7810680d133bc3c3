"""Who may jaywalk, how often and what for; and the button, the form and the sentence in a mail that offer it."""

from collections import Counter
from dataclasses import dataclass

from games.rules.crossing.lights import check_before_red, held_up, tiles_face_down
from games.rules.crossing.options import Options
from games.rules.crossing.state import State
from games.rules.grid import MOST_TILES, tiles_used
from games.rules.kind import OrderRefused, Seat
from games.rules.messages import Text, say
from games.rules.showing import Asking, Field, Offer
from games.rules.tiles import VALUES, in_order
from games.rules.words import WordList

# --- who may ----------------------------------------------------------------------------------------------------------

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


def _not_this_round(state: State, seat: Seat) -> Text:
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


def why_no_draw(state: State, seat: Seat, tiles: int) -> Text | None:
    """Why so many tiles cannot go for others from the pool; None where they can."""
    takes, has = tiles * state.options.jaywalk_draw, len(state.bags["pool"])
    if has < takes:
        return _pool_too_small(takes, has, is_open=bool(state.face_up))
    holds = len(state.hands[seat]) + takes - tiles
    if takes > tiles and holds > MOST_TILES:
        return say("A hand has at most {most} tiles; yours would have {holds}.", most=MOST_TILES, holds=holds)
    return None


def _pool_too_small(takes: int, has: int, *, is_open: bool) -> Text:
    if is_open:
        return say(
            "That takes {takes} from the pool, which has {has}. Take a tile that lies open instead.",
            takes=takes,
            has=has,
        )
    if not has:
        return say("The pool is empty: there is no tile to draw.")
    return say("That takes {takes} tiles from the pool, which has {has}.", takes=takes, has=has)


# --- as it is offered -------------------------------------------------------------------------------------------------


def offer(state: State, seat: Seat, refusal: Text | None) -> Offer | None:
    """The order with its form, and what is asked before it."""
    if state.phase != "playing" or state.options.jaywalk == "nobody":
        return None
    may, tile = rights(state, seat), _spare(state, seat)
    return Offer(
        "JAYWALK",
        say("Jaywalk"),
        refusal=refusal,
        brief=_comes_to(may) if refusal is None else _why_not(state, seat, may),
        does=_does(may, tile=tile, face_up=state.face_up),
        fields=_fields(state, seat, may) if refusal is None else (),
        asks=Asking(_says(state, may), _question(may), say("Swap it")),
        left=may.left,
        example=f"JAYWALK {tile}",
    )


def _spare(state: State, seat: Seat) -> str:
    """A tile that stands for any in an example: one that is not laid, if there is any."""
    hand = in_order(state.held(seat))
    left = in_order((Counter(hand) - Counter(tiles_used(state.known_layout(seat)))).elements())
    return (left or hand)[-1:]


def _why_not(state: State, seat: Seat, may: Rights) -> Text:
    """Below the button that is refused."""
    if not may.left and not state.clocks.pause:
        return _none_left(state.options)
    if reason := held_up(state, seat):
        return reason
    return say("the pool is too small") if state.bags["pool"] else say("the pool is empty")


def _none_left(options: Options) -> Text:
    """Who may not jaywalk in this round, or no more."""
    if options.jaywalk == "behind":
        return say("for those behind")
    match options.jaywalk_times:
        case "once a game":
            return say("once a game")
        case "every second round":
            return say("every second round")
    return say("next round")


def _comes_to(may: Rights) -> Text:
    """What it comes to, below the button."""
    if not may.blind:
        return say("take an open tile")
    if may.draw > 1:
        return say("two for one") if may.tiles == 1 else say("two for each tile")
    return say("swap one tile") if may.tiles == 1 else say("swap one tile or two")


def _fields(state: State, seat: Seat, may: Rights) -> tuple[Field, ...]:
    """What goes back, and what comes for it where tiles lie open: each letter once where one is all that one needs."""
    one_only = may.tiles == 1
    goes = Field(
        say("The tile to give back") if one_only else say("One tile or two to give back"),
        "tiles",
        _letters(state.held(seat), one_only=one_only),
        least=1,
        most=may.tiles,
        values=VALUES,
    )
    if not state.face_up:
        return (goes,)
    comes = Field(
        say("An open tile to take") if one_only else say("Open tiles to take"),
        "tiles",
        _letters(state.face_up, one_only=one_only),
        least=0 if may.blind else 1,
        most=may.tiles,
        help=_help(may),
        is_optional=bool(may.blind),
        after="FOR",
        values=VALUES,
    )
    return goes, comes


def _help(may: Rights) -> Text:
    if may.tiles > 1:
        if may.blind:
            return say("As many as you give back. Choose none, and the pool gives what comes.")
        return say("As many as you give back: the pool is too small.")
    if not may.blind:
        return say("The pool is too small: take a tile that lies open.")
    if may.draw == 1:
        return say("Choose none, and a tile is drawn from the pool, unseen.")
    return say("Choose none, and two tiles are drawn from the pool, unseen.")


def _letters(held: str, *, one_only: bool) -> tuple[tuple[str, Text], ...]:
    return tuple((tile, say("{tile}", tile=tile)) for tile in in_order(set(held) if one_only else held))


def _question(may: Rights) -> Text:
    if may.draw > 1 and may.blind:
        return say("Swap one tile for two?") if may.tiles == 1 else say("Swap one tile or two, each for two?")
    return say("Swap one tile for another?") if may.tiles == 1 else say("Swap one tile or two?")


def _says(state: State, may: Rights) -> tuple[Text, ...]:
    """What it costs and changes."""
    said = [
        say(
            "This cannot be taken back. {how_often} If a tile lies in your submitted layout it is lifted from it, and a "
            "request of yours lapses.",
            how_often=_how_often(may),
        )
    ]
    if may.draw > 1:
        said.append(say("For each tile that goes back two come from the pool: your hand grows, and all see that."))
    if state.options.face_up:
        said.append(say("What you give back lies open: all see it, and anybody may take it by a jaywalk."))
    if state.options.jaywalk_forfeit:
        said.append(say("Forfeit: “{line}”", line=state.options.jaywalk_forfeit))
    return tuple(said)


def _how_often(may: Rights) -> Text:
    match may.times:
        case 1:
            return say("One jaywalk a round.")
        case "every second round":
            return say("One jaywalk in two rounds.")
        case "once a game":
            return say("One jaywalk a game.")
        case "unlimited":
            return say("You may jaywalk as often as you like.")
        case _ if may.left == 1:
            return say("You may jaywalk once more in this round.")
    return say("You may jaywalk {n} times more in this round.", n=may.left)


def _does(may: Rights, *, tile: str, face_up: str) -> Text:
    """What a mail says of it; `tile` is one of the reader's own, `face_up` lies open."""
    clause = _clause(may, tile, in_order(face_up)[:1])
    if may.tiles > 1:
        clause = say("{clause} (or two: two letters)", clause=clause)
    match may.times:
        case 1:
            return say("{clause}, once a round", clause=clause)
        case "every second round":
            return say("{clause}, once in two rounds", clause=clause)
        case "once a game":
            return say("{clause}, once a game", clause=clause)
        case "unlimited":
            return say("{clause}, as often as you like", clause=clause)
    if may.left == 1:
        return say("{clause}, once more in this round", clause=clause)
    return say("{clause}, up to {left} times more in this round", clause=clause, left=may.left)


def _clause(may: Rights, tile: str, lies_open: str) -> Text:
    if lies_open and not may.blind:
        return say(
            "`JAYWALK {tile} FOR {open}` gives back your {tile} for a tile that lies open", tile=tile, open=lies_open
        )
    if lies_open and may.draw > 1:
        return say(
            "`JAYWALK {tile}` gives back your {tile} for two tiles, `JAYWALK {tile} FOR {open}` for one that lies open",
            tile=tile,
            open=lies_open,
        )
    if lies_open:
        return say(
            "`JAYWALK {tile}` gives back your {tile} for another tile, `JAYWALK {tile} FOR {open}` for one that lies open",
            tile=tile,
            open=lies_open,
        )
    if may.draw > 1:
        return say("`JAYWALK {tile}` gives back your {tile} for two tiles", tile=tile)
    return say("`JAYWALK {tile}` gives back your {tile} for another tile", tile=tile)
