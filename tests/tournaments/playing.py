"""Builders that really play tournaments: enter, publish and join them, and play their games to an end.

The chosen winner lays two words that cross, and the game is scored as it stands. The others have laid nothing and share
the remaining places."""

from datetime import UTC, datetime, timedelta

from games import commands as games_commands
from games.players.accounts import account_of
from games.rules.values import Order, StaffAction
from games.tournaments import commands
from games.tournaments.models import Entrant, Fixture, News, Round, Ruling, Tournament
from games.tournaments.snapshot import Snapshot
from tests.positions import kept
from tests.tables import hand, import_rows

NOON = datetime(2026, 11, 20, 12, tzinfo=UTC)
HOUR, DAY = timedelta(hours=1), timedelta(days=1)
JOIN_WITHIN, ROUND_LASTS = timedelta(hours=72), timedelta(days=20)
THREE_TILES = {"tile_set": "A60 E60", "starting_tiles": 3}
WHY = "The reason that is told."
NAMES = (
    *("Anna", "Boris", "Chloe", "Emil", "Fanny", "Gustav", "Hanna", "Igor", "Jana", "Karl", "Lena", "Milan", "Nora"),
    *("Otto", "Petra", "Quentin", "Rosa", "Stefan", "Tanja", "Ulrich"),
)


@kept
def people(count):
    """Return this many players with verified addresses. They are rated equally and enter in this order, so the first one
    counts as the strongest."""
    return [account_of(f"{name.lower()}@example.org", name=name)[0] for name in NAMES[:count]]


def make_director(player):
    player.is_staff = True
    player.save(update_fields=["is_staff"])
    return player


@kept
def make(director, *, now=NOON, **fields):
    """Create a draft tournament: a Swiss of pairs over three rounds, unless `fields` say otherwise."""
    import_rows()
    tournament = Tournament(
        **{
            "name": "Autumn Open",
            "format": Tournament.Format.SWISS,
            "table_size": 2,
            "rounds_planned": 3,
            "options": THREE_TILES,
            "word_list": "rows",
            "round_lasts": ROUND_LASTS,
            "join_within": JOIN_WITHIN,
            **fields,
        }
    )
    commands.make(tournament=tournament, by=director, now=now)
    tournament.lot = "a lot"  # the same in every run, so that nothing depends on chance
    tournament.save(update_fields=["lot"])
    return tournament


@kept
def begin(director, players, *, now=NOON, **fields):
    """Create a tournament that these players enter, close its entries and start it, which drafts its first rounds."""
    tournament = make(director, now=now, **fields)
    commands.open_entries(tournament_id=tournament.pk, by=director, now=now)
    for place, player in enumerate(players):
        commands.enter(tournament_id=tournament.pk, player=player, now=now + timedelta(seconds=place))
    commands.close_entries(tournament_id=tournament.pk, by=director, now=now + HOUR)
    commands.start(tournament_id=tournament.pk, by=director, now=now + HOUR)
    tournament.refresh_from_db()
    return tournament


def drafts(tournament):
    return Round.objects.filter(division__tournament=tournament, phase="draft")


def publish(tournament, director, *, now=NOON):
    """Publish all drafts, after drawing them up if there are none. Return the rounds."""
    if not drafts(tournament).exists():
        commands.draw_up(tournament_id=tournament.pk, by=director, now=now)
    rounds = list(drafts(tournament))
    commands.publish(tournament_id=tournament.pk, rounds=[each.pk for each in rounds], by=director, now=now)
    return rounds


@kept
def under_way(director, players, *, now=NOON, **fields):
    """Create a tournament whose first rounds are published at `now`. Nobody has joined a table."""
    tournament = begin(director, players, now=now - DAY, **fields)
    publish(tournament, director, now=now)
    return tournament


def fixtures(tournament, *phases):
    rows = Fixture.objects.filter(round__division__tournament=tournament).select_related("game", "round")
    return list(rows.filter(phase__in=phases) if phases else rows)


def seats_of(fixture):
    return fixture.game.seats.select_related("player").order_by("number")


def join(fixture, *players, now=NOON):
    """Accept for these players of the table, or for all if none are named."""
    for seat in seats_of(fixture):
        if not players or seat.player in players:
            games_commands.agree(game_id=fixture.game_id, player=seat.player, now=now)
    return taken_up(fixture, now=now)


def taken_up(fixture, *, now=NOON):
    commands.take_results(game_id=fixture.game_id, now=now)
    return Fixture.objects.select_related("game", "round").get(pk=fixture.pk)


def win(fixture, player, *, now=NOON):
    """Lay two words that cross for the player, and have the game scored while nobody else has laid anything."""
    games_commands.look(game_id=fixture.game_id, player=player, now=now)
    first, second, third = hand(fixture.game_id, player)
    lay = Order("GRID", {"layout": [first + second, f"{third}."]})
    games_commands.play(game_id=fixture.game_id, player=player, orders=[lay], now=now)
    return score(fixture, now=now)


def score(fixture, *, now=NOON):
    """Have a staff member who doesn't play in the game score it as it stands."""
    staff = make_director(account_of("umpire@example.org", name="Umpire")[0])
    games_commands.govern(game_id=fixture.game_id, by=staff, action=StaffAction("SCORE", WHY), now=now)
    return taken_up(fixture, now=now)


def resign(fixture, player, *, now=NOON):
    games_commands.play(game_id=fixture.game_id, player=player, orders=[Order("RESIGN")], now=now)
    return taken_up(fixture, now=now)


def strongest(fixture):
    """Return the player at the table with the lowest entrant number."""
    return fixture.sittings.filter(seat__isnull=False).order_by("entrant__number").first().entrant.player


def play_out(tournament, *, now=NOON):
    """Let everybody join every open table, and the strongest player there win."""
    for fixture in fixtures(tournament, "joining", "playing"):
        if fixture.phase == "joining":
            fixture = join(fixture, now=now)
        win(fixture, strongest(fixture), now=now)
    tournament.refresh_from_db()


def close_joining(tournament, *, now=NOON + JOIN_WITHIN):
    return commands.close_joining(tournament_id=tournament.pk, now=now)


def entrant(tournament, player):
    return Entrant.objects.get(tournament=tournament, player=player)


def fixture_of(tournament, player, *, round=None):
    """Return the player's table in this round, or in the last one."""
    found = Fixture.objects.filter(round__division__tournament=tournament, sittings__entrant__player=player)
    if round is not None:
        found = found.filter(round__number=round)
    return found.select_related("game", "round").order_by("round__number").last()


def names(tournament, *, division=0, stage=1):
    """Return the names of a division in the order of its standings."""
    found = tournament.divisions.filter(stage=stage)[division]
    own = Snapshot(tournament).of(found)
    return [own.members[number].name for number in own.order]


def told(player, kind=None):
    """Return the player's news as (kind, facts), optionally of one kind only."""
    rows = News.objects.filter(player=player).order_by("pk")
    return list((rows.filter(kind=kind) if kind else rows).values_list("kind", "facts"))


def ruled(tournament):
    return list(Ruling.objects.filter(tournament=tournament).values_list("verb", "reason"))
