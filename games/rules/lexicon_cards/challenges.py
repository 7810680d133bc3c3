"""Challenging a word: who can challenge it, for how long, and what follows. Source: RULES.md, "Challenges"."""

from dataclasses import replace

from games.rules.facts import Facts
from games.rules.lexicon_cards.cards import card_lines
from games.rules.lexicon_cards.rounds import CardTransition, end_round, next_turn
from games.rules.lexicon_cards.state import State, Window
from games.rules.panels import Asking, ClockView, Offer
from games.rules.table.verbs import AnyHappening, Happening, Told, Verb, an_order, lines, to_the_others
from games.rules.texts import Player, Text, Value, say, template
from games.rules.values import OrderRefused, Seat
from games.rules.words import WordList

PENALTY = 10
CLOCK = "window"

# --- orders and events ------------------------------------------------------------------------------------------------


class Challenge(Facts):
    verb = "CHALLENGE"


class Accept(Facts):
    verb = "ACCEPT"


class Challenged(Facts):
    """A challenge of a word laid by `against`. The points of `loser` change by `change`; `struck` has the word if it
    is invalid."""

    verb = "challenge"
    word: str
    against: Seat
    loser: Seat
    change: int
    struck: tuple[str, ...]


class Accepted(Facts):
    verb = "accept"


class Stands(Facts):
    verb = "stands"
    word: str


# --- the time to challenge --------------------------------------------------------------------------------------------


def open_window(transition: CardTransition, window: Window) -> None:
    """Start the time in which the new word can be challenged.

    That time ends when the next player has moved, or at its limit. If the word's player has no cards left, only the
    limit counts."""
    options = transition.state.options
    lasts = min(options.span("challenge_within"), options.span("move_within"))
    transition.change(window=window, phase="challenge", clocks=transition.state.clocks.set(CLOCK, lasts))
    if window.ends_round:
        transition.await_orders(*transition.state.others(window.seat))
    else:
        next_turn(transition, window.seat)


def close_window(transition: CardTransition) -> None:
    """End the time in which the last word can be challenged."""
    if transition.state.window:
        transition.change(window=None, phase="playing")
        transition.stop_clock(CLOCK)


def let_stand(transition: CardTransition) -> None:
    """Accept an unchallenged word. If its player has no cards left, end the round."""
    window = transition.state.window
    assert window is not None
    close_window(transition)
    transition.happened(Stands(window.word), window.seat)
    if window.ends_round:
        end_round(transition)


def stand_if_nobody_is_left(transition: CardTransition) -> None:
    state = transition.state
    window = state.window
    assert window is not None
    if not any(other in state.waited_for and other not in window.accepted for other in state.others(window.seat)):
        let_stand(transition)


# --- challenging and accepting ----------------------------------------------------------------------------------------


def _check(state: State, seat: Seat, words: WordList) -> None:
    window = state.window
    if state.options.word_check == "enforced":
        raise OrderRefused("There is nothing to challenge. In this game, words are looked up when they are laid.")
    if window is None:
        raise OrderRefused("No word can be challenged now. All words on the table have been accepted.")
    word = window.word.upper()
    if seat == window.seat:
        raise OrderRefused("{word} is your own word. Only the other players can challenge it.", word=word)
    if seat in window.accepted:
        raise OrderRefused(
            "You have already accepted {word}. Only the other players can still challenge it.", word=word
        )


def _challenge(transition: CardTransition, seat: Seat, facts: Challenge) -> None:
    """Look up the challenged word.

    If it is valid, the challenger gets points, which count against them. If not, its player takes the cards back and
    loses the turn. Then, depending on the game's settings, that player gets points or the challenger gets rid of some."""
    state = transition.state
    window = state.window
    assert window is not None
    word = window.word.upper()
    is_word = word in transition.words
    close_window(transition)
    if is_word:
        loser, change = seat, PENALTY
    else:
        transition.change(table=window.table)
        transition.put("hands", window.seat, window.hand)
        loser, change = (window.seat, PENALTY) if state.options.upheld == "offender" else (seat, -PENALTY)
    transition.put("points", loser, state.points[loser] + change)
    transition.happened(Challenged(window.word, window.seat, loser, change, struck=() if is_word else (word,)), seat)
    if not is_word:
        next_turn(transition, window.seat)
    elif window.ends_round:
        end_round(transition)


def _accept(transition: CardTransition, seat: Seat, facts: Accept) -> None:
    transition.happened(Accepted(), seat)
    accept(transition, seat)


def accept(transition: CardTransition, seat: Seat) -> None:
    """Record that a player won't challenge the word, because they said so or let the time pass. If nobody is left who
    could still challenge it, the word stands."""
    window = transition.state.window
    assert window is not None
    transition.change(window=replace(window, accepted=(*window.accepted, seat)))
    if window.ends_round:
        transition.answered(seat)
    stand_if_nobody_is_left(transition)


# --- views ------------------------------------------------------------------------------------------------------------


def _offer_challenge(state: State, seat: Seat, refusal: Text | None) -> Offer | None:
    if state.window is None or state.window.seat == seat:
        return None
    word = state.window.word.upper()
    upheld = (
        say(
            "The word list decides on {word}. If it isn’t valid, 10 points are added to its player’s score. If it "
            "is valid, they are added to yours.",
            word=word,
        )
        if state.options.upheld == "offender"
        else say(
            "The word list decides on {word}. If it isn’t valid, 10 points are taken off your score. If it is "
            "valid, 10 are added.",
            word=word,
        )
    )
    return Offer(
        "CHALLENGE",
        say("Challenge"),
        refusal,
        does=say("`CHALLENGE` looks up {word} in the word list", word=word),
        asks=Asking((upheld,)),
        says=upheld,
        example="CHALLENGE",
    )


def _offer_accept(state: State, seat: Seat, refusal: Text | None) -> Offer | None:
    if state.window is None or state.window.seat == seat:
        return None
    word = state.window.word.upper()
    return Offer("ACCEPT", say("Accept"), refusal, does=say("`ACCEPT` accepts {word}", word=word))


def why(state: State) -> tuple[Text, ...]:
    """Return sentences on how long the last word can be challenged, and whether the round ends after that time. Empty
    if no word can be challenged."""
    window, at = state.window, state.clocks.ends(CLOCK)
    if window is None or at is None:
        return ()
    word = window.word.upper()
    if not window.ends_round:
        return (
            say("{word} can be challenged until the next player moves, or until {at} at the latest.", word=word, at=at),
        )
    player = Player(window.seat)
    return (
        say(
            "{player} has no cards left. The round ends when {word} can no longer be challenged.",
            player=player,
            word=word,
        ),
        say("{word} can be challenged until {at}.", word=word, at=at),
    )


def clock(state: State) -> tuple[ClockView, ...]:
    at = state.clocks.ends(CLOCK)
    return (ClockView(say("Time to challenge"), at, say("until {at}", at=at)),) if at else ()


# --- wording in the history -------------------------------------------------------------------------------------------


def _says_challenge(told: Told[Challenged]) -> Text:
    facts = told.facts
    values: dict[str, Value] = {**told.who, "word": facts.word.upper()}
    against = Player(facts.against)
    if not facts.struck:
        return say(
            "{player} challenged {word}. It is in the word list, so it stays, and 10 points are added to "
            "{player}’s score.",
            **values,
        )
    if facts.loser == told.seat:
        return say(
            "{player} challenged {word}. It isn’t in the word list, so its cards went back to {against}, and 10 "
            "points are taken off {player}’s score.",
            against=against,
            **values,
        )
    return say(
        "{player} challenged {word}. It isn’t in the word list, so its cards went back, and 10 points are added to "
        "{against}’s score.",
        against=against,
        **values,
    )


VERBS = (
    Verb(
        facts=Challenge,
        substitute_with="everything",
        check=_check,
        carry_out=_challenge,
        offer=_offer_challenge,
        apart_from=frozenset({"ACCEPT"}),
        help={"CHALLENGE, ACCEPT": template("look the last word up in the word list, or accept it")},
    ),
    Verb(facts=Accept, check=_check, carry_out=_accept, offer=_offer_accept),
)
HAPPENINGS: tuple[AnyHappening, ...] = (
    Happening(
        facts=Challenged,
        says=_says_challenge,
        came_of=an_order(Challenge()),
        tells=to_the_others("challenged"),
        struck=lambda facts: facts.struck,
    ),
    Happening(
        facts=Accepted,
        says=lines(mine=template("You accepted the word."), others=template("{player} accepted the word.")),
        came_of=an_order(Accept()),
    ),
    Happening(
        facts=Stands,
        says=card_lines(
            mine=template("Nobody challenged your {word}."), others=template("Nobody challenged {player}’s {word}.")
        ),
    ),
)
