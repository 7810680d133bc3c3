"""Emails in their reader's language. Words to type and our fences are the same in all languages, so all replies are
read in the same way."""

import re

import pytest
from lxml.html import fromstring

from games.players.models import Player
from notifications.replies import first_fence, last_fence
from tests.notifications.answers import as_breaks, as_divs, both, hear, html, plain
from tests.notifications.conftest import said

ENGLISH = re.compile(r"\b(?:the|and|your|you|are|has|have|with|from|this|that|nobody|when)\b", re.IGNORECASE)
A_ECRIT = "Le ven. 20 nov. 2026 à 13:07, Lexicon <lexicon@localhost> a écrit :"

pytestmark = pytest.mark.django_db


@pytest.fixture
def boris(boris):
    boris.language = "fr"
    boris.save()
    return boris


@pytest.fixture
def turn_mail(post, boris, anna):
    """Return the email that Boris gets about Anna's light."""
    post.play(boris, "STATUS", "GRID").play(anna, "GRID", "GREEN").later(hours=13)
    return post.last(boris)


def test_an_email_is_written_in_its_readers_language(turn_mail):
    assert "Feu vert pour Anna" in said(turn_mail)
    assert turn_mail.subject.startswith("Partie Lexicon")
    assert "Vous pouvez\u202f:" in turn_mail.text
    assert not ENGLISH.search(between_the_fences(turn_mail))
    page = fromstring(turn_mail.html)
    assert page.get("lang") == "fr"
    assert not ENGLISH.search(" ".join(" ".join(page.itertext()).split()).replace(first_fence(), ""))


def test_other_players_still_get_emails_in_their_own_language(post, turn_mail, anna):
    assert "Your light was granted" in said(post.last(anna))
    assert 'lang="en"' in post.last(anna).html


def test_commands_and_fences_stay_the_same_in_a_french_email(turn_mail, post):
    lines = turn_mail.text.splitlines()
    assert lines[0] == first_fence()
    assert lines[-1].startswith(last_fence(post.game_id, 0).rpartition(".")[0])
    for verb in ("GRID", "GREEN", "JAYWALK", "STATUS", "HELP", "END"):
        assert verb in turn_mail.text


def test_lines_of_a_french_email_are_short_enough_for_every_mail_program(turn_mail):
    own = [line for line in turn_mail.text.splitlines()[1:-1] if not line.startswith("http")]
    assert [line for line in own if len(line) >= 40] == []


@pytest.mark.parametrize("order", ["STATUS", "SAY merci", "GRID\nAEA\nEND"])
@pytest.mark.parametrize("mark", ["> ", ">", "", "| "])
def test_only_text_outside_a_quoted_french_email_is_read(turn_mail, order, mark):
    quoted = "\n".join(mark + line for line in turn_mail.text.splitlines())
    alone = hear(plain(order)).orders
    assert alone
    below = f"{order}\n\n{A_ECRIT}\n{quoted}\n"
    above = f"{A_ECRIT}\n{quoted}\n\n{order}\n"
    assert hear(plain(below)).orders == alone
    assert hear(plain(above)).orders == alone
    assert hear(plain(below, encoding="quoted-printable")).orders == alone
    for shape in (as_breaks, as_divs):
        assert hear(html(shape(below))).orders == alone
        assert hear(both(below, shape(below))).orders == alone


@pytest.mark.parametrize("farewell", ["Merci", "Merci beaucoup, Boris", "Cordialement,", "À bientôt"])
def test_a_french_farewell_right_below_a_layout_is_not_part_of_it(farewell):
    classified = hear(plain(f"GRID\n.K.\nCAKE\n{farewell}\nBoris\n"))
    assert classified.error is None
    assert [order.facts["layout"] for order in classified.orders] == [(".K..", "CAKE")]


def test_a_quoted_french_html_email_is_not_read(turn_mail):
    body = re.search(r"<body[^>]*>(.*)</body>", turn_mail.html, re.DOTALL).group(1)
    answer = f"<div>STATUS</div><div>{A_ECRIT}</div><blockquote type='cite'>{body}</blockquote><div>Merci, Boris</div>"
    assert [order.verb for order in hear(html(answer)).orders] == ["STATUS"]


def test_a_refusal_is_explained_in_the_writers_language(post, turn_mail, boris):
    post.answer(turn_mail, "GRID\nA-E–A\nEND\n")
    assert "Rien n’a été changé." in said(post.last(boris))
    assert "Un tiret long" in said(post.last(boris))
    assert not ENGLISH.search(between_the_fences(post.last(boris)))


def test_the_result_is_written_in_french(post, turn_mail, boris, anna):
    post.play(anna, "RESIGN")
    assert "La partie est terminée" in said(post.last(boris))
    assert not ENGLISH.search(between_the_fences(post.last(boris)))


def test_an_invitation_to_a_player_is_in_the_players_own_language(db, request):
    Player.objects.create_user("boris@example.org", name="Boris", language="fr")
    lobby = request.getfixturevalue("lobby")
    assert "Anna vous invite à une partie" in lobby.last("boris@example.org").text


def test_a_player_who_joins_by_email_gets_the_language_of_the_invitation(lobby, anna):
    anna.language = "fr"
    anna.save()
    lobby.answer(lobby.last("boris@example.org"), "JOIN\n", sender="Boris <boris@example.org>")
    boris = Player.objects.get(email="boris@example.org")
    assert boris.language == "fr"
    assert "C’est fait : JOIN." in said(lobby.last(boris)).replace("\u202f", " ")


def between_the_fences(mail):
    """Return our own text, without addresses, boards and lines to copy."""
    return "\n".join(line for line in mail.text.splitlines()[1:-1] if not line.lstrip().startswith(("http", "|")))
