"""A player whose emails fail changes the address without the link that can't reach them: after three days, or
through the staff."""

from datetime import timedelta

import pytest
from allauth.account.models import EmailAddress
from django.contrib.admin.models import LogEntry
from django.core import mail
from django.urls import reverse
from django.utils import timezone

from games import commands
from games.players.models import Invitation, Player
from games.rules.values import OrderRefused
from notifications.models import Bounce
from notifications.outgoing.bounces import bounced
from tests.tables import make_table

PAGE, NEW = "/accounts/email/", "anna@new.example"


@pytest.fixture
def failing(anna):
    EmailAddress.objects.update_or_create(user=anna, email=anna.email, defaults={"verified": True, "primary": True})
    Player.objects.filter(pk=anna.pk).update(mail_fails_since=timezone.now())
    return Player.objects.get(pk=anna.pk)


def wait(player, **span):
    Player.objects.filter(pk=player.pk).update(next_email_at=timezone.now() - timedelta(**span))


def test_the_page_explains_why_no_link_can_be_sent(failing, browser_of):
    page = browser_of(failing).get(PAGE).text
    assert "we can’t send a link there" in page
    assert "Send me the link" not in page


def test_no_link_is_sent_and_every_page_announces_the_change(failing, browser_of):
    client = browser_of(failing)
    client.post(PAGE, {"email": NEW})
    assert mail.outbox == []
    failing.refresh_from_db()
    assert failing.next_email == NEW
    for page in ("/", "/you/", "/settings/notifications/", PAGE):
        assert f"about to change to {NEW}" in client.get(page).text


def test_a_code_is_sent_to_the_new_address_only_after_three_days(failing, browser_of):
    client = browser_of(failing)
    client.post(PAGE, {"email": NEW})
    wait(failing, days=2, hours=23)
    client.post(PAGE, {"do": "code"})
    assert mail.outbox == []
    wait(failing, days=3)
    assert "Send the code" in client.get(PAGE).text
    client.post(PAGE, {"do": "code"})
    (sent,) = mail.outbox
    assert sent.to == [NEW]


def test_the_change_can_be_cancelled(failing, browser_of):
    client = browser_of(failing)
    client.post(PAGE, {"email": NEW})
    client.post(PAGE, {"do": "keep"})
    wait(failing, days=4)
    client.post(PAGE, {"do": "code"})
    assert mail.outbox == []
    assert "about to change" not in client.get("/you/").text


def test_a_working_address_still_confirms_with_a_link(anna, browser_of):
    client = browser_of(anna)
    client.post(PAGE, {"email": NEW})
    (sent,) = mail.outbox
    assert sent.to == [anna.email]
    with pytest.raises(OrderRefused):
        commands.ask_for_address(player=anna, email=NEW, now=timezone.now())


def test_a_new_address_clears_the_failure_and_keeps_invitations(failing, boris):
    game = make_table(boris, seats=2, invite=[failing.email], now=timezone.now())
    before = failing.email
    Player.objects.filter(pk=failing.pk).update(email=NEW)
    commands.address_has_changed(player=failing, before=before, now=timezone.now())
    assert (failing.email, Player.objects.get(pk=failing.pk).mail_fails_since) == (NEW, None)
    assert Invitation.objects.get(game=game).email == NEW


# --- through the staff ------------------------------------------------------------------------------------------------


@pytest.fixture
def chief(db, client):
    client.force_login(Player.objects.create_superuser("chief@example.org", name="Chief"))
    return client


def change(chief, player, **fields):
    kept = {"name": player.name, "time_zone": "UTC", "is_active": "on"}
    return chief.post(reverse("admin:players_player_change", args=[player.pk]), kept | fields)


def test_staff_can_change_a_failing_address_with_a_logged_reason(chief, failing):
    assert change(chief, failing, next_address=NEW).status_code == 200  # it asks for a reason
    change(chief, failing, next_address=NEW, reason="She wrote from there, and knew her games.")
    failing.refresh_from_db()
    assert (failing.email, failing.mail_fails_since) == (NEW, None)
    assert EmailAddress.objects.get(user=failing).email == NEW
    assert "knew her games" in str(LogEntry.objects.latest("pk"))


def test_staff_cannot_change_a_working_staff_or_taken_address(chief, failing, boris):
    change(chief, boris, next_address=NEW, reason="x")
    change(chief, failing, next_address=boris.email, reason="x")
    assert set(Player.objects.filter(pk__in=[failing.pk, boris.pk]).values_list("email", flat=True)) == {
        failing.email,
        boris.email,
    }
    Player.objects.filter(pk=failing.pk).update(is_staff=True)
    change(chief, failing, next_address=NEW, reason="x", is_staff="on")
    failing.refresh_from_db()
    assert failing.email != NEW


# --- what the player's pages say ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("how", [Bounce.HARD, Bounce.COMPLAINT])
def test_bounces_and_complaints_are_shown_with_a_link_to_change_address(anna, browser_of, how):
    bounced(how=how, address=anna.email, now=timezone.now())
    client = browser_of(Player.objects.get(pk=anna.pk))
    assert "have been failing since" in client.get("/you/").text
    page = client.get(reverse("mail_choices")).text
    assert ("marked as spam" in page) == (how == Bounce.COMPLAINT)
    assert reverse("account_email") in page
