"""What a running game of Lexicon Crossing says in a mail: the lights, the tiles one holds, one's own board."""

from collections.abc import Iterator, Sequence

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, ngettext

from games.queries import TableView
from games.queries.crossing import Challenges, CrossingPage, ResultLine
from games.rules.layouts import Score
from games.wording import clock_time, listing
from notifications.audience import begins_a_turn
from notifications.letters.parts import Board, Example, Facts, Line, Part, Points, Small, Tiles
from notifications.letters.table import answers, replies, to_the_game

MOST_NAMED = 8  # tiles left over; of more only the number is said
TOLD_WHY_NOT = ("GREEN", "RED", "DONE")
INVITES = gettext_noop(
    "Everyone builds a crossword of their own from the tiles they hold; a green light deals a new tile to all."
)
BOARDS = ("..K..", ".CAKE", "..Y..")
WORDS = ("8H KEY", "H8 KITE")


def under(table: TableView, page: CrossingPage, *, seen_by_mail: bool) -> str:
    """The quiet line below the headline: round, tiles held, and whether this mail counts as a look."""
    says = [_("Round {n}").format(n=table.round)]
    if table.phase != "finished":
        says.append(_("you hold {n} tiles").format(n=len(page.hand)))
    if page.unseen:
        says.append(_("{n} face down").format(n=page.unseen))
    if seen_by_mail:
        says.append(_("this mail counts as your look"))
    return " · ".join(says)


def facts(table: TableView, page: CrossingPage) -> Facts:
    """What may I do, until when, who is waited for and why."""
    idle = {*(() if page.unseen else ("LOOK",)), *(() if _may_challenge(table, page.challenges) else ("CHALLENGE",))}
    allowed = [choice for choice in table.may if choice.allowed and choice.verb not in idle]
    lapses = {"JAYWALK", "UNASK"} <= {choice.verb for choice in allowed}
    return answers(
        table,
        may=allowed,
        adding=_("{may}, and your request lapses") if lapses else "{may}",
        not_yet=[choice for choice in table.may if not choice.allowed and choice.verb in TOLD_WHY_NOT],
        until=((_("Until"), _until(table, page)),),
        others=(*_lying_open(page), *_held_by_each(page)) if table.phase == "playing" else (),
    )


def _may_challenge(table: TableView, challenges: Challenges | None) -> bool:
    """Whether a challenge is the reader's to make, and a word is left for it."""
    may = any(choice.verb == "CHALLENGE" and choice.allowed for choice in table.may)
    return may and challenges is not None and bool(challenges.open_words)


def _lying_open(page: CrossingPage) -> Iterator[tuple[str, str]]:
    """The tiles that lie open, where they do."""
    if page.face_up is not None:
        yield (_("Open tiles"), f"{' '.join(page.face_up)}." if page.face_up else _("none yet."))


def _held_by_each(page: CrossingPage) -> Iterator[tuple[str, str]]:
    """How many tiles each holds, where that may differ."""
    if page.tiles_held:
        each = [_("{name} {n}").format(name=name, n=n) for name, n in page.tiles_held]
        yield (_("Tiles held"), f"{', '.join(each)}.")


def running_parts(table: TableView, page: CrossingPage, *, opening: Sequence[Part] = ()) -> tuple[Part, ...]:
    """A game being played, after the news: facts, the opening, the submitted board, all tiles held, how to answer, and the
    boards of others that lie open."""
    lies_open = table.phase == "challenge"
    note = score_note(page.score, page.rack) if page.score and page.layout else _("nothing yet")
    board = Board(_("What you have submitted"), note, page.layout)
    parts: list[Part] = [facts(table, page), replies(table), *_jaywalks(table, page), *opening, board]
    if any(sign.islower() for row in page.layout for sign in row):
        parts.append(Small(_("Lower-case letters are blanks.")))
    if page.hand:
        parts.append(Tiles(_("All you hold"), page.hand))
    if page.withheld_says:
        parts.append(Small(_("One tile more is withheld. {when}.").format(when=page.withheld_says)))
    way = () if opening else (to_the_game(table),)  # an opening has shown it
    if page.challenges and lies_open:
        return (*parts, *_others(page), *_challenges(page.challenges), *_how_to_challenge(table, page.challenges), *way)
    rules = _until_words_are_challenged(table, page.challenges) if page.challenges else ()
    return (*parts, *rules, *_how_to_answer(table, page), *_others(page), *way)


def score_note(score: Score, rack: str) -> str:
    """A score, and what it leaves in the rack."""
    if not rack:
        return score.shown()
    left = " ".join(rack) if len(rack) <= MOST_NAMED else _("{n} tiles").format(n=len(rack))
    return _("{score} ({tiles} left over)").format(score=score.shown(), tiles=left)


def result_boards(page: CrossingPage) -> tuple[Part, ...]:
    """Everyone's last layout, best first, and who owes forfeits."""
    boards = (
        Board(f"{result.rank}. {result.name}", _with_points_off(result), result.layout) for result in page.results
    )
    return (*boards, *_made(page.challenges), *_forfeits(page))


def _with_points_off(result: ResultLine) -> str:
    off = result.points_off
    if not off:
        return result.shown
    says = ngettext("{score}, {n} point off for a challenge", "{score}, {n} points off for challenges", off)
    return says.format(score=result.shown, n=off)


def _made(challenges: Challenges | None) -> Sequence[Part]:
    """What was challenged at the end, and how it came out."""
    if challenges is None or not challenges.made:
        return ()
    struck, stands = _("{word}: struck, challenged by {name}."), _("{word}: stands, challenged by {name}.")
    told = tuple((struck if one.upheld else stands).format(word=one.word, name=one.by) for one in challenges.made)
    return (Points(_("Challenges"), told),)


def _forfeits(page: CrossingPage) -> Iterator[Part]:
    if page.forfeit and page.owing:
        says = _("Forfeit for {names}, whose tiles do not all lie in one group of words: “{line}”")
        yield Line(says.format(names=listing(page.owing), line=page.forfeit))
    for name, words in page.invalid_words if page.invalid_forfeit else ():
        says = ngettext(
            "Forfeit for {name}, for {n} struck word: “{line}”",
            "Forfeit for {name}, for each of {n} struck words: “{line}”",
            words,
        )
        yield Line(says.format(name=name, n=words, line=page.invalid_forfeit))


def _jaywalks(table: TableView, page: CrossingPage) -> Sequence[Part]:
    """Those since the last light but one, where more than their player is concerned: no mail of their own tells of them."""
    lights, told = 0, list[str]()
    for line in table.history if page.jaywalk_forfeit or page.tiles_held or page.face_up is not None else ():
        lights += line.verb in begins_a_turn(table.kind)
        if lights == 2:
            break
        if line.verb == "jaywalk":
            told.append(line.says)
    return (Points(_("What happened"), tuple(reversed(told))),) if told else ()


def _challenges(challenges: Challenges) -> Iterator[Part]:
    """What was challenged of the last layouts, and what can be."""
    yield from _made(challenges)
    if challenges.open_words:
        yield Line(_("Words that can be challenged: {words}.").format(words=", ".join(challenges.open_words)))


def _until_words_are_challenged(table: TableView, challenges: Challenges) -> Iterator[Part]:
    """How words are judged at this table, and the layout of the last light where its words can be challenged."""
    if challenges.granted:
        title = _("The layout that got {name} the last light").format(name=challenges.caller)
        yield Board(title, "", challenges.granted, is_to_copy=False)
        yield Small(
            _("It lies open until the leeway is over. A line `CHALLENGE` and a word of it has all its words judged.")
            if _may_challenge(table, challenges)
            else _("It lies open until the leeway is over.")
        )
    else:
        yield Small(
            _("Here nobody looks words up before the end: then all layouts lie open, and words are challenged.")
        )


def _how_to_challenge(table: TableView, challenges: Challenges) -> Sequence[Part]:
    rest = _left_to_look()
    if not challenges.open_words:
        return (rest,)
    costs = " ".join(says for choice in table.may if choice.verb == "CHALLENGE" for says in choice.warns)
    examples = tuple(choice.example for choice in table.may if choice.verb == "CHALLENGE" and choice.allowed)
    return (
        Line(_("To challenge words, reply with a line for each. A line `DONE` says that you challenge nothing more.")),
        *((Example("", (*examples, "DONE")),) if examples else ()),
        *((Line(costs),) if costs else ()),
        rest,
    )


def _left_to_look() -> Part:
    """What may be written where nothing else is asked for."""
    return Small(_("Other words are left alone. `STATUS` shows where the game stands; `HELP` explains the rest."))


def _others(page: CrossingPage) -> Iterator[Part]:
    """The layouts of others, where they lie open."""
    for other in page.others:
        note = other.score.shown() if other.layout else _("nothing yet")
        yield Board(_("What {name} has submitted").format(name=other.name), note, other.layout, is_to_copy=False)
        if other.hand:
            yield Tiles(_("All that {name} holds").format(name=other.name), other.hand)


def help_with_boards() -> tuple[Part, ...]:
    """How a board of one's own is written, and what an older mail still does."""
    return (
        Example(_("A board is rows, dots for empty cells:"), ("GRID", *BOARDS, "END")),
        Example(_("or words: 8H across, H8 down, row 8, column H:"), ("GRID", *WORDS, "END")),
        Small(
            _("Answer any mail of the game. A light or a jaywalk counts only as an answer to the newest round's mail.")
        ),
    )


def _until(table: TableView, page: CrossingPage) -> str:
    coming = f"{table.next.says} ({clock_time(table.next.at)})" if table.next else ""
    if page.challenges and page.challenges.ends:
        return _("{at}: then the layouts are scored.").format(at=clock_time(page.challenges.ends))
    if table.phase == "grace" and page.grace_ends and page.challenges:
        return _("{at}: then all layouts lie open, and words can be challenged.").format(at=clock_time(page.grace_ends))
    if table.phase == "grace" and page.grace_ends:
        return _("{at}: then the layouts are scored as they lie.").format(at=clock_time(page.grace_ends))
    if page.look_by and page.unseen:
        return _("{at}: after that nobody waits for you.").format(at=clock_time(page.look_by))
    if coming:
        return _("whenever you like. Next: {what}.").format(what=coming)
    return _("whenever you like.")


def _how_to_answer(table: TableView, page: CrossingPage) -> Sequence[Part]:
    if not any(choice.verb == "GRID" and choice.allowed for choice in table.may):
        return (_left_to_look(),)
    if table.phase == "grace":
        ask = _("Add a line `DONE` when it is final.")
    elif page.withheld_says:
        ask = ""
    else:
        ask = _("Add a line `{light}` to ask for the next light.").format(light="RED" if page.next_is_red else "GREEN")
    return (
        Line(
            _("To answer, reply with a line `GRID`, your new board under it, and a line `END`. {ask}")
            .format(ask=ask)
            .rstrip()
        ),
        *(
            ()
            if page.layout
            else (Example(_("A board looks like this, here of other tiles:"), ("GRID", *BOARDS, "END")),)
        ),
        Small(
            _(
                "You can copy the board above and change it; dots are empty cells. Other words are left alone. "
                "`STATUS` shows where the game stands; `HELP` explains the rest."
            )
            if page.layout
            else _(
                "Dots are empty cells. Other words are left alone. `STATUS` shows where the game stands; `HELP` explains "
                "the rest."
            )
        ),
    )
