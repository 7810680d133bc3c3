"""Valid replies to turn emails, and the texts of their receipts."""

import re

from games import commands
from games.models import Draft
from games.players.models import Player
from notifications.models import InboundMail
from tests.notifications.conftest import said
from tests.tables import order

Outcome = InboundMail.Outcome


def test_a_board_and_a_request_can_be_in_one_email(post, boris):
    row = post.answer(post.last(boris), f"GREEN\nGRID\n{post.hand(boris)}\nEND\nBest, Boris\n")
    assert row.outcome == Outcome.OBEYED
    assert post.state.request_of(1)
    receipt = said(post.last(boris))
    assert "Done: GREEN and GRID." in receipt
    assert f"| {post.hand(boris)}" in receipt
    assert "0/1=0.00" in receipt


def test_the_receipt_lists_ignored_lines_and_commands_below_the_cut(post, boris):
    post.answer(post.last(boris), "STATUS\nhow are you all?\n-- \nGREEN\n")
    assert "| how are you all?" in post.last(boris).text
    assert "Ignored, because it was below the quoted email: GREEN." in said(post.last(boris))


def test_a_command_inside_our_email_is_reported_as_such(post, boris):
    ours = post.last(boris).text.splitlines()
    post.answer(
        post.last(boris), "\n".join([*(f"> {line}" for line in ours[:9]), "GREEN", *(f"> {line}" for line in ours[9:])])
    )
    assert "Ignored, because it was inside our email: GREEN. Write above our first line or below our last." in said(
        post.last(boris)
    )


def test_a_line_that_begins_or_ends_with_a_command_gets_a_suggestion(post, boris):
    post.answer(post.last(boris), "STATUS\nlet us go green!\nJoin us on Facebook")
    assert "Did you mean GREEN? Put each command on a line of its own." in said(post.last(boris))


def test_an_email_without_a_command_is_answered_with_how_to_write_one(post, boris):
    before = post.everything()
    row = post.answer(post.last(boris), "Hello?")
    assert row.outcome == Outcome.OBEYED
    assert "There was no command in your email." in said(post.last(boris))
    assert "| JAYWALK X" in post.last(boris).text
    assert post.everything() == before


def test_status_by_email_counts_as_looking(post, anna):
    commands.say(game_id=post.game_id, player=anna, text="x", now=post.now)
    boris = Player.objects.get(email="boris@example.org")
    commands.set_tiles_by_email(game_id=post.game_id, player=boris, on=False, now=post.now)
    post.play(anna, "GRID", "GREEN").later(hours=12)
    assert post.state.unseen[1] == 1
    assert "STATUS turns over your face-down tiles" in said(post.last(boris))
    post.answer(post.last(boris), "STATUS")
    assert post.state.unseen[1] == 0
    assert "Where the game stands." in said(post.last(boris))
    assert re.search(r"Green light for Anna\. You drew [AE]\. You looked at your tiles\.", said(post.last(boris)))
    post.answer(post.last(boris), "STATUS")
    assert "You drew" not in said(post.last(boris))  # it is among all the tiles that Boris holds, and no news


def test_the_receipt_of_a_jaywalk_says_what_was_drawn(post, boris):
    tile = post.hand(boris)[0]
    post.answer(post.last(boris), f"JAYWALK {tile}")
    assert f"You jaywalked, gave back {tile} and drew " in said(post.last(boris))


def test_a_saved_board_is_a_draft_and_shown(post, boris):
    post.answer(post.last(boris), "SAVE\nGRID\n.Q.\nZZZ\nEND")
    assert Draft.objects.get().layout == ".Q./ZZZ"
    assert "Saved as a draft 0/(0+3)=0.00 (" in said(post.last(boris))
    assert "Not counted, because you don’t have these tiles: Q Z Z Z." in said(post.last(boris))
    assert post.state.boards[1] == ()


def test_an_email_never_resigns(post, boris):
    row = post.answer(post.last(boris), "RESIGN")
    assert row.outcome == Outcome.OBEYED
    assert post.state.resigned == ()
    assert "You haven’t resigned. " in said(post.last(boris))
    assert "You can’t resign by email. If you want to resign, open the game and press Resign there." in said(
        post.last(boris)
    )
    assert f"/games/{post.game_id}/" in post.last(boris).text


def test_say_reaches_everyone_in_the_game_even_after_it_ends(post, anna, boris):
    answered = post.last(boris)
    order(post.game_id, anna, "resign", at=post.now)
    row = post.deliver().answer(answered, "SAY Thank you for the game")
    assert row.outcome == Outcome.OBEYED
    assert "Boris: Thank you for the game" in said(post.last(anna))
