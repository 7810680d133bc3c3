"""Presets on the pages: saved from the form or from a game, filled in again, renamed, deleted, and visible to nobody
else."""

import json

import pytest
from django.utils import timezone

from games import commands
from games.models import Game, Preset
from games.rules import registry
from games.rules.crossing.options import PACES
from games.rules.options import options_to_keep
from tests.positions import just_now
from tests.tables import make_table, start

pytestmark = pytest.mark.django_db(transaction=True)

A_GAME = {"kind": "crossing", "seats": "2", "preset": "daily", "word_list": "open"}
PARTY = {
    "tile_set": "A60, E60",
    "starting_tiles": 20,
    "tiles_per_light": 2,
    "grace": 90000,
    "jaywalk": "everyone",
    "jaywalk_times": 3,
    "teams": "ABAB",
    "people_a_seat": 2,
    "light_forfeit": "Sing",
    "requests_visible": False,
}


def keep(player, options=PARTY, name="Party"):
    return commands.save_preset(player=player, kind="crossing", name=name, options=options, now=timezone.now())


def answers_of(form):
    """Return the fields that a browser would send for an unchanged form."""
    filled = {bound.html_name: bound.value() for bound in form}
    return {name: value for name, value in filled.items() if value not in (None, False)}


@pytest.mark.parametrize("pace", PACES)
def test_a_preset_fills_the_form_to_create_the_same_game(anna, browser_of, pace):
    kept = keep(anna, {**PARTY, **PACES[pace]})
    shown = browser_of(anna).get("/games/new/", {"kind": "crossing", "own": kept.pk})
    form = shown.context["form"]
    assert form["preset"].value() == f"own-{kept.pk}"
    assert form["seats"].value() == 4
    made = browser_of(anna).post("/games/new/", {**answers_of(form), "kind": "crossing", "do": "make"})
    assert made.status_code == 302, made.context["refused"]
    options = registry.kind("crossing").options_type(**{**PARTY, **PACES[pace]})
    assert Game.objects.get().options == options_to_keep(options)


def test_saving_a_preset_keeps_the_form(anna, browser_of):
    asked = {**A_GAME, "option_tiles_per_light": "2", "invite": "boris@example.org", "preset_name": "Fast"}
    answer = browser_of(anna).post("/games/new/", {**asked, "do": "save_preset"}, follow=True)
    assert answer.status_code == 200
    assert "Saved as “Fast”." in answer.text
    assert answer.context["form"]["invite"].value() == "boris@example.org"
    assert Preset.objects.values_list("name", "options").get() == ("Fast", {"tiles_per_light": 2})
    assert not Game.objects.exists()
    assert "Tiles per light: two tiles each" in browser_of(anna).get("/games/new/?kind=crossing").text


def test_a_preset_without_a_name_is_refused_beside_the_form(anna, browser_of):
    answer = browser_of(anna).post("/games/new/", {**A_GAME, "do": "save_preset", "preset_name": " "}, follow=True)
    assert "A preset’s name must have 1 to 40 characters, on one line." in answer.context["refused"]


def test_the_settings_of_a_game_can_be_saved_from_its_page(anna, boris, browser_of):
    lobby = make_table(anna, boris, now=just_now(), tiles_per_light=2)
    running = start(anna, boris, now=just_now(), face_up=True)
    for game_id, name, page in ((lobby, "Of the lobby", ""), (running, "Of the game", "more/")):
        assert "Save these settings" in browser_of(boris).get(f"/games/{game_id}/{page}").text
        answer = browser_of(boris).post(f"/games/{game_id}/options/", {"name": name}, follow=True)
        assert f"Saved as “{name}”" in answer.text
    kept = {preset.name: preset.options for preset in boris.presets.all()}
    assert kept["Of the lobby"]["tiles_per_light"] == 2
    assert kept["Of the game"]["face_up"] is True
    assert not anna.presets.exists()


def test_a_preset_is_renamed_and_deleted(anna, browser_of):
    kept = keep(anna)
    client = browser_of(anna)
    client.post(f"/presets/{kept.pk}/", {"do": "rename", "name": "Feast"})
    assert "Feast" in client.get("/games/new/?kind=crossing").text
    assert (
        "A preset’s name must have 1 to 40 characters, on one line."
        in client.post(f"/presets/{kept.pk}/", {"do": "rename", "name": ""}, follow=True).text
    )
    assert client.post(f"/presets/{kept.pk}/", {"do": "burn"}).status_code == 400
    client.post(f"/presets/{kept.pk}/", {"do": "delete"})
    assert not Preset.objects.exists()
    assert "Your presets" not in client.get("/games/new/?kind=crossing").text


def test_unsupported_settings_are_left_out_and_named(anna, browser_of):
    kept = keep(anna, {"tiles_per_light": 2})
    Preset.objects.update(options={"tiles_per_light": 2, "polka": True, "jaywalk": "sideways"})
    page = browser_of(anna).get("/games/new/", {"kind": "crossing", "own": kept.pk})
    assert (
        "This server no longer supports these settings of “Party”, so they have been left out: jaywalk, polka."
        in page.text
    )
    assert page.context["form"]["option_tiles_per_light"].value() == "2"
    assert page.context["form"]["option_jaywalk"].value() == "not_caller"


def test_a_preset_that_can_no_longer_be_played_says_why(anna, browser_of):
    kept = keep(anna)
    Preset.objects.update(options={"jaywalk": "nobody", "face_up": True})
    page = browser_of(anna).get("/games/new/", {"kind": "crossing", "own": kept.pk})
    assert page.status_code == 200
    assert "“Returned tiles” only works if “Jaywalk” is one of these:" in page.context["no_set_up"]


def test_presets_of_other_players_are_not_shown_or_usable(anna, boris, browser_of):
    kept = keep(anna, name="Secret feast")
    client = browser_of(boris)
    assert "Secret feast" not in client.get("/games/new/?kind=crossing").text
    assert "Secret feast" not in client.get("/settings/account/lexicon.json").text
    assert client.get("/games/new/", {"kind": "crossing", "own": kept.pk}).status_code == 404
    assert client.get("/games/new/", {"kind": "lynx", "own": kept.pk}).status_code == 404
    for act in ({"do": "rename", "name": "Mine"}, {"do": "delete"}):
        assert client.post(f"/presets/{kept.pk}/", act).status_code == 404
    assert Preset.objects.get().name == "Secret feast"


def test_settings_of_a_private_game_cannot_be_saved_by_others(anna, boris, dmitri, browser_of):
    game_id = start(anna, boris, now=just_now(), listed=False)
    assert browser_of(dmitri).post(f"/games/{game_id}/options/", {"name": "Stolen"}).status_code == 404
    assert browser_of(dmitri).post(f"/games/{game_id + 1}/options/", {"name": "Stolen"}).status_code == 404
    assert not Preset.objects.exists()


def test_presets_and_saved_sets_are_exported_to_their_owner(anna, boris, browser_of):
    keep(anna, {"tiles_per_light": 2})
    commands.save_tile_set(player=anna, name="Nordic", counts="A30 E30", now=timezone.now())
    kept = json.loads(browser_of(anna).get("/settings/account/lexicon.json").text)
    assert [(one["name"], one["options"]) for one in kept["presets"]] == [("Party", {"tiles_per_light": 2})]
    assert [(one["name"], one["counts"]) for one in kept["tile_sets"]] == [("Nordic", "A30, E30")]
    assert json.loads(browser_of(boris).get("/settings/account/lexicon.json").text)["presets"] == []
