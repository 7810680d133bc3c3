"""A word that may be challenged: how long, by whom, and what comes of it. Source: RULES.md, "Challenges"."""

from dataclasses import replace

from games.rules.kind import Seat
from games.rules.lexicon_cards.rounds import CardCourse, end_round, next_turn
from games.rules.lexicon_cards.state import Window

PENALTY = 10
CLOCK = "window"


def open_window(course: CardCourse, window: Window) -> None:
    """A word just laid may be challenged until the next player has moved; where its player has no card left, until its end."""
    options = course.state.options
    lasts = min(options.span("challenge_within"), options.span("move_within"))
    course.change(window=window, phase="challenge", clocks=course.state.clocks.set(CLOCK, lasts))
    if window.ends_round:
        course.await_orders(*course.state.others(window.seat))
    else:
        next_turn(course, window.seat)


def close_window(course: CardCourse) -> None:
    """From now on nobody can challenge it."""
    if course.state.window:
        course.change(window=None, phase="playing")
        course.stop_clock(CLOCK)


def let_stand(course: CardCourse) -> None:
    """Nobody has challenged the word; where it was to end the round, it does."""
    window = course.state.window
    assert window is not None
    close_window(course)
    course.happened("stands", window.seat, word=window.word)
    if window.ends_round:
        end_round(course)


def accept(course: CardCourse, seat: Seat) -> None:
    """One player will not challenge it; once nobody is left who might, it stands."""
    window = course.state.window
    assert window is not None
    course.change(window=replace(window, accepted=(*window.accepted, seat)))
    if window.ends_round:
        course.answered(seat)
    stand_if_nobody_is_left(course)


def stand_if_nobody_is_left(course: CardCourse) -> None:
    state = course.state
    window = state.window
    assert window is not None
    if not any(other in state.waited_for and other not in window.accepted for other in state.others(window.seat)):
        let_stand(course)


def challenge(course: CardCourse, seat: Seat) -> None:
    """The word is looked up: dismissed, it stands and costs the challenger; upheld, its cards go back and the turn is lost."""
    state = course.state
    window = state.window
    assert window is not None
    is_word = window.word.upper() in course.words
    close_window(course)
    if is_word:
        loser, change = seat, PENALTY
    else:
        course.change(table=window.table)
        course.put("hands", window.seat, window.hand)
        loser, change = (window.seat, PENALTY) if state.options.upheld == "offender" else (seat, -PENALTY)
    course.put("points", loser, state.points[loser] + change)
    course.happened(
        "challenge",
        seat,
        word=window.word,
        against=window.seat,
        loser=loser,
        change=change,
        struck=[] if is_word else [window.word.upper()],
    )
    if not is_word:
        next_turn(course, window.seat)
    elif window.ends_round:
        end_round(course)
