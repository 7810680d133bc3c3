"""Properties of all our emails: headers, fences, line breaks, and that nothing else can look like a fence."""

import re
from email import message_from_bytes, policy
from email.charset import QP, Charset

import pytest
from django.core.mail import EmailMultiAlternatives

from games import commands
from games.models import Seat
from games.rules.crossing.kind import Crossing
from games.rules.crossing.options import Options
from games.rules.reading import read as read_text
from notifications.incoming.bodies import text_of as text_of_html
from notifications.incoming.reply_text import cut
from notifications.outgoing import composing
from notifications.outgoing.composing import QUOTED_PRINTABLE, Mail
from notifications.outgoing.mails.parts import Board, MailContent, as_text
from notifications.replies import first_fence, last_fence, letters_of
from tests.notifications.conftest import NOON, Post
from tests.tables import sit_down

LONG = "Zoë & Łukasz: “2 ✓” = 100 % " * 20
GRAMMAR = Crossing().grammar(Options()).ignoring_case()


@pytest.fixture
def mails(post, anna, boris):
    """A game's emails of most kinds."""
    post.play(anna, "GRID", "GREEN")
    commands.say(game_id=post.game_id, player=anna, text="Fine tiles this time", now=post.now)
    commands.say(game_id=post.game_id, player=boris, text="For me, too", now=post.now)
    post.deliver().answer(post.last(boris), "STATUS\nHELP\n")
    post.answer(post.last(boris), "GRID\nQQ\nEND\n")
    post.later(hours=12).deliver()
    return [
        message_from_bytes(bytes(mail.raw), policy=policy.default) for mail in (*post.mails(anna), *post.mails(boris))
    ]


def text_of(mail):
    return mail.get_body(("plain",)).get_content()


def html_of(mail):
    return mail.get_body(("html",)).get_content()


def test_no_email_of_ours_can_start_a_loop(mails):
    for mail in mails:
        assert mail["Auto-Submitted"] in ("auto-generated", "auto-replied")
        assert mail["X-Auto-Response-Suppress"] == "All"
        assert mail["X-Lexicon-Loop"]
        assert "game-" in mail["List-Id"]


def test_a_game_is_one_conversation_for_each_of_its_players(mails):
    for address in ("anna@example.org", "boris@example.org"):
        of_the_game = [mail for mail in mails if mail["To"] == address and "your board" in mail["Subject"]]
        assert len(of_the_game) > 2
        assert len({mail["Subject"] for mail in of_the_game}) == 1
        assert len({mail["References"].split()[0] for mail in of_the_game}) == 1
    roots = {(mail["To"], mail["References"].split()[0]) for mail in mails if "your board" in mail["Subject"]}
    assert len({root for _, root in roots}) == 2


def test_a_receipt_replies_to_the_email_it_is_about(mails):
    replies = [mail for mail in mails if mail["Auto-Submitted"] == "auto-replied"]
    assert len(replies) == 3  # JOIN, STATUS, the refused GRID
    for mail in replies:
        assert mail["In-Reply-To"].endswith("elsewhere.example>")
        assert mail["In-Reply-To"] in mail["References"]


def test_every_email_goes_to_one_person_and_is_small(mails):
    for mail in mails:
        assert "," not in mail["To"]
        assert mail["Cc"] is mail["Bcc"] is None
        assert len(mail.as_bytes()) < 100_000


def test_text_and_html_are_between_the_same_fences(mails):
    for mail in mails:
        for body in (text_of(mail), html_of(mail)):
            letters = letters_of(body)
            assert letters.count(letters_of(first_fence())) == 1
            assert letters.count(letters_of(last_fence("", 0))) == 1
        assert text_of(mail).splitlines()[0] == first_fence()
        assert re.fullmatch(r"=====\[ end of turn mail #\d+\.\d+ \]=====", text_of(mail).splitlines()[-1])


def test_our_lines_are_too_short_to_wrap_except_boards_examples_and_addresses(mails):
    for mail in mails:
        for line in text_of(mail).splitlines()[1:-1]:
            assert len(line) < 40 or line.startswith(("  | ", "http"))


def test_our_own_email_is_not_read_as_commands_when_it_comes_back(mails):
    for mail in mails:
        for quoted in (text_of(mail), "".join(f"> {line}\n" for line in text_of(mail).splitlines())):
            own = cut(f"{quoted}\n\nthanks\n", GRAMMAR)
            assert own.fault is None
            assert [line for line in own.lines if line.strip()] == ["thanks"]


def test_html_loads_nothing_from_elsewhere_and_declares_its_language(mails):
    for mail in mails:
        html = html_of(mail)
        assert '<html lang="en" ' in html
        assert not re.search(r"<(img|script|link|iframe|style)|url\(|@import|\son\w+=", html)


@pytest.mark.parametrize(
    "said",
    [
        "=====[ end of turn mail #1.1 ]===== GREEN",
        "E n d / o f . t u r n  m-a-i-l 1.1",
        "reply above or below, not inside",
        "END OF TURN MAIL",
        "and so at last we have come to =====[ end of turn mail #1.1 ]===== GREEN",  # our own line breaks within it
        "en\u017fd & of <turn> mail",  # a character that equals a letter if case is ignored
    ],
)
def test_chat_cannot_close_our_fences(post, anna, boris, said):
    commands.say(game_id=post.game_id, player=anna, text=said, now=post.now)
    mail = post.deliver().last(boris)
    quoted = "".join(f"> {line}\n" for line in mail.text.splitlines())
    for body in (f"STATUS\n\n{mail.text}", f"STATUS\n\n{quoted}", f"STATUS\n\n{text_of_html(mail.html)}"):
        own = cut(body, GRAMMAR)
        assert own.fault is None
        assert [order.verb for order in read_text("\n".join(own.lines), GRAMMAR).orders] == ["STATUS"]


def test_a_name_after_a_word_of_ours_cannot_close_our_fences(anna, boris, chloe):
    """ "To move", written after the previous player's name, ends with the letter that is missing."""
    game_id = commands.make_game(kind="lynx", player=anna, seats=3, options={}, now=NOON)
    for player in (boris, chloe):
        sit_down(game_id, player, now=NOON)
    for player in (anna, boris, chloe):
        commands.agree(game_id=game_id, player=player, now=NOON)
    post = Post(game_id, NOON).later(minutes=10)
    while post.state.awaited != (0,):
        (seat,) = post.state.awaited
        post.play((anna, boris, chloe)[seat], "PASS")
    Seat.objects.filter(game=game_id, player=boris).update(name="nd of turn mail")
    commands.say(game_id=game_id, player=anna, text="Hello", now=post.now)
    mail = post.later(minutes=10).last(chloe)
    for body in (mail.text, text_of_html(mail.html)):
        assert "to mov…" in " ".join(body.split())
        assert letters_of(body).count(letters_of(last_fence("", 0))) == 1


def test_text_without_fences_is_left_unchanged():
    text = "You are at the end of turn 4.\nsent by mail\nreply to `GREEN`"
    assert composing.without_fences(text) == text


def test_a_printed_board_parses_back_to_itself():
    layout = (".K..", "CAKE", ".Y..")
    text = as_text(MailContent("", "Board", "", (Board("Yours", "9/4", layout),), turn=1))
    rows = [line for line in text.splitlines() if line.startswith("  | ")]
    words = text.split("\n\n")[-1]
    for shown in ("\n".join(rows), words):
        (order,) = read_text(f"GRID\n{shown}\nEND\n", GRAMMAR).orders
        assert order.facts["layout"] == layout


@pytest.mark.parametrize(
    "subject",
    ["Lexicon game 12", "Ça va, Zoë?", "a  b", "=?utf-8?q?A?=", "Anna, Boris and Chloe " * 9, "\u2068א\u2069"],
)
def test_an_email_is_encoded_as_the_email_library_would(subject):
    of_the_library = Charset("utf-8")
    of_the_library.body_encoding = QP

    def written(sort, encoding=of_the_library):
        mail = sort(
            subject=subject,
            body="One\n\n--\nTwo ✓\n",
            from_email="Lexicon <lexicon@example.org>",
            to=["anna@example.org"],
            reply_to=["box+r-abc@example.org"],
            headers={
                "Message-ID": "<1@example.org>",
                "Date": "Fri, 20 Nov 2026 12:00:00 -0000",
                "References": "<1@a> " * 20,
            },
        )
        mail.encoding = encoding
        mail.attach_alternative("<p>One</p>", "text/html")
        mail.attach("deadlines.ics", "BEGIN:VCALENDAR", "text/calendar")
        message = mail.message()
        for n, part in enumerate(part for part in message.walk() if part.is_multipart()):
            part.set_boundary(f"boundary {n}")
        return message.as_bytes(linesep="\r\n")

    assert written(Mail) == written(Mail, QUOTED_PRINTABLE) == written(EmailMultiAlternatives)


@pytest.mark.parametrize("text", [LONG, f"{LONG}\n", f"{LONG} \n.\n\n{LONG}=\t\r\nFrom {LONG}"])
def test_the_text_of_an_email_survives_encoding(text):
    mail = Mail("Lexicon", text, "lexicon@example.org", ["anna@example.org"])
    mail.attach_alternative(text, "text/html")
    raw = mail.message().as_bytes(linesep="\r\n")
    assert max(map(len, raw.splitlines())) <= 76
    for part in message_from_bytes(raw).get_payload():
        read = part.get_payload(decode=True).decode()
        assert read == text.replace("\r\n", "\n").replace("\n", "\r\n")


def test_no_two_emails_have_the_same_boundaries():
    def boundary():
        mail = Mail("Lexicon", "One", "lexicon@example.org", ["anna@example.org"])
        mail.attach_alternative("<p>One</p>", "text/html")
        return mail.message().get_boundary()

    assert len({boundary(), boundary()}) == 2
