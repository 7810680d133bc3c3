"""The layout that got a light lies open for its leeway: its words are challenged for a forfeit, and nothing is struck."""

from tests.rules.crossing.table import crossing
from tests.rules.position import ANNA, BORIS, DMITRI, Words

LIGHTS = {"tile_set": "A6 B6 C6", "starting_tiles": 3, "challenge_lights": True, "challenge_forfeit": "Sing a song."}


def dealt(**options):
    usual = {"word_check": "challenge", "words": Words({"XX"}), **LIGHTS}
    return crossing(ANNA, BORIS, **{**usual, **options})


def lit(**options):
    """Anna's green light is granted for a row of what she held, which is no word; nobody has looked at the new tile."""
    table = dealt(**options).all_seen()
    return table.complete(ANNA).play(ANNA, "green").wait(minutes=5)


def word_of(table):
    return table.view(DMITRI).granted[0]


def test_the_layout_of_a_light_lies_open_until_the_leeway_is_over():
    table = lit()
    row = table.last("submit").facts["layout"]
    for reader in (ANNA, BORIS, DMITRI):
        assert list(table.view(reader).granted) == row
    seen = table.all_seen()
    assert seen.wait(minutes=4).view(BORIS).granted
    assert not seen.wait(minutes=5).view(BORIS).granted
    assert "CHALLENGE" not in {offer.verb for offer in seen.wait(minutes=5).view(BORIS).offers}


def test_without_that_option_no_layout_of_a_light_lies_open():
    assert not lit(challenge_lights=False, challenge_forfeit="").view(BORIS).granted


def test_a_word_of_a_light_is_challenged_for_a_forfeit_only():
    table = lit()
    word = word_of(table)
    challenged = table.play(BORIS, f"challenge {word}")
    says = f"Boris challenged {word} of the last light: it is not in the word list. Forfeit for"
    assert challenged.told_to(ANNA)[-1] == f"{says} you: “Sing a song.”"
    assert challenged.told_to(DMITRI)[-1] == f"{says} Anna: “Sing a song.”"
    assert challenged.state.boards == table.state.boards
    assert not challenged.state.challenges
    assert challenged.last("challenge").facts["owes"] == ANNA


def test_who_challenges_a_word_of_the_list_owes_the_forfeit():
    table = lit()
    word = word_of(table)
    challenged = lit(words=Words({word})).play(BORIS, f"challenge {word}")
    assert challenged.last("challenge").facts["owes"] == BORIS
    assert challenged.told_to(BORIS)[-1] == (
        f"You challenged {word} of the last light: it is in the word list. Forfeit for you: “Sing a song.”"
    )


def test_the_caller_does_not_challenge_and_a_word_is_challenged_once_a_light():
    table = lit()
    word = word_of(table)
    assert table.refusal(ANNA, f"challenge {word}") == (
        "The layout that lies open is your own: it is for the others to challenge its words."
    )
    assert table.refusal(BORIS, "challenge AAA") == (
        "AAA does not lie in the layout of the last light: challenge a word that does."
    )
    again = table.play(BORIS, f"challenge {word}")
    assert again.refusal(BORIS, f"challenge {word}") == f"{word} has been challenged already, once is enough."


def test_once_the_leeway_is_over_or_before_a_light_there_is_nothing_to_challenge():
    why = "No layout lies open now: that of a light does until the leeway is over, and all of them at the end."
    table = lit()
    assert table.all_seen().wait(minutes=5).refusal(BORIS, f"challenge {word_of(table)}") == why
    assert dealt().refusal(BORIS, "challenge AB") == why


def test_the_next_light_takes_its_place():
    table = lit().all_seen().complete(BORIS).play(BORIS, "green").wait(minutes=5)
    assert table.state.granted == table.state.boards[BORIS]
    assert table.state.light_challenged == ()


def test_a_caller_who_resigns_takes_the_layout_along():
    table = lit(tile_set="A9 B9 C9")
    assert not table.give(ANNA, "RESIGN").state.granted
