"""Readers of a game, everything that is sent to them, and a way to change what a seat hides."""

import re
from dataclasses import dataclass

from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from games import commands, store
from games.models import Event, Game
from games.players.models import Player
from games.rules.values import Event as Happening
from games.store import rows
from games.tournaments.commands.calendar import calendar_token
from games.web.pass_and_play import screen_code
from tests.api.conftest import Program
from tests.caches import forget_games
from tests.rules.test_every_kind import RANDOM_PLAY

A_PART = {"HX-Request": "true"}
OF_PROGRAMS = ("games/{}", "games/{}/record", "games?mine=1&status=playing", "games?status=playing&with=Anna")
ONCE = re.compile(r'name="csrfmiddlewaretoken" value="[^"]+"|<time.*?</time>|nonce="[^"]+"')
OF_THE_MAIL = re.compile(r"/mail/[^/\s]+/|[a-z+-]+[a-z2-7]{26}@[a-z.]+")
"""The parts of an email that are made for it alone: links, and the address for replies."""


@dataclass
class Reader:
    """A player, a spectator or, without `player`, a stranger."""

    player: Player | None
    seat: int | None
    browser: Client
    program: Program
    tag: str = ""
    """The ETag they last got for the live part of the game's page."""

    def get(self, address, **headers):
        """Return the response, without the number of queries."""
        return answered(self.browser, address, **headers)[:-1]


def the_page(reader, game):
    return reader.get(f"/games/{game.pk}/?history")


def the_part(reader, game):
    sent = reader.get(f"/games/{game.pk}/", **A_PART)
    reader.tag = sent[2]
    return sent


def that_nothing_is_new(reader, game):
    """Return the response for an unchanged page, with the number of queries, because nothing is rendered."""
    return answered(reader.browser, f"/games/{game.pk}/", **A_PART, **{"If-None-Match": reader.tag})


def the_lists(reader, game):
    return [reader.get(address) for address in ("/", "/watch/", f"/watch/?now=running&kind={game.kind}")]


def the_record(reader, game):
    return reader.get(f"/games/{game.pk}/record.json")


def the_answers(reader, game):
    return [shown[:-1] for shown in sent_to_program(reader.program, game)]


def the_calendar(reader, game):
    return reader.player and reader.get(f"/calendar/{calendar_token(reader.player)}.ics")


def the_shared_screen(reader, game):
    return game.kind == "crossing" and reader.get(f"/screen/{game.pk}-{screen_code(game.pk)}/")


EXITS = (
    *(that_nothing_is_new, the_page, the_part, the_lists, the_record, the_answers),
    *(the_calendar, the_shared_screen),
)


def sent_to_each(readers, game, *, exits=EXITS):
    """Return the response of each exit to each reader, after they have visited the game."""
    for reader in readers:
        reader.tag = reader.tag or the_part(reader, game)[2]
    return {(exit_.__name__, str(reader.player)): exit_(reader, game) for exit_ in exits for reader in readers}


def answered(client, address, **headers):
    """Return the response, and the number of queries that it takes."""
    with CaptureQueriesContext(connection) as asked:
        answer = client.get(address, headers=headers)
    tag, leads_to = answer.headers.get("ETag"), answer.headers.get("Location")
    return address, answer.status_code, tag, leads_to, ONCE.sub("", answer.text), len(asked)


def sent_to_program(program, game):
    return [answered(program.client, f"/api/v1/{of.format(game.pk)}", **program.headers) for of in OF_PROGRAMS]


# --- what a seat hides -----------------------------------------------------------------------------------------------


def hide_something_else(game, seat):
    """Change the game as if the seat held other tiles, or had laid, sealed, claimed or asked differently, and its
    player had written other private texts."""
    table, so_far = store.seen_now(game.pk, now=timezone.now()), happenings(game.events.order_by("n"))
    state, told = RANDOM_PLAY[game.kind].with_other_secrets(table.state, so_far, seat=seat)
    rows.save(table.game, state, table.state)
    due = table.kind.due(state)
    instants = [at for at in (due and due.at, table.game.substitutes_at) if at]
    Game.objects.filter(pk=game.pk).update(state=table.game.state, due_at=min(instants, default=None))
    substitutes = {(one.verb, one.at, one.seat): one.substitute for one in game.events.all()}
    game.events.all().delete()
    Event.objects.bulk_create(
        Event(
            game=game,
            n=n,
            at=one.at,
            verb=one.verb,
            seat=one.seat,
            facts=one.facts,
            substitute=substitutes.get((one.verb, one.at, one.seat)),
        )
        for n, one in enumerate(told, 1)
    )
    player = game.seats.get(number=seat).player
    commands.keep_note(game_id=game.pk, player=player, text="Anna has the Q")
    commands.mute_player(game_id=game.pk, player=player, number=(seat + 1) % game.seat_count)
    if table.kind.layouts:
        commands.save_draft(game_id=game.pk, player=player, layout=["QUIZZICALLY"], now=timezone.now())
    forget_games()  # so that everything sent to readers is built from the changed seat


def kept_from(hiding, readers, game):
    """Return the readers who must not know what this seat hides."""
    state = store.seen_now(game.pk, now=timezone.now()).state
    in_the_know = RANDOM_PLAY[game.kind].knowing(state, happenings(game.events.order_by("n")), seat=hiding)
    return [reader for reader in readers if reader.seat is None or reader.seat not in in_the_know]


def happenings(rows):
    return [Happening(row.verb, row.at, row.seat, row.facts) for row in rows]
