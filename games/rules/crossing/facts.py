"""Lexicon Crossing's own part of what the API says of a table, flat. Made from a View, so it hides what that hides."""

from dataclasses import asdict

from games.rules.crossing.ranks import ranks, team_results
from games.rules.crossing.scoring import Score
from games.rules.crossing.state import State
from games.rules.crossing.view import CrossingView
from games.rules.kind import Json, Seat


def facts(state: State, view: CrossingView, seat: Seat | None) -> dict[str, Json]:
    """The seat's own tiles, letters once they are seen and before that how many; the layouts of others that it may see while
    the game runs; when all is over, every result."""
    return (
        _teams(state, view)
        | _own(view, seat)
        | _by_jaywalks(state, view)
        | _challenges(state, view)
        | (_results(state, view) if state.phase == "finished" else _layouts(view))
    )


def _by_jaywalks(state: State, view: CrossingView) -> dict[str, Json]:
    """Only where the table plays so: the returned tiles that lie open, how many tiles each holds, how often one still may."""
    options, told = state.options, dict[str, Json]()
    if options.face_up:
        told["face_up"] = list(view.face_up)
    if options.jaywalk_draw > 1:
        told["tiles_held"] = [there.tiles for there in view.seats]
    if options.jaywalk_times not in (1, "unlimited") and view.jaywalk and state.phase != "finished":
        told["jaywalks_left"] = view.jaywalk.left
    return told


def _teams(state: State, view: CrossingView) -> dict[str, Json]:
    """Only of a game in teams: who plays with whom, and what the reader knows of partners and of offered swaps."""
    if not state.options.teams:
        return {}
    letters = sorted(set(state.options.teams))
    own = {
        "partners": [{"seat": seat, "hand": hand} for seat, hand in view.partner_hands.items()],
        "swaps": [{"from": one.seat, "gives": one.gives, "to": one.to, "takes": one.takes} for one in view.swaps],
    }
    return {
        "teams": {team: [seat for seat in range(state.seats) if state.team_of(seat) == team] for team in letters},
        **(own if state.phase != "finished" else {"team_results": [asdict(one) for one in team_results(state)]}),
    }


def score_as_json(score: Score) -> dict[str, Json]:
    """A score as the API and the command line write it: `score` exact, `shown` reads `24/(7+2)=2.67`."""
    return {
        "points": score.points,
        "words": score.words,
        "leftover": score.leftover,
        "score": score.exact,
        "shown": score.shown(),
        "struck": list(score.struck),
        "complete": score.complete,
    }


def _own(view: CrossingView, seat: Seat | None) -> dict[str, Json]:
    if seat is None:
        return {}
    return {
        "hand": view.hand,
        "unseen": view.unseen,
        "withheld": view.withheld,
        "layout": list(view.layout),
        "score": score_as_json(view.score) if view.score else None,
    }


def _layouts(view: CrossingView) -> dict[str, Json]:
    """Left out where nobody's may be seen."""
    if not view.layouts:
        return {}
    return {
        "layouts": [
            {"seat": seat, "layout": list(layout), "score": score_as_json(view.scores[seat])}
            for seat, layout in view.layouts.items()
        ]
    }


def _challenges(state: State, view: CrossingView) -> dict[str, Json]:
    """Where words are challenged: those that were at the end, and the layout of the last light while it lies open."""
    if not state.options.words_are_challenged:
        return {}
    made = [{"word": one.word, "seat": one.seat, "upheld": one.upheld} for one in view.challenges]
    granted = {"granted": {"seat": view.caller, "layout": list(view.granted)}} if view.granted else {}
    return {"challenges": made, "open_words": list(view.open_words), **granted}


def _results(state: State, view: CrossingView) -> dict[str, Json]:
    by_seat = {rank.seat: rank for rank in ranks(state)}
    return {
        "results": [
            {**asdict(result), "rank": by_seat[result.seat].rank, "shown": by_seat[result.seat].shown}
            for result in view.results
        ]
    }
