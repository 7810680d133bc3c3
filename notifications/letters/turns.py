"""What a running game says in a mail where an order is awaited from some: whose move it is, what is on the table, and how to
answer. Drawn from what the kind shows and offers; knows no kind."""

from collections.abc import Collection, Sequence

from django.utils.translation import gettext as _

from games.models import Event
from games.queries import TableView
from games.queries.views import Choice
from games.rules.kind import AnyKind
from games.rules.notation import example
from games.store import Table
from games.wording import clock_time, named, series, speak
from notifications.letters.panels import panel_parts
from notifications.letters.parts import Example, Facts, Line, Part, Points, Small
from notifications.letters.table import answers, replies, to_the_game

MOST_TOLD = 12  # events since one's last move


def under(table: TableView) -> str:
    """The quiet line below the headline: the game, and where one stands in it."""
    own = table.seats[table.you].says if table.you is not None else ""
    return " · ".join(filter(None, (table.kind_name, own)))


A_MOVE = "a move"  # what is awaited where a kind says nothing more of it


def awaited(loaded: Table, table: TableView) -> str:
    """For what the reader is waited for, in the kind's own words; empty where that is a move like any other."""
    message = loaded.kind.awaiting(loaded.state, table.you).get(table.you) if table.you is not None else None
    return speak(message, table.names) if message is not None and message.template != A_MOVE else ""


def facts(table: TableView, *, is_to_move: bool) -> Facts:
    """What may I do, until when, who is waited for, and how the others stand."""
    named_in_mail = [choice for choice in table.may if choice.does]
    until = [(clock.label, f"{clock.then}.") for clock in table.clocks]
    if is_to_move and not table.paused and table.clocks and (ends := table.clocks[0].at):
        until[0] = (_("Until"), f"{clock_time(ends)}.")
    seats = series([named(seat.name, seat.says) for seat in table.seats if not seat.you and seat.says])
    return answers(
        table,
        may=[choice for choice in named_in_mail if choice.allowed],
        not_yet=_refused(named_in_mail),
        until=until,
        others=((_("The others"), f"{seats}."),) if seats else (),
    )


def running_parts(table: TableView, *, is_to_move: bool, opening: Sequence[Part] = ()) -> tuple[Part, ...]:
    """A game being played, after the news: facts, the opening, what is on the table, how to answer."""
    way = () if opening else (to_the_game(table),)  # an opening has shown it
    return (
        facts(table, is_to_move=is_to_move),
        replies(table),
        *opening,
        *panel_parts(table),
        *_how_to_answer(table),
        *way,
    )


def since_ones_move(table: TableView, *, is_to_move: bool, but: Collection[int]) -> tuple[Part, ...]:
    """What has happened from the reader's last turn on, but for some events that are told elsewhere."""
    events = Event.objects.filter(game=table.id)
    turns = list(events.filter(verb="turn", seat=table.you).order_by("-n").values_list("n", flat=True)[:2])
    dealt = events.filter(verb="deal").values_list("n", flat=True).first() or 0
    after = next(iter(turns[1:] if is_to_move else turns), dealt - 1)
    told = [line.says for line in table.history if line.n > after and line.n not in (*but, *turns) and line.by is None]
    lines = tuple(reversed(told[:MOST_TOLD]))
    return (Points(_("What happened"), lines),) if lines else ()


def help_with_orders(kind: AnyKind) -> tuple[Part, ...]:
    """What a line of HELP for each of its orders does not say."""
    grammar = kind.grammar(kind.options_type())
    board = (
        Example(_("A board, or words on it, stands between two lines:"), tuple(example(grammar.board).splitlines())),
    )
    last = Small(_("Answer any mail of the game. A move counts only as an answer to the newest turn’s mail."))
    return (*(board if grammar.has_layouts else ()), last)


def _refused(choices: Sequence[Choice]) -> list[Choice]:
    """Those that may not be given yet; of several with one reason the first."""
    by_reason = {choice.reason: choice for choice in reversed(choices) if not choice.allowed}
    return [choice for choice in choices if choice in by_reason.values()]


def _how_to_answer(table: TableView) -> Sequence[Part]:
    """The orders that may be given, as they may be written."""
    written = [choice.example or choice.verb for choice in table.may if choice.allowed and choice.does]
    short = tuple(text for text in written if "\n" not in text)
    long = [text.splitlines() for text in written if "\n" in text]
    rest = Small(_("Other words are left alone. `STATUS` shows where the game stands; `HELP` explains the rest."))
    if not written:
        return (rest,)
    return (
        Line(_("To answer, reply with one of these, on lines of their own, as you would have it.")),
        *(Example("", tuple(lines)) for lines in long),
        *((Example("", short),) if short else ()),
        rest,
    )
