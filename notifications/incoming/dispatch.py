"""From one email in the spool to its effect and the one email that answers it.

`classify` decides about an email, and `read` carries it out. That can be repeated safely: nothing is done twice."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

import msgspec
from django.db import transaction
from django.db.models import (
    BooleanField,
    Count,
    DateTimeField,
    Exists,
    F,
    Field,
    IntegerField,
    OuterRef,
    Subquery,
)
from django.utils.translation import gettext as _

from games import commands
from games.models import Event, Game, Puzzle, PuzzleEntry, Seat
from games.players.models import Player
from games.queries.reading import names_by_seat
from games.rules import registry
from games.rules.grid import printed_cells
from games.rules.options import alphabet_in
from games.rules.reading import TABLE_VERBS, Grammar
from games.rules.values import Order, OrderRefused
from games.statements import GIVEN, Compiled, update
from games.store import MailFirst, NoSuchGame
from games.wording import listing, speak
from notifications.incoming import in_words, rights
from notifications.incoming.classifying import Outcome, Verdict, answered, classify, read_by
from notifications.incoming.reading import grammar_for
from notifications.incoming.rights import headers_of
from notifications.models import Bounce, InboundMail, MailKind, Message, Notice
from notifications.outgoing.announcing import claim_events
from notifications.outgoing.bounces import bounced
from notifications.outgoing.enqueuing import Latest, enqueue, gather, take
from notifications.preferences.choices import localized_for
from notifications.replies import MailFacts

ACTED, READ = ("acted_at", "outcome", "why", "message"), ("read_at", "due_at")  # columns
_PLAYERS = {"game": OuterRef("message__game"), "player": OuterRef("message__player")}
_SEATS = _PLAYERS | {"seat": OuterRef("message__seat")}
_THREAD = Message.objects.filter(**_SEATS).order_by().values("game")
_READ = InboundMail.objects.filter(
    outcome__in=rights.THEIRS, **{f"message__{name}": of_it for name, of_it in _SEATS.items()}
)
_READ_AT = _READ.order_by("-received_at").values("received_at")
_OF_ITS_MESSAGE: dict[str, "Field[Any, Any]"] = {
    "has_the_seat": BooleanField(),
    "in_its_thread": IntegerField(),
    "hour_full": DateTimeField(),
    "day_full": DateTimeField(),
    "has_unannounced": BooleanField(),
    "has_pending": BooleanField(),
}
_UNREAD = Compiled(
    InboundMail.objects.filter(pk=GIVEN, read_at=None).annotate(
        has_the_seat=Exists(Seat.objects.filter(number=OuterRef("message__seat"), resigned_at=None, **_PLAYERS)),
        in_its_thread=Subquery(_THREAD.annotate(mails=Count("pk")).values("mails")),
        hour_full=Subquery(_READ_AT[rights.AN_HOUR - 1 : rights.AN_HOUR]),
        day_full=Subquery(_READ_AT[rights.A_DAY - 1 : rights.A_DAY]),
        has_unannounced=Exists(Event.objects.filter(game=OuterRef("message__game"), announced_at=None)),
        has_pending=Exists(Notice.objects.filter(message=None, dropped_at=None, deadline="", **_PLAYERS)),
    ),
    joined=["message", "message__player", "message__game", "message__invitation"],
    without=["message__game__state"],
    added=_OF_ITS_MESSAGE,
    is_locked=True,
)
"""An unread email, with the message that it answers: whether its player still has the seat, how many emails are in its
thread, when the 20th and the 60th newest email of the seat arrived, and whether there is news for the player."""

LEASE = timedelta(minutes=5)
AFTER_ANOTHER = timedelta(seconds=30)  # while an earlier email is read first
MOST_TRIES = 20


def read(mail_id: int, *, now: datetime) -> Message | None:
    """Read one email that is due and do what it asks. Returns the message that answers it, if any."""
    mail = _claim(mail_id, now=now)
    if mail is None:
        return None
    if mail.acted_at is None:
        try:
            answer = _act(mail, now=now)
        except MailFirst:  # waiting does not count as a failed try
            InboundMail.objects.filter(pk=mail.pk).update(due_at=now + AFTER_ANOTHER, attempts=F("attempts") - 1)
            return None
    else:  # a worker acted on it and died
        commands.mail_was_read(mail=mail.pk, now=now)
        answer = mail.answered_by.select_related("player").order_by("pk").last()  # an earlier one asked to confirm it
    if mail.read_at is not None:
        return answer
    if answer is not None and answer.game_id and answer.player is not None and answer.kind != MailKind.HELD:
        latest = Latest(answer.game_id, now=now)
        claim_events(latest)
        gather(latest, answer.player, into=answer)
    if answer is not None:
        Message.objects.filter(pk=answer.pk, attempts=0).update(due_at=now)
    mail.read_at, mail.due_at = now, None
    update([mail], READ)
    return answer


@transaction.atomic
def _claim(mail_id: int, *, now: datetime) -> InboundMail | None:
    """Return the email, if it is unread and nobody else is reading it."""
    unread = [mail for mail in _UNREAD(mail_id) if not (mail.attempts and mail.due_at and mail.due_at > now)]
    take(unread, lease=LEASE, now=now)
    for mail in unread:
        if mail.message is not None:
            vars(mail.message).update({name: vars(mail)[name] for name in _OF_ITS_MESSAGE})
    return unread[0] if unread else None


def _act(mail: InboundMail, *, now: datetime) -> Message | None:
    """Do what the email asks, recorded in the transaction that enqueues its answer. Returns that answer. If the email
    was carried out and there is no other news to send with the answer, it counts as read from then on."""
    if mail.attempts > MOST_TRIES:
        why = f"Given up: each of {MOST_TRIES} tries to read it was broken off."
        verdict = Verdict(Outcome.BROKEN, headers_of(mail), answered(mail), MailFacts(why=why))
    else:
        verdict = classify(mail, now=now)
    message = verdict.message
    if message is not None:
        with localized_for(message, now=now):
            verdict = _unless_answered(_judge(mail, message, verdict, now=now), message, now=now)
    answer, writer = None, verdict.player or (message.player if message is not None else None)
    known = vars(message) if message is not None else {}
    has_news = verdict.has_news or known.get("has_unannounced", True) or known["has_pending"]
    is_read = verdict.is_carried_out and not has_news
    with transaction.atomic():
        if verdict.outcome == Outcome.OBEYED and writer is not None:
            commands.suppose_zone(player=writer, ahead=verdict.headers.ahead)
        if verdict.answer is not None and message is not None:
            answer = enqueue(
                kind=verdict.answer,
                game_id=message.game_id,
                puzzle_id=message.puzzle_id,
                player=writer,
                seat=message.seat if verdict.seat is None else verdict.seat,
                invitation=message.invitation if writer is None else None,
                address=message.address,
                answers=mail,
                in_reply_to=verdict.headers.message_id,
                facts=verdict.facts,
                now=now,
                # no other worker must send it before it contains what just happened
                due_at=now if is_read else now + LEASE,
                earlier=None if verdict.player else known.get("in_its_thread"),
            )
        mail.acted_at, mail.outcome, mail.why = now, verdict.outcome, verdict.facts.why
        mail.message = message if message is not None and message.pk else None  # a stand-in for a lost one has no row
        if is_read:
            mail.read_at, mail.due_at = now, None
        update([mail], (*ACTED, *READ))
        if message is None and not mail.sender:  # a report about an email that is gone may name a deleted player
            InboundMail.objects.filter(pk=mail.pk).update(raw=b"")
    if not verdict.is_carried_out:
        commands.mail_was_read(mail=mail.pk, now=now)
    return answer


def _unless_answered(verdict: Verdict, message: Message, *, now: datetime) -> Verdict:
    """Return the verdict. Its answer is removed if the sender has already had the same answer, or the day's last one,
    which says that it is the last. An email that was carried out always gets an answer."""
    facts = verdict.facts
    if verdict.answer is None or (verdict.answer == MailKind.RECEIPT and facts.verbs):
        return verdict
    if verdict.outcome == Outcome.TOO_MANY:
        return replace(verdict, answer=None) if rights.was_notified_of_the_limit(message, now=now) else verdict
    kind = MailKind(verdict.answer)
    before = rights.answers_today(message, kind=kind, now=now)
    is_again = kind != MailKind.HELD and rights.was_answered_the_same(message, kind=kind, facts=facts, now=now)
    if is_again or before >= rights.ANSWERS_A_DAY:
        return replace(verdict, answer=None)
    return replace(verdict, facts=msgspec.structs.replace(facts, is_last=before == rights.ANSWERS_A_DAY - 1))


def _judge(mail: InboundMail, message: Message, verdict: Verdict, *, now: datetime) -> Verdict:
    """Decide on an email about one of our messages, and do what it asks."""
    match verdict.outcome:
        case Outcome.REPORT if verdict.report:
            commands.mail_was_read(mail=mail.pk, now=now)  # it must not hold its game, as a bounce may change the game
            bounced(how=Bounce(verdict.report.how), message_id=message.message_id, now=now)
        case Outcome.HELD:
            orders, grammar = verdict.facts.orders, _grammar(message)
            facts = MailFacts(
                sender=verdict.headers.sender or _("an unknown address"),
                verbs=_verbs(orders, grammar),
                asked=tuple(line for order in orders for line in grammar.write(order).splitlines()),
            )
            return replace(verdict, answer=MailKind.HELD, facts=facts)
        case Outcome.REFUSED if error := verdict.facts.error:
            return _refused(verdict, why=speak(error.why, ()), line=error.line, correct=error.correct)
        case Outcome.TOO_MANY if verdict.is_theirs:
            why = _(
                "We’ve received too many emails for your seat. The limit is {an_hour} an hour and {a_day} a day. "
                "This email wasn’t read, and any more you send now won’t be either. Write again in 1 hour, or play "
                "on the game’s page."
            )
            if message.game is None:
                why = _(
                    "You’ve sent too many emails about puzzles. The limit is {an_hour} an hour and {a_day} a day. "
                    "This email wasn’t read, and any more you send now won’t be either. Write again in 1 hour, or "
                    "enter on the puzzle’s page."
                )
            why = why.format(an_hour=rights.AN_HOUR, a_day=rights.A_DAY)
            return replace(verdict, answer=MailKind.ERROR, facts=MailFacts(why=why, game=message.game_id))
        case Outcome.OBEYED if message.puzzle is not None and message.player is not None:
            return _enter(mail, message.puzzle, message.player, verdict)
        case Outcome.OBEYED:
            return _obey(mail, message, verdict, now=now)
    return verdict


def _obey(mail: InboundMail, message: Message, verdict: Verdict, *, now: datetime) -> Verdict:
    """Carry out the writer's orders, unless the game refuses them."""
    orders = verdict.facts.orders
    try:
        if message.player is None:
            return _answer_invitation(message, verdict, now=now)
        return _play(mail, message, message.player, verdict, now=now)
    except MailFirst:
        raise
    except NoSuchGame:
        return replace(verdict, outcome=Outcome.STRANGER)
    except commands.Stale:
        return _stale(message, verdict, now=now)
    except OrderRefused as refused:
        write = alphabet_in(message.its_game.options).write
        why = write(speak(refused.why, names_by_seat(message.its_game, message.its_game.seats.all())))
        if message.player and message.its_game.started_at and {order.verb for order in orders} == {"JOIN"}:
            why = _("This game has started and you’re already in it. You don’t need to join again.")
        line, keep = "\n".join(_verbs(orders, _grammar(message))), _layout_to_save(message.its_game, orders)
        return _refused(verdict, why=why, line=line, keep=keep)


def _enter(mail: InboundMail, puzzle: Puzzle, player: Player, verdict: Verdict) -> Verdict:
    """Enter an email's layout for the puzzle that it answers. It counts from the email's arrival or, if it was on hold,
    from its confirmation."""
    at = mail.confirmed_at or mail.received_at
    written = "\n".join(map(grammar_for(puzzle.kind, None).write, verdict.facts.orders))
    obeyed = _obeyed(verdict, verbs=("ENTER",))
    if PuzzleEntry.objects.filter(puzzle=puzzle, player=player, entered_at=at).exists():
        return obeyed  # a worker carried it out and died before recording it
    try:
        commands.enter(kind=puzzle.kind, day=puzzle.day, player=player, written=written, now=at)
    except OrderRefused as refused:
        write = grammar_for(puzzle.kind, None).alphabet.write
        return _refused(verdict, why=write(speak(refused.why, ())), line=written)
    return obeyed


def _play(mail: InboundMail, message: Message, player: Player, verdict: Verdict, *, now: datetime) -> Verdict:
    """Carry out the orders of a player of the game."""
    orders = verdict.facts.orders
    notes = [*_cuts(orders)]
    to_play = [order for order in orders if order.verb not in ("RESIGN", "HELP")]
    if rights.is_overtaken(message, to_play):
        to_play.append(Order("SAVE"))
        notes.append(
            _("You’ve submitted another board since the round that email was about, so this one was saved as a draft.")
        )
    if message.its_game.made_by_id is None:
        to_play = [  # a player who joins by email gets tiles by email, as an invited person does
            replace(order, facts={**order.facts, "tiles_by_email": True}) if order.verb == "JOIN" else order
            for order in to_play
        ]
    obeyed = replace(_obeyed(verdict), is_carried_out=True)
    try:
        table = commands.play(
            game_id=message.its_game.pk,
            player=player,
            orders=to_play,
            turn=message.turn if rights.of_their_turn(message.its_game, to_play) else None,
            mail=mail.pk,
            now=now,
        )
    except commands.AlreadyObeyed:  # a worker carried it out and died before recording it
        return _obeyed(obeyed, verbs=_verbs(orders, _grammar(message)))
    before = table.game.last_event - len(table.happenings)
    is_saved = any(order.verb == "SAVE" for order in to_play)
    write = alphabet_in(message.its_game.options).write
    drafts = (order.facts["layout"] for order in to_play if is_saved and "layout" in order.facts)
    draft = next((tuple(map(write, layout)) for layout in drafts), None)
    verbs = _verbs(orders, table.kind.grammar(table.options))
    obeyed = replace(obeyed, has_news=table.has_news)
    return _obeyed(obeyed, verbs=verbs, notes=tuple(notes), draft=draft, since=before)


def _answer_invitation(message: Message, verdict: Verdict, *, now: datetime) -> Verdict:
    """Answer an invitation. JOIN makes a verified account for an address without one. JOIN and DECLINE must be the only
    command. STOP also ends invitations."""
    invitation, facts = message.invitation, verdict.facts
    assert invitation is not None
    verbs = {order.verb for order in facts.orders}
    wants_no_more = not verbs - {"DECLINE"} and in_words.wants_no_more(facts.ignored)
    declines = verbs == {"DECLINE"} or (not verbs and in_words.declines(facts.ignored))
    if wants_no_more:
        commands.never_invite(email=message.address, now=now)
    if invitation.joined_at and declines:
        why = _(
            "You’ve already joined this game, so DECLINE no longer has any effect. To leave the game, open its page."
        )
        return _refused(verdict, why=why, game=message.its_game.pk)
    if wants_no_more or declines:
        commands.decline(invitation_id=invitation.pk, now=now)
        return replace(verdict, facts=MailFacts(why=_("This address won’t get any more invitations.") * wants_no_more))
    if verbs != {"JOIN"} and invitation.joined_at:
        return _refused(
            verdict, why=_("You replied to the invitation. Reply to the latest email from the game instead.")
        )
    if verbs != {"JOIN"}:
        why = _("You haven’t joined this game yet. Reply with just JOIN or DECLINE.")
        return _refused(verdict, why=why, correct="DECLINE" if in_words.says_no(facts.ignored) else "JOIN")
    printable = (s if s.isprintable() and s not in "<>@" else " " for s in verdict.headers.name)
    accepted = commands.accept_invitation(
        invitation_id=invitation.pk,
        name=" ".join("".join(printable).split())[:40] or message.address.partition("@")[0][:40],
        cut=facts.orders[0].facts.get("cut", ""),
        tiles_by_email=True,
        now=now,
    )
    seat = Seat.objects.get(game=accepted.game_id, player=accepted.player)
    obeyed = _obeyed(verdict, verbs=("JOIN",), notes=_cuts(facts.orders))
    return replace(obeyed, player=accepted.player, seat=seat.number)


def _cuts(orders: Sequence[Order]) -> tuple[str, ...]:
    """Return a note for the receipt that names the cut given with JOIN."""
    cuts = [cut for order in orders if order.verb == "JOIN" and (cut := order.facts.get("cut"))]
    return tuple(_("Your cut of the deck: “{cut}”.").format(cut=cut) for cut in cuts)


def _obeyed(verdict: Verdict, **more: object) -> Verdict:
    """Return the verdict on an email that was carried out, with more facts for its receipt."""
    facts = msgspec.structs.replace(verdict.facts, **more)
    return replace(verdict, outcome=Outcome.OBEYED, answer=MailKind.RECEIPT, facts=facts)


def _refused(verdict: Verdict, **reason: object) -> Verdict:
    """Return the verdict on an email that is refused. `reason` are the fields of `MailFacts` that say why, such as
    `why` and `line`."""
    facts = msgspec.structs.replace(verdict.facts, **reason)
    return replace(verdict, outcome=Outcome.REFUSED, answer=MailKind.ERROR, facts=facts)


def _stale(message: Message, verdict: Verdict, *, now: datetime) -> Verdict:
    """Refuse orders of a past turn. Their writer must first see what they would do now. If they would be accepted, the
    answer shows them to copy."""
    orders, grammar = verdict.facts.orders, _grammar(message)
    late = rights.of_their_turn(message.its_game, orders)
    says = _(registry.kind(message.its_game.kind).mail_words.too_late)
    why, line = says.format(verbs=listing([order.verb for order in late])), "\n".join(_verbs(orders, grammar))
    if message.seat is not None and commands.would_take(
        game_id=message.its_game.pk, seat=message.seat, orders=orders, now=now
    ):
        return _refused(verdict, why=why, line=line, correct="\n".join(map(grammar.write, orders)))
    return _refused(verdict, why=why, line=line, keep=_layout_to_save(message.its_game, orders))


def _grammar(message: Message) -> Grammar:
    """Return the grammar for answers to this message."""
    return grammar_for(*read_by(message))


def _verbs(orders: Sequence[Order], grammar: Grammar) -> tuple[str, ...]:
    """Return the orders as a receipt names them: the line of the verb, without the player's own words."""
    lines = [order.verb if order.verb in TABLE_VERBS else grammar.write(order).splitlines()[0] for order in orders]
    return tuple(dict.fromkeys(lines))


def _layout_to_save(game: Game, orders: Sequence[Order]) -> tuple[str, ...]:
    """Return the layout of a refused email, so that it can be saved as a draft; empty if the email itself asked to save
    it, or the game is over."""
    if game.finished_at or registry.kind(game.kind).layouts is None or any(order.verb == "SAVE" for order in orders):
        return ()
    alphabet = alphabet_in(game.options)
    cells = (printed_cells(order.facts.get("layout", ()), alphabet) for order in orders)
    return tuple("".join(row) for rows in cells for row in rows)
