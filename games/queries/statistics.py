"""The statistics of a kind: counts from its public games among people, beside those of one player.

Read from rows that a task maintains. Private games count only for their own players."""

from collections import defaultdict
from dataclasses import dataclass

from django.db.models import Q

from games.models import Tally
from games.players.models import Player
from games.rules.statistics import LOST, WON

TOPICS = ("score", "rounds", "first", "light", "letter")


@dataclass(frozen=True)
class Count:
    """How often a value was counted, for everybody and for the reader, and its share of its group in percent."""

    value: str
    everybody: int
    mine: int
    share: float
    my_share: float


@dataclass(frozen=True)
class Group:
    """The counts of a topic in comparable games, the smallest value first, and wins before losses."""

    topic: str
    name: str
    counts: tuple[Count, ...]
    everybody: int
    mine: int


def statistics(*, kind: str, player: Player | None) -> tuple[Group, ...]:
    """Return every topic that has counts, group by group; the most counted first."""
    whose = Q(player=None) | Q(player=player) if player is not None else Q(player=None)
    found: dict[tuple[str, str], dict[str, list[int]]] = defaultdict(lambda: defaultdict(lambda: [0, 0]))
    for of, topic, group, value, count in Tally.objects.filter(whose, kind=kind).values_list(
        "player", "topic", "group", "value", "count"
    ):
        found[topic, group][value][0 if of is None else 1] += count
    groups = [_group(topic, name, values) for (topic, name), values in found.items()]
    return tuple(sorted(groups, key=lambda one: (TOPICS.index(one.topic), -one.everybody - one.mine, one.name)))


def _group(topic: str, name: str, values: dict[str, list[int]]) -> Group:
    if topic in ("first", "light"):
        values = {outcome: values.get(outcome, [0, 0]) for outcome in (WON, LOST)}
    everybody, mine = (sum(counts[n] for counts in values.values()) for n in (0, 1))
    counts = [
        Count(value, a, b, 100 * a / max(everybody, 1), 100 * b / max(mine, 1)) for value, (a, b) in values.items()
    ]
    if topic in ("score", "rounds"):
        counts.sort(key=lambda one: int(one.value))
    elif topic == "letter":
        counts.sort(key=lambda one: one.value)
    return Group(topic, name, tuple(counts), everybody, mine)
