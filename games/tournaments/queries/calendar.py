"""A player's deadlines, for their calendar: those that mails warn of, tables to be joined, the hard ends of rounds.

Nothing here says more than a page or a mail would: no letters, and of a table whose requests are hidden not that one stands.
For the same reason no entry carries the instant of a game's last save, which tells when somebody else did something."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime

from django.urls import reverse
from django.utils.translation import gettext, gettext_noop

from games import store
from games.models import Game
from games.players.models import Player
from games.queries.lists import RUNNING
from games.queries.reading import called, seated
from games.rules.kind import Deadline
from games.tournaments.commands.books import CONCURRENT, OPEN
from games.tournaments.models import Fixture, Round, Tournament
from games.wording import listing

TITLES = {
    "look": gettext_noop("Look at your new tiles: {game}"),
    "call": gettext_noop("An amber is dealt if nobody asks: {game}"),
    "grace": gettext_noop("Submit your last layout: {game}"),
    "challenge": gettext_noop("Challenge words, or say that you are done: {game}"),
    "move": gettext_noop("Make your move: {game}"),
}
OTHER_TITLE = gettext_noop("Your time runs out: {game}")


@dataclass(frozen=True)
class CalendarEntry:
    """`key` is the same as long as it is the same deadline, also where that has moved; `since` never changes either."""

    key: str
    at: datetime
    since: datetime
    title: str
    path: str


def calendar_of(player: Player, *, now: datetime) -> tuple[CalendarEntry, ...]:
    """Worded in the active language; in the order of the instants."""
    entries = [*_of_games(player, now=now), *_of_fixtures(player, now=now)]
    return tuple(sorted(entries, key=lambda entry: (entry.at, entry.key)))


def _of_games(player: Player, *, now: datetime) -> Iterator[CalendarEntry]:
    running = Game.objects.filter(seats__player=player, phase__in=RUNNING)
    for table in store.all_seen_now(running, now=now):
        yield from calendar_of_table(table, player)


def calendar_of_table(table: store.Table, player: Player) -> Iterator[CalendarEntry]:
    """A player's deadlines at one table."""
    sitting = seated(table, player)
    if not table.is_running or sitting.seat is None or table.game.started_at is None:
        return
    others = [called(seat) for seat in sitting.seats if seat.number != sitting.seat]
    says = gettext("{kind} with {names}").format(kind=gettext(table.kind.name), names=listing(others))
    for deadline in table.kind.deadlines(table.state, sitting.seat):
        if deadline.at is not None:
            yield _entry(deadline, deadline.at, table.game, table.game_turn, says)


def _entry(deadline: Deadline, at: datetime, game: Game, turn: int, says: str) -> CalendarEntry:
    assert game.started_at is not None
    return CalendarEntry(
        key=f"{deadline.what}-{game.pk}-{turn}",
        at=at,
        since=game.started_at,
        title=gettext(TITLES.get(deadline.what, OTHER_TITLE)).format(game=says),
        path=reverse("game", args=[game.pk]),
    )


def _of_fixtures(player: Player, *, now: datetime) -> Iterator[CalendarEntry]:
    """Tables still to be joined by this player, and the hard ends of those that are not over; where all tables of a season
    end at once, that is one entry."""
    mine = Fixture.objects.filter(
        sittings__entrant__player=player,
        phase__in=OPEN,
        round__phase=Round.Phase.PUBLISHED,
        round__division__tournament__phase=Tournament.Phase.RUNNING,
    ).select_related("round__division__tournament", "game")
    games = Game.objects.filter(fixture__in=mine, seats__player=player, seats__agreed_at__isnull=False)
    agreed, ended = set(games.values_list("pk", flat=True)), set()
    for fixture in mine.order_by("round__number", "number"):
        if fixture.phase == Fixture.Phase.JOINING and fixture.game_id not in agreed:
            yield from _to_join(fixture)
        end = _end_of(fixture)
        if end is not None and end.at > now and end.key not in ended:
            ended.add(end.key)
            yield end


def _to_join(fixture: Fixture) -> Iterator[CalendarEntry]:
    one = fixture.round
    if fixture.join_by is None:
        return
    says = gettext("Join your table of round {n}: {tournament}")
    if one.division.tournament.format == Tournament.Format.LADDER:
        says = gettext("Join your table: {tournament}")
    title = says.format(n=one.number, tournament=one.division.tournament.name)
    path = reverse("game", args=[fixture.game_id])
    yield CalendarEntry(f"join-{fixture.pk}", fixture.join_by, _since(fixture), title, path)


def _end_of(fixture: Fixture) -> CalendarEntry | None:
    """By the table's own end where it has one: a director may have moved it, and on a ladder there is no other."""
    one, tournament = fixture.round, fixture.round.division.tournament
    path = reverse("tournament", args=[tournament.pk])
    own_end = fixture.game.hard_end if fixture.game else None
    if tournament.format == Tournament.Format.LADDER:
        title = gettext("Your challenge ends: {tournament}").format(tournament=tournament.name)
        return CalendarEntry(f"end-{fixture.pk}", own_end, _since(fixture), title, path) if own_end else None
    at = own_end or one.ends_at
    if at is None:
        return None
    if tournament.format in CONCURRENT and at == one.ends_at:
        title = gettext("All your tables end: {tournament}").format(tournament=tournament.name)
        return CalendarEntry(f"season-{one.division_id}", at, _since(fixture), title, path)
    title = gettext("Round {n} ends: {tournament}").format(n=one.number, tournament=tournament.name)
    return CalendarEntry(f"end-{fixture.pk}", at, _since(fixture), title, path)


def _since(fixture: Fixture) -> datetime:
    since = fixture.round.published_at
    assert since is not None  # as all that are published
    return since
