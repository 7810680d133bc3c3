"""What mails say of a table at which a tournament has seated its reader: in which round, until when to join it, how it ends."""

from django.utils.translation import gettext as _

from games.models import Game
from games.players.models import Player
from games.queries import TableView
from games.queries.options import OptionLine
from games.rules import registry
from games.tournaments.models import Sitting
from games.tournaments.queries.pages import FixtureLine
from games.tournaments.queries.wording import called
from games.wording import clock_time, listing, named, series
from notifications.mails import addresses
from notifications.mails.invitation import cut_parts, draws_parts, what_is_played
from notifications.mails.parts import Example, Facts, Line, Link, Part, Points
from notifications.mails.table import rated_fact, to_the_game


def seated_headline(place: FixtureLine | None) -> str:
    """Where the table is, and until when it is to be joined."""
    if place is None:
        return _("A seat is kept for you at a new table: join it.")
    where = _where(place)
    if place.join_by is None:
        return _("Your table in {where}: join it.").format(where=where)
    return _("Your table in {where}: join it by {at}.").format(where=where, at=clock_time(place.join_by))


def join_warning(place: FixtureLine | None) -> str:
    """The last warning to who has not agreed; empty where there is nothing left to join."""
    if place is None or place.join_by is None:
        return ""
    says = _("You have not joined your table in {where} yet. It is kept for you until {at}.")
    return says.format(where=_where(place), at=clock_time(place.join_by))


def called_off(game: Game, player: Player, place: FixtureLine | None) -> str | None:
    """That a table was called off, where a tournament had seated its players: empty where other mails tell what comes of it, a
    new table or a ruling. None for any other table."""
    if not game.events.filter(verb="seated").exists():
        return None
    gets_points = Sitting.objects.filter(fixture__game=game, entrant__player=player, awarded__gt=0).exists()
    if place is None or not gets_points:
        return ""
    says = _("Your table in {where} is not played, as too few are left. Its best points go to those who are.")
    return says.format(where=_where(place))


def lobby_facts(table: TableView, place: FixtureLine) -> Facts:
    """Who sits there, until when to join, and when it ends."""
    own = next((seat for seat in table.seats if seat.you), None)
    seats = series([named(seat.name, seat.says) for seat in table.seats if not seat.you])
    pairs = []
    if table.phase == "lobby" and own is not None and not own.agreed:
        pairs.append((_("You may"), _("answer `JOIN`, which agrees to start; or join on the page.")))
        if place.join_by:
            until = _("{at}. Who has not joined by then comes last at this table, and is withdrawn.")
            pairs.append((_("Until"), until.format(at=clock_time(place.join_by))))
    pairs += [(_("At the table"), f"{seats}."), (_("What comes"), table.why)]
    if place.ends_at and table.phase == "lobby":
        ends = _("{at} at the latest. What is not over then is scored as it lies.")
        pairs.append((_("It ends"), ends.format(at=clock_time(place.ends_at))))
    return Facts((*pairs, rated_fact(table)))


def lobby_parts(table: TableView, place: FixtureLine) -> tuple[Part, ...]:
    """A table before the deal, for who knows what is played there."""
    return (lobby_facts(table, place), to_the_game(table), to_the_tournament(place))


def offer_parts(table: TableView, place: FixtureLine) -> tuple[Part, ...]:
    """The same with how to answer, what is played and by which terms, as an invitation says it."""
    return (
        lobby_facts(table, place),
        Example(_("To join by mail, answer with this line alone:"), ("JOIN",)),
        *cut_parts(table),
        to_the_game(table),
        to_the_tournament(place),
        Line(what_is_played(registry.kind(table.kind))),
        Line(table.pace.says),
        *_house_parts(table),
        *_terms_parts(table),
    )


def _house_parts(table: TableView) -> tuple[Part, ...]:
    """What is not as usual at this table, before anyone agrees to it."""
    if not table.house_rules:
        return ()
    return (Points(_("House rules"), tuple(map(_in_full, table.house_rules))),)


def _in_full(option: OptionLine) -> str:
    """With what it means, as whoever is asked may never have seen it."""
    # Translators: an option with its value, and then what it means
    return _("{rule}. {meaning}").format(rule=option.says, meaning=option.help) if option.help else option.says


def _terms_parts(table: TableView) -> tuple[Part, ...]:
    """The options, the number that proves the draws, the way to the rules."""
    return (
        Facts(((_("Pace"), table.pace.title), *((one.label, one.value) for one in table.options if one.value))),
        *draws_parts(table),
        Link(_("The rules"), addresses.rules_page(table.kind), ""),
    )


def start_parts(table: TableView, place: FixtureLine) -> tuple[Part, ...]:
    """What the first mail of a running game says of its tournament; whose absence makes it count for no rating."""
    missing = Sitting.objects.filter(fixture__game=table.id, seat=None).select_related("entrant")
    names = [called(one.entrant) for one in missing]
    says = _("It is played in {where}.").format(where=_where(place))
    if names and not table.rated:
        alone = _("{names} did not join in time, so the game of the others is not rated.").format(names=listing(names))
        return (Line(says), Line(alone), to_the_tournament(place))
    return (Line(says), to_the_tournament(place))


def to_the_tournament(place: FixtureLine) -> Link:
    return Link(_("Open the tournament"), addresses.tournament_page(place.tournament_id), "")


def _where(place: FixtureLine) -> str:
    if place.round is None:
        return place.tournament
    return _("{tournament}, round {n}").format(tournament=place.tournament, n=place.round)
