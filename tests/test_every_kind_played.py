"""A whole game of every kind that is drawn from panels: Anna fills in forms, Boris replies to emails, others use the
API. Each plays what a robot would in the same seat."""

from datetime import timedelta

import pytest
from django.utils import timezone

from games import commands, queries, store
from games.models import Game
from games.rules import registry
from games.rules.chance import Chance, commitment
from games.rules.table.verify import replay
from games.word_lists.shelf import vocabulary_of
from tests.api.conftest import Program
from tests.notifications.conftest import Post, said
from tests.order_forms import fields_of
from tests.tables import sit_down

pytestmark = [pytest.mark.django_db, pytest.mark.service]
KINDS = {key: kind for key, kind in registry.KINDS.items() if kind.practice is not None and not kind.layouts}
MOST_MOVES = 300
PAUSE = timedelta(hours=1)
SEED = bytes(range(32))


@pytest.fixture(params=KINDS.values(), ids=KINDS)
def game(request, anna, boris, chloe, settings):
    """A game that all have accepted, with Boris playing by email."""
    settings.EMAIL_BACKEND = "notifications.mailbox.MailboxBackend"
    kind, players, now = request.param, [anna, boris, chloe], timezone.now()
    seats = max(2, kind.seats[0])
    game_id = commands.make_game(kind=kind.key, player=anna, seats=seats, options=kind.practice, now=now)
    Game.objects.filter(pk=game_id).update(seed=SEED, commitment=commitment(SEED))
    for player in players[1:seats]:
        sit_down(game_id, player, now=now)
    for player in players[:seats]:
        commands.agree(game_id=game_id, player=player, now=now)
    return Post(game_id, now).later(minutes=10)


def test_a_whole_game_can_be_played_by_forms_emails_and_the_api(game, anna, boris, chloe, client):
    kind = registry.kind(game.game.kind)
    client.force_login(anna)
    moves = 0
    while (table := store.seen_now(game.game_id, now=game.now)).is_running:
        moves += 1
        assert moves < MOST_MOVES, "the game goes on and on"
        turns = [(seat, order) for seat in table.state.awaited if (order := _order(table, kind, seat, moves))]
        if not turns:
            game.later(days=1).later(minutes=10)
            continue
        seat, order = turns[0]
        text = kind.grammar(table.state.options).write(order)
        if seat == 0:
            _fill_in(client, anna, game, text, order.verb)
        elif seat == 1:
            mail = game.answer(game.last(boris), f"{text}\n\nSee you,\nBoris\n")
            assert mail.outcome == "obeyed", (text, said(game.last(boris)))
        else:
            assert Program(chloe).post(f"/games/{game.game_id}/commands", {"text": text}).status_code == 200
        game.now += PAUSE
        game.later()
    assert moves > kind.seats[0]
    page = client.get(f"/games/{game.game_id}/", follow=True)
    assert page.status_code == 200
    replay(kind, queries.record(game_id=game.game_id, player=anna, now=game.now))
    assert "The game is over" in said(game.last(boris))


def _order(table, kind, seat, moves):
    """Return the first order that a robot would give in this seat."""
    view, chance = table.view(seat), Chance(f"{seat} {moves}".encode())
    mind = kind.plain_mind(vocabulary_of(table.game.word_list_id), chance)
    return next(iter(kind.next_orders(view, seat, mind)), None)


def _fill_in(browser, anna, game, text, verb):
    """Fill in and send an order's form from the text of an email."""
    view = queries.table(game_id=game.game_id, player=anna, now=game.now)
    choice = next(one for one in view.may if one.verb == verb)
    given = fields_of(choice, verb, text)
    answer = browser.post(
        f"/games/{game.game_id}/order/", {"verb": verb, "turn": view.turn, "sure": "yes", **given}, follow=True
    )
    assert answer.status_code == 200, (text, answer.text)
