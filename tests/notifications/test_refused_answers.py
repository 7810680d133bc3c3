"""Replies that are refused with a correct example: nothing is half done."""

import pytest

from games.models import Draft
from notifications.incoming import rights, spool
from notifications.models import InboundMail, Message
from tests.notifications.conftest import said, written
from tests.tables import only_words, order

Outcome = InboundMail.Outcome


def refused(post, player, body, **how):
    """Reply to the player's last email, check that nothing has changed, and return the text of the error email."""
    before, told = post.everything(), len(post.mails(player))
    row = post.answer(post.last(player), body, **how)
    assert row.outcome == Outcome.REFUSED
    assert post.everything() == before
    assert len(post.mails(player)) == told + 1
    assert "Nothing was changed." in said(post.last(player))
    return said(post.last(player))


def test_tiles_not_held_are_refused(post, boris):
    assert "You don’t hold these tiles: Q." in refused(post, boris, f"GRID\n{post.hand(boris)}Q\nEND")


def test_an_unreadable_board_is_shown_with_a_correction(post, boris):
    text = refused(post, boris, "GRID\n..A  E\n.AEA.\nEND")
    assert "This row mixes spaces and letters" in text
    assert "| ..A  E" in post.last(boris).text
    assert "| ..A..E" in post.last(boris).text


def test_a_board_that_is_too_large_is_refused(post, boris):
    assert "60" in refused(post, boris, "GRID\n" + "A" * 61 + ".\nEND")


def test_a_run_that_is_not_a_valid_word_is_named(post, boris):
    only_words(post.game_id, "QI")
    hand = post.hand(boris)
    text = refused(post, boris, f"GRID\n{hand}\nEND\nGREEN")
    assert f"Not in the word list: {hand}." in text
    assert "You wrote: | GRID | GREEN" in text
    assert f"To save it as a draft, write it like this: | SAVE | GRID | {hand} | END" in text


def test_one_error_undoes_the_whole_email(post, boris):
    hand = post.hand(boris)
    refused(post, boris, f"SAY Here I come\nGRID\n{hand}\nEND\nJAYWALK Q\n")


def test_a_light_is_refused_with_unused_tiles(post, boris):
    assert "Lay every tile before you ask for a light." in refused(post, boris, "GREEN")


def test_contradicting_commands_are_refused(post, boris):
    assert "contradict" in refused(post, boris, "UNASK\nGREEN")


def test_a_light_or_jaywalk_of_a_past_round_is_stale_and_the_current_turn_is_sent(post, anna, boris):
    old = post.last(boris)
    post.play(anna, "GRID", "GREEN").later(hours=12)
    post.play(boris, "GRID")
    before = post.everything()
    for verb in ("GREEN", f"JAYWALK {post.hand(boris)[0]}"):
        row = post.answer(old, verb)
        assert row.outcome == Outcome.REFUSED
        assert (
            "in reply to an email from an earlier round. Look at the tiles you hold now, then reply to this email."
            in row.why
        )
        assert post.everything() == before
        again = Message.objects.get(message_id=post.last(boris).message_id)
        assert again.turn == post.state.turn == 2
        assert "Round 2" in said(post.last(boris))
    assert post.answer(post.last(boris), "GREEN").outcome == Outcome.OBEYED


def test_a_stale_light_keeps_its_board_and_suggests_nothing_that_would_be_refused(post, anna, boris):
    old, hand = post.last(boris), post.hand(boris)
    post.play(anna, "GRID", "GREEN").later(hours=12)
    post.answer(old, f"GRID\n{hand}\nEND\nGREEN")
    assert f"To save it as a draft, write it like this: | SAVE | GRID | {hand} | END" in said(post.last(boris))
    assert "Write it like this:" not in said(post.last(boris))


def test_a_stale_command_that_would_be_accepted_now_is_shown_to_copy(post, anna, boris):
    old, tile = post.last(boris), post.hand(boris)[0]
    post.play(anna, "GRID", "GREEN").later(hours=12)
    post.play(boris, "GRID")
    before = post.everything()
    post.answer(old, f"SAY Hello\njaywalk {tile}")
    assert f"Write it like this: | SAY Hello | JAYWALK {tile}" in said(post.last(boris))
    assert post.everything() == before
    assert post.answer(post.last(boris), f"JAYWALK {tile}").outcome == Outcome.OBEYED
    post.answer(old, f"JAYWALK {tile} please")
    assert "Write it like this:" not in said(post.last(boris))  # once per round
    post.answer(old, f"GRID\n{post.hand(boris)}\nEND\nGREEN")
    assert f"Write it like this: | GRID | |{post.hand(boris)}| | END | GREEN" in said(post.last(boris))
    assert "To save it as a draft" not in said(post.last(boris))


def test_a_board_of_a_past_round_counts_unless_another_was_submitted_since(post, anna, boris):
    old, hand = post.last(boris), post.hand(boris)
    post.play(anna, "GRID", "GREEN").later(hours=12)
    post.answer(old, f"GRID\n{hand}\nEND")
    assert post.state.boards[1] == (hand,)
    post.play(boris, "GRID")
    row = post.answer(old, f"GRID\n{hand}\nEND")
    assert row.outcome == Outcome.OBEYED
    assert post.state.boards[1] == (post.hand(boris),)
    assert Draft.objects.get().layout == hand
    assert (
        "You’ve submitted another board since the round that email was about, so this one was saved as a draft."
        in said(post.last(boris))
    )


def test_a_reply_to_a_finished_game_is_refused_because_it_is_over(post, anna, boris):
    order(post.game_id, anna, "resign", at=post.now)
    assert "The game is over, and its result is final." in refused(post.deliver(), boris, "GREEN")
    post.now += rights.DIES_AFTER
    told = len(post.mails(boris))
    assert post.answer(post.last(boris), "STATUS").outcome == Outcome.STRANGER
    assert len(post.mails(boris)) == told


def test_after_the_game_no_draft_is_offered(post, anna, boris):
    hand = post.hand(boris)
    order(post.game_id, anna, "resign", at=post.now)
    text = refused(post.deliver(), boris, f"GRID\n{hand}\nEND")
    assert "The game is over" in text
    assert "draft" not in text


def test_an_email_over_a_megabyte_is_refused_with_an_explanation(post, boris):
    text = refused(post, boris, "STATUS\n" + "x" * 70 + "\n" + ("y" * 70 + "\n") * 15_000)
    assert "larger than 1 MB" in text
    assert len(InboundMail.objects.latest("pk").raw) <= spool.BEGINNING


def test_an_email_with_too_many_lines_is_refused(post, boris):
    assert "400 lines" in refused(post, boris, "STATUS\n" + "x\n" * 500)


def test_an_email_with_too_many_parts_is_refused_unread(post, boris):
    part = b"--x\r\nContent-Type: text/plain\r\n\r\nGREEN\r\n"
    raw = written("", sender=boris.email, to="x", at=post.now).partition(b"Content-Type")[0]
    raw += b'Content-Type: multipart/mixed; boundary="x"\r\n\r\n' + part * 101 + b"--x--\r\n"
    row = post.read(
        spool.accept(raw, recipient=post.last(boris).reply_to, sender=boris.email, source="pipe", now=post.now)
    )
    assert row.outcome == Outcome.REFUSED
    assert "too many parts" in said(post.last(boris))


@pytest.mark.parametrize(
    "raw", [b"", b"\0\xff\xfe", b"From: boris@example.org", b"\n\nGREEN", b"Content-Type: multipart/mixed\n\n"]
)
def test_a_broken_email_changes_nothing(post, boris, raw):
    before = post.everything()
    row = post.read(
        spool.accept(raw, recipient=post.last(boris).reply_to, sender=boris.email, source="pipe", now=post.now)
    )
    assert row.read_at
    assert post.everything() == before
