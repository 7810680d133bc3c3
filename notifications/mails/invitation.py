"""The mail to an address that was asked to a game: to a stranger, so nothing a player wrote can become a link in it."""

import re
from datetime import datetime

from django.utils.translation import gettext as _

from games import queries
from games.players.models import Invitation
from games.queries import TableView
from games.queries.options import how_long
from games.rules import registry
from games.rules.table.kind import AnyKind
from games.store import NoSuchGame
from games.wording import listing, named
from notifications.mails.addresses import invitation_page
from notifications.mails.parts import Button, Example, Facts, MailContent, Part, Small, in_groups

ADDRESS = re.compile(r"\b(?:https?:|www\.)\S*|\S+\.[a-z]{2,}(?=[/:\s]|$)\S*", re.IGNORECASE)


def invitation_mail(invitation: Invitation, *, now: datetime) -> MailContent | None:
    """None where the table is no longer open to this address."""
    if invitation.joined_at or invitation.declined_at or invitation.invited_by is None:
        return None
    try:
        table = queries.table(game_id=invitation.game_id, player=invitation.invited_by, now=now)
    except NoSuchGame:
        return None
    if table.phase != "lobby":
        return None
    host = unlinked(invitation.invited_by.name)
    others = [unlinked(seat.name) for seat in table.seats if not seat.free]
    free = sum(seat.free for seat in table.seats)
    left = _("{names}; {free} free") if free else _("{names}; one more can share a seat")
    kind, game = registry.kind(table.kind), invitation.game
    what = what_is_played(kind)
    if table.rated:
        what = f"{what} {_('The result counts for everybody’s rating.')}"
    takes = how_long(kind, game.options, seats=game.seat_count)
    parts: tuple[Part, ...] = (
        Facts(
            (
                (_("Who"), left.format(names=listing(others), free=free)),
                (_("What"), what),
                (_("How long"), f"{takes} {table.pace.says}" if takes else table.pace.says),
            )
        ),
        *_house_rules(table),
        Button(_("Open the invitation"), invitation_page(invitation), _("opening it does nothing until you press")),
        Example(_("Or answer by mail, with this line alone:"), ("JOIN",)),
        Small(_("JOIN takes a seat and agrees to start; `DECLINE` says no.")),
        *cut_parts(table),
        *draws_parts(table),
        Small(
            _(
                "{name} wrote your address here. If you never want an invitation again, from anyone, the page has a button for it."
            ).format(name=host)
        ),
    )
    return MailContent(
        subject=_("Lexicon game {id}: {name} asks you to play").format(id=invitation.game_id, name=host),
        headline=_("{name} asks you to a game of {kind}.").format(name=host, kind=table.kind_name),
        under=_("{n} players, by mail or in the browser").format(n=len(table.seats)),
        parts=parts,
        turn=0,
    )


def what_is_played(kind: AnyKind) -> str:
    """In a sentence or two, for who may never have seen it."""
    return _(kind.mail_words.invites or kind.says)


def cut_parts(table: TableView) -> tuple[Part, ...]:
    """What may stand after JOIN, where anything is drawn."""
    if not table.has_draws:
        return ()
    cuts = _(registry.kind(table.kind).mail_words.cuts)
    return (Small(cuts.format(example="`JOIN my lucky 7`")),)


def _house_rules(table: TableView) -> tuple[Part, ...]:
    """What is not as usual, in a line; the page of the invitation says what each means."""
    rules = " · ".join(option.says for option in table.house_rules)
    return (Small(named(_("House rules"), rules)),) if rules else ()


def draws_parts(table: TableView) -> tuple[Part, ...]:
    """The number that proves the draws: to be had before anybody cuts the deck."""
    if not table.has_draws:
        return ()
    return (Example(_("The draws are fixed already; this number proves it later:"), in_groups(table.commitment)),)


def unlinked(name: str) -> str:
    """A name without any address of the web, nor anything that a mail program takes for one."""
    return " ".join(re.sub(r"[./:\\@]", " ", ADDRESS.sub("", name)).split()) or _("Somebody")
