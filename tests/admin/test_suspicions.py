"""The list of suspicions: moderators decide with a reason, and never about games that they play in."""

import pytest
from django.contrib.admin.models import LogEntry
from django.contrib.auth.models import Group
from django.test import Client
from django.utils import timezone

from games.models import Seat
from games.players.models import Player, Suspicion
from games.players.two_accounts import Evidence
from tests.tables import start

pytestmark = pytest.mark.django_db
LIST = "/admin/players/suspicion/"
WHY = "They live together"
TABLET = Evidence(days=4, device=3, address=4, crowd=2, is_one_device=True)
HOME = Evidence(days=4, address=4, close=4, crowd=2)


def suspect(game, one, other, evidence=TABLET):
    return Suspicion.objects.create(
        game_id=game,
        one=one,
        other=other,
        score=evidence.score,
        evidence=evidence.as_json(),
        found_at=timezone.now(),
    )


def on_the_staff(name, role):
    player = Player.objects.create_user(f"{name}@example.org", name=name, is_staff=True)
    player.groups.add(Group.objects.get(name=role))
    return player


def browser_of(player):
    browser = Client()
    browser.force_login(player, backend="django.contrib.auth.backends.ModelBackend")
    return browser


def act(browser, action, *suspicions, reason=WHY):
    chosen = {"action": action, "_selected_action": [one.pk for one in suspicions], "reason": reason}
    return browser.post(LIST, chosen, follow=True)


@pytest.fixture
def game(anna, boris, chloe):
    return start(anna, boris, chloe, now=timezone.now())


@pytest.fixture
def vera(db):
    return on_the_staff("Vera", "moderator")


def test_the_strongest_comes_first_with_reasons_and_a_link_to_the_game(game, anna, boris, chloe, vera):
    suspect(game, anna, boris, HOME)
    suspect(game, boris, chloe)
    page = browser_of(vera).get(LIST)
    assert [row.score for row in page.context["cl"].result_list] == [9, 5]
    assert "They used the same device on 3 of the 4 days when both visited the site." in page.text
    assert f"/admin/games/game/{game}/change/" in page.text


def test_a_moderator_can_dismiss_one_with_a_reason(game, anna, boris, vera):
    found = suspect(game, anna, boris)
    browser = browser_of(vera)
    assert "Give a reason in 1 to 200 characters." in act(browser, "dismiss", found, reason="").text
    act(browser, "dismiss", found)
    found.refresh_from_db()
    assert (found.decision, found.reason, found.decided_by) == ("dismissed", WHY, vera)
    assert [(entry.user, entry.get_change_message()) for entry in LogEntry.objects.all()] == [(vera, "dismiss")]
    act(browser, "acted_on", found)
    found.refresh_from_db()
    assert found.decision == "dismissed"


def test_a_moderator_can_record_what_was_done(game, anna, boris, vera):
    found = suspect(game, anna, boris)
    act(browser_of(vera), "acted_on", found, reason="The game is void")
    found.refresh_from_db()
    assert (found.decision, found.reason) == ("acted on", "The game is void")


def test_moderators_cannot_see_suspicions_in_games_they_play(game, anna, boris, chloe):
    found = suspect(game, anna, boris)
    for player in (anna, chloe):
        player.is_staff = True
        player.save()
        player.groups.add(Group.objects.get(name="moderator"))
        browser = browser_of(player)
        assert not browser.get(LIST).context["cl"].result_list
        assert browser.get(f"{LIST}{found.pk}/change/", follow=True).redirect_chain
        act(browser, "dismiss", found)
    found.refresh_from_db()
    assert found.decision == ""


@pytest.mark.parametrize("role", ["helper", "director"])
def test_only_moderators_can_see_and_decide(game, anna, boris, role):
    found = suspect(game, anna, boris)
    browser = browser_of(on_the_staff("Hilde", role))
    assert browser.get(LIST).status_code == act(browser, "dismiss", found).status_code == 403
    assert "suspicion" not in browser.get("/admin/").text


def test_moderators_can_also_see_the_reports(vera):
    assert browser_of(vera).get("/admin/players/report/").status_code == 200


def test_the_list_takes_a_fixed_number_of_queries(game, anna, boris, chloe, vera, django_assert_max_num_queries):
    browser = browser_of(vera)
    for n in range(40):
        other = Player.objects.create_user(f"{n}@example.org", name=f"Other {n}")
        Seat.objects.create(game_id=game, number=3 + n, player=other, name=other.name)
        suspect(game, anna, other)
    with django_assert_max_num_queries(8):
        assert len(browser.get(LIST).context["cl"].result_list) == 40
