"""The actions of players on a tournament's page: enter, join the reserve list, withdraw, challenge."""

import pytest
from allauth.account.models import EmailAddress

from games.tournaments.models import Entrant, Fixture, Round, Tournament
from tests.tables import import_rows
from tests.tournaments.rows import DAY, division, fixture, round_of, tournament

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def _address_verified(anna):
    """Verify Anna's address, as signing in with a code does."""
    EmailAddress.objects.create(user=anna, email=anna.email, verified=True, primary=True)


@pytest.fixture
def open_one(boris, dmitri, now):
    return tournament(boris, phase="entries", directors=[dmitri], now=now, started_at=None, entries_close_at=now + DAY)


def act(client, of, **what):
    return client.post(f"/tournaments/{of.pk}/do/", what, follow=True)


def test_a_player_can_enter_withdraw_and_enter_again(browser_of, anna, open_one):
    client = browser_of(anna)
    assert "Enter</button>" in client.get(f"/tournaments/{open_one.pk}/").content.decode()
    entered = act(client, open_one, do="enter").content.decode()
    assert "You have entered." in entered
    assert "Enter</button>" not in entered
    assert open_one.entrants.get(player=anna).standing == Entrant.Standing.ENTERED
    act(client, open_one, do="withdraw")
    assert not open_one.entrants.filter(player=anna).exclude(standing=Entrant.Standing.WITHDRAWN).exists()
    assert "You have entered." in act(client, open_one, do="enter").content.decode()


def test_a_player_who_enters_a_full_tournament_becomes_a_reserve(browser_of, anna, open_one):
    Tournament.objects.filter(pk=open_one.pk).update(most_entrants=1)
    assert "You’re on the reserve list" in act(browser_of(anna), open_one, do="enter").content.decode()


def test_a_refusal_is_shown_on_the_page(browser_of, boris, open_one):
    answer = act(browser_of(boris), open_one, do="enter")
    assert 'class="note wrong"' in answer.content.decode()


def test_a_visitor_must_sign_in_and_a_get_request_enters_nobody(client, browser_of, anna, open_one):
    assert "Sign in to enter" in client.get(f"/tournaments/{open_one.pk}/").content.decode()
    answer = client.post(f"/tournaments/{open_one.pk}/do/", {"do": "enter"})
    assert (answer.status_code, "/accounts/login/" in answer["Location"]) == (302, True)
    assert browser_of(anna).get(f"/tournaments/{open_one.pk}/do/", {"do": "enter"}).status_code == 405
    assert open_one.entrants.count() == 1


def test_withdrawing_from_a_running_tournament_asks_for_confirmation(browser_of, anna, boris, chloe, now):
    made = tournament(anna, boris, chloe, now=now)
    fixture(round_of(division(made), now=now), 1, 2, 3, now=now)
    client = browser_of(anna)
    assert "Only a director can let you back in." in client.get(f"/tournaments/{made.pk}/withdraw/").content.decode()
    assert made.entrants.get(number=1).standing == Entrant.Standing.CONFIRMED
    assert "You have withdrawn." in act(client, made, do="withdraw").content.decode()
    assert made.entrants.get(number=1).standing == Entrant.Standing.WITHDRAWN


def test_withdrawing_from_a_ladder_does_not_mention_rounds(browser_of, anna, boris, now):
    made = tournament(anna, boris, format="ladder", table_size=2, now=now)
    round_of(division(made), now=now)
    asked = browser_of(anna).get(f"/tournaments/{made.pk}/withdraw/").content.decode()
    assert (
        "You’ll leave the ladder, and nobody can challenge you any more. The games you have played still count."
        in asked
    )
    assert "You won’t be paired in any more rounds." not in asked


def test_a_player_who_has_not_entered_cannot_withdraw(browser_of, anna, boris, now):
    made = tournament(boris, now=now)
    client = browser_of(anna)
    assert client.get(f"/tournaments/{made.pk}/withdraw/").status_code == 302
    assert client.post(f"/tournaments/{made.pk}/do/", {"do": "withdraw"}).status_code == 400
    assert made.entrants.get().standing == Entrant.Standing.CONFIRMED


def test_a_player_can_challenge_somebody_higher_on_the_ladder(browser_of, anna, boris, chloe, now):
    import_rows()
    made = tournament(anna, boris, chloe, format="ladder", table_size=2, word_list="rows", now=now)
    Round.objects.filter(pk=round_of(division(made), now=now).pk).update(ends_at=now + 9999 * DAY)
    client = browser_of(chloe)
    page = client.get(f"/tournaments/{made.pk}/").content.decode()
    other = made.entrants.get(number=1)
    assert f'value="{other.pk}">Anna</button>' in page
    assert (
        "You have sent the challenge. Join your table."
        in act(client, made, do="challenge", entrant=other.pk).content.decode()
    )
    assert Fixture.objects.get().phase == Fixture.Phase.JOINING
    assert "You can challenge:" not in client.get(f"/tournaments/{made.pk}/").content.decode()
    assert "You can challenge:" not in browser_of(boris).get(f"/tournaments/{made.pk}/").content.decode()
