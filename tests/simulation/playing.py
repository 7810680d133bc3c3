"""Playing by page, API or email; chat, resigning, and games on one device."""

import re
from collections.abc import Sequence
from random import Random
from typing import Any

from games import store
from games.models import Game, Seat
from games.rules import registry
from games.rules.chance import Chance
from games.rules.values import Order
from games.word_lists.shelf import vocabulary_of
from tests.order_forms import filled_in
from tests.simulation.ledger import DONE, REFUSED, UNKNOWN, Accepted, Said
from tests.simulation.people import ADDRESS, Person
from tests.simulation.site import Page

RUNNING = (Game.Phase.PLAYING, Game.Phase.GRACE, Game.Phase.CHALLENGE)
PLAYED_AT_ONCE = 0.85
REFUSAL = 'role="alert"'
LOOK = re.compile(r'value="LOOK"|/look/confirm/')


def running_seats(person: Person) -> list[Seat]:
    """Return the seats in which the person can play now, also as a substitute."""
    seats = Seat.objects.filter(player__email=person.address, resigned_at=None, game__phase__in=RUNNING)
    return list(seats.select_related("player", "game").order_by("game"))


def play_everywhere(person: Person, drawn: Random) -> None:
    for seat in running_seats(person):
        if drawn.random() < PLAYED_AT_ONCE:
            if _opens_first(person, drawn, seat):
                look(person, seat.game_id)
            play(person, drawn, seat)


def play_there(person: Person, drawn: Random, page: Page) -> None:
    """Play in the game of a page that is open, if it is one of this person's."""
    _turn_over(person, page)
    for seat in running_seats(person):
        if page.path.startswith(f"/games/{seat.game_id}/"):
            play(person, drawn, seat)


def _opens_first(person: Person, drawn: Random, seat: Seat) -> bool:
    """Return True if this person opens a game before playing in it: always if it waits for them, and else now and then, to watch or to
    plan ahead. Those who play by email do so less often."""
    return drawn.random() < (0.1 if person.way == "mail" else 1 if seat.is_awaited else 0.25)


def play(person: Person, drawn: Random, seat: Seat) -> None:
    """Make a move in this seat, by the way in which the person plays."""
    game_id, way = seat.game_id, person.way
    orders, grammar = decide(person, seat)
    if not orders:
        return
    word = person.ledger.word(person.number)
    if way == "page":
        outcome = _send_by_page(person, seat, orders, grammar, word)
    else:
        text = "\n".join(map(grammar.write, orders)) + f"\nSAY {word}\n"
        if drawn.random() < person.habits.sloppy:
            text = _spoiled(text, drawn)
        send = _send_by_api if way == "api" else _send_by_mail
        outcome = send(person, game_id, text, word)
    if outcome:
        person.ledger.said.append(Said(person.now, word, person.number, way, game_id, outcome))


def _spoiled(text: str, drawn: Random) -> str:
    """Make a mistake in what is written."""
    at = drawn.randrange(max(1, text.index("SAY") - 1))  # not the end of the line before it
    return text[:at] + drawn.choice("XQ#|. \n") + text[at + 1 :]


def decide(person: Person, seat: Seat) -> tuple[Sequence[Order], Any]:
    """Return what a simple player would do who knows only what this seat sees, and the grammar to write it in."""
    table = store.seen_now(seat.game_id, now=person.now)
    if table.state is None or not table.is_running:
        return (), None
    mind = table.kind.plain_mind(
        vocabulary_of(table.game.word_list_id), Chance(f"{person.number} {person.now}".encode())
    )
    return (
        table.kind.next_orders(table.view(seat.number), seat.number, mind),
        table.kind.grammar(table.state.options),
    )


def look(person: Person, game_id: int) -> None:
    """Look at a game, and at new tiles if there are any."""
    if person.program:
        person.program.post(f"/games/{game_id}/look", {})
    else:
        _turn_over(person, person.open(f"/games/{game_id}/"))


def _turn_over(person: Person, page: Page) -> None:
    """Look at new tiles if the page offers it."""
    if LOOK.search(page.text):
        person.browser.post(f"{page.path}order/", {"verb": "LOOK", "sure": "yes"}, on=page.path)


def _send_by_page(person: Person, seat: Seat, orders: Sequence[Order], grammar: Any, word: str) -> str:
    """Send each order's form, then the word in the chat."""
    answers = _send_forms(person, seat, orders, grammar)
    person.ledger.accepted += [
        Accepted(person.now, order.verb, seat.game_id, seat.number)
        for order, page in zip(orders, answers, strict=True)
        if page.is_fine and page.path.startswith(f"/games/{seat.game_id}/") and REFUSAL not in page.text
    ]
    path = f"/games/{seat.game_id}/"
    answer = person.browser.post(f"{path}say/", {"text": word}, on=path)
    if answer.status == 0 or answer.status >= 500:
        return UNKNOWN
    return DONE if word in answer.text else REFUSED


def _send_forms(person: Person, seat: Seat, orders: Sequence[Order], grammar: Any) -> list[Page]:
    """Send each order by its form. Returns the pages that follow."""
    path, pages = f"/games/{seat.game_id}/", []
    for order in orders:
        form, fields = filled_in(seat.game_id, seat.player, order, grammar)
        pages.append(person.browser.post(f"{path}{form}/", fields, on=path))
    return pages


def _send_by_api(person: Person, game_id: int, text: str, word: str) -> str:
    assert person.program
    status, _ = person.program.post(f"/games/{game_id}/commands", {"text": text})
    if status == 0 or status >= 500:
        return UNKNOWN
    return DONE if status < 300 else REFUSED


def _send_by_mail(person: Person, game_id: int, text: str, word: str) -> str:
    """Reply to the newest email of the game. Returns an empty outcome if there is none."""
    mail = person.newest.pop(game_id, None)
    if mail is None:
        return ""

    def note(answer: str) -> None:
        person.ledger.settle(word, is_done=answer.startswith("250"), at=person.now)

    person.reply(mail, text, word, settled=note)
    return UNKNOWN


# --- in a game, but not playing -------------------------------------------------------------------------------------------


def talk(person: Person, drawn: Random) -> None:
    """Say something in a game."""
    if seats := running_seats(person):
        game_id, words = drawn.choice(seats).game_id, drawn.choice(("Well played!", "Hello 👋", "?", "Oh no…" * 20))
        if person.program:
            person.program.post(f"/games/{game_id}/commands", {"text": f"SAY {words}"})
        else:
            person.browser.post(f"/games/{game_id}/say/", {"text": words}, on=f"/games/{game_id}/")


def mute_or_report(person: Person, drawn: Random) -> None:
    """Mute or unmute somebody in a game, or report a message or a name."""
    if not (seats := running_seats(person)):
        return
    game_id = drawn.choice(seats).game_id
    page = person.open(f"/games/{game_id}/")
    form = page.form(f"/games/{game_id}/mute/")
    if form is not None and drawn.random() < 0.7:
        button = form.find(".//button")
        person.browser.submit(page, f"/games/{game_id}/mute/", **{button.get("name"): button.get("value")})
    elif drawn.random() < 0.7:
        _report(person, f"/games/{game_id}/report/")
    elif found := Seat.objects.filter(game=game_id, player__is_active=True).exclude(player__email=person.address):
        _report(person, f"/people/{found[0].player_id}/report/")


def _report(person: Person, path: str) -> None:
    page = person.open(path)
    form = page.form(path, "why")
    if form is not None:
        lines = form.xpath(".//input[@name='line']/@value")
        person.browser.submit(page, path, "why", why="It is rude", **({"line": lines[0]} if lines else {}))


def resign(person: Person, drawn: Random) -> None:
    """Leave a game for good."""
    if seats := running_seats(person):
        game_id = drawn.choice(seats).game_id
        if person.program:
            person.program.post(f"/games/{game_id}/commands", {"text": "RESIGN"})
        else:
            person.browser.post(f"/games/{game_id}/order/", {"verb": "RESIGN", "sure": "yes"})


# --- with robots, or with friends on one device ---------------------------------------------------------------------------


def practise(person: Person, drawn: Random) -> None:
    """Start a game against robots, perhaps without an account."""
    kind = drawn.choice(("crossing", *registry.KINDS))
    page = person.browser.submit(person.open("/"), "/practice/", kind=kind)
    if not person.has_account and (found := ADDRESS.search(page.path)):
        person.guest_game = int(found[1])


def pass_and_play(person: Person, drawn: Random) -> None:
    """Deal a game to friends on this device."""
    names = {f"name_{n}": name for n, name in enumerate(("Anna", "Boris", "Chloe")[: drawn.randint(2, 3)])}
    chosen = {
        "word_check": drawn.choice(("enforced", "challenge", "lights")),
        "tile_set": drawn.choice(("LC62", "S98")),
    }
    page = person.fill_in("/around/", "/around/", "name_0", **names, **chosen)
    if found := ADDRESS.search(page.path):
        person.guest_game = int(found[1])
        person.on_this_device.append(person.guest_game)


def play_as_guest(person: Person) -> None:
    """Make a move for everybody on this device, or this person's own against robots."""
    seats = Seat.objects.filter(game=person.guest_game, game__phase__in=RUNNING, player__guest_until__isnull=False)
    around = list(seats.select_related("player").order_by("number"))
    for seat in around:
        if len(around) > 1:
            person.browser.post(f"/games/{seat.game_id}/around/", {"sits": seat.number})
        look(person, seat.game_id)
        orders, grammar = decide(person, seat)
        _send_forms(person, seat, orders, grammar)
