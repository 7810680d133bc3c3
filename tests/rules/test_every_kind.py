"""Properties of every kind of game, whatever people do. A kind need only say what can be tried and what it hides."""

import json
import pickle
import re
from copy import copy
from dataclasses import replace
from datetime import timedelta
from functools import cache, cached_property
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import TypeAdapter

from games.rules import registry
from games.rules.options import read_options
from games.rules.table.verify import replay
from games.rules.values import Joining, Order, OrderRefused, Resources, StaffAction
from games.rules.words import AnyWord
from games.store.rows import IN_ROWS
from tests.rules.crossing import random_play as crossing
from tests.rules.crossing.by_hand.verify import verify_by_hand
from tests.rules.crosslet import random_play as crosslet
from tests.rules.handshake import random_play as handshake
from tests.rules.lexicon_cards import random_play as lexicon_cards
from tests.rules.lynx import random_play as lynx
from tests.rules.position import DEAL, record_of
from tests.rules.scannergram import random_play as scannergram

RANDOM_PLAY = {
    "crossing": crossing,
    "crosslet": crosslet,
    "lexicon_cards": lexicon_cards,
    "lynx": lynx,
    "scannergram": scannergram,
    "handshake": handshake,
}
TRANSCRIPTS = Path(__file__).parents[1] / "transcripts"
MOST_TICKS = 500
AN_INSTANT = timedelta(microseconds=1)
ACTS = (
    *["PAUSE", "RESUME", "EXTEND", "EXTEND ALL", "EXTEND BANK", "AWAY", "AMBER", "REPLACE", "HARD_END"] * 2,
    *["SCORE", "VOID"],
)
NAME = re.compile("^seat [0-9]+")  # how a seat without a name is shown

every_kind = pytest.mark.parametrize("kind", registry.KINDS.values(), ids=registry.KINDS)
some = settings(max_examples=40)


class Game:
    """A game of any kind, played by random moves; `positions` is every state it was in."""

    def __init__(self, kind, *, options, joining, key=bytes(32), words=AnyWord()):  # noqa: B008  it has no state
        self.kind, self.play = kind, RANDOM_PLAY[kind.key]
        self.resources = Resources(key=key, words=words)
        self.events, self.positions, self.steps, self.refusals, self.now = [], [], [], [], DEAL
        self._take(kind.start(joining, read_options(kind.options_type, options), self.resources, DEAL))
        self.wait(0)

    @property
    def state(self):
        return self.positions[-1]

    def _take(self, step):
        self.positions.append(step.state)
        self.steps.append(step)
        self.events += step.events

    def wait(self, minutes):
        self.now += timedelta(minutes=minutes)
        while (due := self.kind.due(self.state)) and due.at <= self.now:
            self._take(self.kind.tick(self.state, self.resources))

    def attempt(self, order, seat):
        """Give the order if that is allowed."""
        self._try(self.kind.play, seat, order)

    def govern(self, verb, *, seat=None, **facts):
        """Carry out a staff action if that is allowed."""
        self._try(self.kind.govern, StaffAction(verb, "Because.", seat, **facts))

    def _try(self, act, *given):
        """Take a step of the rules, or note its refusal. The earlier state must stay as it was."""
        before, kept = self.state, pickle.dumps(self.state)
        try:
            step = act(before, *given, self.resources, self.now)
        except OrderRefused as refused:
            self.refusals.append(str(refused))
        else:
            self._take(step)
            self.wait(0)
        assert before == pickle.loads(kept)

    @cached_property
    def ended(self):
        """The game left to its clocks until it ends; the staff first ends any pause."""
        game = copy(self)
        game.events, game.positions, game.refusals = [*self.events], [*self.positions], [*self.refusals]
        game.steps = [*self.steps]
        if game.state.clocks.pause:
            game.govern("RESUME")
        for _ in range(MOST_TICKS):
            if game.kind.due(game.state) is None:
                return game
            game._take(game.kind.tick(game.state, game.resources))
        raise AssertionError("the game never ends by itself")


@st.composite
def games(draw, kind):
    """Options and players for a kind, and what the players and the staff do."""
    play = RANDOM_PLAY[kind.key]
    least, most = kind.seats
    seats = draw(st.integers(least, min(most, 3)))
    joining = [Joining(tiles_by_email=draw(st.booleans())) for _ in range(seats)]
    move = st.tuples(
        st.sampled_from(play.VERBS),
        st.integers(0, seats - 1),
        st.integers(0, 5),
        st.sampled_from([0, 0, 0, 1, 5, 30, 300, 1440]),
    )
    acts = st.dictionaries(
        st.integers(0, 39), st.tuples(st.sampled_from(ACTS), st.integers(0, seats - 1), st.integers(1, 5)), max_size=4
    )
    return {
        "options": draw(play.options(seats)),
        "joining": joining,
        "moves": draw(st.lists(move, min_size=15, max_size=40)),
        "acts": draw(acts),
    }


def played(kind, *, options, joining, moves, acts, key=bytes(32)):
    game = Game(kind, options=options, joining=joining, key=key)
    for turn, (verb, seat, number, minutes) in enumerate(moves):
        game.wait(minutes)
        if turn in acts:
            act(game, *acts[turn])
        for order in game.play.orders(game.state, seat, verb=verb, number=number, now=game.now):
            game.attempt(order, seat)
    return game


def act(game, verb, seat, number):
    """Try a staff action before one of the moves."""
    by = 3600 * number
    match verb:
        case "EXTEND ALL":
            game.govern("EXTEND", by=by)
        case "EXTEND BANK":
            game.govern("EXTEND", seat=seat, by=by, bank=True)
        case "EXTEND" | "AWAY" | "REPLACE":
            game.govern(verb, seat=seat, by=by)
        case "HARD_END":
            game.govern(verb, until=game.now + timedelta(days=3 * (number - 2)))
        case _:
            game.govern(verb)


CLAIMS = []


def of_every_game(claim):
    """Register a claim about games that random moves have made; it raises if it doesn't hold."""
    CLAIMS.append(claim)
    return claim


@every_kind
def test_every_claim_below_holds_for_random_games(kind):
    """This is one test because playing the games takes longer than checking them."""

    @some
    @given(setting=games(kind))
    def one(setting):
        game = played(kind, **setting)
        for claim in CLAIMS:
            claim(game)
        again = played(kind, **setting)
        assert (game.positions, game.events, game.refusals) == (again.positions, again.events, again.refusals)

    one()


def test_every_kind_has_random_play():
    assert RANDOM_PLAY.keys() == registry.KINDS.keys()


adapter_of = cache(TypeAdapter)


@of_every_game
def a_state_comes_back_from_its_rows_and_its_json(game):
    adapter = adapter_of(game.kind.state_type)
    for state in game.positions:
        rest = json.loads(json.dumps(adapter.dump_python(state, mode="json", exclude=IN_ROWS)))
        in_rows = {name: getattr(state, name) for name in IN_ROWS if name != "options"}
        assert adapter.validate_python({**rest, **in_rows, "options": vars(state.options)}) == state
        assert adapter.validate_python(adapter.dump_python(state)) == state


@of_every_game
def events_are_plain_json_in_the_order_of_time(game):
    for event in game.events:
        assert json.loads(json.dumps(event.facts)) == event.facts
    assert all(one.at <= next_one.at for one, next_one in pairwise(game.events))


@of_every_game
def nothing_is_due_before_what_has_happened(game):
    for state in game.positions:
        due = game.kind.due(state)
        assert due is None or due.at >= state.now


@of_every_game
def a_refusal_says_what_is_wrong(game):
    assert all(NAME.sub("Anna", refusal)[0].isupper() and refusal.endswith(".") for refusal in game.refusals)


@every_kind
def test_another_seed_gives_another_deal(kind):
    options, joining = {}, [Joining()] * kind.seats[0]
    deals = [Game(kind, options=options, joining=joining, key=bytes([number]) * 32).state for number in range(3)]
    if kind.tiles(deals[0].options):
        assert len({str((deal.bags, deal.hands, deal.boards)) for deal in deals}) == 3


@of_every_game
def timers_alone_end_every_game(game):
    game = game.ended
    assert game.state.phase == "finished"
    everybody = set() if game.state.ending == "void" else set(range(game.state.seats))
    assert {rank.seat for rank in game.kind.ranks(game.state)} == everybody


@of_every_game
def the_record_of_every_game_verifies_whatever_people_and_staff_did(game):
    game = game.ended
    record = json.loads(json.dumps(record_of(game, seed=game.resources.key)))
    replay(game.kind, record)
    if game.kind.key == "crossing":
        verify_by_hand(record)


@of_every_game
def a_game_is_over_at_its_hard_end(game):
    for state in game.positions:
        hard_end = state.clocks.hard_end
        assert hard_end is None or (state.now <= hard_end and game.kind.due(state).at <= hard_end)


@of_every_game
def what_the_staff_did_is_told_to_all_with_its_reason(game):
    for event in game.events:
        if event.facts.get("staff") and event.verb not in ("release", "drop", "score"):
            for reader in [*range(game.state.seats), None]:
                facts = game.kind.tell(game.state, event, reader)
                assert "Because." in str(game.kind.word(facts, reader))


@of_every_game
def the_set_adds_up(game):
    assert all(game.play.adds_up(state) for state in game.positions)


@of_every_game
def what_a_seat_hides_changes_no_other_view_and_nothing_that_others_are_told(game):
    state, kind = game.state, game.kind
    if state.phase == "finished":
        return
    for hidden in range(state.seats):
        changed, events = game.play.with_other_secrets(state, game.events, seat=hidden)
        in_the_know = game.play.knowing(state, game.events, seat=hidden)
        for reader in [*(seat for seat in range(state.seats) if seat not in in_the_know), None]:
            assert kind.view(changed, reader, AnyWord()) == kind.view(state, reader, AnyWord())
            assert kind.small_board(changed, reader) == kind.small_board(state, reader)
            told = [kind.tell(state, event, reader) for event in game.events]
            as_changed = [kind.tell(changed, event, reader) for event in events]
            assert [facts for facts in told if facts] == [facts for facts in as_changed if facts]


@of_every_game
def whoever_is_told_of_no_event_of_a_step_sees_nothing_change(game):
    for before, step in pairwise(game.steps):
        for reader in [*range(step.state.seats), None]:
            told = [game.kind.tell(step.state, event, reader) for event in step.events]
            if told and not any(told) and step.state.phase != "finished":
                was = game.kind.view(before.state, reader, AnyWord())
                assert game.kind.view(step.state, reader, AnyWord()) == was


@of_every_game
def a_step_that_the_record_leaves_out_changes_nobodys_count_of_late_turns(game):
    for before, step in pairwise(game.steps):
        if all(event.verb in game.kind.unrecorded for event in step.events):
            assert getattr(step.state, "late", None) == getattr(before.state, "late", None)


@of_every_game
def nothing_changes_for_anybody_until_the_next_thing_is_due(game):
    for state in game.positions:
        due = game.kind.due(state)
        later = due.at - AN_INSTANT if due else state.now + timedelta(days=30)
        if later > state.now:
            for reader in [*range(state.seats), None]:
                was = game.kind.view(state, reader, AnyWord())
                assert game.kind.view(replace(state, now=later), reader, AnyWord()) == was


@of_every_game
def everything_told_can_be_said(game):
    for reader in [*range(game.state.seats), None]:
        for event in game.events:
            facts = game.kind.tell(game.state, event, reader)
            message = game.kind.word(facts, reader) if facts is not None else None
            assert message is None or str(message)


@of_every_game
def a_verb_is_shown_as_allowed_exactly_when_it_is_not_refused(game):
    for seat in range(game.state.seats):
        for offer in game.kind.view(game.state, seat, AnyWord()).offers:
            if offer.verb in game.play.BARE:
                assert (offer.refusal is not None) == is_refused(game, Order(offer.verb), seat)


@of_every_game
def what_a_seat_may_do_are_its_buttons_that_work(game):
    for seat in range(game.state.seats):
        view = game.kind.view(game.state, seat, AnyWord())
        assert view.may == tuple(offer.verb for offer in view.offers if offer.refusal is None)


def is_refused(game, order, seat):
    try:
        game.kind.play(game.state, seat, order, game.resources, game.now)
    except OrderRefused:
        return True
    return False


@every_kind
def test_every_kind_has_replayed_transcripts(kind):
    assert list((TRANSCRIPTS / kind.key).glob("*.txt"))
