"""The preview of a draft: tables, byes, rematches, points and pairing rules."""

from django.utils import timezone

from games.tournaments import commands
from games.tournaments.directing.preview import preview
from games.tournaments.models import Fixture, PairRule, Round
from tests.tournaments.directing.conftest import act, agree, entrant, make_tournament, newcomer, page, run


def names_at(tables):
    return {frozenset(name for name, _ in table.seats) for table in tables}


def test_the_preview_shows_the_draft_pairings(director_browser, drawn):
    drafted = preview(drawn)
    assert (drafted.tables, drafted.told, drafted.repeats) == (2, 4, 0)
    text = page(director_browser, "preview", drawn).text
    for name in ("Anna", "Boris", "Chloe", "Emma"):
        assert name in text
    assert "There are no repeat pairings." in text


def test_a_bye_is_shown_and_its_player_counts_as_notified(director_browser, drawn, anna):
    one = Round.objects.get(division__tournament=drawn)
    act(director_browser, drawn, "bye", one, entrant=entrant(drawn, anna).pk, points="1/2", reason="On a boat.")
    drafted = preview(drawn)
    assert ("Anna", "half") in drafted.rounds[0].byes
    assert drafted.told == 4


def test_players_knocked_out_are_not_listed_as_forgotten(director_browser, dmitri, people):
    cup = run(make_tournament(dmitri, now=timezone.now(), format="knockout"), dmitri, [*people, newcomer("Emma")])
    for fixture in Fixture.objects.filter(round__division__tournament=cup):
        one, other = fixture.sittings.order_by("pk")
        act(
            director_browser,
            cup,
            "award",
            fixture,
            **{f"points_{one.pk}": "1", f"points_{other.pk}": "0"},
            reason="The hall closes.",
        )
    assert page(director_browser, "dashboard", cup).text.count("→ through") == 2
    if not preview(cup).rounds:
        act(director_browser, cup, "draw_up")
    (out, also_out) = preview(cup).rounds[0].idle
    text = page(director_browser, "preview", cup).text
    assert f"Knocked out: {out}, {also_out}." in text
    assert "Without a table or a bye:" not in text


def test_a_repeat_pairing_is_marked_with_its_earlier_round(director_browser, published, dmitri):
    fixtures = Fixture.objects.filter(round__division__tournament=published)
    before = {frozenset(one.entrant.name for one in fixture.sittings.all()) for fixture in fixtures}
    for fixture in fixtures:
        agree(fixture)
        act(director_browser, published, "score", fixture, reason="The hall closes.")
    met = [one.entrant for one in Fixture.objects.filter(round__division__tournament=published)[0].sittings.all()]
    pair = {"one_id": met[0].pk, "other_id": met[1].pk, "must_meet": True}
    commands.add_pair_rule(tournament_id=published.pk, **pair, by=dmitri, reason="A rematch.", now=timezone.now())
    act(director_browser, published, "draw_up")
    drafted = preview(published)
    again = [table for table in drafted.rounds[0].tables if table.again]
    assert drafted.repeats == len(again) >= 1
    assert names_at(again) <= before
    assert "met in round 1." in page(director_browser, "preview", published).text


def test_the_preview_shows_the_points_before_the_round(director_browser, published):
    first, second = Fixture.objects.filter(round__division__tournament=published).order_by("number")
    for fixture in (first, second):
        one, other = fixture.sittings.order_by("pk")
        award = {f"points_{one.pk}": "1", f"points_{other.pk}": "0"}
        act(director_browser, published, "award", fixture, **award, reason="The hall closes.")
    if not preview(published).rounds:
        act(director_browser, published, "draw_up")
    points = sorted(points for table in preview(published).rounds[0].tables for _, points in table.seats)
    assert points == ["0", "0", "1", "1"]
    assert {table.difference for table in preview(published).rounds[0].tables} == {"0"}


def test_a_pairing_rule_is_shown_beside_the_draft(director_browser, drawn, anna, boris):
    pair = {"one": entrant(drawn, anna).pk, "other": entrant(drawn, boris).pk, "must_meet": "no"}
    act(director_browser, drawn, "pair", **pair, reason="They are married.")
    act(director_browser, drawn, "draw_up")
    assert frozenset({"Anna", "Boris"}) not in names_at(preview(drawn).rounds[0].tables)
    assert "Anna and Boris must never meet." in page(director_browser, "preview", drawn).text
    assert PairRule.objects.count() == 1


def test_without_drafts_there_is_nothing_to_publish(director_browser, published):
    text = page(director_browser, "preview", published).text
    assert "There are no draft pairings." in text
    assert "Publish" not in text
