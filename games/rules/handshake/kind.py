"""The handshake game as one object for the rest of the site. Until a stage is over, readers see only their own part
of it."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import timedelta

from games.rules.facts import JsonObject
from games.rules.handshake import doubting, robot, rounds
from games.rules.handshake.claiming import CLAIM, FILED, chain_of, claim_says, own_says
from games.rules.handshake.claims import Shown, Tally
from games.rules.handshake.doubting import doubts_say, vote_says
from games.rules.handshake.state import CLAIMS, CLAIMS_SHOWN, DOUBTS, ROUNDS, VOTES, Options, Round, State
from games.rules.options import DAY
from games.rules.panels import Chains, Lines, Pairs, Panel
from games.rules.table.turn_kind import TurnKind
from games.rules.texts import Player, Text, say, template
from games.rules.values import Seat

ASKED = {CLAIMS: say("make a claim"), DOUBTS: say("doubt claims, or DOUBT NONE"), VOTES: say("vote for a claim")}
NOW = {
    CLAIMS: (
        say(
            "Everyone now makes a claim: they shook hands with somebody who had shaken a famous hand. Claims stay "
            "hidden from the others."
        ),
        say(
            "When everyone has made a claim, or the time is up, all claims are shown at once. Then you doubt the "
            "ones you don’t believe."
        ),
    ),
    DOUBTS: (
        say(
            "The claims are shown. Doubt the ones you don’t believe. If most of the others doubt a claim too, it "
            "is void. If not, your doubt costs you a point."
        ),
        say("When everyone has answered, or the time is up, you vote for the claim you like best."),
    ),
    VOTES: (
        say(
            "Everyone votes for the claim they like best, but not for their own. Each vote is a point for the "
            "player who made the claim."
        ),
        say(
            "When everyone has voted, or the time is up, the votes are counted and the next round begins. The game "
            "ends after the third round."
        ),
    ),
}
"""Two sentences for each stage: what is happening, and what comes next."""
MOMENTS = {
    CLAIMS: template("Round {round} of {rounds}: claims"),
    DOUBTS: template("Round {round} of {rounds}: doubts"),
    VOTES: template("Round {round} of {rounds}: votes"),
}


class Handshake(TurnKind[State, Options]):
    """The handshake game: three rounds of claims to have shaken a hand that shook a famous one, with doubts and
    votes."""

    key = "handshake"
    name = template("The Handshake Game")
    brief = template("Whose hand did you shake? A parlour game of bluff.")
    says = template(
        "Whose hand did you shake, and whose hand had they shaken before? Make your claim. The others can doubt "
        "it, and everyone votes for the claim they like best. Three rounds, and no letters at all."
    )
    seats = (3, 12)
    state_type = State
    options_type = Options
    paces = {
        "daily": {},
        "leisurely": {"move_within": 7 * DAY, "doubt_within": 4 * DAY, "vote_within": 4 * DAY},
        "live": {"move_within": 600, "doubt_within": 300, "vote_within": 120},
    }
    most_telling = ("move_within",)
    verbs = (CLAIM, *doubting.VERBS)
    happenings = (FILED, *doubting.HAPPENINGS, *rounds.HAPPENINGS)
    opening = (
        template(
            "In each of three rounds, you claim a handshake. Say whose hand you shook, when and where, and whose "
            "hand they had shaken before, or who had refused to shake theirs. Or claim a handshake that was "
            "refused to you. All claims are shown at once. Then doubt the ones you don’t believe. If most of the "
            "others do too, the claim is void. If not, your doubt costs a point. Then vote for the claim you like "
            "best. Each vote is a point."
        ),
    )
    has_words = False
    has_draws = False
    begin = staticmethod(rounds.begin)
    run_out = staticmethod(rounds.has_spoken)
    has_left = staticmethod(rounds.left)
    move_of_robot = staticmethod(robot.move)

    def tiles(self, options: Options) -> Mapping[str, int]:
        return {}

    def time_for(self, state: State, seat: Seat) -> timedelta:
        return state.options.span(rounds.OPEN_FOR[state.stage])

    def awaits(self, state: State, seat: Seat) -> Text:
        return ASKED[state.stage]

    def moment(self, state: State, seat: Seat | None) -> Text:
        return say(MOMENTS[state.stage], round=state.round, rounds=ROUNDS)

    def panels(self, state: State, seat: Seat | None) -> tuple[Panel, ...]:
        """Return the shown claims, the current stage, the reader's own part and, until the end, the points. Between
        rounds and at the end, add earlier rounds, latest first."""
        shown: list[Panel] = []
        if state.shown:
            title = say("Claims in round {round}", round=state.round)
            shown.append(_claims(CLAIMS_SHOWN, title, Round(state.shown, state.tallies), seat, is_over=False))
        if state.phase != "finished":
            shown.append(Lines("now", self.moment(state, seat), NOW[state.stage]))
        if mine := tuple(_mine(state, seat)):
            shown.append(Lines("mine", say("Visible only to you"), mine))
        if state.phase != "finished":  # the result has them beside the places
            points = (
                (say("{player}", player=Player(each)), say("{n}", n=state.points[each])) for each in range(state.seats)
            )
            shown.append(Pairs("points", say("Points"), tuple(points)))
        if state.stage == CLAIMS or state.phase == "finished":
            shown += _past(state, seat)
        return tuple(shown)

    def own_facts(self, state: State, seat: Seat | None) -> JsonObject:
        """Return the claims with what is known of them, the reader's own part, and the points by seat, for the API."""
        own: JsonObject = {}
        if seat is not None and seat not in state.resigned:
            claim = state.claim_of(seat)
            own = {
                "my_claim": claim.as_json() if claim else None,
                "my_doubts": list(state.doubts[seat]) if seat in state.doubts else None,
                "my_vote": state.votes.get(seat),
            }
        return {
            "stage": state.stage,
            "claims": _as_json(Round(state.shown, state.tallies), is_over=False),
            "rounds": [_as_json(past, is_over=True) for past in state.past],
            "points": [state.points[each] for each in range(state.seats)],
            **own,
        }


def _past(state: State, reader: Seat | None) -> Iterator[Panel]:
    for number, past in reversed(list(enumerate(state.past, start=1))):
        name, title = f"round_{number}", say("Round {round}", round=number)
        if past.shown:
            yield _claims(name, title, past, reader, is_over=True)
        else:
            yield Lines(name, title, (say("Nobody made a claim."),))
    if state.targets and state.phase != "finished":
        yield Lines("taken", say("Targets already claimed"), (say("{names}.", names=state.targets),))


def _claims(name: str, title: Text, one: Round, reader: Seat | None, *, is_over: bool) -> Chains:
    """Return the claims of a round, each as a chain of people, with the results known so far."""
    keys, lines = zip(*_round_says(one.shown, one.tallies, is_over=is_over), strict=True)
    chains = {str(shown.number): chain_of(shown.claim, shown.number, reader) for shown in one.shown}
    return Chains(name, title, lines, keys=keys, chains=tuple(map(chains.get, keys)))


def _mine(state: State, seat: Seat | None) -> Iterator[Text]:
    """Yield sentences on the reader's own part in the open stage."""
    if seat is None or seat in state.resigned or state.phase == "finished":
        return
    if claim := state.claim_of(seat):
        yield own_says(claim)
    if seat in state.doubts:
        yield doubts_say(state.doubts[seat])
    if seat in state.votes:
        yield vote_says(state.votes[seat])


def _round_says(shown: Iterable[Shown], tallies: Iterable[Tally], *, is_over: bool) -> Iterator[tuple[str, Text]]:
    """Yield the claims of a round by number, and sentences without a number on the doubts and votes known so far."""
    by_number = {tally.number: tally for tally in tallies}
    for one in shown:
        number = one.number
        yield str(number), claim_says(one.claim, number)
        if one.late:
            yield "", say("Claim {number} doesn’t count, because its target was claimed earlier.", number=number)
        if one.late or number not in by_number:
            continue
        tally = by_number[number]
        doubters = tuple(map(Player, tally.doubted_by))
        if tally.void:
            yield "", say("Claim {number} is void. Doubted by {players}.", number=number, players=doubters)
        elif doubters:
            yield "", say("Claim {number} still counts. Doubted by {players}.", number=number, players=doubters)
        if tally.voted_by:
            voters = tuple(map(Player, tally.voted_by))
            yield "", say("Votes for claim {number}: {players}.", number=number, players=voters)
        elif is_over and not tally.void:
            yield "", say("Claim {number} got no votes.", number=number)


def _as_json(one: Round, *, is_over: bool) -> Sequence[JsonObject]:
    tallies = {tally.number: tally for tally in one.tallies}
    written = []
    for shown in one.shown:
        claim: dict[str, str | int | list[int]] = {
            "number": shown.number,
            **shown.claim.as_json(),
            "counts": not shown.late,
        }
        if tally := tallies.get(shown.number):
            claim["counts"] = not tally.void
            claim["doubted_by"] = list(tally.doubted_by)
            if is_over:
                claim["voted_by"] = list(tally.voted_by)
        written.append(claim)
    return written
