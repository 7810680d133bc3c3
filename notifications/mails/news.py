"""The headline of a mail that tells what happened, and the other news under it."""

import textwrap
from dataclasses import dataclass
from datetime import datetime

from django.utils.translation import gettext as _

from games.queries import TableToMail, TableView
from games.rules import registry
from games.tournaments.queries.pages import FixtureLine
from games.wording import clock_time, speak
from notifications.audience import Kind, weightiest
from notifications.mails.parts import Example, Line, Part
from notifications.mails.result import result_headline
from notifications.mails.seated import called_off, join_warning, seated_headline
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
    mail: TableToMail,
    *,
    may_move: bool,
    awaited: str = "",
    place: FixtureLine | None = None,
) -> News | None:
    """What of a message's notices its reader may be told; None where nothing is left of them.

    Only what `games.queries` words for this reader is said, never an event's own facts. `awaited` of who may move: for what
    they are waited for, where that is more than a move. `place`: of a table in a tournament."""
    table = mail.view
    told = {line.n: line.says for line in table.history}
    notices = sorted(message.notices.all(), key=lambda notice: notice.event.n)
    lines = [
        (notice.kind, says)
        for notice in notices
        if notice.event.n in told and not notice.deadline and _is_news(notice.kind, table, may_move=may_move)
        if (says := _says(notice, told[notice.event.n], mail, awaited=awaited, place=place))
    ]
    warned = [notice for notice in notices if may_move or notice.deadline != Notice.Deadline.MOVE]
    lines += [
        (notice.kind, says)
        for notice in warned
        if (says := _warns(notice.deadline, mail, hard_end=message.game.hard_end, place=place))
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


def _says(notice: Notice, says: str, mail: TableToMail, *, awaited: str, place: FixtureLine | None) -> str:
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
        case Kind.START:
            return _(registry.kind(mail.view.kind).mail_words.has_begun).format(says=says)
        case Kind.RELEASED if mail.tiles:
            return _("Your withheld tile is yours now: {tiles}.").format(tiles=", ".join(mail.tiles))
        case Kind.RESULT:
            return result_headline(mail.view)
        case _:
            return says


def _warns(deadline: str, mail: TableToMail, *, hard_end: datetime | None, place: FixtureLine | None) -> str:
    """The last warning before a deadline, where it still stands; where this mail itself is the look, what it turns over."""
    table, own = mail.view, mail.shown.warns.get(deadline)
    match deadline:
        case Notice.Deadline.LOOK if mail.tiles:
            return _("You had not looked: {tiles}.").format(tiles=", ".join(mail.tiles))
        case _ if own is not None:
            return speak(own, table.names)
        case Notice.Deadline.MOVE if table.clocks and (ends := table.clocks[0].at):
            return _("It is your move, and your time ends {at}.").format(at=clock_time(ends))
        case Notice.Deadline.JOIN if _may_join(table):
            return join_warning(place)
        case Notice.Deadline.END if hard_end is not None and table.phase not in ("lobby", "finished"):
            says = _("The game ends {at}, and what lies then is scored.")
            return says.format(at=clock_time(hard_end))
        case _:
            return ""


def _part(kind: str, says: str) -> Part:
    return Example("", tuple(textwrap.wrap(says, SAID_WIDTH))) if kind == Kind.SAID else Line(says)
