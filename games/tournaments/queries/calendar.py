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
from games.tournaments.models import Fixture, Round, Tournament
from games.wording import listing

TITLES = {
    "look": gettext_noop("Look at your new tiles: {game}"),
    "call": gettext_noop("An amber is dealt if nobody asks: {game}"),
    "grace": gettext_noop("Submit your last layout: {game}"),
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
        sitting = seated(table, player)
        if not table.is_running or sitting.seat is None or table.game.started_at is None:
            continue
        others = [called(seat) for seat in sitting.seats if seat.number != sitting.seat]
        says = gettext("{kind} with {names}").format(kind=gettext(table.kind.name), names=listing(others))
        for deadline in table.kind.deadlines(table.state, sitting.seat):
            if deadline.at is not None:
                yield _entry(deadline, deadline.at, table.game, table.state.turn, says)


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
    """Tables still to be joined by this player, and the hard ends of those that are played."""
    mine = Fixture.objects.filter(
        sittings__entrant__player=player,
        phase__in=[Fixture.Phase.JOINING, Fixture.Phase.PLAYING],
        round__phase=Round.Phase.PUBLISHED,
        round__division__tournament__phase=Tournament.Phase.RUNNING,
    ).select_related("round__division__tournament")
    agreed = set(
        Game.objects.filter(fixture__in=mine, seats__player=player, seats__agreed_at__isnull=False).values_list(
            "pk", flat=True
        )
    )
    for fixture in mine:
        one, tournament = fixture.round, fixture.round.division.tournament
        assert one.published_at is not None
        says = {"n": one.number, "tournament": tournament.name}
        if fixture.phase == Fixture.Phase.JOINING and fixture.join_by and fixture.game_id not in agreed:
            title = gettext("Join your table of round {n}: {tournament}").format(**says)
            yield CalendarEntry(
                f"join-{fixture.pk}", fixture.join_by, one.published_at, title, reverse("game", args=[fixture.game_id])
            )
        if one.ends_at and one.ends_at > now:
            title = gettext("Round {n} ends: {tournament}").format(**says)
            path = reverse("tournament", args=[tournament.pk])
            yield CalendarEntry(f"end-{fixture.pk}", one.ends_at, one.published_at, title, path)
