"""Drafts on the game's page: saved, opened again, renamed, discarded; two tabs never silently overwrite each other."""

import re

import pytest
from django.utils import timezone

from games import commands
from games.models import Draft, Event
from tests.tables import complete, hand, look, state

pytestmark = pytest.mark.django_db
PART = {"HX-Request": "true"}


def act(client, game_id, do, layout="", **more):
    return client.post(f"/games/{game_id}/drafts/", {"do": do, "layout": layout, **more}, follow=True)


def autosave(client, game_id, layout, *, draft="", made_from=(), name=""):
    """Save a layout like the board's script; return the draft as it is then."""
    sent = {
        "do": "keep",
        "layout": layout,
        "draft": draft,
        "version": list(made_from),
        "as": f"v-{layout}",
        "name": name,
    }
    return client.post(f"/games/{game_id}/drafts/", sent, headers=PART)


def kept(game_id, player, name="Wild", layout=("AE",)):
    return commands.save_draft(game_id=game_id, player=player, name=name, layout=layout, now=timezone.now())


def text_in(page):
    return re.search(r'<textarea id="layout"[^>]*>(.*?)</textarea>', page.text, re.DOTALL)[1]


def open_tab(page):
    return re.findall(r'aria-current="true"><strong>([^<]*)', page.text)


@pytest.fixture
def dealt(game_id, anna):
    """A game in which Anna has looked at her two tiles."""
    look(game_id, anna, at=timezone.now())
    return game_id


# --- by plain forms ---------------------------------------------------------------------------------------------------


def test_a_layout_is_saved_as_a_draft_without_looking_or_moving(game_id, anna, browser_of):
    events = Event.objects.count()
    page = act(browser_of(anna), game_id, "keep", "QUIZ\nU...", name="Wild")
    assert "Saved as the draft “Wild”. Your submitted layout hasn’t changed." in page.text
    assert Draft.objects.get().layout == "QUIZ/U..."
    assert open_tab(page) == ["Wild"]
    assert state(game_id).boards[0] == ()
    assert Event.objects.count() == events


def test_an_unnamed_draft_is_named_after_its_longest_word(dealt, anna, browser_of):
    text = hand(dealt, anna)
    page = act(browser_of(anna), dealt, "keep", text)
    assert f"Saved as the draft “{text.capitalize()}”." in page.text
    assert text_in(page) == text


def test_an_invalid_layout_stays_in_the_field(game_id, anna, browser_of):
    page = act(browser_of(anna), game_id, "keep", "hello there", name="Wild")
    assert text_in(page) == "hello there"
    assert not Draft.objects.exists()


def test_saving_an_existing_draft_updates_it(dealt, anna, browser_of):
    draft = kept(dealt, anna)
    act(browser_of(anna), dealt, "keep", "EA", draft=draft.pk, version=draft.version, name="Wild")
    assert Draft.objects.get().layout == "EA"


def test_a_new_draft_starts_from_the_current_layout(dealt, anna, browser_of):
    draft = kept(dealt, anna)
    page = act(browser_of(anna), dealt, "start", "EA", draft=draft.pk, version=draft.version, name="Wild")
    assert dict(Draft.objects.values_list("name", "layout")) == {"Wild": "AE", "Wild 2": "EA"}
    assert open_tab(page) == ["Wild 2"]


def test_renaming_a_draft_also_saves_its_layout(dealt, anna, browser_of):
    draft = kept(dealt, anna)
    page = act(browser_of(anna), dealt, "rename", "A", draft=draft.pk, version=draft.version, name="Tame & mild")
    assert (Draft.objects.get().name, Draft.objects.get().layout) == ("Tame & mild", "A")
    assert open_tab(page) == ["Tame &amp; mild"]


def test_discarding_a_draft_can_be_undone(game_id, anna, boris, browser_of):
    draft, _ = [kept(game_id, player, layout=("AE", "A.")) for player in (anna, boris)]
    page = act(browser_of(anna), game_id, "discard", "E.", draft=draft.pk, version=draft.version)
    assert "“Wild” was discarded." in page.text
    assert open_tab(page) == ["Submitted"]
    assert Draft.objects.get().player == boris
    undo = dict(re.findall(r'<input type="hidden" name="(name|layout)" value="([^"]*)"', page.text))
    act(browser_of(anna), game_id, "start", **undo)
    assert Draft.objects.get(player=anna).layout == "AE/A."


def test_discarding_a_missing_draft_does_nothing(game_id, anna, browser_of):
    assert act(browser_of(anna), game_id, "discard", draft="999").status_code == 200


def test_an_unknown_action_is_refused(game_id, anna, browser_of):
    assert act(browser_of(anna), game_id, "burn").status_code == 400


# --- tabs -------------------------------------------------------------------------------------------------------------


def test_each_tab_shows_the_current_score_of_its_layout(dealt, anna, browser_of):
    complete(dealt, anna, at=timezone.now())
    kept(dealt, anna, "Half", ["A"])
    page = browser_of(anna).get(f"/games/{dealt}/?draft=Half").text
    assert re.findall(r'class="worth">([^<]*)', page) == ["0/(0+2)=0.00", "0/1=0.00, complete"]


@pytest.mark.usefixtures("running_clock")
def test_the_page_opens_the_latest_draft_not_submitted(dealt, anna, browser_of):
    client, page = browser_of(anna), f"/games/{dealt}/"
    assert open_tab(client.get(page)) == ["Submitted"]
    kept(dealt, anna)
    kept(dealt, anna, "Newer", ["E"])
    assert open_tab(client.get(page)) == ["Newer"]
    assert open_tab(client.get(f"{page}?draft=Wild")) == ["Wild"]
    assert open_tab(client.get(f"{page}?draft=")) == ["Submitted"]
    assert open_tab(client.get(f"{page}?draft=Nothing")) == ["Submitted"]
    complete(dealt, anna, at=timezone.now())
    assert open_tab(client.get(page)) == ["Submitted"]


def test_a_submitted_draft_is_deleted(dealt, anna, browser_of):
    draft, other = kept(dealt, anna, layout=[hand(dealt, anna)]), kept(dealt, anna, "Other")
    sent = {"do": "submit", "layout": hand(dealt, anna), "draft": draft.pk, "version": draft.version}
    page = browser_of(anna).post(f"/games/{dealt}/layout/", sent, follow=True)
    assert "Submitted. This layout counts now." in page.text
    assert list(Draft.objects.all()) == [other]


def test_submitting_an_old_version_leaves_a_changed_draft_in_place(dealt, anna, browser_of):
    draft = kept(dealt, anna)
    sent = {"do": "submit", "layout": hand(dealt, anna), "draft": draft.pk, "version": "an older one"}
    browser_of(anna).post(f"/games/{dealt}/layout/", sent)
    assert Draft.objects.get() == draft


def test_tiles_no_longer_held_are_left_out_and_named(dealt, anna, browser_of):
    kept(dealt, anna, layout=["Q" + hand(dealt, anna), "Z.."])
    page = browser_of(anna).get(f"/games/{dealt}/")
    assert "You no longer hold Q Z, so they have been left out." in page.text
    assert text_in(page) == hand(dealt, anna)
    assert Draft.objects.get().layout.startswith("Q")


# --- two tabs, two devices --------------------------------------------------------------------------------------------


def test_the_later_of_two_tabs_is_warned_and_can_keep_both_versions(dealt, anna, browser_of):
    draft, client = kept(dealt, anna), browser_of(anna)
    assert autosave(client, dealt, "EA", draft=draft.pk, made_from=[draft.version]).status_code == 200
    late = autosave(client, dealt, "E", draft=draft.pk, made_from=[draft.version])
    assert late.status_code == 409
    assert "Your draft changed on another device at " in late.text
    assert "Keep both" in late.text
    assert Draft.objects.get().layout == "EA"
    act(client, dealt, "start", "E", draft=draft.pk, name="Wild")
    assert dict(Draft.objects.values_list("name", "layout")) == {"Wild": "EA", "Wild 2": "E"}


def test_without_scripts_a_late_form_keeps_its_text_and_asks(dealt, anna, browser_of):
    draft, client = kept(dealt, anna), browser_of(anna)
    autosave(client, dealt, "EA", draft=draft.pk, made_from=[draft.version])
    page = act(client, dealt, "keep", "E", draft=draft.pk, version=draft.version)
    assert "Keep both" in page.text
    assert text_in(page) == "E"
    assert f'name="version" value="{draft.version}"' in page.text


def test_a_change_to_a_discarded_draft_can_be_saved_as_a_new_draft(dealt, anna, browser_of):
    draft, client = kept(dealt, anna), browser_of(anna)
    act(client, dealt, "discard", draft=draft.pk)
    late = autosave(client, dealt, "EA", draft=draft.pk, made_from=[draft.version])
    assert late.status_code == 409
    assert "Your draft was discarded on another device. Save it as a new draft?" in late.text
    assert not Draft.objects.exists()


def test_a_repeated_first_autosave_creates_only_one_draft(dealt, anna, browser_of):
    client = browser_of(anna)
    assert 'aria-current="true"><strong>Ea</strong>' in autosave(client, dealt, "EA", made_from=["v-EA"]).text
    autosave(client, dealt, "EA", made_from=["v-EA"])
    autosave(client, dealt, "E", made_from=["v-EA", "v-E"])
    assert list(Draft.objects.values_list("name", "layout")) == [("Ea", "E")]


def test_a_twenty_first_draft_is_refused_with_advice(dealt, anna, browser_of):
    for n in range(20):
        kept(dealt, anna, str(n))
    answer = autosave(browser_of(anna), dealt, "E")
    assert answer.status_code == 409
    assert "You can save at most 20 drafts per game. Discard one first." in answer.text
    assert "Keep both" not in answer.text


@pytest.mark.usefixtures("running_clock")
def test_any_change_to_a_draft_sends_the_page_again(dealt, anna, browser_of):
    client, page = browser_of(anna), f"/games/{dealt}/?draft="
    etags = [client.get(page)["ETag"]]

    def assert_sent_again():
        again = client.get(page, headers={"If-None-Match": etags[-1]})
        assert again.status_code == 200
        etags.append(again["ETag"])
        assert client.get(page, headers={"If-None-Match": etags[-1]}).status_code == 304

    mine = {"game_id": dealt, "player": anna, "now": timezone.now()}
    draft = kept(dealt, anna)
    assert_sent_again()
    commands.change_draft(**mine, draft=draft.pk, made_from=[draft.version], layout=["E"])
    assert_sent_again()
    commands.rename_draft(**mine | {"now": timezone.now()}, draft=draft.pk, name="Other")
    assert_sent_again()
    commands.discard_draft(game_id=dealt, player=anna, draft=draft.pk)
    assert_sent_again()


@pytest.mark.parametrize("odd", ["\x00", "9" * 40, "-1", "A1", "é" * 5000])
def test_odd_input_in_a_form_breaks_nothing(dealt, anna, browser_of, odd):
    draft, client = kept(dealt, anna), browser_of(anna)
    for sent in (
        {"draft": odd},
        {"draft": draft.pk, "version": odd, "as": odd, "name": odd},
        {"version": odd, "as": odd, "name": odd},
        {"draft": draft.pk, "version": draft.version, "layout": odd},
    ):
        for do in ("keep", "start", "rename", "discard"):
            assert client.post(f"/games/{dealt}/drafts/", {"do": do, **sent}).status_code in (200, 302, 409, 422)
            answer = client.post(f"/games/{dealt}/drafts/", {"do": do, **sent}, headers=PART)
            assert answer.status_code in (200, 302, 409, 422)
    assert client.get(f"/games/{dealt}/", {"draft": odd}).status_code == 200


# --- other players ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("do", ["keep", "start", "rename", "discard"])
def test_a_player_without_a_seat_finds_no_drafts(game_id, anna, dmitri, browser_of, do):
    draft = kept(game_id, anna)
    sent = {"draft": draft.pk, "version": draft.version, "name": "Mine"}
    assert act(browser_of(dmitri), game_id, do, "EA", **sent).status_code == 404
    assert (Draft.objects.get().name, Draft.objects.get().layout) == ("Wild", "AE")


@pytest.mark.parametrize("do", ["keep", "start", "rename", "discard"])
def test_another_player_cannot_reach_a_draft_by_its_number(game_id, anna, boris, browser_of, do):
    draft = kept(game_id, anna)
    sent = {"draft": draft.pk, "version": draft.version, "name": "Mine"}
    page = act(browser_of(boris), game_id, do, "E", **sent)
    assert "Wild" not in page.text
    assert (Draft.objects.get(player=anna).name, Draft.objects.get(player=anna).layout) == ("Wild", "AE")


def test_a_draft_appears_on_no_other_players_page_and_in_no_record(game_id, anna, boris, dmitri, browser_of):
    kept(game_id, anna, "Hush", ["QUIZ"])
    readers = [(boris, 200), (dmitri, 404), (None, 302)]
    for reader, status in readers:
        for page in ("", "?draft=Hush", "record.json"):
            answer = browser_of(reader).get(f"/games/{game_id}/{page}")
            assert answer.status_code == status
            assert "Hush" not in answer.content.decode()
            assert "QUIZ" not in answer.content.decode()
    assert "Hush" in browser_of(anna).get(f"/games/{game_id}/").text
    assert "Hush" not in browser_of(anna).get(f"/games/{game_id}/record.json").content.decode()
