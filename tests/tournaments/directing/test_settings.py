"""Creating and changing a tournament with a form that says how to correct an error."""

from datetime import timedelta

import pytest
from django.contrib import admin
from django.contrib.admin.models import LogEntry
from django.contrib.messages import get_messages
from django.urls import reverse
from django.utils import timezone

from games.commands import save_tile_set
from games.players.models import Player
from games.rules.alphabets.known import ENGLISH
from games.rules.crossing.options import PACES
from games.rules.tiles import parse_tile_set
from games.tournaments import commands
from games.tournaments.models import Tournament
from tests.tournaments.directing.conftest import make_director

ADD = "admin:tournaments_tournament_add"
FORM = {
    "name": "Winter League",
    "about": "",
    "kind": "crossing",
    "preset": "daily",
    "word_list": "",
    "rated": "on",
    "format": "league",
    "table_size": "3",
    "rounds_planned": "5",
    "division_size": "6",
    "advance": "1",
    "round_lasts": "28 days",
    "join_within": "72 h",
    "late_until": "0",
    "_save": "Save",
}


def change(browser, tournament, **fields):
    return browser.post(reverse("admin:tournaments_tournament_change", args=[tournament.pk]), {**FORM, **fields})


def wrong(answer):
    assert answer.status_code == 200
    return answer.context["adminform"].form.errors


def test_the_creator_of_a_tournament_directs_it_and_sees_its_dashboard(director_browser, dmitri):
    answer = director_browser.post(reverse(ADD), FORM)
    made = Tournament.objects.get()
    assert answer.url == reverse("run_tournament", args=[made.pk])
    assert list(made.directors.all()) == [dmitri]
    assert (made.round_lasts, made.join_within) == (timedelta(days=28), timedelta(hours=72))
    assert made.lot
    assert LogEntry.objects.get().is_addition()


def test_warnings_about_settings_name_the_game(director_browser):
    director_browser.post(reverse(ADD), {**FORM, "option_tile_set": "A60 E60", "option_starting_tiles": "2"})
    (warned, *_) = [
        str(one) for one in get_messages(director_browser.get("/admin/").wsgi_request) if one.level_tag == "warning"
    ]
    assert warned.startswith("Lexicon Crossing: ")


def test_a_saved_tile_set_is_stored_as_counts(director_browser, boris):
    save_tile_set(player=boris, name="Nordic", counts="A60 E60 K4", now=timezone.now())
    director_browser.post(reverse(ADD), {**FORM, "option_tile_set_own": "nordic+S98"})
    assert parse_tile_set(Tournament.objects.get().options["tile_set"], ENGLISH).total == 124 + 98
    assert "ordic" not in Tournament.objects.get().options["tile_set"]


def test_the_form_offers_every_game_and_the_options_of_the_chosen_one(director_browser):
    text = director_browser.get(reverse(ADD)).text
    for said in ("Handshake", 'name="option_tiles_per_light"', "Tiles per light", "Leisurely", "Only applies with:"):
        assert said in text
    assert "option_vacation" not in text
    text = director_browser.get(reverse(ADD) + "?kind=crosslet").text
    assert 'name="option_blank_scores"' in text
    assert "option_tiles_per_light" not in text
    assert director_browser.get(reverse(ADD) + "?kind=chess").status_code == 200


def test_options_come_from_the_pace_unless_chosen(director_browser):
    director_browser.post(
        reverse(ADD), {**FORM, "preset": "leisurely", "option_see_within": "5 days", "option_tiles_per_light": "2"}
    )
    options = Tournament.objects.get().options
    assert options == {**PACES["leisurely"], "see_within": 5 * 86400, "tiles_per_light": 2}


def test_an_explicit_choice_of_one_tile_per_light_holds_in_a_league_too(director_browser):
    director_browser.post(reverse(ADD), FORM)
    assert "tiles_per_light" not in Tournament.objects.get().options
    director_browser.post(reverse(ADD), {**FORM, "name": "Slow League", "option_tiles_per_light": "1"})
    named = Tournament.objects.get(name="Slow League")
    assert named.options["tiles_per_light"] == 1
    change(director_browser, named, option_tiles_per_light="1", rounds_planned="4")
    named.refresh_from_db()
    assert (named.options["tiles_per_light"], named.rounds_planned) == (1, 4)
    shown = (
        director_browser.get(reverse("admin:tournaments_tournament_change", args=[named.pk])).context["adminform"].form
    )
    assert shown["option_tiles_per_light"].value() == "1"


def test_the_form_of_a_draft_shows_and_keeps_its_options(director_browser, draft):
    address = reverse("admin:tournaments_tournament_change", args=[draft.pk])
    before, form = draft.options, director_browser.get(address).context["adminform"].form
    filled = {name: form[name].value() for name in form.fields if name.startswith(("option_", "preset"))}
    change(
        director_browser, draft, table_size="2", format="swiss", **{name: value or "" for name, value in filled.items()}
    )
    draft.refresh_from_db()
    assert draft.options == before
    assert draft.options["starting_tiles"] == 2


@pytest.mark.parametrize(
    ("fields", "field", "says"),
    [
        ({"option_tiles_per_light": "9"}, "option_tiles_per_light", "valid choice"),
        ({"option_starting_tiles": "9999"}, "option_starting_tiles", "less than or equal to"),
        ({"option_see_within": "soon"}, "option_see_within", "Enter a time"),
        ({"option_tile_set_own": "nowhere+S98"}, "__all__", "nowhere"),
        ({"option_tile_set_own": "A2 E2"}, "__all__", ""),
        (
            {"option_teams_own": "ABAB"},
            "__all__",
            "Tournaments rank individual players. Leave out teams and shared seats.",
        ),
        (
            {"option_people_a_seat": "2"},
            "__all__",
            "Tournaments rank individual players. Leave out teams and shared seats.",
        ),
        ({"preset": "never"}, "preset", "valid choice"),
        ({"kind": "chess"}, "kind", "valid choice"),
        ({"word_list": "mine"}, "word_list", "valid choice"),
        ({"join_within": "30 days"}, "__all__", "join"),
        ({"round_lasts": "soon"}, "round_lasts", "Enter a time"),
        ({"format": "knockout", "advance": "3"}, "__all__", "The number who advance must be smaller than a table."),
        ({"format": "ladder"}, "__all__", "Choose tables of 2."),
        ({"division_size": "2"}, "__all__", "division"),
    ],
)
def test_unplayable_settings_are_refused_with_a_reason(director_browser, fields, field, says):
    errors = wrong(director_browser.post(reverse(ADD), {**FORM, **fields}))
    assert says in " ".join(errors[field])
    assert not Tournament.objects.exists()


def test_every_setting_of_a_draft_can_be_changed(director_browser, draft):
    assert change(director_browser, draft, kind="crosslet", table_size="2", format="swiss").status_code == 302
    draft.refresh_from_db()
    assert (draft.kind, draft.format) == ("crosslet", "swiss")


def test_the_game_cannot_be_changed_once_entries_are_open(director_browser, entered):
    change(director_browser, entered, kind="crosslet", rounds_planned="4", table_size="2", format="swiss")
    entered.refresh_from_db()
    assert (entered.kind, entered.rounds_planned) == ("crossing", 4)


def test_only_the_name_and_directors_can_be_changed_after_the_start(director_browser, drawn):
    change(director_browser, drawn, name="The Autumn Open", rounds_planned="9", table_size="3")
    drawn.refresh_from_db()
    assert (drawn.name, drawn.rounds_planned, drawn.table_size) == ("The Autumn Open", 3, 2)


def test_fixed_settings_are_shown_in_words(director_browser, drawn):
    text = director_browser.get(reverse("admin:tournaments_tournament_change", args=[drawn.pk])).text
    for said in ("Lexicon Crossing", "20 days", "3 days"):
        assert said in text
    assert "0:00:00" not in text


def test_directors_cannot_remove_themselves_by_accident(director_browser, draft, dmitri, chloe):
    change(director_browser, draft, directors=[make_director(chloe).pk])
    assert set(draft.directors.values_list("name", flat=True)) == {"Chloe", "Dmitri"}


def test_only_staff_are_offered_as_directors(director_browser, draft, anna):
    answer = change(director_browser, draft, directors=[anna.pk])
    assert "directors" in wrong(answer)
    assert "Anna" not in director_browser.get(reverse("admin:tournaments_tournament_change", args=[draft.pk])).text


def test_saving_the_form_does_not_undo_changes_made_meanwhile(closed, dmitri, rf):
    page = admin.site._registry[Tournament]
    request = rf.post("/")
    request.user = dmitri
    form = page.get_form(request, closed, change=True)({**FORM, "name": "The Autumn Open"}, instance=closed)
    assert form.is_valid(), form.errors
    commands.start(tournament_id=closed.pk, by=dmitri, now=timezone.now())
    page.save_model(request, form.save(commit=False), form, change=True)
    closed.refresh_from_db()
    assert (closed.name, closed.phase) == ("The Autumn Open", "running")


def test_a_superuser_can_remove_a_director(client, draft, dmitri):
    boss = Player.objects.create_superuser("boss@example.org", name="Boss")
    client.force_login(boss)
    change(client, draft, directors=[boss.pk], table_size="2", format="swiss")
    assert list(draft.directors.all()) == [boss]


def test_a_new_tournament_defaults_to_tables_of_two(director_browser):
    assert director_browser.get(reverse(ADD)).context["adminform"].form["table_size"].value() == 2
