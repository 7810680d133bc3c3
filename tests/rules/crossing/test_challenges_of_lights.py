"""The layout that got a light is revealed during the leeway. One challenge judges all its words, and the loser owes a forfeit."""

from dataclasses import replace
from datetime import timedelta

from tests.rules.crossing.table import crossing
from tests.rules.position import ANNA, BORIS, DMITRI, Words

LIGHTS = {"tile_set": "A6 B6 C6", "starting_tiles": 3, "challenge_lights": True, "challenge_forfeit": "Sing a song."}


def dealt(**options):
    usual = {"word_check": "challenge", "words": Words({"XX"}), **LIGHTS}
    return crossing(ANNA, BORIS, **{**usual, **options})


def lit(**options):
    """Anna's green light is granted for a row of what she held, which isn't a word; nobody has looked at the new tile."""
    table = dealt(**options).all_seen()
    return table.complete(ANNA).play(ANNA, "green").wait(minutes=5)


def word_of(table):
    return table.view(DMITRI).granted[0]


def test_the_layout_that_got_a_light_is_revealed_until_the_leeway_ends():
    table = lit()
    row = table.last("submit").facts["layout"]
    for reader in (ANNA, BORIS, DMITRI):
        assert list(table.view(reader).granted) == row
    seen = table.all_seen()
    assert seen.wait(minutes=4).view(BORIS).granted
    assert not seen.wait(minutes=5).view(BORIS).granted
    assert "CHALLENGE" not in {offer.verb for offer in seen.wait(minutes=5).view(BORIS).offers}


def test_no_layout_is_revealed_if_lights_cannot_be_challenged():
    assert not lit(challenge_lights=False, challenge_forfeit="").view(BORIS).granted


def lit_with(*rows, no_word=(), **options):
    """Anna's green light is granted for these rows, which use six tiles; Boris holds the same tiles."""
    table = dealt(tile_set="A8 B8 C8", starting_tiles=6, words=NoWords(no_word), reveal_after="nobody", **options)
    table = replace(table, state=replace(table.state, hands=dict.fromkeys(table.state.hands, "AABBCC")))
    return table.all_seen().lay(ANNA, *rows).play(ANNA, "green").wait(minutes=5)


class NoWords:
    """A word list that holds everything except these words."""

    name, sha256 = "but a few", "0" * 64

    def __init__(self, no_words):
        self.no_words = no_words

    def __contains__(self, word):
        return word not in self.no_words


CROSSED = ("ABC", "A..", "BC.")  # ABC and AAB, with BC below


def test_one_challenge_judges_the_whole_layout_of_the_light():
    """Boris challenges a valid word, and the challenge is upheld because another word isn't valid."""
    challenged = lit_with(*CROSSED, no_word={"BC"}).play(BORIS, "challenge ABC")
    facts = challenged.last("challenge").facts
    assert (facts["word"], facts["upheld"], facts["struck"], facts["owes"]) == ("ABC", True, ["BC"], ANNA)
    says = "Boris challenged the layout that got the last light. Struck as invalid: BC. Forfeit for"
    assert challenged.told_to(ANNA)[-1] == f"{says} you: “Sing a song.”"
    assert challenged.told_to(DMITRI)[-1] == f"{says} Anna: “Sing a song.”"
    assert challenged.told_to(BORIS)[-1] == (
        "You challenged the layout that got the last light. Struck as invalid: BC. Forfeit for Anna: “Sing a song.”"
    )


def test_all_invalid_words_are_struck_from_every_layout():
    table = lit_with(*CROSSED, no_word={"BC", "AAB"})
    challenged = table.look(BORIS).lay(BORIS, *CROSSED).play(BORIS, "challenge ABC")
    assert challenged.last("challenge").facts["struck"] == ["AAB", "BC"]
    assert challenged.state.boards == table.look(BORIS).lay(BORIS, *CROSSED).state.boards
    assert {challenged.view(seat).score.struck for seat in (ANNA, BORIS)} == {("AAB", "BC")}
    assert challenged.refusal(BORIS, "grid\nBC\nend") == "Not in the word list: BC."


def test_the_challenger_of_an_entirely_valid_layout_owes_the_forfeit():
    challenged = lit_with(*CROSSED).play(BORIS, "challenge ABC")
    facts = challenged.last("challenge").facts
    assert (facts["upheld"], facts["struck"], facts["owes"]) == (False, [], BORIS)
    assert challenged.told_to(BORIS)[-1] == (
        "You challenged the layout that got the last light. All its words are valid. Forfeit for you: “Sing a song.”"
    )
    assert not challenged.state.challenges


def test_a_request_lapses_if_its_layout_has_a_struck_word():
    table = lit_with("AABBCC", no_word={"AABBCC"}).all_seen()
    new = table.state.held(BORIS)[-1]
    asked = table.lay(BORIS, "AABBCC", f"{new}.....").play(BORIS, "green")
    assert asked.requests == (BORIS,)
    challenged = asked.play(BORIS, "challenge AABBCC")
    assert (challenged.requests, challenged.last("lapse").seat) == ((), BORIS)


def test_a_light_can_be_challenged_once_and_not_by_its_caller():
    table = lit()
    word = word_of(table)
    assert table.refusal(ANNA, f"challenge {word}") == (
        "This layout is your own. Only the other players can challenge it."
    )
    assert table.refusal(BORIS, "challenge AAA") == (
        "AAA isn’t in the layout that got the last light. Challenge a word that is."
    )
    again = table.play(BORIS, f"challenge {word}")
    assert again.view(BORIS).open_words == ()
    assert again.refusal(BORIS, f"challenge {word}") == (
        "The layout that got the last light has already been challenged. One challenge checks all its words."
    )


def test_a_game_without_leeway_allows_half_a_minute_to_challenge():
    """Live games have the same 30 seconds, and the next light can't come earlier, either."""
    table = dealt(leeway=0, reveal_after="nobody").all_seen().complete(ANNA).play(ANNA, "green").wait(seconds=30)
    seen = table.all_seen()
    assert seen.state.leeway == timedelta(seconds=30)
    assert seen.wait(seconds=29).view(BORIS).open_words
    assert not seen.wait(seconds=30).view(BORIS).open_words


def test_challenges_are_refused_before_a_light_and_after_its_leeway():
    why = (
        "There is no layout to challenge now. You can challenge the layout that got a light until the leeway "
        "ends, and all layouts at the end of the game."
    )
    table = lit()
    assert table.all_seen().wait(minutes=5).refusal(BORIS, f"challenge {word_of(table)}") == why
    assert dealt().refusal(BORIS, "challenge AB") == why


def test_the_next_light_replaces_the_layout_to_challenge():
    table = lit().all_seen().complete(BORIS).play(BORIS, "green").wait(minutes=5)
    assert table.state.granted == table.state.boards[BORIS]
    assert table.state.light_challenged == ()


def test_the_layout_is_no_longer_revealed_if_the_caller_resigns():
    table = lit(tile_set="A9 B9 C9")
    assert not table.give(ANNA, "RESIGN").state.granted
