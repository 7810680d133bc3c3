"""Players cancel their game: it ends without a result as soon as everyone still in it has asked for that."""

from copy import deepcopy

import pytest

from games.rules.table.verify import replay
from games.rules.values import Differs, Joining, Order, OrderRefused
from tests.rules.crossing.table import CROSSING, crossing
from tests.rules.position import ANNA, BORIS, CHLOE, DEAL, record_of
from tests.rules.table.counting import DAY, MOVE, Table
from tests.rules.test_every_kind import Game, every_kind


def game_of(kind, *, seats=None):
    return Game(kind, options={}, joining=[Joining()] * (seats or kind.seats[0]))


def ask(game, *seats, verb="VOID"):
    for seat in seats:
        game.attempt(Order(verb), seat)
    return game


def voided(kind):
    """A game that was cancelled after one player asked, withdrew and asked again."""
    game = game_of(kind)
    everyone = range(game.state.seats)
    ask(game, *everyone[:-1])
    ask(game, 0, verb="KEEP")
    return ask(game, 0, everyone[-1])


def offered(game, seat):
    return {offer.verb for offer in game.kind.view(game.state, seat, game.resources.words).offers}


def told(game, reader):
    return [str(game.kind.word(game.kind.tell(game.state, event, reader), reader)) for event in game.events[-2:]]


@every_kind
def test_a_game_is_voided_when_everyone_has_asked(kind):
    game = voided(kind)
    assert (game.state.phase, game.state.ending, game.refusals) == ("finished", "void", [])
    assert list(kind.ranks(game.state)) == []
    assert [(event.verb, event.facts) for event in game.events[-2:]] == [("void", {}), ("end", {"ending": "void"})]
    last = game.state.seats - 1
    over = "Everyone agreed to cancel the game. It has no result."
    assert told(game, last) == ["You asked to cancel the game.", over]
    assert told(game, None) == [f"seat {last} asked to cancel the game.", over]


@every_kind
def test_the_game_goes_on_until_everyone_has_asked_and_shows_who_has(kind):
    game = game_of(kind)
    *others, last = range(game.state.seats)
    assert "VOID" in offered(game, 0)
    ask(game, *others)
    assert game.state.phase != "finished"
    assert ("KEEP" in offered(game, 0), "VOID" in offered(game, 0)) == (True, False)
    assert ("KEEP" in offered(game, last), "VOID" in offered(game, last)) == (False, True)
    says = [[str(one) for one in seat.says] for seat in kind.view(game.state, None, game.resources.words).seats]
    assert ["wants to cancel the game" in one for one in says] == [True] * len(others) + [False]


@every_kind
def test_a_cancelled_games_record_verifies_only_if_everyone_asked(kind):
    game = voided(kind)
    whole = record_of(game, seed=game.resources.key)
    replay(kind, whole)
    changed = deepcopy(whole)
    changed["events"] = [event for event in changed["events"] if event["verb"] != "void" or event["seat"] != 0]
    for n, event in enumerate(changed["events"], start=1):
        event["n"] = n
    with pytest.raises(Differs):
        replay(kind, changed)


@every_kind
def test_a_game_with_a_final_deadline_cannot_be_cancelled(kind):
    game = game_of(kind)
    *others, last = range(game.state.seats)
    ask(game, *others).govern("HARD_END", until=game.now + 9 * DAY)
    ask(game, last)
    assert game.refusals == ["Only the directors of the tournament can end this game."]
    assert "VOID" not in offered(game, last)
    assert game.state.phase != "finished"


@pytest.mark.parametrize("start", [lambda: crossing(ANNA, BORIS), lambda: Table()], ids=["crossing", "counting"])
class TestAtATable:
    """Behaviour that doesn't depend on the kind, tested once with a board for each player and once with turns."""

    def give(self, table, *orders):
        for seat, verb in orders:
            table = table.give(seat, verb) if hasattr(table, "give") else table.play(seat, verb)
        return table

    def test_asking_twice_is_recorded_once(self, start):
        table = self.give(start(), (ANNA, "VOID"))
        before = len(table.events)
        assert len(self.give(table, (ANNA, "VOID")).events) == before

    def test_a_player_who_withdrew_must_ask_again(self, start):
        table = self.give(start(), (ANNA, "VOID"), (ANNA, "KEEP"), (BORIS, "VOID"))
        assert table.state.would_void == (BORIS,)
        assert table.state.phase != "finished"

    def test_players_can_only_withdraw_their_own_request(self, start):
        table = self.give(start(), (ANNA, "VOID"))
        with pytest.raises(OrderRefused, match="You haven’t asked to cancel the game"):
            self.give(table, (BORIS, "KEEP"))

    def test_players_can_cancel_during_their_own_pause(self, start):
        table = self.give(start(), *((seat, verb) for verb in ("PAUSE", "VOID") for seat in (ANNA, BORIS)))
        assert table.state.ending == "void"

    def test_players_cannot_cancel_during_a_pause_by_the_staff(self, start):
        table = start().govern("PAUSE")
        with pytest.raises(OrderRefused, match="A moderator or director has paused the game"):
            self.give(table, (ANNA, "VOID"))

    def test_a_replacement_has_not_asked(self, start):
        table = self.give(start(), (ANNA, "VOID")).govern("REPLACE", ANNA)
        assert self.give(table, (BORIS, "VOID")).state.phase != "finished"


def test_an_away_player_must_return_and_ask_in_crossing():
    table = crossing(ANNA, BORIS, see_bank=0).give(BORIS, "VOID").look(ANNA).wait(days=1)  # Boris is away
    assert table.give(ANNA, "VOID").state.phase != "finished"
    with pytest.raises(OrderRefused, match=r"You are away\. Look at the game first"):
        table.give(BORIS, "VOID")
    assert table.give(ANNA, "VOID").look(BORIS).give(BORIS, "VOID").state.ending == "void"


def test_an_away_player_must_return_and_ask_in_games_with_turns():
    table = Table()
    absent, present = table.to_move, table.other
    table.play(absent, "VOID").govern("AWAY", absent).play(present, "VOID")
    assert table.state.phase != "finished"
    with pytest.raises(OrderRefused, match=r"You are away\. Look at the game first"):
        table.play(absent, "VOID")
    assert table.play(absent, "LOOK").play(absent, "VOID").state.ending == "void"


def test_a_request_to_cancel_survives_lights_and_turns():
    table = crossing(ANNA, BORIS, leeway=0).all_seen().give(ANNA, "VOID").complete(ANNA).play(ANNA, "green")
    assert (table.state.round, table.state.would_void) == (2, (ANNA,))
    turns = Table()
    turns.play(ANNA, "VOID").play(turns.to_move, "COUNT").at(DEAL + MOVE)
    assert turns.state.would_void == (ANNA,)


def test_a_game_is_cancelled_when_the_only_player_against_it_resigns():
    table = crossing(ANNA, BORIS, CHLOE).give(ANNA, "VOID").give(BORIS, "VOID").give(CHLOE, "RESIGN")
    assert table.happened[-2:] == [("resign", CHLOE), ("end", None)]
    turns = Table(seats=3).play(ANNA, "VOID").play(BORIS, "VOID").play(CHLOE, "RESIGN")
    assert (table.state.ending, turns.state.ending) == ("void", "void")
    replay(turns.kind, turns.record)


def test_a_record_verifies_when_a_resignation_cancelled_the_game():
    game = game_of(CROSSING, seats=3)
    ask(game, ANNA, BORIS)
    game.attempt(Order("RESIGN"), CHLOE)
    assert game.state.ending == "void"
    replay(game.kind, record_of(game, seed=game.resources.key))
