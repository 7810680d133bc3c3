"""From events to emails: each event is claimed once, gathered with others, and never sent twice."""

from datetime import timedelta

import pytest
from django.db.models import F

from games import commands, queries
from games.models import Event, Game, Seat
from games.rules import registry
from notifications.models import MailKind, Message, Notice
from notifications.outgoing import announcing
from notifications.outgoing.enqueuing import Latest
from tests.notifications.conftest import NOON, Post, said
from tests.tables import look, start


def kinds(post, player):
    return list(Message.objects.filter(game=post.game_id, player=player).order_by("pk").values_list("kind", flat=True))


def test_an_invitation_goes_to_the_address_once(lobby):
    lobby.deliver()
    assert len(lobby.mails("boris@example.org")) == 1
    message = Message.objects.get(kind=MailKind.INVITATION)
    assert message.sent_at == lobby.now
    assert message.due_at is None


def test_an_invitation_answered_before_it_was_sent_is_not_sent(anna, ae_words, lobby):
    commands.invite(game_id=lobby.game_id, player=anna, email="chloe@example.org", now=lobby.now)
    invitation = lobby.game.invitations.get(email="chloe@example.org")
    commands.decline(invitation_id=invitation.pk, now=lobby.now)
    lobby.deliver()
    assert lobby.mails("chloe@example.org") == []
    assert not Message.objects.filter(due_at__isnull=False).exists()


def test_the_creator_gets_one_email_for_the_player_who_joined_and_the_start(post, anna):
    assert kinds(post, anna) == [MailKind.START]
    assert "Boris joined." in said(post.last(anna))
    assert "The game has started" in said(post.last(anna))


def test_every_event_is_announced_once(post):
    assert not Event.objects.filter(announced_at=None).exists()
    before = Message.objects.count()
    announcing.announce(Latest(post.game_id, now=post.now + timedelta(hours=1)))
    assert Message.objects.count() == before


def test_an_event_of_a_later_release_waits_for_its_worker_and_delays_no_other_news(post, anna, boris):
    told = len(post.mails(boris))
    commands.say(game_id=post.game_id, player=anna, text="Hello Boris", now=post.now)
    Event.objects.create(game=post.game, n=post.game.last_event + 1, verb="waltz", at=post.now, facts={})
    Game.objects.filter(pk=post.game_id).update(last_event=F("last_event") + 1)
    post.deliver()
    assert len(post.mails(boris)) == told + 1
    assert Event.objects.get(verb="waltz").announced_at is None


def test_others_are_notified_of_a_request_but_the_requester_is_not(post, anna, boris):
    post.play(anna, "GRID", "GREEN")
    assert kinds(post, boris)[-1] == MailKind.ASKED
    assert "Anna asked for the light." in said(post.last(boris))
    assert MailKind.ASKED not in kinds(post, anna)


def test_others_are_notified_of_requests_once_a_round(post, anna, boris):
    post.play(anna, "GRID", "GREEN")
    told = len(post.mails(boris))
    post.play(anna, "UNASK", "GREEN")
    assert len(post.mails(boris)) == told


def test_the_requester_and_the_others_are_notified_of_a_light(post, anna, boris):
    post.play(anna, "GRID", "GREEN").later(hours=12)
    assert kinds(post, anna)[-1] == MailKind.GRANTED
    assert kinds(post, boris)[-1] == MailKind.TILE
    assert "Your light was granted." in said(post.last(anna))


def test_a_request_is_no_news_once_the_light_has_come(post, anna, boris):
    post.later(hours=12)
    told = len(post.mails(boris))
    post.play(anna, "GRID", "GREEN")
    assert len(post.mails(boris)) == told + 1
    assert "asked for the light" not in said(post.last(boris))
    assert Notice.objects.filter(kind=MailKind.ASKED, player=boris, dropped_at__isnull=False).exists()


def test_several_events_make_one_email(post, anna, boris):
    """Boris's request is dropped by Anna's light: one email reports both."""
    post.later(hours=12)
    told = len(post.mails(boris))
    commands.say(game_id=post.game_id, player=anna, text="Hello Boris", now=post.now)
    commands.say(game_id=post.game_id, player=anna, text="Are you there?", now=post.now)
    post.deliver()
    assert len(post.mails(boris)) == told + 1
    assert "Anna: Hello Boris" in said(post.last(boris))
    assert "Anna: Are you there?" in said(post.last(boris))


def test_the_player_whose_request_was_dropped_is_notified(post, anna, boris):
    post.play(anna, "GRID", "GREEN").play(boris, "GRID", "GREEN").later(hours=12)
    assert "Your request was dropped" in said(post.last(boris))
    assert "Your request was dropped" not in said(post.last(anna))


def test_a_requester_is_notified_when_the_withheld_tile_is_released(post, anna, boris):
    """Boris's email counts as a look once it is accepted; that releases Anna's tile, which is reported to her with
    her light."""
    told = kinds(post.play(anna, "GRID", "GREEN"), anna)
    post.later(hours=12).deliver()
    assert kinds(post, anna) == [*told, MailKind.GRANTED]
    assert "Your light was granted." in said(post.last(anna))
    assert "Your withheld draw was released. You can look at it now." in said(post.last(anna))


def test_a_player_who_becomes_away_is_told_what_that_means(post, anna, boris):
    post.play(boris, "GRID", "GREEN").later(hours=12)
    post.later(days=6)
    assert "You are away. The game doesn’t wait for you until you look." in said(post.last(anna))


def test_a_seat_without_a_player_is_not_notified(post, anna, boris):
    Seat.objects.filter(game=post.game_id, player=boris).update(player=None)
    told = len(post.mails(boris))
    post.play(anna, "GRID", "GREEN")
    assert len(post.mails(boris)) == told


def test_players_are_notified_when_their_game_is_cancelled(anna, lobby):
    commands.cancel(game_id=lobby.game_id, player=anna, now=lobby.now)
    lobby.deliver()
    assert "The game was cancelled." in said(lobby.last(anna))


def test_joining_and_leaving_all_day_notifies_others_once_an_hour(lobby, anna, dmitri):
    """Joining and leaving again and again must not fill the mailboxes of the others."""
    Game.objects.filter(pk=lobby.game_id).update(listed=True)
    for _ in range(5):
        commands.join(game_id=lobby.game_id, player=dmitri, now=lobby.now)
        lobby.deliver()
        commands.leave(game_id=lobby.game_id, player=dmitri, now=lobby.now)
        lobby.deliver()
    assert kinds(lobby, anna) == [MailKind.TABLE]
    lobby.later(hours=1)
    assert kinds(lobby, anna) == [MailKind.TABLE, MailKind.TABLE]
    assert "Dmitri left." in said(lobby.last(anna))


def test_players_who_joined_are_no_news_once_the_game_has_started(lobby, anna, dmitri):
    Game.objects.filter(pk=lobby.game_id).update(listed=True)
    for command in (commands.join, commands.leave, commands.join, commands.agree):
        command(game_id=lobby.game_id, player=dmitri, now=lobby.now)
        lobby.deliver()
    lobby.later(hours=1)
    assert kinds(lobby, anna) == [MailKind.TABLE, MailKind.START]


def test_any_number_of_events_makes_one_email_and_is_processed_in_batches(post, anna, boris):
    told = len(post.mails(boris))
    classified = [
        Event(game_id=post.game_id, n=1000 + n, at=post.now, verb="seen", seat=0, facts={}) for n in range(250)
    ]
    lines = [
        Event(game_id=post.game_id, n=2000 + n, at=post.now, verb="say", seat=0, facts={"text": f"Line {n}"})
        for n in range(20)
    ]
    Event.objects.bulk_create([*classified, *lines])
    assert announcing.claim_events(Latest(post.game_id, now=post.now)) == announcing.EVENTS_AT_A_TIME
    post.deliver()
    assert not Event.objects.filter(game=post.game_id, announced_at=None).exists()
    assert len(post.mails(boris)) == told + 1
    assert "Line 19" in post.last(boris).text


def test_the_last_warning_comes_even_if_its_light_is_announced_after_many_events(anna, boris):
    post = Post(start(anna, boris, leeway=300, mail_leeway=300, word_check="challenge"), NOON)
    post.play(anna, "LOOK", "GRID", "GREEN").play(boris, "LOOK")
    so_far = post.game.last_event
    many = range(so_far + 1, so_far + 1 + announcing.EVENTS_AT_A_TIME)
    Event.objects.bulk_create(
        Event(game_id=post.game_id, n=n, at=post.now, verb="seen", seat=0, facts={}) for n in many
    )
    Game.objects.filter(pk=post.game_id).update(last_event=many[-1])
    post.later(minutes=5)
    assert post.game.events.filter(verb="green").count() == 1
    post.later(days=4)
    assert kinds(post, boris).count(MailKind.LAST_DAY) == 1


@pytest.mark.parametrize(("number", "told"), [(1, [MailKind.START] * 2), (2, [])])
def test_only_the_first_deal_starts_a_game(number, told):
    dealt = Event(verb="deal", facts={"round": number, "dealer": 0, "draws": [["A"], ["E"]], "up": "I"})
    assert [sort for _seat, sort in registry.kind("lexicon_cards").tells(queries.happened(dealt), [0, 1])] == told


def test_an_email_says_when_the_board_is_ready(post, anna, boris):
    post.play(boris, "LOOK").play(anna, "GRID").deliver()
    post.answer(post.last(anna), "STATUS")
    post.deliver()
    assert "Your move: Your board is ready. Request the green light." in said(post.last(anna))


def test_one_email_is_both_a_receipt_and_the_release_of_the_withheld_tile(anna, boris):
    """Without a leeway Anna's request is granted at once, and the acceptance of Boris's email releases her tile."""
    post = Post(start(anna, boris, leeway=0, mail_leeway=0, word_check="challenge"), NOON)
    for player in (anna, boris):
        commands.set_tiles_by_email(game_id=post.game_id, player=player, on=True, now=post.now)
    look(post.game_id, anna, boris)
    told = kinds(post.deliver(), anna)
    post.answer(post.last(anna), f"GRID\n{post.hand(anna)}\nEND\nGREEN")
    assert kinds(post, anna) == [*told, MailKind.RECEIPT]
    assert "Done: GRID and GREEN." in said(post.last(anna))
    assert "Your withheld tile is yours now" in said(post.last(anna))
