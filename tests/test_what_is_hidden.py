"""No exit differs by what is hidden from its reader: in a game of every kind, and in the same one in which a seat hides something
else, each page, part, answer, list and record has the same bytes and the same ETag, and asks the database as often; and each
mail says the same."""

import json
import re
from datetime import timedelta

import pytest
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from games import commands, store
from games.models import Event, Game
from games.players.models import Player
from games.rules import registry
from games.rules.kind import Event as Happening
from games.store import rows
from notifications import tasks
from notifications.models import LocalMail
from tests.api.conftest import Program
from tests.rules.test_every_kind import RANDOM_PLAY
from tests.states.files import FOLDER, restored
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
HIDING, READER = 0, 2
OF_A_GAME = ("", "result/", "record.json", "film.json", "seats/", "mail/", "resign/confirm/")
OF_THE_STAFF = ("game/", "event/", "seat/", "bag/", "hand/", "board/", "draft/", "game/{}/change/")
OF_PROGRAMS = ("games/{}", "games/{}/record", "games?mine=1&status=playing")
ONCE = re.compile(r'name="csrfmiddlewaretoken" value="[^"]+"|<time.*?</time>|nonce="[^"]+"')
OF_THE_MAIL = re.compile(r"/mail/[^/\s]+/|[a-z+-]+[a-z2-7]{26}@[a-z.]+")


@pytest.fixture(params=SCENES)
def game(request, settings, monkeypatch):
    """A game at the instant after its last move; the clock stands there."""
    settings.EMAIL_BACKEND = "notifications.mailbox.MailboxBackend"
    newest = max(FOLDER.glob(f"*/{SCENES[request.param]}.json"), key=lambda path: int(path.parent.name))
    file = json.loads(newest.read_text("utf-8"))
    game = restored(file)
    now = game.events.latest("n").at + timedelta(seconds=5)
    monkeypatch.setattr(timezone, "now", lambda: now)
    return game


def hide_something_else(game, seat):
    """As if the seat held other tiles, had laid, sealed, claimed or asked otherwise, and its player had written for themself."""
    table, written = store.seen_now(game.pk, now=timezone.now()), list(game.events.order_by("n"))
    happenings = [Happening(row.verb, row.at, row.seat, row.facts) for row in written]
    state, told = RANDOM_PLAY[game.kind].with_other_secrets(table.state, happenings, seat=seat)
    rows.save(table.game, state, table.state)
    due = table.kind.due(state)
    Game.objects.filter(pk=game.pk).update(state=table.game.state, due_at=due and due.at)
    game.events.all().delete()
    Event.objects.bulk_create(
        Event(game=game, n=n, at=one.at, verb=one.verb, seat=one.seat, facts=one.facts) for n, one in enumerate(told, 1)
    )
    player = game.seats.get(number=seat).player
    commands.keep_note(game_id=game.pk, player=player, text="Anna has the Q")
    commands.mute_player(game_id=game.pk, player=player, number=seat + 1)
    if table.kind.layouts:
        commands.save_draft(game_id=game.pk, player=player, layout=["QUIZZICALLY"], now=timezone.now())


def answered(client, address, **headers):
    """What is sent, and how often the database is asked for it."""
    with CaptureQueriesContext(connection) as asked:
        answer = client.get(address, headers=headers)
    tag, leads_to = answer.headers.get("ETag"), answer.headers.get("Location")
    return address, answer.status_code, tag, leads_to, ONCE.sub("", answer.text), len(asked)


def sent_to_browser(client, game, pages):
    part = answered(client, f"/games/{game.pk}/", **{"HX-Request": "true"})
    return [part, *(answered(client, page) for page in pages)]


def sent_to_program(program, game):
    return [answered(program.client, f"/api/v1/{of.format(game.pk)}", **program.headers) for of in OF_PROGRAMS]


def mailed(game, seat):
    """All mail to the player of this seat of what has happened since the deal, as it goes out now."""
    unsent, address = transaction.savepoint(), game.seats.get(number=seat).player.email
    tasks.tell(game.pk, now=timezone.now())
    mails = LocalMail.objects.filter(address=address).order_by("pk").values_list("subject", "text", "html")
    told = [tuple(OF_THE_MAIL.sub("", part) for part in mail) for mail in mails]
    transaction.savepoint_rollback(unsent)
    return told


def test_nothing_that_a_seat_hides_is_on_any_page_or_in_any_answer(game, dmitri, browser_of):
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

    told()  # what is remembered from the first look on
    before = told()
    hide_something_else(game, HIDING)
    assert told() == before


def test_nothing_that_a_seat_hides_is_in_the_mail_of_another(game):
    before = mailed(game, READER)
    assert before
    hide_something_else(game, HIDING)
    assert mailed(game, READER) == before


def test_there_is_a_scene_of_every_kind():
    assert SCENES.keys() == registry.KINDS.keys()
