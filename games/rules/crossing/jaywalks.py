"""Jaywalks: exchanging tiles at any time in a round. Who may jaywalk, the draw, open tiles, the JAYWALK command, its
form and wording."""

import re
from collections import Counter
from functools import lru_cache
from typing import NoReturn

from games.rules.alphabets.alphabet import Alphabet
from games.rules.alphabets.known import ENGLISH, alphabet_of
from games.rules.crossing.lights import check_before_red, held_up, tiles_face_down
from games.rules.crossing.options import Options
from games.rules.crossing.state import State
from games.rules.crossing.transition import Lapsed, Transition, exchange, lapse, with_forfeit, withdraw
from games.rules.crossing.visibility import sees_tiles_of
from games.rules.facts import Facts, kept_back
from games.rules.grid import MOST_TILES
from games.rules.layouts import beside
from games.rules.lines import Line, Phrase, without_strange_marks
from games.rules.notation import one_or_two
from games.rules.panels import Asking, Field, Offer
from games.rules.reading import Reads
from games.rules.table.verbs import AnyHappening, AnyVerb, Happening, Told, Verb, an_order
from games.rules.texts import Text, Value, say, template
from games.rules.tiles import without
from games.rules.values import Order, OrderRefused, Seat, Unreadable
from games.rules.words import WordList


class JaywalkBlindly(Facts):
    """A jaywalk for tiles from the pool.

    `left` is the number of jaywalks that the seat had left when the form was shown. It prevents a form sent twice
    from being carried out twice."""

    verb = "JAYWALK"
    tiles: tuple[str, ...]
    left: int | None = kept_back(None)


class Jaywalk(JaywalkBlindly):
    """A jaywalk in a game with open tiles; `taken` are the open tiles to take instead of drawing."""

    taken: tuple[str, ...] | None = None


class Jaywalked(Facts):
    """A jaywalk that was carried out.

    A reader who may not know the tiles is given only their `count`, and only if jaywalks make hands grow."""

    verb = "jaywalk"
    returned: tuple[str, ...] | None = None
    draws: tuple[str, ...] | None = None
    taken: tuple[str, ...] = ()
    forfeit: str = ""
    count: int | None = None


# --- permission -------------------------------------------------------------------------------------------------------

NO_LIMIT = 1_000_000  # more jaywalks than anybody can make in a round


def times_left(state: State, seat: Seat) -> int:
    """Return how many jaywalks a seat has left in this round. With no limit it is a large number that falls with
    each."""
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


def _check(state: State, seat: Seat, words: WordList) -> None:
    """Raise OrderRefused if this seat can't return any tile now."""
    check_before_red(state)
    if state.options.jaywalk == "nobody":
        raise OrderRefused("There are no jaywalks in this game.")
    if not times_left(state, seat):
        _refuse_in_this_round(state, seat)
    if face_down := state.face_down(seat):
        raise OrderRefused(tiles_face_down(face_down))
    if not state.face_up:
        _check_draw(state, seat, 1)


def _refuse_in_this_round(state: State, seat: Seat) -> NoReturn:
    """Raise OrderRefused with the reason why this seat can't jaywalk, or not again, in this round."""
    brief = say("next round")
    if not _is_one_who_may(state, seat):
        if state.options.jaywalk == "behind":
            raise OrderRefused(
                "You can only jaywalk if your submitted score was below the best when the round began.",
                brief=say("only if you’re behind"),
            )
        raise OrderRefused("You called the last light. You can jaywalk again next round.", brief=brief)
    match state.options.jaywalk_times:
        case "once a game":
            why, brief = say("You have already jaywalked. In this game you can only do it once."), say("once a game")
        case "every second round":
            again = state.jaywalked_in[seat] + 2
            why = say(
                "You jaywalked in round {round}. You can jaywalk again in round {again}.", round=again - 2, again=again
            )
            brief = say("not two rounds in a row")
        case 1:
            why = say("You have already jaywalked this round. You can jaywalk again next round.")
        case _:
            times = state.jaywalked.count(seat)
            why = say(
                "You have already jaywalked {times} times this round. You can jaywalk again next round.", times=times
            )
    raise OrderRefused(why, brief=brief)


def may_draw(state: State, seat: Seat) -> bool:
    """Return True if the pool is large enough for a jaywalk of one tile."""
    try:
        _check_draw(state, seat, 1)
    except OrderRefused:
        return False
    return True


def _check_draw(state: State, seat: Seat, tiles: int) -> None:
    """Raise OrderRefused if the pool is too small for a jaywalk of this many tiles, or the hand would be too large."""
    takes, has = tiles * state.options.jaywalk_draw, len(state.bags["pool"])
    holds = len(state.hands[seat]) + takes - tiles
    if has < takes:
        if state.face_up:
            why = say(
                "That needs {takes} from the pool, which has {has}. Take an open tile instead.",
                takes=takes,
                has=has,
            )
        elif has:
            why = say("That needs {takes} tiles from the pool, which has {has}.", takes=takes, has=has)
        else:
            why = say("The pool is empty. There is no tile to draw.")
        raise OrderRefused(why, brief=say("the pool is too small") if has else say("the pool is empty"))
    if takes > tiles and holds > MOST_TILES:
        raise OrderRefused(
            "A hand can hold at most {most} tiles. Yours would have {holds}.",
            most=MOST_TILES,
            holds=holds,
            brief=say("the pool is too small"),
        )


# --- the command ------------------------------------------------------------------------------------------------------


def _jaywalk(transition: Transition, seat: Seat, facts: Jaywalk) -> None:
    """Exchange tiles for drawn or open ones. The new tiles are seen at once.

    Tiles are drawn before the returned ones go back into the pool."""
    state = transition.state
    if facts.left not in (None, times_left(state, seat)):
        raise OrderRefused(
            "You have jaywalked since this page was loaded. Check which tiles you hold now, then choose again."
        )
    returned, taken = "".join(facts.tiles), "".join(facts.taken or ())
    _check_returned(state, seat, returned)
    if taken:
        _check_taken(state, returned, taken)
    else:
        _check_draw(state, seat, len(returned))
    drawn = ""
    if not taken:  # drawn from the end of the pool; randomness is used only to put tiles back
        pool = state.bags["pool"]
        rest = len(pool) - len(returned) * state.options.jaywalk_draw
        transition.put("bags", "pool", pool[:rest])
        drawn = pool[rest:][::-1]
    _put_back(transition, returned, taken)
    transition.change(jaywalked=(*state.jaywalked, seat))
    transition.put("jaywalked_in", seat, state.round)
    exchange(transition, seat, given=returned, taken=taken or drawn)
    transition.happened(
        Jaywalked(tuple(returned), tuple(drawn), tuple(taken), forfeit=state.options.jaywalk_forfeit), seat
    )
    if transition.state.pool_is_short and not state.pool_is_short:
        for request in transition.state.requests:  # the next light is red now
            withdraw(transition, request.seat)
            transition.happened(Lapsed(None if request.seat == seat else seat), request.seat)
    else:
        lapse(transition, seat)


def _check_returned(state: State, seat: Seat, returned: str) -> None:
    most, held, dear = state.options.jaywalk_tiles, state.held(seat), state.alphabet.examples.dear
    if not 1 <= len(returned) <= most:
        raise OrderRefused(
            say("A jaywalk gives back one tile, for example JAYWALK {dear}.", dear=dear[0])
            if most == 1
            else say(
                "A jaywalk gives back one or two tiles, for example JAYWALK {dear} or JAYWALK {dear} {other}.",
                dear=dear[0],
                other=dear[1],
            )
        )
    missing = Counter(returned) - Counter(held)
    for tile in missing:
        raise OrderRefused(
            say("You only hold one {tile}.", tile=tile) if tile in held else say("You don’t hold {tile}.", tile=tile)
        )


def _check_taken(state: State, returned: str, taken: str) -> None:
    dear, cheap = state.alphabet.examples.dear[0], state.alphabet.examples.cheap[0]
    if not state.options.face_up:
        raise OrderRefused(
            "In this game, returned tiles go back into the pool unseen. JAYWALK {dear} draws one from it.", dear=dear
        )
    if len(taken) != len(returned):
        raise OrderRefused(
            "Take as many open tiles as you give back, for example JAYWALK {dear} FOR {cheap}.", dear=dear, cheap=cheap
        )
    if not state.face_up:
        raise OrderRefused("There are no open tiles yet. JAYWALK {dear} draws one from the pool.", dear=dear)
    if missing := Counter(taken) - Counter(state.face_up):
        raise OrderRefused(
            "Not among the open tiles: {missing}. Open tiles: {tiles}.",
            missing=tuple(state.alphabet.in_order(missing.elements())),
            tiles=tuple(state.alphabet.in_order(state.face_up)),
        )


def _put_back(transition: Transition, returned: str, taken: str) -> None:
    """Put the returned tiles after the open ones and remove those taken, or put each back into the pool at a random
    place."""
    if transition.state.options.face_up:
        transition.put("bags", "face_up", without(transition.state.face_up, taken) + returned)
        return
    pool = transition.state.bags["pool"]
    for tile in returned:
        index = transition.chance.below(len(pool) + 1)
        pool = pool[:index] + tile + pool[index:]
    transition.put("bags", "pool", pool)


# --- reading the command ----------------------------------------------------------------------------------------------

_NO_TILES = re.compile(r"\b(?:FOR|MY|THE|TILE|LETTER)\b", re.IGNORECASE)
_BETWEEN = re.compile(r"[\s,]")
_AROUND = re.compile(r"(?:MY|THE)(?: (?:TILE|LETTER))? (.+)|[(\[\"'“‘«](.+?)[)\]\"'”’»]", re.IGNORECASE)
"""Words and marks allowed around a tile: JAYWALK my Q, JAYWALK (Q)."""


def _reader(alphabet: Alphabet, *, most: int, face_up: bool) -> Reads:
    """Return the reader of JAYWALK for a game with at most `most` tiles per jaywalk, and with open tiles if
    `face_up`."""
    tile = f"(?-i:[{re.escape(alphabet.readable)}?])"
    tiles_ = rf"{tile}{{1,2}}|{tile}(?:[\s,]+{tile})+"
    jaywalk = re.compile(rf"(?P<tiles>{tiles_})(?:\s+FOR(?:\s+(?P<taken>{tiles_}))?)?", re.IGNORECASE)
    dear, cheap = alphabet.examples.dear, alphabet.examples.cheap

    def read(line: Line, phrase: Phrase) -> Order | None:
        written = alphabet.inside(" ".join(phrase.argument.split()), any_case=True)
        if written.upper() in ("", "FOR"):
            raise Unreadable(
                "After JAYWALK, write the letter to give back.", line=line.raw, correct=f"JAYWALK {dear[0]}"
            )
        if (joined := alphabet.joined(written)) and most > 1:
            raise one_or_two(written, joined, line, phrase)
        found = jaywalk.fullmatch(joined or written)
        if found is None and (around := _AROUND.fullmatch(written)):
            written = around[1] or around[2].strip()
            found = jaywalk.fullmatch(written)
        strange = alphabet.unreadable(_NO_TILES.sub("", phrase.argument))
        meant = (without_strange_marks(text, alphabet) for text in (" ".join(phrase.argument.split()), written))
        if strange and any(map(jaywalk.fullmatch, meant)):
            raise Unreadable(
                "No tile has {letters}. Give back a letter from {tiles}, or ? for a blank.",
                line=line.raw,
                correct=f"JAYWALK {dear[0]}",
                letters=strange,
                tiles=alphabet.listed,
            )
        if found is None or strange:
            return None
        tiles, taken = (
            alphabet.read(_BETWEEN.sub("", found[name] or ""), any_case=True) for name in ("tiles", "taken")
        )
        if len(tiles) > most:
            why = (
                say("In this game, a jaywalk gives back one letter.")
                if most == 1
                else say("In this game, a jaywalk gives back one or two letters.")
            )
            raise Unreadable(why, line=line.raw, correct=f"JAYWALK {' '.join(tiles[:most])}")
        plain = f"JAYWALK {' '.join(tiles)}"
        has_for = len(found.string) > found.end("tiles")
        if has_for and not face_up:
            raise Unreadable(
                "In this game, returned tiles go back into the pool unseen, so you can’t choose one.",
                line=line.raw,
                correct=plain,
            )
        if has_for and len(taken) != len(tiles):
            raise Unreadable(
                "After FOR, write the open tiles to take: as many as you give back.",
                line=line.raw,
                correct=f"{plain} FOR {' '.join(cheap[: len(tiles)])}",
            )
        return Order("JAYWALK", {"tiles": tuple(tiles)} | ({"taken": tuple(taken)} if taken else {}))

    return read


def _write(order: Order) -> str:
    """Write the order as a command that reads back as the same order."""
    tiles, taken = (" ".join(order.facts.get(name, ())) for name in ("tiles", "taken"))
    return f"JAYWALK {tiles} FOR {taken}" if "taken" in order.facts else f"JAYWALK {tiles}"


# --- the offer --------------------------------------------------------------------------------------------------------


def _offer(state: State, seat: Seat, refusal: Text | None) -> Offer | None:
    """Return the button, its form and its confirmation."""
    if state.phase != "playing" or state.options.jaywalk == "nobody":
        return None
    hand = state.alphabet.in_order(state.held(seat))
    spare = beside(state.known_layout(seat), hand, state.alphabet)
    tile, has_draw = (spare or hand)[-1:], may_draw(state, seat)
    return Offer(
        "JAYWALK",
        say("Jaywalk"),
        refusal=refusal,
        brief=_consequences(state.options, has_draw=has_draw) if refusal is None else held_up(state, seat),
        does=_does(state, seat, tile, has_draw=has_draw),
        fields=_fields(state, seat, has_draw=has_draw) if refusal is None else (),
        asks=Asking(_costs(state, seat), _question(state.options, has_draw=has_draw), say("Swap tiles")),
        left=times_left(state, seat),
        example=f"JAYWALK {tile}",
    )


def _consequences(options: Options, *, has_draw: bool) -> Text:
    """Return the gain in a few words, shown below the button."""
    if not has_draw:
        return say("take an open tile")
    if options.jaywalk_draw > 1:
        return say("two for one") if options.jaywalk_tiles == 1 else say("two for each tile")
    return say("swap one tile") if options.jaywalk_tiles == 1 else say("swap one or two tiles")


def _fields(state: State, seat: Seat, *, has_draw: bool) -> tuple[Field, ...]:
    """Return the fields for the tiles to give back and, if there are open tiles, those to take.

    With one tile per jaywalk, each letter is listed once."""
    most = state.options.jaywalk_tiles

    def tiles(held: str) -> tuple[tuple[str, Text], ...]:
        return tuple(map(_choice_of, state.alphabet.in_order(set(held) if most == 1 else held)))

    goes = Field(
        say("Tile to give back") if most == 1 else say("One or two tiles to give back"),
        "tiles",
        tiles(state.held(seat)),
        least=1,
        most=most,
        values=state.alphabet.values,
    )
    if not state.face_up:
        return (goes,)
    if most > 1:
        help_text = (
            say("Choose as many as you give back, or none to draw random tiles from the pool.")
            if has_draw
            else say("Choose as many as you give back. The pool is too small to draw from.")
        )
    elif not has_draw:
        help_text = say("The pool is too small. Take an open tile.")
    elif state.options.jaywalk_draw == 1:
        help_text = say("Choose none to draw a random tile from the pool.")
    else:
        help_text = say("Choose none to draw two random tiles from the pool.")
    comes = Field(
        say("Open tile to take") if most == 1 else say("Open tiles to take"),
        "tiles",
        tiles(state.face_up),
        least=0 if has_draw else 1,
        most=most,
        help=help_text,
        is_optional=has_draw,
        after="FOR",
        values=state.alphabet.values,
    )
    return goes, comes


@lru_cache(maxsize=1000)
def _choice_of(tile: str) -> tuple[str, Text]:
    return tile, say("{tile}", tile=tile)


def _question(options: Options, *, has_draw: bool) -> Text:
    if options.jaywalk_draw > 1 and has_draw:
        return (
            say("Swap one tile for two?") if options.jaywalk_tiles == 1 else say("Swap one or two tiles, each for two?")
        )
    return say("Swap one tile for another?") if options.jaywalk_tiles == 1 else say("Swap one or two tiles?")


def _costs(state: State, seat: Seat) -> tuple[Text, ...]:
    """Return the consequences, shown before the player confirms."""
    match state.options.jaywalk_times:
        case 1:
            how_often = say("You can jaywalk once a round.")
        case "every second round":
            how_often = say("You can’t jaywalk two rounds in a row.")
        case "once a game":
            how_often = say("You can jaywalk once a game.")
        case "unlimited":
            how_often = say("You can jaywalk as often as you like.")
        case _ if times_left(state, seat) == 1:
            how_often = say("You can jaywalk once more this round.")
        case _:
            how_often = say("You can jaywalk {n} more times this round.", n=times_left(state, seat))
    said = [
        say(
            "This can’t be undone. {how_often} A tile that you give back is removed from your submitted layout, "
            "and any request you made for a light lapses.",
            how_often=how_often,
        )
    ]
    if state.options.jaywalk_draw > 1:
        said.append(
            say("You draw two tiles from the pool for each tile you give back. Everyone sees that your hand grows.")
        )
    if state.options.face_up:
        said.append(
            say("Tiles that you give back stay open. Everyone sees them, and anyone can take them with a jaywalk.")
        )
    if state.options.jaywalk_forfeit:
        said.append(say("Forfeit: “{line}”", line=state.options.jaywalk_forfeit))
    return tuple(said)


def _does(state: State, seat: Seat, tile: str, *, has_draw: bool) -> Text:
    """Return the explanation in an email; `tile` is one of the reader's own tiles, used as the example."""
    clause = _clause(
        tile, state.alphabet.in_order(state.face_up)[:1], draws=state.options.jaywalk_draw, has_draw=has_draw
    )
    if state.options.jaywalk_tiles > 1:
        clause = say("{clause} (two letters for two tiles)", clause=clause)
    match state.options.jaywalk_times:
        case 1:
            return say("{clause}, once a round", clause=clause)
        case "every second round":
            return say("{clause}, once a round but not two rounds in a row", clause=clause)
        case "once a game":
            return say("{clause}, once a game", clause=clause)
        case "unlimited":
            return say("{clause}, as often as you like", clause=clause)
    left = times_left(state, seat)
    if left == 1:
        return say("{clause}, once more this round", clause=clause)
    return say("{clause}, up to {left} more times this round", clause=clause, left=left)


def _clause(tile: str, lies_open: str, *, draws: int, has_draw: bool) -> Text:
    """Return a clause on the exchange: a tile for an open one, or for one or two from the pool."""
    tiles: dict[str, Value] = {"tile": tile, "open": lies_open}
    if lies_open and not has_draw:
        return say("`JAYWALK {tile} FOR {open}` exchanges your {tile} for an open tile", **tiles)
    if lies_open and draws > 1:
        return say(
            "`JAYWALK {tile}` exchanges your {tile} for two tiles, `JAYWALK {tile} FOR {open}` for an open tile",
            **tiles,
        )
    if lies_open:
        return say(
            "`JAYWALK {tile}` exchanges your {tile} for another tile, `JAYWALK {tile} FOR {open}` for an open tile",
            **tiles,
        )
    if draws > 1:
        return say("`JAYWALK {tile}` exchanges your {tile} for two tiles", tile=tile)
    return say("`JAYWALK {tile}` exchanges your {tile} for another tile", tile=tile)


# --- wording in the history -------------------------------------------------------------------------------------------


def _hides(state: State, facts: Jaywalked, seat: Seat | None, reader: Seat | None) -> Jaywalked:
    """Hide tiles from readers who may not see this seat's tiles.

    A substitute or successor doesn't see a predecessor's jaywalks until they have looked at the tiles."""
    is_of_a_predecessor = reader is not None and seat == reader and not state.seen_round[reader]
    if seat is None or (sees_tiles_of(state, reader, seat) and not is_of_a_predecessor):
        return facts
    if state.options.face_up:
        return Jaywalked(facts.returned, taken=facts.taken, forfeit=facts.forfeit)
    grows = state.options.jaywalk_draw > 1
    return Jaywalked(count=len(facts.returned or ()) if grows else None, forfeit=facts.forfeit)


def _says(told: Told[Jaywalked]) -> Text:
    return with_forfeit(_mine(told.facts) if told.is_mine else _of_another(told), told.facts.forfeit)


def _mine(facts: Jaywalked) -> Text:
    if facts.returned is None:
        return say("You jaywalked.")
    if facts.taken:
        return say("You jaywalked: {returned} for {taken} from the open tiles.", **_tiles(facts))
    if not facts.draws:  # a predecessor's jaywalk, known only by its open tiles
        return say("You jaywalked and gave back {returned}, face up.", **_tiles(facts))
    return say("You jaywalked, gave back {returned} and drew {drawn}.", **_tiles(facts))


def _of_another(told: Told[Jaywalked]) -> Text:
    facts = told.facts
    if facts.taken:
        return say("{player} jaywalked: {returned} for {taken} from the open tiles.", **told.who, **_tiles(facts))
    if facts.draws:
        return say("{player} jaywalked, gave back {returned} and drew {drawn}.", **told.who, **_tiles(facts))
    if facts.returned:
        return say("{player} jaywalked and gave back {returned}, face up.", **told.who, **_tiles(facts))
    match facts.count:
        case 1:
            return say("{player} jaywalked: one tile for two.", **told.who)
        case 2:
            return say("{player} jaywalked: two tiles for four.", **told.who)
    return say("{player} jaywalked.", **told.who)


def _tiles(facts: Jaywalked) -> dict[str, Value]:
    return {"returned": facts.returned or (), "taken": facts.taken, "drawn": facts.draws or ()}


def swapped(facts: Jaywalked) -> Text:
    """Return a sentence on the tiles exchanged, for the player who has just jaywalked."""
    came = (*facts.taken, *(facts.draws or ()))
    if len(came) == 1:
        return say("You swapped {returned} for {drawn}. It is in your rack.", returned=facts.returned or (), drawn=came)
    return say("You swapped {returned} for {drawn}. They are in your rack.", returned=facts.returned or (), drawn=came)


# --- rows -------------------------------------------------------------------------------------------------------------


def _verb(alphabet: Alphabet, *, most: int, face_up: bool) -> AnyVerb:
    dear, cheap = alphabet.examples.dear, alphabet.examples.cheap
    plain = (f"JAYWALK {dear[0]}", f"JAYWALK {' '.join(dear)}")[:most]
    for_open = tuple(f"{one} FOR {' '.join(cheap[:n])}" for n, one in enumerate(plain, start=1) if face_up)
    return Verb(
        facts=Jaywalk if face_up else JaywalkBlindly,
        substitute_with="everything",
        check=_check,
        at=lambda verb, options: _verb(
            alphabet_of(options.alphabet), most=options.jaywalk_tiles, face_up=options.face_up
        ),
        carry_out=_jaywalk,
        offer=_offer,
        reads=_reader(alphabet, most=most, face_up=face_up),
        writes=_write,
        examples=plain + for_open,
        apart_from=frozenset({"GREEN", "RED"}),
        last=2,
        help={
            "JAYWALK X": template("give back X for another tile"),
            "JAYWALK X FOR Y": template("take Y for it, in games with open tiles"),
        },
    )


VERBS: tuple[AnyVerb, ...] = (_verb(ENGLISH, most=2, face_up=True),)
HAPPENINGS: tuple[AnyHappening, ...] = (
    Happening(
        facts=Jaywalked,
        says=_says,
        hides=_hides,
        came_of=an_order(lambda facts: Jaywalk(facts.returned or (), taken=facts.taken)),
    ),
)
