"""Layouts that are always visible: everyone's submitted layout, but never an unseen tile or a hidden request."""

import pytest

from tests.rules.crossing.table import CROSSING, crossing, layouts
from tests.rules.position import ANNA, BORIS, CHLOE, DMITRI

ALWAYS = {"layouts_visible": "always"}


def told_of_submits(table, reader):
    return [line for event in table.events if event.verb == "submit" and (line := table.told(event, reader).says)]


@pytest.mark.parametrize("reader", [ANNA, DMITRI])
def test_others_see_what_was_submitted_last_and_its_score(reader):
    table = crossing(ANNA, BORIS, CHLOE, **ALWAYS).all_seen()
    table = table.complete(BORIS).lay(BORIS, table.state.held(BORIS)[:3])
    seen = table.view(reader)
    assert layouts(seen)[BORIS] == (table.state.held(BORIS)[:3],)
    assert layouts(seen)[CHLOE] == ()
    assert seen.others[BORIS].score == table.view(BORIS).score
    assert reader not in seen.others


@pytest.mark.parametrize("reader", [ANNA, DMITRI])
def test_that_somebody_submitted_is_told_with_the_layout(reader):
    table = crossing(ANNA, BORIS, **ALWAYS).all_seen().complete(BORIS)
    assert told_of_submits(table, reader) == ["Boris submitted a layout."]
    assert CROSSING.tell(table.state, table.last("submit"), reader)["layout"] == [table.state.held(BORIS)]


@pytest.mark.parametrize("reader", [ANNA, DMITRI])
def test_at_any_other_table_they_are_hidden_until_the_end(reader):
    table = crossing(ANNA, BORIS, CHLOE).all_seen().complete(BORIS, CHLOE)
    assert table.view(reader).others == {}
    assert told_of_submits(table, reader) == []
    over = table.play(BORIS, "resign").play(CHLOE, "resign")
    assert "Boris submitted a layout." in told_of_submits(over, reader)


def test_an_open_layout_has_no_tile_that_its_player_has_not_seen():
    table = crossing(ANNA, BORIS, leeway=0, **ALWAYS).all_seen().complete(ANNA, BORIS)
    table = table.play(ANNA, "green").wait(seconds=1)
    assert layouts(table.view(ANNA))[BORIS] == (table.state.held(BORIS),)
    assert len(table.state.hands[BORIS]) == len(table.state.held(BORIS)) + 1


def test_open_layouts_tell_nothing_of_a_hidden_request():
    without = crossing(ANNA, BORIS, requests_visible=False, **ALWAYS).look(ANNA, BORIS).complete(BORIS)
    with_it = without.play(BORIS, "green")
    assert with_it.view(ANNA) == without.view(ANNA)
    assert with_it.told_to(ANNA) == without.told_to(ANNA)


def test_the_layout_of_who_resigned_is_gone():
    table = crossing(ANNA, BORIS, CHLOE, **ALWAYS).all_seen().complete(BORIS).play(BORIS, "resign")
    assert set(table.view(ANNA).others) == {CHLOE}


def test_the_layout_of_who_was_replaced_is_hidden_until_the_new_player_looks():
    table = crossing(ANNA, BORIS, **ALWAYS).all_seen().complete(BORIS).govern("REPLACE", seat=BORIS)
    assert layouts(table.view(ANNA))[BORIS] == ()
    assert layouts(table.look(BORIS).view(ANNA))[BORIS] == (table.state.hands[BORIS],)


def test_the_api_names_them_only_where_they_are_open():
    table = crossing(ANNA, BORIS, **ALWAYS).all_seen().complete(BORIS)
    facts = table.view(ANNA).facts
    assert [(one["seat"], one["layout"]) for one in facts["layouts"]] == [(BORIS, [table.state.held(BORIS)])]
    hidden = crossing(ANNA, BORIS).all_seen().complete(BORIS)
    assert "layouts" not in hidden.view(ANNA).facts
