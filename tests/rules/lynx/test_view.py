"""A game of Lynx as readers see it, its history in words, and the lines that players may write."""

import pytest

from games.rules.lynx.state import Options
from games.rules.values import Order, Unreadable
from tests.rules.lynx.table import LYNX, lynx, published
from tests.rules.position import ANNA, BORIS, CHLOE, DMITRI, worded


def texts(pairs):
    return [(str(what), str(of)) for what, of in pairs.pairs]


def test_the_pattern_is_shown_with_its_numbers_and_letters():
    panel = published(2).panel("pattern")
    assert panel.rows == (".....#M", "##.#.#O", "SANCTUM", "##.#.##", ".......", ".#.#.##", ".#.....")
    assert panel.numbers == {(0, 0): 1, (0, 2): 2, (0, 4): 3, (0, 6): 4, (2, 0): 5, (4, 0): 6, (6, 2): 7}
    assert panel.fresh == tuple((2, column) for column in range(7))


def test_the_open_lights_are_shown_with_their_letters_and_what_they_would_earn():
    assert texts(lynx(ANNA, BORIS).panel("lights")) == [("4D (3): ...", "6 points: 3 × 2, as no letter is there yet")]
    assert texts(published(2).panel("lights")) == [
        ("2D (7): ..N....", "7 points: 7 × 1"),
        ("3D (7): ..T....", "7 points: 7 × 1"),
    ]
    assert texts(published(4).panel("lights"))[0] == ("3D (7): T.T....", "14 points: 7 × 2")


def test_points_and_entries_are_shown_with_their_sums():
    table = published(2)
    assert texts(table.panel("points")) == [("seat 0", "6 (1 entered)"), ("seat 1", "7 (1 entered)")]
    assert texts(table.panel("entries")) == [
        ("4D MOM (3)", "seat 0: 6 points, 3 × 2"),
        ("5A SANCTUM (7)", "seat 1: 7 points, 7 × 1"),
    ]


def test_a_mistake_is_shown_with_the_letters_in_the_grid():
    table = published(1, ink=True).play(BORIS, "enter 5a sanct")
    assert texts(table.panel("entries"))[1] == ("5A SANCT (5)", "seat 1: -10 points, a mistake in ink: SANCTTM")


def test_an_entry_to_be_judged_is_shown_to_all():
    table = lynx(ANNA, BORIS).play(ANNA, "enter 4d m-um")
    for reader in (ANNA, BORIS, DMITRI):
        assert [str(line) for line in table.panel("judging", reader).lines] == [
            "seat 0 wants to enter M-UM (1-2) at 4D, for 6 points. It isn’t in the word list, so the others accept "
            "or reject it. Players who don’t answer accept it."
        ]


def test_a_finished_game_shows_no_open_lights():
    table = published()
    assert table.panel("lights") is None
    assert table.panel("judging") is None
    assert texts(table.panel("points")) == [("seat 0", "41 (4 entered)"), ("seat 1", "35 (4 entered)")]


def test_the_offers_match_the_current_phase():
    def offered(table, seat):
        return [(offer.verb, offer.refusal is None) for offer in table.view(seat).offers]

    leaving = [("PAUSE", True), ("VOID", True), ("RESIGN", True)]
    table = lynx(ANNA, BORIS)
    assert offered(table, ANNA) == [("ENTER", True), ("PASS", True), *leaving]
    assert offered(table, BORIS) == [("ENTER", False), ("PASS", False), *leaving]
    table = table.play(ANNA, "enter 4d mum")
    assert offered(table, ANNA) == [("ENTER", False), ("PASS", False), *leaving]
    assert offered(table, BORIS) == [("ACCEPT", True), ("REJECT", True), *leaving]
    assert offered(table, DMITRI) == []


def test_the_form_offers_the_open_lights_and_an_example_names_one():
    offer = published(2).view(ANNA).offers[0]
    assert [(name, str(label)) for name, label in offer.fields[0].choices] == [
        ("2D", "2D: ..N...., 7 letters for 7 points"),
        ("3D", "3D: ..T...., 7 letters for 7 points"),
    ]
    assert offer.example == "ENTER 2D …"


def test_the_view_says_what_the_game_is_waiting_for():
    table = lynx(ANNA, BORIS)
    assert {seat: str(says) for seat, says in LYNX.awaiting(table.state).items()} == {ANNA: "make an entry, or PASS"}
    table = table.play(ANNA, "enter 4d mum")
    assert {seat: str(says) for seat, says in LYNX.awaiting(table.state).items()} == {BORIS: "ACCEPT or REJECT MUM"}
    assert str(table.view(BORIS).disc.says) == "Accept or reject the entry"
    assert str(table.view(ANNA).disc.says) == "seat 0’s entry is being judged"


def test_the_api_names_every_light_and_entry():
    facts = published(2).view(DMITRI).facts
    assert facts["grid"][2] == "SANCTUM"
    assert facts["lights"][1] == {
        "light": "2D",
        "row": 0,
        "column": 2,
        "length": 7,
        "standing": "..N....",
        "links": 1,
        "open": True,
        "worth": 7,
    }
    assert facts["entries"][0] == {
        "seat": 0,
        "light": "4D",
        "written": "MOM",
        "fill": "MOM",
        "links": 0,
        "points": 6,
        "parts": "3",
    }
    assert facts["pending"] is None


def test_every_event_is_described_in_a_sentence():
    table = lynx(ANNA, BORIS, CHLOE).play(ANNA, "enter 4d mum").play(CHLOE, "accept").play(BORIS, "accept")
    table = (
        table.play(BORIS, "pass")
        .play(CHLOE, "enter 5a xxxxxxm")
        .play(ANNA, "reject")
        .play(CHLOE, "pass")
        .play(ANNA, "pass")
    )
    assert table.told_to(DMITRI) == [
        "The pattern is ready. Anna starts.",
        "Anna proposed MUM (3) at 4D. It isn’t in the word list, so the others accept or reject it.",
        "Chloe accepted the entry.",
        "Boris accepted the entry.",
        "Anna’s entry MUM (3) at 4D was accepted: 6 points.",
        "Boris passed.",
        "Chloe proposed XXXXXXM (7) at 5A. It isn’t in the word list, so the others accept or reject it.",
        "Anna rejected XXXXXXM.",
        "Chloe passed.",
        "Anna passed.",
        "Anna made the last entry: 10 extra points.",
        "The points are final.",
        "The game is over.",
    ]
    assert table.told_to(ANNA)[1] == "It’s your turn."
    assert table.told_to(ANNA)[2] == (
        "You proposed MUM (3) at 4D. It isn’t in the word list, so the others accept or reject it."
    )
    assert "Your entry MUM (3) at 4D was accepted: 6 points." in table.told_to(ANNA)
    assert "You made the last entry: 10 extra points." in table.told_to(ANNA)


def test_an_entry_and_a_mistake_are_described():
    table = published(1, ink=True).play(BORIS, "enter 5a sanct")
    assert table.told_to(ANNA)[:3] == [
        "The pattern is ready. You start.",
        "It’s your turn.",
        "You entered MOM (3) at 4D: 6 points.",
    ]
    assert table.told_to(ANNA)[3] == (
        "Boris wrote SANCT at 5A in ink, and it is a mistake. SANCTTM stays in the grid: -10 points."
    )
    assert table.told_to(BORIS)[3] == (
        "You wrote SANCT at 5A in ink, and it is a mistake. SANCTTM stays in the grid: -10 points."
    )


# --- what players write -----------------------------------------------------------------------------------------------


def read(text):
    return LYNX.read(text, Options()).orders


@pytest.mark.parametrize(
    "text",
    [
        "ENTER 4D MOM",
        "enter 4d mom",
        "Enter 4 down: mom.",
        "ENTER 4 D mom",
        "* **ENTER 4D mom**",
        "> ENTER 04D mom".removeprefix("> "),
        "ENTER: 4D “mom”",
    ],
)
def test_an_entry_can_be_written_in_many_ways(text):
    assert read(text) == (Order("ENTER", {"light": "4D", "text": "MOM"}),)


def test_an_entry_keeps_its_parts():
    assert read("enter 1a ice cream") == (Order("ENTER", {"light": "1A", "text": "ICE CREAM"}),)
    assert read("enter 1 across will-o'-the-wisp") == (Order("ENTER", {"light": "1A", "text": "WILL-O’-THE-WISP"}),)


@pytest.mark.parametrize("verb", ["PASS", "ACCEPT", "REJECT"])
def test_the_other_commands_must_be_alone_on_their_line(verb):
    assert read(verb.lower()) == (Order(verb),)
    assert read(f"{verb} me the salt") == ()


@pytest.mark.parametrize(
    ("text", "why", "correct"),
    [
        (
            "ENTER",
            "After ENTER, write the number of the entry with A for across or D for down, then your word or phrase.",
            "ENTER 4D MOM",
        ),
        (
            "ENTER 4 MOM",
            "After ENTER, write the number of the entry with A for across or D for down, then your word or phrase.",
            "ENTER 4D MOM",
        ),
        ("ENTER 7A", "An entry needs letters, for example ENTER 4D MOM.", "ENTER 7A MOM"),
        (
            "ENTER 7A B4",
            "An entry can only contain letters, spaces, hyphens and apostrophes. Remove 4.",
            "ENTER 7A MOM",
        ),
    ],
)
def test_an_unreadable_entry_is_refused_with_a_form_to_copy(text, why, correct):
    with pytest.raises(Unreadable) as unreadable:
        read(f"PASS on the salt\n{text}")
    assert (unreadable.value.line, str(unreadable.value.why), unreadable.value.correct) == (text, why, correct)


def test_a_sentence_that_begins_with_enter_is_chatter():
    assert LYNX.read("Enter at your own risk", Options()).ignored == ("Enter at your own risk",)


def test_two_orders_of_one_turn_contradict_each_other():
    with pytest.raises(Unreadable, match="ENTER and PASS contradict each other"):
        read("ENTER 4D MOM\nPASS")


def test_each_letter_belongs_to_the_player_who_entered_it_first():
    owners = published(2).panel("pattern").owners
    assert {owners[cell] for cell in ((0, 6), (1, 6), (2, 6))} == {ANNA}  # including the M that both entries share
    assert {owners[2, column] for column in range(6)} == {BORIS}
    assert len(owners) == 9


def test_an_entry_to_be_judged_is_pencilled_in_with_buttons_beside_it():
    table = published(1).play(BORIS, "enter 5a abcdefm")
    pattern, judging = table.panel("pattern"), table.panel("judging")
    assert "".join(pattern.pencilled[2, column] for column in range(6)) == "ABCDEF"
    assert len(pattern.pencilled) == 6
    assert judging.verbs == ("ACCEPT", "REJECT")
    assert published(1).panel("pattern").pencilled == {}


def test_the_form_gives_the_cells_of_each_entry_in_the_pattern():
    entry, answer = published(2).view(ANNA).offers[0].fields
    assert (entry.grid, set(entry.cells)) == ("pattern", {"2D", "3D"})
    assert entry.cells["2D"] == tuple((row, 2) for row in range(7))
    assert published(2).panel("lights").picks == ("2D", "3D")
    assert answer.how == "text"


# --- what an entry would earn -----------------------------------------------------------------------------------------


def tried(table, seat, light, text):
    words = table.resources.words
    return LYNX.try_order(table.state, seat, Order("ENTER", {"light": light, "text": text}), words)


def test_trying_a_listed_entry_shows_its_points_and_crossings():
    trial = tried(published(4), ANNA, "3D", "titanic")
    assert (trial.points, str(trial.says)) == (14, "7 letters × 2 crossed: TT")
    assert [(run.text, run.is_word) for run in trial.runs] == [("TITANIC", True)]
    assert (trial.remark, trial.refusal) == (None, None)
    first = tried(lynx(ANNA, BORIS), ANNA, "4D", "mom")
    assert (first.points, str(first.says)) == (6, "3 letters × 2, as none is there yet")


def test_trying_an_unlisted_entry_says_that_it_will_be_judged():
    trial = tried(published(1), ANNA, "5A", "abcdefm")  # out of turn, as a plan
    assert (trial.points, trial.runs[0].is_word) == (7, None)
    assert str(trial.remark) == "Not in the word list. The others can accept or reject it."


def test_trying_an_impossible_entry_says_why_it_is_refused():
    assert str(tried(published(1), BORIS, "5A", "xyz").refusal) == "Entry 5A needs 7 letters, but XYZ has 3."


def test_trying_a_misfit_in_ink_shows_what_it_would_cost():
    trial = tried(published(1, ink=True), BORIS, "5A", "sanct")
    assert (trial.points, str(trial.says)) == (-10, "In ink, this is a mistake. SANCTTM would stay in the grid.")


def in_lists(table, seat):
    return [worded(text) for text in table.view(seat).in_lists]


def test_a_list_of_games_shows_the_last_move_to_the_player_to_move():
    table = published(4)
    assert in_lists(table, ANNA) == ["Boris entered OCTET for 5 points."]
    assert in_lists(table, BORIS) == ["It’s Anna’s turn."]
    assert in_lists(table.play(ANNA, "pass"), BORIS) == ["Anna passed."]
    assert in_lists(lynx(ANNA, BORIS), ANNA) == ["It’s your turn."]


def test_a_list_of_games_shows_the_entry_to_be_judged():
    table = lynx(ANNA, BORIS, CHLOE).play(ANNA, "enter 4d mum")
    assert in_lists(table, BORIS) == in_lists(table, CHLOE) == ["Accept Anna’s entry MUM?"]
    assert in_lists(table.play(BORIS, "reject"), ANNA) == ["MUM was rejected."]


def test_a_list_of_games_does_not_guess_who_passed_after_a_resignation():
    table = lynx(ANNA, BORIS, CHLOE).play(ANNA, "enter 4d mom").play(BORIS, "pass").play(CHLOE, "resign")
    assert in_lists(table, ANNA) == ["It’s your turn."]
