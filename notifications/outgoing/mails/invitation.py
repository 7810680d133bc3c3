"""The email that invites an address to a game. It goes to strangers, so nothing that a player wrote can become a link
in it."""

import re
from datetime import datetime

from django.utils.translation import gettext as _

from games import queries
from games.models import Game
from games.players.models import Invitation, Player
from games.players.tokens import token_of
from games.queries import TableView
from games.queries.languages import finished_board, in_language
from games.queries.options import how_long
from games.rules import registry
from games.rules.table.kind import AnyKind
from games.store import NoSuchGame
from games.tournaments.models import Sitting
from games.tournaments.queries.pages import FixtureLine
from games.tournaments.queries.wording import called
from games.wording import clock_time, listing, named, series
from notifications.outgoing.mails.ends import rated_fact
from notifications.outgoing.mails.parts import (
    Button,
    Example,
    Facts,
    Line,
    Link,
    MailContent,
    Part,
    Picture,
    Points,
    SecondButton,
    Small,
    in_groups,
    to_the_game,
)
from notifications.tokens import page

ADDRESS = re.compile(r"\b(?:https?:|www\.)\S*|\S+\.[a-z]{2,}(?=[/:\s]|$)\S*", re.IGNORECASE)


def invitation_mail(invitation: Invitation, *, now: datetime) -> MailContent | None:
    """Return the invitation; None if the game is no longer open to this address."""
    if invitation.joined_at or invitation.declined_at or invitation.invited_by is None:
        return None
    try:
        table = queries.table(game_id=invitation.game_id, player=invitation.invited_by, now=now)
    except NoSuchGame:
        return None
    if table.phase != "lobby":
        return None
    host, game_name = unlinked(invitation.invited_by.name), in_language(table.kind_name, table.language)
    others = [unlinked(seat.name) for seat in table.seats if not seat.free]
    free = sum(seat.free for seat in table.seats)
    left = _("{names}; free seats: {free}") if free else _("{names}; 1 more player can share a seat")
    kind, game = registry.kind(table.kind), invitation.game
    takes = how_long(kind, game.options, seats=game.seat_count)
    rules = " · ".join(option.says for option in table.house_rules)  # the page explains them
    address = page("invitation", token_of(invitation))
    pictures: tuple[Part, ...] = ()  # only where each player has their own board
    if board := finished_board(kind, game.options):
        says = _("A finished board. A tile earns its value if it is in two words.")
        pictures = (Picture(board, says, table.alphabet),)
    parts: tuple[Part, ...] = (
        Line(what_is_played(kind)),
        Line(f"{takes} {table.pace.says}".lstrip()),
        Line(_("We email you when something changes.")),
        *((Line(_("The result counts for everybody’s rating.")),) if table.rated else ()),
        Button(_("Play"), address, ""),
        SecondButton(_("Show me how"), f"{address}?how", ""),
        *pictures,
        Facts(((_("Players"), left.format(names=listing(others), free=free)),)),
        *((Small(named(_("House rules"), rules)),) if rules else ()),
        Example(_("Or reply to this email with just this line:"), ("JOIN",)),
        Small(_("JOIN joins the game and accepts its settings. `DECLINE` declines the invitation.")),
        *cut_parts(table),
        *draws_parts(table),
        Small(
            _(
                "{name} entered your address here. If you don’t want any more invitations, from anyone, use the "
                "button on the invitation page."
            ).format(name=host)
        ),
    )
    return MailContent(
        subject=_("{name} wants to play {kind} with you").format(name=host, kind=game_name),
        headline=_("{name} invites you to a game of {kind}.").format(name=host, kind=game_name),
        under=_("{n} players, by email or in the browser").format(n=len(table.seats)),
        parts=parts,
        turn=0,
    )


def what_is_played(kind: AnyKind) -> str:
    """Return a sentence or two about the game, for somebody who may never have seen it."""
    return _(kind.mail_words.invites or kind.says)


def cut_parts(table: TableView) -> tuple[Part, ...]:
    """Return an explanation of how to cut the deck with JOIN; empty for a game in which nothing is drawn."""
    if not table.has_draws:
        return ()
    cuts = _(registry.kind(table.kind).mail_words.cuts)
    return (Small(cuts.format(example="`JOIN my lucky 7`")),)


def draws_parts(table: TableView) -> tuple[Part, ...]:
    """Return the number that proves the draws, which must be published before anyone cuts the deck."""
    if not table.has_draws:
        return ()
    return (Example(_("The draws are already fixed. This number will prove it later:"), in_groups(table.commitment)),)


def unlinked(name: str) -> str:
    """Return a name without web addresses or anything that a mail program turns into a link."""
    return " ".join(re.sub(r"[./:\\@]", " ", ADDRESS.sub("", name)).split()) or _("Somebody")


def seated_headline(place: FixtureLine | None) -> str:
    """Return the headline that says which table the reader is at and by when they can join it."""
    if place is None:
        return _("A seat is reserved for you in a new game. Please join it.")
    where = _where(place)
    if place.join_by is None:
        return _("Join your table in {where}.").format(where=where)
    return _("Join your table in {where} by {at}.").format(where=where, at=clock_time(place.join_by))


def join_warning(place: FixtureLine | None) -> str:
    """Return the last warning to a player who hasn't joined; empty if there is nothing left to join."""
    if place is None or place.join_by is None:
        return ""
    says = _("You haven’t joined your table in {where} yet. Your seat is reserved until {at}.")
    return says.format(where=_where(place), at=clock_time(place.join_by))


def cancelled(game: Game, player: Player, place: FixtureLine | None) -> str | None:
    """Return a sentence that says that a tournament's game was cancelled. It is empty if other emails say what follows.
    Return None for a game outside tournaments."""
    if not game.events.filter(verb="seated").exists():
        return None
    gets_points = Sitting.objects.filter(fixture__game=game, entrant__player=player, awarded__gt=0).exists()
    if place is None or not gets_points:
        return ""
    says = _(
        "Your table in {where} won’t be played, because too few players are left. Those who are left get the "
        "points for the best places."
    )
    return says.format(where=_where(place))


def lobby_parts(table: TableView, place: FixtureLine, *, is_offered: bool) -> tuple[Part, ...]:
    """Return what an email says about a tournament's game before the deal: the players, the time limit for joining, and
    the end of the game. If the game is offered to the reader, also say how to reply, and describe the game and its
    settings as in an invitation."""
    own = next((seat for seat in table.seats if seat.you), None)
    seats = series([named(seat.name, seat.says) for seat in table.seats if not seat.you])
    pairs = []
    if table.phase == "lobby" and own is not None and not own.agreed:
        pairs.append((_("You can"), _("reply with `JOIN`, which accepts the settings, or join on the page.")))
        if place.join_by:
            until = _(
                "{at}. A player who hasn’t joined by then comes last at this table and is withdrawn from the "
                "tournament."
            )
            pairs.append((_("Deadline"), until.format(at=clock_time(place.join_by))))
    pairs += [(_("Players"), f"{seats}."), (_("Next"), table.why)]
    if place.ends_at and table.phase == "lobby":
        ends = _("{at} at the latest. A game that isn’t finished by then is scored as it stands.")
        pairs.append((_("Game ends"), ends.format(at=clock_time(place.ends_at))))
    facts, ways = Facts((*pairs, rated_fact(table))), (to_the_game(table.id), to_the_tournament(place))
    if not is_offered:
        return (facts, *ways)
    options = ((_("Pace"), table.pace.title), *((one.label, one.value) for one in table.options if one.value))
    # Translators: an option with its value, and then what it means
    meaning = _("{rule}. {meaning}")
    rules = tuple(
        meaning.format(rule=one.says, meaning=one.help) if one.help else one.says for one in table.house_rules
    )
    return (
        facts,
        Example(_("To join by email, reply with just this line:"), ("JOIN",)),
        *cut_parts(table),
        *ways,
        Line(what_is_played(registry.kind(table.kind))),
        Line(table.pace.says),
        *((Points(_("House rules"), rules),) if rules else ()),
        Facts(options),
        *draws_parts(table),
        Link(_("Read the rules"), page("rules_of", table.kind), ""),
    )


def start_parts(table: TableView, place: FixtureLine) -> tuple[Part, ...]:
    """Return what the first email of a running game says about the tournament it belongs to. If the game isn't rated
    because some players didn't join in time, also say who they are."""
    missing = Sitting.objects.filter(fixture__game=table.id, seat=None).select_related("entrant")
    names = [called(one.entrant) for one in missing]
    says = _("This game is part of {where}.").format(where=_where(place))
    if names and not table.rated:
        alone = _("{names} didn’t join in time, so the game between the others isn’t rated.").format(
            names=listing(names)
        )
        return (Line(says), Line(alone), to_the_tournament(place))
    return (Line(says), to_the_tournament(place))


def to_the_tournament(place: FixtureLine) -> Link:
    return Link(_("Open the tournament"), page("tournament", place.tournament_id), "")


def _where(place: FixtureLine) -> str:
    if place.round is None:
        return place.tournament
    return _("{tournament}, round {n}").format(tournament=place.tournament, n=place.round)
