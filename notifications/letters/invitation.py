"""The mail to an address that was asked to a game: to a stranger, so nothing a player wrote can become a link in it."""

import re
from datetime import datetime

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from games import queries
from games.players.models import Invitation
from games.queries import TableView
from games.queries.views import OptionLine
from games.rules import registry
from games.store import NoSuchGame
from games.wording import listing
from notifications.letters.addresses import invitation_page, rules_page
from notifications.letters.crossing import INVITES
from notifications.letters.parts import Example, Facts, Letter, Line, Link, Part, Points, Small, in_groups
from notifications.letters.table import rated_fact

THEN_TILES = gettext_noop("the tiles are dealt when every seat is filled and all have agreed. JOIN agrees.")
THEN = gettext_noop("the game begins when every seat is filled and all have agreed. JOIN agrees.")
CUT_FOR_TILES = gettext_noop(
    "Your tiles then come by mail; on the site you can change that. What you write after JOIN, up to 40 signs, "
    "cuts the deck: it goes into the draw of the tiles, as in {example}."
)
CUT = gettext_noop(
    "What you write after JOIN, up to 40 signs, cuts the deck: it goes into all that is drawn, as in {example}."
)


def invitation_letter(invitation: Invitation, *, now: datetime) -> Letter | None:
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
    kind = registry.kind(table.kind)
    if kind.keeps_layouts:
        how, then = INVITES, _(THEN_TILES)
    else:
        how, then = kind.says, _(THEN)
    parts: tuple[Part, ...] = (
        Facts(
            (
                (_("You may"), _("answer `JOIN` to play, by mail or on the site; or `DECLINE`.")),
                (_("At the table"), left.format(names=listing(others), free=free)),
                (_("Then"), then),
                *([rated_fact(table)] if table.rated else []),
            )
        ),
        Line(_(how)),
        Line(table.pace.says),
        *house_parts(table),
        Link(_("Open the invitation"), invitation_page(invitation), _("opening it does nothing until you press")),
        Example(_("Or answer by mail, with this line alone:"), ("JOIN",)),
        *cut_parts(table),
        *terms_parts(table),
        Small(
            _(
                "{name} wrote your address here. If you never want an invitation again, from anyone, the page has a button for it."
            ).format(name=host)
        ),
    )
    return Letter(
        subject=_("Lexicon game {id}: {name} asks you to play").format(id=invitation.game_id, name=host),
        headline=_("{name} asks you to a game of {kind}.").format(name=host, kind=table.kind_name),
        under=_("{n} players, by mail or in the browser").format(n=len(table.seats)),
        parts=parts,
        turn=0,
    )


def cut_parts(table: TableView) -> tuple[Part, ...]:
    """What may stand after JOIN, where anything is drawn."""
    if not table.has_draws:
        return ()
    cut = _(CUT_FOR_TILES) if registry.kind(table.kind).keeps_layouts else _(CUT)
    return (Small(cut.format(example="`JOIN my lucky 7`")),)


def house_parts(table: TableView) -> tuple[Part, ...]:
    """What is not as usual at this table, before anyone agrees to it."""
    if not table.house_rules:
        return ()
    return (Points(_("House rules"), tuple(map(_in_full, table.house_rules))),)


def _in_full(option: OptionLine) -> str:
    """With what it means, as whoever is asked may never have seen it."""
    # Translators: an option with its value, and then what it means
    return _("{rule}. {meaning}").format(rule=option.says, meaning=option.help)


def terms_parts(table: TableView) -> tuple[Part, ...]:
    """The options, the number that proves the draws, the way to the rules."""
    return (
        Facts(((_("Pace"), table.pace.title), *((one.label, one.value) for one in table.options if one.value))),
        *(_fixed_draws(table) if table.has_draws else ()),
        Link(_("The rules"), rules_page(table.kind), ""),
    )


def unlinked(name: str) -> str:
    """A name in which no mail program sees an address."""
    return " ".join(re.sub(r"[./:\\@]", " ", name).split()) or "?"


def _fixed_draws(table: TableView) -> tuple[Part, ...]:
    return (Example(_("The draws are fixed already; this number proves it later:"), in_groups(table.commitment)),)
