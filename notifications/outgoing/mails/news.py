"""The headline of a mail that tells what happened, and the other news below it."""

import textwrap
from dataclasses import dataclass
from datetime import datetime

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games import queries
from games.queries import TableToMail, TableView
from games.rules import registry
from games.tournaments.queries.pages import FixtureLine
from games.wording import clock_time, listing, named, series, speak
from notifications.models import MailKind, Message, Notice
from notifications.outgoing.audience import weightiest
from notifications.outgoing.latest import Latest
from notifications.outgoing.mails.invitation import cancelled, join_warning, seated_headline
from notifications.outgoing.mails.parts import Example, Facts, Line, Link, Part, Small, in_groups, parts_of
from notifications.tokens import page

SAID_WIDTH = 60


@dataclass(frozen=True)
class News:
    """`headline` is the weightiest of `all`, `more` the others; both in the order in which they happened."""

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
    """The part of a message's notices that its reader may be told; None if nothing is left.

    Only what `games.queries` words for this reader is said, never an event's own facts. `awaited`: what a reader who may
    move is waited for, if that is more than a move. `place`: the tournament's table."""
    table = mail.view
    notices = sorted(message.notices.all(), key=lambda notice: notice.event.n)
    lines = [
        (notice.kind, says)
        for notice in notices
        if not notice.deadline and _is_news(notice.kind, table, may_move=may_move)
        if (line := queries.line_of(table.loaded, notice.event.n, queries.happened(notice.event)))
        if (says := _says(notice, line.says, mail, awaited=awaited, place=place))
    ]
    warned = [notice for notice in notices if may_move or notice.deadline != "move"]
    lines += [
        (notice.kind, says)
        for notice in warned
        if (says := _warns(notice.deadline, mail, hard_end=message.its_game.hard_end, place=place))
    ]
    if not lines:
        return None
    first = next(line for line in lines if line[0] == weightiest([kind for kind, _text in lines]))
    return News(
        events=frozenset(notice.event.n for notice in notices if not notice.deadline),
        kinds=frozenset(kind for kind, _text in lines),
        headline=_("New chat message:") if first[0] == MailKind.SAID else first[1],
        more=tuple(_part(*line) for line in lines if line is not first or line[0] == MailKind.SAID),
        all=tuple(_part(*line) for line in lines),
    )


def _is_news(kind: str, table: TableView, *, may_move: bool) -> bool:
    """True if it is still news: a turn while it lasts, a table to join while it is not joined."""
    match kind:
        case MailKind.TURN:
            return may_move
        case MailKind.SEATED:
            return _may_join(table)
        case _:
            return True


def _may_join(table: TableView) -> bool:
    return table.phase == "lobby" and table.you is not None and not table.seats[table.you].agreed


def _says(notice: Notice, says: str, mail: TableToMail, *, awaited: str, place: FixtureLine | None) -> str:
    row = registry.kind(mail.view.kind).events[notice.event.verb]
    match notice.kind:
        case MailKind.SEATED:
            return seated_headline(place)
        case MailKind.TABLE if mail.view.phase == "cancelled" and not row.comes_or_goes:
            of_a_tournament = cancelled(notice.game, notice.player, place)
            return says if of_a_tournament is None else of_a_tournament
        case MailKind.TURN if awaited:
            return _("It’s your move: {awaited}.").format(awaited=awaited)
        case MailKind.START if not row.changes_holder:  # who takes a seat over reads what happened
            return _(registry.kind(mail.view.kind).mail_words.has_begun).format(says=says)
        case MailKind.RELEASED if mail.tiles:
            says = ngettext(
                "Your withheld tile is yours now: {tiles}.",
                "Your withheld tiles are yours now: {tiles}.",
                len(mail.tiles),
            )
            return says.format(tiles=", ".join(mail.tiles))
        case MailKind.RESULT:
            return result_headline(mail.view)
        case _:
            return says


def _warns(deadline: str, mail: TableToMail, *, hard_end: datetime | None, place: FixtureLine | None) -> str:
    """The last warning before a deadline that still stands, or what this mail turns over, if it counts as the look."""
    table, own = mail.view, mail.shown.warns.get(deadline)
    match deadline:
        case "look" if mail.tiles:
            return _("You hadn’t looked yet. You drew: {tiles}.").format(tiles=", ".join(mail.tiles))
        case _ if own is not None:
            return speak(own, table.names)
        case "move" if table.clocks and (ends := table.clocks[0].at):
            return _("It’s your move, and your time ends on {at}.").format(at=clock_time(ends))
        case "join" if _may_join(table):
            return join_warning(place)
        case "end" if hard_end is not None and table.phase not in ("lobby", "finished"):
            says = _("The game ends on {at} and is scored as it stands then.")
            return says.format(at=clock_time(hard_end))
        case _:
            return ""


def _part(kind: str, says: str) -> Part:
    return Example("", tuple(textwrap.wrap(says, SAID_WIDTH))) if kind == MailKind.SAID else Line(says)


ENDED_OTHERWISE = ("adjudicated", "hard_end", "void")  # an unusual ending is named, with its reason


def result_headline(table: TableView) -> str:
    if table.teams:
        return _headline_of_teams(table)
    winners = [seat.name for seat in table.seats if seat.rank == 1]
    if not winners:
        return _("The game is over without a result.")
    if table.you is not None and table.seats[table.you].rank == 1:
        if len(winners) == 1:
            return _("The game is over. You won.")
        return _("The game is over. {names} share the win.").format(names=listing(winners))
    return _("The game is over. {names} won.").format(names=listing(winners))


def _headline_of_teams(table: TableView) -> str:
    winners = [team for team in table.teams if team.rank == 1 and team.result]
    if not winners:
        return _("The game is over without a result.")
    names = listing([team.name for team in winners])
    if len(winners) > 1:
        return _("The game is over. {names} share the win.").format(names=names)
    if winners[0].is_yours:
        return _("The game is over. Your team won.")
    players = listing([seat.name for seat in winners[0].seats])
    return _("The game is over. {team} won: {players}.").format(team=names, players=players)


def result_parts(mail: TableToMail, latest: Latest) -> tuple[Part, ...]:
    """Ranks, everything on the table, and the seed, with how to check that the draws were as they had to be."""
    table = mail.view
    in_rank_order = sorted(table.seats, key=lambda seat: (seat.rank or len(table.seats), seat.number))
    ranks = [named(f"{seat.rank}. {seat.name}", seat.result or _("resigned")) for seat in in_rank_order]
    teams = [named(f"{team.rank}. {team.name}", team.result or _("resigned")) for team in table.teams if team.rank]
    places = [(_("Teams"), f"{series(teams)}. {table.teams_win}")] if teams else []
    draws = (
        Example(_("The seed of all draws:"), in_groups(table.seed or "")),
        Example(_("Its commitment, published before anyone accepted the settings:"), in_groups(table.commitment)),
        Example(
            _(
                "Every draw can be repeated from the game record. With just that file and the server’s own "
                "software, anyone can verify the draws on any computer:"
            ),
            (f"python manage.py verify_game game-{table.id}.json",),
        ),
    )
    return (
        *([Line(ended)] if table.ending in ENDED_OTHERWISE and (ended := _ended(table, latest)) else []),
        *([Facts((*places, (_("Result"), series(ranks))))] if any(seat.rank for seat in table.seats) else []),
        *parts_of(mail.shown.shows, table.names),
        *([Line(found.most_lost(table.names))] if (found := queries.analysis(table)) and found.worst else []),
        *(draws if table.has_draws else ()),
        Link(_("Game record"), page("record", table.id), _("save it as game-{id}.json").format(id=table.id)),
        Link(_("See the result"), page("game", table.id), ""),
        Small(_("For 30 more days, you can message everyone in the game. Send a line with `SAY` and your message.")),
    )


def _ended(table: TableView, latest: Latest) -> str:
    """The sentence on the end of the game."""
    lines = (queries.line_of(table.loaded, n, one) for n, one in latest.story(table.loaded) if one.verb == "end")
    return next((line.says for line in lines if line), "")
