"""What an email says, written when it is sent, in the language and time zone of its reader.

`write` chooses by what a message is about. Emails about a game are written here: a headline with the weightiest news, the
other news below it, and then the game. They are made only from a `queries` view and its worded history, so that no email can
reveal what its reader may not know."""

import textwrap
from dataclasses import dataclass
from datetime import datetime

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games import queries
from games.players.models import Player
from games.queries import TableToMail, TableView
from games.rules import registry
from games.rules.kind import Event
from games.store import NoSuchGame
from games.tournaments.queries.calendar import calendar_of_table
from games.tournaments.queries.pages import FixtureLine, fixture_of
from games.wording import clock_time, listing, named, series, speak
from notifications.models import MailKind, Message, Notice
from notifications.outgoing.enqueuing import Latest, is_to_move, weightiest
from notifications.outgoing.mails import answers, invitation
from notifications.outgoing.mails import table as tables
from notifications.outgoing.mails.general import channel_mail, decision_mail, puzzle_mail, results_mail, tournament_mail
from notifications.outgoing.mails.invitation import cancelled, invitation_mail, join_warning, seated_headline
from notifications.outgoing.mails.loan import loan_mail
from notifications.outgoing.mails.parts import Example, Facts, Line, Link, MailContent, Part, Small, in_groups, parts_of
from notifications.preferences.choices import hours_kept, localized_for
from notifications.replies import MailFacts, facts_of
from notifications.tokens import page, signed_page

BEFORE_THE_DEAL = ("lobby", "cancelled")
STANDING_STILL = (*BEFORE_THE_DEAL, "finished")
SAID_WIDTH = 60


@dataclass(frozen=True)
class News:
    """`headline` is the weightiest of `all`, `more` the others; both in the order in which they happened."""

    events: frozenset[int]
    kinds: frozenset[str]
    headline: str
    more: tuple[Part, ...]
    all: tuple[Part, ...]


def write(message: Message, *, now: datetime, latest: Latest | None = None) -> MailContent | None:
    """The content of a message; None if nothing is left to tell, or nobody who may be told. Callers who write to several at
    one table pass the `latest` of it."""
    with localized_for(message, now=now):
        if message.tournament is not None and message.player is not None:
            news = message.news.order_by("pk")
            return tournament_mail(message.tournament, player=message.player, news=news)
        if message.puzzle is not None and message.player is not None:
            return puzzle_mail(message, message.puzzle, player=message.player, now=now)
        if message.channel is not None:
            return channel_mail(message.channel)
        if message.report is not None:
            return decision_mail(message.report)
        if message.day is not None and message.player is not None:
            return results_mail(player=message.player, day=message.day, now=now)
        if message.invitation is not None:
            invitation = invitation_mail(message.invitation, now=now)
            return invitation if message.kind == MailKind.INVITATION else answers.answer_to_invited(message, invitation)
        if message.player is None:
            return None
        if loan := facts_of(message).loan:
            return loan_mail(loan, player=message.player, now=now)
        try:
            return _about_the_table(message, message.player, latest or Latest(message.its_game.pk, now=now))
        except NoSuchGame:
            return answers.answer_to_who_left(message)


def _about_the_table(message: Message, player: Player, latest: Latest) -> MailContent | None:
    is_held = message.kind == MailKind.HELD  # it says as little as possible: somebody else has had this seat's mail
    loaded = latest.table(event=max((notice.event.n for notice in message.notices.all()), default=0))
    unheard = latest.unheard.get(player.pk, ())
    mail = queries.table_to_mail(loaded, player=player, carries=not is_held, unheard=unheard)
    table = mail.view
    is_the_last = message.kind == MailKind.RESULT and table.you is None and table.phase == "finished"
    if table.you != message.seat and not is_the_last:
        return answers.answer_to_who_left(message)
    may_move = table.you is not None and is_to_move(loaded, table.you)
    is_first = any(notice.kind == MailKind.START for notice in message.notices.all())
    place = fixture_of(table.id) if is_first or table.phase in BEFORE_THE_DEAL else None
    awaited = tables.awaited(loaded, table) if may_move else ""
    news = news_of(message, mail, may_move=may_move, awaited=awaited, place=place)
    headline, first = _opening(message, latest, table, news, may_move=may_move)
    if not headline:
        return None
    foot = (
        Link(_("Choose your emails for this game"), page("game_mail_choices", table.id), ""),
        Link(
            _("Has somebody else seen this email?"),
            signed_page("leaked", message.link),
            _("disable its reply address"),
        ),
    )
    return MailContent(
        subject=tables.subject(table, tournament=place.tournament if place else ""),
        headline=headline,
        under=table.kind_name if table.phase in BEFORE_THE_DEAL else tables.under(mail),
        parts=first if is_held else (*first, *_body(mail, latest, news, place, may_move=may_move), *foot),
        turn=table.turn,
        tiles="" if _begins_the_game(news) else mail.tiles,
        seen_round=mail.round,
        deadlines=tuple(calendar_of_table(loaded, player)) if hours_kept(player).dates_attached else (),
    )


def _opening(
    message: Message, latest: Latest, table: TableView, news: News | None, *, may_move: bool
) -> tuple[str, tuple[Part, ...]]:
    """The headline, empty if there is nothing to tell, and what stands right under it."""
    facts, more = facts_of(message), news.all if news else ()
    match message.kind:
        case MailKind.RECEIPT:
            done = _done_since(latest, table, facts, news, may_move=may_move)
            understood, ignored = answers.receipt_parts(facts, table), answers.ignored_parts(facts)
            return answers.receipt_headline(facts), (*understood, *done, *more, *ignored)
        case MailKind.ERROR:
            return _("Nothing was changed."), (*answers.error_parts(facts), *more)
        case MailKind.HELD:
            return _("A reply is on hold."), (*answers.held_parts(message), tables.to_the_game(table))
    if news is None:
        return "", ()
    if {MailKind.TURN, MailKind.LAST_DAY} & news.kinds and (
        registry.kind(table.kind).awaits_moves or table.phase in BEFORE_THE_DEAL
    ):
        return news.headline, (*news.more, *_since(latest, table, news, may_move=may_move))
    return news.headline, news.more


def _since(latest: Latest, table: TableView, news: News | None, *, may_move: bool) -> tuple[Part, ...]:
    return tables.since_ones_move(latest, table, is_to_move=may_move, but=news.events if news else ())


def _done_since(
    latest: Latest, table: TableView, facts: MailFacts, news: News | None, *, may_move: bool
) -> tuple[Part, ...]:
    """The news of the table since a mail's orders were taken up, and the lights whose tiles its STATUS turned over; without
    what is told as news."""
    if facts.since is None:
        return ()
    kind, asks_status = registry.kind(table.kind), "STATUS" in (facts.verbs or ())
    if asks_status and kind.awaits_moves and table.phase not in STANDING_STILL:
        return _since(latest, table, news, may_move=may_move)
    told, events = news.events if news else frozenset(), list[tuple[int, Event]]()
    for n, event in latest.story(table.loaded):
        if n <= facts.since and (not asks_status or (event.verb == "seen" and event.seat == table.you)):
            break  # what the reader had looked at by then
        if n not in told and (n > facts.since or event.verb in kind.begins_a_turn):
            events.append((n, event))
    return tuple(Line(line.says) for n, event in reversed(events) if (line := queries.line_of(table.loaded, n, event)))


def _body(
    mail: TableToMail, latest: Latest, news: News | None, place: FixtureLine | None, *, may_move: bool
) -> tuple[Part, ...]:
    table = mail.view
    match table.phase:
        case "lobby" | "cancelled" if place is not None:
            is_offered = news is not None and bool({MailKind.SEATED, MailKind.LAST_DAY} & news.kinds)
            return invitation.lobby_parts(table, place, is_offered=is_offered)
        case "lobby" | "cancelled":
            return tables.lobby_parts(table)
        case "finished":
            return result_parts(mail, latest)
        case _:
            if not _begins_the_game(news):
                return tables.running_parts(mail, latest, is_to_move=may_move)
            of_the_tournament = invitation.start_parts(table, place) if place else ()
            counts = (Facts((tables.rated_fact(table),)),) if table.rated or place else ()
            opening = (*tables.opening_parts(table), *of_the_tournament, *counts)
            running = tables.running_parts(mail, latest, is_to_move=may_move, opening=opening)
            return (*running, *tables.proof_parts(table))


def _begins_the_game(news: News | None) -> bool:
    return news is not None and MailKind.START in news.kinds


# --- the news ---------------------------------------------------------------------------------------------------------


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
