"""Trials of bids while a grid is being arranged, and the grid from which a bidder continues."""

from games.rules.values import Order
from games.rules.words import AnyWord
from tests.rules.position import ANNA, BORIS
from tests.rules.scannergram.table import ITCHY, SCANNERGRAM, START, WITCH, scannergram


class NoWord(AnyWord):
    def __contains__(self, word):
        return False


def tried(table, seat, grid):
    order = Order("BID", {"length": 2, "layout": grid})
    return SCANNERGRAM.try_order(table.state, seat, order, NoWord())


def field_of_grid(table, seat):
    offer = next(offer for offer in table.view(seat).offers if offer.verb == "BID")
    return next(field for field in offer.fields if field.how == "layout")


def test_the_length_of_a_bid_is_read_from_its_grid():
    trial = tried(scannergram(ANNA, BORIS), ANNA, ITCHY)
    assert str(trial.says) == "5 letters with the new tile Y"
    assert [run.text for run in trial.runs] == ["ITCHY"]
    assert trial.fills == ((0, "5"),)


def test_the_form_asks_for_words_only_if_some_need_not_be_called():
    table = scannergram(ANNA, BORIS, tile="W", calls_shortened=False)
    assert tried(table, ANNA, WITCH).fills == ((0, "5"), (1, "WE WITCH"))
    for one, hows in ((table, ["number", "words", "layout"]), (scannergram(ANNA, BORIS), ["number", "layout"])):
        offer = next(offer for offer in one.view(ANNA).offers if offer.verb == "BID")
        assert [field.how for field in offer.fields] == hows


def test_a_trial_does_not_reveal_whether_runs_are_valid_words():
    trial = tried(scannergram(ANNA, BORIS), ANNA, ITCHY)
    assert [run.is_word for run in trial.runs] == [None]
    assert trial.refusal is None


def test_a_trial_names_a_tile_that_is_not_laid_yet():
    assert "Y" in str(tried(scannergram(ANNA, BORIS), ANNA, START).refusal)


def test_a_trial_too_short_to_outbid_shows_the_possible_bids():
    trial = tried(scannergram(ANNA, BORIS).bid(ANNA, 5, "ITCHY", grid=ITCHY), BORIS, ITCHY)
    assert str(trial.says) == "5 letters with the new tile Y"
    assert str(trial.refusal).startswith("Your bid must be a whole number from 6 to ")


def test_a_bidder_continues_from_their_own_sealed_grid():
    table = scannergram(ANNA, BORIS).bid(ANNA, 5, "ITCHY", grid=ITCHY)
    assert (field_of_grid(table, ANNA).start, field_of_grid(table, ANNA).rack) == (ITCHY, "")
    assert (field_of_grid(table, BORIS).start, field_of_grid(table, BORIS).rack) == (START, "tile")
    assert ITCHY[9] not in repr(table.view(BORIS).offers)
