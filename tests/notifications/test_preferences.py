"""Preferences: emails come as their player has chosen, at once, daily, off or muted, and never in quiet hours."""

from datetime import time, timedelta

import pytest

from games import commands
from games.models import Game, Seat
from games.players.models import Player
from notifications import tasks
from notifications.models import MailHours, MailKind, Message, Notice
from notifications.outgoing import announcing, outbox
from notifications.outgoing.enqueuing import Latest, enqueue
from notifications.preferences import choices
from notifications.preferences.choices import When
from tests.notifications.conftest import NOON, OPTIONS, said
from tests.tables import order, sit_down


def choose(player, post=None, **chosen):
    kinds = {MailKind[name.upper()]: when for name, when in chosen.items()}
    choices.choose(player=player, game_id=post.game_id if post else None, chosen=kinds)


def say(post, player, text):
    commands.say(game_id=post.game_id, player=player, text=text, now=post.now)
    return post.deliver()


def new_mails(post, player, since):
    return post.mails(player)[since:]


@pytest.fixture
def told(post, boris):
    """The number of emails that Boris has had so far."""
    return len(post.mails(boris))


def test_only_kinds_that_are_off_are_not_emailed(post, anna, boris, told):
    choose(boris, said=When.OFF)
    say(post, anna, "Hello").play(anna, "GRID", "GREEN")
    (mail,) = new_mails(post, boris, told)
    assert "Anna asked for the light." in said(mail)
    assert "Hello" not in said(mail)


def test_the_daily_email_comes_at_its_hour_with_all_the_news_so_far(post, anna, boris, told):
    choose(boris, said=When.DAILY)
    say(post, anna, "Hello")
    say(post.later(hours=1), anna, "Are you there?")
    assert new_mails(post, boris, told) == []
    post.later(hours=5)  # 18:00 in Boris's time zone
    (mail,) = new_mails(post, boris, told)
    assert "Anna: Hello" in said(mail)
    assert "Anna: Are you there?" in said(mail)


def test_news_for_the_daily_email_goes_with_any_earlier_email(post, anna, boris, told):
    choose(boris, said=When.DAILY)
    say(post, anna, "Hello").play(anna, "GRID", "GREEN")
    (mail,) = new_mails(post, boris, told)
    assert "Anna asked for the light." in said(mail)
    assert "Anna: Hello" in said(mail)
    assert new_mails(post.later(hours=6), boris, told + 1) == []


def test_a_choice_for_one_game_applies_only_there(post, anna, boris, told):
    other = commands.make_game(kind="crossing", player=anna, seats=3, options=OPTIONS, word_list="ae", now=post.now)
    sit_down(other, boris, now=post.now)
    choose(boris, said=When.OFF)
    choose(boris, post, said=When.NOW)
    say(post, anna, "Here")
    commands.say(game_id=other, player=anna, text="There", now=post.now)
    announcing.announce(Latest(other, now=post.now))
    assert "Here" in said(new_mails(post, boris, told)[0])
    assert not Notice.objects.filter(game=other, kind=MailKind.SAID).exists()


def test_choosing_the_default_removes_a_games_own_choice(post, anna, boris, told):
    choose(boris, post, said=When.OFF)
    choose(boris, post, said="")
    assert "Hello" in said(new_mails(say(post, anna, "Hello"), boris, told)[0])


def test_a_new_tile_comes_by_email_even_if_turned_off(post, anna, boris, told):
    choose(boris, tile=When.OFF)
    assert Seat.objects.get(game=post.game_id, player=boris).tiles_by_email
    post.play(anna, "GRID", "GREEN").later(hours=12)
    assert any("Green light for Anna. You drew" in said(mail) for mail in new_mails(post, boris, told))


def test_a_new_tile_can_be_off_when_tiles_come_on_the_site(post, anna, boris):
    choose(anna, tile=When.OFF)
    told = len(post.mails(anna))
    post.play(boris, "GRID", "GREEN").later(hours=12)
    assert not any("Green light for Boris" in said(mail) for mail in new_mails(post, anna, told))


def test_quiet_hours_delay_a_tile_while_the_clocks_keep_running(post, anna, boris, told):
    MailHours.objects.create(player=boris, quiet_from=time(23), quiet_until=time(8))
    post.play(anna, "GRID", "GREEN").later(hours=12)  # at midnight
    assert len(new_mails(post, boris, told)) == 1  # that Anna made a request
    post.later(hours=7)
    assert len(new_mails(post, boris, told)) == 1
    post.later(hours=1)
    assert "Green light for Anna" in said(post.last(boris))


def test_a_late_worker_sends_nothing_in_quiet_hours(post, anna, boris, told, caplog):
    MailHours.objects.create(player=boris, quiet_from=time(22), quiet_until=time(7))
    commands.say(game_id=post.game_id, player=anna, text="Hello", now=post.now)
    announcing.claim_events(Latest(post.game_id, now=post.now))
    post.now += timedelta(hours=11)  # 23:00; nothing ran to send it
    assert new_mails(post.deliver(), boris, told) == []
    assert len(new_mails(post.later(hours=8), boris, told)) == 1
    assert not [record.message for record in caplog.records if record.levelname == "ERROR"]


def test_an_answer_to_the_players_own_email_comes_in_quiet_hours(post, boris, told):
    MailHours.objects.create(player=boris, quiet_from=time(8), quiet_until=time(20))
    post.answer(post.last(boris), "STATUS\n")
    assert "Where the game stands." in said(new_mails(post, boris, told)[0])


def test_receipts_can_be_off_except_for_requested_answers(post, boris, told):
    choose(boris, receipt=When.OFF)
    post.answer(post.last(boris), "SAY Hello\n")
    assert new_mails(post, boris, told) == []
    post.answer(post.mails(boris)[-1], "STATUS\n")
    assert len(new_mails(post, boris, told)) == 1


def test_receipts_can_wait_for_the_daily_email(post, boris, told):
    choose(boris, receipt=When.DAILY)
    post.answer(post.last(boris), "SAY Hello\n")
    assert new_mails(post, boris, told) == []
    post.later(hours=6)
    assert "Done: SAY." in said(new_mails(post, boris, told)[0])


def test_an_invitation_comes_as_its_recipient_has_chosen(lobby, anna, dmitri):
    choose(dmitri, invitation=When.DAILY)
    commands.invite(game_id=lobby.game_id, player=anna, email=dmitri.email, now=lobby.now)
    assert lobby.deliver().mails(dmitri) == []
    assert "Anna invites you" in said(lobby.later(hours=6).last(dmitri))


def test_an_invitation_that_is_off_is_only_on_the_site(lobby, anna, dmitri):
    choose(dmitri, invitation=When.OFF)
    commands.invite(game_id=lobby.game_id, player=anna, email=dmitri.email, now=lobby.now)
    assert lobby.later(days=1).mails(dmitri) == []


def test_a_request_of_an_earlier_round_is_not_in_a_daily_email(post, anna, boris):
    """Anna gets only daily emails about requests: one that has been granted by then is old."""
    choose(anna, asked=When.DAILY, tile=When.OFF, released=When.OFF, granted=When.OFF)
    told = len(post.mails(anna))
    post.play(boris, "GRID", "GREEN").later(hours=12).later(hours=12)
    assert not any("asked for the light" in said(mail) for mail in new_mails(post, anna, told))


# --- switching off what waits -----------------------------------------------------------------------------------------


@pytest.fixture
def provider(settings):
    """The email provider, which can be switched off and on."""

    class Provider:
        def is_down(self):
            settings.EMAIL_BACKEND = "tests.notifications.test_sending.RefusingBackend"

        def is_up(self):
            settings.EMAIL_BACKEND = "notifications.mailbox.MailboxBackend"

    return Provider()


def test_an_email_that_the_provider_refused_is_not_tried_again_once_its_kind_is_off(post, provider, anna, boris, told):
    provider.is_down()
    say(post, anna, "Hello").later(minutes=10)
    choose(boris, said=When.OFF)
    provider.is_up()
    assert new_mails(post.later(hours=12), boris, told) == []
    assert Message.objects.get(kind=MailKind.SAID, player=boris).status == "off, as chosen"


def test_news_that_waits_for_the_daily_email_is_dropped_once_its_kind_is_off(post, anna, boris, told):
    choose(boris, said=When.DAILY)
    say(post, anna, "Hello").later(hours=1)
    choose(boris, said=When.OFF)
    assert new_mails(post.later(days=1), boris, told) == []


def test_an_email_with_several_items_of_news_keeps_those_that_are_not_off(post, provider, anna, boris, told):
    provider.is_down()
    say(post, anna, "Hello").play(anna, "GRID", "GREEN").later(minutes=10)
    choose(boris, asked=When.OFF)
    provider.is_up()
    (mail,) = new_mails(post.later(hours=1), boris, told)
    assert "Anna: Hello" in said(mail)
    assert "Anna asked for the light." not in said(mail)


def test_choices_for_one_game_leave_waiting_emails_of_others_alone(post, provider, anna, boris, told):
    other = commands.make_game(kind="crossing", player=anna, seats=3, options=OPTIONS, word_list="ae", now=post.now)
    sit_down(other, boris, now=post.now)
    provider.is_down()
    commands.say(game_id=other, player=anna, text="There", now=post.now)
    tasks.tell(other, now=post.now + timedelta(minutes=10))
    say(post, anna, "Here").later(minutes=10)
    choose(boris, post, said=When.OFF)
    provider.is_up()
    tasks.tell(other, now=post.now + timedelta(hours=1))
    (mail,) = new_mails(post.later(hours=1), boris, told)
    assert "Anna: There" in said(mail)


def test_waiting_tiles_still_come_to_a_player_who_gets_them_by_email(post, provider, anna, boris, told):
    provider.is_down()
    post.play(anna, "GRID", "GREEN").later(hours=12)
    choose(boris, tile=When.OFF)
    provider.is_up()
    assert any("Green light for Anna. You drew" in said(mail) for mail in new_mails(post.later(hours=1), boris, told))


def test_a_receipt_that_waits_for_the_daily_email_is_dropped_once_receipts_are_off(post, boris, told):
    choose(boris, receipt=When.DAILY)
    post.answer(post.last(boris), "SAY Hello\n")
    choose(boris, receipt=When.OFF)
    assert new_mails(post.later(days=1), boris, told) == []


def test_an_invitation_that_waits_is_dropped_once_invitations_are_off(lobby, anna, dmitri):
    choose(dmitri, invitation=When.DAILY)
    commands.invite(game_id=lobby.game_id, player=anna, email=dmitri.email, now=lobby.now)
    lobby.deliver()
    choose(dmitri, invitation=When.OFF)
    assert lobby.later(days=1).mails(dmitri) == []


def test_a_receipt_leaves_out_news_that_is_off_by_the_time_it_is_sent(post, provider, anna, boris, told):
    choose(boris, said=When.DAILY)
    say(post, anna, "Hello")
    provider.is_down()
    post.answer(post.last(boris), "STATUS\n")
    choose(boris, said=When.OFF)
    provider.is_up()
    (receipt,) = new_mails(post.later(hours=1), boris, told)
    assert "Where the game stands." in said(receipt)
    assert "Hello" not in said(receipt)


def test_news_that_waits_comes_if_its_kind_is_on_again(post, anna, boris, told):
    choose(boris, said=When.DAILY)
    say(post, anna, "Hello")
    for when in (When.OFF, When.DAILY):
        choose(boris, said=when)
    assert "Anna: Hello" in said(new_mails(post.later(hours=6), boris, told)[0])


def test_an_email_that_was_accepted_still_counts_as_a_look_once_its_kind_is_off(post, anna, boris):
    post.play(anna, "GRID", "GREEN")
    lease = post.now + timedelta(minutes=10)
    accepted = Message.objects.filter(player=boris, game=post.game_id).order_by("-pk")[:1].get()
    Message.objects.filter(pk=accepted.pk).update(seen_round=2, sent_at=None, due_at=lease, status="queued")
    choices.mute(player=boris, game_id=post.game_id, now=post.now)
    post.later(minutes=11)
    accepted.refresh_from_db()
    assert (accepted.sent_at, accepted.seen_round) == (post.now, None)


def block(inviter, invited):
    commands.regard(player=invited, other=inviter, blocks=True, now=NOON)


def end_invitations(inviter, invited):
    commands.never_invite(email=invited.email, now=NOON)


@pytest.mark.parametrize("ends", [block, end_invitations])
def test_an_invitation_that_waits_is_not_sent_after_its_sender_was_blocked_or_invitations_ended(
    lobby, anna, dmitri, ends
):
    choose(dmitri, invitation=When.DAILY)
    commands.invite(game_id=lobby.game_id, player=anna, email=dmitri.email, now=lobby.now)
    lobby.deliver()
    ends(anna, dmitri)
    assert lobby.later(days=1).mails(dmitri) == []


# --- muting -----------------------------------------------------------------------------------------------------------


def test_a_muted_game_sends_nothing_more_and_keeps_its_seat(post, anna, boris, told):
    commands.say(game_id=post.game_id, player=anna, text="Before", now=post.now)
    announcing.claim_events(Latest(post.game_id, now=post.now))
    choices.mute(player=boris, game_id=post.game_id, now=post.now)
    say(post, anna, "After").play(anna, "GRID", "GREEN").later(hours=12)
    assert new_mails(post, boris, told) == []
    seat = Seat.objects.get(game=post.game_id, player=boris)
    assert not seat.tiles_by_email
    assert post.game.state["resigned"] == []


def test_an_email_not_yet_sent_when_its_game_is_muted_is_not_sent(post, anna, boris, told):
    commands.say(game_id=post.game_id, player=anna, text="Before", now=post.now)
    (enqueued,) = announcing.announce(Latest(post.game_id, now=post.now))
    choices.mute(player=boris, game_id=post.game_id, now=post.now)
    assert not outbox.send(enqueued, now=post.now + timedelta(seconds=1))
    assert new_mails(post, boris, told) == []
    assert Message.objects.get(pk=enqueued).status == "off, as chosen"


def test_an_email_that_cannot_be_off_is_still_sent_after_a_mute(post, boris):
    to_boris = {"player": boris, "seat": 1, "address": boris.email}
    away = enqueue(kind=MailKind.AWAY, game_id=post.game_id, now=post.now, **to_boris)
    choices.mute(player=boris, game_id=post.game_id, now=post.now)
    away.refresh_from_db()
    assert away.due_at == post.now


def test_unmuting_brings_back_emails_and_tiles_by_email(post, anna, boris, told):
    choices.mute(player=boris, game_id=post.game_id, now=post.now)
    choices.unmute(player=boris, game_id=post.game_id, now=post.now)
    assert Seat.objects.get(game=post.game_id, player=boris).tiles_by_email
    assert "Hello" in said(new_mails(say(post, anna, "Hello"), boris, told)[0])


def test_a_player_who_resigned_can_mute_the_rest_of_the_game(post, anna, boris, told):
    order(post.game_id, boris, "resign", at=post.now)
    post.deliver()
    told = len(post.mails(boris))
    choices.mute(player=boris, game_id=post.game_id, now=post.now)
    assert new_mails(say(post, anna, "Well played"), boris, told) == []


# --- delays, and their cost -------------------------------------------------------------------------------------------


def test_news_of_one_settling_period_makes_one_email(post, anna, boris, told):
    Game.objects.filter(pk=post.game_id).update(options={**post.game.options, "leeway": 600})  # a tenth is a minute
    say(post, anna, "Hello")
    post.now += timedelta(seconds=50)
    say(post, anna, "Fine tiles").play(anna, "GRID", "GREEN")
    assert new_mails(post, boris, told) == []
    post.later(seconds=10)
    (mail,) = new_mails(post, boris, told)
    for news in ("Anna: Hello", "Anna: Fine tiles", "Anna asked for the light."):
        assert news in said(mail)
    assert new_mails(post.later(hours=1), boris, told + 1) == []


def test_a_receipt_includes_news_that_has_not_settled(post, anna, boris, told):
    Game.objects.filter(pk=post.game_id).update(options={**post.game.options, "leeway": 600})
    say(post, anna, "Hello")
    post.answer(post.last(boris), "STATUS\n")
    assert "Anna: Hello" in said(new_mails(post, boris, told)[0])
    assert new_mails(post.later(hours=1), boris, told + 1) == []


def test_the_choices_of_all_players_in_a_game_cost_two_queries(
    post, anna, boris, chloe, dmitri, django_assert_num_queries
):
    MailHours.objects.create(player=chloe, daily_at=time(9))
    choose(anna, said=When.OFF)
    choose(boris, post, said=When.DAILY)
    players = list(Player.objects.select_related("mail_hours"))
    with django_assert_num_queries(2):
        found = choices.preferences_of(players, game_id=post.game_id)
    chosen = [found[player.pk].of(MailKind.SAID) for player in (anna, boris, chloe, dmitri)]
    assert chosen == [When.OFF, When.DAILY, When.NOW, When.NOW]
    assert found[chloe.pk].hours.daily_at == time(9)
