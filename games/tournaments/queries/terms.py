"""What a tournament is, in words: how it is played, how long it takes, and in one sentence where it stands."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.utils.translation import gettext, gettext_noop, ngettext

from games.queries.options import OptionLine, option_lines
from games.rules import registry
from games.tournaments.commands.books import OVER
from games.tournaments.commands.latecomers import TAKES_LATECOMERS
from games.tournaments.models import Fixture, Round, Tournament
from games.tournaments.queries.ledger import Ledger
from games.wording import clock_time, length, listing

PAIR = 2

FORMATS = {
    Tournament.Format.LEAGUE: gettext_noop(
        "A league: divisions of about {size} players, all tables of a season at once. At its end the best of each "
        "division change places with the last of the one above."
    ),
    Tournament.Format.ROUND_ROBIN: gettext_noop(
        "A round robin: the tables are made so that as far as possible nobody meets anybody twice, round after round."
    ),
    Tournament.Format.POOLS: gettext_noop(
        "Pools of about {size} players, all tables of a pool at once; then a final. Of each pool go on: {advance}."
    ),
    Tournament.Format.SWISS: gettext_noop(
        "A Swiss: each round brings together players with as many points as each other who have not met yet."
    ),
    Tournament.Format.KNOCKOUT: gettext_noop(
        "A knockout, until one table is left. Of each table go on to the next round: {advance}."
    ),
    Tournament.Format.LADDER: gettext_noop(
        "A ladder: you challenge somebody at most three rungs above you; who wins stands on the higher rung."
    ),
}


A_ROUND_LASTS = gettext_noop("A round lasts")
LASTS = {
    Tournament.Format.LEAGUE: gettext_noop("The season lasts"),
    Tournament.Format.LADDER: gettext_noop("A challenge lasts"),
}


@dataclass(frozen=True)
class Term:
    label: str
    value: str


@dataclass(frozen=True)
class Terms:
    """`lines` are what one asks before entering; `options` those of each game."""

    says: str
    lines: tuple[Term, ...]
    options: tuple[OptionLine, ...]


def terms(tournament: Tournament, directors: list[str]) -> Terms:
    kind = registry.kind(tournament.kind)
    says = gettext(FORMATS[Tournament.Format(tournament.format)])
    return Terms(
        says=says.format(size=tournament.division_size, advance=tournament.advance),
        lines=tuple(_lines(tournament, directors)),
        options=option_lines(kind, {**tournament.options, "vacation": "passes"}),
    )


def _lines(tournament: Tournament, directors: list[str]) -> list[Term]:
    lines = [Term(gettext("At each table"), _at_a_table(tournament.table_size))]
    if rounds := _rounds(tournament):
        lines.append(Term(gettext("Rounds"), rounds))
    lasts = gettext(LASTS.get(Tournament.Format(tournament.format), A_ROUND_LASTS))
    lines += [
        Term(
            lasts,
            gettext("{length}; what is not over then is scored as it lies").format(
                length=length(tournament.round_lasts)
            ),
        ),
        Term(gettext("Time to join a table"), length(tournament.join_within)),
    ]
    if registry.kind(tournament.kind).has_words:
        lines.append(Term(gettext("Word list"), tournament.word_list or registry.kind(tournament.kind).word_list))
    lines.append(Term(gettext("Rated"), gettext("yes") if tournament.rated else gettext("no")))
    if tournament.late_until and tournament.format in TAKES_LATECOMERS:
        lines.append(Term(gettext("Late entry"), gettext("up to round {n}").format(n=tournament.late_until)))
    if directors:
        lines.append(Term(gettext("Directed by"), listing(directors)))
    return lines


def _rounds(tournament: Tournament) -> str:
    """Empty where nobody can say it before."""
    match tournament.format:
        case Tournament.Format.LADDER | Tournament.Format.KNOCKOUT:
            return ""
        case Tournament.Format.SWISS:
            return str(tournament.rounds_planned)
    if tournament.table_size == PAIR:
        return gettext("as many as it takes for all to meet each other")
    return str(tournament.rounds_planned)


def _at_a_table(size: int) -> str:
    return ngettext("{n} player", "{n} players", size).format(n=size)


def status_line(ledger: Ledger, entered: int, *, now: datetime) -> str:
    """One sentence, or two."""
    tournament = ledger.tournament
    match tournament.phase:
        case Tournament.Phase.DRAFT:
            return gettext("Not announced yet: only its directors see this page.")
        case Tournament.Phase.ENTRIES:
            return _entries(tournament, entered, now=now)
        case Tournament.Phase.CLOSED:
            if tournament.format == Tournament.Format.LADDER:
                return gettext("Entries are closed. It begins when a director starts it.")
            return gettext("Entries are closed. It begins when a director publishes the first round.")
        case Tournament.Phase.VOID:
            return gettext("This tournament was called off, and nothing in it counts.")
        case Tournament.Phase.FINISHED:
            assert tournament.finished_at is not None
            return gettext("It ended on {day}. The places are final.").format(day=clock_time(tournament.finished_at))
    if tournament.paused_at:
        return gettext("A director has paused it since {since}; all its clocks stand still.").format(
            since=clock_time(tournament.paused_at)
        )
    return _running(ledger)


def _entries(tournament: Tournament, entered: int, *, now: datetime) -> str:
    says = ngettext("{n} player has entered.", "{n} players have entered.", entered).format(n=entered)
    closes = tournament.entries_close_at
    if closes is None or closes <= now:
        return gettext("Open for entries. {entered}").format(entered=says)
    return gettext("Open for entries until {until}. {entered}").format(until=clock_time(closes), entered=says)


def tables_over(fixtures: Sequence[Fixture]) -> str:
    """How many of them, as a sentence."""
    over = sum(fixture.phase in OVER for fixture in fixtures)
    says = ngettext("{over} of {n} table is over.", "{over} of {n} tables are over.", len(fixtures))
    return says.format(over=over, n=len(fixtures))


def _running(ledger: Ledger) -> str:
    if ledger.tournament.format == Tournament.Format.LADDER:
        return gettext("It goes on, and anybody may enter.")
    going_on = [one for one in ledger.all_rounds if one.phase == Round.Phase.PUBLISHED]
    if not going_on:
        return gettext("The next round is being drawn up.")
    played = tables_over([fixture for one in going_on for fixture in ledger.fixtures[one.pk]])
    until = clock_time(max(one.ends_at for one in going_on if one.ends_at))
    numbers = {one.number for one in going_on}
    if len(numbers) == 1 and ledger.tournament.format != Tournament.Format.LEAGUE:
        says = gettext("Round {n} goes on until {until}. {played}")
        return says.format(n=numbers.pop(), until=until, played=played)
    return gettext("All rounds go on until {until}. {played}").format(until=until, played=played)
