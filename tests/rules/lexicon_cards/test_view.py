"""The game as each reader sees it: their own hand and no other, the table, the piles, the points, the buttons."""

import pytest

from games.rules.texts import Player
from tests.rules.lexicon_cards.table import LEXICON, lexicon
from tests.rules.position import ANNA, BORIS, CHLOE, DMITRI, Words

LIST = Words({"CAT", "THE"})


def three(**more):
    hands = {ANNA: "CATZ", BORIS: "THE", CHLOE: "Q?"}
    options = {name: more.pop(name) for name in ("word_check", "upheld", "sticky_master") if name in more}
    return lexicon(ANNA, BORIS, CHLOE, words=LIST, **options).having(
        **{"hands": hands, "exposed": "XE", "pack": "LMN", "table": ("ARE", "LaRCH"), **more}
    )


# --- panels -----------------------------------------------------------------------------------------------------------


def test_a_player_sees_their_own_hand_in_order_with_its_values():
    hand = three().view(CHLOE).panels[0]
    assert (hand.tiles, hand.values, str(hand.note)) == ("Q?", {"Q": 4, "?": 15}, "19 points")


@pytest.mark.parametrize("reader", [ANNA, BORIS, DMITRI])
def test_no_other_hand_is_shown(reader):
    view = three().view(reader)
    assert [panel.name for panel in view.panels if panel.name.startswith("hand")] == (
        [] if reader is None else [f"hand {reader}"]
    )
    assert [hand for seat, hand in enumerate(view.facts["hands"]) if seat != reader] == [None] * (
        3 if reader is None else 2
    )


def test_every_hand_is_shown_when_the_game_is_finished():
    table = three(points={BORIS: 90, CHLOE: 90}).having(hands={ANNA: "CAT"}).play(ANNA, "lay cat")
    hands = [panel for panel in table.view(DMITRI).panels if panel.name.startswith("hand")]
    assert [(str(hand.title), hand.tiles) for hand in hands] == [("seat 1’s hand", "EHT"), ("seat 2’s hand", "Q?")]
    assert table.view(DMITRI).facts["hands"] == ["", "EHT", "Q?"]


def test_words_on_the_table_have_a_mark_after_each_master():
    assert list(map(str, three().panel("table").lines)) == [
        "ARE",
        "LA?RCH",
        "A ? after a letter shows that it is a Master.",
    ]
    assert list(map(str, three(table=()).panel("table").lines)) == ["No words yet."]


@pytest.mark.parametrize("turned", [0, 2])
def test_the_piles_show_the_exposed_card_and_whether_the_pack_was_used_up(turned):
    pairs = three(turned=turned).panel("piles").pairs
    assert [(str(what), str(how)) for what, how in pairs] == [
        ("Exposed card", "E, 10 points"),
        ("Cards in the pack", "3"),
        ("Times the pack was used up", str(turned)),
    ]


def test_everyone_sees_how_many_cards_each_holds_and_their_points():
    table = three(points={BORIS: 12})
    assert [list(map(str, seat.says)) for seat in table.view(DMITRI).seats] == [
        ["0 points", "4 cards", "to move"],
        ["12 points", "3 cards"],
        ["0 points", "2 cards"],
    ]


def test_players_who_are_out_or_resigned_are_shown_as_such():
    table = three(points={CHLOE: 99}, hands={ANNA: "CAT", BORIS: "THE", CHLOE: "Q"}).play(ANNA, "lay cat")
    assert list(map(str, table.view(ANNA).seats[CHLOE].says)) == ["103 points", "out"]
    resigned = three().play(CHLOE, "resign")
    assert list(map(str, resigned.view(ANNA).seats[CHLOE].says)) == ["resigned"]


def test_the_api_gives_the_same_facts():
    facts = three().view(CHLOE).facts
    assert facts == {
        "table": ["ARE", "LaRCH"],
        "exposed": "E",
        "turned": 0,
        "cards": [4, 3, 2],
        "points": [0, 0, 0],
        "out": [],
        "dealer": CHLOE,
        "hands": [None, None, "Q?"],
        "challenge": None,
        "hand": "Q?",
    }


# --- buttons ----------------------------------------------------------------------------------------------------------


def test_the_player_to_move_is_offered_all_five_moves_with_their_choices():
    offers = {offer.verb: offer for offer in three().view(ANNA).offers}
    assert [*offers] == ["LAY", "ADD", "EXCHANGE", "TAKE", "DRAW", "STANDING", "PAUSE", "VOID", "RESIGN"]
    assert all(offer.refusal is None for offer in offers.values())
    assert [written for written, _ in offers["ADD"].fields[0].choices] == ["ARE", "LA?RCH"]
    assert [(written, str(shown)) for written, shown in offers["DRAW"].fields[0].choices] == [
        ("A", "A, 10 points"),
        ("C", "C, 8 points"),
        ("T", "T, 8 points"),
        ("Z", "Z, 2 points"),
    ]
    assert str(offers["TAKE"].label) == "Take E"


@pytest.mark.parametrize("verb", ["LAY", "ADD", "EXCHANGE", "TAKE", "DRAW"])
def test_out_of_turn_buttons_say_why_they_are_refused(verb):
    assert str(three().offer(BORIS, verb).refusal) == "It’s seat 0’s turn. Wait for yours."


@pytest.mark.parametrize("verb", ["ADD", "EXCHANGE"])
def test_buttons_that_need_a_word_say_so_when_the_table_is_empty(verb):
    assert str(three(table=()).offer(ANNA, verb).refusal) == (
        "There are no words on the table yet. Lay one, or take or draw a card."
    )


@pytest.mark.parametrize("masters", ["?", "h", "?h"])
def test_all_masters_are_a_single_choice(masters):
    table = three(hands={ANNA: f"C{masters}", BORIS: "THE", CHLOE: "Q"}, sticky_master=True)
    assert [written for written, _ in table.offer(ANNA, "DRAW").fields[0].choices] == ["C", "?"]


@pytest.mark.parametrize("offer", ["TAKE", "DRAW"])
def test_an_example_names_a_card_in_the_hand(offer):
    table = three()
    assert table.play(ANNA, table.offer(ANNA, offer).example).state.awaited == (BORIS,)


def test_other_players_get_buttons_to_challenge_or_accept_a_word():
    table = three(word_check="challenge").play(ANNA, "lay zat")
    assert [offer.verb for offer in table.view(CHLOE).offers][-5:] == ["CHALLENGE", "ACCEPT", "PAUSE", "VOID", "RESIGN"]
    assert table.offer(ANNA, "CHALLENGE") is None
    assert str(table.offer(CHLOE, "CHALLENGE").asks.says[0]) == (
        "The word list decides on ZAT. If it isn’t valid, 10 points are added to its player’s score. If it is "
        "valid, they are added to yours."
    )


def test_a_player_who_accepted_is_told_they_already_have():
    table = three(word_check="challenge").play(ANNA, "lay zat").play(CHLOE, "accept")
    assert str(table.offer(CHLOE, "ACCEPT").refusal) == (
        "You have already accepted ZAT. Only the other players can still challenge it."
    )


# --- status -----------------------------------------------------------------------------------------------------------


def test_the_time_left_to_challenge_a_word_is_shown():
    view = three(word_check="challenge").play(ANNA, "lay zat").view(CHLOE)
    assert str(view.why[-1]) == (
        "ZAT can be challenged until the next player moves, or until 2026-11-21T12:00+00:00 at the latest."
    )
    assert [str(clock.label) for clock in view.clocks] == ["seat 1’s move", "Time to challenge"]
    assert view.facts["challenge"] == {"seat": ANNA, "word": "ZAT", "accepted": []}
    assert view.phase == "challenge"


def test_a_round_waiting_for_its_last_word_says_so():
    table = three(word_check="challenge", hands={ANNA: "CAT", BORIS: "THE", CHLOE: "Q"}).play(ANNA, "lay cat")
    view = table.view(BORIS)
    assert list(map(str, view.why)) == [
        "seat 0 has no cards left. The round ends when CAT can no longer be challenged.",
        "CAT can be challenged until 2026-11-21T12:00+00:00.",
    ]
    assert str(view.disc.says) == "Challenge or accept the word"
    assert str(table.view(DMITRI).disc.says) == "CAT can be challenged"
    assert [offer.verb for offer in view.offers] == ["CHALLENGE", "ACCEPT", "PAUSE", "VOID", "RESIGN"]
    assert {seat: str(what) for seat, what in view.waiting_for.items()} == {
        BORIS: "CHALLENGE or ACCEPT CAT",
        CHLOE: "CHALLENGE or ACCEPT CAT",
    }
    assert [str(clock.label) for clock in view.clocks] == ["Time to challenge"]


# --- what readers are told --------------------------------------------------------------------------------------------


def test_the_deal_tells_each_player_their_own_cards():
    table = lexicon(ANNA, BORIS)
    up, (own, other) = table.state.exposed, table.last("deal").facts["draws"]
    dealt = f"Boris dealt round 1. The exposed card is {up}."
    assert table.told_to(DMITRI)[0] == dealt
    assert table.told_to(ANNA)[0] == f"{dealt} Your cards: {', '.join(own)}."
    assert ", ".join(other) not in table.told_to(ANNA)[0]


def test_a_drawn_card_is_shown_only_to_the_player_who_drew_it():
    table = three().play(ANNA, "draw z")
    assert "You discarded Z and drew N." in table.told_to(ANNA)
    for reader in (BORIS, DMITRI):
        assert "Anna discarded Z and drew a card." in table.told_to(reader)


@pytest.mark.parametrize(
    ("text", "mine", "others"),
    [
        ("lay cat", "You laid CAT.", "Anna laid CAT."),
        ("add are care", "You turned ARE into CARE.", "Anna turned ARE into CARE."),
        ("exchange are ate", "You exchanged cards. ARE is now ATE.", "Anna exchanged cards. ARE is now ATE."),
        ("take z", "You took E and put Z in its place.", "Anna took E and put Z in its place."),
    ],
)
def test_each_move_is_described_in_a_sentence(text, mine, others):
    table = three(word_check="challenge").play(ANNA, text)
    assert mine in table.told_to(ANNA)
    assert others in table.told_to(BORIS)


@pytest.mark.parametrize(
    ("word", "upheld", "says"),
    [
        (
            "cat",
            "offender",
            "Boris challenged CAT. It is in the word list, so it stays, and 10 points are added to Boris’s score.",
        ),
        (
            "zat",
            "offender",
            "Boris challenged ZAT. It isn’t in the word list, so its cards went back, and 10 points are added to "
            "Anna’s score.",
        ),
        (
            "zat",
            "challenger",
            "Boris challenged ZAT. It isn’t in the word list, so its cards went back to Anna, and 10 points are "
            "taken off Boris’s score.",
        ),
    ],
)
def test_the_result_of_a_challenge_is_described(word, upheld, says):
    table = three(word_check="challenge", upheld=upheld).play(ANNA, f"lay {word}").play(BORIS, "challenge")
    assert says in table.told_to(CHLOE)


def test_a_word_open_to_challenge_is_marked_on_the_table():
    table = three(word_check="challenge").play(ANNA, "lay zat")
    words = table.panel("table", BORIS)
    assert words.marked[0] == "ZAT"
    assert words.verbs == ("CHALLENGE", "ACCEPT")
    assert three().play(ANNA, "lay cat").panel("table", BORIS).marked is None


def test_an_unchallenged_word_is_reported():
    told = (
        three(word_check="challenge").play(ANNA, "lay zat").play(BORIS, "accept").play(CHLOE, "accept").told_to(DMITRI)
    )
    assert told[-3:] == ["Boris accepted the word.", "Chloe accepted the word.", "Nobody challenged Anna’s ZAT."]


@pytest.mark.parametrize(
    ("stalled", "out", "says"),
    [
        (False, [], "The round is over. Points left in hand: seat 0 0, seat 2 26."),
        (False, [2], "The round is over. Points left in hand: seat 0 0, seat 2 26. Out: seat 2."),
        (True, [], "Nobody laid or changed a word for two rounds of turns, so all hands were counted."),
        (
            True,
            [0, 1],
            "Nobody laid or changed a word for two rounds of turns, so all hands were counted. Out: seat 0, seat 1.",
        ),
    ],
)
def test_the_count_says_who_is_out(stalled, out, says):
    counted = {"verb": "count", "hands": [], "added": [0, None, 26], "points": [], "stalled": stalled, "out": out}
    assert str(LEXICON.word(counted, None)) == says


def test_turning_the_pack_and_dropping_a_player_are_described():
    assert LEXICON.word({"verb": "turned", "up": "h", "cards": 3}, None).values["up"] == "H?"
    dropped = {"verb": "drop", "seat": 0, "hand": "AQ", "added": 14}
    assert str(LEXICON.word(dropped, ANNA)) == (
        "You missed three turns in a row, so you are out. Your hand, AQ, counted 14."
    )
    assert LEXICON.word(dropped, BORIS).values["player"] == Player(ANNA)


def test_chat_is_not_among_the_events_of_this_game():
    assert "said" not in LEXICON.all_happenings
