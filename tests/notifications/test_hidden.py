"""No email and no API response to one seat depends on what another seat hides, in every kind and after random play.

Lexicon Crossing, whose emails may contain hidden tiles, has its own tests in `test_mails`."""

import random
from contextlib import contextmanager
from dataclasses import asdict

import pytest

from games import commands, store
from games.models import Event
from games.queries.api_view import view_as_json
from games.queries.reading import seated
from games.queries.record import record
from games.rules import registry
from games.rules.values import Event as Happening
from games.rules.values import OrderRefused
from notifications.models import Message
from notifications.outgoing.enqueuing import Latest
from notifications.outgoing.mails.game import write
from tests.notifications.conftest import NOON, Post
from tests.rules.test_every_kind import RANDOM_PLAY
from tests.tables import sit_down

KINDS = [key for key, kind in registry.KINDS.items() if kind.layouts is None]
MOVES = 25


@pytest.fixture(params=[(key, seed) for key in KINDS for seed in range(2)], ids=lambda param: f"{param[0]}-{param[1]}")
def post(request, anna, boris, chloe):
    """A running game after random play, with all its emails."""
    key, seed = request.param
    players = [anna, boris, chloe][: max(2, registry.kind(key).seats[0])]
    game_id = commands.make_game(kind=key, player=anna, seats=len(players), options={}, listed=True, now=NOON)
    for player in players[1:]:
        sit_down(game_id, player, now=NOON)
    for player in players:
        commands.agree(game_id=game_id, player=player, now=NOON)
    post = Post(game_id, NOON)
    play_at_random(post, players, random.Random(f"{key} {seed}"))
    for player in players:
        for verb in ("STATUS", "HELP"):
            post.answer(post.last(player), verb)
    return post


def play_at_random(post, players, chance):
    tried = RANDOM_PLAY[post.game.kind]
    for _ in range(MOVES):
        post.later(minutes=chance.choice([1, 10, 60]))
        state = store.seen_now(post.game_id, now=post.now).state
        seat = chance.choice([*range(state.seats), *state.awaited])
        verb = chance.choice([verb for verb in tried.VERBS if verb != "RESIGN"])
        try:
            orders = tried.orders(state, seat, verb=verb, number=chance.randint(1, 4), now=post.now)
            commands.play(game_id=post.game_id, player=players[seat], orders=orders, now=post.now)
        except OrderRefused:
            continue
    post.later(hours=1)


@contextmanager
def with_other_secrets(table, hidden):
    """Change the stored game as if that seat hid something else."""
    rows = list(Event.objects.filter(game=table.game).exclude(verb__in=OF_THE_LOBBY).order_by("n"))
    events = [Happening(row.verb, row.at, row.seat, row.facts) for row in rows]
    state, told = RANDOM_PLAY[table.game.kind].with_other_secrets(table.state, events, seat=hidden)
    assert len(told) == len(rows)
    before, table.state = table.state, state
    for row, event in zip(rows, told, strict=True):
        Event.objects.filter(pk=row.pk).update(facts=event.facts)
    yield
    table.state = before
    for row in rows:
        Event.objects.filter(pk=row.pk).update(facts=row.facts)


OF_THE_LOBBY = ("made", "joined", "agreed", "invited", "say")


def mailed(post, table, reader):
    """Return all emails to this seat, as they would be written now."""
    messages = Message.objects.filter(game=post.game_id, seat=reader).order_by("pk")
    latest = Latest(post.game_id, now=post.now, table=table)
    contents = [(message.kind, write(message, now=post.now, latest=latest)) for message in messages]
    return [(kind, asdict(content)) for kind, content in contents if content is not None]


def shown_to_programs(post, table, reader):
    """Return the view and the record so far."""
    player = None if reader is None else post.game.seats.get(number=reader).player
    so_far = record(game_id=post.game_id, player=player, now=post.now)
    return view_as_json(seated(table, player), player), so_far


def test_nothing_hidden_of_a_seat_is_in_what_others_are_sent(post):
    table = store.seen_now(post.game_id, now=post.now)
    if not table.is_running:
        return
    seats = range(table.state.seats)
    mails = {reader: mailed(post, table, reader) for reader in seats}
    answers = {reader: shown_to_programs(post, table, reader) for reader in (*seats, None)}
    assert all(mails.values())
    for hidden in seats:
        with with_other_secrets(table, hidden):
            for reader in (seat for seat in seats if seat != hidden):
                assert mailed(post, table, reader) == mails[reader]
            for reader in (*(seat for seat in seats if seat != hidden), None):
                assert shown_to_programs(post, table, reader) == answers[reader]
