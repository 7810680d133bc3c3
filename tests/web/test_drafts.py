"""Drafts on the game's page: kept, taken up again, discarded, and nothing that counts is touched."""

import pytest
from django.utils import timezone

from games import commands
from games.models import Draft, Event
from tests.tables import state

pytestmark = pytest.mark.django_db


def keep(client, game_id, layout, **more):
    return client.post(f"/games/{game_id}/layout/", {"layout": layout, "do": "save", **more}, follow=True)


def test_a_layout_is_kept_as_a_draft_without_a_look_or_an_order(game_id, anna, browser_of):
    events = Event.objects.count()
    page = keep(browser_of(anna), game_id, "QUIZ\nU...", draft="Wild")
    assert "Kept as the draft “Wild”." in page.text
    assert ">QUIZ\nU...</textarea>" in page.text
    assert 'name="draft" value="Wild"' in page.text
    assert state(game_id).boards[0] == ()
    assert Event.objects.count() == events


def test_a_draft_without_a_name_has_the_time_for_one_and_is_shown_again(game_id, anna, browser_of):
    page = keep(browser_of(anna), game_id, "AE")
    name = Draft.objects.get().name
    assert f"Kept as the draft “{name}”." in page.text
    assert ">AE</textarea>" in page.text


def test_a_text_that_is_no_layout_stays_in_the_box(game_id, anna, browser_of):
    page = keep(browser_of(anna), game_id, "hello there", draft="Wild")
    assert page.status_code == 422
    assert ">hello there</textarea>" in page.text
    assert 'value="Wild"' in page.text
    assert not Draft.objects.exists()


def test_a_discarded_draft_is_gone_and_the_box_stays_as_it_was(game_id, anna, boris, browser_of):
    for player in (anna, boris):
        commands.save_draft(game_id=game_id, player=player, name="Old", layout=["AE"], now=timezone.now())
    page = browser_of(anna).post(f"/games/{game_id}/layout/", {"layout": "E.", "discard": "Old"})
    assert "The draft “Old” is discarded." in page.text
    assert ">E.</textarea>" in page.text
    assert Draft.objects.get().player == boris


def test_somebody_elses_game_keeps_no_draft(game_id, dmitri, browser_of):
    for sent in ({"do": "save"}, {"discard": "Old"}):
        assert browser_of(dmitri).post(f"/games/{game_id}/layout/", {"layout": "AE", **sent}).status_code == 404
