"""Layouts that are always visible: everyone's submitted layout, but never an unseen tile or a hidden request."""

import pytest

from tests.rules.crossing.table import CROSSING, crossing, layouts
from tests.rules.position import ANNA, BORIS, CHLOE, DMITRI

ALWAYS = {"layouts_visible": "always"}


def told_of_submits(table, reader):
    return [line for event in table.events if event.verb == "submit" and (line := table.told(event, reader).says)]


@pytest.mark.parametrize("reader", [ANNA, DMITRI])
def test_others_see_the_last_submitted_layout_and_its_score(reader):
    table = crossing(ANNA, BORIS, CHLOE, **ALWAYS).all_seen()
    table = table.complete(BORIS).lay(BORIS, table.state.held(BORIS)[:3])
    seen = table.view(reader)
    assert layouts(seen)[BORIS] == (table.state.held(BORIS)[:3],)
    assert layouts(seen)[CHLOE] == ()
    assert seen.others[BORIS].score == table.view(BORIS).score
    assert reader not in seen.others


@pytest.mark.parametrize("reader", [ANNA, DMITRI])
def test_others_are_notified_of_a_submitted_layout(reader):
    table = crossing(ANNA, BORIS, **ALWAYS).all_seen().complete(BORIS)
    assert told_of_submits(table, reader) == ["Boris submitted a layout."]
    assert CROSSING.tell(table.state, table.last("submit"), reader)["layout"] == [table.state.held(BORIS)]


@pytest.mark.parametrize("reader", [ANNA, DMITRI])
def test_layouts_are_hidden_until_the_end_by_default(reader):
    table = crossing(ANNA, BORIS, CHLOE).all_seen().complete(BORIS, CHLOE)
    assert table.view(reader).others == {}
    assert told_of_submits(table, reader) == []
    over = table.play(BORIS, "resign").play(CHLOE, "resign")
    assert "Boris submitted a layout." in told_of_submits(over, reader)


def test_a_visible_layout_does_not_show_its_players_unseen_tiles():
    table = crossing(ANNA, BORIS, leeway=0, **ALWAYS).all_seen().complete(ANNA, BORIS)
    table = table.play(ANNA, "green").wait(seconds=1)
    assert layouts(table.view(ANNA))[BORIS] == (table.state.held(BORIS),)
    assert len(table.state.hands[BORIS]) == len(table.state.held(BORIS)) + 1


def test_visible_layouts_do_not_reveal_a_hidden_request():
    without = crossing(ANNA, BORIS, requests_visible=False, **ALWAYS).look(ANNA, BORIS).complete(BORIS)
    with_it = without.play(BORIS, "green")
    assert with_it.view(ANNA) == without.view(ANNA)
    assert with_it.told_to(ANNA) == without.told_to(ANNA)


def test_a_resigned_players_layout_is_no_longer_shown():
    table = crossing(ANNA, BORIS, CHLOE, **ALWAYS).all_seen().complete(BORIS).play(BORIS, "resign")
    assert set(table.view(ANNA).others) == {CHLOE}


def test_a_replaced_players_layout_is_hidden_until_the_replacement_looks():
    table = crossing(ANNA, BORIS, **ALWAYS).all_seen().complete(BORIS).govern("REPLACE", seat=BORIS)
    assert layouts(table.view(ANNA))[BORIS] == ()
    assert layouts(table.look(BORIS).view(ANNA))[BORIS] == (table.state.hands[BORIS],)


def test_the_api_includes_layouts_only_if_they_are_visible():
    table = crossing(ANNA, BORIS, **ALWAYS).all_seen().complete(BORIS)
    facts = table.view(ANNA).facts
    assert [(one["seat"], one["layout"]) for one in facts["layouts"]] == [(BORIS, [table.state.held(BORIS)])]
    hidden = crossing(ANNA, BORIS).all_seen().complete(BORIS)
    assert "layouts" not in hidden.view(ANNA).facts
