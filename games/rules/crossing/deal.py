"""The start of a game: the set shuffled, the deal, and the clocks wound up."""

from collections.abc import Sequence
from datetime import datetime

from games.rules.clocks import WAITS_AT_MOST, Clock, Clocks
from games.rules.crossing import house, jaywalking, lights
from games.rules.crossing.course import Course
from games.rules.crossing.options import Options
from games.rules.crossing.play import declare_vacation
from games.rules.crossing.state import State
from games.rules.kind import Joining, Resources, Step
from games.rules.tiles import SetUp, parse_tile_set, set_up


def check_set_up(seats: int, options: Options) -> SetUp:
    """What the options deal to this many seats; OrderRefused where that cannot be, or the options do not go together."""
    house.check(seats, options)
    return set_up(
        parse_tile_set(options.tile_set),
        players=seats,
        starting_tiles=options.starting_tiles,
        tiles_per_light=options.tiles_per_light,
    )


def start(joining: Sequence[Joining], options: Options, resources: Resources, now: datetime) -> Step:
    """Shuffle the set and deal. Nobody has seen anything yet."""
    seats = range(len(joining))
    plan = check_set_up(len(joining), options)
    tiles_by_email = tuple(seat for seat in seats if joining[seat].tiles_by_email)
    state = State(
        options=options,
        seats=len(joining),
        now=now,
        dealt_at=now,
        bags=jaywalking.bags(options),
        hands=dict.fromkeys(seats, ""),
        boards=dict.fromkeys(seats, ()),
        unseen=dict.fromkeys(seats, plan.deal),
        withheld=dict.fromkeys(seats, 0),
        seen_round=dict.fromkeys(seats, 0),
        tiles_by_email=tiles_by_email,
        tiles_by_email_next=tiles_by_email,
        clocks=Clocks(
            running={f"wait {seat}": Clock(WAITS_AT_MOST) for seat in seats},
            banks=dict.fromkeys(seats, options.span("see_bank")),
        ),
    )
    course = Course(state, resources, now)
    pool = "".join(course.chance.shuffle(parse_tile_set(options.tile_set).tiles))
    course.change(bags={**state.bags, "pool": pool})
    course.happened("deal", round=1, draws=lights.deal(course, each=plan.deal))
    for seat in seats:
        for starts, ends, declared in joining[seat].vacations:
            instants = {"starts": starts, "ends": ends, "declared": declared}
            declare_vacation(course, seat, {name: at.isoformat() for name, at in instants.items()})
    return course.step()
