"""Jaywalking: some tiles of a hand for others, out of turn. Who may and how often, what it draws or takes, what lies open, how
it is written, and what buttons, mails and the history say of it.
"""

import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from games.rules.crossing.course import Course, calls_for, exchange, lapse, withdraw
from games.rules.crossing.options import Options
from games.rules.crossing.state import State
from games.rules.grid import MOST_TILES
from games.rules.kind import Json, Order, OrderRefused, Seat, Unreadable
from games.rules.lines import Line, Phrase
from games.rules.messages import Message, Player, say
from games.rules.reading import Verb, as_written
from games.rules.showing import Asking, Field, Offer
from games.rules.tiles import VALUES, in_order, without

# --- the tiles that lie open ------------------------------------------------------------------------------------------


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


# --- whether one may --------------------------------------------------------------------------------------------------


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


# --- the order --------------------------------------------------------------------------------------------------------


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


# --- as it is written -------------------------------------------------------------------------------------------------

OPEN = "EA"  # what lies open in an example
_TILES = r"[A-Z?]{1,2}|[A-Z?](?:[\s,]+[A-Z?])+"
_JAYWALK = re.compile(rf"(?P<tiles>{_TILES})(?:\s+FOR(?:\s+(?P<taken>{_TILES}))?)?")
_BETWEEN = re.compile(r"[\s,]")


def reader(*, most: int, face_up: bool) -> Verb:
    """The verb at a table where at most so many tiles go at once, and returned ones lie open or not."""

    def read(line: Line, phrase: Phrase) -> Order | None:
        written = phrase.argument.upper()
        if written in ("", "FOR"):
            raise Unreadable(line=line.raw, why=say("JAYWALK needs the letter to give back."), correct="JAYWALK Q")
        found = _JAYWALK.fullmatch(written)
        if not (phrase.argument.isascii() and found):  # ß and ı are no letters, but become some
            return None
        tiles, taken = (_BETWEEN.sub("", found[name] or "") for name in ("tiles", "taken"))
        if len(tiles) > most:
            raise Unreadable(line=line.raw, why=_at_most(most), correct=f"JAYWALK {' '.join(tiles[:most])}")
        plain = f"JAYWALK {' '.join(tiles)}"
        has_for = len(written) > found.end("tiles")
        if has_for and not face_up:
            why = say("In this game returned tiles go back into the pool, unseen: none can be chosen.")
            raise Unreadable(line=line.raw, why=why, correct=plain)
        if has_for and len(taken) != len(tiles):
            why = say("After FOR stand the open tiles to take, as many as are given back.")
            raise Unreadable(line=line.raw, why=why, correct=f"{plain} FOR {' '.join(OPEN[: len(tiles)])}")
        return Order("JAYWALK", {"tiles": tuple(tiles)} | ({"taken": tuple(taken)} if taken else {}))

    return read


def examples(*, most: int, face_up: bool) -> tuple[str, ...]:
    """One for each form that such a table knows."""
    plain = ("JAYWALK Q", "JAYWALK Q X")[:most]
    return plain + tuple(f"{one} FOR {' '.join(OPEN[:n])}" for n, one in enumerate(plain, start=1) if face_up)


def write(order: Order) -> str:
    """The order as one writes it, so that it reads as the same."""
    if order.verb != "JAYWALK" or "taken" not in order.facts:
        return as_written(order)
    tiles, taken = (" ".join(order.facts[name]) for name in ("tiles", "taken"))
    return f"JAYWALK {tiles} FOR {taken}"


def _at_most(most: int) -> Message:
    if most == 1:
        return say("A jaywalk gives back one letter in this game.")
    return say("A jaywalk gives back one letter or two in this game.")


# --- as it is offered -------------------------------------------------------------------------------------------------


def why_none_left(options: Options) -> Message:
    """Below the button of who may not jaywalk in this round, or no more."""
    if options.jaywalk == "behind":
        return say("for those behind")
    match options.jaywalk_times:
        case "once a game":
            return say("once a game")
        case "every second round":
            return say("every second round")
    return say("next round")


def brief(rights: Rights) -> Message:
    """What it comes to, below the button."""
    if not rights.blind:
        return say("take an open tile")
    if rights.draw > 1:
        return say("two for one") if rights.tiles == 1 else say("two for each tile")
    return say("swap one tile") if rights.tiles == 1 else say("swap one tile or two")


def offer(state: State, seat: Seat, refusal: Message | None, *, brief: Message | None, spare: str) -> Offer:
    """The order with its form, and what is asked before it; `spare` is a tile that stands for any in an example."""
    may = rights(state, seat)
    return Offer(
        "JAYWALK",
        say("Jaywalk"),
        refusal=refusal,
        brief=brief,
        does=does(may, tile=spare, face_up=state.face_up),
        fields=_fields(state, seat, may) if refusal is None else (),
        asks=Asking(_says(state, may), _question(may), say("Swap it")),
        left=may.left,
        example=f"JAYWALK {spare}",
    )


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


def _help(may: Rights) -> Message:
    if may.tiles > 1:
        if may.blind:
            return say("As many as you give back. Choose none, and the pool gives what comes.")
        return say("As many as you give back: the pool is too small.")
    if not may.blind:
        return say("The pool is too small: take a tile that lies open.")
    if may.draw == 1:
        return say("Choose none, and a tile is drawn from the pool, unseen.")
    return say("Choose none, and two tiles are drawn from the pool, unseen.")


def _letters(held: str, *, one_only: bool) -> tuple[tuple[str, Message], ...]:
    return tuple((tile, say("{tile}", tile=tile)) for tile in in_order(set(held) if one_only else held))


def _question(may: Rights) -> Message:
    if may.draw > 1 and may.blind:
        return say("Swap one tile for two?") if may.tiles == 1 else say("Swap one tile or two, each for two?")
    return say("Swap one tile for another?") if may.tiles == 1 else say("Swap one tile or two?")


def _says(state: State, may: Rights) -> tuple[Message, ...]:
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


def _how_often(may: Rights) -> Message:
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


def does(rights: Rights, *, tile: str, face_up: str) -> Message:
    """What a mail says of it; `tile` is one of the reader's own, `face_up` lies open."""
    clause = _clause(rights, tile, in_order(face_up)[:1])
    if rights.tiles > 1:
        clause = say("{clause} (or two: two letters)", clause=clause)
    match rights.times:
        case 1:
            return say("{clause}, once a round", clause=clause)
        case "every second round":
            return say("{clause}, once in two rounds", clause=clause)
        case "once a game":
            return say("{clause}, once a game", clause=clause)
        case "unlimited":
            return say("{clause}, as often as you like", clause=clause)
    if rights.left == 1:
        return say("{clause}, once more in this round", clause=clause)
    return say("{clause}, up to {left} times more in this round", clause=clause, left=rights.left)


def _clause(rights: Rights, tile: str, lies_open: str) -> Message:
    if lies_open and not rights.blind:
        return say(
            "`JAYWALK {tile} FOR {open}` gives back your {tile} for a tile that lies open", tile=tile, open=lies_open
        )
    if lies_open and rights.draw > 1:
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
    if rights.draw > 1:
        return say("`JAYWALK {tile}` gives back your {tile} for two tiles", tile=tile)
    return say("`JAYWALK {tile}` gives back your {tile} for another tile", tile=tile)


# --- in words ---------------------------------------------------------------------------------------------------------


def word(facts: Mapping[str, Any], reader: Seat | None) -> Message:
    """The sentence for a `jaywalk` as `tell` gave it."""
    return _mine(facts) if facts["seat"] == reader else _of_another(facts)


def _mine(facts: Mapping[str, Any]) -> Message:
    if "returned" not in facts:
        return say("You jaywalked.")
    returned, drawn = tuple(facts["returned"]), tuple(facts.get("draws", ()))
    if facts.get("taken"):
        return say(
            "You jaywalked: {returned} for {taken}, which lay open.", returned=returned, taken=tuple(facts["taken"])
        )
    if not drawn:  # a predecessor's, of whose tiles only the open ones are known
        return say("You jaywalked, and laid open: {returned}.", returned=returned)
    return say("You jaywalked: {returned} went back, {drawn} came.", returned=returned, drawn=drawn)


def _of_another(facts: Mapping[str, Any]) -> Message:
    who = Player(facts["seat"])
    returned, drawn = tuple(facts.get("returned", ())), tuple(facts.get("draws", ()))
    if facts.get("taken"):
        taken = tuple(facts["taken"])
        return say(
            "{player} jaywalked: {returned} for {taken}, which lay open.", player=who, returned=returned, taken=taken
        )
    if drawn:
        return say(
            "{player} jaywalked: {returned} went back, {drawn} came.", player=who, returned=returned, drawn=drawn
        )
    if returned:
        return say("{player} jaywalked, and laid open: {returned}.", player=who, returned=returned)
    match facts.get("count"):
        case 1:
            return say("{player} jaywalked: one tile for two.", player=who)
        case 2:
            return say("{player} jaywalked: two tiles for four.", player=who)
    return say("{player} jaywalked.", player=who)


def word_lapsed_as_short(facts: Mapping[str, Any], reader: Seat | None) -> Message:
    """By a jaywalk of another's that took more tiles than it gave back."""
    by = Player(facts["short_by"])
    if facts["seat"] == reader:
        return say("Your request lapsed: since {by}’s jaywalk the pool is short, and the next light is red.", by=by)
    return say(
        "{player}’s request lapsed: the pool is short now, and the next light is red.", player=Player(facts["seat"])
    )
