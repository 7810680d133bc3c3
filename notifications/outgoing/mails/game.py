"""Writes an email when it is sent, in the language and time zone of its reader.

`write` chooses by the subject of a message. Emails about a game are written here: a headline with the most important
news, the other news below it, and then the game. `ends` has the parts before the deal and after the end. They are made
only from a `queries` view and its worded history, so that no email can reveal anything that its reader may not know."""

import textwrap
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games import commands, queries
from games.players.models import Player
from games.queries import TableToMail, TableView
from games.rules import registry
from games.rules.options import alphabet_in
from games.rules.values import Event
from games.store import NoSuchGame
from games.tournaments.queries.calendar import calendar_of_table
from games.tournaments.queries.pages import FixtureLine, fixture_of
from games.wording import clock_time, listing, named, series, speak
from notifications.models import MailKind, Message, Notice
from notifications.outgoing.enqueuing import Latest, is_to_move, weightiest
from notifications.outgoing.mails import answers, ends, invitation
from notifications.outgoing.mails.general import channel_mail, decision_mail, puzzle_mail, results_mail, tournament_mail
from notifications.outgoing.mails.invitation import cancelled, invitation_mail, join_warning, seated_headline
from notifications.outgoing.mails.parts import (
    Example,
    Facts,
    Line,
    Link,
    MailContent,
    Part,
    Points,
    Replies,
    parts_of,
    to_the_game,
    with_written_tiles,
)
from notifications.outgoing.mails.substitution import substitution_mail
from notifications.preferences.choices import localized_for, saved_hours
from notifications.replies import MailFacts, facts_of
from notifications.tokens import page, signed_page

BEFORE_THE_DEAL = ("lobby", "cancelled")
STANDING_STILL = (*BEFORE_THE_DEAL, "finished")
SAID_WIDTH = 60
A_MOVE = "make a move"  # what the game waits for, if the kind says nothing more specific
MOST_TOLD = 12  # events since the reader's last move


@dataclass(frozen=True)
class News:
    """The news for a reader. `headline` is the most important item of `all`, and `more` has the others; both are in the
    order of events."""

    events: frozenset[int]
    kinds: frozenset[str]
    headline: str
    more: tuple[Part, ...]
    all: tuple[Part, ...]


def write(message: Message, *, now: datetime, latest: Latest | None = None) -> MailContent | None:
    """Return the content of a message; None if there is no news left or nobody to send it to. A caller that writes to
    several people in one game passes its `latest` state."""
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
            content = invitation_mail(message.invitation, now=now)
            if message.kind != MailKind.INVITATION:
                return answers.answer_to_invited(message, content)
            is_unwanted = message.invitation.is_kept_back or commands.is_never_invited(message.invitation.email)
            return None if is_unwanted else content
        if message.player is None:
            return None
        if substitution := facts_of(message).loan:
            return substitution_mail(substitution, player=message.player, now=now)
        try:
            return _about_the_table(message, message.player, latest or Latest(message.its_game.pk, now=now))
        except NoSuchGame:
            return answers.answer_to_who_left(message)


def _about_the_table(message: Message, player: Player, latest: Latest) -> MailContent | None:
    is_held = message.kind == MailKind.HELD  # say as little as possible, as somebody else has had an email of this seat
    loaded = latest.table(event=max((notice.event.n for notice in message.its_notices), default=0))
    unheard = latest.unheard.get(player.pk, ())
    mail = queries.table_to_mail(loaded, player=player, carries=not is_held, unheard=unheard)
    table = mail.view
    is_the_last = message.kind == MailKind.RESULT and table.you is None and table.phase == "finished"
    if table.you != message.seat and not is_the_last:
        return answers.answer_to_who_left(message)
    may_move = table.you is not None and is_to_move(loaded, table.you)
    is_first = any(notice.kind == MailKind.START for notice in message.its_notices)
    place = fixture_of(table.id) if is_first or table.phase in BEFORE_THE_DEAL else None
    awaited = ""  # what the game waits for the reader to do, in the kind's own words; empty for an ordinary move
    if may_move and table.you is not None:
        asked = loaded.kind.awaiting(loaded.state, table.you).get(table.you)
        awaited = speak(asked, table.names) if asked is not None and asked.template != A_MOVE else ""
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
    subject = _subject(table, place.tournament if place else "")
    if table.sits_in_for:
        subject = _("{subject} (for {player})").format(subject=subject, player=table.sits_in_for)
    content = MailContent(
        subject=subject,
        headline=headline,
        under=table.kind_name if table.phase in BEFORE_THE_DEAL else _under(mail),
        parts=first if is_held else (*first, *_body(mail, latest, news, place, may_move=may_move), *foot),
        turn=table.turn,
        tiles="" if _begins_the_game(news) else mail.tiles,
        seen_round=mail.round,
        deadlines=tuple(calendar_of_table(loaded, player)) if saved_hours(player).dates_attached else (),
    )
    return with_written_tiles(content, alphabet_in(table.game.options))


def _opening(
    message: Message, latest: Latest, table: TableView, news: News | None, *, may_move: bool
) -> tuple[str, tuple[Part, ...]]:
    """Return the headline, empty if there is no news, and the parts right below it."""
    facts, more = facts_of(message), news.all if news else ()
    match message.kind:
        case MailKind.RECEIPT:
            done = _done_since(latest, table, facts, news, may_move=may_move)
            understood, ignored = answers.receipt_parts(facts, table), answers.ignored_parts(facts)
            return answers.receipt_headline(facts), (*understood, *done, *more, *ignored)
        case MailKind.ERROR:
            return _("Nothing was changed."), (*answers.error_parts(facts), *more)
        case MailKind.HELD:
            return _("A reply is on hold."), (*answers.held_parts(message), to_the_game(table.id))
    if news is None:
        return "", ()
    if {MailKind.TURN, MailKind.LAST_DAY} & news.kinds and (
        registry.kind(table.kind).awaits_moves or table.phase in BEFORE_THE_DEAL
    ):
        return news.headline, (*news.more, *_since_ones_move(latest, table, news, is_to_move=may_move))
    return news.headline, news.more


def _done_since(
    latest: Latest, table: TableView, facts: MailFacts, news: News | None, *, may_move: bool
) -> tuple[Part, ...]:
    """Return what has happened since an email's orders were carried out, without the news. If it asked for STATUS,
    include the lights whose tiles that turned over."""
    if facts.since is None:
        return ()
    kind, asks_status = registry.kind(table.kind), "STATUS" in (facts.verbs or ())
    if asks_status and kind.awaits_moves and table.phase not in STANDING_STILL:
        return _since_ones_move(latest, table, news, is_to_move=may_move)
    told, events = news.events if news else frozenset(), list[tuple[int, Event]]()
    for n, event in latest.story(table.loaded):
        if n <= facts.since and (not asks_status or (event.verb == "seen" and event.seat == table.you)):
            break  # the reader has seen everything before this
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
            return ends.lobby_parts(table)
        case "finished":
            return ends.result_parts(mail, latest)
        case _:
            if not _begins_the_game(news):
                return _running_parts(mail, latest, is_to_move=may_move)
            of_the_tournament = invitation.start_parts(table, place) if place else ()
            counts = (Facts((ends.rated_fact(table),)),) if table.rated or place else ()
            opening = (*ends.opening_parts(table), *ends.tiles_parts(table), *of_the_tournament, *counts)
            running = _running_parts(mail, latest, is_to_move=may_move, opening=opening)
            return (*running, *ends.proof_parts(table))


def _begins_the_game(news: News | None) -> bool:
    return news is not None and MailKind.START in news.kinds


# --- the news --------------------------------------------------------------------------------------------------------------


def news_of(
    message: Message,
    mail: TableToMail,
    *,
    may_move: bool,
    awaited: str = "",
    place: FixtureLine | None = None,
) -> News | None:
    """Return the news in a message's notices that its reader may know; None if none is left.

    It uses only the words of `queries` for this reader, never an event's own facts. `awaited`: what the game waits for
    the reader to do, if that is more than a move. `place`: the game's place in its tournament."""
    table = mail.view
    notices = sorted(message.its_notices, key=lambda notice: notice.event.n)
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
    """Return True if it is still news: a turn while it lasts, a game to join until the reader has joined."""
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
        case MailKind.START if not row.changes_holder:  # a player who takes over a seat gets the usual sentence
            return _(registry.kind(mail.view.kind).mail_words.has_begun).format(says=says)
        case MailKind.RELEASED if mail.tiles:
            says = ngettext(
                "Your withheld tile is yours now: {tiles}.",
                "Your withheld tiles are yours now: {tiles}.",
                len(mail.tiles),
            )
            return says.format(tiles=", ".join(mail.tiles))
        case MailKind.RESULT:
            return ends.result_headline(mail.view)
        case _:
            return says


def _warns(deadline: str, mail: TableToMail, *, hard_end: datetime | None, place: FixtureLine | None) -> str:
    """Return the last warning before a deadline, or the tiles that this email turns over if it counts as the look."""
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


# --- the game --------------------------------------------------------------------------------------------------------------


def _subject(table: TableView, tournament: str) -> str:
    """Return the subject. It is the same in every email about a game to one person in a seat, so that they form one
    conversation."""
    names = listing(table.others)
    if table.phase in ("lobby", "cancelled") and tournament:
        return _("Lexicon game {id}: your table in {tournament}").format(id=table.id, tournament=tournament)
    if table.phase in ("lobby", "cancelled"):
        return _("Lexicon game {id}: before the start").format(id=table.id)
    if partners := [seat.name for team in table.teams if team.is_yours for seat in team.seats if not seat.you]:
        others = listing([seat.name for team in table.teams if not team.is_yours for seat in team.seats])
        with_whom = _("Lexicon game {id}: with {partners} against {names}")
        return with_whom.format(id=table.id, partners=listing(partners), names=others)
    says = _(registry.kind(table.kind).mail_words.subject)
    return says.format(id=table.id, kind=table.kind_name, names=names)


def _under(mail: TableToMail) -> str:
    """Return the quiet line below the headline: the state of the game, and whether this email counts as a look."""
    table = mail.view
    status = [speak(one, table.names) for one in mail.shown.status]
    if not status:
        status = [table.kind_name, table.seats[table.you].says if table.you is not None else ""]
    lent = _("Playing for {player}").format(player=table.sits_in_for) if table.sits_in_for else ""
    return " · ".join(
        filter(None, (lent, *status, _("this email counts as looking at your tiles") if mail.tiles else ""))
    )


def _running_parts(
    mail: TableToMail, latest: Latest, *, is_to_move: bool, opening: Sequence[Part] = ()
) -> tuple[Part, ...]:
    """Return the parts below the news of a running game: facts, events that send no email themselves, the opening, what
    is on the table, and how to reply."""
    table, shown = mail.view, mail.shown
    return (
        _facts(mail, is_to_move=is_to_move),
        Replies((*shown.in_a_word, "STATUS")),
        *_retold(mail, latest),
        *opening,
        *parts_of((*shown.shows, *shown.how_to_answer, *shown.below), table.names, alphabet_in(table.game.options)),
        *(() if opening else (to_the_game(table.id),)),  # the opening has the link
    )


def _facts(mail: TableToMail, *, is_to_move: bool) -> Facts:
    """Return the answers to a reader's first questions: what can I do, until when, who is the game waiting for and why."""
    table = mail.view
    offers, refused = list[str](), dict[str, str]()  # what each does; the first verb that is refused for each reason
    for offer in mail.shown.offers:
        if offer.refusal is not None:
            refused.setdefault(speak(offer.refusal, table.names), offer.verb)
        elif offer.does is not None:
            offers.append(speak(offer.does, table.names).removesuffix("."))
    says = series([does for does in offers if does])
    failing = table.out_of_reach
    why = _("Your move") if table.is_your_move else _("Waiting for") if table.waiting_for else _("Next")
    return Facts(
        (
            (_("You can"), f"{says}." if says else _("wait. There is nothing to do right now.")),
            *((_("Not yet"), f"`{verb}`. {reason}") for reason, verb in refused.items()),
            *_until(mail, is_to_move=is_to_move),
            (why, table.why),
            *_beside(mail),
            *(((_("Email"), _("Emails to {names} are failing.").format(names=listing(failing))),) if failing else ()),
        )
    )


def _until(mail: TableToMail, *, is_to_move: bool) -> list[tuple[str, str]]:
    """Return the reader's own deadline, and the clocks."""
    table = mail.view
    if mail.shown.until is not None:
        return [(_("Deadline"), speak(mail.shown.until, table.names))]
    until = [(clock.label, f"{clock.then}.") for clock in table.clocks]
    if is_to_move and not table.paused and table.clocks and (ends := table.clocks[0].at):
        until[0] = (_("Deadline"), f"{clock_time(ends)}.")
    return until


def _beside(mail: TableToMail) -> Iterator[tuple[str, str]]:
    """Yield the lines about the other seats, or what the kind says instead."""
    table = mail.view
    if mail.shown.beside is not None:
        yield from ((speak(what, table.names), speak(of_it, table.names)) for what, of_it in mail.shown.beside)
    elif others := [named(seat.name, seat.says) for seat in table.seats if not seat.you and seat.says]:
        yield (_("Other players"), f"{series(others)}.")


def _since_ones_move(latest: Latest, table: TableView, news: News | None, *, is_to_move: bool) -> tuple[Part, ...]:
    """Return the events from the reader's last turn on, without those of the news."""
    own_turns, told, but = 0, list[str](), news.events if news else ()
    for n, event in latest.story(table.loaded):
        if n < latest.first_deal or len(told) == MOST_TOLD:
            break
        if event.verb == "turn" and event.seat == table.you:
            own_turns += 1
            if own_turns > is_to_move:
                break
        elif n not in but and (line := queries.line_of(table.loaded, n, event)) and line.by is None:
            told.append(line.says)
    return _happened(told)


def _retold(mail: TableToMail, latest: Latest) -> tuple[Part, ...]:
    """Return the events of this turn and the one before that send no email themselves."""
    turns, retells = registry.kind(mail.view.kind).begins_a_turn, mail.shown.retells
    begun, told, loaded = 0, list[str](), mail.view.loaded
    for n, event in latest.story(loaded) if retells else ():
        line = queries.line_of(loaded, n, event) if event.verb in turns | retells else None
        if line is None:
            continue
        begun += event.verb in turns
        if begun == 2:
            break
        if event.verb in retells:
            told.append(line.says)
    return _happened(told)


def _happened(told: Sequence[str]) -> tuple[Part, ...]:
    """Return the sentences of events, which are given newest first, in chronological order."""
    return (Points(_("History"), tuple(reversed(told))),) if told else ()
