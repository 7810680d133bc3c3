"""The reply address: who may reply to it, for how long, and with which key."""

import re
from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from games.players.models import Invitation
from notifications import tokens
from notifications.incoming import rights
from notifications.models import InboundMail, LocalMail, Message
from tests.notifications.conftest import said
from tests.positions import just_now


def newest(post, player):
    return Message.objects.filter(game=post.game_id, player=player).latest("pk")


def test_a_token_is_26_safe_characters_and_only_its_hash_is_stored(post, boris):
    message = newest(post, boris)
    token = tokens.token_in(tokens.reply_address(message))
    assert len(token) == 26
    assert set(token) <= set("abcdefghijklmnopqrstuvwxyz234567")
    assert message.token_sha256 == tokens.hash_of(token)
    columns = Message.objects.filter(pk=message.pk).values().get()
    assert token not in str(columns)


def test_every_email_has_its_own_token(post, anna, boris):
    addresses = [mail.reply_to for mail in (*post.mails(anna), *post.mails(boris))]
    assert len(set(addresses)) == len(addresses) >= 3


def test_a_reply_address_is_read_in_any_case_and_in_brackets(post, boris):
    message = newest(post, boris)
    address = tokens.reply_address(message)
    for written in (address.upper(), f"<{address}>", f"Lexicon <{address}>"):
        assert tokens.message_answered(written) == message


@pytest.mark.parametrize(
    "address", ["box+r-@localhost", "box+r-" + "a" * 26 + "@localhost", "anna@example.org", "", "%s"]
)
def test_an_address_without_a_valid_token_matches_no_email(post, address):
    assert tokens.message_answered(address) is None


def test_a_token_survives_only_one_change_of_keys(post, boris, settings):
    message = newest(post, boris)
    address = tokens.reply_address(message)
    settings.REPLY_KEYS = ["a still newer key", *settings.REPLY_KEYS]
    assert tokens.message_answered(address) == message
    assert tokens.reply_address(message) == address
    settings.REPLY_KEYS = ["the newest key", *settings.REPLY_KEYS]
    assert tokens.message_answered(address) is None
    assert tokens.reply_address(message) == ""


def test_the_shorter_pattern_of_addresses_works_the_same(post, boris, settings):
    settings.REPLY_ADDRESS = "r-%s@mail.example.org"
    message = newest(post, boris)
    assert tokens.reply_address(message).startswith("r-")
    assert tokens.message_answered(tokens.reply_address(message)) == message
    assert tokens.host() == "mail.example.org"


def test_a_token_is_masked_wherever_it_is_in_a_text(post, boris):
    address = tokens.reply_address(newest(post, boris))
    shown = tokens.mask(f"To: Lexicon <{address}>, once more {address.upper()}")
    assert tokens.token_in(address) not in shown.lower()


def test_a_token_expires_with_a_change_of_address(post, boris):
    message = newest(post, boris)
    assert rights.is_live(message, now=post.now)
    boris.email = "boris@elsewhere.example"
    boris.save()
    message = tokens.message_answered(tokens.reply_address(message))
    assert not rights.is_live(message, now=post.now)


def test_a_token_expires_30_days_after_the_game(post, boris):
    message = newest(post, boris)
    message.game.finished_at = post.now
    assert rights.is_live(message, now=post.now + timedelta(days=29, hours=23))
    assert not rights.is_live(message, now=post.now + timedelta(days=30))


def test_a_token_of_a_seat_now_held_by_another_player_expires_with_one_notice(post, boris, chloe):
    answered = post.last(boris)
    message = newest(post, boris)
    post.game.seats.filter(player=boris).update(player=chloe)
    assert not rights.is_live(message, now=post.now)
    before = len(post.mails(boris))
    for _ in range(2):
        assert post.answer(answered, "STATUS").outcome == InboundMail.Outcome.REFUSED
    assert len(post.mails(boris)) == before + 1
    assert "You’re no longer in this game. Your email wasn’t read, and nothing was changed." in said(post.last(boris))


# --- a leaked email ---------------------------------------------------------------------------------------------------


@pytest.fixture
def begins():
    """The current time, as pages use the real clock."""
    return just_now()


@pytest.fixture
def page(post, boris):
    return reverse("leaked", args=[tokens.sign("leaked", newest(post, boris).link)])


def test_every_email_of_a_game_links_to_the_page_that_disables_its_reply_address(post, boris, page):
    assert page in said(post.last(boris))
    assert page in post.last(boris).html


def test_opening_the_page_disables_nothing(post, boris, client, page):
    for look in (client.get, client.head):
        assert look(page).status_code == 200
    text = client.get(page).content.decode()
    assert "box+r-" not in text
    assert boris.email not in text
    assert post.answer(post.last(boris), "STATUS").outcome == InboundMail.Outcome.OBEYED


def test_a_leaked_email_is_disabled_and_a_fresh_one_comes(post, boris, client, page):
    leaked = post.last(boris)
    post.answer(leaked, "HELP")
    other, told = post.last(boris), len(post.mails(boris))
    assert (
        "A new email is on its way to your address." in client.post(page, {"do": "one"}, follow=True).content.decode()
    )
    post.now = timezone.now()
    post.deliver()
    assert len(post.mails(boris)) == told + 1
    assert "The reply address of an earlier email has been disabled. Reply to this email instead." in said(
        post.last(boris)
    )
    fresh = post.last(boris)
    assert post.answer(leaked, "GREEN").outcome == InboundMail.Outcome.STRANGER
    assert len(post.mails(boris)) == told + 1
    assert post.answer(other, "HELP").outcome == InboundMail.Outcome.OBEYED
    assert post.answer(fresh, "HELP").outcome == InboundMail.Outcome.OBEYED


def test_all_emails_of_the_game_are_disabled_but_not_another_players(post, anna, boris, client, page):
    dead = post.mails(boris)
    client.post(page, {"do": "all"}, follow=True)
    post.now = timezone.now()
    post.deliver()
    assert {post.answer(mail, "HELP").outcome for mail in dead[1:]} == {InboundMail.Outcome.STRANGER}
    assert post.answer(post.last(boris), "HELP").outcome == InboundMail.Outcome.OBEYED
    assert post.answer(post.last(anna), "HELP").outcome == InboundMail.Outcome.OBEYED


@pytest.mark.parametrize("do", ["one", "all"])
def test_an_email_can_be_used_to_disable_replies_only_once(post, boris, client, page, do):
    client.post(page, {"do": do}, follow=True)
    post.now = timezone.now()
    told = len(post.deliver().mails(boris))
    assert "You can’t reply to this email any more" in client.post(page, {"do": "all"}, follow=True).content.decode()
    post.now = timezone.now()
    assert len(post.deliver().mails(boris)) == told
    assert post.answer(post.last(boris), "HELP").outcome == InboundMail.Outcome.OBEYED


def test_an_invitation_has_no_link_to_disable_replies(lobby, client):
    message = Message.objects.get(invitation__isnull=False)
    assert "/leaked/" not in lobby.last("boris@example.org").text
    assert client.get(reverse("leaked", args=[tokens.sign("leaked", message.link)])).status_code == 404


def test_a_link_for_one_purpose_does_not_work_for_another(post, boris, client):
    message = newest(post, boris)
    held, leak = tokens.sign("held", InboundMail(link=message.link).link), tokens.sign("leaked", message.link)
    mute = tokens.sign("mute", f"{boris.pk}-{post.game_id}")
    for name, others in {"leaked": (held, mute), "held": (leak, mute), "mute_mail": (held, leak)}.items():
        for token in others:
            assert client.get(reverse(name, args=[token])).status_code == 404
    assert not Message.objects.filter(leaked_at__isnull=False).exists()


def test_links_are_masked_too(post, boris, page):
    token = tokens.sign("leaked", newest(post, boris).link)
    rewritten = tokens.reply_address(newest(post, boris)).replace("@", "=") + "@forwards.example"
    shown = tokens.mask(f"see http://localhost:8000{page} <a href='{page}'> SRS0=ab=cd={rewritten}")
    assert token not in shown
    assert tokens.token_in(tokens.reply_address(newest(post, boris))) not in shown


def test_our_links_stay_on_one_line_when_quoted(post, boris):
    links = [line for line in post.last(boris).text.splitlines() if "/leaked/" in line]
    assert len(links) == 1
    longest = links[0].replace("http://localhost:8000", "https://lexicon.example.org")
    assert len(f"> {longest}") <= 76


def test_no_link_in_an_email_counts_emails_or_invitations(post):
    """A gap would reveal that somebody else got an email, perhaps about a hidden request."""
    for row in (*Message.objects.all(), *Invitation.objects.all()):
        assert not row.link.isdigit()
        assert len(row.link) > 8
    written = "".join(mail.text for mail in LocalMail.objects.all())
    assert "/mail/" in written
    assert not re.search(r"/(?:mail|invitations)/\d+:[^/]+/(?:leaked|held)?/?$", written, re.MULTILINE)
