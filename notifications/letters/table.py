"""What every mail of a table is made of, whatever the kind: its subject, the questions a reader has first, the lobby, the
opening, and the ways to the site."""

from collections.abc import Iterable, Sequence

from django.utils.translation import gettext as _

from games.queries import TableView
from games.queries.views import Choice
from games.wording import listing, named, series
from notifications.letters.addresses import choices_page, game_page, rules_page
from notifications.letters.parts import Example, Facts, Line, Link, Part, Replies, in_groups

IN_ONE_WORD = ("GREEN", "RED", "DONE")


def subject(table: TableView, *, tournament: str = "") -> str:
    """The same for every mail of a game to one seat, so that the game is one conversation."""
    names = listing([seat.name for seat in table.seats if not seat.you and not seat.free])
    if table.phase in ("lobby", "cancelled") and tournament:
        return _("Lexicon game {id}: your table in {tournament}").format(id=table.id, tournament=tournament)
    if table.phase in ("lobby", "cancelled"):
        return _("Lexicon game {id}: at the table").format(id=table.id)
    if partners := [seat.name for team in table.teams if team.is_yours for seat in team.seats if not seat.you]:
        others = listing([seat.name for team in table.teams if not team.is_yours for seat in team.seats])
        with_whom = _("Lexicon game {id}: with {partners} against {names}")
        return with_whom.format(id=table.id, partners=listing(partners), names=others)
    if table.crossing is not None:
        return _("Lexicon game {id}: your board against {names}").format(id=table.id, names=names)
    return _("Lexicon game {id}: {kind} against {names}").format(id=table.id, kind=table.kind_name, names=names)


def answers(
    table: TableView,
    *,
    may: Sequence[Choice],
    not_yet: Iterable[Choice],
    until: Iterable[tuple[str, str]],
    adding: str = "{may}",
    others: Iterable[tuple[str, str]] = (),
) -> Facts:
    """What may I do, until when, who is waited for and why."""
    says = series([choice.does.removesuffix(".") for choice in may if choice.does])
    allowed = f"{adding.format(may=says)}." if says else _("wait; there is nothing to do just now.")
    failing = [seat.name for seat in table.seats if seat.mail_fails]
    return Facts(
        (
            (_("You may"), allowed),
            *((_("Not yet"), f"`{choice.verb}`. {choice.reason}") for choice in not_yet),
            *until,
            (_("Waiting for") if table.waiting_for else _("What comes"), table.why),
            *others,
            *(((_("Mail"), _("Mail to {names} fails.").format(names=listing(failing))),) if failing else ()),
        )
    )


def replies(table: TableView) -> Replies:
    """The answers of one word that would be accepted now."""
    ready = [choice.verb for choice in table.may if choice.allowed and choice.verb in IN_ONE_WORD]
    return Replies((*ready, "STATUS"))


def opening_parts(table: TableView) -> tuple[Part, ...]:
    """What only the first mail of a game says: how it is played, and where."""
    return (*how_it_is_played(table), *shared_parts(table), to_the_game(table))


def shared_parts(table: TableView) -> tuple[Part, ...]:
    """With whom the reader plays one seat."""
    if not table.mates:
        return ()
    said = _("You share your seat with {names}: any of you looks, lays and asks for all of you.")
    return (Line(said.format(names=table.mates)),)


def how_it_is_played(table: TableView) -> tuple[Part, ...]:
    """In the kind's own sentences."""
    return tuple(Line(_(text).format(words=table.word_list)) for text in table.opening)


def proof_parts(table: TableView) -> tuple[Part, ...]:
    """At the end of the first mail: that the draws were fixed before, and the way to the rules."""
    rules = Link(_("The rules"), rules_page(table.kind), "")
    if not table.has_draws:
        return (rules,)
    said = _("The draws were fixed before anyone agreed; this number proves it at the end:")
    return (Example(said, in_groups(table.commitment)), rules)


def lobby_parts(table: TableView) -> tuple[Part, ...]:
    """Who sits there and what is missing for the deal."""
    own = next((seat for seat in table.seats if seat.you), None)
    seats = series([named(seat.name, seat.says) for seat in table.seats if not seat.free])
    pairs = [(_("At the table"), f"{seats}."), (_("What comes"), table.why)]
    if table.phase == "lobby" and own is not None and not own.agreed:
        pairs.insert(
            0, (_("You may"), _("answer `JOIN`, which agrees to start; what you write after it cuts the deck."))
        )
    return (Facts(tuple(pairs)), to_the_game(table))


def rated_fact(table: TableView) -> tuple[str, str]:
    """Whether the result counts for ratings, as one of the facts of a game."""
    return (_("Rated"), _("yes: the result counts for the ratings.") if table.rated else _("no."))


def to_the_choices(table: TableView) -> Link:
    """The way to which mails of this game come, and when."""
    return Link(_("Which mails of this game come"), choices_page(table.id), "")


def to_the_game(table: TableView) -> Link:
    """The way to the game's page."""
    return Link(_("Open the game"), game_page(table.id), _("opening it does nothing until you press"))
