"""Every kind of email: what it tells its reader, and what it hides."""

import re

import pytest
from django.utils.html import escape

from games import commands
from games.models import Analysis, Bag, Board, Draft, Game, Hand, Seat
from games.queries.analysis import Laid, Position, as_saved
from games.rules.crossing.options import PACES
from games.rules.grid import tiles_used
from notifications.models import MailKind, Message
from notifications.outgoing.mails.game import write
from notifications.outgoing.mails.invitation import unlinked
from notifications.outgoing.mails.parts import as_text
from tests.notifications.conftest import NOON, OPTIONS, Post, said
from tests.tables import make_table, order


def newest(post, player, kind):
    return Message.objects.filter(game=post.game_id, player=player, kind=kind).latest("pk")


def rewrite(message, post):
    content = write(message, now=post.now)
    return f"{content.subject}\n{content.tiles}\n{as_text(content)}"


def scramble(post, player):
    """Change everything that the others in the game must not know about this player and the pool."""
    number = Seat.objects.get(game=post.game_id, player=player).number
    for row in (
        *Hand.objects.filter(game=post.game_id, seat=number),
        *Bag.objects.filter(game=post.game_id, name="pool"),
    ):
        row.tiles = row.tiles.translate(str.maketrans("AE", "EA"))
        row.save()
    for board in Board.objects.filter(game=post.game_id, seat=number):
        board.layout = board.layout.translate(str.maketrans("AE", "EA"))
        board.save()
    seat = Seat.objects.get(game=post.game_id, number=number)
    Draft.objects.update_or_create(
        seat=seat, player=player, name="secret", defaults={"layout": "QQ", "saved_at": post.now}
    )
    Game.objects.filter(pk=post.game_id).update(seed=b"another seed, of thirty-two bytes")


def assert_tells_nothing_hidden(post, message, *, of):
    before = rewrite(message, post)
    scramble(post, of)
    assert rewrite(message, post) == before


def test_the_invitation_says_who_invites_and_how_to_reply_and_has_the_commitment(lobby):
    mail = lobby.last("boris@example.org")
    assert mail.subject == "Anna wants to play Lexicon Crossing with you"
    assert "Anna invites you to a game of Lexicon Crossing." in said(mail)
    assert "| JOIN" in mail.text
    for line in ("About 19 days in total.", "Twice a day is plenty.", "We email you when something changes."):
        assert line in said(mail)
    assert "KEYBOARD" in mail.text
    assert re.findall(r"(?:Play|Show me how)(?= \(|:)", said(mail)) == ["Play", "Show me how"]
    assert re.search(r"/invitations/\S+/\?how\b", mail.text)
    assert "<img" not in mail.html
    assert "Time to look" not in said(mail)
    assert mail.html.count("display:inline-block;padding:12px") == 1
    assert lobby.game.commitment in re.sub(r"[\s|]", "", mail.text)
    assert "/invitations/" in mail.text
    assert "If you don’t want any more invitations" in said(mail)


def test_the_invitation_names_the_house_rules_in_text_and_in_html(ae_words, anna):
    house = {"tiles_per_light": 2, "light_forfeit": "Sing <b>loud</b>"}
    game_id = make_table(anna, seats=2, invite=["boris@example.org"], **house)
    mail = Post(game_id, NOON).deliver().last("boris@example.org")
    assert "House rules:" in said(mail)
    for line in ("Tiles per light: two tiles each", "Forfeit for a light: Sing <b>loud</b>"):
        assert line in said(mail)
        assert escape(line) in mail.html
    assert "<b>loud" not in mail.html


@pytest.mark.parametrize(
    ("options", "says"),
    [
        ({}, "Check in when it suits you, on the site or by email. Twice a day is plenty."),
        (PACES["live"], "The game is over in an evening."),
        ({"see_within": 300}, "You have 5 minutes for each step"),
    ],
)
def test_the_invitation_says_how_often_to_check_in_at_this_pace(options, says, ae_words, anna):
    now = ae_words.imported_at
    game_id = make_table(anna, seats=2, invite=["x@example.org"], now=now, **options)
    content = write(
        Message(kind=MailKind.INVITATION, invitation=Game.objects.get(pk=game_id).invitations.get()), now=now
    )
    text = " ".join(as_text(content).split())
    assert [
        pace
        for pace in (
            "Check in when it suits you, on the site or by email. Twice a day is plenty.",
            "The game is over in an evening.",
            "You have 5 minutes for each step",
        )
        if pace in text
    ] == [says]


def test_no_name_becomes_a_link_in_the_mailbox_of_a_stranger(ae_words, anna):
    anna.name = "tiles.example/win http://evil.example"
    anna.save()
    game_id = commands.make_game(
        kind="crossing", player=anna, seats=2, options={}, invite=["x@example.org"], now=ae_words.imported_at
    )
    commands.agree(game_id=game_id, player=anna, now=ae_words.imported_at)
    content = write(
        Message(kind=MailKind.INVITATION, invitation=Game.objects.get(pk=game_id).invitations.get()),
        now=ae_words.imported_at,
    )
    assert not re.search(r"evil\.example|tiles\.example|http://evil", f"{content.subject} {as_text(content)}")
    assert unlinked("...") == "Somebody"


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("www.evil.example", "Somebody"),
        ("Anna https://evil.example/win", "Anna"),
        ("WIN at evil.example now", "WIN at now"),
        ("J.R. Ewing", "J R Ewing"),
    ],
)
def test_a_name_in_an_invitation_is_not_a_link(name, shown):
    assert unlinked(name) == shown


def test_the_start_email_says_how_to_play_and_has_the_commitment(post, anna, boris):
    for player in (anna, boris):
        assert post.game.commitment in re.sub(r"[\s|]", "", post.last(player).text)
        assert "Lay your tiles as a crossword" in said(post.last(player))


def test_a_seat_without_tiles_by_email_is_never_emailed_tiles(post, anna):
    assert "3 face down" in said(post.mails(anna)[0])
    assert "All your tiles" not in post.mails(anna)[0].text


def test_the_email_with_the_tiles_shows_the_game_as_it_is_once_they_are_seen(post, anna, boris):
    post.play(anna, "GRID", "GREEN").later(hours=12)
    mail = post.last(boris)
    assert "Green light for Anna. You drew" in said(mail)
    assert "this email counts as looking at your tiles" in said(mail)
    assert "you hold 4 tiles" in said(mail)
    assert "Boris hasn’t looked yet." not in said(mail)


def test_an_email_lists_news_moves_the_deadline_and_what_the_game_waits_for_in_order(post, anna, boris):
    post.play(anna, "GRID", "GREEN")
    text = said(post.last(boris))
    places = [
        text.index(part)
        for part in (
            "Anna asked for the light.",
            "You can:",
            "Deadline:",
            "Anna’s request is first.",
            "Your submitted layout",
        )
    ]
    assert places == sorted(places)
    assert "Anna’s request is first. Everyone has looked. The light comes on Sat 00:00." in text


def test_times_are_in_the_readers_time_zone(post, anna, boris):
    boris.time_zone = "Europe/Zurich"
    boris.save()
    post.play(anna, "GRID", "GREEN")
    assert "The light comes on Sat 01:00." in said(post.last(boris))


@pytest.fixture
def boris_has_laid(post, boris):
    return post.play(boris, "GRID")


def test_a_start_email_reveals_nothing_hidden(post, anna, boris):
    assert_tells_nothing_hidden(post, newest(post, anna, MailKind.START), of=boris)


def test_an_email_about_a_request_reveals_nothing_hidden(boris_has_laid, post, anna, boris):
    post.play(boris, "GREEN")
    assert_tells_nothing_hidden(post, newest(post, anna, MailKind.ASKED), of=boris)


def test_an_email_about_a_light_reveals_nothing_hidden(boris_has_laid, post, anna, boris):
    post.play(boris, "GREEN").later(hours=12)
    assert_tells_nothing_hidden(post, newest(post, anna, MailKind.TILE), of=boris)


def test_an_email_about_a_granted_light_reveals_nothing_hidden(boris_has_laid, post, anna, boris):
    post.play(anna, "GRID", "GREEN").later(hours=12)
    message = newest(post, anna, MailKind.GRANTED)
    assert_tells_nothing_hidden(post, message, of=boris)


def test_an_email_about_a_withheld_tile_does_not_reveal_it(boris_has_laid, post, anna, boris):
    """Anna's own tile is hidden from her too, while she has not looked."""
    post.play(anna, "GRID", "GREEN").later(hours=12).deliver()
    message = newest(post, anna, MailKind.GRANTED)
    assert message.notices.filter(kind=MailKind.RELEASED).exists()
    before = rewrite(message, post)
    hand = Hand.objects.get(game=post.game_id, seat=0)
    hand.tiles = hand.tiles[:-1] + {"A": "E", "E": "A"}[hand.tiles[-1]]
    hand.save()
    assert rewrite(message, post) == before


def test_a_chat_email_reveals_nothing_hidden(boris_has_laid, post, anna, boris):
    commands.say(game_id=post.game_id, player=boris, text="Nothing to see here", now=post.now)
    post.deliver()
    assert_tells_nothing_hidden(post, newest(post, anna, MailKind.SAID), of=boris)


def test_receipts_and_errors_reveal_nothing_hidden(boris_has_laid, post, anna, boris):
    post.answer(post.last(anna), "STATUS")
    post.answer(post.last(anna), "GRID\nQ.\nEND")
    assert_tells_nothing_hidden(post, newest(post, anna, MailKind.ERROR), of=boris)
    assert_tells_nothing_hidden(post, newest(post, anna, MailKind.RECEIPT), of=boris)


def test_an_email_about_somebody_elses_reply_shows_no_tiles_at_all(boris_has_laid, post, boris):
    post.answer(post.last(boris), "STATUS", sender="eve@example.org")
    text = said(post.last(boris))
    assert "from eve@example.org to an email we sent you: STATUS. Nothing has been done yet." in text
    assert "All your tiles" not in text
    assert "Your submitted layout" not in text


def test_no_email_has_the_token_of_another(post, anna, boris):
    post.play(anna, "GRID", "GREEN").later(hours=12)
    mails = [*post.mails(anna), *post.mails(boris)]
    assert len(mails) > 3
    for mail in mails:
        raw = bytes(mail.raw).decode()
        assert [other.pk for other in mails if other.reply_to in raw] == [mail.pk]


def dealt_on_the_site(*players, options):
    """Start a game of two players on the site; neither gets tiles by email."""
    maker, other = players
    game_id = commands.make_game(
        kind="crossing", player=maker, seats=2, options=options, word_list="ae", listed=True, now=NOON
    )
    commands.join(game_id=game_id, player=other, now=NOON)
    for player in players:
        commands.agree(game_id=game_id, player=player, now=NOON)
    return Post(game_id, NOON)


@pytest.fixture
def hidden(anna, ae_words, chloe):
    """A game of two players on the site, with hidden requests."""
    post = dealt_on_the_site(anna, chloe, options={**OPTIONS, "leeway": 300, "requests_visible": False}).deliver()
    for player in (anna, chloe):
        commands.look(game_id=post.game_id, player=player, now=NOON)
    return post.later(seconds=30)


def test_a_hidden_request_sends_no_email_and_changes_none(hidden, anna, chloe):
    commands.say(game_id=hidden.game_id, player=chloe, text="Good day", now=hidden.now)
    told = len(hidden.later(seconds=30).mails(anna))
    message = newest(hidden, anna, MailKind.SAID)
    before = rewrite(message, hidden)
    hidden.play(chloe, "GRID", "GREEN").later(seconds=30)
    assert len(hidden.mails(anna)) == told
    assert not Message.objects.filter(game=hidden.game_id, player=anna, kind=MailKind.ASKED).exists()
    assert rewrite(message, hidden) == before


@pytest.fixture
def short(anna, chloe, ae_words):
    """A game whose pool is empty from the deal on; Chloe's first light will be red."""
    post = dealt_on_the_site(anna, chloe, options={"tile_set": "A6 E6", "starting_tiles": 6})
    post.play(anna, "LOOK")
    return post.play(chloe, "LOOK", "GRID", "RED").later(minutes=5, seconds=30)


def test_no_email_is_numbered(hidden, anna):
    """A gap in the numbers of emails would reveal that somebody else got one, perhaps about a hidden request."""
    hidden.play(anna, "GRID", "GREEN")
    assert Message.objects.count() > 1
    for message in Message.objects.all():
        assert re.fullmatch(r"<[0-9a-f]{16}\.\d{14}@localhost>", message.message_id)


def test_a_red_light_is_emailed_with_the_end_of_the_grace_period(short, anna, chloe):
    text = said(short.last(anna))
    assert "Chloe called the red light." in text
    assert "Deadline: Sat 12:05. Then the layouts are scored as they stand." in text
    assert "`DONE`" not in text
    assert "When your layout is final, add a line with DONE." in text
    assert "You called the red light." in said(short.last(chloe))
    assert not re.search("line with DONE|line GRID", said(short.last(chloe)))  # both would be refused


def test_an_email_about_the_red_light_reveals_nothing_hidden(short, anna, chloe):
    assert_tells_nothing_hidden(short, newest(short, anna, MailKind.RED), of=chloe)


def test_the_end_of_the_grace_period_is_emailed_as_the_result(short, anna, chloe):
    short.later(days=1)
    for player in (anna, chloe):
        assert "The game is over. Anna and Chloe share the win." in said(short.last(player))
        assert "2. " not in said(short.last(player))


@pytest.fixture
def finished(post, anna, boris):
    """A game in which Boris has laid all his tiles, and Anna has resigned."""
    post.play(boris, "GRID")
    order(post.game_id, anna, "resign", at=post.now)
    return post.deliver()


def test_the_result_email_has_all_layouts_the_seed_and_how_to_verify(finished, anna, boris):
    for player in (anna, boris):
        mail = finished.last(player)
        flat = re.sub(r"[\s|]", "", mail.text)
        assert bytes(finished.game.seed).hex() in flat
        assert finished.game.commitment in flat
        assert "verify_game" in mail.text
        assert "record.json" in mail.text
        assert tiles_used(tuple(Board.objects.get(game=finished.game_id, seat=1).layout.split("/"))) in mail.text
    assert "The game is over. You won." in said(finished.last(boris))
    assert "The game is over. Boris won." in said(finished.last(anna))


def test_the_result_email_says_where_most_points_were_lost_once_that_is_known(finished, anna):
    result = newest(finished, anna, MailKind.RESULT)
    assert "lost the most points" not in rewrite(result, finished)
    own, best = Laid(("AE",), 0, 1, 1), Laid(("AE", "E."), 9, 1, 0)
    found = as_saved([Position(1, 1, 1, "AEE", own, best)])
    Analysis.objects.filter(pk=finished.game_id).update(positions=found)
    says = f"Boris lost the most points after light 1, scoring {own.shown} where we found {best.shown}."
    assert says in " ".join(rewrite(result, finished).split())


def test_the_jaywalk_example_is_a_tile_that_its_reader_holds(post, boris):
    tile = re.search(r"JAYWALK (.) exchanges your \1 for another tile", said(post.last(boris)))
    assert tile
    assert tile[1] in Hand.objects.get(game=post.game_id, seat=1).tiles
