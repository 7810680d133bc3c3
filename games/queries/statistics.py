"""The statistics of a kind: counts from its public games among people, beside those of one player.

Read from rows that a task maintains. Private games count only for their own players."""

from collections import defaultdict
from dataclasses import dataclass

from django.db.models import Q

from games.models import Tally
from games.models.afterwards import counted_kind
from games.players.models import Player
from games.rules.alphabets.alphabet import Alphabet
from games.rules.alphabets.known import ENGLISH, codes
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


@dataclass(frozen=True)
class Statistics:
    """The statistics of a kind in one language. `languages` are the codes of all languages in which its public games
    have been counted, with English and the chosen one."""

    groups: tuple[Group, ...]
    languages: tuple[str, ...]


def statistics(*, kind: str, player: Player | None, alphabet: Alphabet = ENGLISH) -> Statistics:
    """Return every topic that has counts, group by group, of games in one language; the most counted first."""
    whose = Q(player=None) | Q(player=player) if player is not None else Q(player=None)
    counted, others = counted_kind(kind, alphabet.code), _in_other_languages(kind)
    found: dict[tuple[str, str], dict[str, list[int]]] = defaultdict(lambda: defaultdict(lambda: [0, 0]))
    languages = {ENGLISH.code, alphabet.code}
    rows = Tally.objects.filter((whose & Q(kind=counted)) | others)
    for of, name, topic, group, value, count in rows.values_list("player", "kind", "topic", "group", "value", "count"):
        if name == counted:
            found[topic, group][value][0 if of is None else 1] += count
        else:
            languages.add(name.partition(" ")[2])
    groups = [_group(topic, name, values, alphabet) for (topic, name), values in found.items()]
    groups.sort(key=lambda one: (TOPICS.index(one.topic), -one.everybody - one.mine, one.name))
    return Statistics(tuple(groups), tuple(code for code in codes() if code in languages))


def languages_counted(*, kind: str, chosen: str) -> tuple[str, ...]:
    """Return the codes of the languages in which public games of a kind have been counted, with English and the chosen one."""
    names = Tally.objects.filter(_in_other_languages(kind)).values_list("kind", flat=True).distinct()
    languages = {ENGLISH.code, chosen, *(name.partition(" ")[2] for name in names)}
    return tuple(code for code in codes() if code in languages)


def _in_other_languages(kind: str) -> Q:
    return Q(player=None, kind__startswith=f"{kind} ", topic="rounds")


def _group(topic: str, name: str, values: dict[str, list[int]], alphabet: Alphabet) -> Group:
    if topic in ("first", "light"):
        values = {outcome: values.get(outcome, [0, 0]) for outcome in (WON, LOST)}
    everybody, mine = (sum(counts[n] for counts in values.values()) for n in (0, 1))
    counts = [
        Count(value, a, b, 100 * a / max(everybody, 1), 100 * b / max(mine, 1)) for value, (a, b) in values.items()
    ]
    if topic in ("score", "rounds"):
        counts.sort(key=lambda one: int(one.value))
    elif topic == "letter":
        in_order = {alphabet.write(tile): n for n, tile in enumerate(f"?{alphabet.letters}")}
        counts.sort(key=lambda one: (in_order.get(one.value, len(in_order)), one.value))
    return Group(topic, name, tuple(counts), everybody, mine)
