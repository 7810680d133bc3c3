"""Submitting layouts, and placing their blanks."""

from games.rules.alphabets.alphabet import Alphabet
from games.rules.crossing import challenges, grace
from games.rules.crossing.scoring import place_blanks
from games.rules.crossing.state import State
from games.rules.crossing.transition import Transition, lapse
from games.rules.crossing.visibility import sees_submissions
from games.rules.grid import Layout, check_held, layout_from
from games.rules.panels import Offer
from games.rules.table.facts import Grid, MayStand
from games.rules.table.standing import as_told
from games.rules.table.verbs import AnyHappening, AnyVerb, Happening, Verb, lines
from games.rules.texts import Text, say, template
from games.rules.values import OrderRefused, Seat
from games.rules.words import WordList


class Submitted(MayStand):
    """A submitted layout. It is empty in what a successor sees of a predecessor's, until they look at the tiles."""

    verb = "submit"
    layout: Layout | None = None


def _check(state: State, seat: Seat, words: WordList) -> None:
    if state.red_caller == seat:
        raise OrderRefused("You called the red light, so your layout is final.")
    if state.phase == "challenge":
        raise OrderRefused("The grace period is over and the layouts are final. You can challenge words and say DONE.")


def _submit(transition: Transition, seat: Seat, facts: Grid) -> None:
    """Submit a layout, which counts from now on.

    Raises OrderRefused for tiles that aren't held or seen and, where words are looked up at once, for invalid words."""
    state = transition.state
    words = challenges.judge(state, transition.words)
    layout = lay(layout_from(facts.layout, state.alphabet), state.held(seat), words, state.alphabet)
    made = challenges.score_of(state, seat, layout, transition.words)
    if made.struck:
        raise OrderRefused("Not in the word list: {words}.", words=tuple(dict.fromkeys(made.struck)))
    transition.put("boards", seat, layout)
    transition.happened(Submitted(layout), seat)
    if not (made.complete and "DONE" in state.standing.get(seat, ())):  # its standing order would say DONE again
        grace.take_done_back(transition, seat)
    if not made.complete:
        lapse(transition, seat)


def lay(layout: Layout, held: str, words: WordList, alphabet: Alphabet) -> Layout:
    """Return the layout with its blanks marked: as written if any are in lower case, else where they score best.

    Raises OrderRefused for tiles that aren't held."""
    if "".join(layout).isupper():
        return place_blanks(layout, held, words, alphabet)
    check_held(layout, held, alphabet)
    return layout


def _offer(state: State, seat: Seat, refusal: Text | None) -> Offer | None:
    if state.phase == "challenge":
        return None
    brief = grace.held_up(state) if refusal else say("makes it count")
    return Offer(
        "GRID", say("Submit"), refusal, brief, say("`GRID` with a board below it submits that board"), at="board"
    )


def _hides(state: State, facts: Submitted, seat: Seat | None, reader: Seat | None) -> Submitted:
    assert seat is not None
    return Submitted() if seat == reader and not state.seen_round[seat] else facts


VERBS: tuple[AnyVerb, ...] = (
    Verb(
        facts=Grid,
        check=_check,
        carry_out=_submit,
        offer=_offer,
        help={"GRID": template("then your board, then END"), "SAVE": template("save GRID as a draft only")},
        is_of_its_turn=False,
        is_open_in_a_pause=True,
    ),
)
HAPPENINGS: tuple[AnyHappening, ...] = (
    Happening(
        facts=Submitted,
        says=as_told(
            mine=template("Your standing order submitted your layout as it was."),
            others=template("{player}’s standing order submitted their layout as it was."),
            otherwise=lines(mine=template("You submitted a layout."), others=template("{player} submitted a layout.")),
        ),
        known_by=lambda state, seat, reader: seat is not None and sees_submissions(state, reader, seat),
        hides=_hides,
        came_of=lambda state, facts, seat, at: (
            () if seat is None or facts.layout is None else ((seat, Grid(facts.layout)),)
        ),
    ),
)
