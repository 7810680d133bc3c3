"""Games over HTTP: reading them and playing them. Every response is made from the reader's view."""

from collections.abc import Callable, Mapping
from datetime import datetime
from functools import partial

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.http import conditional_page
from ninja import Query, Router
from ninja.decorators import decorate_view
from ninja.errors import AuthenticationError

from games import commands, queries
from games.api.access import AnyoneToRead, TokenToPlay, caller_of, reader_of
from games.api.orders import read_commands
from games.api.problems import EXAMPLES, Misused, example_of_commands
from games.api.repeats import repeatable
from games.api.shapes import (
    Agreement,
    Commands,
    GameShape,
    GamesShape,
    HintAsked,
    HintsShape,
    NewGame,
    Place,
    Problem,
    SaidShape,
    Searched,
    Status,
)
from games.queries.api_view import api_list, api_public, api_said, api_search, api_view, view_as_json
from games.queries.archive import WrongSearch, read_search
from games.queries.public import PUBLIC_NAMES
from games.queries.reading import seated
from games.queries.record import record
from games.queries.tables import TableView
from games.robots import hints
from games.rules.alphabets.alphabet import Alphabet
from games.rules.alphabets.known import alphabet_of
from games.rules.facts import JsonObject
from games.rules.options import TableOptions, alphabet_in
from games.rules.table.kind import AnyKind
from games.rules.values import Order, OrderRefused, Unreadable
from games.store import NoSuchGame

router = Router(tags=["games"])

REFUSALS = {frozenset({401, 403, 404, 409, 413, 422, 429}): Problem}
READS = {frozenset({401, 404, 422}): Problem}


@router.get("/games", auth=AnyoneToRead(), response={200: GamesShape, **READS}, summary="Games, newest first")
def list_games(
    request: HttpRequest,
    searched: Query[Searched],
    mine: bool = False,
    status: Status | None = None,
    before: int | None = None,
) -> HttpResponse:
    """Return 20 public games, or with `mine=1` those of the token's player. You can search your finished games with
    `mine=1&status=finished`: the game that finished last comes first. You can search public games that have started by `kind` and
    `with`: the game that started last comes first. Each page searches up to 1,000 games, and can be short although more follow."""
    player = reader_of(request)
    if mine and player is None:
        raise AuthenticationError
    now, given = timezone.now(), searched.given
    if not given:
        games, older = api_list(player=player, mine=mine, status=status, before=before, now=now)
    elif player is not None and mine and status == "finished":
        search = partial(api_search, player=player)
        games, older = _searched(search, given, before, now)
    elif not mine and given.keys() <= PUBLIC_NAMES and status != "lobby":
        search = partial(api_public, player=player, phases=[status] if status else ())
        games, older = _searched(search, given, before, now)
    else:
        why = gettext(
            "You can search your own finished games (mine=1&status=finished). Public games that have "
            "started can only be searched by kind and with."
        )
        raise Misused(next(iter(given)), why, EXAMPLES["search"])
    return JsonResponse({"games": games, "older": older})


def _searched(
    search: Callable[..., tuple[list[JsonObject], int | None]],
    given: Mapping[str, str],
    before: int | None,
    now: datetime,
) -> tuple[list[JsonObject], int | None]:
    try:
        return search(search=read_search(given), before=before, now=now)
    except WrongSearch as error:
        name, why = next(iter(error.wrong.items()))
        raise Misused(name, why, EXAMPLES["search"]) from error
    except NoSuchGame as error:
        why = gettext("For the next page of a search, set before to the value of older from the previous response.")
        raise Misused("before", why, EXAMPLES["search"]) from error


@router.post("/games", auth=TokenToPlay(), response={201: GameShape, **REFUSALS}, summary="Create a game")
@repeatable
def make_game(request: HttpRequest, asked: NewGame) -> HttpResponse:
    """You take seat 0, and creating a game accepts its settings. It is private unless `listed` is true."""
    now = timezone.now()
    try:
        game_id = commands.make_game(**asked.dict(), player=caller_of(request), now=now)
    except OrderRefused as refused:
        raise Unreadable(refused.why, line=gettext("the requested game"), correct=EXAMPLES["games"]) from refused
    view = api_view(game_id=game_id, player=caller_of(request), now=now)
    return JsonResponse(view, status=201, headers={"Location": f"{request.path}/{game_id}"})


@router.get(
    "/games/{int:game_id}", auth=AnyoneToRead(), response={200: GameShape, 304: None, **READS}, summary="A game"
)
@decorate_view(conditional_page)
def show_game(request: HttpRequest, game_id: int) -> HttpResponse:
    """The game as you may see it. A new tile stays face down. With If-None-Match, the answer is 304 until something changes."""
    view = api_view(game_id=game_id, player=reader_of(request), now=timezone.now())
    return JsonResponse(view, headers={"Cache-Control": "private, no-cache", "Vary": "Authorization"})


@router.get("/games/{int:game_id}/record", auth=AnyoneToRead(), response={200: dict, **READS}, summary="The record")
def show_record(request: HttpRequest, game_id: int) -> HttpResponse:
    """Everything about a finished game. While a game is in progress, only what you may know."""
    return JsonResponse(record(game_id=game_id, player=reader_of(request), now=timezone.now()))


@router.get("/games/{int:game_id}/analysis", auth=AnyoneToRead(), response={200: dict, **READS}, summary="The analysis")
def show_analysis(request: HttpRequest, game_id: int) -> HttpResponse:
    """The best layout or move found for the same tiles, at each step of a finished game's replay. There is no analysis of a game in
    progress, nor on a server that doesn't analyse games."""
    view = queries.table(game_id=game_id, player=reader_of(request), now=timezone.now())
    found = queries.analysis(view)
    if found is None:
        raise NoSuchGame
    return JsonResponse(_alphabet(view).write_json(found.as_json()))


@router.post(
    "/games/{int:game_id}/join", auth=TokenToPlay(), response={200: GameShape, **REFUSALS}, summary="Join a game"
)
@repeatable
def join(request: HttpRequest, game_id: int, asked: Place = Place()) -> HttpResponse:  # noqa: B008
    """Take a seat in a public game, or in one that you were invited to."""
    player, now = caller_of(request), timezone.now()
    if asked.seat is None:
        commands.join(game_id=game_id, player=player, now=now)
    else:
        commands.take_seat(game_id=game_id, player=player, number=asked.seat, now=now)
    return _view(request, game_id)


@router.post(
    "/games/{int:game_id}/agree",
    auth=TokenToPlay(),
    response={200: GameShape, **REFUSALS},
    summary="Accept the settings",
)
@repeatable
def agree(request: HttpRequest, game_id: int, asked: Agreement = Agreement()) -> HttpResponse:  # noqa: B008
    """The game starts when every seat is filled and everyone has accepted."""
    commands.agree(game_id=game_id, player=caller_of(request), cut=asked.cut, now=timezone.now())
    return _view(request, game_id)


@router.get(
    "/games/{int:game_id}/said", auth=AnyoneToRead(), response={200: SaidShape, **READS}, summary="Chat messages"
)
def show_said(request: HttpRequest, game_id: int) -> HttpResponse:
    """The latest 80 messages of the game's chat, and its comments once it has finished. Messages from players you muted are left
    out. To write a message, use the command SAY."""
    return JsonResponse(api_said(game_id=game_id, player=reader_of(request), now=timezone.now()))


@router.get("/games/{int:game_id}/hint", auth=TokenToPlay(), response={200: HintsShape, **READS}, summary="Your hints")
def show_hints(request: HttpRequest, game_id: int) -> HttpResponse:
    """The hints you took in a game in progress. The search for the last one may still be running."""
    view = queries.table(game_id=game_id, player=caller_of(request), now=timezone.now())
    if view.hints is None:
        raise NoSuchGame
    return JsonResponse(_alphabet(view).write_json(view.hints.as_json()))


@router.post("/games/{int:game_id}/hint", auth=TokenToPlay(), response={200: HintsShape, **REFUSALS}, summary="A hint")
@repeatable
def take_hint(request: HttpRequest, game_id: int, asked: HintAsked) -> HttpResponse:
    """Only in a game of Lexicon Crossing against robots. Everyone sees the number of your hints when the game finishes."""
    layout = None if asked.layout is None else tuple(asked.layout)
    player, now = caller_of(request), timezone.now()
    taken = hints.take_hint(game_id=game_id, player=player, depth=asked.depth, layout=layout, now=now)
    written = _alphabet(queries.table(game_id=game_id, player=player, now=now)).write_json
    return JsonResponse(written(taken.as_json()))


@router.post("/games/{int:game_id}/look", auth=TokenToPlay(), response={200: GameShape, **REFUSALS}, summary="Look")
@repeatable
def look(request: HttpRequest, game_id: int) -> HttpResponse:
    """Look at all your new tiles."""
    table = commands.look(game_id=game_id, player=caller_of(request), now=timezone.now())
    return JsonResponse(view_as_json(seated(table, caller_of(request)), caller_of(request)))


@router.post("/games/{int:game_id}/commands", auth=TokenToPlay(), response={200: GameShape, **REFUSALS}, summary="Play")
@repeatable
def play(request: HttpRequest, game_id: int, asked: Commands) -> HttpResponse:
    """Either all commands are carried out or none. A command looks at your new tiles first, even if it is then refused. You need a
    seat in the game."""
    player, now, ignored = caller_of(request), timezone.now(), list[str]()
    orders = partial(_orders, asked, ignored)
    table = commands.play(game_id=game_id, player=player, orders=orders, turn=asked.turn, now=now)
    return JsonResponse({**view_as_json(seated(table, player), player), **({"ignored": ignored} if ignored else {})})


def _orders(asked: Commands, ignored: list[str], kind: AnyKind, options: TableOptions) -> tuple[Order, ...]:
    """Return the orders in a request, adding to `ignored` the lines that are not commands."""
    if (asked.text is None) == (asked.commands is None):
        why = gettext("Send exactly one of text and commands.")
        raise Misused("text, commands", why, example_of_commands(alphabet_of(options.alphabet)))
    if asked.text is not None:
        reading = kind.read(asked.text, options)
        ignored += reading.ignored
        orders = reading.orders
    else:
        orders = read_commands(asked.commands or [], kind.grammar(options))
    if not orders:
        why = gettext("The request contains no commands.")
        raise Misused(next(iter(ignored), ""), why, example_of_commands(alphabet_of(options.alphabet)))
    return orders


def _alphabet(view: TableView) -> Alphabet:
    return alphabet_in(view.loaded.table.game.options)


def _view(request: HttpRequest, game_id: int) -> HttpResponse:
    return JsonResponse(api_view(game_id=game_id, player=caller_of(request), now=timezone.now()))
