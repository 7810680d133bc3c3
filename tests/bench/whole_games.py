"""Measures whole games: `tests/bench/run.sh whole_games` plays one of each kind, and prints its cost and the rows that remain.

Robots decide, and every order is given as a player would. The first player opens the game's page before each order and gives it
by API, the second replies to emails, and others use only the API. After each order, the worker notifies everybody concerned. Then
the games are cloned, so that tables and indexes are large enough to be divided. Packing is measured on the clones.

For each part of the work, it prints the number of statements, the processor time of this process and its PostgreSQL backend in
milliseconds, and the bytes written to the database's log (`pg_current_wal_insert_lsn`)."""

import json
import os
import sys
from collections import Counter, defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from email.message import EmailMessage
from time import process_time
from typing import Any, TypeAlias

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.bench.settings")

import django

django.setup()

from celery.signals import before_task_publish
from django.core.management import call_command
from django.db import connection
from django.utils import timezone

from games import commands, store
from games.models import Game
from games.players.accounts import account_of
from games.players.models import Player
from games.players.tokens import make_token
from games.rules import registry
from games.rules.chance import Chance
from games.tournaments import tasks as tournament_tasks
from games.word_lists.shelf import vocabulary_of
from notifications import tasks, tokens
from notifications.incoming import dispatch, spool
from notifications.models import InboundMail, Message
from tests.bench.browser import Browser, Program
from tests.bench.cloning import STRIDE, Played, clone
from tests.bench.mails import sink
from tests.bench.measure import backend, ran

Sizes: TypeAlias = dict[str, list[int]]
CLONES = 1_000
MOST_ORDERS = 1_000
SETTLES = timedelta(minutes=6)
USUAL = {
    "tile_set": "LC120",
    "leeway": 0,
}  # settings of a typical Lexicon Crossing game for three, except that it has no leeway
MAIL_PLAYER = 1


class Meter:
    """The resources used so far, by part of the work."""

    def __init__(self) -> None:
        self.parts: dict[str, Counter[str]] = defaultdict(Counter)
        self.messages = Counter[str]()
        before_task_publish.connect(self._published, weak=False)

    def _published(self, sender: str, **more: object) -> None:
        self.messages[sender] += 1

    @contextmanager
    def of(self, part: str) -> Iterator[None]:
        """Add the resources used inside to a part."""
        used, count = self.parts[part], Counter[str]()

        def counted(execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
            count["queries"] += 1
            return execute(sql, params, many, context)

        wal, process, database = _wal(), process_time(), ran(backend())
        with connection.execute_wrapper(counted):
            yield
        used["times"] += 1
        used["queries"] += count["queries"]
        used["process_ms"] += 1000 * (process_time() - process)
        used["database_ms"] += 1000 * (ran(backend()) - database)
        used["wal"] += _wal() - wal


def _wal() -> int:
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_current_wal_insert_lsn() - '0/0'::pg_lsn")
        return int(cursor.fetchone()[0])


def play(kind: str, people: list[Player], options: dict[str, object], meter: Meter) -> Game:
    """Create a game, play it to its end and return it. Its costs are added to the parts of the meter."""
    now = timezone.now()
    with meter.of("lobby"):
        game_id = commands.make_game(
            kind=kind, player=people[0], seats=len(people), options=options, listed=True, rated=True, now=now
        )
        for player in people[1:]:
            commands.sit_down_and_agree(game_id=game_id, player=player, now=now)
    tell(game_id, meter)
    browser = Browser(people[0])
    programs = [Program(make_token(player=player, name="bench", scope="play", now=now)) for player in people]
    for n in range(MOST_ORDERS):
        table = store.seen_now(game_id, now=timezone.now())
        if not table.is_running:
            break
        for seat in range(len(people)):
            mind = table.kind.plain_mind(vocabulary_of(table.game.word_list_id), Chance(f"{kind} {n}".encode()))
            if orders := table.kind.next_orders(table.view(seat), seat, mind):
                text = "\n".join(map(table.kind.grammar(table.state.options).write, orders)) + "\n"
                give(game_id, seat, people, text, browser, programs, meter)
                break
        else:
            raise SystemExit(f"{kind}: nobody has anything to do")
        tell(game_id, meter)
    with meter.of("figures, statistics, ratings"):
        commands.count_finished(now=timezone.now())
        commands.tally_finished(now=timezone.now())
        tournament_tasks.take_up(game_id)
    for player in people:
        with meter.of("result page"):
            Browser(player).open(f"/games/{game_id}/result/")
    return Game.objects.get(pk=game_id)


def give(
    game_id: int, seat: int, people: list[Player], text: str, browser: Browser, programs: list[Program], meter: Meter
) -> None:
    if text == "LOOK\n":
        with meter.of("look"):
            programs[seat].send(f"/api/v1/games/{game_id}/look", {})
        return
    if seat == MAIL_PLAYER and (
        asked := Message.objects.filter(game=game_id, player=people[seat]).order_by("pk").last()
    ):
        mail = EmailMessage()
        mail["From"], mail["To"], mail["Subject"] = asked.address, tokens.reply_address(asked), "Re: Lexicon"
        mail["Message-ID"] = f"<{os.urandom(8).hex()}@elsewhere.example>"
        mail.set_content(text)
        with meter.of("order by mail"):
            row = spool.accept(
                mail.as_bytes(), recipient=mail["To"], sender=asked.address, source="bench", now=timezone.now()
            )
            dispatch.read(row.pk, now=timezone.now())
        if InboundMail.objects.get(pk=row.pk).outcome == InboundMail.Outcome.OBEYED:
            return
    if seat == 0:
        with meter.of("page of the table"):
            browser.open(f"/games/{game_id}/")
    with meter.of("order by API"):
        programs[seat].send(f"/api/v1/games/{game_id}/commands", {"text": text})


def tell(game_id: int, meter: Meter) -> None:
    with meter.of("worker tells"):
        tasks.tell(game_id, now=timezone.now() + SETTLES)


def sizes() -> Sizes:
    """Return the number of rows, the bytes of the rows and the bytes of the indexes of each table, after compacting them."""
    with connection.cursor() as cursor:
        cursor.execute("VACUUM FULL ANALYZE")
        cursor.execute(
            "SELECT relname, reltuples::bigint, pg_total_relation_size(oid) - pg_indexes_size(oid), pg_indexes_size(oid) "
            "FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace"
        )
        return {name: sizes for name, *sizes in cursor.fetchall()}


def show(title: str, before: Sizes, after: Sizes) -> None:
    """Print what each clone has added to each table, the largest first."""
    grown = {table: [now - was for now, was in zip(after[table], before[table], strict=True)] for table in after}
    print(f"\n{title}: {sum(one[1] + one[2] for one in grown.values()) / CLONES:.0f}")
    for table, (count, in_rows, in_indexes) in sorted(grown.items(), key=lambda one: -one[1][1] - one[1][2]):
        if in_rows + in_indexes > 0:
            print(
                f"  {table:40} {count / CLONES:7.1f} rows {in_rows / CLONES:9.0f} {in_indexes / CLONES:9.0f}",
                flush=True,
            )


def main() -> None:
    call_command("migrate", verbosity=0)
    sink()
    people = [account_of(f"{name}@example.org", name=name.title())[0] for name in ("anna", "boris", "chloe", "emil")]
    report: dict[str, Any] = {}
    asked = sys.argv[1:] or ["usual", *registry.KINDS]
    played: dict[str, Game] = {}
    for name in asked:
        kind = registry.kind("crossing" if name == "usual" else name)
        seats = 3 if name == "usual" else max(2, kind.seats[0])
        options = USUAL if name == "usual" else kind.practice
        if options is None:
            continue
        meter = Meter()
        game = played[name] = play(kind.key, people[:seats], dict(options), meter)
        report[name] = {
            "seats": seats,
            "phase": game.phase,
            "events": game.last_event,
            "mails": Message.objects.filter(game=game, sent_at__isnull=False).count(),
            "messages": dict(meter.messages),
            "parts": {
                part: {key: round(value, 1) for key, value in used.items()} for part, used in meter.parts.items()
            },
        }
        print(name, json.dumps(report[name], indent=1), flush=True)
    later = timezone.now() + timedelta(days=200)
    for game in played.values():  # warnings of clocks that no longer run are dropped at their time
        tasks.tell(game.pk, now=later)
    for forget in (spool.forget_obeyed, spool.forget_quarantine):
        forget(before=later - timedelta(days=90), most=1000)
    Game.objects.update(packed_at=later)
    before, last = sizes(), 0
    for name, game in played.items():
        clone([Played([game.pk])], last + 1, last + CLONES)
        last += CLONES
        cloned = sizes()
        show(f"{name}: bytes a game", before, cloned)
        Game.objects.filter(pk__gt=(last - CLONES) * STRIDE).update(packed_at=None)
        wal, process, database = _wal(), process_time(), ran(backend())
        packed = commands.pack_games(older_than=timedelta(days=30), most=CLONES, now=later)
        took = 1000 * (process_time() - process) / packed, 1000 * (ran(backend()) - database) / packed
        print(
            f"packed {packed}: {took[0]:.1f} ms and {took[1]:.1f} ms of the database a game, {(_wal() - wal) // packed} bytes of WAL"
        )
        after = sizes()
        show(f"{name}, packed: bytes a game", before, after)
        before = after


if __name__ == "__main__":
    main()
