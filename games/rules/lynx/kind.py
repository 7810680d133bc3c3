"""Lynx as one object for the rest of the site. Nothing in it is hidden from anybody."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from datetime import timedelta

from games.rules.facts import JsonObject
from games.rules.grid import EMPTY
from games.rules.lynx import judging, levels, play, robot
from games.rules.lynx.entry import POINTS_A_LETTER_FIRST, enumeration, links, playable, worth
from games.rules.lynx.pattern import find_pattern, lights, reading
from games.rules.lynx.state import CHALLENGE, Entry, Options, State
from games.rules.panels import Grid, Lines, Pairs, Panel
from games.rules.small_board import SmallBoard
from games.rules.table.turn_kind import TurnKind
from games.rules.table.turns import COMES, PACES, TurnTransition, due_of_silence
from games.rules.texts import Player, Text, say, template
from games.rules.values import Due, Seat


class Lynx(TurnKind[State, Options]):
    """Lynx: players take turns to fill an empty crossword pattern, and an entry earns its length times its links."""

    key = "lynx"
    name = "Lynx"
    brief = template("Take turns to fill an empty crossword grid.")
    says = template(
        "Fill an empty crossword pattern together, but score for yourself. The more letters your entry crosses, "
        "the more it earns."
    )
    moves_to_try = ()
    sample = SmallBoard(("..P..#.", "##I#.#.", "ORCHARD", "##T#.##", "COURAGE", ".#R#.##", ".#E...."))
    seats = (2, 4)
    state_type = State
    options_type = Options
    paces = {**PACES, "live": PACES["live"] | {"judge_within": 300}}
    most_telling = ("move_within", "ink")
    comes = {
        **COMES,
        "silence": template("{player} accepts the entry by not answering"),
        "your silence": template("you accept the entry by not answering"),
    }
    word_list = "phrases"
    opening = (
        template(
            "Enter words and phrases into an empty crossword pattern. The first goes in the shortest entry, for "
            "two points a letter. Each later one must cross letters that are already there, and earns its length "
            "times the number of letters it crosses. If it isn’t in the “{words}” list, the others accept or "
            "reject it. The last entry earns 10 extra points."
        ),
    )
    practice = {"size": 9}
    levels = levels.LEVELS
    verbs = (*play.VERBS, *judging.VERBS)
    happenings = (*play.HAPPENINGS, *judging.HAPPENINGS)
    own_ticks = ("silence", "late")
    begin = staticmethod(play.begin)
    has_left = staticmethod(judging.left)
    move_of_robot = staticmethod(robot.move)

    def tiles(self, options: Options) -> Mapping[str, int]:
        return {}

    def set_up(self, seats: int, options: Options) -> Sequence[Text]:
        if options.pattern.strip():
            find_pattern(options.pattern)
        return super().set_up(seats, options)

    def run_out(self, transition: TurnTransition[State], seat: Seat) -> None:
        if transition.state.phase == CHALLENGE:
            judging.says_nothing(transition, seat)
        else:
            play.pass_turn(transition, seat)

    def time_for(self, state: State, seat: Seat) -> timedelta:
        return state.options.span("judge_within" if state.phase == CHALLENGE else "move_within")

    def own_due(self, state: State) -> Iterable[Due]:
        """Yield the end of an opponent's time to judge. Silence accepts, and isn't late."""
        return due_of_silence(state) if state.phase == CHALLENGE else ()

    def own_tick(self, transition: TurnTransition[State], due: Due) -> None:
        assert due.seat is not None, "silence is somebody's"
        judging.says_nothing(transition, due.seat)

    # --- views --------------------------------------------------------------------------------------------------------

    def awaits(self, state: State, seat: Seat) -> Text:
        if state.pending:
            return say("ACCEPT or REJECT {written}", written=state.pending.written)
        return say("make an entry, or PASS")

    def moment(self, state: State, seat: Seat | None) -> Text | None:
        if state.pending is None:
            return None
        if seat in state.awaited:
            return say("Accept or reject the entry")
        return say("{player}’s entry is being judged", player=Player(state.pending.seat))

    def last_move(self, state: State, seat: Seat) -> Text | None:
        """The entry to judge, the last one made, or that the player before passed."""
        if state.pending:
            return say(
                "Accept {player}’s entry {written}?", player=Player(state.pending.seat), written=state.pending.written
            )
        if state.passes and not state.rejections:
            # after somebody has left, the player before may be another one than the one who passed
            return None if state.resigned else say("{player} passed.", player=Player(state.others(seat)[-1]))
        return _latest(state)

    def panels(self, state: State, seat: Seat | None) -> tuple[Panel, ...]:
        """Return the entry being judged, the pattern, the open lights, the points and the entries made."""
        shown: list[Panel] = []
        if state.pending:
            says = (_to_be_judged(state.pending),)
            shown.append(
                Lines("judging", say("Entry being judged"), says, verbs=(judging.Accept.verb, judging.Reject.verb))
            )
        shown.append(_pattern(state))
        if state.phase != "finished":
            offered = sorted(playable(state.grid), key=lambda light: -worth(reading(state.grid, light)))
            open_lights = []
            for light in offered:
                standing = reading(state.grid, light)
                sums = {"n": worth(standing), "length": light.length}
                what = say("{light} ({length}): {standing}", light=light.name, length=light.length, standing=standing)
                if linked := links(standing):
                    earns = say("{n} points: {length} × {links}", links=linked, **sums)
                else:
                    unlinked = template("{n} points: {length} × {each}, as no letter is there yet")
                    earns = say(unlinked, each=POINTS_A_LETTER_FIRST, **sums)
                open_lights.append((what, earns))
            names = tuple(light.name for light in offered)
            shown.append(Pairs("lights", say("Entries to fill"), tuple(open_lights), picks=names))
        counts = Counter(entry.seat for entry in state.entries)
        points = tuple(
            (
                say("{player}", player=Player(each)),
                say("{n} ({count} entered)", n=state.points[each], count=counts[each]),
            )
            for each in range(state.seats)
        )
        shown.append(Pairs("points", say("Points"), points))
        if state.entries:
            shown.append(Pairs("entries", say("Entries made"), tuple(map(_entered, state.entries))))
        return tuple(shown)

    def small_board(self, state: State, seat: Seat | None) -> SmallBoard:
        return SmallBoard(state.grid)

    def own_facts(self, state: State, seat: Seat | None) -> JsonObject:
        """Return the grid, the lights and the entries for the API. Lights that can be entered have links and worth."""
        open_now = [light.name for light in playable(state.grid)]
        return {
            "grid": list(state.grid),
            "lights": [
                {
                    "light": light.name,
                    "row": light.cells[0][0],
                    "column": light.cells[0][1],
                    "length": light.length,
                    "standing": standing,
                    "open": light.name in open_now,
                    "links": links(standing) if light.name in open_now else None,
                    "worth": worth(standing) if light.name in open_now else None,
                }
                for light in lights(state.grid)
                for standing in [reading(state.grid, light)]
            ],
            "entries": [vars(entry) | {"parts": enumeration(entry.written)} for entry in state.entries],
            "pending": vars(state.pending) if state.pending else None,
            "points": [state.points[each] for each in range(state.seats)],
        }


def _pattern(state: State) -> Grid:
    """Return the grid with its numbers, the last entry, who entered each letter first, and the entry being judged."""
    by_name = {light.name: light for light in lights(state.grid)}
    pending = state.pending
    return Grid(
        play.PATTERN,
        say("Pattern"),
        state.grid,
        numbers={light.cells[0]: light.number for light in by_name.values()},
        fresh=by_name[state.entries[-1].light].cells if state.entries else (),
        owners={cell: entry.seat for entry in reversed(state.entries) for cell in by_name[entry.light].cells},
        pencilled={
            cell: letter
            for cell, letter in zip(by_name[pending.light].cells, pending.fill, strict=True)
            if state.grid[cell[0]][cell[1]] == EMPTY
        }
        if pending
        else {},
        latest=_latest(state),
    )


def _latest(state: State) -> Text | None:
    """Return a line on the entry being judged, the last one rejected in this turn, or the last one made."""
    if pending := state.pending:
        return say("{written} isn’t in the word list. The others can accept or reject it.", written=pending.written)
    if state.rejections:
        return say("{answer} was rejected.", answer=state.rejected[-1])
    if not state.entries:
        return None
    last = state.entries[-1]
    entered = template("{player} entered {written} for {n} points.")
    return say(entered, player=Player(last.seat), written=last.written, n=last.points)


def _to_be_judged(entry: Entry) -> Text:
    return say(
        "{player} wants to enter {written} ({parts}) at {light}, for {n} points. It isn’t in the word list, so the "
        "others accept or reject it. Players who don’t answer accept it.",
        player=Player(entry.seat),
        written=entry.written,
        parts=enumeration(entry.written),
        light=entry.light,
        n=entry.points,
    )


def _entered(entry: Entry) -> tuple[Text, Text]:
    what = say(
        "{light} {written} ({parts})", light=entry.light, written=entry.written, parts=enumeration(entry.written)
    )
    player, n = Player(entry.seat), entry.points
    if n < 0:
        return what, say("{player}: {n} points, a mistake in ink: {fill}", player=player, n=n, fill=entry.fill)
    length, factor = len(entry.fill), entry.links or POINTS_A_LETTER_FIRST
    return what, say("{player}: {n} points, {length} × {factor}", player=player, n=n, length=length, factor=factor)
