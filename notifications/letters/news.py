"""The headline of a mail that tells what happened, and the other news under it."""

import textwrap
from dataclasses import dataclass

from django.utils.translation import gettext as _

from games.queries import TableView
from games.wording import clock_time
from notifications.audience import Kind, weightiest
from notifications.letters.parts import Example, Line, Part
from notifications.letters.result import result_headline
from notifications.models import Message, Notice

SAID_WIDTH = 60


@dataclass(frozen=True)
class News:
    """`headline` is the weightiest of `all`, `more` the others; both in the order in which it happened."""

    events: frozenset[int]
    kinds: frozenset[str]
    headline: str
    more: tuple[Part, ...]
    all: tuple[Part, ...]


def news_of(message: Message, table: TableView, *, tiles: str, may_move: bool) -> News | None:
    """What of a message's notices its reader may be told; None where nothing is left of them.

    Only what `games.queries` words for this reader is said, never an event's own facts."""
    told = {line.n: line.says for line in table.history}
    notices = sorted(message.notices.all(), key=lambda notice: notice.event.n)
    lines = [
        (notice.kind, _says(notice.kind, told[notice.event.n], table, tiles=tiles))
        for notice in notices
        if notice.event.n in told and not notice.deadline and (may_move or notice.kind != Kind.TURN)
    ]
    warned = [notice for notice in notices if may_move or notice.deadline != Notice.Deadline.MOVE]
    lines += [(notice.kind, says) for notice in warned if (says := _warns(notice.deadline, table, tiles=tiles))]
    if not lines:
        return None
    first = next(line for line in lines if line[0] == weightiest([kind for kind, _text in lines]))
    return News(
        events=frozenset(notice.event.n for notice in notices if not notice.deadline),
        kinds=frozenset(kind for kind, _text in lines),
        headline=_("A line from the table:") if first[0] == Kind.SAID else first[1],
        more=tuple(_part(*line) for line in lines if line is not first or line[0] == Kind.SAID),
        all=tuple(_part(*line) for line in lines),
    )


def _says(kind: str, says: str, table: TableView, *, tiles: str) -> str:
    match kind:
        case Kind.START if table.crossing is not None:
            return _("The game has begun: the tiles are dealt.")
        case Kind.START:
            return _("The game has begun. {says}").format(says=says)
        case Kind.RELEASED if tiles:
            return _("Your withheld tile is yours now: {tiles}.").format(tiles=", ".join(tiles))
        case Kind.RESULT:
            return result_headline(table)
        case _:
            return says


def _warns(deadline: str, table: TableView, *, tiles: str) -> str:
    """The last warning before a deadline, where it still stands; where this mail itself is the look, what it turns over."""
    page, coming = table.crossing, table.next
    match deadline:
        case Notice.Deadline.LOOK if tiles:
            return _("You had not looked: {tiles}.").format(tiles=", ".join(tiles))
        case Notice.Deadline.LOOK if page is not None and page.unseen and page.look_by:
            return _("Last day to look: from {at} on nobody waits for you.").format(at=clock_time(page.look_by))
        case Notice.Deadline.CALL if coming is not None and coming.what in ("amber", "red") and not _is_asked(table):
            return _("Nobody has asked for the light. {at}: {what}.").format(at=clock_time(coming.at), what=coming.says)
        case Notice.Deadline.GRACE if page is not None and page.grace_ends:
            return _("Last hours for your layout: {at} all are scored as they lie.").format(
                at=clock_time(page.grace_ends)
            )
        case Notice.Deadline.MOVE if table.clocks and (ends := table.clocks[0].at):
            return _("It is your move, and your time ends {at}.").format(at=clock_time(ends))
        case _:
            return ""


def _is_asked(table: TableView) -> bool:
    return any(seat.asked_at for seat in table.seats)


def _part(kind: str, says: str) -> Part:
    return Example("", tuple(textwrap.wrap(says, SAID_WIDTH))) if kind == Kind.SAID else Line(says)
