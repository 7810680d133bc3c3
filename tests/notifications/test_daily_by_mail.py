"""The daily puzzle as an email, and its reply: requested, sent once, entered by the same command as on the page, and
revealing nothing of others."""

import re
from datetime import time, timedelta
from email import message_from_bytes, policy

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games import commands
from games.models import PuzzleEntry
from games.players.models import Player
from notifications.incoming import dispatch, spool
from notifications.incoming import pages as link_pages
from notifications.models import InboundMail, LocalMail, MailHours, MailKind, Message
from notifications.outgoing import digests, outbox
from notifications.preferences import choices
from notifications.preferences.choices import When
from tests.commands.test_puzzle_languages import FRENCH, SPANISH, lay
from tests.notifications.conftest import said, written
from tests.notifications.leaks import check_nothing_leaks
from tests.puzzles import (
    BETTER,
    FEWER,
    JUST_BEFORE,
    LONGEST,
    MIDNIGHT,
    NOON,
    as_written,
    enter,
    lay_puzzle,
    lay_tiles,
)

pytestmark = pytest.mark.django_db
BEGINS = MIDNIGHT - timedelta(days=1)
EVENING = BEGINS + timedelta(hours=18)  # the default hour of the daily email
Outcome = InboundMail.Outcome


def as_mailed(rows):
    """Write a layout as a person would, with other words above and below."""
    return "\n".join(("Here is mine:", "", "grid", *rows, "", "Thanks", "Anna"))


@pytest.fixture
def boris(db):
    """Boris without the game that others play by email in these tests."""
    return Player.objects.create_user("boris@example.org", name="Boris")


@pytest.fixture
def puzzle(anna):
    """The day's puzzle, with Anna subscribed to it."""
    choices.choose(player=anna, game_id=None, chosen={MailKind.TODAY: When.DAILY})
    return lay_puzzle()


def mails(player):
    return list(LocalMail.objects.filter(address=player.email).order_by("pk"))


def asked(player, *, at=EVENING):
    """Return the email with the puzzle."""
    digests.tell(now=BEGINS)
    digests.tell(now=at)
    return mails(player)[-1]


def spooled(mail, body, *, at=NOON, sender=None, message_id=None):
    sender = sender or mail.address
    raw = written(body, sender=sender, to=mail.reply_to, at=at, message_id=message_id)
    return spool.accept(raw, recipient=mail.reply_to, sender=sender, source="pipe", now=at)


def answer(mail, body, *, at=EVENING, read_at=None, **headers):
    """Reply to an email; the worker reads it and sends its answer. Return the row of the spool."""
    row = spooled(mail, body, at=at, **headers)
    reply = dispatch.read(row.pk, now=read_at or at)
    if reply is not None:
        outbox.send(reply.pk, now=read_at or at)
    return InboundMail.objects.get(pk=row.pk)


def test_each_puzzle_goes_once_to_those_who_asked_for_it_at_their_daily_hour(puzzle, anna, boris):
    anna.time_zone = "Europe/Paris"
    anna.save()
    lay_tiles()
    MailHours.objects.create(player=anna, daily_at=time(7))
    six = BEGINS + timedelta(hours=6)
    assert [digests.tell(now=at) for at in (BEGINS, six - timedelta(seconds=1), six, EVENING)] == [0, 0, 2, 0]
    tiles, grid = mails(anna)
    assert {tiles.subject, grid.subject} == {
        "Lexicon daily puzzle, 20 November: Scannergram",
        "Lexicon daily puzzle, 20 November: Lexicon Crossing",
    }
    assert tiles.reply_to != grid.reply_to
    assert not mails(boris)


def test_the_email_shows_the_puzzle_but_nobody_who_has_entered(puzzle, anna, boris):
    enter(boris, FEWER)
    mail = asked(anna)
    assert "\n".join(f"  | {row}" for row in puzzle.content["grid"]) in mail.text
    assert "Here is today’s puzzle. Send your entry by" in said(mail)
    assert "Boris" not in mail.text
    assert "WIDLY" not in mail.text


def test_an_answer_is_entered_as_on_the_page_and_its_receipt_shows_it(puzzle, anna, boris):
    row = answer(asked(anna), as_mailed(LONGEST))
    entry = PuzzleEntry.objects.get(player=anna)
    assert (row.outcome, entry.answer["length"], entry.entered_at) == (Outcome.OBEYED, 7, EVENING)
    receipt = mails(anna)[-1]
    assert "You have entered." in said(receipt)
    assert "a word of 7 letters with the new tile; words created: 1" in said(receipt)
    assert "\n".join(f"  | {row}" for row in LONGEST) in receipt.text
    assert receipt.in_reply_to
    enter(boris, FEWER)
    assert PuzzleEntry.objects.get(player=boris).answer["length"] == 5  # entered as on the page, with the same command


def test_a_layout_of_thirty_tiles_can_be_entered_by_email_too(anna):
    choices.choose(player=anna, game_id=None, chosen={MailKind.TODAY: When.NOW})
    lay_tiles()
    digests.tell(now=BEGINS)
    row = answer(mails(anna)[-1], as_mailed(BETTER), at=NOON)
    assert (row.outcome, list(PuzzleEntry.objects.get().answer["layout"])) == (Outcome.OBEYED, list(BETTER))


@pytest.mark.parametrize(
    ("body", "why"),
    [
        ("GRID\nXQ.\nEND", "XQ"),
        ("GRID\nAB\n\nC.D\nEND", "row"),
        ("What am I to do?", "Send one grid and nothing else. Write all its rows, with a dot for each empty cell."),
        (
            "\n".join(LONGEST),
            "This looks like a board, but there is no GRID above it. Write GRID above it and END below it.",
        ),
    ],
)
def test_an_invalid_answer_is_explained_and_can_be_sent_again(puzzle, anna, body, why):
    mail = asked(anna)
    assert answer(mail, body).outcome == Outcome.REFUSED
    assert not PuzzleEntry.objects.exists()
    refused = mails(anna)[-1]
    assert "Nothing was changed." in said(refused)
    assert why in said(refused)
    assert "A reply looks like this:" in said(refused)
    assert answer(refused, as_mailed(LONGEST)).outcome == Outcome.OBEYED


def test_the_same_email_twice_counts_once_and_a_second_answer_is_refused(puzzle, anna):
    mail = asked(anna)
    for _ in range(2):
        answer(mail, as_mailed(FEWER), message_id="<twice@elsewhere.example>")
    assert len(mails(anna)) == 2
    assert answer(mail, as_mailed(LONGEST), at=EVENING + timedelta(minutes=1)).outcome == Outcome.REFUSED
    assert "You’ve already entered this puzzle. Each player can enter once." in said(mails(anna)[-1])
    assert PuzzleEntry.objects.get().answer["length"] == 5


def test_an_entry_by_a_worker_that_died_is_confirmed_on_the_second_reading(puzzle, anna):
    mail = asked(anna)
    enter(anna, LONGEST, at=EVENING)  # the only thing that the first attempt saved
    assert answer(mail, as_mailed(LONGEST)).outcome == Outcome.OBEYED
    assert "You have entered." in said(mails(anna)[-1])


def test_the_arrival_counts_and_an_email_after_midnight_is_refused_politely(puzzle, anna, boris):
    choices.choose(player=boris, game_id=None, chosen={MailKind.TODAY: When.DAILY})
    to_anna, to_boris = asked(anna), asked(boris)
    in_time = answer(to_anna, as_mailed(LONGEST), at=JUST_BEFORE, read_at=MIDNIGHT + timedelta(hours=1))
    assert (in_time.outcome, PuzzleEntry.objects.get().entered_at) == (Outcome.OBEYED, JUST_BEFORE)
    assert "You have entered." in said(mails(anna)[-1])
    assert answer(to_boris, as_mailed(FEWER), at=MIDNIGHT).outcome == Outcome.REFUSED
    late = said(mails(boris)[-1])
    assert "You can only enter today’s puzzle. Each puzzle ends at midnight UTC." in late
    assert "/daily/scannergram/2026-11-20/" in late
    assert "LIMBERW" not in late
    assert PuzzleEntry.objects.count() == 1


def test_an_answer_from_another_address_is_held_until_the_player_confirms_it(puzzle, anna, client):
    mail = asked(anna)
    row = answer(mail, as_mailed(LONGEST), sender="mallory@elsewhere.example")
    assert (row.outcome, PuzzleEntry.objects.count()) == (Outcome.HELD, 0)
    assert {one.address for one in LocalMail.objects.all()} == {anna.email}
    question = mails(anna)[-1]
    assert "mallory@elsewhere.example" in said(question)
    assert client.get(_link(question, "held")).status_code == 200
    assert spool.confirm(row, now=EVENING)
    dispatch.read(row.pk, now=EVENING)
    assert PuzzleEntry.objects.get().player == anna


def test_confirming_after_midnight_is_too_late(puzzle, anna):
    row = answer(asked(anna), as_mailed(LONGEST), at=JUST_BEFORE, sender="mallory@elsewhere.example")
    spool.confirm(row, now=MIDNIGHT)
    dispatch.read(row.pk, now=MIDNIGHT)
    assert not PuzzleEntry.objects.exists()


def test_a_leaked_email_cannot_be_answered_and_a_fresh_one_comes(puzzle, anna, client):
    mail = asked(anna)
    assert client.get(_link(mail, "leaked")).status_code == 200
    assert link_pages.end_address(Message.objects.get(), now=EVENING)
    assert answer(mail, as_mailed(LONGEST)).outcome == Outcome.STRANGER
    assert digests.tell(now=EVENING) == 1
    fresh = mails(anna)[-1]
    assert "The reply address of an earlier email has been disabled. Reply to this email instead." in said(fresh)
    assert answer(fresh, as_mailed(LONGEST)).outcome == Outcome.OBEYED


@pytest.mark.parametrize("end", ["entered", "off", "over", "shut"])
def test_no_email_is_sent_when_there_is_nothing_left_to_answer(puzzle, anna, end):
    digests.tell(now=BEGINS)
    if end == "entered":
        enter(anna)
    elif end == "off":
        choices.choose(player=anna, game_id=None, chosen={MailKind.TODAY: When.OFF})
    elif end == "shut":
        Player.objects.filter(pk=anna.pk).update(is_active=False)
    assert digests.tell(now=MIDNIGHT if end == "over" else EVENING) == 0
    assert not Message.objects.filter(kind=MailKind.TODAY, due_at__isnull=False).exists()


def test_one_click_turns_it_off_and_undo_restores_the_choice(puzzle, anna, client):
    mail = message_from_bytes(bytes(asked(anna).raw), policy=policy.default)
    assert mail["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    page = mail["List-Unsubscribe"].strip(" <>").removeprefix("http://localhost:8000")
    assert client.get(page).status_code == 200
    assert wanted(anna) == When.DAILY
    ended = client.post(page, {"List-Unsubscribe": "One-Click"})
    assert wanted(anna) == When.OFF
    client.post(page, {"do": "undo", "was": ended.context["was"]})
    assert wanted(anna) == When.DAILY


def test_staff_see_no_letter_of_an_answer_before_the_day_is_over(puzzle, anna, client):
    answer(asked(anna), as_mailed(LONGEST), sender="mallory@elsewhere.example")
    row = InboundMail.objects.get()
    client.force_login(Player.objects.create_superuser("staff@example.org", name="Staff"))
    page = client.get(f"/admin/notifications/inboundmail/{row.pk}/change/")
    assert page.status_code == 200
    assert "LIMBERW" not in page.text


def wanted(player):
    return choices.preferences_of([player], game_id=None)[player.pk].of(MailKind.TODAY)


def _link(mail, page):
    line = next(word for word in mail.text.split() if word.endswith(f"/{page}/"))
    return line.removeprefix("http://localhost:8000")


def test_a_puzzle_in_a_language_nobody_gets_by_email_costs_no_query(puzzle):
    digests.enqueue_today(now=BEGINS)

    def queries():
        with CaptureQueriesContext(connection) as asked:
            digests.enqueue_today(now=BEGINS)
        return len(asked)

    before = queries()
    lay(FRENCH, puzzle.day)
    assert queries() == before


def test_players_get_puzzles_in_the_languages_they_chose_and_enter_by_reply(anna, boris):
    lay_tiles(NOON.date())
    lay(FRENCH, NOON.date())
    lay(SPANISH, NOON.date())
    for player in (anna, boris):
        choices.choose(player=player, game_id=None, chosen={MailKind.TODAY: When.DAILY})
    commands.choose_puzzle_languages(player=anna, codes=["fr", "es"])
    digests.tell(now=BEGINS)
    digests.tell(now=EVENING)
    spanish, french = sorted(mails(anna), key=lambda mail: "Français" in said(mail))
    assert "Lexicon Crossing · Español" in said(spanish)
    assert "[CH]" in said(spanish)
    assert not re.search("[\u2c00-\u2c5f]", "".join(map(said, mails(anna))))
    [english] = mails(boris)
    assert "Français" not in said(english)
    assert "Español" not in said(english)
    assert answer(french, as_mailed(("tés", "e..", "s.."))).outcome == Outcome.OBEYED
    assert answer(spanish, as_mailed(("ca[ll]e",))).outcome == Outcome.OBEYED
    entries = PuzzleEntry.objects.order_by("puzzle__kind").values_list("puzzle__kind", "answer")
    assert [(kind, answer["layout"]) for kind, answer in entries] == [
        (SPANISH, ["CA[LL]E"]),
        (FRENCH, ["TES", "E..", "S.."]),
    ]


def test_every_email_about_a_spanish_puzzle_writes_tiles_with_several_letters(anna, boris, caplog):
    caplog.set_level("INFO")
    lay(SPANISH, NOON.date())
    choices.choose(player=anna, game_id=None, chosen={MailKind.TODAY: When.DAILY})
    commands.choose_puzzle_languages(player=anna, codes=["es"])
    mail = asked(anna)
    refusals = {
        ("[ll]ave",): "You don’t hold these tiles: V.",
        ("e[ll]a",): "Not in the word list: E[LL]A.",
        ("[ck]a", "a."): "No tile has [CK].",
        ("[ch][ch]", "a."): "You don’t hold these tiles: [CH].",
    }
    for rows, why in refusals.items():
        assert answer(mail, as_mailed(rows)).outcome == Outcome.REFUSED
        assert why in said(mails(anna)[-1])
    assert answer(mail, as_mailed(("ca[ll]e",))).outcome == Outcome.OBEYED
    assert "  | C    A    [LL] E" in mails(anna)[-1].text
    commands.enter(kind=SPANISH, day=NOON.date(), player=boris, written=as_written(["O", "[CH]", "O"]), now=NOON)
    digests.tell(now=MIDNIGHT)
    digests.tell(now=MIDNIGHT + timedelta(hours=18))
    check_nothing_leaks(caplog.text)
