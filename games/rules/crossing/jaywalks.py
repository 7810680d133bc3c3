"""Jaywalking: some tiles of a hand for others, out of turn. What it draws or takes, what lies open, how it is written, and what
the history says of it. Who may, and its button, stand in `jaywalk_rights`.
"""

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from games.rules.crossing.jaywalk_rights import check, offer, times_left, why_no_draw
from games.rules.crossing.options import Options
from games.rules.crossing.seeing import sees_tiles_of
from games.rules.crossing.state import State
from games.rules.crossing.transition import Lapsed, Transition, exchange, lapse, with_forfeit, withdraw
from games.rules.facts import Facts, kept_back
from games.rules.kind import Order, OrderRefused, Seat, Unreadable
from games.rules.lines import Line, Phrase
from games.rules.messages import Text, Value, say, template
from games.rules.reading import Reads
from games.rules.table.verbs import AnyHappening, AnyVerb, Happening, Told, Verb, an_order
from games.rules.tiles import in_order, without


@dataclass(frozen=True)
class JaywalkBlindly(Facts):
    """These go back for others. Where it says how often the seat was `left` to jaywalk when this was chosen, it is done once,
    however often it is sent."""

    verb = "JAYWALK"
    tiles: tuple[str, ...]
    left: int | None = kept_back(None)


@dataclass(frozen=True)
class Jaywalk(JaywalkBlindly):
    """Or for those that are `taken` of the open ones."""

    taken: tuple[str, ...] | None = None


@dataclass(frozen=True)
class Jaywalked(Facts):
    """Who may not know which tiles went is told how many, where hands grow by it."""

    verb = "jaywalk"
    returned: tuple[str, ...] | None = None
    draws: tuple[str, ...] | None = None
    taken: tuple[str, ...] = ()
    forfeit: str = ""
    count: int | None = None


# --- the order --------------------------------------------------------------------------------------------------------


def bags(options: Options) -> dict[str, str]:
    """The bags of a table before the deal; returned tiles have one of their own where they lie open."""
    return {"pool": "", "removed": ""} | ({"face_up": ""} if options.face_up else {})


def _jaywalk(transition: Transition, seat: Seat, facts: Jaywalk) -> None:
    """Return tiles for others, seen at once: drawn from the pool before the returned go back, or taken of those that lie open."""
    state = transition.state
    if facts.left not in (None, times_left(state, seat)):
        raise OrderRefused(say("You have jaywalked since this form was made: look at what you hold now, then choose."))
    returned, taken = "".join(facts.tiles), "".join(facts.taken or ())
    _check_returned(state, seat, returned)
    if taken:
        _check_taken(state, returned, taken)
    elif why := why_no_draw(state, seat, len(returned)):
        raise OrderRefused(why)
    drawn = "" if taken else _draw(transition, len(returned) * state.options.jaywalk_draw)
    _put_back(transition, returned, taken)
    transition.change(jaywalked=(*state.jaywalked, seat))
    transition.put("jaywalked_in", seat, state.round)
    exchange(transition, seat, given=returned, taken=taken or drawn)
    transition.happened(
        Jaywalked(tuple(returned), tuple(drawn), tuple(taken), forfeit=state.options.jaywalk_forfeit), seat
    )
    if transition.state.pool_is_short and not state.pool_is_short:
        _lapse_all(transition, seat)
    else:
        lapse(transition, seat)


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


def _draw(transition: Transition, tiles: int) -> str:
    """From the right end of the pool; the stream is used up for the returned ones only."""
    pool = transition.state.bags["pool"]
    transition.put("bags", "pool", pool[: len(pool) - tiles])
    return pool[len(pool) - tiles :][::-1]


def _put_back(transition: Transition, returned: str, taken: str) -> None:
    """The returned tiles lie open behind the others, what is taken of those gone; or into the pool, in the order named."""
    if transition.state.options.face_up:
        transition.put("bags", "face_up", without(transition.state.face_up, taken) + returned)
        return
    pool = transition.state.bags["pool"]
    for tile in returned:
        index = transition.chance.below(len(pool) + 1)
        pool = pool[:index] + tile + pool[index:]
    transition.put("bags", "pool", pool)


def _lapse_all(transition: Transition, seat: Seat) -> None:
    """The next light is red now: whoever asked for a green one, in the order in which they did, is to ask anew."""
    for request in transition.state.requests:
        withdraw(transition, request.seat)
        transition.happened(Lapsed(None if request.seat == seat else seat), request.seat)


# --- as it is written -------------------------------------------------------------------------------------------------

OPEN = "EA"  # what lies open in an example
_TILES = r"[A-Z?]{1,2}|[A-Z?](?:[\s,]+[A-Z?])+"
_JAYWALK = re.compile(rf"(?P<tiles>{_TILES})(?:\s+FOR(?:\s+(?P<taken>{_TILES}))?)?")
_BETWEEN = re.compile(r"[\s,]")


def _reader(*, most: int, face_up: bool) -> Reads:
    """How it reads at a table where at most so many tiles go at once, and returned ones lie open or not."""

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


def _examples(*, most: int, face_up: bool) -> tuple[str, ...]:
    """One for each form that such a table knows."""
    plain = ("JAYWALK Q", "JAYWALK Q X")[:most]
    return plain + tuple(f"{one} FOR {' '.join(OPEN[:n])}" for n, one in enumerate(plain, start=1) if face_up)


def _write(order: Order) -> str:
    """The order as one writes it, so that it reads as the same."""
    tiles, taken = (" ".join(order.facts.get(name, ())) for name in ("tiles", "taken"))
    return f"JAYWALK {tiles} FOR {taken}" if "taken" in order.facts else f"JAYWALK {tiles}"


def _at_most(most: int) -> Text:
    if most == 1:
        return say("A jaywalk gives back one letter in this game.")
    return say("A jaywalk gives back one letter or two in this game.")


# --- what is told of it -----------------------------------------------------------------------------------------------


def _hides(state: State, facts: Jaywalked, seat: Seat | None, reader: Seat | None) -> Jaywalked:
    """All is for who sees what the seat holds; not a predecessor's, whose tiles this player has not looked at yet."""
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
        return say("You jaywalked: {returned} for {taken}, which lay open.", **_tiles(facts))
    if not facts.draws:  # a predecessor's, of whose tiles only the open ones are known
        return say("You jaywalked, and laid open: {returned}.", **_tiles(facts))
    return say("You jaywalked: {returned} went back, {drawn} came.", **_tiles(facts))


def _of_another(told: Told[Jaywalked]) -> Text:
    facts = told.facts
    if facts.taken:
        return say("{player} jaywalked: {returned} for {taken}, which lay open.", **told.who, **_tiles(facts))
    if facts.draws:
        return say("{player} jaywalked: {returned} went back, {drawn} came.", **told.who, **_tiles(facts))
    if facts.returned:
        return say("{player} jaywalked, and laid open: {returned}.", **told.who, **_tiles(facts))
    match facts.count:
        case 1:
            return say("{player} jaywalked: one tile for two.", **told.who)
        case 2:
            return say("{player} jaywalked: two tiles for four.", **told.who)
    return say("{player} jaywalked.", **told.who)


def _tiles(facts: Jaywalked) -> dict[str, Value]:
    return {"returned": facts.returned or (), "taken": facts.taken, "drawn": facts.draws or ()}


def swapped(facts: Jaywalked) -> Text:
    """What went and what came, to who has just done it."""
    came = (*facts.taken, *(facts.draws or ()))
    if len(came) == 1:
        return say("{returned} swapped for {drawn}: it lies in your rack.", returned=facts.returned or (), drawn=came)
    return say("{returned} swapped for {drawn}: they lie in your rack.", returned=facts.returned or (), drawn=came)


# --- all of them ------------------------------------------------------------------------------------------------------


def verbs_at(options: Options) -> Sequence[AnyVerb]:
    """It is known to every table, as that plays."""
    return (_verb(most=options.jaywalk_tiles, face_up=options.face_up),)


def _verb(*, most: int, face_up: bool) -> AnyVerb:
    return Verb(
        facts=Jaywalk if face_up else JaywalkBlindly,
        check=check,
        carry_out=_jaywalk,
        offer=offer,
        reads=_reader(most=most, face_up=face_up),
        writes=_write,
        examples=_examples(most=most, face_up=face_up),
        apart_from=frozenset({"GREEN", "RED"}),
        last=2,
        help={
            "JAYWALK X": template("give X for another"),
            "JAYWALK X FOR Y": template("take Y for it, where tiles lie open"),
        },
    )


VERBS: tuple[AnyVerb, ...] = (_verb(most=2, face_up=True),)
HAPPENINGS: tuple[AnyHappening, ...] = (
    Happening(
        facts=Jaywalked,
        says=_says,
        hides=_hides,
        came_of=an_order(lambda facts: Jaywalk(facts.returned or (), taken=facts.taken)),
    ),
)
