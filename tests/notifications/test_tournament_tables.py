"""A tournament table: its players are notified, answer JOIN, and are warned in time; and replacements."""

from datetime import time, timedelta

import pytest

from games import commands, store
from games.models import Seat
from games.tournaments.models import Fixture
from notifications.models import InboundMail, LocalMail, MailHours, MailKind, Message, Notice
from notifications.preferences import choices
from notifications.preferences.choices import When
from tests.notifications.conftest import NOON, said
from tests.notifications.rounds import round_of, table_of, tournament_of

Outcome = InboundMail.Outcome
pytestmark = pytest.mark.django_db


@pytest.fixture
def boris(django_user_model):
    """Boris without the game that others play by email in these tests."""
    return django_user_model.objects.create_user("boris@example.org", name="Boris")


@pytest.fixture
def tournament(anna, boris, chloe):
    return tournament_of(anna, boris, chloe)


@pytest.fixture
def post(tournament, anna, boris, ae_words):
    """Table 1 of the first round, with Anna and Boris seated."""
    return table_of(round_of(tournament), anna, boris).deliver()


# --- the email to seated players --------------------------------------------------------------------------------------


def test_each_player_gets_one_email_with_the_game_opponents_deadline_and_how_to_join(post, anna, boris, chloe):
    (mail,) = post.mails(anna)
    text = said(mail)
    assert mail.subject == f"Lexicon game {post.game_id}: your table in Autumn Cup"
    assert "Join your table in Autumn Cup, round 1 by Mon 12:00." in text
    assert "You can: reply with JOIN" in text
    assert ". A player who hasn’t joined by then comes last at this table and is withdrawn from the tournament." in text
    assert "Boris: hasn’t accepted yet." in text
    assert "Game ends: 18 Dec 12:00 at the latest." in text
    assert "Rated: yes" in text
    assert "  | JOIN" in mail.text
    assert post.game.commitment[:8] in mail.text
    assert "/tournaments/" in text
    assert f"/games/{post.game_id}/" in text
    assert "Anna" in said(post.last(boris))
    assert not post.mails(chloe)
    assert post.deliver().mails(anna) == [mail]


def test_an_email_about_a_ladder_names_no_round(anna, boris, ae_words):
    post = table_of(round_of(tournament_of(anna, boris, format="ladder")), anna, boris).deliver()
    assert "Join your table in Autumn Cup by" in said(post.last(anna))


def test_a_game_without_a_tournament_is_emailed_all_the_same(anna, boris, ae_words):
    post = table_of(round_of(tournament_of(anna, boris)), anna, boris)
    Fixture.objects.all().delete()
    post.deliver()
    assert "A seat is reserved for you in a new game. Please join it." in said(post.last(anna))


def test_join_accepts_with_a_cut_and_the_last_one_starts_the_game(post, anna, boris):
    assert post.answer(post.last(anna), "JOIN my lucky 7").outcome == Outcome.OBEYED
    seat = Seat.objects.get(game=post.game_id, player=anna)
    assert (seat.cut, seat.tiles_by_email) == ("my lucky 7", True)
    receipt = said(post.last(anna))
    assert "Done: JOIN." in receipt
    assert "Waiting for Boris." in receipt
    assert "You can: reply with JOIN" not in receipt
    post.answer(post.last(boris), "JOIN")
    assert post.game.phase == "playing"
    assert "The game has started and the tiles are dealt." in said(post.last(anna))
    assert "This game is part of Autumn Cup, round 1." in said(post.last(anna))
    assert "Rated: yes" in said(post.last(anna))


def test_a_second_join_changes_the_cut_and_nothing_else(post, anna):
    (mail,) = post.mails(anna)
    post.answer(mail, "JOIN one")
    assert post.answer(mail, "JOIN two").outcome == Outcome.OBEYED
    assert Seat.objects.get(game=post.game_id, player=anna).cut == "two"
    assert post.game.phase == "lobby"


def test_join_after_the_start_is_answered_that_there_is_nothing_to_join(post, anna, boris):
    (mail,) = post.mails(anna)
    post.answer(mail, "JOIN")
    post.answer(post.last(boris), "JOIN")
    before = Seat.objects.get(game=post.game_id, player=anna).cut
    assert post.answer(mail, "JOIN again").outcome == Outcome.REFUSED
    assert "This game has started and you’re already in it. You don’t need to join again." in said(post.last(anna))
    assert Seat.objects.get(game=post.game_id, player=anna).cut == before


def test_join_in_a_cancelled_game_is_answered_that_it_was_cancelled(post, anna):
    (mail,) = post.mails(anna)
    with store.locked(post.game_id, now=post.now) as table:
        commands.cancel_at(table)
    assert post.answer(mail, "JOIN").outcome == Outcome.REFUSED
    assert "This game was cancelled." in said(post.last(anna))


def test_a_player_who_joined_before_the_email_was_sent_gets_none(tournament, anna, boris, ae_words):
    post = table_of(round_of(tournament), anna, boris)
    commands.agree(game_id=post.game_id, player=anna, now=NOON)
    post.deliver()
    assert not post.mails(anna)
    assert len(post.mails(boris)) == 1


def test_a_game_started_at_once_sends_only_a_start_email_that_says_why_it_is_unrated(
    tournament, anna, boris, chloe, ae_words
):
    one = round_of(tournament)
    post = table_of(one, anna, boris, missing=[chloe], agreed={0: "", 1: ""}, rated=False).deliver()
    (mail,) = post.mails(anna)
    assert "The game has started and the tiles are dealt." in said(mail)
    assert "Chloe didn’t join in time, so the game between the others isn’t rated." in said(mail)
    assert "Rated: no." in said(mail)
    assert "Join your table" not in said(mail)
    assert not post.mails(chloe)


def test_the_email_never_waits_for_the_daily_one_and_can_be_off(tournament, anna, boris, ae_words):
    choices.choose(player=anna, game_id=None, chosen={MailKind.TOURNAMENT: When.DAILY})
    choices.choose(player=boris, game_id=None, chosen={MailKind.SEATED: When.OFF})
    post = table_of(round_of(tournament), anna, boris).deliver()
    assert len(post.mails(anna)) == 1
    assert not post.mails(boris)


def test_quiet_hours_delay_the_email(tournament, anna, boris, ae_words):
    MailHours.objects.create(player=anna, quiet_from=time(11), quiet_until=time(14))
    post = table_of(round_of(tournament), anna, boris).deliver()
    assert not post.mails(anna)
    assert len(post.later(hours=2).mails(anna)) == 1


# --- the warning ------------------------------------------------------------------------------------------------------


def test_a_player_who_has_not_joined_gets_one_warning_a_day_before_the_deadline(post, anna, boris):
    post.answer(post.last(anna), "JOIN")
    before = len(post.mails(anna))
    assert len(post.later(hours=47).mails(boris)) == 1
    post.later(hours=1)
    assert "You haven’t joined your table in Autumn Cup, round 1 yet. Your seat is reserved until" in said(
        post.last(boris)
    )
    assert "Your seat is reserved until" in said(post.last(boris))
    assert "  | JOIN" in post.last(boris).text
    assert len(post.later(hours=6).mails(boris)) == 2
    assert len(post.mails(anna)) == before


def test_the_warning_is_never_off(tournament, anna, boris, ae_words):
    choices.choose(player=anna, game_id=None, chosen={MailKind.SEATED: When.OFF, MailKind.TOURNAMENT: When.OFF})
    post = table_of(round_of(tournament), anna, boris).deliver()
    choices.mute(player=anna, game_id=post.game_id, now=post.now)
    assert "You haven’t joined your table in" in said(post.later(hours=48).last(anna))


def test_a_player_who_withdraws_acceptance_is_warned(post, anna):
    post.answer(post.last(anna), "JOIN")
    commands.take_back_agreement(game_id=post.game_id, player=anna, now=post.now)
    before = len(post.mails(anna))
    assert len(post.later(hours=48).mails(anna)) == before + 1


def test_nobody_is_warned_to_join_a_game_that_started(post, anna, boris):
    for player in (anna, boris):
        commands.agree(game_id=post.game_id, player=player, now=post.now)
    post.later(hours=48)
    assert "You haven’t joined your table in" not in " ".join(
        said(mail) for mail in (*post.mails(anna), *post.mails(boris))
    )
    assert not Notice.objects.filter(deadline="join", dropped_at=None).exists()


def test_nobody_is_warned_while_the_tournament_is_paused(tournament, post, anna):
    tournament.paused_at = NOON
    tournament.save()
    assert len(post.later(hours=48).mails(anna)) == 1
    tournament.paused_at = None
    tournament.save()
    fixture = post.game.fixture
    fixture.join_by += timedelta(hours=48)
    fixture.save()
    assert len(post.later(hours=47).mails(anna)) == 1
    assert len(post.later(hours=1).mails(anna)) == 2


def test_the_email_says_when_its_own_game_ends(tournament, anna, boris, ae_words):
    post = table_of(round_of(tournament), anna, boris)
    game = post.game
    game.hard_end = NOON + timedelta(days=3)
    game.save()
    assert "Game ends: Mon 12:00 at the latest." in said(post.deliver().last(anna))


def test_a_short_time_to_join_is_in_the_first_email_and_gets_no_warning(tournament, anna, boris, ae_words):
    post = table_of(round_of(tournament), anna, boris, join_within=timedelta(hours=1)).deliver()
    assert len(post.later(minutes=59).mails(anna)) == 1


# --- the final deadline -----------------------------------------------------------------------------------------------


def test_emails_say_when_the_game_ends_and_its_last_day_is_warned_of_once(tournament, anna, boris, ae_words):
    one = round_of(tournament, lasts=timedelta(days=3))
    post = table_of(one, anna, boris, agreed={0: "", 1: ""}).deliver()
    assert "The game ends on Mon 12:00 at the latest." in said(post.last(anna))
    commands.look(game_id=post.game_id, player=anna, now=post.now)
    post.later(days=1)
    assert not warned(post, anna)
    post.later(days=1)
    assert len(warned(post, anna)) == 1
    assert len(warned(post.later(hours=20), anna)) == 1


def warned(post, player):
    return [
        mail
        for mail in post.mails(player)
        if "The game ends on Mon 12:00 and is scored as it stands then." in said(mail)
    ]


# --- replacements -----------------------------------------------------------------------------------------------------


@pytest.fixture
def dealt(post, anna, boris):
    post.answer(post.last(anna), "JOIN")
    post.answer(post.last(boris), "JOIN")
    return post


@pytest.fixture
def director(django_user_model):
    return django_user_model.objects.create_user("zoe@example.org", name="Zoe", is_staff=True)


def put_in(post, player, director, *, seat=0):
    commands.replace_player(
        game_id=post.game_id, seat=seat, player=player, by=director, reason="Anna is ill.", now=post.now
    )
    return post.deliver()


def test_a_replaced_player_is_told_so_and_their_email_does_nothing(dealt, anna, chloe, director):
    mail = dealt.last(anna)
    put_in(dealt, chloe, director)
    before = (dealt.game.last_event, dealt.game.version)
    row = dealt.answer(mail, "SAY Still here?\nSTATUS")
    assert row.outcome == Outcome.REFUSED
    answer = dealt.last(anna)
    assert "You’re no longer in this game. Your email wasn’t read, and nothing was changed." in said(answer)
    assert "Boris" not in answer.text
    assert b"chloe" not in bytes(answer.raw)
    assert (dealt.game.last_event, dealt.game.version) == before


def test_a_stranger_who_replies_to_a_replaced_players_email_is_not_answered(dealt, anna, chloe, director):
    mail = dealt.last(anna)
    put_in(dealt, chloe, director)
    before = LocalMail.objects.count()
    assert dealt.answer(mail, "STATUS", sender="eve@elsewhere.example").outcome == Outcome.STRANGER
    assert LocalMail.objects.count() == before


def test_emails_from_a_replaced_player_do_not_count_towards_the_successors_limit(dealt, anna, chloe, director):
    mail = dealt.last(anna)
    put_in(dealt, chloe, director)
    for _ in range(21):
        dealt.answer(mail, "STATUS")
    assert dealt.answer(dealt.last(chloe), "STATUS").outcome == Outcome.OBEYED


def test_a_replacement_is_told_how_to_play_and_why_they_are_in_the_game(dealt, anna, chloe, director):
    before = len(dealt.mails(anna))
    put_in(dealt, chloe, director)
    text = said(dealt.last(chloe))
    assert "You took over from another player: Anna is ill." in text
    assert "This game is part of Autumn Cup, round 1." in text
    assert len(dealt.mails(anna)) == before


def test_a_replaced_player_gets_no_more_emails_of_the_game(dealt, anna, boris, chloe, director):
    unsent = Message.objects.filter(player=anna, due_at__isnull=False)
    put_in(dealt, chloe, director)
    before = len(dealt.mails(anna))
    dealt.later(days=2)
    dealt.later(days=2)
    assert len(dealt.mails(anna)) == before
    assert not unsent.exists()
    assert not Notice.objects.filter(player=anna, message=None, dropped_at=None).exists()


def test_a_reserve_added_before_the_start_is_asked_to_join(post, anna, chloe, director):
    old = post.last(anna)
    put_in(post, chloe, director)
    assert "Join your table in Autumn Cup, round 1 by" in said(post.last(chloe))
    assert post.answer(old, "JOIN").outcome == Outcome.REFUSED
    assert not Seat.objects.get(game=post.game_id, number=0).agreed_at
    assert post.answer(post.last(chloe), "JOIN").outcome == Outcome.OBEYED


# --- other players ----------------------------------------------------------------------------------------------------


def test_no_email_of_the_game_has_somebody_elses_address_or_token(dealt, anna, boris, chloe, director):
    put_in(dealt, chloe, director)
    dealt.later(days=1)
    everybody = {player.email: player for player in (anna, boris, chloe)}
    seed = bytes(dealt.game.seed).hex()
    for address in everybody:
        raw = b"".join(bytes(mail.raw) for mail in LocalMail.objects.filter(address=address))
        assert seed[:32].encode() not in raw
        for other in set(everybody) - {address}:
            assert other.encode() not in raw
            tokens = {mail.reply_to.encode() for mail in LocalMail.objects.filter(address=other)}
            assert not any(token in raw for token in tokens if token)
