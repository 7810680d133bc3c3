"""A program plays Lexicon: words, cards and challenges, what it can and can't see, and refusals."""

import pytest

from tests.api.conftest import TableOfTwo
from tests.tables import only_words


class Table(TableOfTwo):
    """A game of Lexicon in which the first two cards of the mover's hand are the only valid word."""

    def __init__(self, programs, **options):
        super().__init__("lexicon_cards", programs, **options)
        self.hand = self.view()["hand"]
        self.word = self.hand[:2]
        only_words(self.game, self.word)


@pytest.fixture
def programs(annas, boriss):
    return annas, boriss


@pytest.fixture
def table(programs):
    return Table(programs)


def test_the_view_includes_ones_own_hand_and_the_size_of_others(table):
    view, theirs = table.view(), table.other.view(table.game)
    assert (view["cards"], view["pool"], view["table"], view["challenge"]) == ([10, 10], 31, [], None)
    assert len(view["hand"]) == len(theirs["hand"]) == 10
    assert sorted(hand is None for hand in view["hands"]) == [False, True]
    assert {"LAY", "TAKE", "DRAW"} <= set(view["may"])
    assert not {"LAY", "TAKE", "DRAW", "ADD"} & set(theirs["may"])


def test_a_word_can_be_laid(table):
    view = table.play({"verb": "LAY", "word": table.word}).json()
    assert (view["table"], len(view["hand"])) == ([table.word], 8)
    assert table.other.view(table.game)["table"] == [table.word]


@pytest.mark.parametrize("verb", ["TAKE", "DRAW"])
def test_a_card_can_be_exchanged_for_another(table, verb):
    exposed = table.view()["exposed"]
    view = table.play({"verb": verb, "card": table.hand[0]}).json()
    assert view["exposed"] == table.hand[0]
    assert len(view["hand"]) == 10
    assert verb == "DRAW" or exposed in view["hand"]


def test_a_word_can_be_challenged(programs):
    table = Table(programs, word_check="challenge")
    none = table.hand[:3]
    view = table.play({"verb": "LAY", "word": none}).json()
    assert (view["phase"], view["challenge"]["word"]) == ("challenge", none)
    view = table.play({"verb": "CHALLENGE"}, program=table.other).json()
    assert (view["phase"], view["table"], sorted(view["points"])) == ("playing", [], [0, 10])


@pytest.mark.parametrize(
    ("command", "status", "why"),
    [
        ({"verb": "LAY", "word": "ZZZZZ"}, 409, "You don’t hold"),
        ({"verb": "LAY", "word": "CÂT"}, 422, "LAY can’t be written like this."),
        ({"verb": "LAY"}, 422, "After LAY, write a word made from your cards."),
        ({"verb": "LAY", "word": "CAT", "card": "Q"}, 422, "LAY doesn’t accept these fields: card."),
        ({"verb": "LAY", "word": "CAT\nRESIGN"}, 422, "LAY can’t be written like this."),
        ({"verb": "TAKE", "card": "QU"}, 422, "TAKE can’t be written like this."),
        ({"verb": "TAKE", "card": 7}, 422, "TAKE can’t be written like this."),
        ({"verb": "ADD", "word": "ARE"}, 422, "ADD can’t be written like this."),
        (
            {"verb": "ADD", "word": "ARE", "makes": "BARE"},
            409,
            "There are no words on the table yet. Lay one, or take or draw a card.",
        ),
        (
            {"verb": "EXCHANGE", "word": "LARCH", "makes": "LURCH"},
            409,
            "There are no words on the table yet. Lay one, or take or draw a card.",
        ),
        (
            {"verb": "ACCEPT"},
            409,
            "There is nothing to challenge. In this game, words are looked up when they are laid.",
        ),
        ({"verb": "GREEN"}, 422, "A command needs a verb. It must be one of:"),
    ],
)
def test_an_invalid_command_is_refused_with_a_reason(table, command, status, why):
    table.assert_refused(command, status, why)


def test_commands_out_of_turn_and_for_a_past_turn_are_refused(table):
    theirs = table.other.view(table.game)["hand"]
    answer = table.play({"verb": "DRAW", "card": theirs[0]}, program=table.other)
    name = table.mover.player.name
    assert (answer.status_code, answer.json()["detail"]) == (409, f"It’s {name}’s turn. Wait for yours.")
    turn = table.view()["turn"]
    assert table.play({"verb": "DRAW", "card": table.hand[0]}, turn=turn).status_code == 200
    assert table.play({"verb": "DRAW", "card": theirs[0]}, program=table.other, turn=turn).status_code == 409
    assert table.view()["turn"] == turn + 1
