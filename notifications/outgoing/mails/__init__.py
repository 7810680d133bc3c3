"""The content of each mail, written when it is sent, from what its reader may see at that instant, in their time zone.

It is made only from a `queries` view and its worded history, so that no mail can reveal what its reader may not know."""

from datetime import datetime

from django.utils.translation import gettext as _

from games import queries
from games.players.models import Player
from games.queries import TableToMail, TableView
from games.rules import registry
from games.rules.kind import Event
from games.store import NoSuchGame
from games.tournaments.queries.calendar import calendar_of_table
from games.tournaments.queries.pages import FixtureLine, fixture_of
from notifications.mail_facts import MailFacts, facts_of
from notifications.models import MailKind, Message
from notifications.outgoing.audience import is_to_move
from notifications.outgoing.latest import Latest
from notifications.outgoing.mails import answers, invitation
from notifications.outgoing.mails import table as tables
from notifications.outgoing.mails.general import (
    channel_mail,
    decision_mail,
    puzzle_mail,
    results_mail,
    tournament_mail,
)
from notifications.outgoing.mails.invitation import invitation_mail
from notifications.outgoing.mails.loan import loan_mail
from notifications.outgoing.mails.news import News, news_of, result_parts
from notifications.outgoing.mails.parts import Facts, Line, Link, MailContent, Part
from notifications.preferences.choices import hours_kept, localized_for
from notifications.tokens import page, signed_page

BEFORE_THE_DEAL = ("lobby", "cancelled")
STANDING_STILL = (*BEFORE_THE_DEAL, "finished")


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
