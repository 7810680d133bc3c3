"""Lists of games: those of one player by what waits for them, those open to anyone, and those that anybody may look on at."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from typing import TypedDict

from django.conf import settings
from django.db.models import Exists, OuterRef, Prefetch, QuerySet
from django.utils.module_loading import import_string
from django.utils.translation import gettext, gettext_noop

from games import store
from games.models import Game, Seat
from games.players.models import Invitation, Player
from games.queries.options import Given, agreed_in_short
from games.queries.reading import ReaderTable, called_together, seated
from games.queries.tables import TableView, letters_of
from games.rules import registry
from games.sharing import by_number
from games.wording import length, listing, speak_all

FINISHED_SHOWN = 5
OPEN_SHOWN = 50
PUBLIC_SHOWN = 12
OPEN_COLUMNS = ("pk", "made_by__name", "kind", "seat_count", "taken", "options", "made_at", "due_at", "rated")
DEADLINES = {  # what the time left is for, beside it
    "look": gettext_noop("to look"),
    "move": gettext_noop("to move"),
    "call": gettext_noop("to ask for a light"),
    "grace": gettext_noop("for your last layout"),
    "challenge": gettext_noop("to challenge"),
    "end": gettext_noop("to the end"),
    "agree": gettext_noop("to agree"),
    "join": gettext_noop("to join"),
    "answer": gettext_noop("to answer"),
}
RUNNING = [Game.Phase.PLAYING, Game.Phase.GRACE, Game.Phase.CHALLENGE]


@dataclass(frozen=True)
class GameLine:
    """A game in a list. `mark` is a light (G, R, A), `eye` for tiles to see, `turn` for a move, `pause`, or nothing. `at` is
    the reader’s own deadline where the game waits for them, else what comes next; of a finished one, when that was."""

    id: int
    kind_name: str
    title: str
    phase: str
    says: str = ""
    at: datetime | None = None
    at_says: str = ""
    remaining: str = ""
    mark: str = ""
    is_filled: bool = False
    came: str = ""
    result: str = ""
    is_rated: bool = False


class TimeLeft(TypedDict):
    """The part of a line that says until when."""

    at: datetime | None
    at_says: str
    remaining: str


@dataclass(frozen=True)
class MyGames:
    """`waiting_for_me`: games to play, tables to agree at, invitations to answer. `finished` are the latest."""

    waiting_for_me: tuple[GameLine, ...]
    waiting_for_others: tuple[GameLine, ...]
    lobby: tuple[GameLine, ...]
    finished: tuple[GameLine, ...]


@dataclass(frozen=True)
class OpenGame:
    """A listed game with a free seat, or one that can be shared; `house_rules` are the options that are not as usual, beside
    the most telling ones."""

    id: int
    maker: str
    kind_name: str
    seats: int
    taken: int
    options_says: str
    house_rules: tuple[str, ...]
    made_at: datetime
    ends_at: datetime | None
    is_rated: bool


@dataclass(frozen=True)
class PublicGame:
    """A listed game that has been dealt; `says` is who won, empty while it runs."""

    id: int
    kind_name: str
    title: str
    started_at: datetime | None
    is_over: bool
    says: str
    is_rated: bool


def my_games(*, player: Player, now: datetime) -> MyGames:
    """A player's games, each list by what ends first; the latest finished ones."""
    unfinished = Game.objects.filter(seats__player=player, phase__in=[*RUNNING, Game.Phase.LOBBY])
    lobby, waiting_for_me, waiting_for_others, just_finished = [], [], [], []
    to_agree = []
    for table in store.all_seen_now(unfinished, now=now):
        loaded = seated(table, player)
        view = loaded.view
        if table.is_in_lobby and loaded.own and loaded.own.is_awaited:
            to_agree.append(loaded)
        elif table.is_in_lobby:
            lobby.append(_line(loaded, TableView(loaded).why))
        elif view is None:
            continue  # cancelled, though nobody has saved that yet
        elif view.phase == Game.Phase.FINISHED:
            just_finished.append(_finished_line(table.game, player))
        elif loaded.seat is not None and loaded.seat in view.waiting_for:
            # the reader's own deadline, whoever else's ends before
            own = ((one.at, one.what) for one in table.kind.deadlines(table.state, loaded.seat) if one.at)
            at, what = min(own, default=(None, ""))
            waiting_for_me.append(replace(_running_line(loaded, now), **_time_left(what, at, now)))
        else:
            waiting_for_others.append(_running_line(loaded, now))
    invitations = [_invitation_line(one, now) for one in invitations_to(player=player, now=now)]
    return MyGames(
        waiting_for_me=_soonest([*waiting_for_me, *_agreeing_lines(to_agree, now), *invitations]),
        waiting_for_others=_soonest(waiting_for_others),
        lobby=tuple(lobby),
        finished=(*just_finished, *finished_lines(finished_games(player)[:FINISHED_SHOWN], player)),
    )


def finished_games(player: Player) -> QuerySet[Game]:
    """All that are over, the last one first."""
    over = Game.objects.filter(phase=Game.Phase.FINISHED, seats__player=player)
    return over.order_by("-finished_at").prefetch_related("seats")


def finished_lines(games: Iterable[Game], player: Player) -> tuple[GameLine, ...]:
    return tuple(_finished_line(game, player) for game in games)


def open_games(*, player: Player | None, now: datetime) -> tuple[OpenGame, ...]:
    """Listed games with a free seat that this player does not sit in and was not asked to, the newest first."""
    listed = Game.objects.filter(listed=True)
    if player is not None:
        listed = listed.filter(~Exists(_unanswered(player).filter(game=OuterRef("pk"))))
    return _with_a_free_seat(listed, player, now)


def invitations_to(*, player: Player, now: datetime) -> tuple[OpenGame, ...]:
    """The games, listed or private, that this player's address was asked to and has not answered."""
    return _with_a_free_seat(Game.objects.filter(pk__in=_unanswered(player).values("game")), player, now)


def public_games() -> tuple[PublicGame, ...]:
    """The latest listed games, the last begun first. No state is read: what is due in them is seen on their own pages."""
    listed = Game.objects.filter(listed=True, started_at__isnull=False).order_by("-started_at")
    seats = Prefetch("seats", Seat.objects.only("game", "number", "share", "name", "resigned_at", "rank", "result"))
    games = listed.only("kind", "phase", "options", "rated", "started_at").prefetch_related(seats)
    return tuple(_public_game(game) for game in games[:PUBLIC_SHOWN])


def _unanswered(player: Player) -> QuerySet[Invitation]:
    return Invitation.objects.filter(email=player.email, is_awaited=True)


def _with_a_free_seat(games: QuerySet[Game], player: Player | None, now: datetime) -> tuple[OpenGame, ...]:
    found = games.filter(has_room=True, due_at__gt=now)
    found = found.filter(made_by__isnull=False)  # else its players were seated, and nobody sits down
    if player is not None:
        found = found.filter(~Exists(Seat.objects.filter(game=OuterRef("pk"), player=player)))
    return tuple(_open_game(*row) for row in found.order_by("-made_at").values_list(*OPEN_COLUMNS)[:OPEN_SHOWN])


def _open_game(
    pk: int,
    maker: str,
    key: str,
    seats: int,
    taken: int,
    options: Given,
    made_at: datetime,
    ends_at: datetime,
    is_rated: bool,
) -> OpenGame:
    kind = registry.kind(key)
    says, house_rules = agreed_in_short(kind, options)
    return OpenGame(
        id=pk,
        maker=maker,
        kind_name=gettext(kind.name),
        seats=seats,
        taken=taken,
        options_says=says,
        house_rules=house_rules,
        made_at=made_at,
        ends_at=ends_at,
        is_rated=is_rated,
    )


def _public_game(game: Game) -> PublicGame:
    seats = sorted(by_number(game.seats.all()).values(), key=lambda rows: (rows[0].rank or 0, rows[0].number))
    is_over = game.phase == Game.Phase.FINISHED
    winners = [rows for rows in seats if rows[0].rank == 1]
    says = ""
    if is_over and winners:
        names = listing([called_together(rows) for rows in winners])
        says = gettext("won by {names}").format(names=names)
        if not letters_of(game):
            says = gettext("won by {names}, {score}").format(names=names, score=winners[0][0].result)
    return PublicGame(
        id=game.pk,
        kind_name=gettext(registry.kind(game.kind).name),
        title=listing([called_together(rows) for rows in seats]),
        started_at=game.started_at,
        is_over=is_over,
        says=says,
        is_rated=game.rated,
    )


def _invitation_line(asked: OpenGame, now: datetime) -> GameLine:
    return GameLine(
        id=asked.id,
        kind_name=asked.kind_name,
        title=gettext("{name} invites you").format(name=asked.maker),
        phase=Game.Phase.LOBBY,
        says=" · ".join([asked.options_says, *asked.house_rules]),
        is_rated=asked.is_rated,
        **_time_left("answer", asked.ends_at, now),
    )


def _agreeing_lines(tables: Sequence[ReaderTable], now: datetime) -> Iterable[GameLine]:
    """Tables that lack their reader's agreement. Those that nobody made are to be joined in the time that their opener gave."""
    opened = [loaded.table.game.pk for loaded in tables if loaded.table.game.made_by_id is None]
    join_by = import_string(settings.JOIN_BY)(opened) if opened else {}
    for loaded in tables:
        game = loaded.table.game
        at = join_by.get(game.pk)
        left = _time_left("join", at, now) if at else _time_left("agree", game.due_at, now)
        yield replace(_line(loaded, TableView(loaded).why), **left)


def _time_left(what: str, at: datetime | None, now: datetime) -> TimeLeft:
    if at is None:
        return TimeLeft(at=None, at_says="", remaining="")
    return TimeLeft(at=at, at_says=gettext(DEADLINES[what]), remaining=length(max(at - now, timedelta(0))))


def _running_line(loaded: ReaderTable, now: datetime) -> GameLine:
    """A running game, with the reason why nothing happens but for the sentences that say only until when: that stands beside."""
    view, coming = loaded.view, TableView(loaded).next
    mark, is_filled = view.mark
    timeless = [one for one in view.why if not any(isinstance(value, datetime) for value in one.values.values())]
    return replace(
        _line(loaded, speak_all(timeless or view.why, loaded.names)),
        phase=view.phase,
        at=coming.at if coming else None,
        at_says=coming.says if coming else "",
        remaining=length(max(coming.at - now, timedelta(0))) if coming else "",
        mark=mark,
        is_filled=is_filled,
    )


def _line(loaded: ReaderTable, says: str) -> GameLine:
    game = loaded.table.game
    others = [called_together(rows) for number, rows in loaded.places.items() if number != loaded.seat]
    return GameLine(
        id=game.pk,
        kind_name=gettext(loaded.table.kind.name),
        title=listing(others) or gettext("Nobody else yet"),
        phase=game.phase,
        says=says,
        is_rated=game.rated,
    )


def _finished_line(game: Game, player: Player) -> GameLine:
    seats = list(game.seats.all())
    own = next(seat for seat in seats if seat.player_id == player.pk)
    others = [rows for rows in by_number(seats).values() if own not in rows]
    names = listing([called_together(rows) for rows in others])
    result = own.result
    if game.ending == "resigned" and own.rank == 1:
        one = gettext("{name} resigned").format(name=names)
        result = gettext("the others resigned") if len(others) > 1 else one
    return GameLine(
        id=game.pk,
        kind_name=gettext(registry.kind(game.kind).name),
        title=names,
        phase=game.phase,
        at=game.finished_at,
        came=_came(game, own, others),
        result=result,
        is_rated=game.rated,
    )


def _came(game: Game, own: Seat, others: Sequence[Sequence[Seat]]) -> str:
    if own.rank is None:
        return ""
    if own.rank > 1:
        return gettext("Place {rank}").format(rank=own.rank)
    if letters_of(game):
        return gettext("Your team won")
    if any(rows[0].rank == 1 for rows in others):
        return gettext("You share the win")
    return gettext("You won")


def _soonest(lines: Sequence[GameLine]) -> tuple[GameLine, ...]:
    far = datetime.max.replace(tzinfo=UTC)
    return tuple(sorted(lines, key=lambda line: line.at or far))
