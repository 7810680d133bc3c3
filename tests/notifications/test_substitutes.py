"""A simulated holiday by email and on pages: Dmitri substitutes for Anna for a week, then she returns; and which
emails are sent meanwhile."""

from datetime import timedelta

import pytest
from django.test import Client

from games import commands, queries
from games.models import Event, Seat, Substitution
from games.players.models import Player
from games.players.tokens import token_of_substitution
from games.rules.values import Order
from notifications import tasks
from notifications.models import InboundMail, Message, Notice
from notifications.preferences import choices
from tests.notifications.conftest import NOON, OPTIONS, Post, said
from tests.positions import just_now
from tests.substitutes import acquainted, ask_substitute, lent
from tests.tables import sit_down

pytestmark = pytest.mark.django_db


@pytest.fixture
def boris(db):
    """Boris without the game that others play by email in these tests."""
    return Player.objects.create_user("boris@example.org", name="Boris")


@pytest.fixture
def deal(anna, boris, dmitri, ae_words):
    """A function that starts a private game of Anna, who gets her tiles by email and knows Dmitri from another game,
    and Boris."""

    def begun(now):
        acquainted(anna, dmitri, now=now - timedelta(days=30))
        game_id = commands.make_game(
            kind="crossing",
            player=anna,
            seats=2,
            options=OPTIONS,
            word_list="ae",
            invite=["boris@example.org"],
            now=now,
        )
        commands.set_tiles_by_email(game_id=game_id, player=anna, on=True, now=now)
        sit_down(game_id, boris, now=now)
        for player in (anna, boris):
            commands.agree(game_id=game_id, player=player, now=now)
        return Post(game_id, now).later(minutes=10)

    return begun


@pytest.fixture
def post(deal):
    return deal(NOON)


def ask_dmitri(post, anna, **terms):
    """Let Anna request a substitute, and send the email to Dmitri."""
    substitution = ask_substitute(post.game_id, anna, now=post.now, **terms)
    post.deliver()
    return substitution


def test_a_player_who_muted_the_game_is_asked_only_on_the_site(post, anna, dmitri):
    choices.mute(player=dmitri, game_id=post.game_id, now=post.now)
    ask_dmitri(post, anna)
    assert post.mails(dmitri) == []
    assert len(queries.my_games(player=dmitri, now=post.now).substitute_requests) == 1


def test_a_whole_vacation(deal, anna, boris, dmitri):
    post = deal(just_now())  # pages use the real clock
    substitution = ask_dmitri(post, anna, may="everything")
    asked = post.last(dmitri)
    assert asked.subject == f"Anna asks you to play for them (Lexicon game {post.game_id})"
    assert "Crossing, with Boris" in said(asked)
    page = f"/loans/{token_of_substitution(substitution.link)}/"
    assert page in asked.text

    stranger = Client()  # the email's reader need not be signed in
    assert "Anna asks you to play for them." in stranger.get(page).content.decode()
    assert Substitution.objects.get(pk=substitution.pk).accepted_at is None
    stranger.post(page, {"do": "accept"})
    post.deliver()
    assert "Dmitri has accepted your request to play for you (Lexicon game" in post.last(anna).subject
    assert "Dmitri is playing for Anna until" in said(post.last(boris))
    browser = Client()
    browser.force_login(dmitri)
    shown = browser.get(f"/games/{post.game_id}/").content.decode()
    assert "You’re playing for Anna until" in shown
    assert post.hand(dmitri) == post.hand(anna)
    first = post.last(dmitri)
    assert "Dmitri is playing for Anna until" in said(first)
    assert first.subject.endswith("(for Anna)")
    assert "Playing for Anna · Round 1 · you hold 3 tiles" in said(first)

    mails = len(post.mails(anna))
    row = post.answer(first, f"GRID\n|{post.hand(anna)}|\nEND\nGREEN\n")
    assert row.outcome == InboundMail.Outcome.OBEYED
    assert "Done: GRID and GREEN" in said(post.last(dmitri))
    assert Event.objects.get(verb="ask").substitute == "Dmitri"
    post.play(boris, "LOOK", "GRID").later(hours=2)
    assert len(post.mails(anna)) == mails
    assert "new tile" in said(post.last(dmitri)).lower() or "light" in said(post.last(dmitri)).lower()

    last = post.last(dmitri)
    while post.now < substitution.ends - timedelta(days=1):
        post.play(boris, "LOOK", "GRID")
        post.play(dmitri, "LOOK", "GRID").later(days=1)
    assert len(post.mails(anna)) == mails
    post.now = substitution.ends + timedelta(minutes=1)
    post.later(minutes=10)
    assert "Dmitri is no longer playing for Anna." in said(post.last(anna))
    assert not Seat.objects.filter(game=post.game_id, player=dmitri).exists()

    late = post.answer(last, "GREEN\n")
    assert late.outcome == InboundMail.Outcome.REFUSED
    assert "You’re no longer in this game. Your email wasn’t read, and nothing was changed." in said(post.last(dmitri))
    post.play(anna, "LOOK", "GRID")
    assert Event.objects.filter(verb="submit", seat=0).latest("n").substitute is None
    mails = len(post.mails(dmitri))
    commands.play(game_id=post.game_id, player=anna, orders=[Order("RESIGN")], now=post.now)
    post.later(minutes=10)
    assert len(post.mails(dmitri)) == mails
    assert "The game is over" in said(post.last(anna))
    assert list(post.game.seats.order_by("rank").values_list("name", flat=True)) == ["Boris", "Anna"]


def test_each_has_a_reply_address_and_the_substitutes_expires_with_the_substitution(post, anna, dmitri):
    substitution = lent(post.game_id, anna, dmitri, now=post.now)
    post.deliver()
    mail = post.last(dmitri)
    assert mail.reply_to not in {one.reply_to for one in post.mails(anna)}
    held = post.answer(mail, "GREEN\n", sender=anna.email)
    assert held.outcome == InboundMail.Outcome.HELD
    commands.end_substitution(substitution_id=substitution.pk, player=anna, now=post.now)
    before = post.state
    refused = post.answer(mail, "STATUS\n")
    assert refused.outcome == InboundMail.Outcome.REFUSED
    told = " ".join(map(said, post.mails(dmitri)[-2:]))
    assert "You’re no longer in this game. Your email wasn’t read, and nothing was changed." in told
    assert f" {post.hand(anna)} " not in told
    assert post.state == before


def test_an_email_waiting_when_the_substitution_ends_reveals_nothing(post, anna, boris, dmitri):
    substitution = lent(post.game_id, anna, dmitri, now=post.now)
    commands.end_substitution(substitution_id=substitution.pk, player=anna, now=post.now)
    post.deliver()
    for mail in post.mails(dmitri):
        assert f" {post.hand(anna)} " not in said(mail)
    assert "You’re no longer playing for Anna (Lexicon game" in post.last(dmitri).subject
    assert not Notice.objects.filter(player=dmitri, game=post.game_id, message=None, dropped_at=None).exists()


@pytest.mark.parametrize("player_is_mailed", [True, False])
def test_the_owner_chooses_whether_turns_are_emailed_to_them_too(post, anna, boris, dmitri, player_is_mailed):
    lent(post.game_id, anna, dmitri, now=post.now, player_is_mailed=player_is_mailed)
    post.deliver()
    mails = len(post.mails(anna))
    commands.say(game_id=post.game_id, player=boris, text="Hello", now=post.now)
    post.later(minutes=10)
    assert "Hello" in said(post.last(dmitri))
    assert ("Hello" in said(post.last(anna))) == player_is_mailed
    assert (len(post.mails(anna)) > mails) == player_is_mailed
    commands.play(game_id=post.game_id, player=boris, orders=[Order("RESIGN")], now=post.now)
    post.later(minutes=10)
    assert "The game is over" in said(post.last(anna))


def test_warnings_go_to_the_substitute_and_to_the_owner_once_they_are_back(post, boris, dmitri):
    acquainted(boris, dmitri)
    substitution = lent(post.game_id, boris, dmitri, now=post.now)  # he has not looked
    post.deliver()
    mails = len(post.mails(boris))
    post.later(days=4)
    assert len(post.mails(boris)) == mails
    assert "look" in said(post.last(dmitri))
    assert Notice.objects.filter(player=dmitri, deadline="look", game=post.game_id).exists()
    commands.end_substitution(substitution_id=substitution.pk, player=dmitri, now=post.now)
    post.later(hours=7)
    told = Notice.objects.filter(player=boris, game=post.game_id, deadline="look", message__isnull=False)
    assert told.exists()


def test_a_declined_or_ended_substitution_is_emailed_to_the_other_player(post, anna, dmitri):
    substitution = ask_dmitri(post, anna)
    commands.decline_substitution(substitution_id=substitution.pk, player=dmitri, now=post.now)
    post.deliver()
    assert "Dmitri can’t play for you (Lexicon game" in post.last(anna).subject
    substitution = lent(post.game_id, anna, dmitri, now=post.now, starts=post.now + timedelta(days=1))
    commands.end_substitution(substitution_id=substitution.pk, player=anna, now=post.now)
    post.deliver()
    assert "You’re no longer playing for Anna (Lexicon game" in post.last(dmitri).subject


def test_a_player_who_wants_no_invitations_gets_no_substitute_request(post, anna, dmitri):
    choices.choose(player=dmitri, game_id=None, chosen={"invitation": "off"})
    ask_dmitri(post, anna)
    assert post.mails(dmitri) == []


def test_the_request_can_neither_be_answered_by_email_nor_shows_the_game(post, anna, dmitri):
    ask_dmitri(post, anna)
    asked = post.last(dmitri)
    assert f" {post.hand(anna)} " not in said(asked)
    row = post.answer(asked, "GREEN\n")
    assert row.outcome == InboundMail.Outcome.STRANGER
    assert Substitution.objects.get().accepted_at is None


def test_a_push_links_to_the_substitution(post, anna, dmitri, client):
    substitution = ask_dmitri(post, anna)
    client.force_login(dmitri)
    told = Message.objects.get(player=dmitri, kind="invitation")
    assert client.get(f"/mail/{told.link}/told/").url == f"/loans/{token_of_substitution(substitution.link)}/"
    client.force_login(anna)
    assert client.get(f"/mail/{told.link}/told/").status_code == 404


def test_a_substitute_who_mutes_the_game_does_not_affect_the_owners_tiles(post, anna, dmitri):
    lent(post.game_id, anna, dmitri, now=post.now)
    choices.mute(player=dmitri, game_id=post.game_id, now=post.now)
    assert Seat.objects.get(game=post.game_id, player=anna).tiles_by_email


def test_announcing_goes_on_if_the_substitute_has_been_deleted(post, anna, dmitri):
    ask_substitute(post.game_id, anna, now=post.now)
    Player.objects.filter(pk=dmitri.pk).delete()
    tasks.tell(post.game_id, now=post.now)
    assert not Event.objects.filter(game=post.game_id, announced_at=None).exists()
