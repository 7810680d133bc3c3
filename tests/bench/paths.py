"""The paths measured beside the floor: commands, pages, parts of pages, and what a command leaves to the worker."""

from collections.abc import Callable

from celery.signals import before_task_publish
from django.core.cache import caches

from games import commands
from games.players.models import Player
from games.players.tokens import make_token
from lexicon.celery import app
from notifications.tasks import tell
from tests.bench import positions
from tests.bench.browser import Browser, Program, request
from tests.bench.measure import Row, Task
from tests.bench.positions import grid, now, people

TRIES = 3


def floor() -> Task:
    """the floor: lock and update a row"""
    address = f"/floor/{positions.small_table()}"
    return Task(lambda: request("POST", address, expected=200))


# --- commands ---------------------------------------------------------------------------------------------------------


def layout_by_api() -> Task:
    programs = {
        player: Program(make_token(player=player, name="bench", scope="play", now=now())) for player in people()[:2]
    }
    seats = positions.submissions()

    def play() -> None:
        game_id, player, layout = next(seats)
        programs[player].send(f"/api/v1/games/{game_id}/commands", {"commands": [{"verb": "GRID", "layout": layout}]})

    return Task(play)


def layout_on_the_page() -> Task:
    browsers = {player: Browser(player) for player in people()[:2]}
    seats = positions.submissions()

    def submit() -> None:
        game_id, player, layout = next(seats)
        page, form = f"/games/{game_id}/", {"layout": "\r\n".join(layout), "draft": "", "version": "", "do": "submit"}
        browsers[player].send(f"{page}layout/", form, "live", at=page)

    return Task(submit)


def worker_after_a_layout() -> Task:
    """Run the tasks that a layout queues. Nobody is notified of it."""
    app.loader.import_default_modules()
    seats, nudges = positions.submissions(), list[tuple[str, object]]()
    before_task_publish.connect(lambda sender, body, **_: nudges.append((sender, body[0])), weak=False)

    def submit() -> None:
        game_id, player, layout = next(seats)
        tell(game_id, now=now())  # send news that other rows have left
        nudges.clear()
        commands.play(game_id=game_id, player=player, orders=[grid(layout)], now=now())

    def work() -> None:
        for name, arguments in [*nudges]:
            app.tasks[name].run(*arguments)

    return Task(work, first=submit)


# --- pages ------------------------------------------------------------------------------------------------------------


def page(address: Callable[[], str], player: Callable[[], Player] | None = None) -> Callable[[], Task]:
    """Return a function that prepares the opening of a page by a signed-in player, or by a stranger with a new browser."""

    def prepare() -> Task:
        at = address()
        if player is None:
            return Task(lambda: Browser().open(at))
        browser = Browser(player())
        return Task(lambda: browser.open(at))

    return prepare


def forgotten() -> Task:
    """Open a spectator's page that isn't cached."""
    at = small()
    return Task(
        lambda: Browser().open(at), first=lambda: [cache.clear() for cache in caches.all(initialized_only=True)]
    )


def part(address: Callable[[], str], player: Callable[[], Player], element: str) -> Callable[[], Task]:
    """Return a function that prepares the request for a part, as an open page sends it by itself, when something has changed."""

    def prepare() -> Task:
        at, browser = address(), Browser(player())
        return Task(lambda: browser.ask(at, element))

    return prepare


def unchanged(address: Callable[[], str], player: Callable[[], Player], element: str) -> Callable[[], Task]:
    """Return the same for when nothing has changed: the request has the page's own headers, and the answer is 304."""

    def prepare() -> Task:
        at, browser = address(), Browser(player())
        known = browser.open(at).part_headers(element)

        def ask() -> None:
            nonlocal known
            for _ in range(TRIES):
                answer = browser.ask(at, element, known=known)
                if answer.status == 304:
                    return
                known = answer.part_headers(element) or {"If-None-Match": answer.headers["ETag"]}  # a new minute
            raise SystemExit(f"{at} is never unchanged")

        return Task(ask)

    return prepare


def small() -> str:
    return f"/games/{positions.small_table()}/"


def large() -> str:
    return f"/games/{positions.large_table()}/"


def result() -> str:
    return f"/games/{positions.finished()}/result/"


def home() -> str:
    positions.open_tables()
    return "/"


def anna() -> Player:
    return people()[0]


def busy(games: int) -> Callable[[], Player]:
    return lambda: positions.busy_player(games)


def list_by_api() -> Task:
    newest = positions.games_for_a_list()  # until another row makes newer ones
    program = Program(make_token(player=anna(), name="bench", scope="read", now=now()))
    return Task(lambda: program.ask(f"/api/v1/games?before={newest + 1}"))


ROWS = (
    Row("api", "a layout by API", 3.0, layout_by_api),
    Row("page", "a layout on the page, with what it then shows", 8, layout_on_the_page),
    Row("table", "game, signed in: small", 7, page(small, anna)),
    Row("table-large", "game, signed in: large", 9, page(large, anna)),
    Row("spectator", "game, spectator: small", 5, page(small)),
    Row("spectator-large", "game, spectator: large", 5, page(large)),
    Row("spectator-new", "game, spectator: small, not cached", 5, forgotten),
    Row("live", "live part of a game", 6, part(small, anna, "live")),
    Row("live-304", "live part, unchanged", 1.2, unchanged(small, anna, "live")),
    Row("home", "home of a stranger", 3, page(home)),
    Row("home-5", "home with 5 games", 9, page(home, busy(5))),
    Row("home-200", "home with 200 games", 10, page(home, busy(200))),
    Row("home-5-304", "home with 5 games, unchanged", 2, unchanged(home, busy(5), "games")),
    Row("home-200-304", "home with 200 games, unchanged", 2, unchanged(home, busy(200), "games")),
    Row("result", "result", 10, page(result, anna)),
    Row("replay", "replay", 7, page(lambda: f"/games/{positions.finished()}/replay.json", anna)),
    Row("lobby", "lobby page", 5, page(lambda: f"/games/{positions.lobby()}/", anna)),
    Row("tournament", "tournament page", 8, page(lambda: f"/tournaments/{positions.tournament().pk}/", anna)),
    Row("profile", "your own page", 8, page(lambda: "/you/", anna)),
    Row("settings", "settings: notifications", 8, page(lambda: "/settings/notifications/", anna)),
    Row("player", "a player’s page", 6, page(lambda: f"/players/{positions.rated_player().pk}/", anna)),
    Row("api-list", "list of games by API", 6, list_by_api),
    Row("worker", "worker, after a layout (nobody is notified)", 0.1, worker_after_a_layout),
)
