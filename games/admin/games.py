"""Games and their parts. Tiles, layouts, facts of events and the seed are shown only once the game is finished."""

from datetime import datetime
from itertools import islice
from typing import ClassVar

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils import timezone
from django.utils.html import format_html_join
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.admin.actions import TableAdmin, staff_of
from games.admin.read_only import ColumnFilter, KindFilter, Page, ReadOnlyAdmin, ReadOnlyInline
from games.models import Bag, Board, Draft, Event, Game, Hand, Replacement, Seat
from games.queries.history import told_to_all
from games.rules import registry
from games.rules.options import alphabet_in
from games.rules.table import people
from games.sharing import knows_a_hand
from games.store import seen_now
from games.wording import listing

FINISHED = Game.Phase.FINISHED
GOING_ON = (Game.Phase.PLAYING, Game.Phase.GRACE, Game.Phase.CHALLENGE)
EVENTS_SHOWN = 50

Shown = str | int | datetime | None


def once_finished(game: Game, shown: Shown) -> Shown:
    """Return the value, or a placeholder while it could give away something about a running game."""
    return shown if game.phase == FINISHED else gettext("hidden until the game ends")


def tiles_once_finished(game: Game, tiles: object) -> Shown:
    """Return tiles, or a value with tiles in it, as players write them, once the game is finished."""
    return once_finished(game, str(alphabet_in(game.options).write_json(tiles)))


class PartOfGame:
    """The columns of a part of a game, shown once it is finished."""

    @admin.display(description=_("tiles"))
    def shown_tiles(self, row: Bag | Hand) -> Shown:
        return tiles_once_finished(row.game, row.tiles)

    @admin.display(description=_("random stream words used"))
    def shown_words_used(self, bag: Bag) -> Shown:
        """Return the number of draws; hidden while the game runs, because it would reveal hidden orders."""
        return once_finished(bag.game, bag.words_used)

    @admin.display(description=_("layout"))
    def shown_layout(self, board: Board) -> Shown:
        return tiles_once_finished(board.game, board.layout)

    @admin.display(description=_("details"))
    def shown_facts(self, event: Event) -> Shown:
        return tiles_once_finished(event.game, event.facts)


BAG = ("name", "shown_tiles", "shown_words_used")
HAND = ("seat", "shown_tiles")
BOARD = ("seat", "shown_layout")


class SeatsInline(ReadOnlyInline):
    model = Seat
    fields = ("number", "share", "name", "player", "agreed_at", "resigned_at", "tiles_by_email", "rank", "result")
    readonly_fields = ("resigned_at",)


class ReplacementsInline(ReadOnlyInline):
    model = Replacement
    fields = ("seat", "name", "player", "replaced_at")


class BagsInline(PartOfGame, ReadOnlyInline):
    model = Bag
    fields = readonly_fields = BAG


class HandsInline(PartOfGame, ReadOnlyInline):
    model = Hand
    fields = readonly_fields = HAND


class BoardsInline(PartOfGame, ReadOnlyInline):
    model = Board
    fields = readonly_fields = BOARD


@admin.register(Game)
class GameAdmin(TableAdmin):
    list_display = ("id", "kind_name", "players", "phase", "made_at", "next_due")
    list_filter = ("phase", KindFilter, "listed")
    search_fields = ("seats__name",)
    numbered_by = "id"
    fields = (
        *("kind_name", "phase", "ending", "turn", "seat_count", "options", "word_list", "listed", "made_by"),
        *("rated", "made_at", "started_at", "finished_at", "next_due", "hard_end", "paused_by_staff"),
        *("commitment", "shown_seed"),
    )
    readonly_fields = (*fields, "happened")
    inlines = (SeatsInline, ReplacementsInline, BagsInline, HandsInline, BoardsInline)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Game]:
        games: QuerySet[Game] = super().get_queryset(request)
        return games.defer("state").prefetch_related("seats")

    def get_fields(self, request: HttpRequest, obj: Game | None = None) -> tuple[str, ...]:
        """Return the fields, with the events if the game is running and its reader does not play in it."""
        is_shown = obj is not None and obj.phase in GOING_ON and not knows_a_hand(obj, staff_of(request))
        return (*self.fields, "happened") if is_shown else self.fields

    @admin.display(description=_("history"))
    def happened(self, game: Game) -> str:
        """Return the events as spectators know them, newest first."""
        events = islice(told_to_all(seen_now(game.pk, now=timezone.now())), EVENTS_SHOWN)
        lines = (
            (
                f"{event.at:%Y-%m-%d %H:%M:%S}",
                event.verb,
                "" if event.seat is None else gettext("seat {n}").format(n=event.seat + 1),
            )
            for event in events
        )
        return format_html_join("", "<div>{} {} {}</div>", lines)

    @admin.display(description=_("players"))
    def players(self, game: Game) -> str:
        return listing([seat.name for seat in game.seats.all()])

    @admin.display(description=_("kind"), ordering="kind")
    def kind_name(self, game: Game) -> str:
        return gettext(registry.kind(game.kind).name)

    @admin.display(description=_("seed"))
    def shown_seed(self, game: Game) -> Shown:
        return once_finished(game, bytes(game.seed).hex())

    @admin.display(description=_("due"))
    def next_due(self, game: Game) -> Shown:
        """Return the next due instant; hidden if requests are, as it would reveal one."""
        return game.due_at if game.options.get("requests_visible", True) else once_finished(game, game.due_at)


class PartAdmin(PartOfGame, ReadOnlyAdmin):
    """A searchable row that belongs to a game."""

    list_select_related: ClassVar[tuple[str, ...]] = ("game",)
    may_ask_for = ("game",)
    numbered_by = "game__id"
    ordering = ("-game",)


@admin.register(Seat)
class SeatAdmin(PartAdmin):
    list_display = ("game", "number", "share", "name", "player", "agreed_at", "rank", "result")
    list_select_related = ("game", "player")
    search_fields = ("name",)
    fields = readonly_fields = (
        *("game", "number", "share", "name", "player", "agreed_at", "resigned_at", "shown_cut", "tiles_by_email"),
        *("rank", "result"),
    )

    @admin.display(description=_("cut"))
    def shown_cut(self, seat: Seat) -> str:
        """Return the cut once the game is finished, as the player who cuts last must not know the others' cuts."""
        return seat.cut if seat.game.started_at else gettext("hidden until the deal")


@admin.register(Bag)
class BagAdmin(PartAdmin):
    list_display = fields = readonly_fields = ("game", *BAG)


@admin.register(Hand)
class HandAdmin(PartAdmin):
    list_display = fields = readonly_fields = ("game", *HAND)


@admin.register(Board)
class BoardAdmin(PartAdmin):
    list_display = fields = readonly_fields = ("game", *BOARD)


@admin.register(Draft)
class DraftAdmin(ReadOnlyAdmin):
    """Drafts; while a game runs, a draft and its name are private to its player."""

    list_display = fields = readonly_fields = ("seat", "player", "name", "shown_layout", "saved_at")
    list_select_related = ("seat__game", "player")
    numbered_by = "seat__game__id"

    def get_queryset(self, request: HttpRequest) -> QuerySet[Draft]:
        return super().get_queryset(request).filter(seat__game__phase=FINISHED)

    @admin.display(description=_("layout"))
    def shown_layout(self, draft: Draft) -> Shown:
        return tiles_once_finished(draft.seat.game, draft.layout)


class VerbFilter(ColumnFilter):
    """A filter by the verbs of all kinds, and of general events."""

    title, parameter_name = _("type"), "verb"

    def lookups(self, request: HttpRequest, model_admin: Page) -> list[tuple[str, str]]:
        verbs = {*people.HAPPENINGS, *(verb for kind in registry.KINDS.values() for verb in kind.all_happenings)}
        return [(verb, verb) for verb in sorted(verbs)]


@admin.register(Event)
class EventAdmin(PartAdmin):
    list_display = ("game", "n", "at", "verb", "seat")
    list_filter = (VerbFilter,)
    ordering = ("-id",)
    fields = readonly_fields = ("game", "n", "at", "verb", "seat", "shown_facts", "announced_at")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Event]:
        """Leave out events of running games: verbs and numbers would reveal what players hide. The game's own page
        shows those that everybody may know."""
        return super().get_queryset(request).exclude(game__phase__in=GOING_ON)
