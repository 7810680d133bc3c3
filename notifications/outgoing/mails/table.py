"""The parts of mails about a table of any kind: the subject, the answers to a reader's first questions, what is on the
table and how to answer, what has happened, the lobby, the opening, and links to the site."""

from collections.abc import Collection, Iterator, Sequence

from django.utils.translation import gettext as _

from games import queries
from games.queries import TableToMail, TableView
from games.queries.tables import Choice, in_words
from games.rules import registry
from games.store import Table
from games.wording import clock_time, listing, named, series, speak
from notifications.outgoing.enqueuing import Latest
from notifications.outgoing.mails.parts import Example, Facts, Line, Link, Part, Points, Replies, in_groups, parts_of
from notifications.tokens import page

A_MOVE = "make a move"  # what is awaited, if a kind says nothing more specific
MOST_TOLD = 12  # events since one's last move


def subject(table: TableView, *, tournament: str = "") -> str:
    """The subject, the same for every mail of a game to one person at a seat, so that the game is one conversation."""
    says = _of_the_seat(table, tournament)
    return _("{subject} (for {player})").format(subject=says, player=table.sits_in_for) if table.sits_in_for else says


def _of_the_seat(table: TableView, tournament: str) -> str:
    names = listing([seat.name for seat in table.seats if not seat.you and not seat.free])
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


def under(mail: TableToMail) -> str:
    """The quiet line below the headline: how things stand, and whether this mail counts as a look."""
    table = mail.view
    own = table.seats[table.you].says if table.you is not None else ""
    status = [speak(one, table.names) for one in mail.shown.status] or [table.kind_name, own]
    lent = _("Playing for {player}").format(player=table.sits_in_for) if table.sits_in_for else ""
    return " · ".join(
        filter(None, (lent, *status, _("this email counts as looking at your tiles") if mail.tiles else ""))
    )


def running_parts(
    mail: TableToMail, latest: Latest, *, is_to_move: bool, opening: Sequence[Part] = ()
) -> tuple[Part, ...]:
    """A running game, below the news: facts, what has no mail of its own, the opening, what is on the table, and how to
    answer."""
    table, shown = mail.view, mail.shown
    return (
        _facts(mail, is_to_move=is_to_move),
        Replies((*shown.in_a_word, "STATUS")),
        *_retold(mail, latest),
        *opening,
        *parts_of((*shown.shows, *shown.how_to_answer, *shown.below), table.names),
        *(() if opening else (to_the_game(table),)),  # an opening has shown it
    )


def _facts(mail: TableToMail, *, is_to_move: bool) -> Facts:
    """The answers to: what may I do, until when, who is waited for and why."""
    table = mail.view
    choices = [in_words(offer, table.names) for offer in mail.shown.offers]
    says = series([choice.does.removesuffix(".") for choice in choices if choice.allowed and choice.does])
    failing = [seat.name for seat in table.seats if seat.mail_fails]
    return Facts(
        (
            (_("You can"), f"{says}." if says else _("wait. There is nothing to do right now.")),
            *((_("Not yet"), f"`{choice.verb}`. {choice.reason}") for choice in _refused(choices)),
            *_until(mail, is_to_move=is_to_move),
            (_heading(table), table.why),
            *_beside(mail),
            *(((_("Email"), _("Emails to {names} are failing.").format(names=listing(failing))),) if failing else ()),
        )
    )


def _heading(table: TableView) -> str:
    """The heading of the sentences on what the game is waiting for."""
    if table.is_your_move:
        return _("Your move")
    return _("Waiting for") if table.waiting_for else _("Next")


def _refused(choices: Sequence[Choice]) -> list[Choice]:
    """The choices that may not be given yet; of several with one reason only the first."""
    by_reason = {choice.reason: choice for choice in reversed(choices) if not choice.allowed}
    return [choice for choice in choices if choice in by_reason.values()]


def _until(mail: TableToMail, *, is_to_move: bool) -> list[tuple[str, str]]:
    """The reader's own time, and the clocks."""
    table = mail.view
    if mail.shown.until is not None:
        return [(_("Deadline"), speak(mail.shown.until, table.names))]
    until = [(clock.label, f"{clock.then}.") for clock in table.clocks]
    if is_to_move and not table.paused and table.clocks and (ends := table.clocks[0].at):
        until[0] = (_("Deadline"), f"{clock_time(ends)}.")
    return until


def _beside(mail: TableToMail) -> Iterator[tuple[str, str]]:
    """The lines about the other seats, or what the kind says instead."""
    table = mail.view
    if mail.shown.beside is not None:
        yield from ((speak(what, table.names), speak(of_it, table.names)) for what, of_it in mail.shown.beside)
    elif others := [named(seat.name, seat.says) for seat in table.seats if not seat.you and seat.says]:
        yield (_("Other players"), f"{series(others)}.")


def awaited(loaded: Table, table: TableView) -> str:
    """The thing that the reader is waited for, in the kind's own words; empty for an ordinary move."""
    message = loaded.kind.awaiting(loaded.state, table.you).get(table.you) if table.you is not None else None
    return speak(message, table.names) if message is not None and message.template != A_MOVE else ""


def since_ones_move(latest: Latest, table: TableView, *, is_to_move: bool, but: Collection[int]) -> tuple[Part, ...]:
    """The events from the reader's last turn on, without some that are told elsewhere."""
    own_turns, told = 0, list[str]()
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
    """The events that have no mail of their own, of this turn and the one before."""
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
    """The sentences of the newest events, in chronological order."""
    return (Points(_("History"), tuple(reversed(told))),) if told else ()


def opening_parts(table: TableView) -> tuple[Part, ...]:
    """The opening of the first mail of a game: how it is played, in the kind's own sentences, with whom one shares a seat, and
    where."""
    says = [_(text).format(words=table.word_list) for text in table.opening]
    if table.mates:
        shared = _(
            "You share your seat with {names}. Each of you can look, lay tiles and make requests on behalf "
            "of all of you."
        )
        says.append(shared.format(names=table.mates))
    return (*map(Line, says), to_the_game(table))


def proof_parts(table: TableView) -> tuple[Part, ...]:
    """A note for the end of the first mail: that the draws were fixed in advance, and a link to the rules."""
    rules = Link(_("Read the rules"), page("rules_of", table.kind), "")
    if not table.has_draws:
        return (rules,)
    said = _("The draws were fixed before anyone accepted the settings. This number will prove it at the end:")
    return (Example(said, in_groups(table.commitment)), rules)


def lobby_parts(table: TableView) -> tuple[Part, ...]:
    """The players at the table, and what is missing for the deal."""
    own = next((seat for seat in table.seats if seat.you), None)
    seats = series([named(seat.name, seat.says) for seat in table.seats if not seat.free])
    pairs = [(_("Players"), f"{seats}."), (_("Next"), table.why)]
    if table.phase == "lobby" and own is not None and not own.agreed:
        pairs.insert(
            0,
            (_("You can"), _("reply with `JOIN`, which accepts the settings. What you write after it cuts the deck.")),
        )
    return (Facts(tuple(pairs)), to_the_game(table))


def rated_fact(table: TableView) -> tuple[str, str]:
    """A fact on whether the result counts for ratings."""
    return (_("Rated"), _("yes, the result counts towards everyone’s rating.") if table.rated else _("no."))


def to_the_game(table: TableView) -> Link:
    """The way to the game's page."""
    return Link(
        _("Open the game"), page("game", table.id), _("opening the link changes nothing until you press a button")
    )
