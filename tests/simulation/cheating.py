"""Cheating: orders in other people's games, out of turn or with the number of another turn, and requests that make no sense. All
must be refused and leave the game unchanged."""

from collections.abc import Callable
from random import Random

from games import queries, store
from games.models import Game, Seat
from games.rules import registry
from tests.order_forms import filled_in
from tests.simulation.people import Person
from tests.simulation.playing import RUNNING, decide, look, running_seats

NONSENSE = (
    b"{",
    b"[]",
    b"null",
    b'{"text": 7}',
    b'{"text": "PASS"',
    b'{"commands": [{"verb": []}]}',
    b"\xff\xfe",
    b'{"text": "\\u0000"}',
)
"""Bodies that aren't commands."""
FIELDS: tuple[dict[str, str], ...] = (
    {"verb": ""},
    {"verb": "\x00"},
    {"verb": "GRANT"},
    {"turn": "-1"},
    {},
)
"""Forms that aren't orders."""


def cheat(person: Person, drawn: Random) -> None:
    drawn.choice((_order_for_others, _order_out_of_turn, _repeat_another_turn, _send_nonsense))(person, drawn)


def _order_for_others(person: Person, drawn: Random) -> None:
    """Send an order to a game of other people."""
    others = Game.objects.filter(phase__in=RUNNING).exclude(seats__player__email=person.address)
    others = others.exclude(pk__in=person.on_this_device)
    if ids := list(others.order_by("pk").values_list("pk", flat=True)[:20]):
        game_id = drawn.choice(ids)
        verb = drawn.choice([*registry.kind(Game.objects.get(pk=game_id).kind).of_its_turn, "LOOK", "RESIGN", "SAY"])
        _note_if_changed(person, game_id, f"{verb} in other people's game", lambda: _send(person, game_id, verb))


def _order_out_of_turn(person: Person, drawn: Random) -> None:
    """Send an order that the page of the game does not offer now."""
    if seats := running_seats(person):
        seat = drawn.choice(seats)
        view = queries.table(game_id=seat.game_id, player=seat.player, now=person.now)
        offered = {choice.verb for choice in view.may if not choice.reason}
        if verbs := sorted(registry.kind(seat.game.kind).of_its_turn - offered):
            verb = drawn.choice(verbs)
            _note_if_changed(person, seat.game_id, f"{verb} out of turn", lambda: _send(person, seat.game_id, verb))


def _repeat_another_turn(person: Person, drawn: Random) -> None:
    """Send a good order with the number of another turn."""
    if seats := running_seats(person):
        seat = drawn.choice(seats)
        orders, grammar = decide(person, seat)
        of_its_turn = registry.kind(seat.game.kind).of_its_turn
        if orders and orders[0].verb in of_its_turn:
            form, fields = filled_in(seat.game_id, seat.player, orders[0], grammar)
            fields["turn"] += drawn.choice((-1, 1, 7))
            path = f"/games/{seat.game_id}/{form}/"
            _note_if_changed(
                person, seat.game_id, "an order of another turn", lambda: person.browser.post(path, fields)
            )


def _send_nonsense(person: Person, drawn: Random) -> None:
    seats = Seat.objects.filter(game__phase__in=RUNNING).order_by("pk")
    if seats:
        game_id = drawn.choice(list(seats)).game_id
        if person.program:
            program, body = person.program, drawn.choice(NONSENSE)
            _note_if_changed(person, game_id, f"{body!r}", lambda: program.send(f"/games/{game_id}/commands", body))
        else:
            fields = drawn.choice(FIELDS)
            path = f"/games/{game_id}/{drawn.choice(('order', 'lobby', 'layout', 'mute', 'lend'))}/"
            _note_if_changed(person, game_id, f"{fields} at {path}", lambda: person.browser.post(path, fields))


def _send(person: Person, game_id: int, verb: str) -> object:
    if person.program:
        return person.program.post(f"/games/{game_id}/commands", {"text": verb})
    return person.browser.post(f"/games/{game_id}/order/", {"verb": verb, "sure": "yes"})


def _note_if_changed(person: Person, game_id: int, what: str, send: Callable[[], object]) -> None:
    """Send something, and note it if the game has changed, apart from what was due by now. A player looks first, because every
    order does that, even a refused one."""
    seat = Seat.objects.filter(game=game_id, player__email=person.address).select_related("player").first()
    if seat is not None:
        look(person, game_id)
        if any(one.verb == "LOOK" for one in queries.table(game_id=game_id, player=seat.player, now=person.now).may):
            return  # the server was killed
    before = store.seen_now(game_id, now=person.now).state
    with person.site.faults.alone():
        send()
    if store.seen_now(game_id, now=person.now).state != before:
        person.ledger.obeyed.append(f"player {person.number} in game {game_id}: {what}")
