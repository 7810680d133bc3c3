"""Directors see and direct their own tournaments, superusers all of them, and other staff none."""

import pytest
from django.contrib.admin.models import LogEntry
from django.contrib.auth.models import Group, Permission
from django.urls import reverse
from django.utils import timezone

from games.players.models import Player
from games.tournaments.commands import walkouts
from games.tournaments.models import Tournament, Walkout
from tests.tournaments.directing.conftest import act, entrant, make_director, make_tournament, page, refusal, sign_in

LIST = "admin:tournaments_tournament_changelist"


def test_a_director_sees_only_their_own_tournaments(director_browser, draft, chloe):
    other = make_tournament(make_director(chloe), now=timezone.now(), name="Winter Open")
    text = director_browser.get(reverse(LIST)).text
    assert "Autumn Open" in text
    assert "Winter Open" not in text
    for name in ("dashboard", "preview", "change", "history", "delete"):
        assert page(director_browser, name, other).status_code in (302, 404), name
    assert page(director_browser, "action", other, "open_entries").status_code == 404


def test_a_director_cannot_run_another_directors_tournament(director_browser, chloe):
    other = make_tournament(make_director(chloe), now=timezone.now())
    address = reverse("run_act", args=[other.pk, "open_entries"])
    assert director_browser.post(address).status_code == 404
    other.refresh_from_db()
    assert other.phase == "draft"


def test_a_superuser_can_run_every_tournament(boss, draft):
    assert page(boss, "dashboard", draft).status_code == 200
    act(boss, draft, "open_entries")
    assert draft.phase == "entries"


@pytest.mark.parametrize("role", ["helper", "moderator"])
def test_other_staff_cannot_direct_tournaments(client, draft, boris, role):
    boris.is_staff = True
    boris.save()
    boris.groups.add(Group.objects.get(name=role))
    browser = sign_in(client, boris)
    assert browser.get(reverse(LIST)).status_code == 403
    assert page(browser, "change", draft).status_code == 403
    for name in ("dashboard", "preview"):
        assert page(browser, name, draft).status_code == 404
    assert page(browser, "action", draft, "open_entries").status_code == 404


def test_a_player_cannot_open_the_dashboard_or_admin(client, draft, anna):
    for name, status in (("dashboard", 404), ("preview", 404), ("change", 302), ("history", 302)):
        assert page(sign_in(client, anna), name, draft).status_code == status


def test_a_visitor_is_asked_to_sign_in(client, draft):
    for name, sign_in_at in (
        ("dashboard", "/accounts/login/"),
        ("preview", "/accounts/login/"),
        ("change", "/admin/login/"),
    ):
        answer = page(client, name, draft)
        assert (answer.status_code, answer.url.split("?")[0]) == (302, sign_in_at)


def test_a_director_without_the_permission_can_no_longer_direct(director_browser, draft, dmitri):
    dmitri.groups.clear()
    assert page(director_browser, "dashboard", draft).status_code == 404
    assert page(director_browser, "change", draft).status_code == 403


def test_nobody_can_delete_a_tournament_with_games(boss, published):
    answer = boss.post(reverse("admin:tournaments_tournament_delete", args=[published.pk]), {"post": "yes"})
    assert answer.status_code == 403
    assert Tournament.objects.filter(pk=published.pk).exists()


def test_a_superuser_can_delete_a_draft(boss, draft):
    boss.post(reverse("admin:tournaments_tournament_delete", args=[draft.pk]), {"post": "yes"})
    assert not Tournament.objects.filter(pk=draft.pk).exists()


def test_a_director_cannot_rule_on_their_own_game(client, table, anna):
    make_director(anna)
    tournament = table.round.division.tournament
    tournament.directors.add(anna)
    own = entrant(tournament, anna).sittings.get().fixture
    said = refusal(act(sign_in(client, anna), tournament, "award", own, **points(own), reason="I would have won."))
    assert ". Another director has to rule on it." in said
    own.refresh_from_db()
    assert own.phase != "awarded"


def points(fixture):
    return {f"points_{sitting.pk}": "0.5" for sitting in fixture.sittings.all()}


def test_a_superuser_cannot_rule_on_their_own_game_either(client, table, anna):
    Player.objects.filter(pk=anna.pk).update(is_staff=True, is_superuser=True)
    tournament = table.round.division.tournament
    own = entrant(tournament, anna).sittings.get().fixture
    browser = sign_in(client, Player.objects.get(pk=anna.pk))
    assert ". Another director has to rule on it." in refusal(
        act(browser, tournament, "void_table", own, reason="Never mind.")
    )
    assert not LogEntry.objects.exists()


@pytest.fixture
def walkout(published, anna):
    """Anna's ban for not joining her table."""
    game = entrant(published, anna).sittings.get().fixture.game
    walkouts.no_show(player=anna, game=game, now=timezone.now())
    return Walkout.objects.get()


def lift(browser, walkout):
    address = reverse("admin:tournaments_walkout_changelist")
    return browser.post(address, {"action": "lift", "_selected_action": walkout.pk}, follow=True)


def test_a_superuser_can_lift_a_tournament_ban(boss, walkout, anna):
    assert walkouts.ban_of(anna, now=timezone.now()) is not None
    assert "1 tournament ban lifted." in lift(boss, walkout).text
    assert walkouts.ban_of(anna, now=timezone.now()) is None
    assert LogEntry.objects.get().change_message == "Ban lifted."


def test_a_director_cannot_lift_a_tournament_ban(client, walkout, anna, dmitri):
    dmitri.groups.get().permissions.add(Permission.objects.get(codename="view_walkout"))
    assert "tournament ban lifted" not in lift(sign_in(client, dmitri), walkout).text
    assert walkouts.ban_of(anna, now=timezone.now()) is not None


# --- the dashboard on the site ------------------------------------------------------------------------------------------


def on_the_site(tournament):
    return reverse("run_tournament", args=[tournament.pk])


def test_the_admin_links_to_the_dashboard_and_back(director_browser, draft):
    for listed in (director_browser.get(reverse(LIST)), page(director_browser, "change", draft)):
        assert f'<a href="{on_the_site(draft)}">Run this tournament</a>' in listed.text
    shown = page(director_browser, "dashboard", draft).text
    for name in ("change", "history"):
        assert f'href="{reverse(f"admin:tournaments_tournament_{name}", args=[draft.pk])}"' in shown
    assert director_browser.get(reverse("run_settings", args=[draft.pk])).status_code == 404


def test_the_form_for_a_new_tournament_has_no_link_to_a_dashboard(director_browser):
    assert "Run this tournament" not in director_browser.get(reverse("admin:tournaments_tournament_add")).text


def test_nobody_else_can_open_the_dashboard_on_the_site(client, draft, anna, chloe, boris):
    make_director(chloe)
    boris.is_staff = True
    boris.save()
    draft.directors.add(anna, boris)  # without the right to direct
    for player in (anna, boris, chloe):
        assert sign_in(client, player).get(on_the_site(draft)).status_code == 404
        assert client.post(reverse("run_act", args=[draft.pk, "open_entries"])).status_code == 404


def test_the_dashboard_on_the_site_requires_a_second_factor_of_staff(director_browser, draft, settings):
    settings.STAFF_NEED_MFA = True
    for address in (on_the_site(draft), f"{on_the_site(draft)}preview/", reverse("run_act", args=[draft.pk, "void"])):
        assert director_browser.get(address).url == reverse("mfa_index")
    assert director_browser.post(reverse("run_act", args=[draft.pk, "void"]), {"reason": "x"}).status_code == 302
    draft.refresh_from_db()
    assert draft.phase == "draft"
