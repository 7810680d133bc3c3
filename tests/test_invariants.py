"""Invariants of a simulated season notice violations, and the report of a run is a page that loads nothing else."""

from collections import Counter
from datetime import time, timedelta
from types import SimpleNamespace

import pytest

from games import commands
from games.models import Game, Puzzle, PuzzleEntry, Tally, WordList
from games.rules.values import Order
from games.tournaments.models import Round, Sitting
from notifications.models import MailHours, MailKind, Message
from notifications.preferences import choices
from tests.conftest import NOON
from tests.simulation import invariants, report, storage
from tests.simulation.run import Result
from tests.simulation.world import Plan
from tests.tables import DAY, HOUR, start
from tests.tournaments.rows import bye, division, fixture, round_of, tournament

pytestmark = pytest.mark.django_db

WORLD = SimpleNamespace(clock=SimpleNamespace(now=NOON), faults=SimpleNamespace(may_be_late=lambda now: False))


@pytest.fixture
def game_id(anna, boris):
    return start(anna, boris, now=NOON)


def mail_to(player, game_id, kind=MailKind.TURN):
    return Message.objects.create(kind=kind, player=player, game_id=game_id, address=player.email, made_at=NOON)


@pytest.mark.parametrize(
    ("kind", "hour", "complains"),
    [
        (MailKind.TURN, 23, True),
        (MailKind.TURN, 7, True),
        (MailKind.TURN, 12, False),
        (MailKind.RECEIPT, 23, False),
        (MailKind.LAST_DAY, 23, False),
    ],
)
def test_an_email_in_quiet_hours_is_noticed(anna, game_id, kind, hour, complains):
    MailHours.objects.create(player=anna, quiet_from=time(22), quiet_until=time(8))
    mail, at = mail_to(anna, game_id, kind), NOON.replace(hour=hour)
    assert bool([*invariants.nobody_is_disturbed(WORLD, mail, at)]) == complains


def test_an_email_about_a_muted_game_is_noticed(anna, boris, game_id):
    choices.mute(player=anna, game_id=game_id, now=NOON)
    assert [*invariants.unsubscribed_means_nothing_comes(WORLD, mail_to(anna, game_id), NOON + HOUR)]
    assert not [*invariants.unsubscribed_means_nothing_comes(WORLD, mail_to(boris, game_id), NOON + HOUR)]


def test_an_email_to_a_player_who_has_stopped_all_emails_is_noticed(anna, boris, game_id):
    choices.stop_all(player=anna, now=NOON)
    assert [*invariants.unsubscribed_means_nothing_comes(WORLD, mail_to(anna, game_id), NOON + HOUR)]
    assert not [*invariants.unsubscribed_means_nothing_comes(WORLD, mail_to(anna, game_id, MailKind.ERROR), NOON)]
    assert not [*invariants.unsubscribed_means_nothing_comes(WORLD, mail_to(boris, game_id), NOON + HOUR)]


def test_a_game_that_is_counted_twice_is_noticed(anna, boris, game_id):
    commands.play(game_id=game_id, player=anna, orders=[Order("RESIGN")], now=NOON)
    commands.tally_finished(now=NOON)
    assert Tally.objects.exists()
    assert not [*invariants.statistics_follow_from_the_games(WORLD)]
    row = Tally.objects.first()
    row.count += 1
    row.save()
    assert len([*invariants.statistics_follow_from_the_games(WORLD)]) == 1


def test_streaks_are_counted_as_the_site_counts_them(anna, game_id):
    words = WordList.objects.first()
    for ago in (0, 1, 2, 5, 6):
        day = (NOON - ago * DAY).date()
        puzzle = Puzzle.objects.create(
            kind="crossing", day=day, content={}, word_list=words, made_from=words, made_at=NOON
        )
        PuzzleEntry.objects.create(puzzle=puzzle, player=anna, answer={}, merit=1, entered_at=NOON)
    assert not [*invariants.streaks_follow_from_the_entries(WORLD)]


@pytest.fixture
def pairs(anna, boris, chloe):
    """A Swiss of three with a bye, a draw, and points awarded by its director."""
    made = tournament(anna, boris, chloe, format="swiss", table_size=2, rounds_planned=3, now=NOON)
    of_all = division(made)
    for n, one in enumerate(({}, {"ranks": (1, 1)}, {"phase": "awarded", "awarded": ("0.25", "0.75")}), 1):
        round_ = round_of(of_all, now=NOON)
        fixture(round_, n % 3 + 1, (n + 1) % 3 + 1, **one, now=NOON)
        bye(round_, (n + 2) % 3 + 1, "1/2")
    return made


def test_standings_that_do_not_follow_from_the_games_are_noticed(pairs):
    assert not [*invariants.standings_follow_from_the_games(WORLD)]
    Sitting.objects.filter(fixture__phase="finished", rank=2).update(rank=1)
    assert [*invariants.standings_follow_from_the_games(WORLD)]


def test_a_stalled_tournament_is_noticed(pairs):
    later = SimpleNamespace(clock=SimpleNamespace(now=NOON + HOUR), faults=WORLD.faults)
    assert [*invariants.no_tournament_stalls(later)]
    Round.objects.update(phase=Round.Phase.FINISHED)
    assert not [*invariants.no_tournament_stalls(later)]


def test_messages_left_in_a_queue_are_noticed(anna, game_id):
    Message.objects.update(due_at=None, status="closed")
    mail_to(anna, game_id)
    Message.objects.filter(status="").update(due_at=NOON + DAY)
    world = SimpleNamespace(clock=SimpleNamespace(now=NOON + DAY + HOUR), faults=WORLD.faults)
    assert any("emails to send" in line for line in invariants.queues_are_empty(world))


def test_the_space_per_finished_game_includes_events_and_seats(anna, boris, game_id):
    assert not any(storage.sizes_per_finished_game().values())
    commands.play(game_id=game_id, player=anna, orders=[Order("RESIGN")], now=NOON)
    sizes = storage.sizes_per_finished_game()
    assert Game.objects.get().phase == Game.Phase.FINISHED
    assert min(sizes[table] for table in ("games_game", "games_seat", "games_event")) > 100


# --- the report -------------------------------------------------------------------------------------------------------


def a_result(days=3):
    day = report.Day(2, 1, 30, 40, 50, report.percentiles([10, 20, 900]), 3_000_000)
    return Result(
        Plan.of(7, days, range(2), ["kills"]).as_json(),
        games=3,
        days=[vars(day) for _ in range(days)],
        times=[(8.5, 0.5)] * days,
        lags=list(day.lags),
        faults={"kills at a <statement>": 2},
        checks=dict(Counter(tiles_add_up=days)),
        storage={"games_event": 5000},
    )


def test_the_report_of_a_run_names_its_seed_and_loads_nothing():
    page = report.as_page(a_result())
    assert "--days 3 --players 2 --seed 7 --faults kills" in page
    assert "kills at a &lt;statement&gt;" in page
    assert not any(text in page for text in ("src=", "@import", "<link", "url(http"))


def test_a_run_that_ends_on_its_first_day_has_a_report_too():
    assert "<svg" in report.as_page(a_result(days=1))
    assert "invariants" in report.as_text(Result(Plan.of(7, 1, range(1), []).as_json(), lags=[0, 0, 0]))


def test_percentiles_of_lags_are_in_order():
    assert report.percentiles([]) == [0, 0, 0]
    assert report.percentiles([60.0]) == [60, 60, 60]
    half, most, longest = report.percentiles([float(n) for n in range(1001)])
    assert timedelta(seconds=half) < timedelta(seconds=most) < timedelta(seconds=longest)
