"""Making a claim: the CLAIM command, its form, and the wording of claims.

CLAIM HAND Marie Curie THROUGH Aunt Olga: congress in Zurich, 1931
CLAIM REFUSED Queen Victoria: opera in Vienna, 1897
CLAIM REFUSED Bobby Fischer THROUGH Uncle Bob: chess club in Reykjavik, 1972"""

import re
from collections.abc import Mapping

from games.rules.facts import Facts
from games.rules.handshake.claims import HAND, REFUSED, Claim, check_free, claim_from
from games.rules.handshake.rounds import Transition, has_spoken, hidden_from_others, in_stage
from games.rules.handshake.state import CLAIMS, State
from games.rules.lines import Line, Phrase
from games.rules.panels import Chain, Field, Offer
from games.rules.reading import as_written
from games.rules.table.verbs import Happening, Verb, an_order
from games.rules.texts import Player, Text, Value, say, template
from games.rules.values import Order, Seat, Unreadable

EXAMPLE_OF_HAND = "CLAIM HAND Marie Curie THROUGH Aunt Olga: congress in Zurich, 1931"
EXAMPLE_OF_REFUSED = "CLAIM REFUSED Queen Victoria: opera in Vienna, 1897"
EXAMPLE_OF_REFUSED_THROUGH = "CLAIM REFUSED Bobby Fischer THROUGH Uncle Bob: chess club in Reykjavik, 1972"
THROUGH = "THROUGH"
REFUSED_TO_ME = "me"  # a choice in the form; as a command, it is a claim without THROUGH

_BLANK = " \t\u00a0"
_BLANKS = re.compile(f"[{_BLANK}]+")
_COLON = re.compile("[:\uff1a]")


class FileClaim(Facts, kw_only=True):
    verb = "CLAIM"
    form: str
    target: str
    through: str = ""
    occasion: str


class Claimed(Facts):
    """A claim that was made. Only its player sees the texts until all claims are shown."""

    verb = "claim"
    form: str = ""
    target: str = ""
    through: str = ""
    occasion: str = ""


def _file(transition: Transition, seat: Seat, facts: FileClaim) -> None:
    """Make this round's claim, hidden until all are shown. A new claim replaces it, and then counts as made after the
    claims of the others."""
    filed = claim_from(seat, facts.form, facts.target, facts.through, facts.occasion)
    check_free(filed, transition.state.ever_shown)
    transition.change(filed=(*(other for other in transition.state.filed if other.seat != seat), filed))
    transition.happened(Claimed(filed.form, filed.target, filed.through, filed.occasion), seat)
    has_spoken(transition, seat)


# --- reading and writing ----------------------------------------------------------------------------------------------


def _read(line: Line, phrase: Phrase) -> Order | None:
    persons, *occasion = _COLON.split(line.written_after("CLAIM"), maxsplit=1)
    form, *names = _BLANKS.split(persons.strip(_BLANK))
    place = next((place for place, word in enumerate(names) if word.upper() == THROUGH), None)
    form_of = {"HAND": HAND, "REFUSED": REFUSED}.get(form.upper())
    if form_of and occasion and (place is not None or form_of == REFUSED):
        facts = {"form": form_of, "target": " ".join(names[:place])}
        if place is not None:
            facts["through"] = " ".join(names[place + 1 :])
        return Order("CLAIM", {**facts, "occasion": occasion[0].strip(_BLANK)})
    if form_of == REFUSED:
        raise Unreadable(
            "After CLAIM REFUSED, write who refused. If they refused somebody else, add THROUGH and that person’s "
            "name. Then write a colon, and when and where it was.",
            line=line.raw,
            correct=EXAMPLE_OF_REFUSED_THROUGH,
        )
    raise Unreadable(
        "After CLAIM HAND, write whose hand it was, THROUGH, and the person whose hand you shook. Then write a "
        "colon, and when and where it was.",
        line=line.raw,
        correct=EXAMPLE_OF_HAND,
    )


def _write(order: Order) -> str:
    if not order.facts:
        return as_written(order)
    facts = FileClaim.read(order.facts)
    through = f" THROUGH {facts.through}" if "through" in order.facts else ""
    return f"CLAIM {facts.form.upper()} {facts.target}{through}: {facts.occasion}"


# --- offers, and wording in the history -------------------------------------------------------------------------------


def _offer(state: State, seat: Seat, refusal: Text | None) -> Offer | None:
    if state.stage != CLAIMS:
        return None
    forms = (
        (HAND, say("A handshake")),
        (REFUSED, say("Refused to somebody")),
        (REFUSED_TO_ME, say("Refused to me")),
    )
    used = state.targets
    as_written = {HAND: HAND.upper(), REFUSED: REFUSED.upper(), REFUSED_TO_ME: REFUSED.upper()}
    fields = (
        Field(
            say("Kind of claim"),
            "choice",
            choices=forms,
            written=as_written,
            breaks=(REFUSED, REFUSED_TO_ME),
            chosen=(HAND,),
        ),
        Field(
            say("Famous person"),
            "text",
            help=say("Already used: {names}. Each famous person counts only once a game.", names=used)
            if used
            else say("Who shook hands or refused to, for example “{name}”.", name="Marie Curie"),
            without=(":", "：", THROUGH),
            link=2,
        ),
        Field(
            say("Person in between"),
            "text",
            help=say("Whose hand you shook yourself, for example “{name}”.", name="Aunt Olga"),
            after=THROUGH,
            without=(":", "："),
            not_with=(REFUSED_TO_ME,),
            link=1,
        ),
        Field(
            say("When and where"),
            "text",
            help=say("For example “{occasion}”.", occasion="congress in Zurich, 1931"),
            after=":",
        ),
    )
    return Offer(
        "CLAIM",
        say("Change claim") if state.claim_of(seat) else say("Make a claim"),
        refusal,
        brief=say("hidden until all claims are shown"),
        does=say("`CLAIM` makes or replaces your claim for this round, a handshake or a handshake REFUSED."),
        fields=fields,
        example=EXAMPLE_OF_HAND,
    )


def own_says(claim: Claim | Claimed) -> Text:
    """Return the reader's own claim in full, which shows how it was understood."""
    named: Mapping[str, str] = {"target": claim.target, "occasion": claim.occasion}
    if claim.form == HAND:
        return say(
            "You claimed that you shook hands with {through}, who had shaken {target}’s hand: “{occasion}”.",
            through=claim.through,
            **named,
        )
    if claim.through:
        return say(
            "You claimed that you shook hands with {through}, who had been refused a handshake by {target}: "
            "“{occasion}”.",
            through=claim.through,
            **named,
        )
    return say("You claimed that you and {target} didn’t shake hands: “{occasion}”.", **named)


def claim_says(claim: Claim, number: int) -> Text:
    """Return a sentence with a claim that is shown."""
    named: Mapping[str, Value] = {
        "number": number,
        "player": Player(claim.seat),
        "target": claim.target,
        "occasion": claim.occasion,
    }
    if claim.form == HAND:
        return say(
            "{number}. {player} shook hands with {through}, who had shaken {target}’s hand: “{occasion}”.",
            through=claim.through,
            **named,
        )
    if claim.through:
        return say(
            "{number}. {player} shook hands with {through}, who had been refused a handshake by {target}: "
            "“{occasion}”.",
            through=claim.through,
            **named,
        )
    return say("{number}. {player} and {target} didn’t shake hands: “{occasion}”.", **named)


def chain_of(claim: Claim, number: int, reader: Seat | None) -> Chain:
    """Return a claim that is shown to everybody as a chain of people: from the player who made it, through anybody it
    names in between, to the famous person."""
    is_own = claim.seat == reader
    who = say("You") if is_own else say("{player}", player=Player(claim.seat))
    others = (say("{name}", name=name) for name in (claim.through, claim.target) if name)
    about = say("{number}. {occasion}", number=number, occasion=claim.occasion)
    return Chain((who, *others), about, is_broken=claim.form == REFUSED, is_own=is_own)


CLAIM = Verb(
    facts=FileClaim,
    check=in_stage(CLAIMS),
    carry_out=_file,
    offer=_offer,
    reads=_read,
    writes=_write,
    is_prose=True,
    examples=(EXAMPLE_OF_HAND, EXAMPLE_OF_REFUSED, EXAMPLE_OF_REFUSED_THROUGH),
    help={
        "CLAIM HAND A THROUGH B: …": template(
            "claim that you shook hands with B, who had shaken A’s hand, and say when and where"
        ),
        "CLAIM REFUSED A: …": template("claim that A refused to shake hands with you, and say when and where"),
        "CLAIM REFUSED A THROUGH B: …": template(
            "claim that you shook hands with B, who had been refused a handshake by A"
        ),
    },
)
FILED = Happening(
    facts=Claimed,
    says=lambda told: own_says(told.facts) if told.is_mine else say("{player} has made a claim.", **told.who),
    hides=hidden_from_others,
    came_of=an_order(lambda told: FileClaim(**vars(told))),
)
