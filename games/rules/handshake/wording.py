"""What happens in a handshake game, and its claims, as sentences. Texts of players stand in them as they were written."""

from collections.abc import Iterable, Iterator, Mapping

from games.rules.handshake.claims import HAND, Claim, Shown
from games.rules.handshake.state import ROUNDS
from games.rules.handshake.tallies import Tally
from games.rules.kind import Json, Seat
from games.rules.messages import Message, Player, say, template


def word(facts: Mapping[str, Json], reader: Seat | None) -> Message | None:
    """The sentence for an event of this game as it was told; None for what is not worth a line."""
    verb = facts["verb"]
    if verb in SPOKEN:
        return own_says(facts) if facts["seat"] == reader else say(SPOKEN[verb], player=Player(facts["seat"]))
    match verb:
        case "deal":
            return say("Three rounds lie ahead.")
        case "round":
            return say("Round {round} of {rounds}: everyone may file a claim.", round=facts["round"], rounds=ROUNDS)
        case "show" if facts["claims"]:
            return say("The claims are shown. Who doubts which of them?")
        case "show":
            return say("Nobody made a claim.")
        case "judge":
            void = tuple(str(one["number"]) for one in facts["doubts"] if one["void"])
            return say("The doubts are judged. Void: {claims}.", claims=void) if void else say("No claim is void.")
        case "count":
            voted = tuple(str(one["number"]) for one in facts["votes"] if one["by"])
            return say("The votes are counted. Voted for: {claims}.", claims=voted) if voted else say("Nobody voted.")
        case "score":
            return say("The points were counted.")
    return None


def own_says(facts: Mapping[str, Json]) -> Message:
    """What the reader said, in full: so they see that it was understood."""
    match facts["verb"]:
        case "claim" if facts["form"] == HAND:
            return say(
                "You filed a claim: you shook the hand of {through}, who had shaken that of {target}: “{occasion}”.",
                through=facts["through"],
                target=facts["target"],
                occasion=facts["occasion"],
            )
        case "claim" if facts.get("through"):
            return say(
                "You filed a claim: you shook the hand of {through}, whose hand {target} had refused: “{occasion}”.",
                through=facts["through"],
                target=facts["target"],
                occasion=facts["occasion"],
            )
        case "claim":
            return say(
                "You filed a claim: you and {target} did not shake hands: “{occasion}”.",
                target=facts["target"],
                occasion=facts["occasion"],
            )
        case "vote":
            return say("You vote for claim {number}.", number=facts["claim"])
        case _ if facts["claims"]:
            return say("You doubt these claims: {claims}.", claims=tuple(map(str, facts["claims"])))
    return say("You doubt no claim.")


def claim_says(claim: Claim, number: int) -> Message:
    """A claim on the table."""
    texts: Mapping[str, str] = {"target": claim.target, "occasion": claim.occasion}
    if claim.form == HAND:
        return say(
            "{number}. {player} shook the hand of {through}, who had shaken that of {target}: “{occasion}”.",
            number=number,
            player=Player(claim.seat),
            through=claim.through,
            **texts,
        )
    if claim.through:
        return say(
            "{number}. {player} shook the hand of {through}, whose hand {target} had refused: “{occasion}”.",
            number=number,
            player=Player(claim.seat),
            through=claim.through,
            **texts,
        )
    return say(
        "{number}. {player} and {target} did not shake hands: “{occasion}”.",
        number=number,
        player=Player(claim.seat),
        **texts,
    )


def round_says(shown: Iterable[Shown], tallies: Iterable[Tally], *, is_over: bool) -> Iterator[Message]:
    """The claims of a round, each with what is known of its doubts and votes."""
    by_number = {tally.number: tally for tally in tallies}
    for one in shown:
        yield claim_says(one.claim, one.number)
        if one.late:
            yield say("Claim {number} does not count: its target was claimed earlier.", number=one.number)
        elif tally := by_number.get(one.number):
            yield from _tally_says(tally, is_over=is_over)


def _tally_says(tally: Tally, *, is_over: bool) -> Iterator[Message]:
    number, doubters = tally.number, tuple(map(Player, tally.doubted_by))
    if tally.void:
        yield say("Claim {number} is void: doubted by {players}.", number=number, players=doubters)
    elif doubters:
        yield say("Claim {number} stands, though doubted by {players}.", number=number, players=doubters)
    if tally.voted_by:
        yield say("Claim {number} has votes of {players}.", number=number, players=tuple(map(Player, tally.voted_by)))
    elif is_over and not tally.void:
        yield say("Claim {number} has no votes.", number=number)


SPOKEN = {
    "claim": template("{player} has filed a claim."),
    "doubt": template("{player} has said what they doubt."),
    "vote": template("{player} has voted."),
}
NAME = template("The Handshake Game")
SAYS = template(
    "Whose hand did you shake, and whose had they shaken before? Claim it; the others doubt, and vote for the one they "
    "like best. Three rounds, no letters at all."
)
OPENING = (
    template(
        "In each of three rounds, claim a handshake: whose hand you shook, when and where, and whose hand they had "
        "shaken before, or who had refused theirs; or a handshake refused to you. All claims are shown at once. Then "
        "doubt the ones you do not believe: if most of the others do too, the claim is void, and if not, your doubt "
        "costs a point. Then vote for the one you like best: each vote is a point."
    ),
)
COMMANDS = {
    "CLAIM HAND A THROUGH B: …": template("you shook B’s hand, B had shaken A’s; when and where"),
    "CLAIM REFUSED A: …": template("a handshake refused, when and where"),
    "CLAIM REFUSED A THROUGH B: …": template("you shook B’s hand, A had refused it"),
    "DOUBT 2, 4": template("all claims that you doubt, or DOUBT NONE"),
    "VOTE 3": template("a point for one claim"),
}
