"""Lists of games: one player's own, grouped by the player they wait for; open games; and those that anybody may
watch."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from functools import lru_cache
from itertools import chain
from typing import NamedTuple

from django.conf import settings
from django.db.models import Exists, OuterRef, QuerySet
from django.utils import timezone
from django.utils.module_loading import import_string
from django.utils.translation import get_language, gettext, ngettext

from games import store
from games.models import Game, Seat
from games.players.models import Invitation, Player, Regard
from games.players.regards import apart_from
from games.queries.archive import EVERYTHING, Search, found
from games.queries.fingerprints import FINISHED_SHOWN, GAMES_SHOWN, OPEN_SHOWN, OwnSeat, StartPage, start_page
from games.queries.languages import language_of
from games.queries.options import agreed_in_short
from games.queries.public import RUNNING
from games.queries.reading import FAR, ReaderTable, called_together, seated
from games.queries.substitutes import SubstitutionLine, substitutions_of
from games.queries.tables import TableView, letters_of
from games.rules import registry
from games.rules.options import schema
from games.sharing import by_number
from games.wording import clock_time, clock_time_lasts, length, length_lasts, listing, ordinal, speak_all

OPEN_COLUMNS = (
    *("pk", "made_by__name", "kind", "seat_count", "taken", "options", "made_at", "due_at", "rated", "rematch_of"),
    "club__name",
)
SOON = timedelta(hours=12)


class GameLine(NamedTuple):
    """A game in a list. `mark` is a light (G, R, A), `eye` for tiles to look at, `turn` for a move, `pause`, or empty.
    `at` is the reader’s own deadline if the game waits for them, otherwise the time of the next event; for a finished
    game it is the end. `picture` is the packed board as its reader sees it, a sample of the kind before the deal, and
    empty for kinds without boards. `answers` are the orders with which the reader can accept or decline an invitation,
    or the settings, before the deal. `language` is a code, empty for a game without words."""

    id: int
    kind_name: str
    title: str
    phase: str
    says: str = ""
    at: datetime | None = None
    at_says: str = ""
    remaining: str = ""
    is_soon: bool = False
    mark: str = ""
    is_filled: bool = False
    came: str = ""
    has_won: bool = False
    result: str = ""
    is_rated: bool = False
    picture: str = ""
    answers: tuple[str, ...] = ()
    language: str = ""


@dataclass(frozen=True)
class CachedLine:
    """A game's line without the time left. `place` is the list that it belongs to: `me`, `others`, `lobby` or
    `finished`. The wording is correct up to `until`. `is_opened` is True if no player created the game, and this one
    has yet to accept its settings."""

    place: str
    line: GameLine
    until: datetime | None = None
    is_opened: bool = False


@dataclass(frozen=True)
class MyGames:
    """A page of a player's games. `waiting_for_me` are games in which it is the player's move, settings to accept, and
    invitations to answer. `finished` are the games that finished last. Unless something happens sooner, the wording,
    such as the time left, is correct up to `until`. `seen` is the page as `start_page` will return it once the due
    changes that the player doesn't notice are saved."""

    waiting_for_me: tuple[GameLine, ...]
    waiting_for_others: tuple[GameLine, ...]
    lobby: tuple[GameLine, ...]
    finished: tuple[GameLine, ...]
    substitute_requests: tuple[SubstitutionLine, ...]
    page: int
    has_more: bool
    until: datetime
    seen: StartPage = field(repr=False, compare=False)

    @property
    def your_move(self) -> tuple[GameLine, ...]:
        """The games in progress that wait for the player."""
        return tuple(line for line in self.waiting_for_me if not line.answers)

    @property
    def invitations(self) -> tuple[GameLine, ...]:
        """The games before the deal that wait for the player's answer."""
        return tuple(line for line in self.waiting_for_me if line.answers)

    @property
    def is_whole(self) -> bool:
        """True if this is the only page."""
        return self.page == 1 and not self.has_more


@dataclass(frozen=True)
class FinishedGames:
    """A page of a player's finished games, with the names of the other players and the kinds; `older` and `searched_to`
    as in `Found`."""

    lines: tuple[GameLine, ...]
    names: tuple[str, ...]
    kinds: tuple[str, ...]
    older: int | None
    searched_to: datetime | None


class OpenGame(NamedTuple):
    """A game with a free seat or a seat that can be shared. `house_rules` are options that differ from the default,
    without those in `options_says`. `language` is a code, empty for a game without words. `club` is the name of the
    reader's club that the game belongs to; empty in other lists than those of clubs."""

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
    picture: str
    language: str = ""
    is_rematch: bool = False
    club: str = ""


def my_games(
    *, player: Player, now: datetime, page: int = 1, most: int = GAMES_SHOWN, seen: StartPage | None = None
) -> MyGames:
    """Return a page of a player's games: first those that wait for the player, then the others. On each page, every list is
    sorted by the deadlines that the player may know of. The first page also has invitations and the games that finished
    last. `seen` is this page as `start_page` returns it, if the caller has it."""
    seen = seen or start_page(player=player, now=now, page=page, most=most)
    seats = seen.seats
    all_known, unnoticed = _known(seats[:most], player, now)
    opened = [one.line.id for one in all_known if one.is_opened]
    join_by = import_string(settings.JOIN_BY)(opened) if opened else {}
    lists: dict[str, list[GameLine]] = {"me": [], "others": [], "lobby": [], "finished": []}
    until = [one.until for one in all_known if one.until]
    for one in all_known:
        line = one.line
        if at := join_by.get(line.id):
            line = line._replace(at=at)
        lists[one.place].append(_with_time_left(line, now))
    if page == 1:
        asked = invitations_to(player=player, now=now)
        lists["me"] += [_with_time_left(_invitation_line(one), now) for one in asked]
        lists["finished"] += finished_games(player=player, most=FINISHED_SHOWN).lines
    for line in (*lists["me"], *lists["others"]):
        if line.at:  # until when the words for the time left, and those for the deadline, are correct
            until += [now + length_lasts(line.at - now), clock_time_lasts(line.at, now=now)]
    return MyGames(
        waiting_for_me=_soonest(lists["me"]),
        waiting_for_others=_soonest(lists["others"]),
        lobby=tuple(lists["lobby"]),
        finished=tuple(lists["finished"]),
        substitute_requests=(
            substitutions_of(player=player, now=now, ids=seen.substitute_requests)
            if seen.substitute_requests and page == 1
            else ()
        ),
        page=page,
        has_more=len(seats) > most,
        until=min(until, default=(now + timedelta(days=1)).replace(minute=0, second=0, microsecond=0)),
        seen=seen.once_saved(unnoticed) if unnoticed else seen,
    )


def last_word_list(*, player: Player) -> str:
    """Return the name of the word list of the last game that a player created, of the kinds that are played in several
    languages; empty before the first."""
    kinds = [key for key, kind in registry.KINDS.items() if "alphabet" in schema(kind.options_type)]
    made = Game.objects.filter(made_by=player, kind__in=kinds).order_by("-made_at", "-pk")
    return made.values_list("word_list__name", flat=True).first() or ""


def games_running(*, player: Player) -> int:
    """Return the number of games that a player plays, as of their last saves."""
    return Seat.objects.filter(player=player, substitution=None, over_at=None, game__phase__in=RUNNING).count()


def finished_games(
    *, player: Player, most: int, search: Search = EVERYTHING, before: int | None = None
) -> FinishedGames:
    """Return a page of a player's finished games that match a search, the last finished first. Raises NoSuchGame in the
    same cases as `found`."""
    page = found(player=player, search=search, most=most, before=before)
    others = [row for own in page.seats for row in own.game.seats.all() if row.player_id != player.pk and row.name]
    return FinishedGames(
        lines=tuple(_finished_line(own.game, own.game.seats.all(), player) for own in page.seats),
        names=tuple(dict.fromkeys(row.name for row in others)),
        kinds=tuple(dict.fromkeys(own.game.kind for own in page.seats)),
        older=page.older,
        searched_to=page.searched_to,
    )


def open_games(
    *, player: Player | None, now: datetime, kind: str = "", language: str = "", most: int = OPEN_SHOWN
) -> tuple[OpenGame, ...]:
    """Return at most `most` public games with a free seat in which this player has no seat or invitation: those of
    followed players first, then the newest. `kind` and `language`, a code, limit them to one kind or language. If one
    of two players has blocked the other, neither sees the other's games."""
    listed = Game.objects.filter(listed=True, **({"kind": kind} if kind else {}))
    if language:
        listed = listed.filter(
            word_list__alphabet=language, kind__in=[one.key for one in registry.KINDS.values() if one.has_words]
        )
    if player is not None:
        listed = listed.filter(~apart_from(player), ~Exists(_unanswered(player).filter(game=OuterRef("pk"))))
        return _in_words(_followed_first(_with_a_free_seat(listed, player, now), player), most=most)
    return _in_words(_with_a_free_seat(listed, player, now).order_by("-made_at"), most=most)


def _followed_first(games: QuerySet[Game], player: Player) -> QuerySet[Game]:
    """Return one list of these open games: first those of players that this player follows, then the newest.

    Each of the two parts is found by an index, because sorting all open games by their makers would read every row."""
    followed = Regard.objects.filter(player=player, follows=True)
    theirs = games.filter(made_by__in=followed.values("other"), phase=Game.Phase.LOBBY)
    newest, newest_of_theirs = (
        Game.objects.filter(pk__in=one.order_by("-made_at").values("pk")[:OPEN_SHOWN]).values("pk")
        for one in (games, theirs)
    )
    either = newest.union(newest_of_theirs)
    is_followed = Exists(followed.filter(other=OuterRef("made_by")))
    return Game.objects.filter(pk__in=either).order_by(is_followed.desc(), "-made_at")


def open_games_of_clubs(*, games: Sequence[int], player: Player, now: datetime) -> tuple[OpenGame, ...]:
    """Return those of these games of the player's clubs that still have a free seat, the newest first; no query if
    `games` is empty."""
    found = Game.objects.filter(pk__in=games).order_by("-made_at", "-pk")
    return _in_words(_with_a_free_seat(found, player, now), names_clubs=True) if games else ()


def open_games_of(*, club_id: int, player: Player, now: datetime) -> tuple[OpenGame, ...]:
    """Return a club's games with a free seat, including the player's own, without those whose maker has blocked them or
    is blocked by them. The caller has checked that the player is a member."""
    found = Game.objects.filter(~apart_from(player), club=club_id).order_by("-made_at", "-pk")
    return _in_words(_with_a_free_seat(found, None, now))


def invitations_to(*, player: Player, now: datetime) -> tuple[OpenGame, ...]:
    """Return the games, public or private, that this player's address was invited to and has not answered."""
    asked = Game.objects.filter(pk__in=_unanswered(player).values("game"))
    return _in_words(_with_a_free_seat(asked, player, now).order_by("-made_at"))


def _unanswered(player: Player) -> QuerySet[Invitation]:
    return Invitation.objects.filter(email=player.email, is_awaited=True)


def _with_a_free_seat(games: QuerySet[Game], player: Player | None, now: datetime) -> QuerySet[Game]:
    found = games.filter(has_room=True, due_at__gt=now)
    # otherwise its players were seated by a tournament, and nobody can join
    found = found.filter(made_by__isnull=False)
    if player is not None:
        found = found.filter(~Exists(Seat.objects.filter(game=OuterRef("pk"), player=player)))
    return found


def _in_words(games: QuerySet[Game], *, names_clubs: bool = False, most: int = OPEN_SHOWN) -> tuple[OpenGame, ...]:
    said: dict[tuple[str, str], tuple[str, str, tuple[str, ...], str]] = {}  # most have the same settings as others
    lines = []
    columns = OPEN_COLUMNS if names_clubs else OPEN_COLUMNS[:-1]
    for row in games.values_list(*columns)[:most]:
        pk, maker, kind, seats, taken, options, made_at, ends_at, is_rated, before, *club = row
        agreed = (kind, repr(options))
        if agreed not in said:
            rules = registry.kind(kind)
            said[agreed] = (gettext(rules.name), *agreed_in_short(rules, options), language_of(rules, options))
        kind_name, says, house_rules, language = said[agreed]
        sample = registry.kind(kind).sample
        picture = sample.packed if sample else ""
        lines.append(
            OpenGame(
                *(pk, maker, kind_name, seats, taken, says, house_rules, made_at, ends_at, is_rated, picture),
                language,
                before is not None,
                *club,
            )
        )
    return tuple(lines)


def _invitation_line(asked: OpenGame) -> GameLine:
    invites = gettext("{name} asks for a rematch") if asked.is_rematch else gettext("{name} invites you")
    players = ngettext("{n} player", "{n} players", asked.seats).format(n=asked.seats)
    return GameLine(
        id=asked.id,
        kind_name=asked.kind_name,
        title=invites.format(name=asked.maker),
        phase=Game.Phase.LOBBY,
        says=" · ".join([players, asked.options_says, *asked.house_rules]),
        answers=("accept", "decline"),
        at=asked.ends_at,
        is_rated=asked.is_rated,
        picture=asked.picture,
        language=asked.language,
    )


def _known(seats: Sequence[OwnSeat], player: Player, now: datetime) -> tuple[list[CachedLine], set[int]]:
    """Return the lines of the games in which the player has these seats, and the games in which something is due that
    they don't notice. A game is loaded only if something is due, or if the player may have noticed something since its
    line was made."""
    spoken = (get_language(), timezone.get_current_timezone_name())
    cached = {one.game: cached_line(one, *spoken) for one in seats}
    due, unnoticed = {one.game for one in seats if one.due == 1}, set[int]()
    stale = [game for game, place in cached.items() if game in due or not place or (place[0].until or now) < now]
    made: dict[int, CachedLine | None] = dict.fromkeys(stale)
    for table in store.all_seen_now(Game.objects.filter(pk__in=stale), now=now) if stale else ():
        game, row = table.game, table.row_of(player)
        if row is None:
            continue  # the substitution has ended, though that is not saved yet
        made[game.pk] = one = _made_line(seated(table, player), player, now)
        if game.pk in due:
            if not (table.held or table.noticed_by(None) or table.noticed_by(row.number)):
                unnoticed.add(game.pk)
        elif one is not None:
            cached_line(OwnSeat(game.pk, game.noticed, 0, row.pk, row.noticed, int(row.is_awaited)), *spoken)[:] = [one]
    lines = (made[number] if number in made else place[0] for number, place in cached.items())
    return [one for one in lines if one is not None], unnoticed


@lru_cache(maxsize=10_000)
def cached_line(seat: OwnSeat, language: str | None, zone: str) -> list[CachedLine]:
    """Return the cache entry for the line of a game, as the player in this seat sees it, while they may have noticed
    nothing new.

    Hidden things are no part of the key, so that not even the timing of an answer reveals them."""
    return []


def _made_line(loaded: ReaderTable, player: Player, now: datetime) -> CachedLine | None:
    """Return the line of a loaded game; None for a game that is cancelled but not yet saved as such."""
    table, view = loaded.table, loaded.view
    game = table.game
    if table.is_in_lobby:
        line = _line(loaded, TableView(loaded).why)
        if loaded.own is None or not loaded.own.is_awaited:
            return CachedLine("lobby", line)
        is_opened = game.made_by_id is None
        answers = ("accept",) if is_opened else ("accept", "leave")
        return CachedLine("me", line._replace(at=game.due_at, answers=answers), is_opened=is_opened)
    if view is None:
        return None
    if view.phase == Game.Phase.FINISHED:
        return CachedLine("finished", _finished_line(game, table.rows, player))
    mark, is_filled = view.mark
    line = _line(loaded, view.alphabet.write(speak_all(view.in_lists, loaded.names)))
    line = line._replace(phase=view.phase, mark=mark, is_filled=is_filled)
    named = chain(*(one.instants for one in view.in_lists))
    until = min((clock_time_lasts(at, now=now) for at in named), default=None)
    if loaded.seat is not None and loaded.seat in view.waiting_for:
        # the reader's own deadline, even if someone else's ends before
        own = (one.at for one in table.kind.deadlines(table.state, loaded.seat) if one.at)
        at = min(own, default=None)
        if at and loaded.is_far(at):
            return CachedLine("me", line, min(filter(None, (until, at - FAR))))
        return CachedLine("me", line._replace(at=at), until)
    coming = TableView(loaded).next
    return CachedLine("others", line._replace(at=coming.at) if coming else line, until)


def _with_time_left(line: GameLine, now: datetime) -> GameLine:
    if line.at is None or line.phase == Game.Phase.FINISHED:
        return line
    left = max(line.at - now, timedelta(0))
    return line._replace(remaining=length(left), at_says=clock_time(line.at), is_soon=left < SOON)


def _line(loaded: ReaderTable, says: str) -> GameLine:
    game, kind, state = loaded.table.game, loaded.table.kind, loaded.table.state
    others = [called_together(rows) for number, rows in loaded.places.items() if number != loaded.seat]
    board = kind.sample if state is None else kind.small_board(state, loaded.seat)
    title = listing(others) or gettext("Nobody else yet")
    if loaded.substitution and loaded.seat is not None:
        title = gettext("{others} (playing for {player})").format(player=loaded.names[loaded.seat], others=title)
    return GameLine(
        id=game.pk,
        kind_name=gettext(kind.name),
        title=title,
        phase=game.phase,
        says=says,
        is_rated=game.rated,
        picture=board.packed if board else "",
        language=language_of(kind, game.options),
    )


def _finished_line(game: Game, seats: Iterable[Seat], player: Player) -> GameLine:
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
        has_won=own.rank == 1,
        result=result,
        is_rated=game.rated,
        picture=game.picture,
        language=language_of(registry.kind(game.kind), game.options),
    )


def _came(game: Game, own: Seat, others: Sequence[Sequence[Seat]]) -> str:
    if own.rank is None:
        return ""
    if own.rank > 1:
        return gettext("{ordinal} place").format(ordinal=ordinal(own.rank))
    if letters_of(game):
        return gettext("Your team won")
    if any(rows[0].rank == 1 for rows in others):
        return gettext("You share the win")
    return gettext("You won")


def _soonest(lines: Sequence[GameLine]) -> tuple[GameLine, ...]:
    far = datetime.max.replace(tzinfo=UTC)
    return tuple(sorted(lines, key=lambda line: line.at or far))
