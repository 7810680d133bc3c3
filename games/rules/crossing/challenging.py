"""Words that nobody looks up until they are challenged: what counts as a word meanwhile, which can be challenged, and CHALLENGE.

In such a game only a challenge asks the word list: at the end about its own word, of a light about the whole layout."""

from collections.abc import Mapping
from typing import Any

from games.rules.crossing.course import Course
from games.rules.crossing.exchanging import lapse
from games.rules.crossing.forfeits import calls_for
from games.rules.crossing.scoring import score
from games.rules.crossing.state import Challenge, State
from games.rules.grid import Layout, runs
from games.rules.kind import OrderRefused, Seat
from games.rules.messages import Message, say
from games.rules.words import AllBut, WordList


def judge(state: State, words: WordList) -> WordList:
    """What counts as a word now: where words are challenged, whatever was not struck for it."""
    return AllBut(one.word for one in state.challenges if one.upheld) if state.options.words_are_challenged else words


def points_off(state: State, seat: Seat) -> int:
    """What a seat's wrong challenges of the last layouts cost it."""
    return state.options.false_challenge * sum(one.seat == seat and not one.upheld for one in state.challenges)


def open_words(state: State) -> frozenset[str]:
    """The words that can be challenged now, without those that have been."""
    if not state.options.words_are_challenged:
        return frozenset()
    if state.phase == "challenge":
        layouts = [state.boards[seat] for seat in state.live]
        return _words_of(*layouts) - {one.word for one in state.challenges}
    return _words_of(state.granted).difference(state.light_challenged)


def check(state: State, seat: Seat) -> None:
    """Raise OrderRefused where this seat may challenge no word now."""
    if not state.options.words_are_challenged:
        raise OrderRefused(say("Words are looked up here when they are submitted: there is nothing to challenge."))
    if state.phase == "challenge":
        return
    if not state.options.challenge_lights:
        raise OrderRefused(say("Words are challenged at the end, when all layouts lie open."))
    if not state.granted:
        raise OrderRefused(
            say("No layout lies open now: that of a light does until the leeway is over, and all of them at the end.")
        )
    if seat == state.caller:
        raise OrderRefused(say("The layout that lies open is your own: it is for the others to challenge its words."))


def challenge(course: Course, seat: Seat, facts: Mapping[str, Any]) -> None:
    """The list decides at once, at the end about one word, of a light about the whole layout; what is no word is struck in
    every layout."""
    state, word = course.state, facts["word"].upper()
    if word not in open_words(state):
        raise OrderRefused(_why_not(state, word))
    if state.phase != "challenge":
        _judge_light(course, seat, word)
        return
    upheld = word not in course.words
    course.change(challenges=(*state.challenges, Challenge(word, seat, upheld)))
    cost = 0 if upheld else state.options.false_challenge
    course.happened("challenge", seat, word=word, upheld=upheld, **({"costs": cost} if cost else {}))


def _judge_light(course: Course, seat: Seat, word: str) -> None:
    """Any word that is none upholds the challenge; who was wrong owes the forfeit. A request whose layout holds a word that is
    struck by this lapses."""
    state, words = course.state, sorted(_words_of(course.state.granted))
    struck = [one for one in words if one not in course.words]
    course.change(
        challenges=(*state.challenges, *(Challenge(one, seat, upheld=True) for one in struck)),
        light_challenged=tuple(words),
    )
    forfeit = calls_for(state.options.challenge_forfeit, owes=state.caller if struck else seat)
    course.happened("challenge", seat, word=word, upheld=bool(struck), light=True, struck=struck, **forfeit)
    stand = judge(course.state, course.words)
    for request in state.requests:
        if not score(state.boards[request.seat], state.held(request.seat), stand).complete:
            lapse(course, request.seat)


def close_light(course: Course) -> None:
    """The layout that got the last light lies open no longer."""
    course.change(granted=(), light_challenged=())


def _why_not(state: State, word: str) -> Message:
    earlier = next((one for one in state.challenges if one.word == word and state.phase == "challenge"), None)
    if earlier and earlier.upheld:
        return say("{word} has been challenged already: it is struck.", word=word)
    if earlier:
        return say("{word} has been challenged already, once is enough.", word=word)
    if state.light_challenged:
        return say("The layout of the last light has been challenged already: one challenge judges all of it.")
    if state.phase == "challenge":
        return say("{word} lies in none of the layouts: challenge a word that does.", word=word)
    return say("{word} does not lie in the layout of the last light: challenge a word that does.", word=word)


def _words_of(*layouts: Layout) -> frozenset[str]:
    return frozenset(run.word for layout in layouts for run in runs(layout))
