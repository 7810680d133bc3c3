"""Making a claim: what it may name, and that nobody sees it before all are shown."""

import pytest

from games.rules.handshake.claims import LONGEST_NAME, LONGEST_OCCASION, fold_name
from tests.rules.handshake.table import handshake
from tests.rules.position import ANNA, BORIS, CHLOE, DMITRI

CURIE = "CLAIM HAND Marie Curie THROUGH Aunt Olga: at the 1931 congress in Zurich"
MEITNER = "CLAIM HAND Lise Meitner THROUGH Cousin Ida: in Berlin, 1926"
REFUSED_TO_BOB = "CLAIM REFUSED Greta Garbo THROUGH Uncle Bob: in Hollywood, 1932"
SNUBBED = "CLAIM REFUSED Queen Victoria: at the opera in Vienna, 1897"

UNREADABLE = "CLAIM can’t be written like this."


def test_claims_are_hidden_until_every_player_has_made_one():
    table = handshake().play(ANNA, MEITNER).play(BORIS, SNUBBED)
    for reader in (BORIS, CHLOE, DMITRI):
        assert "Meitner" not in str(table.view(reader)) + str(table.told_to(reader))
        assert "Anna has made a claim." in table.told_to(reader)
    said = "You claimed that you shook hands with Cousin Ida, who had shaken Lise Meitner’s hand: “in Berlin, 1926”."
    assert table.panel(ANNA, "mine") == [said]
    assert said in table.told_to(ANNA)
    table = table.claim(CHLOE)
    assert table.panel(DMITRI, "claims") == [
        "1. Anna shook hands with Cousin Ida, who had shaken Lise Meitner’s hand: “in Berlin, 1926”.",
        "2. Boris and Queen Victoria didn’t shake hands: “at the opera in Vienna, 1897”.",
        "3. Chloe shook hands with My dentist 1, who had shaken Ada Lovelace 1’s hand: “at the zoo, 1991”.",
    ]


def test_claims_are_shown_at_the_deadline_even_if_some_are_missing():
    table = handshake().claim(CHLOE).wait(days=3)
    assert table.state.stage == "doubts"
    assert [one.claim.seat for one in table.state.shown] == [CHLOE]
    assert table.state.shown[0].number == 1


def test_the_next_round_starts_when_nobody_makes_a_claim():
    before = handshake()
    table = before.wait(days=3)
    assert table.since(before) == [*(("late", seat) for seat in range(3)), ("show", None), ("round", None)]
    assert (table.state.round, table.state.stage, table.points) == (2, "claims", [0, 0, 0])


def test_only_the_latest_claim_of_a_player_counts():
    table = handshake().play(ANNA, CURIE).play(ANNA, SNUBBED).claim(BORIS, CHLOE)
    assert table.state.shown[0].claim.target == "Queen Victoria"


def test_a_late_player_can_still_claim_while_the_game_waits_for_a_vacation():
    table = handshake().claim(BORIS)
    starts, ends = (table.now, table.now.replace(day=26))
    table = table.give(CHLOE, "VACATION", starts=starts.isoformat(), ends=ends.isoformat()).wait(days=4)
    assert (table.state.stage, table.state.awaited) == ("claims", (CHLOE,))
    table = table.claim(ANNA).wait(days=5)  # three days after the vacation
    assert [one.claim.seat for one in table.state.shown] == [ANNA, BORIS]


# --- names ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "same", ["marie curie", "MARIE  CURIE", "Marie-Curie", "Märie Cúrie.", "Ｍarie Curie", "“Marie” Curie"]
)
def test_names_that_differ_in_case_accents_or_punctuation_are_the_same(same):
    assert fold_name(same) == fold_name("Marie Curie")


@pytest.mark.parametrize(("one", "other"), [("Anna", "Hanna"), ("कि", "कु"), ("か", "が"), ("Henry 7", "Henry 8")])
def test_different_names_are_different_people(one, other):
    assert fold_name(one) != fold_name(other)


def test_a_target_can_be_claimed_only_once_a_game():
    table = handshake().play(ANNA, CURIE).claim(BORIS, CHLOE).end_of_round()
    why = "Anna has already claimed Marie Curie. Choose another target."
    assert table.refusal(BORIS, "CLAIM HAND marie-curie THROUGH Uncle Bob: in Paris") == why
    assert table.refusal(ANNA, "CLAIM REFUSED Marie Curie: in Paris") == why


def test_a_middle_person_can_be_used_for_several_targets():
    table = handshake().play(ANNA, CURIE).claim(BORIS, CHLOE).end_of_round()
    again = "CLAIM HAND Lise Meitner THROUGH AUNT OLGA: in Berlin"
    for seat in (ANNA, BORIS):
        assert table.play(seat, again).state.filed[0].through == "AUNT OLGA"


def test_a_hand_refused_by_the_target_can_be_claimed():
    table = handshake().play(ANNA, REFUSED_TO_BOB).claim(BORIS, CHLOE)
    assert table.panel(DMITRI, "claims")[0] == (
        "1. Anna shook hands with Uncle Bob, who had been refused a handshake by Greta Garbo: “in Hollywood, 1932”."
    )
    table = table.end_of_round()
    why = "Anna has already claimed Greta Garbo. Choose another target."
    assert table.refusal(BORIS, "CLAIM HAND Greta Garbo THROUGH Uncle Bob: in New York") == why


def test_a_claim_of_a_refused_hand_is_hidden_until_all_are_shown():
    table = handshake().play(ANNA, REFUSED_TO_BOB)
    said = (
        "You claimed that you shook hands with Uncle Bob, who had been refused a handshake by Greta Garbo: “in "
        "Hollywood, 1932”."
    )
    assert table.panel(ANNA, "mine") == [said]
    assert "Garbo" not in str(table.view(BORIS)) + str(table.told_to(BORIS))


def test_a_person_can_be_both_a_target_and_a_middle_person():
    table = handshake().play(ANNA, CURIE).claim(BORIS, CHLOE).end_of_round()
    table = table.play(ANNA, "CLAIM HAND Aunt Olga THROUGH Marie Curie: in a dream")
    assert table.state.filed[0].target == "Aunt Olga"


def test_the_target_of_a_void_claim_is_still_used_up():
    table = handshake().play(ANNA, CURIE).claim(BORIS, CHLOE).doubt(boris="1", chloe="1", anna="none").end_of_round()
    assert "Anna has already claimed Marie Curie." in table.refusal(BORIS, CURIE)


def test_only_the_earlier_of_two_claims_with_the_same_target_counts():
    table = handshake().claim(CHLOE).play(BORIS, CURIE).play(ANNA, "CLAIM REFUSED Marie Cürie: in Paris")
    assert [(one.number, one.late) for one in table.state.shown] == [(1, True), (2, False), (3, False)]
    assert "Claim 1 doesn’t count, because its target was claimed earlier." in table.panel(CHLOE, "claims")
    assert table.refusal(CHLOE, "DOUBT 1") == "Claim 1 doesn’t count. You can choose from: 2."
    table = table.believed()
    assert table.refusal(CHLOE, "VOTE 1") == "Claim 1 doesn’t count. You can choose from: 2."


def test_a_changed_claim_is_dated_to_its_change():
    table = handshake().play(ANNA, CURIE).play(BORIS, CURIE).play(ANNA, CURIE.replace("Olga", "Inge")).claim(CHLOE)
    assert [one.late for one in table.state.shown] == [True, False, False]


def test_a_claim_is_not_refused_because_of_a_hidden_one():
    """Otherwise a player could find out the names in other claims by trying them."""
    table = handshake().play(ANNA, CURIE).play(BORIS, CURIE)
    assert len(table.state.filed) == 2


# --- texts ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("CLAIM HAND Olga THROUGH olga: at home", "Olga can’t be on both sides of THROUGH. Name two different people."),
        ("CLAIM HAND ?! THROUGH Olga: at home", "A name needs at least one letter."),
        ("CLAIM HAND THROUGH Olga: at home", "A name needs at least one letter."),
        ("CLAIM HAND Pelé THROUGH : at home", "A name needs at least one letter."),
        ("CLAIM REFUSED 🙂: at home", "A name needs at least one letter."),
        ("CLAIM REFUSED Pelé:", "After a colon, say when and where it was."),
        (
            f"CLAIM REFUSED {'a' * (LONGEST_NAME + 1)}: at home",
            f"A name can have at most {LONGEST_NAME} characters. This one has {LONGEST_NAME + 1}.",
        ),
        (
            f"CLAIM REFUSED Pelé: {'a' * (LONGEST_OCCASION + 1)}",
            f"“When and where” can have at most {LONGEST_OCCASION} characters. This has {LONGEST_OCCASION + 1}.",
        ),
    ],
)
def test_an_invalid_claim_is_refused(text, why):
    assert handshake().refusal(ANNA, text) == why


@pytest.mark.parametrize(
    "character",
    ["\x07", "\x1b", "\x85", "\u2028", "\u202e", "\u2066", "\u200f", "\u061c", "\ud800", "\ue000", "\U000e0041"],
)
def test_control_and_direction_characters_are_refused(character):
    why = f"A claim can only be plain text. Remove the invisible character U+{ord(character):04X}."
    assert handshake().refusal(ANNA, f"CLAIM REFUSED Pe{character}lé: at home") == why
    assert handshake().refusal(ANNA, f"CLAIM HAND Pelé THROUGH O{character}lga: at home") == why
    assert handshake().refusal(ANNA, f"CLAIM REFUSED Pelé: at{character}home") == why


def test_characters_that_email_programs_add_are_removed_but_joiners_stay():
    table = handshake().play(ANNA, "CLAIM REFUSED می\u200cخواهم\ufeff: at\u00a0 home,\tin\u00ad 1999")
    assert (table.state.filed[0].target, table.state.filed[0].occasion) == ("می\u200cخواهم", "at home, in 1999")


@pytest.mark.parametrize(
    ("facts", "why"),
    [
        ({}, UNREADABLE),
        ({"form": "hand", "target": 7, "through": "Olga", "occasion": "at home"}, UNREADABLE),
        ({"form": ["hand"], "target": "Pelé", "occasion": "at home"}, UNREADABLE),
        (
            {"form": "kiss", "target": "Pelé", "occasion": "at home"},
            "A claim is either a HAND or a handshake REFUSED. Say who it was, when and where.",
        ),
    ],
)
def test_a_malformed_claim_is_refused(facts, why):
    assert handshake().refusal_of(ANNA, "CLAIM", **facts) == why
