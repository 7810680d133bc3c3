"""Emails in a mailbox list, and their buttons: none of them acts by itself or reveals anything hidden."""

import re
from email import message_from_bytes, policy
from urllib.parse import parse_qs, unquote, urlsplit

import icalendar
import pytest
from django.urls import reverse

from games import commands
from games.models import Game
from games.players.models import Invitation, NeverInvited
from games.rules.crossing.kind import Crossing
from games.rules.crossing.options import Options
from notifications.incoming.bodies import text_of as text_of_html
from notifications.incoming.reply_text import cut
from notifications.models import MailHours
from notifications.replies import preheader
from tests.notifications.conftest import said

GRAMMAR = Crossing().grammar(Options()).ignoring_case()


def parsed(mail):
    return message_from_bytes(bytes(mail.raw), policy=policy.default)


def mailtos(mail):
    """Return the lines that an email's buttons would send, by label, after checking their recipients."""
    found = re.findall(r'<a href="(mailto:[^"]+)"[^>]*>([^<]+)</a>', mail.html)
    answers = {}
    for href, label in found:
        parts = urlsplit(href.replace("&amp;", "&"))
        assert unquote(parts.path) == mail.reply_to
        answers[label] = parse_qs(parts.query)["body"][0].strip()
    return answers


# --- in the list of a mailbox -----------------------------------------------------------------------------------------


def test_a_list_of_emails_shows_what_changed(post, anna, boris):
    post.play(anna, "GRID", "GREEN").later(hours=12)
    first_words = re.sub(r"<title>.*?</title>|<[^>]+>", " ", post.last(boris).html).split("=====")[0]
    assert " ".join(first_words.split()).startswith("=[ ")
    assert "Green light for Anna" in first_words
    assert len({mail.subject for mail in post.mails(boris) if "your board" in mail.subject}) == 1


@pytest.mark.parametrize("mark", ["", "> ", "| "])
@pytest.mark.parametrize("width", [20, 40, 400])
def test_the_preheader_is_cut_with_the_fence(post, boris, mark, width):
    mail = post.last(boris)
    shown = preheader("Your light was granted. You drew GREEN.")
    words, lines = shown.split(), [""]
    for word in words:
        lines = [*lines, word] if len(lines[-1]) + len(word) > width else [*lines[:-1], f"{lines[-1]} {word}".strip()]
    quoted = "\n".join(mark + line for line in [*lines, "", *mail.text.splitlines()])
    for body in (f"STATUS\n\n{quoted}", f"{quoted}\n\nSTATUS"):
        own = cut(body, GRAMMAR)
        assert own.fault is None
        assert [line for line in own.lines if line.strip("| ")] == ["STATUS"]


def test_an_answer_above_html_with_a_visible_preheader_is_read_alone(post, boris):
    html = post.last(boris).html.replace("display:none;", "")
    own = cut(text_of_html(f"<div>STATUS</div><div class=gmail_quote>{html}</div>"), GRAMMAR)
    assert [line for line in own.lines if line.strip()] == ["STATUS"]


def test_chat_cannot_close_the_preheader():
    assert preheader("Anna ]= GREEN [ said `x`") == "=[ Anna = GREEN said x ]="


# --- reply buttons ----------------------------------------------------------------------------------------------------


def test_a_reply_button_starts_an_answer_that_would_be_accepted_now(post, anna, boris):
    assert mailtos(post.last(boris)) == {"Reply STATUS": "STATUS"}  # nothing is laid, so no light yet
    post.play(boris, "GRID")
    post.answer(post.last(boris), "STATUS")
    assert mailtos(post.last(boris)) == {"Reply GREEN": "GREEN", "Reply STATUS": "STATUS"}
    row = post.answer(post.last(boris), mailtos(post.last(boris))["Reply GREEN"])
    assert row.outcome == "obeyed"
    assert "GREEN" not in mailtos(post.last(boris)).values()


def test_no_button_label_is_a_command(post, boris):
    own = cut("\n".join(mailtos(post.last(boris))), GRAMMAR)
    assert not any(line in ("GREEN", "STATUS") for line in own.lines)


def test_the_first_email_shows_how_to_write_a_board(post, boris):
    first = next(mail for mail in post.mails(boris) if "The game has started" in said(mail))
    assert "| GRID" in first.text
    assert "  | .CAKE" in first.text
    assert "copy the board above" not in said(first)
    post.play(boris, "GRID")
    post.answer(post.last(boris), "STATUS")
    assert "| GRID" not in post.last(boris).text
    assert "copy the board above" in said(post.last(boris))


# --- as sent ----------------------------------------------------------------------------------------------------------


def test_bodies_are_written_in_seven_bits(post, boris):
    for mail in post.mails(boris):
        bodies = [part for part in parsed(mail).walk() if part.get_content_maintype() == "text"]
        assert {part["Content-Transfer-Encoding"] for part in bodies} == {"quoted-printable"}
        assert bytes(mail.raw).isascii()


def test_a_commitment_is_printed_in_groups_of_eight(post, boris):
    number = post.game.commitment
    for mail in post.mails(boris)[:2]:
        assert not re.search(r"[0-9a-f]{9}", mail.text.replace(mail.reply_to, ""))
        assert number in re.sub(r"[\s|]", "", mail.text)


# --- no more invitations ----------------------------------------------------------------------------------------------


def test_one_click_ends_invitations_to_an_address(lobby, anna, client):
    mail = parsed(lobby.mails("boris@example.org")[0])
    assert mail["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    at = urlsplit(mail["List-Unsubscribe"].strip("<> ")).path
    assert client.get(at).status_code == client.head(at).status_code == 200
    assert not NeverInvited.objects.exists()
    assert client.post(at, {"List-Unsubscribe": "One-Click"}).status_code == 200
    assert NeverInvited.objects.count() == 1
    assert Invitation.objects.get().declined_at is None
    assert client.post(at, {"List-Unsubscribe": "One-Click"}).status_code == 200
    commands.invite(game_id=lobby.game_id, player=anna, email="chloe@example.org", now=lobby.now)
    assert client.post(reverse("no_invitations", args=["somebody:else"])).status_code == 404


# --- deadlines as dates -----------------------------------------------------------------------------------------------


def dates(mail):
    found = [part for part in parsed(mail).walk() if part.get_content_type() == "text/calendar"]
    return [event for part in found for event in icalendar.Calendar.from_ical(part.get_content()).walk("VEVENT")]


def test_deadlines_are_attached_as_dates_only_on_request(post, anna, boris):
    MailHours.objects.create(player=anna, dates_attached=True)
    post.play(boris, "GRID", "GREEN").later(hours=12)
    (look,) = [event for event in dates(post.last(anna)) if "Look" in str(event["summary"])]
    assert look["dtstart"].dt > post.now
    assert not any(dates(mail) for mail in post.mails(boris))


def test_attached_dates_reveal_no_hidden_request(anna, boris, post):
    MailHours.objects.create(player=boris, dates_attached=True)
    Game.objects.filter(pk=post.game_id).update(options={**post.game.options, "requests_visible": False})
    post.answer(post.last(boris), "STATUS")
    before = [event.to_ical() for event in dates(post.last(boris))]
    commands.save_draft(game_id=post.game_id, player=anna, name="A", layout=["A"], now=post.now)
    post.play(anna, "GRID", "GREEN")
    post.answer(post.last(boris), "STATUS", message_id="<again@elsewhere.example>")
    assert [event.to_ical() for event in dates(post.last(boris))] == before
