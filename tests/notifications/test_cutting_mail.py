"""Cutting a reply: at the fences of our own email, above an old header and a signature."""

from html import escape

import pytest

from games.rules.values import Order
from notifications.replies import first_fence, last_fence
from tests.notifications.answers import KEY_AND_CAKE, OUR_MAIL, hear, html, layout, plain, verbs


@pytest.mark.parametrize(
    "body",
    [
        f"STATUS\n\n{OUR_MAIL}",
        f"{OUR_MAIL}\nSTATUS",
        "STATUS\n" + "\n".join(f"> {line}" for line in OUR_MAIL.splitlines()),
        "\n".join(f"> {line}" for line in OUR_MAIL.splitlines()) + "\nSTATUS",
        f"STATUS\n{first_fence()}\nGREEN\n{OUR_MAIL}\nRED\n{last_fence(42, 6)}",
        f"STATUS\n{first_fence()}\nGREEN\nno end of it",
        "STATUS\n> =====[ reply above or\n> below, not\n> inside ]=====\nGREEN\n> =====[ end of turn\n> mail #42.7 ]=====",
        f"{last_fence(42, 7)}\nSTATUS",
    ],
)
def test_our_own_email_is_cut_by_its_fences(body):
    classified = hear(plain(body))
    assert verbs(classified) == ["STATUS"]
    assert classified.ignored == ()


def test_text_below_the_last_fence_keeps_its_first_characters():
    assert verbs(hear(plain(f"STATUS\n> {OUR_MAIL}\n> GREEN\n> RED"))) == ["STATUS"]
    assert layout(hear(plain(f"GRID\n..K..\n.CAKE\n{OUR_MAIL}\n..Y..\nEND"))) is None
    assert verbs(hear(plain(f"HELP {OUR_MAIL} STATUS"))) == ["HELP", "STATUS"]


def test_a_command_above_a_last_fence_without_a_first_one_is_refused():
    assert hear(plain(f"GREEN\n{last_fence(42, 7)}\nSTATUS")).error
    assert not hear(plain(f"| GREEN\n{last_fence(42, 7)}\nSTATUS")).error


@pytest.mark.parametrize(
    "header",
    [
        "From: Lexicon",
        "*From:* Lexicon <box@example.org>",
        "De : Lexicon <box@example.org>",
        "*Von:* Lexicon",
        "On Tue, 17 Nov 2026 at 14:05, Lexicon wrote:",
        "On Tue, 17 Nov 2026 at 14:05, Lexicon <\nbox+r-abc@example.org> wrote:",
        "Am 17.11.2026 um 14:05 schrieb Lexicon:",
        "Le mar. 17 nov. 2026 à 14:05, Lexicon a écrit :",
        "-----Original Message-----",
        "---- On Fri, 20 Nov 2026 12:00:00 +0000 Lexicon <box@example.org> wrote ----",
        "Från: Lexicon",
        "Den fre 20 nov. 2026 kl 12:00 skrev Lexicon <box@example.org>:",
        "Fra: Lexicon",
        "Op vr 20 nov. 2026 om 12:00 schreef Lexicon <box@example.org>:",
        "Op vr 20 nov. 2026 om 12:00 schreef Lexicon <\nbox@example.org>:",
        "20.11.2026 12:00, Lexicon пишет:",
        "пт, 20 нояб. 2026 г. в 12:00, Lexicon <box@example.org>:",
        "От: Lexicon",
        "2013/7/20 Lexicon <box@example.org>",
        "El vie, 20 nov 2026 a las 12:00, Lexicon escribió:",
        "__________",
        "box@example.org",
        "Lexicon <box@example.org>:",
        "Sent from my iPhone",
        "--",
    ],
)
def test_an_old_header_or_signature_ends_the_email_once_a_command_was_read(header):
    classified = hear(plain(f"STATUS\n{header}\nGREEN"))
    assert verbs(classified) == ["STATUS"]
    assert classified.ignored == ()
    assert classified.below == ("GREEN",)


@pytest.mark.parametrize(
    "marker",
    [
        "---------- Forwarded message ---------",
        "-------- Forwarded Message --------",
        "Begin forwarded message:",
        "-------- Weitergeleitete Nachricht --------",
        "Anfang der weitergeleiteten Nachricht:",
        "---------- Message transféré ---------",
        "Début du message transféré :",
    ],
)
def test_a_forwarded_email_is_not_the_players_own_even_without_a_command_above_it(marker):
    classified = hear(plain(f"Look at this\n\n{marker}\nFrom: Anna <anna@example.org>\nSubject: hi\n\nGREEN"))
    assert classified.orders == ()
    assert classified.ignored == ("Look at this",)
    assert classified.below == ("GREEN",)


def test_an_old_header_above_every_command_is_ignored():
    classified = hear(plain("On Tuesday Anna wrote:\n-----\nSTATUS"))
    assert verbs(classified) == ["STATUS"]
    assert classified.ignored == ("On Tuesday Anna wrote:", "-----")


def test_a_remark_about_what_somebody_wrote_does_not_end_the_email():
    assert verbs(hear(plain("STATUS\nOn Monday Anna wrote me a card\nGREEN"))) == ["STATUS", "GREEN"]


def test_a_row_of_dashes_in_a_layout_is_not_a_signature():
    assert layout(hear(plain("GRID\n-----\n--K--\n-CAKE\n--Y--\n-----\nEND"))) == list(KEY_AND_CAKE)
    assert layout(hear(plain("GRID\nA-\n--\n-B\nEND"))) == ["A.", "..", ".B"]


@pytest.mark.parametrize("character", "\x0b\x0c\x1c\x1d\x1e\x85\u2028\u2029")
def test_only_line_ends_end_a_quoted_line(character):
    said = f"> Anna: hello{character}GREEN"
    assert hear(plain(f"STATUS\n{said}\n", encoding="base64")).orders == (Order("STATUS"),)
    assert hear(html(f"<p>STATUS</p><p>{escape(said)}</p>")).orders == (Order("STATUS"),)
