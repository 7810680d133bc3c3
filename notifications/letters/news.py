"""The headline of a mail that tells what happened, and the other news under it."""

import textwrap
from dataclasses import dataclass
from datetime import datetime

from django.utils.translation import gettext as _

from games.queries import TableView
from games.tournaments.queries.seats import FixtureLine
from games.wording import clock_time
from notifications.audience import Kind, weightiest
from notifications.letters.parts import Example, Line, Part
from notifications.letters.result import result_headline
from notifications.letters.seated import called_off, join_warning, seated_headline
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


def news_of(
    message: Message,
    table: TableView,
    *,
    tiles: str,
    may_move: bool,
    awaited: str = "",
    place: FixtureLine | None = None,
) -> News | None:
    """What of a message's notices its reader may be told; None where nothing is left of them.

    Only what `games.queries` words for this reader is said, never an event's own facts. `awaited` of who may move: for what
    they are waited for, where that is more than a move. `place`: of a table in a tournament."""
    told = {line.n: line.says for line in table.history}
    notices = sorted(message.notices.all(), key=lambda notice: notice.event.n)
    lines = [
        (notice.kind, says)
        for notice in notices
        if notice.event.n in told and not notice.deadline and _is_news(notice.kind, table, may_move=may_move)
        if (says := _says(notice, told[notice.event.n], table, tiles=tiles, awaited=awaited, place=place))
    ]
    warned = [notice for notice in notices if may_move or notice.deadline != Notice.Deadline.MOVE]
    lines += [
        (notice.kind, says)
        for notice in warned
        if (says := _warns(notice.deadline, table, hard_end=message.game.hard_end, tiles=tiles, place=place))
    ]
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


def _is_news(kind: str, table: TableView, *, may_move: bool) -> bool:
    """That it is one's move is news while it is, and a table to join while it is not joined."""
    match kind:
        case Kind.TURN:
            return may_move
        case Kind.SEATED:
            return _may_join(table)
        case _:
            return True


def _may_join(table: TableView) -> bool:
    return table.phase == "lobby" and table.you is not None and not table.seats[table.you].agreed


def _says(notice: Notice, says: str, table: TableView, *, tiles: str, awaited: str, place: FixtureLine | None) -> str:
    match notice.kind:
        case Kind.SEATED:
            return seated_headline(place)
        case Kind.TABLE if notice.event.verb == "cancelled":
            of_a_tournament = called_off(notice.game, notice.player, place)
            return says if of_a_tournament is None else of_a_tournament
        case Kind.TURN if awaited:
            return _("It is your move: {awaited}.").format(awaited=awaited)
        case Kind.START if notice.event.verb == "replace":
            return says
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


def _warns(deadline: str, table: TableView, *, hard_end: datetime | None, tiles: str, place: FixtureLine | None) -> str:
    """The last warning before a deadline, where it still stands; where this mail itself is the look, what it turns over."""
    page, coming = table.crossing, table.next
    match deadline:
        case Notice.Deadline.LOOK if tiles:
            return _("You had not looked: {tiles}.").format(tiles=", ".join(tiles))
        case Notice.Deadline.LOOK if page is not None and page.unseen and page.look_by:
            return _("Last day to look: from {at} on nobody waits for you.").format(at=clock_time(page.look_by))
        case Notice.Deadline.CALL if (
            coming is not None and coming.what in ("amber", "red", "abandon") and not _is_asked(table)
        ):
            return _("Nobody has asked for the light. {at}: {what}.").format(at=clock_time(coming.at), what=coming.says)
        case Notice.Deadline.GRACE if page is not None and page.grace_ends and page.challenges:
            return _("Last hours for your layout: {at} all of them lie open.").format(at=clock_time(page.grace_ends))
        case Notice.Deadline.CHALLENGE if page is not None and page.challenges and page.challenges.ends:
            return _("Last hours to challenge words: {at} all layouts are scored.").format(
                at=clock_time(page.challenges.ends)
            )
        case Notice.Deadline.GRACE if page is not None and page.grace_ends:
            return _("Last hours for your layout: {at} all are scored as they lie.").format(
                at=clock_time(page.grace_ends)
            )
        case Notice.Deadline.MOVE if table.clocks and (ends := table.clocks[0].at):
            return _("It is your move, and your time ends {at}.").format(at=clock_time(ends))
        case Notice.Deadline.JOIN if _may_join(table):
            return join_warning(place)
        case Notice.Deadline.END if hard_end is not None and table.phase not in ("lobby", "finished"):
            says = _("The game ends {at}, and what lies then is scored.")
            return says.format(at=clock_time(hard_end))
        case _:
            return ""


def _is_asked(table: TableView) -> bool:
    return any(seat.asked_at for seat in table.seats)


def _part(kind: str, says: str) -> Part:
    return Example("", tuple(textwrap.wrap(says, SAID_WIDTH))) if kind == Kind.SAID else Line(says)
