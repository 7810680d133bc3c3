"""A whole game with each house rule, from the deal to a record that verifies."""

from collections import Counter
from contextlib import suppress
from datetime import timedelta

import pytest

from games import commands, queries
from games.rules import registry
from games.rules.crossing.options import PACES
from games.rules.table.verify import replay
from games.rules.values import OrderRefused
from tests.tables import NOON, complete, hand, order, seat_of, start, state

MOST_ROUNDS = 30
SMALL = {"tile_set": "A12 E12", "starting_tiles": 2, "leeway": 0, "mail_leeway": 0}
TEAMS = {"teams": "ABAB", "jaywalk": "nobody"}
FORFEITS = {
    "jaywalk_forfeit": "Sing.",
    "light_forfeit": "Dance.",
    "incomplete_forfeit": "Hop.",
    "invalid_forfeit": "Skip.",
    "jaywalk": "everyone",
}


def jaywalk(game_id, player, at):
    order(game_id, player, f"JAYWALK {hand(game_id, player)[0]}", at)


def challenge_the_light(game_id, player, at):
    """Challenge the light by any of its words."""
    order(game_id, player, f"CHALLENGE {next(iter(state(game_id).granted))}", at)


def submit_a_crossing(game_id, player, at):
    """Submit a layout; only the first player's has a tile in two words, so that the others are behind, and jaywalk."""
    tiles = hand(game_id, player)
    if seat_of(game_id, player) == 0:
        order(game_id, player, f"GRID\n{tiles[:-1]}\n{tiles[-1]}{'.' * (len(tiles) - 2)}\nEND", at)
    else:
        jaywalk(game_id, player, at)


def jaywalk_twice(game_id, player, at):
    for _ in range(2):
        jaywalk(game_id, player, at)


def return_two(game_id, player, at):
    order(game_id, player, f"JAYWALK {' '.join(hand(game_id, player)[:2])}", at)


def take_what_lies_open(game_id, player, at):
    lies_open = state(game_id).face_up
    taken = f" FOR {lies_open[0]}" if lies_open else ""
    order(game_id, player, f"JAYWALK {hand(game_id, player)[0]}{taken}", at)


def swap(game_id, player, at):
    """Offer the partner a tile that they lack, or accept their offer."""
    order(game_id, player, "ACCEPT", at) if offered(game_id, player, at) else offer(game_id, player, at)


def offered(game_id, player, at):
    seat = seat_of(game_id, player)
    return [one for one in state(game_id).swaps if one.to == seat]


def offer(game_id, player, at):
    now = state(game_id)
    seat = seat_of(game_id, player)
    theirs = now.held(now.partners_of(seat)[0])
    gives = next(tile for tile in now.held(seat) if set(theirs) - {tile})
    takes = next(tile for tile in theirs if tile != gives)
    order(game_id, player, f"OFFER {gives} FOR {takes}", at)


def nothing(game_id, player, at):
    """Do nothing, as by the standard rules."""


GAMES = {
    "all tiles dealt": ({"starting_tiles": 6}, nothing, {"red"}),
    "two a light": ({"tiles_per_light": 2}, nothing, {"green"}),
    "several sets": ({"tile_set": "A8 E8+A4 E4"}, nothing, {"green"}),
    "nobody jaywalks": ({"jaywalk": "nobody"}, nothing, {"green"}),
    "everyone jaywalks, twice": ({"jaywalk": "everyone", "jaywalk_times": 2}, jaywalk_twice, {"jaywalk"}),
    "jaywalks without limit": ({"jaywalk_times": "unlimited"}, jaywalk_twice, {"jaywalk"}),
    "jaywalks once a game": ({"jaywalk": "everyone", "jaywalk_times": "once a game"}, jaywalk, {"jaywalk"}),
    "jaywalks every second round": ({"jaywalk_times": "every second round"}, jaywalk, {"jaywalk"}),
    "jaywalks of those behind": ({"jaywalk": "behind", "starting_tiles": 3}, submit_a_crossing, {"jaywalk"}),
    "two tiles at once": ({"jaywalk_tiles": 2}, return_two, {"jaywalk"}),
    "two for one": ({"jaywalk_draw": 2}, jaywalk, {"jaywalk"}),
    "face up": ({"face_up": True}, take_what_lies_open, {"jaywalk"}),
    "challenges": ({"word_check": "challenge", "false_challenge": 1}, nothing, {"challenge"}),
    "challenged lights": (
        {"word_check": "challenge", "challenge_lights": True, "challenge_forfeit": "Sing."},
        challenge_the_light,
        {"challenge"},
    ),
    "nobody is waited for": ({"reveal_after": "nobody"}, nothing, {"green"}),
    "no light by itself": ({"call_within": "never"}, nothing, {"green"}),
    "the first version of the set": (
        {"tile_set": "LC120v1", "starting_tiles": 29, "word_check": "challenge"},
        nothing,
        {"green"},
    ),
    "open layouts": ({"layouts_visible": "always"}, nothing, {"green"}),
    "teams, best score": (TEAMS, swap, {"swap"}),
    "teams, lowest score": (TEAMS | {"team_wins": "lowest", "partners_see": False}, swap, {"swap"}),
    "teams, all together": (TEAMS | {"team_wins": "sum"}, swap, {"swap"}),
    "one against three": ({"teams": "ABBB"}, nothing, {"green"}),
    "forfeits": (FORFEITS, jaywalk, {"jaywalk"}),
    "live": (PACES["live"], nothing, {"green"}),
}


@pytest.mark.sqlite
@pytest.mark.parametrize(("options", "does", "verbs"), GAMES.values(), ids=GAMES)
def test_a_whole_game_is_played_and_its_record_verifies(options, does, verbs, anna, boris, chloe, dmitri):
    players = (anna, boris, chloe, dmitri)
    game_id = start(*players, **(SMALL | options))
    at = played_to_the_end(game_id, players, does)
    table = queries.table(game_id=game_id, player=anna, now=at)
    assert (table.phase, table.ending) == ("finished", "played")
    assert all(seat.rank and seat.result for seat in table.seats)
    record = queries.record(game_id=game_id, player=None, now=at)
    assert verbs <= {event["verb"] for event in record["events"] if event["verb"] != "challenge" or "word" in event}
    assert record["options"].items() >= (SMALL | options).items()
    replay(registry.kind("crossing"), record)


def played_to_the_end(game_id, players, does):
    """Play a game to its end: everybody looks, uses the house rule if they may, lays all tiles and requests the
    light. Return when it ended."""
    at = NOON
    for _ in range(MOST_ROUNDS):
        at += timedelta(hours=1)
        for player in players:
            commands.look(game_id=game_id, player=player, now=at)
        for player in players:
            attempt(does, game_id, player, at)
        for player in players:
            attempt(finish_round, game_id, player, at)
        if state(game_id).phase == "finished":
            return at
    raise AssertionError(f"still {state(game_id).phase}")


def finish_round(game_id, player, at):
    now = state(game_id)
    if now.phase == "playing":
        if missing(game_id, player):
            complete(game_id, player, at)
        order(game_id, player, "RED" if now.pool_is_short else "GREEN", at)
    elif now.phase == "challenge":
        attempt(challenge, game_id, player, at)
        order(game_id, player, "DONE", at)
    else:
        complete(game_id, player, at)
        order(game_id, player, "DONE", at)


def missing(game_id, player):
    """Return the tiles that are not in the submitted layout."""
    layout = state(game_id).boards[seat_of(game_id, player)]
    return Counter(hand(game_id, player)) - Counter("".join(layout).replace(".", ""))


def challenge(game_id, player, at):
    order(game_id, player, f"CHALLENGE {hand(game_id, player)}", at)


def attempt(does, game_id, player, at):
    """Carry out an action, ignoring refusals."""
    with suppress(OrderRefused, StopIteration):
        does(game_id, player, at)
