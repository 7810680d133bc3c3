"""Challenges by email: all layouts in one email, words challenged by replying, warnings and the result; nothing about
the word list before that."""

import re
from datetime import timedelta

import pytest

from games import commands, store
from games.rules.options import DAY
from notifications.models import InboundMail
from tests.notifications.conftest import NOON, Post, said
from tests.positions import kept
from tests.tables import NO_POOL, only_words, start

pytestmark = pytest.mark.django_db
Outcome = InboundMail.Outcome


def dealt(anna, boris, **options):
    """Start a game with the tiles A2 E2 whose first light is red, and in which both have looked."""
    terms = {"word_check": "challenge", "leeway": 0, "false_challenge": 2, **NO_POOL, **options}
    game_id = start(anna, boris, seed=bytes(range(32)), **terms)
    for player in (anna, boris):
        commands.look(game_id=game_id, player=player, now=NOON)
    return Post(game_id, NOON).later(minutes=10)


@pytest.fixture
@kept
def post(anna, chloe):
    """A game of Anna and Chloe in which Anna has called the red light with all her tiles in a row."""
    post = dealt(anna, chloe)
    post.answer(post.last(anna), f"GRID\n{held(post, 0)}.\nEND\nRED")
    return post.later(minutes=10)


@pytest.fixture
def opened(post, chloe):
    """The same game with all layouts revealed: Chloe has laid hers and is done."""
    assert post.answer(post.last(chloe), f"GRID\n{held(post, 1)}.\nEND\nDONE").outcome == Outcome.OBEYED
    return post.later(minutes=10)


def state(post):
    return store.seen_now(post.game_id, now=post.now).state


def held(post, seat):
    return state(post).held(seat)


def test_emails_say_that_words_are_not_looked_up_before_the_end(post, chloe):
    told = said(post.last(chloe))
    assert (
        "In this game, words aren’t looked up before the end. Then all layouts are revealed and words can be challenged."
        in told
    )
    assert "Then all layouts are revealed and words can be challenged." in told


def test_a_receipt_is_the_same_whatever_the_word_list_holds(anna, chloe):
    told = []
    for words in (("AE", "EA", "AA", "EE"), ("QI",)):
        post = dealt(anna, chloe)
        only_words(post.game_id, *words)
        submitted = post.answer(post.last(chloe), f"GRID\n{held(post, 1)}.\nEND")
        told.append(without_tokens(said(post.last(chloe))))
        saved = post.answer(post.later(minutes=10).last(chloe), f"SAVE\nGRID\n{held(post, 1)[::-1]}.\nEND")
        told.append(without_tokens(said(post.last(chloe))))
        assert {submitted.outcome, saved.outcome} == {Outcome.OBEYED}
    assert told[:2] == told[2:]
    assert "Done: GRID." in told[0]


def without_tokens(told):
    return re.sub(r"\d+", "…", re.sub(r"http\S+", "", told))


def test_the_email_about_revealed_layouts_shows_all_of_them_and_how_to_challenge(opened, anna, chloe):
    for player, other in ((anna, 1), (chloe, 0)):
        told = said(opened.last(player))
        assert "All layouts are now revealed, and words can be challenged." in told
        assert state(opened).boards[other][0] in told
        assert (
            f"Words that can be challenged: {', '.join(sorted({b[0] for b in state(opened).boards.values()}))}." in told
        )
        assert "if the word is valid, you lose 2 points." in told
        assert "CHALLENGE" in told
        assert "Then the layouts are scored." in told
        assert "a line GRID" not in told


def test_leftover_tiles_are_not_revealed(post, anna, chloe):
    post.answer(post.last(chloe), f"GRID\n{held(post, 1)[0]}.\nEND\nDONE")
    told = said(post.later(minutes=10).last(anna))
    assert "All layouts are now revealed" in told
    assert "All of Chloe’s tiles" not in told


def test_words_are_challenged_by_reply_and_everybody_is_notified(opened, anna, chloe):
    word = state(opened).boards[1][0]
    only_words(opened.game_id, "QI")
    mail = opened.answer(opened.last(anna), f"- challenge {word.lower()}.\nCHALLENGE {word}")
    assert mail.outcome == Outcome.OBEYED
    assert f"You challenged {word}. It isn’t in the word list, so it is struck." in said(opened.last(anna))
    told = said(opened.later(minutes=10).last(chloe))
    assert f"Anna challenged {word}. It isn’t in the word list, so it is struck." in told
    assert f"{word}: struck, challenged by Anna." in told


def test_a_word_in_no_layout_is_refused_and_nothing_in_the_email_counts(opened, anna):
    mail = opened.answer(opened.last(anna), "CHALLENGE QI\nDONE")
    assert mail.outcome == Outcome.REFUSED
    assert "QI isn’t in any of the layouts. Challenge a word that is." in said(opened.last(anna))
    assert not state(opened).done


def test_done_from_all_by_email_ends_the_game_and_the_result_lists_struck_words(opened, anna, chloe):
    word = state(opened).boards[1][0]
    only_words(opened.game_id, "QI")
    opened.answer(opened.last(anna), f"CHALLENGE {word}\nDONE")
    opened.answer(opened.last(chloe), "DONE")
    told = said(opened.later(minutes=10).last(chloe))
    assert state(opened).ending == "played"
    assert f"{word}: struck, challenged by Anna." in told


@pytest.mark.parametrize(("seconds", "outcome"), [(-1, Outcome.OBEYED), (1, Outcome.REFUSED)])
def test_a_challenge_sent_in_time_counts_even_if_read_late(opened, anna, seconds, outcome):
    word, mail = state(opened).boards[1][0], opened.last(anna)
    only_words(opened.game_id, "QI")
    opened.now = state(opened).clocks.ends("challenge") + timedelta(seconds=seconds)
    row = opened.spool(mail, f"CHALLENGE {word}")
    opened.now += timedelta(minutes=10)
    commands.apply_due(game_id=opened.game_id, now=opened.now)
    assert opened.read(row).outcome == outcome
    commands.apply_due(game_id=opened.game_id, now=opened.now)
    assert (state(opened).phase, bool(state(opened).challenges)) == ("finished", outcome == Outcome.OBEYED)


def test_a_challenge_must_answer_an_email_of_the_last_round(anna, chloe):
    post = dealt(anna, chloe, tile_set="A8 E8", starting_tiles=2)
    old = post.last(anna)
    post.answer(old, f"GRID\n{held(post, 0)}.\nEND\nGREEN")
    post.later(minutes=10)
    mail = post.answer(old, "CHALLENGE AE")
    assert mail.outcome == Outcome.REFUSED
    assert "CHALLENGE" in said(post.last(anna))


def test_in_other_games_a_challenge_line_is_ignored(anna, chloe):
    game_id = start(anna, chloe)
    post = Post(game_id, NOON).later(minutes=10)
    mail = post.answer(post.last(anna), "CHALLENGE AE\nSTATUS")
    assert mail.outcome == Outcome.OBEYED
    assert "CHALLENGE AE" in said(post.last(anna)).split("Ignored, because these lines aren’t commands:")[1]


def test_a_player_who_is_not_done_is_warned_before_the_time_to_challenge_ends(post, anna, chloe):
    post.later(days=1, minutes=-10)
    opened_at = post.now
    post.later(hours=11)
    assert not any("Last chance to challenge words. On" in said(mail) for mail in post.mails(anna))
    post.answer(post.last(chloe), "DONE")
    post.later(hours=2)
    assert [said(mail).count("Last chance to challenge words. On") for mail in post.mails(anna)][-1] == 1
    assert not any("Last chance to challenge words. On" in said(mail) for mail in post.mails(chloe))
    assert state(post).clocks.ends("challenge") == opened_at + timedelta(seconds=DAY)


def test_the_layout_that_got_a_light_is_shown_in_the_email_about_the_new_tile(anna, chloe):
    options = {"tile_set": "A8 E8", "starting_tiles": 2, "challenge_lights": True, "challenge_forfeit": "Sing a song."}
    post = dealt(anna, chloe, **options)
    laid = held(post, 0)
    post.answer(post.last(anna), f"GRID\n{laid}.\nEND\nGREEN")
    told = said(post.later(minutes=10).last(chloe))
    assert "The layout that got Anna the last light" in told
    assert laid in told
    assert f"CHALLENGE {laid} checks every word in the layout that got the light" in told
    only_words(post.game_id, "QI")
    post.answer(post.last(chloe), f"CHALLENGE {laid}")
    told = said(post.later(minutes=10).last(anna))
    assert f"Chloe challenged the layout that got the last light. Struck as invalid: {laid}." in told
    assert "Forfeit for you: “Sing a song.”" in told
    assert "Everyone can see it until the leeway ends." in told
    assert "CHALLENGE" not in told  # she can't challenge words of her own layout
