"""Emails of games played in turns: who is notified of their move, what the emails say, and the last warning."""

import re
from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from games import commands, store
from games.models import Hand
from games.players.models import Player
from games.rules import registry
from games.rules.values import Order
from notifications import tasks
from notifications.models import InboundMail, MailKind, Message
from notifications.outgoing.mails.parts import WIDTH
from notifications.preferences import choices
from tests.notifications.conftest import NOON, Post, said
from tests.notifications.test_sending import RefusingBackend
from tests.positions import kept

KINDS = [key for key, kind in registry.KINDS.items() if kind.layouts is None]
ANNA, BORIS = "anna@example.org", "boris@example.org"
WORDS_OF_CROSSING = ("GREEN", "JAYWALK", "jaywalk", "the next light", "face down", "withheld", "Check your own board")


@kept
def begin(kind, anna, **options):
    """Start a game of Anna and Boris, who joined by email; if more players are needed, Chloe and Dmitri joined the
    same way."""
    invited = [BORIS, "chloe@example.org", "dmitri@example.org"][: max(2, registry.kind(kind).seats[0]) - 1]
    game_id = commands.make_game(
        kind=kind, player=anna, seats=1 + len(invited), options=options, invite=invited, now=NOON,
        word_list=registry.kind(kind).word_list,
    )  # fmt: skip
    commands.agree(game_id=game_id, player=anna, now=NOON)
    post = Post(game_id, NOON).deliver()
    for address in invited:
        post.answer(post.last(address), "JOIN\n")
    return post.later(minutes=10)


@pytest.fixture(params=KINDS)
def any_kind(request, anna):
    return begin(request.param, anna)


@pytest.fixture
def post(anna):
    """A game of Crosslet, in which either player may be first to move."""
    return begin("crosslet", anna)


def to_move(post):
    """Return the player to move, and the other."""
    state = store.seen_now(post.game_id, now=post.now).state
    players = {seat.number: seat.player for seat in post.game.seats.all()}
    return players.pop(state.awaited[0]), next(iter(players.values()))


def exchange(post, *, then):
    """Exchange a tile on the site for the player to move, and let this much time pass."""
    player, _ = to_move(post)
    state = store.seen_now(post.game_id, now=post.now).state
    orders = registry.kind("crosslet").read(f"EXCHANGE {state.hands[state.awaited[0]][0]}", state.options).orders
    commands.play(game_id=post.game_id, player=player, orders=orders, now=post.now)
    return post.later(**then)


def told(post, player, kind):
    return Message.objects.filter(game=post.game_id, player=player, kind=kind, sent_at__isnull=False).count()


def headline(mail):
    return said(mail).split("]===== ")[1]


def test_the_first_email_says_who_starts_and_how_to_play(post):
    first, second = to_move(post)
    for player in (first, second):
        text = said(post.last(player))
        assert "The game has started." in text
        assert (
            "Everyone lays tiles on one board, and all racks are open. In a play, you can put any of your seven tiles anywhere, even in several lines at once. Every run must be a word in the “"
            in text
        )
        assert post.game.commitment in re.sub(r"[\s|]", "", text)
    assert "It’s your turn." in said(post.last(first))
    assert "It’s your turn." not in said(post.last(second))


def test_only_the_player_to_move_is_notified_with_the_last_move(post):
    first, second = to_move(post)
    before = len(post.mails(first))
    exchange(post, then={"minutes": 10})
    mail = post.last(second)
    assert headline(mail).startswith("It’s your move: make a play, or EXCHANGE.")
    assert f"{first.name} exchanged" in said(mail)
    assert "Deadline: Mon" in said(mail)
    assert len(post.mails(first)) == before


def test_a_game_is_loaded_once_for_all_notifications_of_a_move(post):
    _, second = to_move(post)
    exchange(post, then={})
    with CaptureQueriesContext(connection) as asked:
        tasks.tell(post.game_id, now=post.now + timedelta(minutes=10))
    assert told(post, second, MailKind.TURN) == 1
    assert sum(Hand._meta.db_table in query["sql"] for query in asked) == 1


def test_a_turn_taken_before_its_email_was_sent_is_no_news(post):
    first, second = to_move(post)
    exchange(post, then={"minutes": 1})
    exchange(post, then={"minutes": 10})
    assert told(post, second, MailKind.TURN) == 0
    assert told(post, first, MailKind.TURN) == 1


def test_a_pause_does_not_make_an_earlier_turn_news_again(post, anna):
    first, second = to_move(post)
    exchange(post, then={"minutes": 1})
    exchange(post, then={"minutes": 1})
    for player in (first, second):
        commands.play(game_id=post.game_id, player=player, orders=[Order("PAUSE")], now=post.now)
    post.later(minutes=10)
    assert (told(post, first, MailKind.TURN), told(post, second, MailKind.TURN)) == (1, 0)
    assert "The players have paused the game." in said(post.last(first))


def test_several_turns_in_a_short_time_make_one_email(post):
    first, second = to_move(post)
    for _ in range(3):
        exchange(post, then={"minutes": 1})
    post.later(minutes=10)
    assert (told(post, first, MailKind.TURN), told(post, second, MailKind.TURN)) == (0, 1)
    assert f"{first.name} exchanged" in said(post.last(second))


def test_a_late_email_does_not_say_it_is_the_players_turn_when_it_no_longer_is(post, settings):
    _, second = to_move(post)
    settings.EMAIL_BACKEND = f"{RefusingBackend.__module__}.{RefusingBackend.__name__}"
    exchange(post, then={"minutes": 10})
    exchange(post, then={"minutes": 1})
    settings.EMAIL_BACKEND = "notifications.mailbox.MailboxBackend"
    post.later(hours=1)
    assert told(post, second, MailKind.TURN) == 0


def test_a_player_who_turned_off_turn_emails_still_gets_the_last_warning(post, anna):
    if to_move(post)[0] == anna:
        exchange(post, then={"minutes": 10})
    choices.choose(player=anna, game_id=post.game_id, chosen={MailKind.TURN: "off"})
    exchange(post, then={"minutes": 10})
    assert told(post, anna, MailKind.TURN) == 0
    post.later(days=2, hours=1)
    assert "It’s your move, and your time ends on" in headline(post.last(anna))


@pytest.mark.parametrize(("order", "receipts"), [("EXCHANGE {tile}", 0), ("STATUS", 1), ("STATUS\nEXCHANGE {tile}", 1)])
def test_if_receipts_are_off_only_requested_ones_come(post, order, receipts):
    first, _ = to_move(post)
    choices.choose(player=first, game_id=post.game_id, chosen={MailKind.RECEIPT: "off"})
    before, state = told(post, first, MailKind.RECEIPT), store.seen_now(post.game_id, now=post.now).state
    row = post.answer(post.last(first), order.format(tile=state.hands[state.awaited[0]][0]))
    assert row.outcome == InboundMail.Outcome.OBEYED
    assert told(post, first, MailKind.RECEIPT) - before == receipts


def test_one_last_warning_comes_a_day_before_the_time_to_move_ends(post):
    first, _ = to_move(post)
    post.later(days=1, hours=23, minutes=40)
    assert told(post, first, MailKind.LAST_DAY) == 0
    post.later(minutes=20).later(hours=5)
    assert told(post, first, MailKind.LAST_DAY) == 1
    assert "It’s your move, and your time ends on Mon 12:00." in said(post.last(first))


def test_the_warning_of_each_turn_follows_its_own_clock(post):
    _, second = to_move(post)
    post.later(days=1)
    exchange(post, then={"days": 1, "hours": 23})
    assert told(post, second, MailKind.LAST_DAY) == 0
    post.later(hours=1)
    assert told(post, second, MailKind.LAST_DAY) == 1


def test_a_player_who_has_moved_is_not_warned(post):
    first, _ = to_move(post)
    exchange(post, then={"days": 2, "hours": 1})
    assert told(post, first, MailKind.LAST_DAY) == 0


def test_a_turn_lost_to_the_clock_is_reported_with_the_next(post):
    first, _ = to_move(post)
    post.later(days=3, minutes=10)
    exchange(post, then={"minutes": 10})
    assert "You didn’t move in time." in said(post.last(first))


def test_save_is_refused_in_a_game_without_drafts_and_nothing_is_done(post):
    first, _ = to_move(post)
    before = store.seen_now(post.game_id, now=post.now).state.hands
    row = post.answer(post.last(first), "SAVE\nEXCHANGE A")
    assert row.outcome == InboundMail.Outcome.REFUSED
    assert "This game has no drafts, because players don’t have layouts of their own." in said(post.last(first))
    assert "To save it as a draft" not in said(post.last(first))
    assert store.seen_now(post.game_id, now=post.now).state.hands == before


def test_a_reply_about_an_old_turn_changes_nothing_and_shows_the_current_game(post):
    first, second = to_move(post)
    old = post.last(first)
    exchange(post, then={"minutes": 10})
    exchange(post, then={"minutes": 10})
    before = store.seen_now(post.game_id, now=post.now).state.hands
    row = post.answer(old, f"EXCHANGE {before[0][0]}")
    assert row.outcome == InboundMail.Outcome.REFUSED
    answer = said(post.last(first))
    assert "Nothing was changed." in answer
    assert "an earlier turn" in answer
    assert f"{second.name}’s rack" in answer
    assert store.seen_now(post.game_id, now=post.now).state.hands == before


def test_a_reply_from_another_address_shows_its_command_in_standard_form(post, client):
    first, _ = to_move(post)
    post.answer(post.last(first), "exchange: a, q", sender="somebody@elsewhere.example")
    assert "from somebody@elsewhere.example to an email we sent you: EXCHANGE A Q." in said(post.last(first))
    InboundMail.objects.update(acted_at=timezone.now())  # the page is opened today
    page = re.search(r"\S+/held/", post.last(first).text)[0].removeprefix("http://localhost:8000")
    assert "<pre>EXCHANGE A Q\n</pre>" in client.get(page).content.decode()


def test_emails_use_the_words_of_their_own_game(any_kind):
    kind = registry.kind(any_kind.game.kind)
    invitation, *mails = any_kind.mails(BORIS)
    assert str(kind.says) in said(invitation)
    any_kind.answer(any_kind.last(BORIS), "HELP")
    help_mail = any_kind.last(BORIS)
    for written, does in kind.commands.items():
        assert written in help_mail.text
        assert " ".join(does.split()[:2]) in " ".join(help_mail.text.replace("|", "").split())
    for mail in (invitation, *mails, help_mail):
        assert kind.name in f"{mail.subject} {said(mail)}"
        assert [words for words in WORDS_OF_CROSSING if words in mail.text] == []


def test_our_lines_are_short_enough_for_a_quote_mark(any_kind):
    player = Player.objects.get(email=BORIS)
    for verb in ("STATUS", "HELP", "SAY hello"):
        any_kind.answer(any_kind.last(player), verb)
    for mail in any_kind.mails(player):
        inside = mail.text.splitlines()[1:-1]
        ours = [line for line in inside if not line.startswith(("  | ", "http", "====="))]
        assert [line for line in ours if len(line) > WIDTH] == []


def test_the_result_email_shows_everything_and_how_to_verify_it(any_kind):
    for _ in range(80):
        if any_kind.game.phase == "finished":
            break
        any_kind.later(days=4)
    for seat in any_kind.game.seats.all():
        text = said(any_kind.last(seat.player))
        assert headline(any_kind.last(seat.player)).startswith("The game is over")
        has_draws = registry.kind(any_kind.game.kind).has_draws
        assert (bytes(any_kind.game.seed).hex() in re.sub(r"[\s|]", "", text)) == has_draws
        assert (f"verify_game game-{any_kind.game_id}.json" in text) == has_draws
