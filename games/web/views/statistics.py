"""The statistics of each kind beside the reader's own: bar charts, each with a table below."""

from dataclasses import dataclass

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.safestring import SafeString
from django.utils.translation import gettext
from django.views.decorators.http import require_safe

from games import queries
from games.queries.statistics import Count, Group
from games.rules import registry
from games.rules.alphabets.known import ENGLISH, alphabet_of, codes
from games.rules.statistics import LOST, WON
from games.rules.table.kind import AnyKind
from games.web.asking import reader
from games.web.charts import draw_bars
from games.web.filters import Filter, address_with
from games.word_lists.shelf import own_name

MOST_OPEN = 6


@dataclass(frozen=True)
class Line:
    """A row of the table: a count with its label."""

    says: str
    count: Count


@dataclass(frozen=True)
class Chart:
    """A group of games: its bars, and the lines of the table below. `even` says what pure chance would give."""

    id: str
    says: str
    group: Group
    drawn: SafeString
    lines: tuple[Line, ...]
    even: str

    @property
    def is_long(self) -> bool:
        """True if the table would push other charts off the page."""
        return len(self.lines) > MOST_OPEN


@dataclass(frozen=True)
class Section:
    """A topic with its charts, those with the most games first."""

    title: str
    charts: tuple[Chart, ...]


@require_safe
def statistics(request: HttpRequest) -> HttpResponse:
    """Show the statistics of the kind and the language in the address, by default the first kind and English."""
    key = request.GET.get("kind", "")
    kind = registry.kind(key if key in registry.KINDS else next(iter(registry.KINDS)))
    me = reader(request)
    asked = request.GET.get("language", "")
    language = asked if asked in codes() else ENGLISH.code
    found = queries.statistics(kind=kind.key, player=me, alphabet=alphabet_of(language))
    groups = found.groups
    topics = dict.fromkeys(group.topic for group in groups)
    context = {
        "kind": kind.key,
        "kind_name": gettext(kind.name),
        "kinds": [
            (Filter(gettext(one.name), address_with({"kind": one.key})), one is kind) for one in registry.KINDS.values()
        ],
        "languages": [
            (Filter(own_name(code), address_with({"kind": kind.key, "language": code})), code == language)
            for code in (found.languages if len(found.languages) > 1 else ())
        ],
        "language": language,
        "sections": [
            Section(_title(topic, kind), tuple(_chart(one, kind) for one in groups if one.topic == topic))
            for topic in topics
        ],
        "has_own": any(group.mine for group in groups),
        "could_have_own": me is not None,
    }
    return render(request, "games/statistics.html", context)


def _chart(group: Group, kind: AnyKind) -> Chart:
    place = f"{group.topic}-{group.name}".replace(" ", "-").rstrip("-")
    lines = tuple(Line(_value(group.topic, one.value, kind), one) for one in group.counts)
    even = ""
    if group.topic == "first":
        even = gettext("By chance alone, the share of wins would be {share}%.").format(
            share=round(100 / int(group.name))
        )
    return Chart(place, _group(group), group, draw_bars(group.counts, said_by=place), lines, even)


def _title(topic: str, kind: AnyKind) -> str:
    titles = {
        "score": gettext("Scores"),
        "rounds": gettext("Rounds per game") if kind.layouts else gettext("Moves per game"),
        "first": gettext("Players who go first"),
        "light": gettext("Players who call a light"),
        "letter": gettext("Letters given back in jaywalks"),
    }
    return titles[topic]


def _group(group: Group) -> str:
    if group.topic == "light":
        return gettext("Green lights") if group.name == "green" else gettext("Red lights")
    if not group.name:
        return gettext("All games")
    tiles, _, seats = group.name.rpartition(" ")
    players = gettext("{n} players").format(n=seats)
    if not tiles:
        return players
    return f"{gettext('other tiles') if tiles == 'other' else tiles} · {players}"


def _value(topic: str, value: str, kind: AnyKind) -> str:
    if topic in ("first", "light"):
        return {WON: gettext("won"), LOST: gettext("didn’t win")}[value]
    if topic == "score":
        least = int(value)
        return gettext("{least} to under {most}").format(least=least, most=least + kind.score_step)
    return value
