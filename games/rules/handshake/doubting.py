"""Doubting claims and voting for one: the commands DOUBT and VOTE, their offers and wording.

DOUBT 2, 4
DOUBT NONE
VOTE 3"""

from dataclasses import replace

from games.rules.facts import Facts
from games.rules.handshake.claiming import claim_says
from games.rules.handshake.rounds import Transition, has_spoken, hidden_from_others, in_stage
from games.rules.handshake.state import CLAIMS_SHOWN, DOUBTS, VOTES, State
from games.rules.lines import Line, Phrase
from games.rules.panels import Field, Offer
from games.rules.reading import as_written
from games.rules.table.verbs import Happening, Told, Verb, an_order
from games.rules.texts import Text, say, template
from games.rules.values import Order, OrderRefused, Seat, Unreadable

NONE = {"NONE", "NOBODY", "NOTHING", "NO"}
FEW_WORDS = 2
BIGGEST_NUMBER = 999
DOUBT_MARKS = say("Doubt"), say("Doubted")
VOTE_MARKS = say("Vote"), say("Your vote")
NEEDS_NUMBERS = say("After DOUBT, write the numbers of all claims you doubt, or NONE.")


class Doubt(Facts):
    """The numbers of all claims that a seat doubts. This replaces earlier doubts."""

    verb = "DOUBT"
    claims: tuple[int, ...]


class Vote(Facts):
    """The number of the one claim that a seat likes best."""

    verb = "VOTE"
    claim: int


class Doubted(Facts):
    """Doubts that were sent. Only their player sees the numbers until the stage is over."""

    verb = "doubt"
    claims: tuple[int, ...] | None = None


class Voted(Facts):
    """A vote. Only its player sees the number until the stage is over."""

    verb = "vote"
    claim: int | None = None


def _doubt(transition: Transition, seat: Seat, facts: Doubt) -> None:
    for number in facts.claims:
        _check_number(transition.state, seat, number)
    doubted = tuple(sorted(set(facts.claims)))
    transition.put("doubts", seat, doubted)
    transition.happened(Doubted(doubted), seat)
    has_spoken(transition, seat)


def _vote(transition: Transition, seat: Seat, facts: Vote) -> None:
    _check_number(transition.state, seat, facts.claim)
    transition.put("votes", seat, facts.claim)
    transition.happened(Voted(facts.claim), seat)
    has_spoken(transition, seat)


def _check_number(state: State, seat: Seat, number: int) -> None:
    """Raise OrderRefused, naming the possible choices, for a number that this seat can't choose."""
    choice = tuple(str(one.number) for one in state.of_others(seat))
    if str(number) in choice:
        return
    shown = next((one for one in state.shown if one.number == number), None)
    if shown is None:
        why = say("There is no claim {number}. You can choose from: {choice}.", number=number, choice=choice)
    elif shown.claim.seat == seat:
        why = say("Claim {number} is your own. You can choose from: {choice}.", number=number, choice=choice)
    else:
        why = say("Claim {number} doesn’t count. You can choose from: {choice}.", number=number, choice=choice)
    raise OrderRefused(why)


# --- reading and writing ----------------------------------------------------------------------------------------------


def _read_doubt(line: Line, phrase: Phrase) -> Order | None:
    if phrase.argument.upper() in NONE:
        return Order("DOUBT", {"claims": ()})
    if numbers := _numbers(phrase):
        return Order("DOUBT", {"claims": numbers})
    if len(phrase.argument.split()) > FEW_WORDS:
        return None
    raise Unreadable(NEEDS_NUMBERS, line=line.raw, correct="DOUBT 2, 4")


def _write_doubt(order: Order) -> str:
    if not order.facts:
        return as_written(order)
    return f"DOUBT {', '.join(map(str, Doubt.read(order.facts).claims)) or 'NONE'}"


def _read_vote(line: Line, phrase: Phrase) -> Order | None:
    numbers = _numbers(phrase)
    if len(numbers) == 1:
        return Order("VOTE", {"claim": numbers[0]})
    if not numbers and len(phrase.argument.split()) > FEW_WORDS:
        return None
    raise Unreadable("After VOTE, write the number of one claim.", line=line.raw, correct="VOTE 3")


def _numbers(phrase: Phrase) -> tuple[int, ...]:
    """Return each number once, in order; () if the phrase has anything else."""
    words = phrase.argument.upper().replace(",", " ").replace("#", " ").split()
    written = [word for word in words if word not in ("AND", "CLAIM", "CLAIMS")]
    if not all(word.isascii() and word.isdigit() and len(word) <= len(str(BIGGEST_NUMBER)) for word in written):
        return ()
    return tuple(sorted(set(map(int, written))))


# --- offers, and wording in the history -------------------------------------------------------------------------------


def _offer_doubt(state: State, seat: Seat, refusal: Text | None) -> Offer | None:
    if state.stage != DOUBTS or not state.of_others(seat):
        return None
    help_ = say("Tick every claim you doubt. If you tick none, you doubt none.")
    field = Field(say("Claims"), "choices", help=help_, none="NONE", none_says=say("Doubt none"), marks=DOUBT_MARKS)
    return Offer(
        "DOUBT",
        say("Doubt"),
        refusal,
        brief=say("or none"),
        does=say(
            "`DOUBT` names every claim you doubt, for example DOUBT 2, 4 or DOUBT NONE, and your last answer counts."
        ),
        fields=(_among_claims(field, state, seat),),
        example="DOUBT NONE",
    )


def _offer_vote(state: State, seat: Seat, refusal: Text | None) -> Offer | None:
    others = state.of_others(seat)
    if state.stage != VOTES or not others:
        return None
    field = Field(say("Claim"), "choice", help=say("Choose the claim you like best."), marks=VOTE_MARKS)
    return Offer(
        "VOTE",
        say("Vote"),
        refusal,
        brief=say("for one claim"),
        does=say("`VOTE` gives a point to the claim you like best, and your last vote counts."),
        fields=(_among_claims(field, state, seat),),
        example=f"VOTE {others[0].number}",
    )


def _among_claims(field: Field, state: State, seat: Seat) -> Field:
    """Return the field with the shown claims of the others as its choices."""
    choices = tuple((str(one.number), claim_says(one.claim, one.number)) for one in state.of_others(seat))
    return replace(field, choices=choices, lines=CLAIMS_SHOWN)


def doubts_say(claims: tuple[int, ...] | None) -> Text:
    if not claims:
        return say("You doubt no claims.")
    return say("Claims you doubt: {claims}.", claims=tuple(map(str, claims)))


def _voted(told: Told[Voted]) -> Text:
    if told.is_mine and told.facts.claim is not None:
        return vote_says(told.facts.claim)
    return say("{player} has voted.", **told.who)


def vote_says(number: int) -> Text:
    return say("You voted for claim {number}.", number=number)


VERBS = (
    Verb(
        facts=Doubt,
        substitute_with="everything",
        check=in_stage(DOUBTS),
        carry_out=_doubt,
        offer=_offer_doubt,
        reads=_read_doubt,
        writes=_write_doubt,
        examples=("DOUBT 2, 4",),
        help={"DOUBT 2, 4": template("name all the claims you doubt, or DOUBT NONE")},
    ),
    Verb(
        facts=Vote,
        check=in_stage(VOTES),
        carry_out=_vote,
        offer=_offer_vote,
        reads=_read_vote,
        examples=("VOTE 3",),
        help={"VOTE 3": template("give a point to one claim")},
    ),
)
HAPPENINGS = (
    Happening(
        facts=Doubted,
        says=lambda told: (
            doubts_say(told.facts.claims) if told.is_mine else say("{player} has sent their doubts.", **told.who)
        ),
        hides=hidden_from_others,
        came_of=an_order(lambda told: Doubt(told.claims or ())),
    ),
    Happening(
        facts=Voted,
        says=_voted,
        hides=hidden_from_others,
        came_of=an_order(lambda told: Vote(told.claim or 0)),
    ),
)
