"""Which words of a list some tiles can spell."""

from games.rules.words import AllBut, AnyWord, as_written, spelt_from
from tests.rules.position import Words


def test_the_words_that_tiles_can_spell_are_in_alphabetical_order():
    words = Words(["TEA", "EAT", "TEAT", "SEA", "ATE", "AT"])
    assert spelt_from(words, "TEA") == ["AT", "ATE", "EAT", "TEA"]


def test_a_word_can_use_a_letter_only_as_often_as_there_are_tiles_of_it():
    assert spelt_from(Words(["TEAT"]), "TEAT") == ["TEAT"]
    assert spelt_from(Words(["TEAT"]), "TEA") == []


def test_long_words_are_skipped():
    assert spelt_from(Words(["KEYBOARD", "KEYBOARDS"]), "KEYBOARDS") == ["KEYBOARD"]


def test_a_list_that_cannot_be_iterated_is_asked_for_all_tiles_in_one_row():
    assert spelt_from(AnyWord(), "XQZ") == ["XQZ"]
    assert spelt_from(AllBut(["XQZ"]), "XQZ") == []


def test_a_list_of_phrases_restores_spaces_and_other_lists_change_nothing():
    class Phrases(Words):
        def as_written(self, entry):
            return {"ICECREAM": "ICE CREAM"}.get(entry, entry)

    assert as_written(Phrases(["ICECREAM"]), "ICECREAM") == "ICE CREAM"
    assert as_written(Words(["ICECREAM"]), "ICECREAM") == "ICECREAM"


def test_lists_that_exclude_the_same_words_are_equal_and_hash_alike():
    one, same, other = AllBut(["CAT", "DOG"]), AllBut(("DOG", "CAT")), AllBut(["CAT"])
    assert one == same != other != AnyWord()
    assert {one: "scores"}[same] == "scores"
