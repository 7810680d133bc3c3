"""The mail of a running game, and of its lobby: what changed, what you may do, until when, why nothing is happening."""

from collections.abc import Sequence

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from games.queries import TableView
from games.queries.crossing import ScoreLine
from games.wording import clock_time, listing, named, series
from notifications.letters.addresses import choices_page, game_page, rules_page
from notifications.letters.parts import Board, Example, Facts, Line, Link, Part, Small, Tiles, in_halves

BY_VERB = {
    "GRID": gettext_noop("`GRID` and a board under it submits that board"),
    "GREEN": gettext_noop("`GREEN` asks for the next light"),
    "RED": gettext_noop("`RED` asks for the red light, which ends the game"),
    "UNASK": gettext_noop("`UNASK` takes your request back"),
    "JAYWALK": gettext_noop("`JAYWALK {tile}` gives back your {tile} for another tile, once a round"),
    "DONE": gettext_noop("`DONE` says that your board is final"),
    "LOOK": gettext_noop("`STATUS` turns over what lies face down for you"),
}
MOST_NAMED = 8  # tiles left over; of more only the number is said
ORDER = ("LOOK", "GRID", "GREEN", "RED", "UNASK", "JAYWALK", "DONE")


def subject(table: TableView) -> str:
    """The same for every mail of a game to one seat, so that the game is one conversation."""
    others = [seat.name for seat in table.seats if not seat.you and not seat.free]
    if table.phase in ("lobby", "cancelled"):
        return _("Lexicon game {id}: at the table").format(id=table.id)
    return _("Lexicon game {id}: your board against {names}").format(id=table.id, names=listing(others))


def under(table: TableView, *, seen_by_mail: bool) -> str:
    """The quiet line below the headline: round, tiles held, and whether this mail counts as a look."""
    page = table.crossing
    if page is None:
        return table.kind_name
    says = [_("Round {n}").format(n=table.round)]
    if table.phase != "finished":
        says.append(_("you hold {n} tiles").format(n=len(page.hand)))
    if page.unseen:
        says.append(_("{n} face down").format(n=page.unseen))
    if seen_by_mail:
        says.append(_("this mail counts as your look"))
    return " · ".join(says)


def facts(table: TableView) -> Facts:
    """What may I do, until when, who is waited for and why."""
    allowed = {choice.verb for choice in table.may if choice.allowed}
    if table.crossing is None or not table.crossing.unseen:
        allowed.discard("LOOK")
    spare = (table.crossing.rack or table.crossing.hand)[-1:] if table.crossing else ""  # stands for any
    may = series([_(BY_VERB[verb]).format(tile=spare) for verb in ORDER if verb in allowed])
    if {"JAYWALK", "UNASK"} <= allowed:
        may = _("{may}, and your request lapses").format(may=may)
    pairs = [(_("You may"), f"{may}." if may else _("wait; there is nothing to do just now."))]
    pairs += [
        (_("Not yet"), f"`{choice.verb}`. {choice.reason}")
        for choice in table.may
        if not choice.allowed and choice.verb in ("GREEN", "RED", "DONE")
    ]
    pairs.append((_("Until"), _until(table)))
    pairs.append((_("Waiting for") if table.waiting_for else _("What comes"), table.why))
    if failing := [seat.name for seat in table.seats if seat.mail_fails]:
        pairs.append((_("Mail"), _("Mail to {names} fails.").format(names=listing(failing))))
    return Facts(tuple(pairs))


def running_parts(table: TableView, *, opening: Sequence[Part] = ()) -> tuple[Part, ...]:
    """A game being played, after the news: facts, the opening, the submitted board, all tiles held, how to answer."""
    page = table.crossing
    if page is None:
        return lobby_parts(table)
    note = score_note(page.score, page.rack) if page.score and page.layout else _("nothing yet")
    board = Board(_("What you have submitted"), note, page.layout)
    parts: list[Part] = [facts(table), *opening, board]
    if any(sign.islower() for row in page.layout for sign in row):
        parts.append(Small(_("Lower-case letters are blanks.")))
    if page.hand:
        parts.append(Tiles(_("All you hold"), page.hand))
    if page.withheld_says:
        parts.append(Small(_("One tile more is withheld. {when}.").format(when=page.withheld_says)))
    way = () if opening else (to_the_game(table),)  # an opening has shown it
    return (*parts, *_how_to_answer(table), *way)


def score_note(score: ScoreLine, rack: str) -> str:
    """A score, and what it leaves in the rack."""
    if not rack:
        return score.shown
    left = " ".join(rack) if len(rack) <= MOST_NAMED else _("{n} tiles").format(n=len(rack))
    return _("{score} ({tiles} left over)").format(score=score.shown, tiles=left)


def opening_parts(table: TableView) -> tuple[Part, ...]:
    """What only the first mail of a game says: how it is played, and where."""
    return (
        Line(
            _(
                "Lay your tiles as a crossword: every run of letters a word of the list “{words}”, all in one group. "
                "A tile that stands in two words earns its value; the sum is divided by the number of words and tiles left "
                "over. When all your tiles lie, ask for the next light: it deals a tile to everyone."
            ).format(words=table.word_list)
        ),
        to_the_game(table),
    )


def proof_parts(table: TableView) -> tuple[Part, ...]:
    """At the end of the first mail: that the draws were fixed before."""
    return (
        Example(
            _("The draws were fixed before anyone agreed; this number proves it at the end:"),
            in_halves(table.commitment),
        ),
        Link(_("The rules"), rules_page(), ""),
    )


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


def _until(table: TableView) -> str:
    page = table.crossing
    coming = f"{table.next.says} ({clock_time(table.next.at)})" if table.next else ""
    if table.phase == "grace" and page is not None and page.grace_ends:
        return _("{at}: then the layouts are scored as they lie.").format(at=clock_time(page.grace_ends))
    if page is not None and page.look_by and page.unseen:
        return _("{at}: after that nobody waits for you.").format(at=clock_time(page.look_by))
    if coming:
        return _("whenever you like. Next: {what}.").format(what=coming)
    return _("whenever you like.")


def _how_to_answer(table: TableView) -> Sequence[Part]:
    light = "RED" if table.crossing is not None and table.crossing.next_is_red else "GREEN"
    ask = (
        _("Add a line `DONE` when it is final.")
        if table.phase == "grace"
        else _("Add a line `{light}` to ask for the next light.").format(light=light)
    )
    return (
        Line(
            _("To answer, reply with a line `GRID`, your new board under it, and a line `END`. {ask}").format(ask=ask)
        ),
        Small(
            _(
                "You can copy the board above and change it; dots are empty cells. Other words are left alone. "
                "`STATUS` shows where the game stands; `HELP` explains the rest."
            )
        ),
    )


def to_the_choices(table: TableView) -> Link:
    """The way to which mails of this game come, and when."""
    return Link(_("Which mails of this game come"), choices_page(table.id), "")


def to_the_game(table: TableView) -> Link:
    """The way to the game's page."""
    return Link(_("Open the game"), game_page(table.id), _("opening it does nothing until you press"))
