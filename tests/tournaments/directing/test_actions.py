"""Each director action: what it does, what it refuses, and that it is logged with its reason."""

from datetime import timedelta

import pytest
from django.contrib.admin.models import LogEntry
from django.core import mail
from django.urls import reverse
from django.utils import timezone

from games.models import Game
from games.players.models import Player
from games.tournaments import commands
from games.tournaments.directing.actions import DIRECTOR_ACTIONS, offered
from games.tournaments.directing.questions import Subject
from games.tournaments.models import Bye, Entrant, Fixture, News, PairRule, Round, Ruling
from tests.tables import ask
from tests.tournaments.directing.conftest import act, agree, entrant, make_tournament, newcomer, page, refusal, run

WHY = "Their mail was down."


def rounds(tournament, **of):
    return Round.objects.filter(division__tournament=tournament, **of)


def fixtures(tournament):
    return Fixture.objects.filter(round__division__tournament=tournament).order_by("round__number", "number")


def last_log():
    return LogEntry.objects.order_by("-pk")[0].change_message


# --- before the start -------------------------------------------------------------------------------------------------


def test_entries_can_be_opened_and_closed(director_browser, draft):
    act(director_browser, draft, "open_entries")
    assert draft.phase == "entries"
    assert last_log() == "Open entries"
    act(director_browser, draft, "close_entries")
    assert draft.phase == "closed"


def test_an_action_out_of_order_is_refused_and_not_logged(director_browser, draft):
    assert "This tournament is still a draft. Open entries first." in refusal(
        act(director_browser, draft, "close_entries")
    )
    assert draft.phase == "draft"
    assert not LogEntry.objects.exists()


def test_several_players_can_be_confirmed_at_once(director_browser, entered):
    chosen = list(entered.entrants.values_list("pk", flat=True)[:3])
    act(director_browser, entered, "confirm", entrants=chosen)
    assert entered.entrants.filter(standing="confirmed").count() == 3
    assert entered.entrants.filter(standing="entered").count() == 1


def test_starting_pairs_the_first_round_without_notifying_anybody(director_browser, closed):
    answer = act(director_browser, closed, "start")
    assert "preview" in answer.url
    assert closed.phase == "running"
    assert rounds(closed).get().phase == "draft"
    assert not Game.objects.exists()
    assert not News.objects.filter(kind="round").exists()


# --- rounds -----------------------------------------------------------------------------------------------------------


def test_publishing_opens_the_games_that_were_reviewed(director_browser, drawn):
    shown = page(director_browser, "action", drawn, "publish")
    assert "This opens 2 games." in shown.text
    assert "4 players will be notified by email." in shown.text
    act(director_browser, drawn, "publish")
    assert rounds(drawn).get().phase == "published"
    assert Game.objects.filter(phase="lobby").count() == 2


def test_a_draft_changed_since_the_review_is_not_published(director_browser, drawn, dmitri):
    looked_at = page(director_browser, "action", drawn, "publish").context["form"]["rounds"].value()
    bye = {"entrant_id": drawn.entrants.first().pk, "points": "1", "by": dmitri, "reason": WHY, "now": timezone.now()}
    commands.set_bye(round_id=rounds(drawn).get().pk, **bye)
    said = refusal(act(director_browser, drawn, "publish", rounds=looked_at))
    assert "Review them first." in said
    assert not Game.objects.exists()


def test_a_round_can_be_published_only_once(director_browser, drawn):
    looked_at = page(director_browser, "action", drawn, "publish").context["form"]["rounds"].value()
    act(director_browser, drawn, "publish")
    assert "This round has already been published." in refusal(
        act(director_browser, drawn, "publish", rounds=looked_at)
    )
    assert Game.objects.count() == 2


@pytest.mark.parametrize("nonsense", ["x", "²", "9" * 30, "9" * 5000])
def test_invalid_rounds_are_refused(director_browser, drawn, nonsense):
    assert "Go back" in refusal(act(director_browser, drawn, "publish", rounds=nonsense))


def test_pairing_twice_gives_the_same_draft(director_browser, drawn):
    before = rounds(drawn).get().pk
    assert "preview" in act(director_browser, drawn, "draw_up").url
    assert rounds(drawn).get().pk == before


@pytest.mark.parametrize("points", ["1", "1/2", "0"])
def test_a_director_can_give_a_bye(director_browser, drawn, anna, points):
    who = entrant(drawn, anna)
    act(director_browser, drawn, "bye", rounds(drawn).get(), entrant=who.pk, points=points, reason=WHY)
    assert Bye.objects.get(entrant=who).points == points
    assert WHY in last_log()


def test_the_page_warns_if_a_bye_causes_another_one(director_browser, drawn, anna, boris):
    odd = "This leaves an odd number of players, so one more player gets a full bye."
    assert odd in page(director_browser, "action_on", drawn, "bye", rounds(drawn).get()).text
    act(director_browser, drawn, "bye", rounds(drawn).get(), entrant=entrant(drawn, anna).pk, points="1/2", reason=WHY)
    assert Bye.objects.filter(round__division__tournament=drawn).count() == 2
    assert odd not in page(director_browser, "action_on", drawn, "bye", rounds(drawn).get()).text


def test_rulings_name_the_players_and_points(director_browser, drawn, dmitri, anna, boris):
    one, other = entrant(drawn, anna), entrant(drawn, boris)
    act(director_browser, drawn, "pair", one=one.pk, other=other.pk, must_meet="no", reason=WHY)
    act(director_browser, drawn, "bye", rounds(drawn).get(), entrant=one.pk, points="1/2", reason=WHY)
    act(director_browser, drawn, "publish")
    table = fixtures(drawn)[0]
    first, second = table.sittings.select_related("entrant").order_by("pk")
    act(
        director_browser,
        drawn,
        "award",
        table,
        **{f"points_{first.pk}": "0.75", f"points_{second.pk}": "0"},
        reason=WHY,
    )
    says = [line.says for line in page(director_browser, "dashboard", drawn).context["dashboard"].rulings]
    assert "Pairing rule added: Anna and Boris must never meet." in says
    assert "Anna was given a half bye in round 1." in says
    awarded = f"{first.entrant.name} 0.75, {second.entrant.name} 0"
    assert f"Points were awarded at table 1 of round 1: {awarded}." in says


def test_a_bye_without_a_reason_is_refused(director_browser, drawn, anna):
    said = refusal(
        act(director_browser, drawn, "bye", rounds(drawn).get(), entrant=entrant(drawn, anna).pk, points="1", reason="")
    )
    assert "required" in said
    assert not Bye.objects.filter(entrant__player=anna).exists()


def test_a_bye_can_be_withdrawn(director_browser, drawn, anna):
    who = entrant(drawn, anna)
    act(director_browser, drawn, "bye", rounds(drawn).get(), entrant=who.pk, points="1", reason=WHY)
    act(director_browser, drawn, "bye", rounds(drawn).get(), entrant=who.pk, points="", reason="They are back.")
    assert not Bye.objects.filter(entrant=who).exists()


def test_a_pairing_rule_can_be_added_and_removed(director_browser, drawn, anna, boris):
    pair = {"one": entrant(drawn, anna).pk, "other": entrant(drawn, boris).pk, "must_meet": "no"}
    act(director_browser, drawn, "pair", **pair, reason="They are married.")
    rule = PairRule.objects.get()
    assert not rule.must_meet
    assert "They are married." in page(director_browser, "preview", drawn).text
    act(director_browser, drawn, "unpair", rule, reason="They do not mind.")
    assert not PairRule.objects.filter(used_at=None).exists()


def test_a_player_cannot_be_paired_with_themself(director_browser, drawn, anna):
    own = entrant(drawn, anna).pk
    assert refusal(act(director_browser, drawn, "pair", one=own, other=own, must_meet="yes", reason=WHY))
    assert not PairRule.objects.exists()


def test_tables_that_have_not_started_can_be_paired_again(director_browser, published):
    before = set(Game.objects.values_list("pk", flat=True))
    act(
        director_browser,
        published,
        "redraw",
        rounds(published).get(),
        fixtures=[one.pk for one in fixtures(published)],
        reason=WHY,
    )
    assert set(fixtures(published).values_list("game", flat=True)).isdisjoint(before)
    assert WHY in last_log()


@pytest.mark.parametrize("nonsense", ["x", "9" * 30])
def test_invalid_tables_cannot_be_paired_again(director_browser, published, nonsense):
    answer = act(director_browser, published, "redraw", rounds(published).get(), fixtures=[nonsense], reason=WHY)
    assert "is not a valid value" in refusal(answer)


def test_a_table_that_has_started_cannot_be_paired_again(director_browser, published, table):
    offered = (
        page(director_browser, "action_on", published, "redraw", rounds(published).get())
        .context["form"]
        .fields["fixtures"]
    )
    assert table not in offered.queryset
    said = refusal(act(director_browser, published, "redraw", rounds(published).get(), fixtures=[table.pk], reason=WHY))
    assert said


def test_the_final_deadline_of_a_round_can_be_moved(director_browser, published):
    until = (timezone.now() + timedelta(days=40)).replace(second=0, microsecond=0)
    act(
        director_browser,
        published,
        "hard_end",
        rounds(published).get(),
        until=until.strftime("%Y-%m-%dT%H:%M"),
        reason=WHY,
    )
    assert rounds(published).get().ends_at == until


def test_the_final_deadline_of_a_whole_season_can_be_moved(director_browser, dmitri, people):
    league = run(make_tournament(dmitri, now=timezone.now(), format="league", division_size=3), dmitri, people)
    until = (timezone.now() + timedelta(days=40)).replace(second=0, microsecond=0)
    act(director_browser, league, "hard_ends", until=until.strftime("%Y-%m-%dT%H:%M"), reason=WHY)
    assert rounds(league).count() == 3
    assert set(rounds(league).values_list("ends_at", flat=True)) == {until}


def test_the_final_deadline_cannot_be_moved_into_the_past(director_browser, published):
    before = rounds(published).get().ends_at
    assert refusal(
        act(director_browser, published, "hard_end", rounds(published).get(), until="2020-01-01T12:00", reason=WHY)
    )
    assert rounds(published).get().ends_at == before


# --- players ----------------------------------------------------------------------------------------------------------


def test_players_can_be_added_by_name_or_address(director_browser, closed):
    for name in ("Fedor", "Gina"):
        newcomer(name)
    act(director_browser, closed, "late", player="fedor", points="0", reason=WHY)
    act(director_browser, closed, "late", player="Gina@example.org", points="0", reason=WHY)
    assert set(closed.entrants.values_list("name", flat=True)) >= {"Fedor", "Gina"}


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("Nobody", "There is no player called Nobody. Enter their full name or their email address."),
        ("Gina", "More than one player"),
    ],
)
def test_a_player_must_be_known(director_browser, closed, name, says):
    for n in range(2):
        Player.objects.create_user(f"gina{n}@example.org", name="Gina")
    assert says in refusal(act(director_browser, closed, "late", player=name, points="0", reason=WHY))
    assert closed.entrants.count() == 4


def test_an_entrant_cannot_be_added_again(director_browser, closed, anna):
    assert refusal(act(director_browser, closed, "late", player="Anna", points="0", reason=WHY))
    assert closed.entrants.count() == 4


def test_a_player_can_be_withdrawn_and_brought_back(director_browser, published, anna):
    who = entrant(published, anna)
    act(director_browser, published, "withdraw", who, reason=WHY)
    who.refresh_from_db()
    assert who.standing == "withdrawn"
    assert "Withdraw: Anna. Their mail was down." in last_log()
    act(director_browser, published, "back", who, points="0", reason="It is up again.")
    who.refresh_from_db()
    assert who.standing != "withdrawn"


def test_a_player_cannot_be_withdrawn_twice(director_browser, published, anna):
    who = entrant(published, anna)
    act(director_browser, published, "withdraw", who, reason=WHY)
    assert "has already withdrawn" in refusal(act(director_browser, published, "withdraw", who, reason=WHY))


def test_another_player_takes_over_a_place_and_its_game(director_browser, published, anna):
    gina = newcomer("Gina")
    who = entrant(published, anna)
    act(director_browser, published, "replace", who, player="Gina", reason=WHY)
    who.refresh_from_db()
    assert who.player == gina
    assert who.sittings.get().fixture.game.seats.filter(player=gina).exists()
    assert last_log() == "Replace: Anna. New player: Gina. Their mail was down."


def test_an_entrant_cannot_take_over_another_place(director_browser, published, anna, boris):
    who = entrant(published, anna)
    assert refusal(act(director_browser, published, "replace", who, player="Boris", reason=WHY))
    who.refresh_from_db()
    assert who.player == anna


def test_a_reserve_can_replace_a_player(director_browser, published, anna):
    gina = newcomer("Gina")
    commands.reserve(tournament_id=published.pk, player=gina, now=timezone.now())
    who = entrant(published, anna)
    act(director_browser, published, "substitute", who, reason=WHY)
    assert Entrant.objects.get(pk=who.pk).player == gina


def test_nobody_is_replaced_without_a_reserve(director_browser, published, anna):
    who = entrant(published, anna)
    assert refusal(act(director_browser, published, "substitute", who, reason=WHY))
    assert Entrant.objects.get(pk=who.pk).player == anna


# --- tables -----------------------------------------------------------------------------------------------------------


def test_a_table_can_be_paused_and_resumed(director_browser, published, table):
    act(director_browser, published, "pause_table", table, reason=WHY)
    table.game.refresh_from_db()
    assert table.game.paused_by_staff
    assert "Paused." in page(director_browser, "dashboard", published).text
    act(director_browser, published, "resume_table", table, reason="It is up again.")
    table.game.refresh_from_db()
    assert not table.game.paused_by_staff


def test_all_games_can_be_paused_and_resumed(director_browser, published, table):
    act(director_browser, published, "pause", reason=WHY)
    assert published.paused_at is not None
    table.game.refresh_from_db()
    assert table.game.paused_by_staff
    act(director_browser, published, "resume", reason="It is up again.")
    assert published.paused_at is None


@pytest.mark.parametrize("whom", ["table", "player", "one at the table", "all"])
def test_players_can_be_given_more_time(director_browser, published, table, whom):
    table.game.refresh_from_db()
    before = table.game.due_at
    who = table.sittings.order_by("seat")[0].entrant
    answers = {"span": "2 days", "bank": "no", "reason": WHY}
    match whom:
        case "table":
            act(director_browser, published, "extend_table", table, **answers)
        case "one at the table":
            act(director_browser, published, "extend_table", table, entrant=who.pk, **answers)
        case "player":
            act(director_browser, published, "extend_player", who, **answers)
        case "all":
            act(director_browser, published, "extend", **answers)
    assert Ruling.objects.get().verb == "extend"
    table.game.refresh_from_db()
    assert table.game.due_at >= before


def test_players_can_be_given_more_time_to_join(director_browser, published):
    before = fixtures(published)[0].join_by
    act(director_browser, published, "extend_table", fixtures(published)[0], span="2 days", bank="no", reason=WHY)
    assert fixtures(published)[0].join_by == before + timedelta(days=2)


@pytest.mark.parametrize("span", ["", "soon", "0"])
def test_an_extension_of_no_time_is_refused(director_browser, published, span):
    assert refusal(act(director_browser, published, "extend", span=span, bank="no", reason=WHY))
    assert not Ruling.objects.exists()


def test_points_can_be_awarded(director_browser, published, table):
    one, other = table.sittings.order_by("pk")
    act(
        director_browser,
        published,
        "award",
        table,
        **{f"points_{one.pk}": "1", f"points_{other.pk}": "0.25"},
        reason=WHY,
    )
    table.refresh_from_db()
    assert table.phase == "awarded"
    assert [float(sitting.awarded) for sitting in table.sittings.order_by("pk")] == [1, 0.25]


def test_more_than_one_point_cannot_be_awarded(director_browser, published, table):
    one, other = table.sittings.order_by("pk")
    answers = {f"points_{one.pk}": "2", f"points_{other.pk}": "0"}
    assert refusal(act(director_browser, published, "award", table, **answers, reason=WHY))
    table.refresh_from_db()
    assert table.phase == "playing"


def test_a_table_can_be_scored_as_it_stands(director_browser, published, table):
    act(director_browser, published, "score", table, reason=WHY)
    table.refresh_from_db()
    assert table.phase == "finished"
    assert Game.objects.get(pk=table.game_id).phase == "finished"


def test_a_table_that_has_not_started_cannot_be_scored(director_browser, published):
    waiting = fixtures(published)[1]
    assert refusal(act(director_browser, published, "score", waiting, reason=WHY))
    waiting.refresh_from_db()
    assert waiting.phase == "joining"


def test_a_table_can_be_voided(director_browser, published, table):
    act(director_browser, published, "void_table", table, reason=WHY)
    table.refresh_from_db()
    assert table.phase == "void"


def posted(browser, tournament, verb, of, **answers):
    """Send the form of an action without confirming it; return the response."""
    address = reverse("run_act_on", args=[tournament.pk, verb, of.pk])
    return browser.post(address, {**answers, "reason": WHY})


def test_the_effects_of_an_award_are_shown_before_it_is_confirmed(director_browser, published, table):
    one, other = table.sittings.order_by("pk")
    shown = posted(director_browser, published, "award", table, **{f"points_{one.pk}": "1", f"points_{other.pk}": "0"})
    assert f"{one.entrant.name}: 1st place, 1 point." in shown.text
    assert "Confirm: Award points" in shown.text
    table.refresh_from_db()
    assert table.phase == "playing"
    assert not LogEntry.objects.exists()
    assert not Ruling.objects.exists()


def test_a_confirmation_of_a_different_award_is_shown_again(director_browser, published, table):
    one, other = table.sittings.order_by("pk")
    points = {f"points_{one.pk}": "1", f"points_{other.pk}": "0"}
    code = posted(director_browser, published, "award", table, **points).context["form"]["confirmed"].value()
    turned = {f"points_{one.pk}": "0", f"points_{other.pk}": "1", "confirmed": code}
    answer = posted(director_browser, published, "award", table, **turned)
    assert "Look at them again." in refusal(answer)
    assert not answer.context["form"]["confirmed"].value()
    assert not Ruling.objects.exists()


def test_results_are_corrected_instead_of_awarded_after_the_end(director_browser, published):
    for fixture in fixtures(published):
        act(director_browser, published, "void_table", fixture, reason=WHY)
    act(director_browser, published, "finish", reason=WHY)
    table = fixtures(published)[0]
    verbs = {one.verb for one in offered(Fixture, Subject(published, table))}
    assert verbs == {"correct"}
    one, other = table.sittings.order_by("pk")
    act(
        director_browser,
        published,
        "correct",
        table,
        **{f"points_{one.pk}": "1", f"points_{other.pk}": "0"},
        reason=WHY,
    )
    told = set(News.objects.filter(kind="ruled", facts__ruling=Ruling.objects.last().pk).values_list("player__name"))
    assert told == {("Anna",), ("Boris",), ("Chloe",), ("Emma",)}


# --- the whole tournament ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("whom", ["all", "laggards"])
def test_a_message_goes_to_everybody_or_only_to_late_players(director_browser, published, table, whom):
    who, _ = [sitting.entrant.player for sitting in table.sittings.all()]
    ask(table.game_id, who, at=timezone.now())
    late = {"Anna", "Boris", "Chloe", "Emma"} - {who.name}
    act(director_browser, published, "write", whom=whom, text="The hall is open.\n\nGood luck!")
    told = set(News.objects.filter(kind="mail").values_list("player__name", flat=True))
    assert told == ({"Anna", "Boris", "Chloe", "Emma"} if whom == "all" else late)
    assert mail.outbox == []


def test_an_empty_message_is_not_sent(director_browser, published):
    assert refusal(act(director_browser, published, "write", whom="all", text=" "))
    assert not News.objects.filter(kind="mail").exists()


def test_a_director_can_end_a_tournament_early(director_browser, published):
    assert "Some tables are still in progress." in refusal(
        act(director_browser, published, "finish", reason="The hall has burnt down.")
    )
    for fixture in fixtures(published):
        act(director_browser, published, "void_table", fixture, reason=WHY)
    act(director_browser, published, "finish", reason="The hall has burnt down.")
    assert published.phase == "finished"
    assert "The hall has burnt down." in last_log()


def test_a_tournament_can_be_voided(director_browser, published):
    act(director_browser, published, "void", reason="The hall has burnt down.")
    assert published.phase == "void"
    assert Game.objects.filter(phase="lobby").count() == 0
    assert "The tournament is void." in page(director_browser, "dashboard", published).text


def test_the_next_season_of_a_league_can_be_started(director_browser, dmitri, people):
    league = run(make_tournament(dmitri, now=timezone.now(), format="league", name="League"), dmitri, people)
    for fixture in fixtures(league):
        act(director_browser, league, "void_table", fixture, reason=WHY)
    assert league.phase == "finished"
    assert "Start the next season" in page(director_browser, "dashboard", league).text
    answer = act(director_browser, league, "next_season")
    assert league.next_season.season == 2
    assert answer.url == reverse("run_tournament", args=[league.next_season.pk])
    assert "season 2" in director_browser.get(answer.url).text
    assert "Start the next season" not in page(director_browser, "dashboard", league).text


def test_the_best_of_each_pool_play_a_final(director_browser, dmitri, people):
    pools = make_tournament(dmitri, now=timezone.now(), format="pools", division_size=2, advance=1)
    run(pools, dmitri, [*people, newcomer("Emma")])
    assert refusal(act(director_browser, pools, "draw_final"))
    for fixture in fixtures(pools):
        agree(fixture)
        act(director_browser, pools, "score", fixture, reason=WHY)
    assert "Pair the final" in page(director_browser, "dashboard", pools).text
    act(director_browser, pools, "draw_final")
    assert rounds(pools, phase="draft", division__stage=2).exists()


def test_an_action_is_found_only_on_the_kind_of_thing_it_is_for(director_browser, published, anna):
    assert page(director_browser, "action", published, "withdraw").status_code == 404
    assert page(director_browser, "action_on", published, "void", entrant(published, anna)).status_code == 404
    assert page(director_browser, "action", published, "nothing").status_code == 404


def test_tables_of_another_tournament_are_not_found(director_browser, published, dmitri):
    other = make_tournament(dmitri, now=timezone.now(), name="Winter Open")
    assert page(director_browser, "action_on", other, "void_table", fixtures(published)[0]).status_code == 404
    assert page(director_browser, "events", other, fixtures(published)[0]).status_code == 404


def test_opening_the_page_of_an_action_changes_nothing(director_browser, published, table, anna):
    of = {Entrant: entrant(published, anna), Round: rounds(published).get(), Fixture: table}
    for one in DIRECTOR_ACTIONS.values():
        if one.model in of:
            assert page(director_browser, "action_on", published, one.verb, of[one.model]).status_code == 200
        elif one.model is not PairRule:
            assert page(director_browser, "action", published, one.verb).status_code == 200
    published.refresh_from_db()
    assert published.phase == "running"
    assert not LogEntry.objects.exists()
    assert not Ruling.objects.exists()
