"""One game as one reader may see it, worded for that reader. Pages and emails about the game are made from it."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from functools import cached_property
from itertools import takewhile

from django.utils.translation import gettext, gettext_noop

from games import store
from games.models import Game, Seat, Substitution
from games.players.models import Invitation, Player
from games.queries.choices import Choice
from games.queries.hints import Hints, hints, hints_taken
from games.queries.history import HISTORY_SHOWN, HistoryLine, history
from games.queries.languages import language_of, list_says
from games.queries.layouts import OwnLayouts, layouts_of
from games.queries.options import OptionLine, PaceLine, option_lines, pace_line
from games.queries.reading import NoteAndMutes, ReaderTable, called, called_together, for_reader, seated, substitutes
from games.rules.alphabets.alphabet import Alphabet
from games.rules.alphabets.known import alphabet_of
from games.rules.panels import Panel, Trial
from games.rules.values import Order
from games.sharing import cut_of, has_room, have_agreed, hours_together, maker_to_agree, playing
from games.statements import GIVEN, Compiled
from games.store import Table
from games.wording import listing, speak

TEAM_WINS = {
    "best": gettext_noop("The team with the best single score wins."),
    "lowest": gettext_noop("For each team, only the lowest score counts. The best of these wins."),
    "sum": gettext_noop(
        "Each team’s points are added up and divided by all its words and leftover tiles. The best result wins."
    ),
}

_UNANSWERED = Compiled(Invitation.objects.filter(game=GIVEN, joined_at=None, declined_at=None).order_by("pk"))


@dataclass(frozen=True)
class SeatLine:
    """A seat as the game's page shows it. `says` is one line on its player's status. `people` are the names of those
    who share it; `has_room` is True if one more may join a taken seat. `points` are the points so far, if the game
    counts them. The hand has `open_tiles`, or `cards` that are face down."""

    number: int
    name: str
    people: tuple[str, ...]
    has_room: bool
    you: bool
    free: bool
    agreed: bool
    resigned: bool
    says: str
    muted: bool
    mail_fails: bool
    rank: int | None
    result: str
    points: int | None
    open_tiles: str
    cards: int | None


@dataclass(frozen=True)
class TeamLine:
    """A team with its seats. `is_yours` is True if it is the reader’s. A finished game also has its rank and result;
    the result is empty if all its players have resigned."""

    letter: str
    name: str
    is_yours: bool
    seats: tuple[SeatLine, ...]
    rank: int | None
    result: str


@dataclass(frozen=True)
class Next:
    """The next thing that happens by itself, and when."""

    what: str
    at: datetime
    says: str


@dataclass(frozen=True)
class ClockLine:
    """A clock that runs until `at`. If `at` is None, the clock is stopped with `stopped_at` left. `then` says what
    happens when its time is over."""

    label: str
    at: datetime | None
    stopped_at: str
    then: str


class TableView:
    """A game as one reader may see it. Each part is worded when it is first needed, and contains only what the reader
    may know.

    `view` is what the rules let the reader know, in the kind's own type, None before the deal; panels and messages in
    it are worded with `names`. `you` is the reader's seat, None for a spectator."""

    __getitem__ = object.__getattribute__
    """Templates try an item before an attribute, and the failed look-up would take longer than the attribute."""

    def __init__(self, loaded: ReaderTable) -> None:
        game, kind = loaded.table.game, loaded.table.kind
        self.loaded, self.game, self.view, self.names = loaded, game, loaded.view, tuple(loaded.names)
        self.id, self.kind, self.you = game.pk, game.kind, loaded.seat
        self.phase: str = self.view.phase if self.view else game.phase
        self.ending: str = self.view.ending if self.view else game.ending
        self.turn: int = self.view.turn if self.view else 0
        self.panels: Sequence[Panel] = self.view.panels if self.view else ()
        self.paused = self.view is not None and self.view.paused
        self.is_finished = self.view is not None and self.phase == "finished"
        self.rated, self.commitment, self.has_draws = game.rated, game.commitment, kind.has_draws
        words = loaded.table.resources.words if self.view else game.word_list
        self.word_list = words.name if kind.has_words else ""
        self.tiles_by_email = loaded.own is not None and loaded.own.tiles_by_email
        self.lines = HISTORY_SHOWN
        self.is_maker = loaded.own is not None and game.made_by_id == loaded.own.player_id

    @property
    def alphabet(self) -> Alphabet:
        """The alphabet of the game's tiles."""
        return alphabet_of(self.loaded.table.options.alphabet)

    @property
    def unsaved(self) -> tuple[int, int, bool]:
        """Events that have fallen due but are not saved yet: how many of them everybody notices, how many more the
        reader notices, and whether one of their clocks has run out but waits for an email to be read."""
        table = self.loaded.table
        by_all = table.noticed_by(None)
        by_reader = table.noticed_by(self.you) - by_all if self.you is not None and self.view else 0
        held = table.held.at if table.held else None
        has_run_out = held is not None and any(clock.at == held for clock in self.view.clocks)
        return by_all, max(0, by_reader), has_run_out

    def try_order(self, order: Order) -> Trial:
        """Return the outcome of a reader's order without carrying it out. Raises NoSuchGame for somebody without a
        seat."""
        table = self.loaded.table
        if self.you is None or table.state is None:
            raise store.NoSuchGame
        return table.kind.try_order(table.state, self.you, order, table.resources.words)

    # --- the game ---------------------------------------------------------------------------------------------------

    @cached_property
    def kind_name(self) -> str:
        return gettext(self.loaded.table.kind.name)

    @cached_property
    def title(self) -> str:
        return listing(list(map(called_together, self.loaded.places.values()))) or gettext("No players yet")

    @property
    def words_say(self) -> str:
        """The word list with its language; empty for a game without words."""
        return list_says(self.word_list, self.game.options) if self.word_list else ""

    @property
    def language(self) -> str:
        """The code of the language; empty for a game without words."""
        return language_of(self.loaded.table.kind, self.game.options)

    @cached_property
    def pace(self) -> PaceLine:
        return pace_line(self.loaded.table.kind, self.game.options)

    @cached_property
    def options(self) -> tuple[OptionLine, ...]:
        return option_lines(self.loaded.table.kind, self.game.options)

    @property
    def house_rules(self) -> tuple[OptionLine, ...]:
        """The options that differ from the default, which players should know before they accept."""
        return tuple(option for option in self.options if not option.is_usual)

    @cached_property
    def first_deadlines(self) -> tuple[tuple[str, datetime], ...]:
        """The players, each with the end of a first clock that would start now. Empty once the tiles are dealt, and in
        a game whose clocks ignore the players' hours of sleep."""
        table = self.loaded.table
        options = table.options
        if self.view or not options.has_rest:
            return ()
        each = ((called_together(rows), hours_together(rows, now=table.now)) for rows in self.loaded.places.values())
        return tuple((name, table.kind.first_deadline(options, hours, table.now)) for name, hours in each)

    @cached_property
    def opening(self) -> tuple[str, ...]:
        """The kind's sentences on how it is played, not yet translated."""
        table = self.loaded.table
        return tuple(table.kind.opening_with(table.options))

    @cached_property
    def cuts(self) -> tuple[str, ...]:
        """The cuts of the deck, by seat. They are shown only after the deal, which uses all of them."""
        return tuple(map(cut_of, self.loaded.places.values())) if self.view else ()

    @property
    def seed(self) -> str | None:
        return bytes(self.game.seed).hex() if self.is_finished else None

    @property
    def notations(self) -> tuple[str, ...]:
        """The other notations in which a finished game is available, beside its record."""
        return tuple(self.loaded.table.kind.notations) if self.is_finished else ()

    # --- players ----------------------------------------------------------------------------------------------------

    @property
    def others(self) -> list[str]:
        """The names of the other players."""
        return [self.names[number] for number in self.loaded.places if number != self.you]

    @property
    def out_of_reach(self) -> list[str]:
        """The names of the players whose email fails."""
        failing = {row.number for row in self.loaded.seats if (player := row.player) and player.mail_fails_since}
        places = self.loaded.places
        return [self.names[number] for number in places if number in failing and _mail_fails(places[number])]

    @cached_property
    def seats(self) -> tuple[SeatLine, ...]:
        return tuple(self._seat(number) for number in range(self.game.seat_count))

    def _seat(self, number: int) -> SeatLine:
        rows: Sequence[Seat] = self.loaded.places.get(number, ())
        there, people = self.view.seats[number] if self.view else None, playing(rows)
        if there:
            remarks = [speak(remark, self.names) for remark in there.says]
            if substitute := substitutes(rows):
                is_reader = number == self.you and self.substitution is not None
                remarks.insert(
                    0,
                    gettext("you’re the substitute")
                    if is_reader
                    else gettext("{name} is the substitute").format(name=substitute),
                )
            says = ", ".join(remarks)
        elif rows:
            says = gettext("has accepted") if have_agreed(rows) else gettext("hasn’t accepted yet")
        else:
            says = gettext("free")
        return SeatLine(
            number=number,
            name=called_together(rows),
            people=tuple(map(called, people)),
            has_room=self.game.phase == Game.Phase.LOBBY and bool(rows) and has_room(rows, self.game),
            you=number == self.you,
            free=not rows,
            agreed=have_agreed(rows),
            resigned=there is not None and there.resigned,
            says=says,
            muted=number in self.loaded.saved.unheard,
            mail_fails=_mail_fails(rows),
            rank=rows[0].rank if rows else None,
            result=rows[0].result if rows else "",
            points=there.points if there else None,
            open_tiles=there.open_tiles if there else "",
            cards=there.cards if there else None,
        )

    @cached_property
    def teams(self) -> tuple[TeamLine, ...]:
        """The teams in the order of their first seats or, in a finished game, the best first; empty if everyone plays
        alone."""
        letters = letters_of(self.game)
        came = {one.team: one for one in self.view.teams} if self.view else {}
        lines = []
        for letter in dict.fromkeys(letters):
            seats = tuple(seat for seat in self.seats if letters[seat.number] == letter)
            rank, result = (came[letter].rank, came[letter].shown) if letter in came else (None, "")
            name = gettext("Team {letter}").format(letter=letter)
            lines.append(TeamLine(letter, name, any(seat.you for seat in seats), seats, rank, result))
        return tuple(sorted(lines, key=lambda line: line.rank or 0))

    @cached_property
    def teams_win(self) -> str:
        """The rule by which a team wins, in a sentence."""
        return gettext(TEAM_WINS[self.game.options.get("team_wins", "best")]) if letters_of(self.game) else ""

    @cached_property
    def invited(self) -> tuple[str, ...]:
        """The people that the reader has invited and who have not answered. They are named as the reader invited them,
        by name or address, and nobody else sees this list."""
        own = self.loaded.own
        if self.game.phase != Game.Phase.LOBBY or own is None:
            return ()
        return tuple(one.name or one.email for one in _UNANSWERED(self.id) if one.invited_by_id == own.player_id)

    @cached_property
    def mates(self) -> str:
        """The names of the others who share the reader's seat."""
        return listing(list(map(called, self.loaded.mates)))

    @cached_property
    def sits_in_for(self) -> str:
        """The player that the reader is a substitute for; empty for everybody else."""
        return self.names[self.you] if self.loaded.substitution and self.you is not None else ""

    @cached_property
    def substitute(self) -> str:
        """The names of the substitutes in the reader's own seat."""
        return substitutes(self.loaded.places[self.you]) if self.you is not None and not self.sits_in_for else ""

    @property
    def substitution(self) -> Substitution | None:
        """The substitution in which the reader plays for somebody else."""
        return self.loaded.substitution

    @property
    def mates_by_email(self) -> bool:
        return any(mate.tiles_by_email for mate in self.loaded.mates)

    # --- status -----------------------------------------------------------------------------------------------------

    @cached_property
    def next(self) -> Next | None:
        """The next thing that happens by itself. None if there is nothing, or only a robot to be marked as away or
        late."""
        due, kind = self.view.next if self.view else None, self.loaded.table.kind
        if due is None or (due.what in ("away", "late") and due.seat in self.loaded.robots):
            return None
        own = f"your {due.what}"
        what = own if due.seat is not None and due.seat == self.you and own in kind.comes else due.what
        player = self.names[due.seat] if due.seat is not None else ""
        return Next(due.what, due.at, gettext(kind.comes[what]).format(player=player))

    @cached_property
    def waiting_for(self) -> tuple[str, ...]:
        """The players that the game waits for, by name; "you" for the reader."""
        waited_for = self.view.waiting_for if self.view else ()
        return tuple(gettext("you") if seat == self.you else self.names[seat] for seat in waited_for)

    @property
    def is_your_move(self) -> bool:
        """True if the game waits for the reader."""
        return self.view is not None and self.you is not None and self.you in self.view.waiting_for

    @cached_property
    def why(self) -> str:
        """A sentence on what the game is waiting for, or what the reader can do."""
        return " ".join(self.reasons) if self.view else self._why_in_lobby()

    @cached_property
    def reasons(self) -> tuple[str, ...]:
        """Sentences that say what the game is waiting for. If it waits only for robots, they say only that these are
        thinking."""
        if not self.view:
            return ()
        if says := self._says_in_first_game():
            return (says,)
        awaited = [seat for seat in self.loaded.robots if seat in self.view.waiting_for]
        thinks = []
        if awaited:
            said = gettext("{name} is thinking.") if len(awaited) == 1 else gettext("{names} are thinking.")
            names = listing([self.names[seat] for seat in awaited])
            thinks = [said.format(name=names, names=names)]
        if thinks and self.loaded.robots == sorted(self.view.waiting_for):
            return tuple(thinks)
        return (*(speak(text, self.names) for text in self.view.why), *thinks)

    def _says_in_first_game(self) -> str:
        """Return the one thing that a guest in their first game should do now. Return an empty text once they have
        asked for the light, and in any other game."""
        view, me = self.view, self.you
        if not self.round_of_first_game or view.phase != "playing" or view.next_is_red or view.seats[me].asked_at:
            return ""
        if self.round_of_first_game == 1:
            return gettext("Use all {n} tiles in words that cross.").format(n=len(view.hand))
        return gettext("Use all your tiles, then request a green light.")

    def _why_in_lobby(self) -> str:
        game, own, places = self.game, self.loaded.own, self.loaded.places
        if game.phase == Game.Phase.CANCELLED:
            return gettext("This game was cancelled.")
        if free := game.seat_count - len(places):
            return gettext(
                "The game starts when every seat is filled and everyone has accepted. Free seats: {n}."
            ).format(n=free)
        not_agreed = {number: rows for number, rows in places.items() if not have_agreed(rows)}
        missing = [called_together(rows) for number, rows in not_agreed.items() if number != self.you]
        maker = maker_to_agree(self.loaded.seats, game)
        if maker and maker.number not in not_agreed and maker is not own:
            missing.append(called(maker))
        if self.you in not_agreed or (maker and maker is own):
            missing.append(gettext("you"))
        return gettext("The game starts when everyone has accepted. Waiting for {names}.").format(
            names=listing(missing)
        )

    @cached_property
    def clocks(self) -> tuple[ClockLine, ...]:
        """The clocks that run or are stopped, without those of robots and those that have just run out."""
        shown = [
            clock
            for clock in (self.view.clocks if self.view and not self.round_of_first_game else ())
            if clock.seat not in self.loaded.robots
            and (not clock.at or (clock.at > self.loaded.table.now and not self.loaded.is_far(clock.at)))
        ]
        return tuple(
            ClockLine(
                label=speak(clock.label, self.names),
                at=clock.at,
                stopped_at=speak(clock.stopped_at, self.names) if clock.stopped_at else "",
                then=speak(clock.then, self.names),
            )
            for clock in shown
        )

    @property
    def is_practice(self) -> bool:
        return self.loaded.is_practice

    @cached_property
    def round_of_first_game(self) -> int:
        """The number of the current round if this is a guest's first game, only against robots, in a kind in which
        everybody has their own board; otherwise 0."""
        own = self.loaded.own
        if self.view is None or not self.is_practice or own is None or own.player is None or not own.player.is_guest:
            return 0
        if self.loaded.table.kind.layouts is None:
            return 0
        is_first = not Seat.objects.filter(player=own.player_id, game__lt=self.id).exists()
        return int(self.view.round) if is_first else 0

    @cached_property
    def may_go_on(self) -> bool:
        """True if a robot could act now but leaves that to the reader for a while."""
        view, kind = self.view, self.loaded.table.kind
        if view is None or view.phase != "playing" or view.paused or not self.is_practice or self.you is None:
            return False
        if view.seats[self.you].asked_at:
            return False
        return any(
            until is not None and view.seats[seat].asked_at is None
            for seat in self.loaded.robots
            for until in kind.left_to_people(view, seat, timedelta(0)).values()
        )

    @cached_property
    def hints(self) -> Hints | None:
        """The hints that the reader took and may take; None if there are none."""
        return hints(self.loaded)

    @cached_property
    def hints_taken(self) -> tuple[tuple[str, int], ...]:
        """The players who took hints in a finished game, and how many each."""
        return tuple((self.names[seat], n) for seat, n in hints_taken(self.loaded))

    # --- the reader's moves, drafts and chat ------------------------------------------------------------------------

    @cached_property
    def may(self) -> tuple[Choice, ...]:
        """The orders on offer. One that may not be given yet comes with the reason."""
        return tuple(Choice(offer, self.names) for offer in self.view.offers) if self.view else ()

    def choice(self, verb: str) -> Choice | None:
        """Return the offer of one order; None if it is not offered."""
        return next((choice for choice in self.may if choice.verb == verb), None)

    @property
    def note(self) -> str:
        return self.loaded.saved.note

    @cached_property
    def own(self) -> OwnLayouts | None:
        """The reader's own layouts in a running game in which players have their own boards; None for a spectator."""
        keeps_own = self.loaded.table.kind.layouts is not None and self.view and not self.is_finished
        return layouts_of(self.loaded) if keeps_own and self.loaded.own else None

    @cached_property
    def said(self) -> tuple[HistoryLine, ...]:
        """The chat messages, the newest first."""
        return tuple(line for line in self.history if line.by is not None)

    @property
    def comments(self) -> tuple[HistoryLine, ...]:
        """The players' messages in a finished game since its end, the newest first; nothing else can happen in it."""
        since = takewhile(lambda line: line.verb == "say", self.history) if self.is_finished else ()
        return tuple(line for line in since if line.by is not None)

    @property
    def said_before(self) -> tuple[HistoryLine, ...]:
        """The messages from before the end, the newest first."""
        return self.said[len(self.comments) :]

    @property
    def talkers(self) -> tuple[SeatLine, ...]:
        """The other players who can chat."""
        return tuple(one for one in self.seats if not one.you and one.number not in self.loaded.robots)

    @cached_property
    def history(self) -> tuple[HistoryLine, ...]:
        """The history and chat, the newest first; at most `lines` of each."""
        return history(self.loaded, self.lines)

    @property
    def story(self) -> tuple[HistoryLine, ...]:
        """The history without the lines that say whose turn it is now, because the line after each of them shows who
        moved."""
        return tuple(line for line in self.history if line.verb != "turn")

    @cached_property
    def happened(self) -> tuple[HistoryLine, ...]:
        """The story without the chat."""
        return tuple(line for line in self.story if line.by is None)


def _mail_fails(rows: Iterable[Seat]) -> bool:
    """Return True if email fails to all the players of a seat."""
    people = playing(rows)
    return bool(people) and all(row.player and row.player.mail_fails_since for row in people)


def table(
    *,
    game_id: int,
    player: Player | None,
    now: datetime,
    saved: NoteAndMutes | None = None,
    played: Table | None = None,
) -> TableView:
    """Return the game as this reader may see it now. `saved` are the reader's note and mutes, if they have already been
    read; `played` is the game after an order of the reader, if nothing has changed since. Raises NoSuchGame if the
    reader may not know of the game."""
    loaded = seated(played.as_saved(), player) if played else for_reader(game_id=game_id, player=player, now=now)
    if saved is not None and loaded.own is not None:
        loaded = replace(loaded, given=saved)
    return TableView(loaded)


def onlooked_table(*, game_id: int, now: datetime) -> TableView:
    """Return a game, perhaps private, as a spectator sees it: for somebody with an invitation or its link, which the
    caller has checked. Raises NoSuchGame."""
    return TableView(seated(store.seen_now(game_id, now=now), None))


def over_the_shoulder(*, game_id: int, seat: int, now: datetime) -> tuple[TableView, str]:
    """Return a game, perhaps private, as staff see it when they look as one of its players: what that player and every
    spectator know, and what the game waits for from that player.

    Contains no hand, draft or note. Raises NoSuchGame, also for a free seat."""
    spectator = seated(store.seen_now(game_id, now=now), None)
    if seat not in spectator.places:
        raise store.NoSuchGame
    table = spectator.table
    awaited = table.kind.awaiting(table.state, None).get(seat) if table.state is not None else None
    return TableView(spectator), speak(awaited, spectator.names) if awaited else ""


def letters_of(game: Game) -> str:
    """Return the letter of each seat’s team; empty if everyone plays alone."""
    return str(game.options.get("teams", ""))
