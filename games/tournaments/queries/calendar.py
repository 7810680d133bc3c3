"""A player's deadlines, for their calendar: those that emails warn of, tables to join, hard ends of rounds.

Nothing here reveals more than a page or an email would: nothing about emails, and no hidden requests. For the same
reason no entry contains the time of a game's last save, which would reveal when somebody else acted."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime

from django.urls import reverse
from django.utils.translation import gettext, gettext_noop

from games import store
from games.models import Game
from games.players.models import Player
from games.queries.public import RUNNING
from games.queries.reading import called, seated
from games.tournaments.models import Fixture, Round, Tournament
from games.tournaments.snapshot import CONCURRENT, OPEN, Format, ends_at
from games.wording import listing

TITLES = {
    "look": gettext_noop("Look at your new tiles: {game}"),
    "call": gettext_noop("Amber light if nobody asks: {game}"),
    "grace": gettext_noop("Submit your last layout: {game}"),
    "challenge": gettext_noop("Challenge words, or say that you’re done: {game}"),
    "move": gettext_noop("Make your move: {game}"),
}
OTHER_TITLE = gettext_noop("Your time ends: {game}")


@dataclass(frozen=True)
class CalendarEntry:
    """An entry of a calendar. `key` identifies a deadline, even after it has moved; `since` never changes either."""

    key: str
    at: datetime
    since: datetime
    title: str
    path: str


def calendar_of(player: Player, *, now: datetime) -> tuple[CalendarEntry, ...]:
    """Return the entries ordered by time, in the active language."""
    running = Game.objects.filter(seats__player=player, phase__in=RUNNING)
    of_games = [one for table in store.all_seen_now(running, now=now) for one in calendar_of_table(table, player)]
    return tuple(sorted([*of_games, *_of_fixtures(player, now=now)], key=lambda entry: (entry.at, entry.key)))


def calendar_of_table(table: store.Table, player: Player) -> Iterator[CalendarEntry]:
    """Yield a player's deadlines at one table."""
    reader, game = seated(table, player), table.game
    if not table.is_running or reader.seat is None or game.started_at is None:
        return
    others = [called(seat) for seat in reader.seats if seat.number != reader.seat]
    says = gettext("{kind} with {names}").format(kind=gettext(table.kind.name), names=listing(others))
    for deadline in table.kind.deadlines(table.state, reader.seat):
        if deadline.at is not None:
            yield CalendarEntry(
                key=f"{deadline.what}-{game.pk}-{table.game_turn}",
                at=deadline.at,
                since=game.started_at,
                title=gettext(TITLES.get(deadline.what, OTHER_TITLE)).format(game=says),
                path=reverse("game", args=[game.pk]),
            )


def _of_fixtures(player: Player, *, now: datetime) -> Iterator[CalendarEntry]:
    """Yield tables that this player still has to join, and the hard ends of unfinished ones; one entry if all tables of
    a season end at once."""
    mine = Fixture.objects.filter(
        sittings__entrant__player=player,
        phase__in=OPEN,
        round__phase=Round.Phase.PUBLISHED,
        round__division__tournament__phase=Tournament.Phase.RUNNING,
    ).select_related("round__division__tournament", "game")
    games = Game.objects.filter(fixture__in=mine, seats__player=player, seats__agreed_at__isnull=False)
    agreed, ended = set(games.values_list("pk", flat=True)), set()
    for fixture in mine.order_by("round__number", "number"):
        if fixture.phase == Fixture.Phase.JOINING and fixture.game_id not in agreed and fixture.join_by is not None:
            yield _to_join(fixture, fixture.join_by)
        at = ends_at(fixture)
        if at is not None and at > now:
            end = _end_of(fixture, at)
            if end.key not in ended:
                yield end
            ended.add(end.key)


def _to_join(fixture: Fixture, at: datetime) -> CalendarEntry:
    one, tournament = fixture.round, fixture.round.division.tournament
    says = gettext("Join your table for round {n}: {tournament}")
    if tournament.format == Format.LADDER:
        says = gettext("Join your table: {tournament}")
    assert one.published_at is not None
    title = says.format(n=one.number, tournament=tournament.name)
    return CalendarEntry(f"join-{fixture.pk}", at, one.published_at, title, reverse("game", args=[fixture.game_id]))


def _end_of(fixture: Fixture, at: datetime) -> CalendarEntry:
    one, tournament = fixture.round, fixture.round.division.tournament
    key, says = f"end-{fixture.pk}", gettext("Round {n} ends: {tournament}")
    if tournament.format == Format.LADDER:
        says = gettext("Your challenge ends: {tournament}")
    elif tournament.format in CONCURRENT and at == one.ends_at:
        key, says = f"season-{one.division_id}", gettext("All your tables end: {tournament}")
    assert one.published_at is not None
    title = says.format(n=one.number, tournament=tournament.name)
    return CalendarEntry(key, at, one.published_at, title, reverse("tournament", args=[tournament.pk]))
