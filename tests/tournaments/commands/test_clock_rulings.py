"""A director's actions while tables are being played: pauses, more time, final deadlines, points and emails."""

from datetime import timedelta
from decimal import Decimal

import pytest

from games import commands as games_commands
from games import store
from games.models import Event, Game, Seat, Substitution
from games.rules.values import Order, OrderRefused, StaffAction
from games.tournaments import commands
from games.tournaments.models import Fixture
from tests.tables import hand
from tests.tournaments.playing import (
    DAY,
    HOUR,
    JOIN_WITHIN,
    NOON,
    ROUND_LASTS,
    WHY,
    entrant,
    fixture_of,
    fixtures,
    join,
    make_director,
    people,
    play_out,
    publish,
    ruled,
    taken_up,
    told,
    under_way,
    win,
)

pytestmark = pytest.mark.django_db
END = NOON + ROUND_LASTS


@pytest.fixture
def players(db):
    return people(4)


@pytest.fixture
def tournament(director, players):
    """A round of two tables: the first is being played, the second waits for its players to join."""
    tournament = under_way(director, players)
    join(fixtures(tournament)[0])
    return tournament


@pytest.fixture
def rule(tournament, director):
    """Return a function that carries out a ruling of the director's, by default an hour after noon."""

    def rule(verb, **more):
        more = {"by": director, "reason": WHY, "now": NOON + HOUR, **more}
        return getattr(commands, verb)(**more)

    return rule


def state(fixture, now=NOON):
    return store.seen_now(fixture.game_id, now=now).state


def told_at_the_table(fixture):
    """Return the reasons given in the events of the table's game."""
    return [
        facts["reason"]
        for facts in Event.objects.filter(game=fixture.game_id).values_list("facts", flat=True)
        if "reason" in facts
    ]


# --- pausing ------------------------------------------------------------------------------------------------------------


def test_pausing_and_resuming_a_table_gives_the_reason_in_the_game(tournament, rule):
    played, waiting = fixtures(tournament)
    rule("pause", tournament_id=tournament.pk, fixture_id=played.pk)
    assert state(played).clocks.pause
    assert told_at_the_table(played) == [WHY]
    rule("resume", tournament_id=tournament.pk, fixture_id=played.pk, now=NOON + DAY)
    assert state(played, NOON + DAY).clocks.pause is None
    assert [verb for verb, _ in ruled(tournament)] == ["pause", "resume"]
    assert len(told(played.sittings.first().entrant.player, "ruled")) == 2
    with pytest.raises(OrderRefused, match=r"No game is in progress there\."):
        rule("pause", tournament_id=tournament.pk, fixture_id=waiting.pk)


def test_pausing_a_tournament_moves_all_deadlines_by_its_length(tournament, rule, director):
    played, waiting = fixtures(tournament)
    rule("pause", tournament_id=tournament.pk)
    with pytest.raises(OrderRefused, match=r"This tournament is already paused\."):
        rule("pause", tournament_id=tournament.pk)
    with pytest.raises(OrderRefused, match=r"The whole tournament is paused\. End that pause instead\."):
        rule("resume", tournament_id=tournament.pk, fixture_id=played.pk)
    rule("resume", tournament_id=tournament.pk, now=NOON + HOUR + 2 * DAY)
    played, waiting = fixtures(tournament)
    assert state(played, NOON + 3 * DAY).clocks.pause is None
    assert {fixture.game.hard_end for fixture in (played, waiting)} == {END + 2 * DAY}
    assert played.round.ends_at == END + 2 * DAY
    assert waiting.join_by == NOON + JOIN_WITHIN + 2 * DAY
    with pytest.raises(OrderRefused, match=r"This tournament isn’t paused\."):
        rule("resume", tournament_id=tournament.pk)


def test_a_game_that_starts_during_a_pause_is_paused_too(tournament, rule):
    rule("pause", tournament_id=tournament.pk)
    _, waiting = fixtures(tournament)
    begun = join(waiting, now=NOON + 2 * HOUR)
    assert begun.phase == "playing"
    assert state(begun, NOON + 2 * HOUR).clocks.pause
    assert told_at_the_table(begun) == [WHY]
    rule("resume", tournament_id=tournament.pk, now=NOON + DAY)
    assert state(begun, NOON + DAY).clocks.pause is None


def test_a_game_recreated_during_a_pause_is_paused_at_the_next_sweep(director):
    anna, boris, chloe = people(3)
    tournament = under_way(director, [anna, boris, chloe], table_size=3)
    join(fixtures(tournament)[0], anna, boris)
    commands.pause(tournament_id=tournament.pk, by=director, reason=WHY, now=NOON)
    commands.withdraw(entrant_id=entrant(tournament, chloe).pk, by=chloe, now=NOON)
    commands.apply_due(now=NOON)
    (begun,) = fixtures(tournament, "playing")
    assert state(begun).clocks.pause


def test_no_round_can_be_published_while_a_tournament_is_paused(tournament, rule, director):
    play_out(tournament)
    commands.draw_up(tournament_id=tournament.pk, by=director, now=NOON)
    rule("pause", tournament_id=tournament.pk)
    with pytest.raises(OrderRefused, match=r"This tournament is paused\. End the pause first\."):
        publish(tournament, director)


# --- more time ----------------------------------------------------------------------------------------------------------


def test_time_to_join_can_be_extended_up_to_the_final_deadline(tournament, rule):
    _, waiting = fixtures(tournament)
    more = {"tournament_id": tournament.pk, "fixture_id": waiting.pk}
    assert rule("extend", span=DAY, **more) == 1
    assert Fixture.objects.get(pk=waiting.pk).join_by == NOON + JOIN_WITHIN + DAY
    rule("extend", span=30 * DAY, **more)
    assert Fixture.objects.get(pk=waiting.pk).join_by == END


def test_one_player_or_everybody_can_be_given_more_time(tournament, rule, players):
    played, _ = fixtures(tournament)
    seat = played.sittings.first().seat
    of_one = played.sittings.first().entrant
    before = state(played).clocks
    rule("extend", span=DAY, tournament_id=tournament.pk, entrant_id=of_one.pk)
    after = state(played).clocks
    assert after.ends(f"see {seat}") == before.ends(f"see {seat}") + DAY
    assert after.ends(f"see {1 - seat}") == before.ends(f"see {1 - seat}")
    assert rule("extend", span=DAY, tournament_id=tournament.pk) == 2
    assert state(played).clocks.ends(f"see {1 - seat}") == before.ends(f"see {1 - seat}") + DAY
    bank = state(played).clocks.banks[seat]
    rule("extend", span=DAY, tournament_id=tournament.pk, fixture_id=played.pk, entrant_id=of_one.pk, bank=True)
    assert state(played).clocks.banks[seat] == bank + DAY


@pytest.mark.parametrize("span", [timedelta(0), -DAY, 61 * DAY])
def test_extra_time_must_be_positive_and_limited(tournament, rule, span):
    with pytest.raises(OrderRefused, match=r"The extra time must be more than 0 and at most 60 days, 0:00:00\."):
        rule("extend", span=span, tournament_id=tournament.pk)


def test_the_end_of_a_round_can_be_moved_with_all_its_tables(tournament, rule):
    played, waiting = fixtures(tournament)
    for until in (END + DAY, NOON + 2 * DAY):
        rule("extend_round", round_id=played.round_id, until=until)
        played, waiting = fixtures(tournament)
        assert {played.round.ends_at, played.game.hard_end, waiting.game.hard_end} == {until}
        assert state(played).clocks.hard_end == until
    assert waiting.join_by == NOON + 2 * DAY
    with pytest.raises(OrderRefused, match=r"That time has already passed\. Choose a later deadline\."):
        rule("extend_round", round_id=played.round_id, until=NOON)
    with pytest.raises(OrderRefused, match=r"A round can last at most 366 days, 0:00:00\. Make it shorter\."):
        rule("extend_round", round_id=played.round_id, until=NOON + 400 * DAY)


# --- final deadlines ----------------------------------------------------------------------------------------------------


def test_a_round_ends_with_games_in_every_phase(director):
    """One game is in its lobby with one player, one is running, one paused, one in its grace period, and one finished."""
    players = people(10)
    tournament = under_way(director, players, options={"tile_set": "A3 E3", "starting_tiles": 3}, rounds_planned=1)
    lobby, played, paused, red, over = fixtures(tournament)
    come = lobby.sittings.first().entrant.player
    join(lobby, come)
    Fixture.objects.filter(pk=lobby.pk).update(join_by=END)
    for fixture in (played, paused, red, over):
        join(fixture)
    commands.pause(tournament_id=tournament.pk, fixture_id=paused.pk, by=director, reason=WHY, now=NOON)
    win(over, over.sittings.first().entrant.player, now=NOON + DAY)
    asks = red.sittings.first().entrant.player
    late = END - HOUR
    lay_and_ask(red, asks, now=late)
    assert Game.objects.get(pk=red.game_id).phase == "grace"
    commands.pause(tournament_id=tournament.pk, fixture_id=played.pk, by=director, reason=WHY, now=late)
    commands.resume(tournament_id=tournament.pk, fixture_id=played.pk, by=director, reason=WHY, now=late)
    commands.apply_due(now=END - timedelta(minutes=1))
    phases = [fixture.phase for fixture in fixtures(tournament)]
    assert phases == ["joining", "playing", "playing", "playing", "finished"]
    commands.apply_due(now=END + DAY)
    phases = [fixture.phase for fixture in fixtures(tournament)]
    assert phases == ["awarded", "finished", "finished", "finished", "finished"]
    assert {fixture.game.finished_at for fixture in fixtures(tournament)[1:4]} == {END}
    assert red.sittings.get(entrant__player=asks).rank == 1
    tournament.refresh_from_db()
    assert tournament.phase == "finished"


def lay_and_ask(fixture, player, *, now):
    for seat in fixture.game.seats.all():
        games_commands.look(game_id=fixture.game_id, player=seat.player, now=now)
    first, second, third = hand(fixture.game_id, player)
    orders = [Order("GRID", {"layout": [first + second, f"{third}."]}), Order("RED")]
    games_commands.play(game_id=fixture.game_id, player=player, orders=orders, now=now)
    games_commands.apply_due(game_id=fixture.game_id, now=now + timedelta(minutes=30))


def test_due_work_can_be_done_late_twice_or_in_parts(director, players):
    tournament = under_way(director, players, rounds_planned=1)
    played, waiting = fixtures(tournament)
    for seat in played.game.seats.all():
        games_commands.agree(game_id=played.game_id, player=seat.player, now=NOON)
    assert commands.due_games(now=NOON) == [played.game_id]
    late = END + 3 * DAY
    assert commands.take_results(game_id=played.game_id, now=late)  # the worker is killed here
    assert fixtures(tournament)[0].phase == "finished"
    for _ in range(2):
        commands.apply_due(now=late)
    played, waiting = fixtures(tournament)
    assert (played.phase, played.game.finished_at, waiting.phase) == ("finished", END, "void")
    tournament.refresh_from_db()
    assert tournament.phase == "finished"
    assert commands.due_games(now=late) == commands.due_tournaments(now=late) == []
    assert [len(told(player, "ended")) for player in players] == [1] * 4


# --- points -------------------------------------------------------------------------------------------------------------


def test_a_running_game_is_scored_as_it_stands(tournament, rule, players):
    played, _ = fixtures(tournament)
    rule("adjudicate", fixture_id=played.pk, how="score")
    played = taken_up(played)
    assert (played.phase, played.game.ending) == ("finished", "adjudicated")
    assert {sitting.rank for sitting in played.sittings.all()} == {1}
    assert ruled(tournament) == [("score", WHY)]
    with pytest.raises(OrderRefused, match=r"No game is in progress there\. Award points or void the table instead\."):
        rule("adjudicate", fixture_id=played.pk, how="score")


def test_a_void_table_counts_for_nothing(tournament, rule):
    played, waiting = fixtures(tournament)
    for fixture in (played, waiting):
        rule("adjudicate", fixture_id=fixture.pk, how="void")
    played, waiting = fixtures(tournament)
    assert (played.phase, played.game.phase, played.game.ending) == ("void", "finished", "void")
    assert (waiting.phase, waiting.game.phase) == ("void", "cancelled")
    assert played.round.phase == "finished"
    with pytest.raises(OrderRefused, match=r"This table is already void\."):
        rule("adjudicate", fixture_id=played.pk, how="void")


def test_awarded_points_count_whatever_the_game_says(tournament, rule, players, director):
    played, _ = fixtures(tournament)
    winner, loser = (sitting.entrant for sitting in played.sittings.all())
    win(played, winner.player)
    points = {loser.pk: Decimal(1), winner.pk: Decimal(0)}
    rule("adjudicate", fixture_id=played.pk, how="award", points=points)
    assert taken_up(played).phase == "awarded"
    assert played.sittings.get(entrant=loser).awarded == 1
    rule("adjudicate", fixture_id=played.pk, how="award", points={loser.pk: Decimal("0.5"), winner.pk: Decimal("0.5")})
    assert played.sittings.get(entrant=loser).awarded == Decimal("0.5")


@pytest.mark.parametrize("given", [{}, {0: "1"}, {0: "1", 1: "1.5"}])
def test_everybody_at_the_table_must_be_awarded_0_to_1_points(tournament, rule, given):
    played, _ = fixtures(tournament)
    entrants = [sitting.entrant_id for sitting in played.sittings.all()]
    points = {entrants[place]: Decimal(text) for place, text in given.items()}
    with pytest.raises(OrderRefused, match=r"Give each player at this table 0 to 1 points\."):
        rule("adjudicate", fixture_id=played.pk, how="award", points=points)
    assert state(played).phase == "playing"


def test_a_game_voided_by_other_staff_counts_for_nothing(tournament, director, players):
    played, _ = fixtures(tournament)
    games_commands.govern(game_id=played.game_id, by=director, action=StaffAction("VOID", WHY), now=NOON + HOUR)
    assert taken_up(played).phase == "void"


# --- permissions ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("is_superuser", [False, True])
@pytest.mark.parametrize(
    ("verb", "facts"),
    [
        ("pause", {}),
        ("resume", {}),
        ("extend", {"span": DAY}),
        ("adjudicate", {"how": "void"}),
        ("adjudicate", {"how": "score"}),
        ("extend_round", {"until": END + DAY}),
    ],
)
def test_staff_cannot_rule_on_their_own_table(tournament, rule, verb, facts, is_superuser):
    played, _ = fixtures(tournament)
    own = make_director(played.sittings.first().entrant.player)
    own.is_superuser = is_superuser
    own.save()
    tournament.directors.add(own)
    of = {"adjudicate": {"fixture_id": played.pk}, "extend_round": {"round_id": played.round_id}}
    about = of.get(verb, {"tournament_id": tournament.pk, "fixture_id": played.pk})
    with pytest.raises(
        OrderRefused, match=r"You’re playing at table 1 of round 1\. Another director has to rule on it\."
    ):
        rule(verb, by=own, **about, **facts)
    assert not ruled(tournament)


# --- emails -------------------------------------------------------------------------------------------------------------


def test_a_director_can_write_to_everybody_or_only_to_late_players(tournament, director, players):
    played, waiting = fixtures(tournament)
    come, laggard = (sitting.entrant.player for sitting in waiting.sittings.all())
    join(waiting, come)
    seen, unseen = (sitting.entrant.player for sitting in played.sittings.all())
    games_commands.look(game_id=played.game_id, player=seen, now=NOON)
    mail = {"tournament_id": tournament.pk, "text": "Please play.", "by": director, "now": NOON}
    game = Game.objects.get(pk=played.game_id)
    lent = Substitution.objects.create(
        game=game, player=unseen, substitute=come, starts=NOON, ends=NOON + DAY, asked_at=NOON, accepted_at=NOON
    )
    Seat.objects.create(game=game, number=1, share=1, player=come, name="", substitution=lent, is_awaited=True)
    assert {each.player for each in commands.laggards(tournament)} == {laggard, unseen}
    assert commands.write_to(whom="laggards", **mail) == 2
    assert told(laggard, "mail") == [("mail", {"text": "Please play.", "by": director.pk})]
    assert told(come, "mail") == told(seen, "mail") == []
    assert commands.write_to(whom="all", **mail) == 4


@pytest.mark.parametrize(("whom", "text"), [("all", "  "), ("all", "x" * 2001), ("some", "Hello")])
def test_an_empty_too_long_or_unaddressed_message_is_refused(tournament, director, whom, text):
    with pytest.raises(OrderRefused):
        commands.write_to(tournament_id=tournament.pk, whom=whom, text=text, by=director, now=NOON)


def test_entrants_of_another_tournament_are_refused(tournament, rule, director):
    other = under_way(director, people(6)[4:])
    fixture = fixture_of(other, people(5)[4])
    with pytest.raises(OrderRefused, match=r"No game is in progress there\."):
        rule("extend", span=DAY, tournament_id=tournament.pk, fixture_id=fixture.pk)
    with pytest.raises(OrderRefused, match=r"No game is in progress there\."):
        rule("extend", span=DAY, tournament_id=tournament.pk, entrant_id=entrant(other, people(5)[4]).pk)
