"""Emails about open layouts and forfeits: brief, in narrow lines, and without anything hidden."""

import pytest

from games import commands
from games.players.models import Player
from games.rules.crossing.options import PACES
from games.rules.values import Order
from notifications.models import MailHours, Message
from notifications.outgoing.mails.parts import WIDTH
from tests.conftest import NOON
from tests.notifications.conftest import Post, said
from tests.tables import complete, hand, look, make_table, order, start

pytestmark = pytest.mark.django_db

LONGEST_MAIL = 100_000  # bytes; some mail programs hide the end of longer ones
MARKED = "<b>Bow</b> & `sing`"


def lit(*players, calls, **options):
    """Start a game in which everyone has looked and submitted, and one player's light has come."""
    options = {"tile_set": "A60 E60", "starting_tiles": 4, "leeway": 0} | options
    post = Post(start(*players, **options), NOON)
    look(post.game_id, *players)
    for player in players:
        complete(post.game_id, player)
    order(post.game_id, calls, "green")
    return post.later(minutes=10)


def within_fences(mail):
    return mail.text.split("]=====")[1].split("=====[")[0].splitlines()


def test_an_email_about_a_light_shows_revealed_layouts(anna, boris, chloe):
    post = lit(anna, boris, chloe, calls=boris, layouts_visible="always")
    mail = post.last(anna)
    for other, tiles in (("Boris", hand(post.game_id, boris)), ("Chloe", hand(post.game_id, chloe))):
        assert f"{other}’s submitted layout" in said(mail)
        assert f"  | {tiles}" in mail.text
        assert tiles in mail.html
    assert "Anna’s submitted layout" not in said(mail)


def test_layouts_are_not_shown_unless_revealed(anna, boris, chloe):
    post = lit(anna, boris, chloe, calls=boris)
    assert "’s submitted layout" not in said(post.last(anna)).replace("Your submitted layout", "")


def test_submitting_a_layout_sends_no_email(anna, boris):
    post = Post(start(anna, boris, layouts_visible="always"), NOON)
    look(post.game_id, anna, boris)
    post.later(hours=1)
    before = Message.objects.count()
    for tiles in (hand(post.game_id, boris), hand(post.game_id, boris)[:1]):
        commands.play(game_id=post.game_id, player=boris, orders=[Order("GRID", {"layout": (tiles,)})], now=post.now)
        post.later(minutes=10)
    assert Message.objects.count() == before


def staircase(tiles, *, row):
    """Return a layout of runs of two, going down and right, below a row of this length."""
    steps = tiles[row:]
    first = [tiles[:row]] if row else []
    return (*first, *(("." * (n + bool(row) * (row - 1)) + steps[2 * n : 2 * n + 2]) for n in range(len(steps) // 2)))


def test_an_email_of_a_game_with_twelve_players_is_short_and_narrow(anna, boris):
    more = [Player.objects.create_user(email=f"p{n}@example.org", name=f"P{n}") for n in range(10)]
    players = (anna, boris, *more)
    options = {"tile_set": "A500 E500", "starting_tiles": 60, "leeway": 0, "layouts_visible": "always"}
    post = Post(start(*players, **options), NOON)
    look(post.game_id, *players)
    for n, player in enumerate(players):
        layout = staircase(hand(post.game_id, player), row=8 if n == 1 else 0)
        commands.play(game_id=post.game_id, player=player, orders=[Order("GRID", {"layout": layout})], now=NOON)
    order(post.game_id, boris, "green")
    mail = post.later(minutes=10).last(anna)
    assert len(mail.text.encode()) + len(mail.html.encode()) < LONGEST_MAIL
    lines = [line for line in within_fences(mail) if not line.startswith("http")]
    assert max(map(len, lines)) <= WIDTH
    assert said(mail).count("’s submitted layout") == 11


def test_a_hand_of_a_single_letter_is_broken_into_narrow_lines(anna, boris):
    post = Post(start(anna, boris, tile_set="A500 E2", starting_tiles=60, leeway=0), NOON)
    look(post.game_id, anna, boris)
    layout = staircase(hand(post.game_id, boris), row=0)
    commands.play(game_id=post.game_id, player=boris, orders=[Order("GRID", {"layout": layout})], now=NOON)
    order(post.game_id, boris, "green")
    mail = post.later(minutes=10).last(anna)
    assert "A" * WIDTH + "\n" in mail.text
    assert "A" * (WIDTH + 1) not in mail.text


def test_a_layout_too_wide_for_a_line_is_written_as_words(anna, boris):
    options = {"tile_set": "A60 E60", "starting_tiles": 45, "leeway": 0, "layouts_visible": "always"}
    post = Post(start(anna, boris, word_check="challenge", **options), NOON)
    look(post.game_id, anna, boris)
    tiles = hand(post.game_id, boris)
    complete(post.game_id, boris)
    order(post.game_id, boris, "green")
    mail = post.later(minutes=10).last(anna)
    assert f"| {tiles}" not in mail.text
    assert f"4D {tiles}" in mail.html
    theirs = mail.text.split("Boris’s submitted layout")[1]
    assert tiles in theirs.replace("\n", "")
    assert max(len(line) for line in within_fences(mail) if not line.startswith("http")) <= WIDTH


@pytest.mark.parametrize("line", ["All drink tea", MARKED])
def test_the_email_about_a_light_has_its_forfeit(anna, boris, line):
    post = lit(anna, boris, calls=boris, light_forfeit=line)
    assert f"Green light for Boris. Forfeit: “{line.replace('`', '')}”" in said(post.last(anna))
    assert f"Your light was granted. Forfeit: “{line.replace('`', '')}”" in said(post.last(boris))
    assert "<b>" not in post.last(anna).html


def test_the_next_email_reports_a_jaywalk_that_earns_a_forfeit(anna, boris):
    post = Post(start(anna, boris, leeway=0, jaywalk_forfeit=MARKED), NOON)
    look(post.game_id, anna, boris)
    order(post.game_id, anna, f"jaywalk {hand(post.game_id, anna)[0]}")
    complete(post.game_id, boris)
    order(post.game_id, boris, "green")
    mail = post.later(minutes=10).last(boris)
    assert "Anna jaywalked. Forfeit: “<b>Bow</b> & sing”" in said(mail)
    assert "&lt;b&gt;Bow&lt;/b&gt;" in mail.html
    assert "<b>" not in mail.html


def test_the_result_email_says_who_owes_a_forfeit(anna, boris):
    post = Post(start(anna, boris, tile_set="A2 E2", starting_tiles=2, leeway=0, incomplete_forfeit=MARKED), NOON)
    look(post.game_id, anna, boris)
    complete(post.game_id, anna)
    order(post.game_id, anna, "red")
    mail = post.later(days=2).last(boris)
    assert "Forfeit for Boris (incomplete layout):" in said(mail)
    assert "“<b>Bow</b> & sing”" in said(mail)
    assert "<b>" not in mail.html


def test_news_of_a_live_game_comes_at_once_if_the_player_wants_it(anna, boris):
    MailHours.objects.create(player=anna, all_of_live=True)
    post = Post(start(anna, boris, **PACES["live"]), NOON)
    look(post.game_id, anna, boris)
    complete(post.game_id, boris)
    order(post.game_id, boris, "green")
    post.later(seconds=1)
    assert "Green light for Boris." in said(post.last(anna))


def test_the_invitation_names_the_forfeits(anna):
    game_id = make_table(anna, seats=2, invite=["boris@example.org"], listed=False, light_forfeit=MARKED)
    mail = Post(game_id, NOON).deliver().last("boris@example.org")
    assert "<b>Bow</b> & sing" in said(mail)
    assert "&lt;b&gt;Bow&lt;/b&gt;" in mail.html
    assert "<b>" not in mail.html
