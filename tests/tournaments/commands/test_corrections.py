"""Corrections of results: their effects are shown before they are saved, and after the end everybody is notified."""

import re
from decimal import Decimal
from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from games import commands as games_commands
from games.rules.values import Order, OrderRefused
from games.tournaments import commands
from games.tournaments.models import Fixture, News, Round, Ruling, Tournament
from games.tournaments.queries.rulings import ruling_lines
from games.tournaments.snapshot import Snapshot
from notifications.outgoing.mails.general import tournament_mail
from tests.tables import hand
from tests.tournaments.playing import (
    DAY,
    NOON,
    WHY,
    begin,
    close_joining,
    entrant,
    fixtures,
    join,
    names,
    people,
    play_out,
    publish,
    under_way,
    win,
)


def points(tournament, **given):
    return {tournament.entrants.get(name=name).pk: Decimal(str(each)) for name, each in given.items()}


def look(command, **facts):
    """Return the changes that the command would make, in words; nothing is saved."""
    with commands.trying() as trial:
        command(reason=WHY, now=NOON, **facts)
    return trial.says


@pytest.fixture
def over(director):
    """A knockout between two players, which Anna has won."""
    tournament = under_way(director, people(2), format="knockout")
    play_out(tournament)
    assert (tournament.phase, names(tournament)) == ("finished", ["Anna", "Boris"])
    return tournament


def turned(tournament):
    (final,) = fixtures(tournament)
    return {"fixture_id": final.pk, "how": "award", "points": points(tournament, Anna=0, Boris=1)}


# --- after the end --------------------------------------------------------------------------------------------------------


def test_results_are_corrected_instead_of_awarded_after_the_end(over, director):
    with pytest.raises(OrderRefused, match=r"^This tournament is finished\. Correct the result instead"):
        commands.adjudicate(**turned(over), by=director, reason=WHY, now=NOON)
    commands.correct(**turned(over), by=director, reason=WHY, now=NOON)
    assert names(over) == ["Boris", "Anna"]
    assert Ruling.objects.get().verb == "correct"


def test_results_cannot_be_corrected_before_the_end(director):
    tournament = under_way(director, people(2), format="knockout")
    with pytest.raises(OrderRefused, match=r"^This tournament is still in progress"):
        commands.correct(**turned(tournament), by=director, reason=WHY, now=NOON)


def test_previewing_a_correction_names_the_new_winner_and_saves_nothing(over, director):
    says = look(commands.correct, **turned(over), by=director)
    assert "Boris wins the tournament instead of Anna." in says
    assert "Boris: 1st place instead of 2nd, 1 point instead of 0." in says
    assert names(over) == ["Anna", "Boris"]
    assert not Ruling.objects.exists()
    assert fixtures(over)[0].phase == "finished"


def test_everybody_is_notified_of_a_correction_with_their_own_place(over, director):
    commands.correct(**turned(over), by=director, reason=WHY, now=NOON)
    anna, boris = people(2)
    for player, place in ((anna, "2nd instead of 1st"), (boris, "1st instead of 2nd")):
        news = News.objects.filter(player=player, kind="ruled")
        mail = tournament_mail(over, player=player, news=news)
        said = " ".join(getattr(part, "text", str(part)) for part in mail.parts)
        assert mail.headline == "A result of Autumn Open was corrected."
        assert "Boris wins the tournament instead of Anna." in said
        assert f"Your place is now {place}." in said
    (line,) = ruling_lines(Snapshot(over))
    assert "After the end, the points of table 1 of round 1 were corrected: Anna 0, Boris 1." in line.says
    assert "Boris wins the tournament instead of Anna." in line.says


def test_a_confirmation_saves_only_the_previewed_correction(over, director):
    with commands.trying() as trial:
        commands.correct(**turned(over), by=director, reason=WHY, now=NOON)
    other = {**turned(over), "points": points(over, Anna="0.5", Boris="0.5")}
    with pytest.raises(OrderRefused, match="Look at them again"), commands.confirming(trial.code):
        commands.correct(**other, by=director, reason=WHY, now=NOON)
    assert names(over) == ["Anna", "Boris"]
    with commands.confirming(trial.code):
        commands.correct(**turned(over), by=director, reason=WHY, now=NOON)
    assert names(over) == ["Boris", "Anna"]


def test_a_correction_in_a_league_lists_promotions_and_relegations(director):
    tournament = under_way(director, people(6), format="league", division_size=3)
    play_out(tournament)
    assert tournament.phase == "finished"
    second = tournament.divisions.get(number=2)
    first, other = (Snapshot(tournament).of(second).order[place] for place in (0, 1))
    table = next(
        one for one in fixtures(tournament) if {s.entrant.number for s in one.sittings.all()} == {first, other}
    )
    given = {s.entrant_id: Decimal(s.entrant.number == other) for s in table.sittings.all()}
    says = look(commands.correct, fixture_id=table.pk, how="award", points=given, by=director)
    up, not_up = (tournament.entrants.get(number=number).name for number in (other, first))
    assert f"{up} goes up a division." in says
    assert f"{not_up} no longer goes up a division." in says
    commands.correct(fixture_id=table.pk, how="award", points=given, by=director, reason=WHY, now=NOON)
    assert f"{up} goes up a division." in ruling_lines(Snapshot(tournament))[0].says


# --- pairings that depend on it -------------------------------------------------------------------------------------------


def test_reversing_a_knockout_result_names_the_players_already_in_the_final(director):
    tournament = under_way(director, people(4), format="knockout")
    play_out(tournament)
    publish(tournament, director)
    table = next(one for one in fixtures(tournament, "finished") if one.sittings.filter(entrant__name="Anna").exists())
    winner, loser = (sitting.entrant for sitting in table.sittings.order_by("rank"))
    given = {winner.pk: Decimal(0), loser.pk: Decimal(1)}
    says = look(commands.adjudicate, fixture_id=table.pk, how="award", points=given, by=director)
    (built,) = [one for one in says if one.startswith("Published already")]
    assert f"In it by the earlier result: {winner.name}." in built
    assert f"Not in it, in spite of the new result: {loser.name}." in built


def test_reversing_a_swiss_result_names_the_rounds_paired_from_it(director):
    tournament = under_way(director, people(4))
    play_out(tournament)
    publish(tournament, director)
    table = fixtures(tournament, "finished")[0]
    winner, loser = (sitting.entrant for sitting in table.sittings.order_by("rank"))
    given = {winner.pk: Decimal(0), loser.pk: Decimal(1)}
    says = look(commands.adjudicate, fixture_id=table.pk, how="award", points=given, by=director)
    assert "Published already, and not changed by this: round 2. It was paired by the earlier points." in says


def test_reversing_a_pool_result_changes_the_finalists_of_a_draft(director):
    tournament = under_way(director, people(4), format="pools", division_size=2, advance=1)
    play_out(tournament)
    commands.draw_final(tournament_id=tournament.pk, by=director, now=NOON)
    pool = tournament.divisions.get(stage=1, number=1)
    table = Fixture.objects.get(round__division=pool)
    winner, loser = (sitting.entrant for sitting in table.sittings.order_by("rank"))
    given = {winner.pk: Decimal(0), loser.pk: Decimal(1)}
    ruling = {"fixture_id": table.pk, "how": "award", "points": given, "by": director}
    assert "The draft of round 1, Final is paired again." in look(commands.adjudicate, **ruling)
    commands.adjudicate(**ruling, reason=WHY, now=NOON)
    drafted = Round.objects.get(phase="draft").fixtures.get()
    assert loser in [sitting.entrant for sitting in drafted.sittings.all()]
    publish(tournament, director)
    back = {**ruling, "points": {winner.pk: Decimal(1), loser.pk: Decimal(0)}}
    says = look(commands.adjudicate, **back)
    assert any("the final" in one and f"In it by the earlier result: {loser.name}." in one for one in says)


def test_the_preview_of_a_ruling_names_a_draft_it_deletes(director):
    tournament = under_way(director, people(4), format="knockout")
    play_out(tournament)
    commands.draw_up(tournament_id=tournament.pk, by=director, now=NOON)
    says = look(commands.adjudicate, fixture_id=fixtures(tournament, "finished")[0].pk, how="void", by=director)
    assert "The draft of round 2 is deleted." in says
    assert Round.objects.filter(phase="draft").exists()


# --- the last open table --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("how", ["award", "void", "score"])
def test_ruling_on_the_last_open_table_says_that_the_tournament_ends(director, how):
    tournament = under_way(director, people(2), rounds_planned=1)
    table = join(fixtures(tournament)[0])
    given = points(tournament, Anna=1, Boris=0) if how == "award" else None
    says = look(commands.adjudicate, fixture_id=table.pk, how=how, points=given, by=director)
    assert any("the tournament ends" in one for one in says)
    tournament.refresh_from_db()
    assert tournament.phase == "running"


def test_the_preview_of_a_withdrawal_says_that_the_tournament_ends(director):
    tournament = under_way(director, people(2), rounds_planned=1)
    own = entrant(tournament, people(2)[0])
    says = look(commands.withdraw, entrant_id=own.pk, by=director)
    assert any("the tournament ends" in one for one in says)
    assert "Boris wins the tournament." in says


def test_previewing_a_score_does_not_reveal_the_result_of_a_running_game(director):
    tournament = under_way(director, people(2), rounds_planned=1)
    table = join(fixtures(tournament)[0])
    codes = set()
    for player in people(2):
        with commands.trying() as trial:
            commands.adjudicate(fixture_id=table.pk, how="score", by=director, reason=WHY, now=NOON)
        assert not any(name in says for says in trial.says for name in ("Anna", "Boris"))
        codes.add(trial.code)
        lay(table, player)
    assert len(codes) == 1


def lay(table, player):
    games_commands.look(game_id=table.game_id, player=player, now=NOON)
    first, second, third = hand(table.game_id, player)
    grid = Order("GRID", {"layout": [first + second, f"{third}."]})
    games_commands.play(game_id=table.game_id, player=player, orders=[grid], now=NOON)


# --- points that add up ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("given", [(1, 1), ("0.9", "0.9"), ("0.6", "0.501")])
def test_two_players_at_a_table_cannot_both_get_more_than_half(director, given):
    tournament = under_way(director, people(2), rounds_planned=1)
    ruling = {"fixture_id": fixtures(tournament)[0].pk, "how": "award", "by": director, "reason": WHY, "now": NOON}
    with pytest.raises(
        OrderRefused, match=r"^At a table of 2, 2 players share the best places\. Give them at most 0\.5 "
    ):
        commands.adjudicate(**ruling, points=points(tournament, Anna=given[0], Boris=given[1]))
    commands.adjudicate(**ruling, points=points(tournament, Anna="0.5", Boris="0.5"))


@pytest.mark.parametrize(("given", "is_taken"), [((1, 1, 0), False), (("0.75", "0.75", 0), True), ((1, 1, 1), False)])
def test_awards_cannot_exceed_what_the_best_places_give(director, given, is_taken):
    tournament = under_way(director, people(3), format="round_robin", table_size=3, rounds_planned=1)
    ruling = {"fixture_id": fixtures(tournament)[0].pk, "how": "award", "by": director, "reason": WHY, "now": NOON}
    awarded = points(tournament, **dict(zip(("Anna", "Boris", "Chloe"), given, strict=True)))
    if is_taken:
        commands.adjudicate(**ruling, points=awarded)
    else:
        with pytest.raises(OrderRefused, match="share the best places"):
            commands.adjudicate(**ruling, points=awarded)


def test_the_same_points_cannot_be_awarded_twice(director):
    tournament = under_way(director, people(4))
    table = fixtures(tournament)[0]
    one, other = (sitting.entrant_id for sitting in table.sittings.all())
    ruling = {"fixture_id": table.pk, "how": "award", "by": director, "reason": WHY, "now": NOON}
    commands.adjudicate(**ruling, points={one: Decimal(1), other: Decimal(0)})
    with pytest.raises(OrderRefused, match=r"^These points have been awarded already\.$"):
        commands.adjudicate(**ruling, points={one: Decimal("1.000"), other: Decimal(0)})
    assert Ruling.objects.count() == 1


@pytest.mark.parametrize("points", ["1/2", "1"])
def test_the_same_bye_cannot_be_given_twice(director, points):
    tournament = begin(director, people(4))
    bye = {"entrant_id": entrant(tournament, people(1)[0]).pk, "points": points, "by": director, "now": NOON}
    commands.set_bye(round_id=Round.objects.get().pk, reason=WHY, **bye)
    with pytest.raises(OrderRefused, match=r"^Anna has this bye already\.$"):
        commands.set_bye(round_id=Round.objects.get().pk, reason=WHY, **bye)
    assert Ruling.objects.count() == 1


def test_moving_the_end_of_a_round_to_the_same_time_is_refused(director):
    tournament = under_way(director, people(4))
    end = {"round_id": Round.objects.get().pk, "by": director, "reason": WHY, "now": NOON}
    commands.extend_round(until=NOON + DAY, **end)
    with pytest.raises(OrderRefused, match=r"^The round already ends then"):
        commands.extend_round(until=NOON + DAY, **end)
    assert tournament.rulings.count() == 1


# --- walk-overs -----------------------------------------------------------------------------------------------------------


def test_a_player_with_a_walkover_gets_no_bye_before_the_others(director):
    """FIDE C.04.1: a player who got a full point without playing gets no bye."""
    players = people(5)
    tournament = under_way(director, players, rounds_planned=4)
    first = Snapshot(tournament).all_divisions[0]
    ((had_bye, _),) = [(bye.number, bye.round) for bye in first.byes]
    table = fixtures(tournament)[-1]
    present, absent = (sitting.entrant for sitting in table.sittings.all())
    for fixture in fixtures(tournament):
        if fixture != table:
            play_with(fixture)
    join(table, present.player)
    close_joining(tournament)
    byes = {one.number: one.byes for one in Snapshot(tournament).all_divisions[0].paired()}
    assert (byes[present.number], byes[had_bye]) == (1, 1)
    assert sum(byes.values()) == 2
    assert absent.number not in byes


def play_with(fixture):
    fixture = join(fixture)
    win(fixture, fixture.sittings.first().entrant.player)


def test_points_awarded_for_a_started_game_are_not_a_walkover(director):
    tournament = under_way(director, people(4))
    table = join(fixtures(tournament)[0])
    one, other = (sitting.entrant for sitting in table.sittings.all())
    given = {one.pk: Decimal(1), other.pk: Decimal(0)}
    commands.adjudicate(fixture_id=table.pk, how="award", points=given, by=director, reason=WHY, now=NOON)
    assert not any(each.byes for each in Snapshot(tournament).all_divisions[0].paired())


# --- by command -----------------------------------------------------------------------------------------------------------


def by_command(game, *options):
    printed = StringIO()
    call_command("correct_result", str(game), *options, stdout=printed)
    return printed.getvalue()


def test_the_command_previews_a_correction_and_saves_it_with_the_code(over, director):
    (final,) = fixtures(over)
    options = ("--award", "Anna=0", "boris=1", "--by", director.email, "--reason", WHY)
    shown = by_command(final.game_id, *options)
    assert "Boris wins the tournament instead of Anna." in shown
    assert names(over) == ["Anna", "Boris"]
    (code,) = re.findall(r"--confirm (\w+)", shown)
    assert by_command(final.game_id, *options, "--confirm", code) == "Saved.\n"
    assert names(over) == ["Boris", "Anna"]


def test_the_command_works_before_the_end_too(director):
    tournament = under_way(director, people(2), rounds_planned=1)
    game = fixtures(tournament)[0].game_id
    assert "the tournament ends" in by_command(game, "--void", "--by", director.email, "--reason", WHY)
    assert Tournament.objects.get().phase == "running"


@pytest.mark.parametrize(
    ("options", "says"),
    [
        (("--award", "Anna=1"), "Give each player at this table 0 to 1 points."),
        (("--award", "Anna=1", "Chloe=0"), "Write NAME=POINTS once for each player at the table: Anna and Boris."),
        (("--award", "Anna=1", "Boris"), "Write NAME=POINTS once for each player"),
        (("--award", "Anna=1", "Boris=0", "--confirm", "nonsense"), "Look at them again."),
    ],
)
def test_the_command_refuses_invalid_options(over, director, options, says):
    (final,) = fixtures(over)
    with pytest.raises(CommandError, match=re.escape(says)):
        by_command(final.game_id, *options, "--by", director.email, "--reason", WHY)
    assert names(over) == ["Anna", "Boris"]
