"""What a reader sees of a game of Lynx, in the pieces that pages, mails and the API draw. Nothing here is hidden from anybody."""

from games.rules.kind import Json, Seat
from games.rules.lynx.entry import enumeration
from games.rules.lynx.pattern import Light, light_named, lights, reading
from games.rules.lynx.scoring import POINTS_A_LETTER_FIRST, links, playable, worth
from games.rules.lynx.state import Entry, State
from games.rules.messages import Player, Text, say
from games.rules.showing import Grid, Lines, Pairs, Panel


def panels(state: State, reader: Seat | None) -> tuple[Panel, ...]:
    """The entry to be judged, the pattern, the open lights, points, and what has been entered."""
    shown: list[Panel] = []
    if state.pending:
        shown.append(Lines("judging", say("To be judged"), (_to_be_judged(state.pending),)))
    shown.append(_pattern(state))
    if state.phase != "finished":
        shown.append(Pairs("lights", say("Open lights"), tuple(_open_lights(state))))
    shown.append(Pairs("points", say("Points"), tuple(_points(state, seat) for seat in range(state.seats))))
    if state.entries:
        shown.append(Pairs("entries", say("Entered"), tuple(map(_entered, state.entries))))
    return tuple(shown)


def _to_be_judged(entry: Entry) -> Text:
    return say(
        "{player} would enter {written} ({parts}) at {light}, for {n} points. It is not in the word list: the others accept "
        "or reject it; silence accepts.",
        player=Player(entry.seat),
        written=entry.written,
        parts=enumeration(entry.written),
        light=entry.light,
        n=entry.points,
    )


def _pattern(state: State) -> Grid:
    all_lights = lights(state.grid)
    last = light_named(state.grid, state.entries[-1].light) if state.entries else None
    return Grid(
        "pattern",
        say("Pattern"),
        state.grid,
        numbers={light.cells[0]: light.number for light in all_lights},
        fresh=last.cells if last else (),
    )


def _open_lights(state: State) -> list[tuple[Text, Text]]:
    pairs = []
    for light in playable(state.grid):
        standing = reading(state.grid, light)
        what = say("{light} ({length}): {standing}", light=light.name, length=light.length, standing=standing)
        sums = {"n": worth(standing), "length": light.length}
        if linked := links(standing):
            pairs.append((what, say("{n} points: {length} × {links}", links=linked, **sums)))
        else:
            first = say("{n} points: {length} × {each}, as the first entry", each=POINTS_A_LETTER_FIRST, **sums)
            pairs.append((what, first))
    return pairs


def _points(state: State, seat: Seat) -> tuple[Text, Text]:
    count = sum(entry.seat == seat for entry in state.entries)
    return say("{player}", player=Player(seat)), say("{n} ({count} entered)", n=state.points[seat], count=count)


def _entered(entry: Entry) -> tuple[Text, Text]:
    what = say(
        "{light} {written} ({parts})", light=entry.light, written=entry.written, parts=enumeration(entry.written)
    )
    player, n = Player(entry.seat), entry.points
    if n < 0:
        return what, say("{player}: {n} points, a mistake in ink: {fill}", player=player, n=n, fill=entry.fill)
    length, factor = len(entry.fill), entry.links or POINTS_A_LETTER_FIRST
    return what, say("{player}: {n} points, {length} × {factor}", player=player, n=n, length=length, factor=factor)


def facts(state: State) -> dict[str, Json]:
    """What the API says beyond what all games say: the grid, the lights and the entries."""
    open_now = [light.name for light in playable(state.grid)]
    return {
        "grid": list(state.grid),
        "lights": [_light_facts(state, light, is_open=light.name in open_now) for light in lights(state.grid)],
        "entries": [vars(entry) | {"parts": enumeration(entry.written)} for entry in state.entries],
        "pending": vars(state.pending) if state.pending else None,
        "points": [state.points[seat] for seat in range(state.seats)],
    }


def _light_facts(state: State, light: Light, *, is_open: bool) -> dict[str, Json]:
    """A light; what an entry would link with and earn, where one may be made now."""
    (row, column), standing = light.cells[0], reading(state.grid, light)
    return {
        "light": light.name,
        "row": row,
        "column": column,
        "length": light.length,
        "standing": standing,
        "open": is_open,
        "links": links(standing) if is_open else None,
        "worth": worth(standing) if is_open else None,
    }
