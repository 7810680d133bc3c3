"""The reply address: who can be answered to, for how long, and under which key."""

from datetime import timedelta

import pytest

from notifications import tokens
from notifications.inbound import rights
from notifications.models import InboundMail, Message


def newest(post, player):
    return Message.objects.filter(game=post.game_id, player=player).latest("pk")


def test_a_token_is_26_signs_that_survive_any_mail_server_and_only_its_hash_is_kept(post, boris):
    message = newest(post, boris)
    token = tokens.token_in(tokens.reply_address(message))
    assert len(token) == 26
    assert set(token) <= set("abcdefghijklmnopqrstuvwxyz234567")
    assert message.token_sha256 == tokens.hash_of(token)
    columns = Message.objects.filter(pk=message.pk).values().get()
    assert token not in str(columns)


def test_every_mail_has_a_token_of_its_own(post, anna, boris):
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
def test_an_address_without_a_token_of_ours_answers_nothing(post, address):
    assert tokens.message_answered(address) is None


def test_a_token_outlives_one_change_of_keys_and_no_more(post, boris, settings):
    message = newest(post, boris)
    address = tokens.reply_address(message)
    settings.REPLY_KEYS = ["a still newer key", *settings.REPLY_KEYS]
    assert tokens.message_answered(address) == message
    assert tokens.reply_address(message) == address
    settings.REPLY_KEYS = ["the newest key", *settings.REPLY_KEYS]
    assert tokens.message_answered(address) is None
    assert tokens.reply_address(message) == ""


def test_the_shorter_pattern_of_addresses_works_alike(post, boris, settings):
    settings.REPLY_ADDRESS = "r-%s@mail.example.org"
    message = newest(post, boris)
    assert tokens.reply_address(message).startswith("r-")
    assert tokens.message_answered(tokens.reply_address(message)) == message
    assert tokens.host() == "mail.example.org"


def test_a_token_is_masked_wherever_a_text_holds_it(post, boris):
    address = tokens.reply_address(newest(post, boris))
    shown = tokens.mask(f"To: Lexicon <{address}>, once more {address.upper()}")
    assert tokens.token_in(address) not in shown.lower()


def test_a_token_dies_with_a_change_of_address(post, boris):
    message = newest(post, boris)
    assert rights.is_live(message, now=post.now)
    boris.email = "boris@elsewhere.example"
    boris.save()
    message = tokens.message_answered(tokens.reply_address(message))
    assert not rights.is_live(message, now=post.now)


def test_a_token_dies_30_days_after_the_game(post, boris):
    message = newest(post, boris)
    message.game.finished_at = post.now
    assert rights.is_live(message, now=post.now + timedelta(days=29, hours=23))
    assert not rights.is_live(message, now=post.now + timedelta(days=30))


def test_a_token_of_a_seat_that_somebody_else_holds_now_is_dead(post, boris, chloe):
    answered = post.last(boris)
    message = newest(post, boris)
    post.game.seats.filter(player=boris).update(player=chloe)
    assert not rights.is_live(message, now=post.now)
    before = len(post.mails(boris))
    assert post.answer(answered, "STATUS").outcome == InboundMail.Outcome.STRANGER
    assert len(post.mails(boris)) == before
