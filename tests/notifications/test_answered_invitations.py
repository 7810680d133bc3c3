"""Replies to an invitation: JOIN joins and accepts, DECLINE and STOP get no answer, anything else gets an
explanation."""

import pytest
from django.core.signing import Signer

from games import commands
from games.players.models import NeverInvited, Player
from games.players.tokens import (
    OF_SUBSTITUTIONS,
    SALT,
    invitation_of,
    substitution_link_of,
    token_of,
    token_of_substitution,
)
from notifications.incoming import rights, spool
from notifications.models import InboundMail
from notifications.tokens import page
from tests.notifications.conftest import said
from tests.tables import order

Outcome = InboundMail.Outcome


@pytest.mark.parametrize("join", ["JOIN", "Join", "join"])
def test_joining_by_email_creates_a_verified_player_who_gets_tiles_by_email(lobby, join):
    row = lobby.answer(lobby.last("boris@example.org"), f"{join} my lucky 7\n", sender='"Boris B." <boris@example.org>')
    boris = Player.objects.get(email="boris@example.org")
    seat = lobby.game.seats.get(player=boris)
    assert row.outcome == Outcome.OBEYED
    assert (boris.name, seat.cut, seat.tiles_by_email) == ("Boris B.", "my lucky 7", True)
    assert boris.emailaddress_set.get().verified
    assert "Done: JOIN." in said(lobby.last(boris))
    assert "Your cut of the deck: “my lucky 7”." in said(lobby.last(boris))
    assert lobby.game.phase == "playing"


def test_declining_ends_only_this_invitation_and_is_not_answered(lobby):
    row = lobby.answer(lobby.last("boris@example.org"), "DECLINE")
    assert row.outcome == Outcome.OBEYED
    assert lobby.game.invitations.get().declined_at == lobby.now
    assert len(lobby.mails("boris@example.org")) == 1
    assert not NeverInvited.objects.exists()


@pytest.mark.parametrize("body", ["Join me for dinner instead :)", "Join you guys? Maybe next week.", "Who are you?"])
def test_a_reply_without_join_gets_a_question_and_joins_nobody(lobby, body):
    row = lobby.answer(lobby.last("boris@example.org"), body)
    assert row.outcome == Outcome.REFUSED
    assert "You haven’t joined this game yet. Reply with just JOIN or DECLINE." in said(lobby.last("boris@example.org"))
    assert not Player.objects.filter(email="boris@example.org").exists()


def test_a_no_in_a_sentence_declines_or_gets_a_correction(lobby):
    invitation = lobby.last("boris@example.org")
    assert lobby.answer(invitation, "No thanks, I decline").outcome == Outcome.REFUSED
    assert "Write it like this: | DECLINE" in said(lobby.last("boris@example.org"))
    assert "Did you mean DECLINE?" in said(lobby.last("boris@example.org"))
    assert lobby.answer(invitation, "Decline, sorry – no time").outcome == Outcome.OBEYED
    assert lobby.game.invitations.get().declined_at == lobby.now


@pytest.mark.parametrize(
    "body",
    ["No thanks", "No, thank you.", "no thanks!", "I decline.", "Hello Anna,\n\nNo thanks\n\nBoris", "Non merci"],
)
def test_a_plain_no_declines(lobby, body):
    row = lobby.answer(lobby.last("boris@example.org"), body)
    assert row.outcome == Outcome.OBEYED
    assert lobby.game.invitations.get().declined_at == lobby.now
    assert not NeverInvited.objects.exists()


@pytest.mark.parametrize("body", ["No thanks needed, when do we start?", "I decline nothing", "No"])
def test_an_ambiguous_no_declines_nothing(lobby, body):
    assert lobby.answer(lobby.last("boris@example.org"), body).outcome == Outcome.REFUSED
    assert lobby.game.invitations.get().declined_at is None


def test_declining_after_joining_is_answered_and_changes_nothing(lobby):
    invitation = lobby.last("boris@example.org")
    lobby.answer(invitation, "JOIN")
    row = lobby.answer(invitation, "DECLINE")
    assert row.outcome == Outcome.REFUSED
    assert (
        "You’ve already joined this game, so DECLINE no longer has any effect. To leave the game, open its page."
        in said(lobby.last("boris@example.org"))
    )
    assert f"/games/{lobby.game_id}/" in lobby.last("boris@example.org").text
    assert lobby.game.invitations.get().declined_at is None


@pytest.mark.parametrize("body", ["STOP", "unsubscribe", "Hello,\nplease stop writing to me!", "DECLINE\nStop this."])
def test_stop_declines_and_ends_all_invitations_without_an_answer(lobby, body):
    row = lobby.answer(lobby.last("boris@example.org"), body)
    assert row.outcome == Outcome.OBEYED
    assert lobby.game.invitations.get().declined_at == lobby.now
    assert NeverInvited.objects.count() == 1
    assert len(lobby.mails("boris@example.org")) == 1


def test_join_above_an_unsubscribe_footer_joins(lobby):
    assert lobby.answer(lobby.last("boris@example.org"), "JOIN\nUnsubscribe").outcome == Outcome.OBEYED
    assert not NeverInvited.objects.exists()


def test_a_command_before_joining_is_answered_with_how_to_join(lobby):
    row = lobby.answer(lobby.last("boris@example.org"), "GREEN")
    assert row.outcome == Outcome.REFUSED
    assert "You haven’t joined this game yet. Reply with just JOIN or DECLINE." in said(lobby.last("boris@example.org"))
    assert "| JOIN" in lobby.last("boris@example.org").text
    assert not Player.objects.filter(email="boris@example.org").exists()


def test_an_invitation_to_a_full_game_is_answered_with_the_reason(lobby, chloe):
    anna = Player.objects.get(email="anna@example.org")
    commands.invite(game_id=lobby.game_id, player=anna, email=chloe.email, now=lobby.now)
    lobby.deliver()
    lobby.answer(lobby.last("boris@example.org"), "JOIN")
    row = lobby.answer(lobby.last(chloe), "JOIN")
    assert row.outcome == Outcome.REFUSED
    assert "This game has already started." in said(lobby.last(chloe))
    assert lobby.game.seats.count() == 2


def test_the_invited_address_is_asked_about_a_reply_from_another_address(lobby):
    row = lobby.answer(lobby.last("boris@example.org"), "JOIN", sender="boris@work.example")
    assert row.outcome == Outcome.HELD
    assert "from boris@work.example to an email we sent you: JOIN. Nothing has been done yet." in said(
        lobby.last("boris@example.org")
    )
    assert lobby.mails("boris@work.example") == []


def test_replying_to_the_invitation_after_joining_points_to_the_latest_email(lobby):
    invitation = lobby.last("boris@example.org")
    lobby.answer(invitation, "JOIN")
    assert lobby.answer(invitation, "GREEN").outcome == Outcome.REFUSED
    assert "You replied to the invitation. Reply to the latest email from the game instead." in said(
        lobby.last("boris@example.org")
    )


def test_a_player_in_the_lobby_accepts_the_settings_with_join(anna, chloe, ae_words, lobby):
    commands.take_back_agreement(game_id=lobby.game_id, player=anna, now=lobby.now)
    commands.invite(game_id=lobby.game_id, player=anna, email=chloe.email, now=lobby.now)
    lobby.deliver()
    lobby.answer(lobby.last("boris@example.org"), "JOIN")
    assert "reply with JOIN, which accepts the settings" in said(lobby.last(anna))
    row = lobby.answer(lobby.last(anna), "JOIN")
    assert row.outcome == Outcome.OBEYED
    assert lobby.game.phase == "playing"


def test_join_with_other_commands_accepts_nothing(lobby, anna):
    commands.take_back_agreement(game_id=lobby.game_id, player=anna, now=lobby.now)
    lobby.deliver().answer(lobby.last("boris@example.org"), "JOIN")
    before = lobby.everything()
    row = lobby.answer(lobby.last(anna), "JOIN my lucky 7\nGREEN")  # JOIN would deal, and then GREEN would be refused
    assert row.outcome == Outcome.REFUSED
    assert "JOIN must be on its own. Send the rest in another email." in said(lobby.last(anna))
    assert (lobby.game.phase, *lobby.everything()) == ("lobby", *before)


@pytest.mark.parametrize(
    ("written_name", "name"),
    [
        (b"=?utf-7?q?+2AA-?=", "boris"),  # half a character
        (b"=?utf-8?q?=E2=80=AEsiroB=00?=", "siroB"),  # reverses the rest of a line
        (b"Bo\x00ris", "Bo\ufffdris"),
    ],
)
def test_a_name_in_a_from_line_is_made_displayable(lobby, written_name, name):
    invitation = lobby.last("boris@example.org")
    raw = b"From: %s <boris@example.org>\nMessage-ID: <a\x00b>\n\nJOIN\n" % written_name
    row = spool.accept(raw, recipient=invitation.reply_to, sender="boris", source="pipe", now=lobby.now)
    assert lobby.read(row).outcome == Outcome.OBEYED
    assert Player.objects.get(email="boris@example.org").name == name
    assert "\0" not in lobby.last("boris@example.org").in_reply_to


def test_an_invitation_expires_thirty_days_after_its_game(post, anna, boris):
    invitation = post.mails(boris)[0]
    order(post.game_id, anna, "resign", at=post.now)
    post.now += rights.DIES_AFTER
    assert post.answer(invitation, "JOIN").outcome == Outcome.STRANGER


@pytest.mark.parametrize(
    ("zone", "says"),
    [
        ("+0200", "UTC+2"),
        ("-0500", "UTC-5"),
        ("+0530", "Asia/Kolkata"),
        ("+0000", "UTC"),
        ("-0000", "UTC"),
        ("+9900", "UTC"),
        ("nowhere", "UTC"),
    ],
)
def test_a_player_who_only_uses_email_gets_the_time_zone_of_the_first_reply(lobby, zone, says):
    date = f"Fri, 20 Nov 2026 12:00:00 {zone}"
    lobby.answer(lobby.last("boris@example.org"), "JOIN", Date=date)
    receipt = said(lobby.last(Player.objects.get(email="boris@example.org")))
    assert f"times in {says} " in receipt
    assert "Choose your time zone: http" in receipt


def test_a_chosen_time_zone_stays_whatever_the_date_of_an_email(post, boris):
    Player.objects.filter(pk=boris.pk).update(time_zone="Europe/Zurich", last_login=post.now)
    post.answer(post.last(boris), "STATUS", Date="Fri, 20 Nov 2026 07:00:00 -0500")
    post.deliver()
    assert "times in Europe/Zurich" in said(post.last(boris))
    assert "Choose your time zone" not in said(post.last(boris))
    assert Player.objects.get(pk=boris.pk).time_zone == "Europe/Zurich"


def test_the_link_of_an_invitation_fits_one_line_and_old_ones_keep_working(lobby, settings):
    settings.SITE_URL = "https://lexicon.example.org"
    invitation = lobby.game.invitations.get()
    assert len(page("invitation", token_of(invitation))) <= 78
    assert invitation_of(token_of(invitation)) == invitation
    assert invitation_of(Signer(salt=SALT).sign(invitation.link)) == invitation
    for forged in (invitation.link, f"{invitation.link}:", token_of(invitation)[:-1], f"{token_of(invitation)}A"):
        assert invitation_of(forged) is None


def test_the_link_of_a_substitution_fits_one_line_and_old_ones_keep_working():
    token = token_of_substitution("abcdefghij0123456789")
    assert len(f"https://lexicon.example.org/loans/{token}/") <= 78
    assert (
        substitution_link_of(token)
        == substitution_link_of(Signer(salt=OF_SUBSTITUTIONS).sign("abcdefghij0123456789"))
        != ""
    )
    assert substitution_link_of(token + "x") == substitution_link_of(":") == ""
