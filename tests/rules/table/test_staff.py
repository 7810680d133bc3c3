"""Staff actions in any game with turns."""

from dataclasses import replace
from datetime import timedelta

import pytest

from games.rules import registry
from games.rules.table.verify import replay
from games.rules.values import Differs, Joining, OrderRefused, Resources, StaffAction, UnreadableRecord
from games.rules.words import AnyWord
from tests.rules.position import ANNA, DEAL
from tests.rules.table.counting import DAY, MOVE, Table

HOUR = timedelta(hours=1)


def refusal(table, verb, seat=None, **facts):
    """Why a staff action is refused. The refusal must change nothing."""
    before = table.state
    with pytest.raises(OrderRefused) as refused:
        table.govern(verb, seat, **facts)
    assert table.state == before
    return str(refused.value)


def ends(table, seat):
    return table.state.clocks.ends(f"move {seat}")


# --- pauses and time --------------------------------------------------------------------------------------------------


def test_a_pause_by_moderators_lasts_until_they_end_it():
    table = Table()
    seat = table.to_move
    table.govern("PAUSE", reason="Repairs.")
    assert table.says() == "The moderators paused the game: Repairs."
    assert table.kind.due(table.state) is None
    with pytest.raises(OrderRefused, match="A moderator or director has paused the game"):
        table.play(seat, "RESUME")
    assert table.at(DEAL + 40 * DAY).govern("RESUME").says() == "The moderators ended the pause."
    assert ends(table, seat) == DEAL + 40 * DAY + MOVE
    assert "isn’t paused" in refusal(table, "RESUME")


def test_the_time_to_move_can_be_extended_for_one_player_or_all():
    table = Table()
    seat, other = table.to_move, table.other
    table.govern("EXTEND", seat, "Ill.", by=3600)
    assert table.says(seat) == "The moderators extended your time by 1:00:00: Ill."
    table.govern("EXTEND", by=3600)
    assert ends(table, seat) == DEAL + MOVE + 2 * HOUR
    assert "doesn’t have to move now. Extend" in refusal(table, "EXTEND", other, by=3600)
    assert "There is no time bank in this game." in refusal(table, "EXTEND", seat, by=3600, bank=True)


def test_extending_a_bid_also_extends_the_bidding():
    kind = registry.kind("scannergram")
    resources = Resources(key=bytes(32), words=AnyWord())
    state = kind.start([Joining()] * 3, kind.options_type(live=True), resources, DEAL).state
    state = kind.play(state, 0, kind.read("BID 3", state.options).orders[0], resources, DEAL).state
    extended = kind.govern(state, StaffAction("EXTEND", "", 1, by=3600), resources, DEAL).state
    for clock in ("move 1", "window"):
        assert extended.clocks.ends(clock) == state.clocks.ends(clock) + HOUR
    assert extended.clocks.ends("move 2") == state.clocks.ends("move 2")


# --- seats ------------------------------------------------------------------------------------------------------------


def test_the_player_to_move_can_be_marked_away_and_the_game_goes_on():
    table = Table()
    seat, other = table.to_move, table.other
    assert "doesn’t have to move now. You can only mark" in refusal(table, "AWAY", other)
    table.govern("AWAY", seat, "Asked for it.")
    assert table.to_move == other
    assert table.happened("away") == [(seat, DEAL)]
    assert "already away" in refusal(table, "AWAY", seat)
    table.govern("PAUSE")
    assert "End the pause first" in refusal(table, "AWAY", other)


def test_a_player_cannot_be_marked_away_while_the_game_waits_for_a_vacation():
    table = Table()
    seat = table.to_move
    table.vacation(seat, DEAL, DEAL + 2 * DAY)
    assert "on vacation" in refusal(table, "AWAY", seat)


def test_replacing_a_player_resets_lateness_and_absence():
    table = Table(move_within=60)
    seat = table.to_move
    table.at(DEAL + timedelta(minutes=5))
    assert (table.state.away, table.state.late[seat]) == ((seat,), 3)
    table.govern("REPLACE", seat, "Gone for good.")
    assert (table.state.away, table.state.late.get(seat)) == ((), None)
    assert table.says().endswith("took over from another player: Gone for good.")


def test_a_replacement_gets_a_fresh_clock_and_is_notified_of_their_turn():
    table = Table()
    seat = table.to_move
    table.vacation(seat, DEAL + 30 * DAY, DEAL + 40 * DAY).play(seat, "EXTEND").at(DEAL + 2 * DAY)
    table.govern("REPLACE", seat)
    assert ends(table, seat) == DEAL + 2 * DAY + MOVE
    assert table.says(seat) == "It’s your turn."
    assert (table.state.clocks.vacations, table.state.extended) == ((), ())


def test_a_replacement_who_is_not_to_move_gets_no_clock():
    table = Table()
    table.govern("REPLACE", table.other)
    assert ends(table, table.other) is None
    assert table.says(table.other) == "You took over from another player."


def test_a_resigned_seat_cannot_be_replaced():
    table = Table(seats=3)
    seat = table.other
    table.play(seat, "RESIGN")
    assert "no longer plays" in refusal(table, "REPLACE", seat)


@pytest.mark.parametrize(
    ("kind", "option"), [("handshake", "move_within"), ("lynx", "move_within"), ("scannergram", "move_within")]
)
def test_a_replacement_gets_the_full_time_to_move_in_every_kind(kind, option):
    kind = registry.kind(kind)
    resources = Resources(key=bytes(32), words=AnyWord())
    state = kind.start([Joining()] * 3, kind.options_type(), resources, DEAL).state
    seat = state.awaited[0]
    later = kind.govern(state, StaffAction("REPLACE", "", seat), resources, DEAL + HOUR).state
    assert later.clocks.ends(f"move {seat}") == DEAL + HOUR + state.options.span(option)


# --- the end ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("paused", [False, True])
def test_a_game_ends_at_its_final_deadline_and_is_scored_as_it_stands(paused):
    table = Table()
    first = table.to_move
    table.play(first, "COUNT").govern("HARD_END", until=DEAL + DAY)
    if paused:
        table.govern("PAUSE")
    assert table.kind.view(table.state, None, AnyWord()).why[-1].values["at"] == DEAL + DAY
    assert [one.what for one in table.kind.deadlines(table.state, first)][-1:] == ["end"]
    table.at(DEAL + 9 * DAY)
    assert (table.state.ending, table.happened("end")) == ("hard_end", [(None, DEAL + DAY)])
    best, last = table.kind.ranks(table.state)
    assert (best.seat, best.rank, best.score, last.rank) == (first, 1, 1, 2)


def test_the_final_deadline_is_the_last_event_at_its_instant():
    table = Table().govern("HARD_END", until=DEAL + MOVE).at(DEAL + MOVE)
    assert [event.verb for event in table.events][-5:] == ["late", "skip", "turn", "score", "end"]
    with pytest.raises(OrderRefused, match="game is over"):
        table.play(ANNA, "LOOK")


def test_a_final_deadline_must_be_in_the_future_and_can_be_changed():
    table = Table().govern("HARD_END", until=DEAL + DAY)
    assert "would be in the past" in refusal(table, "HARD_END", until=DEAL)
    assert "must be a date and time" in refusal(table, "HARD_END", until=None)
    table.govern("HARD_END", reason="Snow.", until=DEAL + 2 * DAY).at(DEAL + 2 * DAY)
    assert table.happened("end") == [(None, DEAL + 2 * DAY)]


def test_a_game_can_be_scored_as_it_stands_or_voided():
    table = Table()
    table.play(table.to_move, "COUNT")
    scored, void = table.state, table.state
    scored = table.kind.govern(scored, StaffAction("SCORE", "Late."), table.resources, DEAL)
    assert [event.verb for event in scored.events] == ["score", "end"]
    assert scored.state.ending == "adjudicated"
    assert len(table.kind.ranks(scored.state)) == 2
    void = table.kind.govern(void, StaffAction("VOID", "Dealt twice."), table.resources, DEAL)
    assert [event.facts for event in void.events] == [{"staff": True, "reason": "Dealt twice.", "ending": "void"}]
    assert table.kind.ranks(void.state) == ()


def test_lexicon_cards_ranks_nobody_in_a_voided_game():
    kind = registry.kind("lexicon_cards")
    resources = Resources(key=bytes(32), words=AnyWord())
    state = kind.start([Joining()] * 2, kind.options_type(), resources, DEAL).state
    assert kind.ranks(replace(state, phase="finished", ending="void")) == ()


@pytest.mark.parametrize("verb", ["PAUSE", "RESUME", "EXTEND", "AWAY", "AMBER", "REPLACE", "HARD_END", "SCORE", "VOID"])
def test_staff_actions_on_a_finished_game_are_refused(verb):
    assert "The game is over" in refusal(Table().govern("SCORE"), verb, ANNA)


def test_an_amber_light_cannot_be_dealt_in_a_game_without_lights():
    assert "There are no lights in this game. An amber light can only be dealt in Lexicon Crossing." in refusal(
        Table(), "AMBER"
    )


# --- records ----------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def governed():
    """A game with every staff action, including a final deadline set at the deal."""
    table = Table(seats=3)
    table.govern("HARD_END", until=DEAL + 30 * DAY)
    table.play(table.to_move, "COUNT").govern("EXTEND", table.to_move, "Ill.", by=3600).govern("EXTEND", by=60)
    table.govern("PAUSE", reason="Repairs.").at(DEAL + DAY).govern("RESUME")
    absent = table.to_move
    table.govern("AWAY", absent).govern("REPLACE", absent, "Gone.").govern("REPLACE", table.to_move)
    table.govern("HARD_END", until=DEAL + 20 * DAY).play(table.to_move, "COUNT")
    return table


def test_a_game_with_every_staff_action_verifies(governed):
    governed.at(DEAL + 20 * DAY)
    assert governed.state.ending == "hard_end"
    replay(governed.kind, governed.record)


@pytest.mark.parametrize("verb", ["SCORE", "VOID"])
def test_a_game_ended_by_the_staff_verifies(verb):
    table = Table()
    table.play(table.to_move, "COUNT").at(DEAL + DAY).govern(verb, reason="The hall closes.")
    replay(table.kind, table.record)


def test_a_game_with_a_final_deadline_set_before_a_vacation_at_the_deal_verifies():
    table = Table(vacation="passes")
    seat = table.to_move
    starts, kind = DEAL - DAY, table.kind
    joining = [Joining(vacations=((starts, DEAL + 9 * DAY, starts),) if one == seat else ()) for one in (0, 1)]
    step = kind.start(joining, table.state.options, table.resources, DEAL)
    table.state, table.events = step.state, list(step.events)
    table.govern("HARD_END", until=DEAL + DAY).at(DEAL + DAY)
    assert table.happened("away") == [(seat, DEAL)]
    replay(kind, table.record)


@pytest.mark.parametrize("verb", ["pause", "resume", "extend", "away", "replace"])
def test_a_record_must_mark_staff_actions_as_such(governed, verb):
    record = governed.at(DEAL + 20 * DAY).record
    del next(event for event in record["events"] if event["verb"] == verb)["staff"]
    with pytest.raises(Differs):
        replay(governed.kind, record)


@pytest.mark.parametrize(
    "change",
    [{"by": -5}, {"reason": 5}, {"at": "2026-11-20T12:00:01.000000Z"}, {"seat": 7}, {"until": "soon"}],
    ids=lambda change: next(iter(change)),
)
def test_a_changed_staff_action_is_detected(governed, change):
    record = governed.at(DEAL + 20 * DAY).record
    next(event for event in record["events"] if event["verb"] == "extend" and "seat" in event).update(change)
    with pytest.raises((Differs, UnreadableRecord)):
        replay(governed.kind, record)
