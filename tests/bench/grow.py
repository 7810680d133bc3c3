"""Measures growth: the cost of commands, pages, lists and sweeps among more and more games.

`tests/bench/run.sh grow 1000 100000` prints a line for each of `paths` at each size: the processor time of this process and
its PostgreSQL backend together, as a multiple of the floor, and the ratio to the first size. The queries of paths that have
grown by more than `MAY_GROW` follow, with their plans.

The first games are played by commands, and `cloning` makes all others of them. One player's past, the length of one game, and
the stored emails grow with the games. The readers of all other rows have as much to do at each size."""

import os
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import suppress
from datetime import datetime, timedelta
from functools import partial
from hashlib import sha256
from itertools import product
from typing import Any

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.bench.settings")

import django

django.setup()

from django.conf import settings
from django.core.cache import caches
from django.core.management import call_command
from django.db import connection
from django.test import Client
from django.utils import timezone
from psycopg import ClientCursor

from games import commands, queries, tasks
from games.models import Event, Game, Seat
from games.players.accounts import account_of
from games.players.models import Player
from games.players.tokens import make_token
from games.robots import demo, practice
from games.rules import registry
from games.rules.values import OrderRefused, StaffAction
from games.tournaments import commands as tournaments
from games.tournaments import tasks as tournament_tasks
from games.tournaments.models import RatingChange, Tournament
from lexicon.retention import KEPT
from notifications import tasks as mail_tasks
from notifications.health import health
from notifications.models import InboundMail, Message
from notifications.outgoing import bounces
from tests.bench import positions
from tests.bench.browser import request
from tests.bench.cloning import Played, clone, lengthen
from tests.bench.measure import UNDISTURBED, Work, used
from tests.tables import look, order
from tests.tournaments import playing

SIZES = (1_000, 10_000, 100_000)
TIMES, ENOUGH = 25, 1.0  # most runs of each row, and the total seconds after which no more are started
MAY_GROW, SLOW = 1.2, 0.5  # a ratio that is no growth; the milliseconds from which a query's plan is shown
ONE_IN = 200  # the player with a past has played one in this many games; for each, the long game has one more round
A_PAGE = 60  # games on a full page of a list
MAILS = 4  # received emails of each kind
LONG = 12  # seats of the long game
LARGE = 20  # the demo's games are long: one clone of them for this many of the short ones
HOUR, DAY = timedelta(hours=1), timedelta(days=1)


# --- the first games --------------------------------------------------------------------------------------------------


def play_some(now: datetime) -> list[Played]:
    """Play games of every kind, some of them to the end. Add lobbies, games with robots and a tournament, and notify everybody."""
    call_command("migrate", verbosity=0)
    told, now = now, now - HOUR
    demo.seed(now=now)
    demo.seed_staff()
    large = set(Game.objects.values_list("pk", flat=True))
    others = [account_of(f"{name.lower()}@example.org", name=name)[0] for name in ("Emil", "Fanny", "Gustav", "Hanna")]
    for n, kind in enumerate(practice.kinds()):
        demo.play_some(kind, others, now)
        demo.play_some(kind, others[::-1], now)
        finish(Game.objects.latest("pk"), now)
        turn = others[n % 4 :] + others[: n % 4]
        finish(rated_game(kind.key, turn, now), now)
        rated_game(kind.key, turn, now)
        practice.open_table(kind=kind.key, player=turn[0], now=now)
    for player in others[:2]:
        commands.make_game(kind="crossing", player=player, seats=3, options={}, listed=True, now=now)
    tournament = play_tournament(others, now)
    tournaments.rate_finished(now=now)
    for game_id in Game.objects.values_list("pk", flat=True):
        with suppress(OrderRefused):
            practice.visit(game_id=game_id, now=now)
        Game.objects.filter(pk=game_id).update(robots_due_at=None)
        mail_tasks.tell(game_id, now=told)
    keep_mail(now)
    of_it = set(Game.objects.filter(fixture__isnull=False).values_list("pk", flat=True))
    small = set(Game.objects.values_list("pk", flat=True)) - large - of_it
    return [Played(small), Played(large, every=LARGE), Played(of_it, [tournament.pk], every=LARGE)]


def rated_game(kind: str, people: Sequence[Player], now: datetime) -> Game:
    two = list(people[: max(2, registry.kind(kind).seats[0])])
    made = commands.make_game(
        kind=kind, player=two[0], seats=len(two), options={}, listed=True, rated=True, now=now - 2 * DAY
    )
    for player in two[1:]:
        commands.sit_down_and_agree(game_id=made, player=player, now=now - 2 * DAY)
    return Game.objects.get(pk=made)


def finish(game: Game, now: datetime) -> None:
    staff, _ = account_of(demo.address(demo.STAFF), name=demo.STAFF)
    commands.govern(game_id=game.pk, by=staff, action=StaffAction("SCORE", "It is late."), now=now)


def play_tournament(people: Sequence[Player], now: datetime) -> Tournament:
    """Play the first round of a Swiss, and begin the second."""
    director, _ = account_of(demo.address(demo.STAFF), name=demo.STAFF)
    begun = now - 10 * DAY
    tournament = Tournament(name="Open", format=Tournament.Format.SWISS, table_size=2, rounds_planned=3)
    tournaments.make(tournament=tournament, by=director, now=begun)
    tournaments.open_entries(tournament_id=tournament.pk, by=director, now=begun)
    for player in people:
        tournaments.enter(tournament_id=tournament.pk, player=player, now=begun)
    tournaments.close_entries(tournament_id=tournament.pk, by=director, now=begun)
    tournaments.start(tournament_id=tournament.pk, by=director, now=begun)
    playing.publish(tournament, director, now=begun)
    for fixture in playing.fixtures(tournament):
        playing.score(playing.join(fixture, now=begun), now=begun + DAY)
    playing.publish(tournament, director, now=now)
    return tournament


def keep_mail(now: datetime) -> None:
    """Receive some emails that were carried out, and some that weren't."""
    message = Message.objects.filter(game__isnull=False).latest("pk")
    for n, outcome in product(range(MAILS), (InboundMail.Outcome.OBEYED, InboundMail.Outcome.REFUSED)):
        raw = f"Subject: {outcome} {n}\n\nGREEN\n".encode()
        InboundMail.objects.create(
            raw=raw,
            size=len(raw),
            recipient="box@localhost",
            source="grow",
            content_sha256=sha256(raw).hexdigest(),
            received_at=now,
            read_at=now,
            outcome=outcome,
            message=message,
        )


def play_long(now: datetime) -> tuple[Game, list[int]]:
    """Play a game with as many players as possible for one round: a light, then all look, submit a layout and chat. Returns the game
    and the ids of the events of that round."""
    people = [
        account_of(demo.address(name), name=name.title())[0]
        for name in ("anna", *map("guest{}".format, range(LONG - 1)))
    ]
    terms = {"seats": LONG, "options": {"tile_set": "S98+S98", "leeway": 0}, "listed": True}
    game_id = commands.make_game(kind="crossing", player=people[0], now=now, **terms)
    for player in people:
        commands.sit_down_and_agree(game_id=game_id, player=player, now=now)
    look(game_id, *people, at=now)
    submit(game_id, people[0], now)
    before = Game.objects.get(pk=game_id)
    order(game_id, people[0], "green", at=now)
    look(game_id, *people, at=now)
    for player in people:
        submit(game_id, player, now)
        commands.say(game_id=game_id, player=player, text="That is all I can do.", now=now)
    mail_tasks.tell(game_id, now=now - HOUR)
    game = Game.objects.get(pk=game_id)
    return game, list(game.events.filter(n__gt=before.last_event).values_list("pk", flat=True))


def submit(game_id: int, player: Player, now: datetime) -> None:
    layout, _ = positions.layouts(game_id, player)
    commands.play(game_id=game_id, player=player, orders=[positions.grid(layout)], now=now)


# --- more of them -----------------------------------------------------------------------------------------------------


class Growing:
    """The database at one size after another, with the player and the game that grow with it."""

    def __init__(self, now: datetime) -> None:
        self.played = play_some(now)
        self.clones = 0
        self.veteran, _ = account_of("veteran@example.org", name="Veteran")
        self.anna, _ = account_of(demo.address("Anna"), name="Anna")
        self.emil, _ = account_of("emil@example.org", name="Emil")
        self.long_game, self.round = play_long(now)
        self.rounds = 0
        self.young_game = Game.objects.get(made_by__name="Boris", kind="crossing")

    def grow(self, games: int) -> None:
        """Add clones until there are about this many games."""
        a_time = sum(len(group.games) / group.every for group in self.played)
        clones = max(self.clones + 1, int(games / a_time))
        clone(self.played, self.clones + 1, clones)
        self.clones = clones
        takes = Seat.objects.filter(number=0, game__phase="finished", game__listed=True, game__fixture=None)
        wanted = A_PAGE + games // ONE_IN - Seat.objects.filter(player=self.veteran).count()
        some = takes.exclude(player=self.veteran).order_by("-game")[:wanted]
        games_of_theirs = list(some.values_list("game", flat=True))
        Seat.objects.filter(game__in=games_of_theirs, number=0).update(player=self.veteran)
        RatingChange.objects.filter(game__in=games_of_theirs, seat=0).update(player=self.veteran)
        changes = RatingChange.objects.filter(player=self.veteran)
        newest = changes.order_by("kind", "-n").distinct("kind")
        changes.exclude(pk__in=newest).update(is_newest=False)
        self.long_game.refresh_from_db()
        lengthen(self.long_game, of=self.round, times=games // ONE_IN - self.rounds)
        self.rounds = games // ONE_IN
        with connection.cursor() as cursor:
            cursor.execute("VACUUM ANALYZE games_seat, games_event")


# --- what is measured -------------------------------------------------------------------------------------------------


def paths(growing: Growing) -> dict[str, Work]:
    """Return the work to measure, by the name of its row, built again for each size."""
    stranger, anna, staff, old = Client(), Client(), Client(), Client()
    anna.force_login(growing.anna)
    old.force_login(growing.veteran)
    staff.force_login(Player.objects.get(email=demo.address(demo.STAFF)))
    young = growing.young_game
    listed = Game.objects.filter(listed=True, phase="playing", kind="crossing", fixture=None).earliest("pk")
    over = Game.objects.filter(listed=True, phase="finished", kind="crossing", fixture=None).earliest("pk")
    tournament = Tournament.objects.earliest("pk")
    token, past = (
        make_token(player=player, name="grow", scope="play", now=timezone.now())
        for player in (growing.anna, growing.veteran)
    )
    admin = {
        f"admin: {what}": get(staff, f"/admin/{where}")
        for what, where in {
            "games": "games/game/",
            "games, 9th page": "games/game/?p=8",
            "games running": "games/game/?phase__exact=playing",
            "games of a kind": "games/game/?kind__exact=crossing",
            "a game by number": f"games/game/?q={young.pk}",
            "games of a name": "games/game/?q=Anna",
            "a game": f"games/game/{young.pk}/change/",
            "seats": "games/seat/",
            "bags": "games/bag/",
            "drafts": "games/draft/",
            "events": "games/event/",
            "events of a game": f"games/event/?q={over.pk}",
            "players": "players/player/",
            "a player by address": "players/player/?q=anna@example.org",
            "addresses": "account/emailaddress/?q=anna@example.org",
            "invitations": "players/invitation/",
            "mail that came in": "notifications/inboundmail/",
            "tournaments": "tournaments/tournament/",
            "rating changes": "tournaments/ratingchange/",
            "changes of a player": "tournaments/ratingchange/?q=Emil",
        }.items()
    }
    return {
        "command": layouts(anna, young, growing.anna, token),
        "long game: command": layouts(anna, growing.long_game, growing.anna, token),
        "long game: table": get(anna, f"/games/{growing.long_game.pk}/"),
        "long game: unchanged": unchanged(anna, f"/games/{growing.long_game.pk}/"),
        "long game: spectator": afresh(get(stranger, f"/games/{growing.long_game.pk}/")),
        "spectator's page": afresh(get(stranger, f"/games/{listed.pk}/")),
        "result": get(stranger, f"/games/{over.pk}/result/"),
        "table": get(anna, f"/games/{young.pk}/"),
        "table, unchanged": unchanged(anna, f"/games/{young.pk}/"),
        "API list": get(anna, "/api/v1/games"),
        "API list of a phase": get(anna, "/api/v1/games?status=grace"),
        "API list, mine": get(anna, "/api/v1/games?mine=1", authorization=f"Bearer {token}"),
        "API list, with a past": get(old, "/api/v1/games?mine=1", authorization=f"Bearer {past}"),
        "home, stranger": get(stranger, "/"),
        "home": get(anna, "/"),
        "home, with a past": get(old, "/"),
        "finished games": get(old, "/games/finished/"),
        "lobby list": lambda: queries.open_games(player=growing.anna, now=timezone.now()),
        "a player": get(stranger, f"/players/{growing.emil.pk}/"),
        "a player with a past": get(stranger, f"/players/{growing.veteran.pk}/"),
        "profile": get(anna, "/you/"),
        "profile, with a past": get(old, "/you/"),
        "new game": get(anna, "/games/new/"),
        "ratings": get(stranger, "/ratings/crossing/"),
        "tournaments": get(stranger, "/tournaments/"),
        "a tournament": get(stranger, f"/tournaments/{tournament.pk}/"),
        **admin,
        "mail_health": lambda: health(now=timezone.now()),
        "sweep: due games": tasks.sweep,
        "sweep: robots": tasks.visit_tables,
        "sweep: outbox": lambda: mail_tasks.games_to_announce(timezone.now()),
        "sweep: inbound": mail_tasks.sweep,
        "sweep: reports": lambda: bounces.read_reports(now=timezone.now()),
        "sweep: of no game": mail_tasks.send_general_mails,
        "sweep: tournaments": tournament_tasks.sweep,
        **{f"sweep: {kept.name}": partial(kept.forget, now=timezone.now()) for kept in KEPT},
    }


def get(client: Client, path: str, **headers: str) -> Work:
    return lambda: answered(client.get(path, headers=headers))


def lock_a_row(game: Game) -> Work:
    """The floor of the bench."""
    return lambda: request("POST", f"/floor/{game.pk}", expected=200)


def afresh(work: Work) -> Work:
    """Return the same work with empty caches."""

    def forget_and_do() -> None:
        for cache in caches.all(initialized_only=True):
            cache.clear()
        work()

    return forget_and_do


def unchanged(client: Client, path: str) -> Work:
    """Return work that requests this path with the ETag of the previous response."""
    tag = ""

    def ask() -> None:
        nonlocal tag
        answer = client.get(path, headers={"if-none-match": tag})
        tag = answer["ETag"]

    return ask


def answered(response: Any) -> None:
    if response.status_code not in (200, 304):
        raise SystemExit(f"{response.request['PATH_INFO']}: {response.status_code} {response.content[:300]!r}")


def layouts(client: Client, game: Game, player: Player, token: str) -> Work:
    """Return work that submits a layout by API, in turn the current one and the same with rows and columns swapped."""
    now = timezone.now()
    commands.look(game_id=game.pk, player=player, now=now)
    view = queries.table(game_id=game.pk, player=player, now=now).view
    turned = ["".join(row) for row in zip(*view.layout, strict=True)]
    both = [list(view.layout), turned]

    def submit() -> None:
        both.reverse()
        Seat.objects.filter(game=game).update(orders_in_hour=0, orders_in_day=0)
        answered(
            client.post(
                f"/api/v1/games/{game.pk}/commands",
                {"commands": [{"verb": "GRID", "layout": both[0]}]},
                content_type="application/json",
                headers={"authorization": f"Bearer {token}"},
            )
        )

    return submit


def cost_of(work: Work, floor: Work) -> float:
    """Return the processor time of a run that was hardly disturbed, as a multiple of the floor's. Both take turns."""
    work()
    took, took_floor = list[float](), list[float]()
    while len(took) < TIMES and sum(took) < ENOUGH:
        for one, times in ((work, took), (floor, took_floor)):
            before = used()
            one()
            times.append(used() - before)
    undisturbed = int(len(took) * UNDISTURBED)
    return sorted(took)[undisturbed] / sorted(took_floor)[undisturbed]


def plans(work: Work) -> Iterator[str]:
    """Yield the plans of the slower queries of this work."""
    asked: list[tuple[str, Any]] = []

    def note(execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        asked.append((sql, params))
        return execute(sql, params, many, context)

    with connection.execute_wrapper(note):
        work()
    with connection.cursor() as cursor:
        for sql, params in asked:
            if sql.startswith("SELECT") and "FOR " not in sql:
                statement = ClientCursor(connection.connection).mogrify(sql, params)
                cursor.execute(f"EXPLAIN (ANALYZE, COSTS OFF) {statement}")
                plan = [line for [line] in cursor.fetchall()]
                if sum(float(line.split()[2]) for line in plan[-1:]) > SLOW:
                    yield "\n".join(["", statement, *plan])


def main(sizes: Sequence[int]) -> None:
    settings.EMAIL_BACKEND = "django.core.mail.backends.dummy.EmailBackend"
    settings.ALLOWED_HOSTS = ["*"]
    growing = Growing(timezone.now())
    measured: dict[str, list[float]] = {}
    for size in sizes:
        begun = time.monotonic()
        growing.grow(size)
        connection.close()
        games, events = Game.objects.count(), Event.objects.count()
        print(f"\n{games} games with {events} events, made in {time.monotonic() - begun:.0f} s", flush=True)
        work, floor = paths(growing), lock_a_row(Game.objects.earliest("pk"))
        for what, one in work.items():
            figures = measured.setdefault(what, [])
            figures.append(cost_of(one, floor))
            print(f"{what:26}" + "".join(f"{cost:10.2f} {cost / figures[0]:5.2f}×" for cost in figures), flush=True)
        for what, figures in measured.items():
            if figures[-1] > MAY_GROW * figures[0]:
                print(f"\n=== {what}", *plans(work[what]), sep="\n", flush=True)


if __name__ == "__main__":
    main([int(size) for size in sys.argv[1:]] or SIZES)
