"""The dashboard of a tournament: its state, late players, what comes next, and the available actions."""

from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from games import commands as games_commands
from games.models import Game
from games.rules import registry
from games.tournaments import commands
from games.tournaments.directing.actions import DIRECTOR_ACTIONS
from games.tournaments.directing.dashboard import going_on
from games.tournaments.directing.questions import Subject
from games.tournaments.models import Fixture, Round, Tournament
from games.tournaments.snapshot import Snapshot
from tests.tables import complete, order
from tests.tournaments.directing.conftest import (
    SHORT,
    act,
    agree,
    entrant,
    make_tournament,
    newcomer,
    page,
    run,
    tournament_of,
)


def shown(director_browser, tournament):
    answer = page(director_browser, "dashboard", tournament)
    assert answer.status_code == 200
    return answer.context["dashboard"]


def verbs(shown):
    return {action.verb for action in (*filter(None, [shown.first]), *shown.actions, *shown.grave)}


def test_a_draft_asks_the_director_to_open_entries(director_browser, draft):
    stands = shown(director_browser, draft)
    assert "open entries" in stands.says
    assert stands.first.verb == "open_entries"
    assert verbs(stands) == {"open_entries"}


def test_an_open_tournament_shows_when_entries_close(director_browser, entered):
    entered.entries_close_at = timezone.now() + timedelta(days=3)
    entered.save()
    stands = shown(director_browser, entered)
    assert "Players can enter until" in stands.says
    assert stands.first.verb == "close_entries"
    assert "entered: 4" in stands.counts


def test_a_paired_round_asks_the_director_to_review_it(director_browser, drawn):
    stands = shown(director_browser, drawn)
    assert stands.says == "Round 1 has been paired. Review it, then publish it."
    assert stands.has_drafts
    assert reverse("run_preview", args=[drawn.pk]) in page(director_browser, "dashboard", drawn).text


def test_a_round_in_progress_shows_how_many_tables_have_finished(director_browser, published, table):
    assert "0 of 2 tables have finished" in shown(director_browser, published).says
    act(director_browser, published, "void_table", table, reason="Their mail was down.")
    assert "1 of 2 tables have finished" in shown(director_browser, published).says


def test_a_finished_round_leads_to_the_pairings_of_the_next(director_browser, published):
    for fixture in Fixture.objects.filter(round__division__tournament=published):
        agree(fixture)
        act(director_browser, published, "score", fixture, reason="The hall closes.")
    stands = shown(director_browser, published)
    assert "Round" in stands.says
    assert stands.has_drafts or stands.first.verb == "draw_up"


def test_pausing_and_extending_are_offered_only_while_games_are_in_progress(director_browser, drawn, dmitri):
    assert not {"pause", "extend"} & verbs(shown(director_browser, drawn))
    drafts = Round.objects.filter(division__tournament=drawn).values_list("pk", flat=True)
    commands.publish(tournament_id=drawn.pk, rounds=list(drafts), by=dmitri, now=timezone.now())
    assert {"pause", "extend"} <= verbs(shown(director_browser, drawn))
    for fixture in Fixture.objects.filter(round__division__tournament=drawn):
        act(director_browser, drawn, "void_table", fixture, reason="The hall closes.")
    assert not {"pause", "extend"} & verbs(shown(director_browser, drawn))


def test_a_ladder_starts_without_mentioning_rounds(director_browser, dmitri, people):
    ladder = make_tournament(dmitri, now=timezone.now(), format="ladder")
    commands.open_entries(tournament_id=ladder.pk, by=dmitri, now=timezone.now())
    for player in people:
        commands.enter(tournament_id=ladder.pk, player=player, now=timezone.now())
    commands.close_entries(tournament_id=ladder.pk, by=dmitri, now=timezone.now())
    ladder.refresh_from_db()
    assert (shown(director_browser, ladder).first.label, "start" in verbs(shown(director_browser, ladder))) == (
        "Start the ladder",
        False,
    )
    assert "round" not in DIRECTOR_ACTIONS["start_ladder"].says(Subject(ladder, ladder))
    assert "round" not in DIRECTOR_ACTIONS["late"].says(Subject(ladder, ladder))
    act(director_browser, ladder, "start_ladder")
    assert ladder.phase == "running"


def test_players_who_have_not_joined_are_listed_as_late(director_browser, published, anna):
    table = entrant(published, anna).sittings.get().fixture
    games_commands.agree(game_id=table.game_id, player=anna, now=timezone.now())
    late = {one.name: one for one in shown(director_browser, published).going_on.laggards}
    assert set(late) == {"Boris", "Chloe", "Emma"}
    assert all(one.until == table.join_by for one in late.values())
    assert "hasn’t joined yet" in page(director_browser, "dashboard", published).text


def test_withdrawn_players_are_not_listed_as_late(director_browser, dmitri, people):
    names = [*people, newcomer("Emma"), newcomer("Fedor"), newcomer("Gina")]
    swiss = run(make_tournament(dmitri, now=timezone.now(), table_size=3), dmitri, names)
    act(director_browser, swiss, "withdraw", entrant(swiss, people[0]), reason="Gone sailing.")
    stands = shown(director_browser, swiss)
    assert people[0].name not in {one.name for one in stands.going_on.laggards}
    assert not any(people[0].name in line.names for line in stands.going_on.tables)


def test_a_player_who_is_away_is_listed_as_late_since_then(director_browser, published, table):
    game = Game.objects.get(pk=table.game_id)
    later = game.due_at + timedelta(hours=1)
    games_commands.apply_due(game_id=game.pk, now=later)
    late = [one for one in going_on(Snapshot(published), now=later).laggards if table in dict(one.tables)]
    assert late
    assert all(one.says == "is away" and one.when.startswith("since") for one in late)


def test_a_player_whose_emails_bounce_is_named(director_browser, published, anna):
    anna.mail_fails_since = timezone.now()
    anna.save()
    assert "emails to them bounce" in page(director_browser, "dashboard", published).text


def test_tables_are_sorted_by_their_next_deadline(director_browser, published, table):
    tables = shown(director_browser, published).going_on.tables
    assert len(tables) == 2
    assert [line.at for line in tables] == sorted(line.at for line in tables)


def test_the_dashboard_does_not_reveal_hidden_requests(director_browser, dmitri, people):
    """The time of the next event would reveal that somebody has requested a light. Spectators don't see it either."""
    now = timezone.now()
    hidden = make_tournament(dmitri, now=now, options={**SHORT, "requests_visible": False})
    run(hidden, dmitri, people[:2])
    table = Fixture.objects.get(round__division__tournament=hidden)
    agree(table)
    for player in people[:2]:
        games_commands.look(game_id=table.game_id, player=player, now=now)
    complete(table.game_id, people[0], at=now)
    at = now + timedelta(minutes=1)
    before = going_on(Snapshot(hidden), now=at).tables[0]
    order(table.game_id, people[0], "green", at=at)
    after = going_on(Snapshot(hidden), now=at).tables[0]
    assert Game.objects.get(pk=table.game_id).seats.filter(is_awaited=True).count() == 1
    assert (after.at, after.comes, after.says) == (before.at, before.comes, before.says)
    lines = page(director_browser, "events", hidden, table).context["events"].lines
    assert not {"submit", "ask"} & {line.verb for line in lines}
    assert [line.n for line in lines] == list(range(1, len(lines) + 1)), "a gap would tell of it"


def test_events_of_a_running_game_have_no_details(director_browser, published, table):
    answer = page(director_browser, "events", published, table)
    lines = answer.context["events"].lines
    assert {"seated", "agreed"} <= {line.verb for line in lines}
    assert "@example.org" in answer.text
    assert all(line.facts is None for line in lines)


def test_a_director_who_plays_sees_no_events_of_their_own_game(director_browser, published, table, dmitri):
    table.game.seats.filter(number=0).update(player=dmitri)
    answer = page(director_browser, "events", published, table)
    assert answer.context["events"].lines == ()
    assert "You’re playing in this game." in answer.text


def test_events_of_a_finished_game_have_their_details(director_browser, published, table):
    act(director_browser, published, "score", table, reason="The hall closes.")
    lines = page(director_browser, "events", published, table).context["events"].lines
    assert any(line.facts for line in lines)


def test_standings_rulings_and_exports_are_there(director_browser, published, table):
    act(director_browser, published, "score", table, reason="The hall closes.")
    text = page(director_browser, "dashboard", published).text
    assert "The hall closes." in text
    for name in ("tournament", "standings_csv", "crosstable_csv", "tournament_trf", "tournament_json"):
        assert reverse(name, args=[published.pk]) in text
    assert shown(director_browser, published).divisions[0].places


def test_the_number_of_queries_does_not_grow_with_the_tables(director_browser, dmitri, django_assert_max_num_queries):
    big = full_tournament(dmitri, 24)
    with django_assert_max_num_queries(60):
        page(director_browser, "dashboard", big)


def full_tournament(dmitri, players):
    big = make_tournament(dmitri, now=timezone.now(), name="Big")
    run(big, dmitri, [newcomer(f"Player {n}") for n in range(players)])
    for fixture in Fixture.objects.filter(round__division__tournament=big):
        agree(fixture)
    return big


@pytest.mark.parametrize("format_", Tournament.Format.values)
def test_there_is_a_dashboard_for_every_format(director_browser, dmitri, people, format_):
    tournament = make_tournament(dmitri, now=timezone.now(), format=format_, division_size=3)
    run(tournament, dmitri, [*people, newcomer("Emma"), newcomer("Fedor"), newcomer("Gina")])
    if format_ == "ladder":
        (ladder,) = Snapshot(tournament).divisions
        other = ladder.members[ladder.order[0]]
        challenger = entrant(tournament, people[0] if other.player != people[0] else people[1]).player
        commands.challenge(tournament_id=tournament.pk, player=challenger, other_id=other.pk, now=timezone.now())
    stands = shown(director_browser, tournament)
    assert stands.going_on.tables
    assert "void" in verbs(stands)
    text = page(director_browser, "dashboard", tournament).text
    for player in people:
        assert player.name in text
    (round_, *_) = stands.divisions[0].rounds
    assert (round_.ends_at is None) == (format_ == "ladder")
    assert ("hard_end" in {action.verb for action in stands.on_rounds[round_.id]}) == (format_ != "ladder")


@pytest.mark.parametrize("kind", registry.KINDS.values(), ids=lambda kind: kind.key)
def test_a_table_of_every_kind_is_listed(director_browser, dmitri, people, kind):
    tournament = tournament_of(kind, dmitri, people)
    (line,) = shown(director_browser, tournament).going_on.tables
    assert line.says
    assert page(director_browser, "events", tournament, line.fixture).status_code == 200
