"""The end of a game: scores, forfeits owed and ranks.

Equal scores share a rank, and players who resigned rank below all others. In a team game ranks belong to the team,
and each player keeps their own score."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from games.rules.crossing import challenges
from games.rules.crossing.scoring import Result, score
from games.rules.crossing.state import State
from games.rules.crossing.transition import Transition
from games.rules.layouts import Reckoning, Score, beside, show_apart
from games.rules.panels import TeamView
from games.rules.table.facts import NOBODY, ByStaff
from games.rules.table.happenings import ended
from games.rules.table.verbs import AnyHappening, Happening, Told, to_all
from games.rules.texts import Player, Text, Value, say, template
from games.rules.values import Rank, Seat
from games.rules.words import AllBut


class Scored(ByStaff, kw_only=True):
    """The final results and the forfeits owed.

    `owed_by` are the seats with an incomplete layout; `invalid_words` has pairs of (seat, number of struck words)."""

    verb = "score"
    results: tuple[Result, ...]
    forfeit: str = ""
    owed_by: tuple[Seat, ...] | None = None
    invalid_forfeit: str = ""
    invalid_words: tuple[tuple[Seat, int], ...] | None = None


def finish(transition: Transition, ending: str, by: ByStaff = NOBODY) -> None:
    """Score every layout as it stands, with the words that count now, and end the game."""
    state, words = transition.state, challenges.judge(transition.state, transition.words)
    results = tuple(
        Result.of(
            seat,
            state.boards[seat],
            state.counted(seat),
            words,
            state.alphabet,
            less=challenges.points_off(state, seat),
        )
        for seat in state.live
    )
    transition.change(results=results)
    struck = tuple((result.seat, len(result.struck)) for result in results if result.struck)
    forfeit, invalid_forfeit = state.options.incomplete_forfeit, state.options.invalid_forfeit
    transition.happened(
        Scored(
            results=results,
            forfeit=forfeit,
            owed_by=owing(transition.state) if forfeit else None,
            invalid_forfeit=invalid_forfeit,
            invalid_words=struck if invalid_forfeit else None,
            **vars(by),
        )
    )
    transition.end(ending, by)


# --- forfeits ---------------------------------------------------------------------------------------------------------


def owing(state: State) -> tuple[Seat, ...]:
    """Return the seats whose layout was incomplete when it was scored."""
    return tuple(
        result.seat
        for result in state.results
        if not score(result.layout, state.counted(result.seat), AllBut(result.struck), state.alphabet).complete
    )


def _says(told: Told[Scored]) -> Text:
    """Return a sentence that the layouts were scored, with the forfeits owed."""
    facts, message = told.facts, say("The layouts were scored.")
    if facts.forfeit and facts.owed_by:
        players = tuple(map(Player, facts.owed_by))
        message = say("{what} Forfeit for {players}: “{forfeit}”", what=message, forfeit=facts.forfeit, players=players)
    for seat, words in facts.invalid_words or ():
        line: dict[str, Value] = {"forfeit": facts.invalid_forfeit, "player": Player(seat)}
        if words == 1:
            message = say("{what} Forfeit for {player} (a struck word): “{forfeit}”", what=message, **line)
        else:
            message = say(
                "{what} Forfeit for {player} ({n} struck words, once for each): “{forfeit}”",
                what=message,
                n=words,
                **line,
            )
    return message


# --- ranks ------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Final:
    """A final layout as scored, with its rank.

    `left` are the leftover tiles, and `points_off` the points lost by wrong challenges."""

    result: Result
    rank: int
    shown: str
    left: str
    points_off: int


def finals(state: State) -> tuple[Final, ...]:
    """Return the final layouts of all seats that didn't resign, best first."""
    by_seat, shown = {result.seat: result for result in state.results}, []
    for rank in ranks(state):
        if result := by_seat.get(rank.seat):
            earned = Reckoning.of(result.layout, AllBut(result.struck), state.alphabet).points
            left = beside(result.layout, state.counted(rank.seat), state.alphabet)
            shown.append(Final(result, rank.rank, rank.shown, left, points_off=earned - result.points))
    return tuple(shown)


def ranks(state: State) -> tuple[Rank, ...]:
    """Return a rank for every seat, best first; a score is shown as `28/7=4.00`. Empty if the game was voided."""
    if state.ending == "void":
        return ()
    teams = _scores_of_teams(state)
    best_first = sorted(
        state.results, key=lambda one: (-teams[state.team_of(one.seat)].value, -Fraction(one.score), one.seat)
    )
    shown = show_apart([_score(result) for result in best_first])
    scored = [
        Rank(result.seat, _rank(state.team_of(result.seat), teams), text, float(Fraction(result.score)))
        for result, text in zip(best_first, shown, strict=True)
    ]
    below = len(teams)
    resigned = [Rank(seat, below + place, "") for place, seat in enumerate(reversed(state.resigned), start=1)]
    return (*scored, *resigned)


def team_results(state: State) -> tuple[TeamView, ...]:
    """Return the results of all teams, best first; empty without teams or without a result."""
    if not state.options.teams or not state.results or state.ending == "void":
        return ()
    teams = _scores_of_teams(state)
    best_first = sorted(teams, key=lambda team: (-teams[team].value, team))
    shown = show_apart([teams[team] for team in best_first])
    # the last to leave ranks first
    gone = dict.fromkeys(team for team in map(state.team_of, reversed(state.resigned)) if team not in teams)
    return (
        *(
            TeamView(team, _seats(state, team), _rank(team, teams), text)
            for team, text in zip(best_first, shown, strict=True)
        ),
        *(TeamView(team, _seats(state, team), len(teams) + place, "") for place, team in enumerate(gone, start=1)),
    )


def _rank(team: str, teams: Mapping[str, Score]) -> int:
    return 1 + sum(other.value > teams[team].value for other in teams.values())


def _seats(state: State, team: str) -> tuple[Seat, ...]:
    return tuple(seat for seat in range(state.seats) if state.team_of(seat) == team)


def _scores_of_teams(state: State) -> dict[str, Score]:
    """Return the score by which each remaining team is ranked. Without teams, each seat is a team."""
    members: dict[str, list[Score]] = {}
    for result in state.results:
        members.setdefault(state.team_of(result.seat), []).append(_score(result))
    match state.options.team_wins:
        case "best":
            return {team: max(scores, key=lambda score: score.value) for team, scores in members.items()}
        case "lowest":
            return {team: min(scores, key=lambda score: score.value) for team, scores in members.items()}
        case "sum":
            return {team: _together(scores) for team, scores in members.items()}


def _together(scores: Sequence[Score]) -> Score:
    """Return the sum of the points divided by the sum of words and leftover tiles."""
    points, words, leftover = (sum(getattr(one, name) for one in scores) for name in ("points", "words", "leftover"))
    divisor = words + leftover
    return Score(points, words, leftover, Fraction(points, divisor) if divisor else Fraction(0), (), complete=False)


def _score(result: Result) -> Score:
    return Score(result.points, result.words, result.leftover, Fraction(result.score), result.struck, complete=False)


HAPPENINGS: tuple[AnyHappening, ...] = (
    Happening(
        facts=Scored,
        says=_says,
        tells=to_all("result"),
        struck=lambda facts: (word for result in facts.results for word in result.struck),
    ),
    ended(
        abandoned=template("Everyone was away for too long, so the game was scored as it stood."),
        resigned=template("Nobody was left to play against, so the game was scored as it stood."),
    ),
)
