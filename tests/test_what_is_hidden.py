"""Nothing sent to a reader depends on what is hidden from them.

In games of every kind, before and after hidden moves and with other secrets in a seat, each page, part, response,
list, feed and record has the same bytes, the same ETag and the same number of queries; and each email says the same."""

import json
from dataclasses import replace
from datetime import timedelta

import pytest
from django.core.cache import caches
from django.db import transaction
from django.utils import timezone

from games import commands, store
from games.models import Game
from games.players.models import Player
from games.rules import registry
from games.rules.values import Step
from games.word_lists import shelf
from notifications import tasks
from notifications.models import LocalMail
from tests.api.conftest import Program
from tests.caches import forget_games
from tests.conftest import NOON
from tests.hidden_moves import KEY, hidden_moves, that_hide
from tests.readers import (
    OF_THE_MAIL,
    Reader,
    answered,
    happenings,
    hide_something_else,
    kept_from,
    sent_to_each,
    sent_to_program,
)
from tests.states.files import FOLDER, restored
from tests.tables import import_rows, sit_down
from tests.web.conftest import browser_of

__all__ = ["browser_of"]

pytestmark = pytest.mark.django_db

SCENES = {
    "crossing": "crossing-withheld",
    "crosslet": "crosslet-running",
    "handshake": "handshake-doubts",
    "lexicon_cards": "lexicon_cards-challenge",
    "lynx": "lynx-passed",
    "scannergram": "scannergram-sealed",
}
UNNOTICED = {"crossing": {"submit", "ask", "unask", "offer", "unoffer"}}
"""Events that can happen without anything visible to some readers."""
HIDING, READER = 0, 2
OF_A_GAME = ("", "result/", "record.json", "replay.json", "seats/", "mail/", "grid/confirm/", "resign/confirm/")
OF_THE_STAFF = ("game/", "event/", "seat/", "bag/", "hand/", "board/", "draft/", "game/{}/change/")


@pytest.fixture(params=SCENES)
def game(request, settings, monkeypatch):
    """A game at the instant after its last move, with the clock stopped there."""
    settings.EMAIL_BACKEND = "notifications.mailbox.MailboxBackend"
    newest = max(FOLDER.glob(f"*/{SCENES[request.param]}.json"), key=lambda path: int(path.parent.name))
    file = json.loads(newest.read_text("utf-8"))
    game = restored(file)
    now = game.events.latest("n").at + timedelta(seconds=5)
    monkeypatch.setattr(timezone, "now", lambda: now)
    return game


def told(readers, game):
    """Return the response of each exit to each reader, and their emails."""
    responses = sent_to_each(readers, game)
    by_mail = mailed(game, *(reader.seat for reader in readers if reader.seat is not None))
    return responses | {("the_mail", address): mails for address, mails in by_mail.items()}


def sent_to_browser(client, game, pages):
    part = answered(client, f"/games/{game.pk}/", **{"HX-Request": "true"})
    return [part, *(answered(client, page) for page in pages)]


def mailed(game, *seats):
    """Return the emails to these seats about everything since the deal, as they would be sent now, by address."""
    unsent = transaction.savepoint()
    tasks.tell(game.pk, now=timezone.now())
    told = {seat.player.email: [] for seat in game.seats.filter(number__in=seats).select_related("player")}
    for mail in LocalMail.objects.filter(address__in=told).order_by("pk"):
        told[mail.address].append([OF_THE_MAIL.sub("", part) for part in (mail.subject, mail.text, mail.html)])
    transaction.savepoint_rollback(unsent)
    return told


# --- every verb -------------------------------------------------------------------------------------------------------


def words_for(kind):
    return import_rows() if kind.layouts else shelf.newest(kind.word_list)


def placed(move, people):
    """Store the game up to a move in the database."""
    kind = move.kind
    maker, *others = people[: move.state.seats]
    game_id = commands.make_game(
        kind=kind.key,
        player=maker,
        seats=move.state.seats,
        options=move.options,
        word_list=words_for(kind).name,
        listed=True,
        now=NOON,
    )
    for player in others:
        sit_down(game_id, player, now=NOON)
    with store.locked(game_id, now=NOON) as table:
        table.game.key, table.game.started_at = KEY, NOON
        table.take(Step(move.state, move.events))
    return Game.objects.get(pk=game_id)


def make(move, game):
    """Make the move, with the commands that people and timers use."""
    if move.order is None:
        commands.apply_due(game_id=game.pk, now=move.now)
    else:
        player = game.seats.get(number=move.seat).player
        commands.play(game_id=game.pk, player=player, orders=[move.order], now=move.now)


def told_of_nothing(readers, game):
    """Return the readers who must not notice anything that has happened since the game was stored."""
    state = store.seen_now(game.pk, now=timezone.now()).state
    came = happenings(game.events.filter(n__gt=game.last_event))
    kind = registry.kind(game.kind)
    if state.phase == "finished":
        return []
    return [reader for reader in readers if all(kind.tell(state, one, reader.seat) is None for one in came)]


def forget_all():
    for cache in ("pages", "replays", "default"):
        caches[cache].clear()
    forget_games()


@pytest.mark.parametrize("key", registry.KINDS)
def test_hidden_moves_and_what_they_hide_are_revealed_to_nobody(
    key, anna, boris, chloe, dmitri, browser_of, settings, monkeypatch
):
    """One case for each event that hides anything, with each choice of each house option."""
    settings.EMAIL_BACKEND = "notifications.mailbox.MailboxBackend"
    kind, people = registry.kind(key), [anna, boris, chloe]
    moves = hidden_moves(kind, words_for(kind).pk)
    met = {one for move in moves for one in move.met}
    assert that_hide(kind) | {(name, "unknown") for name in UNNOTICED.get(key, ())} <= met, (
        "too seldom played at random"
    )
    for move in moves:
        beginning = transaction.savepoint()
        monkeypatch.setattr(timezone, "now", lambda move=move: move.now)
        game = placed(move, people)
        others = [(player, seat) for seat, player in enumerate(people[: move.state.seats]) if seat != move.seat]
        readers = [
            Reader(one, seat, browser_of(one), Program(one)) for one, seat in (*others, (dmitri, None), (None, None))
        ]
        before = told(readers, game)
        make(move, game)
        unaware = told_of_nothing(readers, game)
        sent = told(unaware, game)
        assert sent == {exit_: before[exit_] for exit_ in sent}, f"told of {move}"
        in_part = [replace(reader, tag="") for reader in readers if reader not in unaware]
        before = told(in_part, game) | sent
        hide_something_else(game, move.seat)
        sent = told(kept_from(move.seat, [*in_part, *unaware], game), game)
        assert sent == {exit_: before[exit_] for exit_ in sent}, f"told of what is hidden after {move}"
        transaction.savepoint_rollback(beginning)
        forget_all()


def test_no_page_or_api_response_reveals_what_a_seat_hides(game, dmitri, browser_of):
    chief = Player.objects.create_superuser("chief@example.org", name="Chief")
    pages = ["/", *(f"/games/{game.pk}/{page}" for page in OF_A_GAME)]
    of_the_staff = [f"/admin/games/{page.format(game.pk)}" for page in OF_THE_STAFF]
    player = game.seats.get(number=READER).player
    clients = {one: browser_of(one) for one in (player, dmitri, None, chief)}
    programs = [Program(one) for one in (player, dmitri, None)]

    def told():
        return (
            [sent_to_browser(client, game, pages + of_the_staff * (one == chief)) for one, client in clients.items()],
            [sent_to_program(program, game) for program in programs],
        )

    told()  # fills caches on the first visit
    forget_games()  # so that the same queries are needed as after the change
    before = told()
    hide_something_else(game, HIDING)
    assert told() == before


def test_no_email_to_another_player_reveals_what_a_seat_hides(game):
    before = mailed(game, READER)
    assert all(before.values())
    hide_something_else(game, HIDING)
    assert mailed(game, READER) == before


def test_there_is_a_scene_of_every_kind():
    assert SCENES.keys() == registry.KINDS.keys()
