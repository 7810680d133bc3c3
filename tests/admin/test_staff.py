"""The rights of staff: what they may do in the admin, and what nobody may do there."""

import pytest
from django.contrib.auth.models import Permission
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse
from django.utils import timezone

from games.models import Game, WordList
from games.players.models import ApiToken, Player
from games.players.tokens import make_token, token_with
from games.word_lists.shelf import words_of

LOOKED_AT = ["game", "seat", "bag", "hand", "board", "draft", "event"]


def post(browser, page, /, *args, **fields):
    return browser.post(reverse(f"admin:{page}", args=args), fields)


def test_staff_sign_in_by_code_and_second_factor_like_everyone(client, db):
    chief = Player.objects.create_superuser("chief@example.org", name="Chief", password="correct horse")
    answer = client.post("/admin/login/", {"username": chief.email, "password": "correct horse"})
    assert answer.url.startswith(reverse("account_login"))
    assert client.get("/admin/", follow=True).status_code == 200
    assert "_auth_user_id" not in client.session


def test_a_player_who_is_not_staff_cannot_enter_the_admin(client, anna):
    client.force_login(anna, backend="django.contrib.auth.backends.ModelBackend")
    assert client.get("/admin/", follow=True).status_code == 403


@pytest.mark.parametrize("model", LOOKED_AT)
def test_parts_of_games_cannot_be_added(staff, model):
    assert staff.get(reverse(f"admin:games_{model}_add")).status_code == 403


@pytest.mark.parametrize("act", ["change", "delete"])
def test_games_cannot_be_changed_or_deleted(staff, running, act):
    answer = post(staff, f"games_game_{act}", running.pk, phase="finished", post="yes")
    assert answer.status_code == 403
    running.refresh_from_db()
    assert running.phase == "playing"


def test_games_cannot_be_deleted_in_bulk(staff, running):
    post(staff, "games_game_changelist", action="delete_selected", _selected_action=running.pk, post="yes")
    assert Game.objects.filter(pk=running.pk).exists()


def upload(browser, content, name="few", alphabet="en"):
    file = SimpleUploadedFile("few.txt", content)
    return post(browser, "games_wordlist_add", name=name, notice="ours", alphabet=alphabet, file=file)


def test_a_word_list_can_be_imported_from_a_file(staff):
    assert upload(staff, b"keys\ncake\n").status_code == 302
    kept = WordList.objects.get(name="few")
    assert (kept.words, kept.notice) == (2, "ours")
    assert "few" in staff.get(reverse("admin:games_wordlist_changelist")).content.decode()


def test_importing_the_same_words_again_adds_no_list(staff):
    upload(staff, b"keys\ncake\n")
    assert upload(staff, b"CAKE\nKEYS\n").status_code == 302
    assert WordList.objects.filter(name="few").count() == 1


def test_a_word_list_is_imported_in_the_letters_of_its_language(staff):
    assert upload(staff, "Äpfel\nStraße\n".encode(), alphabet="de").status_code == 302
    kept = WordList.objects.get(name="few")
    assert (kept.words, kept.alphabet) == (2, "de")
    assert sorted(words_of(kept.pk)) == ["STRASSE", "ÄPFEL"]
    assert "Ä" in upload(staff, "Äpfel\n".encode()).content.decode()


@pytest.mark.parametrize(
    ("content", "says"),
    [(b"Our words (2024)\ncake\n", "Line 1"), ("ÄPFEL".encode("latin-1"), "UTF-8"), (b"1\n", "Line 1")],
)
def test_an_invalid_word_list_is_refused_with_a_reason(staff, content, says):
    answer = upload(staff, content)
    assert answer.status_code == 200
    assert says in answer.content.decode()
    assert not WordList.objects.filter(name="few").exists()


def test_a_saved_word_list_cannot_be_changed_or_deleted(staff):
    kept = WordList.objects.get(name="open")
    assert post(staff, "games_wordlist_change", kept.pk, name="other").status_code == 403
    assert post(staff, "games_wordlist_delete", kept.pk, post="yes").status_code == 403


def test_a_token_can_be_revoked(staff, anna):
    secret = make_token(player=anna, name="phone", scope="play", now=timezone.now())
    chosen = ApiToken.objects.get().pk
    post(staff, "players_apitoken_changelist", action="take_back", _selected_action=chosen)
    assert token_with(secret) is None


def test_a_player_can_be_deactivated(staff, anna):
    fields = {"name": "Anna", "time_zone": "UTC", "is_staff": "on"}
    assert post(staff, "players_player_change", anna.pk, **fields).status_code == 302
    anna.refresh_from_db()
    assert (anna.is_active, anna.is_staff) == (False, True)


def test_a_players_time_zone_is_chosen_from_a_list(staff, anna):
    page = reverse("admin:players_player_change", args=[anna.pk])
    assert '<option value="Europe/Berlin">' in staff.get(page).text
    fields = {"name": "Anna", "time_zone": "Berlin", "is_active": "on"}
    assert staff.post(page, fields).status_code == 200  # the form is shown again
    assert staff.post(page, fields | {"time_zone": "Europe/Berlin"}).status_code == 302
    anna.refresh_from_db()
    assert anna.time_zone == "Europe/Berlin"


def test_only_a_superuser_can_grant_rights(client, anna, dmitri):
    dmitri.is_staff = True
    dmitri.save()
    dmitri.user_permissions.set(Permission.objects.filter(codename__in=["change_player", "view_player"]))
    client.force_login(Player.objects.get(pk=dmitri.pk))
    for player in (anna, dmitri):
        fields = {"name": player.name, "time_zone": "UTC", "is_active": "on", "is_staff": "on", "is_superuser": "on"}
        assert post(client, "players_player_change", player.pk, **fields).status_code == 302
        player.refresh_from_db()
        assert not player.is_superuser
    anna.refresh_from_db()
    assert not anna.is_staff


def test_players_are_redirected_away_from_the_admin(client, anna):
    client.force_login(anna)
    assert client.get(reverse("admin:games_game_changelist")).status_code == 302


def test_the_list_of_games_names_players_and_the_site_is_called_lexicon(staff, running):
    page = staff.get("/admin/games/game/").text
    assert "Anna and Boris" in page
    assert "Lexicon admin site" in page
    assert "Django" not in page
