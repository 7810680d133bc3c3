"""The orders of Lexicon, carried out, and what is done for who is late or gone. How words are made stands in `making`."""

from collections.abc import Mapping

from games.rules.kind import Json, OrderRefused, Seat
from games.rules.lexicon_cards import challenges, making
from games.rules.lexicon_cards.hand import put_away
from games.rules.lexicon_cards.making import Made
from games.rules.lexicon_cards.pack import dearest
from games.rules.lexicon_cards.rounds import CardCourse, count_idle, discard, drop, end_round, lay_aside, next_turn
from games.rules.lexicon_cards.state import State, Window
from games.rules.messages import Player, say
from games.rules.words import WordList

LATE_UNTIL_DROPPED = 3
CHALLENGING = ("CHALLENGE", "ACCEPT")
ON_A_WORD = ("ADD", "EXCHANGE")


# --- whether an order may be given --------------------------------------------------------------------------------------


def check(verb: str, state: State, seat: Seat) -> None:
    """Raise OrderRefused where this seat may not give this order now; its cards and words are judged later."""
    if verb in CHALLENGING:
        _check_window(state, seat)
        return
    if state.window and state.window.ends_round:
        word = state.window.word.upper()
        if seat == state.window.seat:
            raise OrderRefused(say("You have no card left: the round is over when {word} stands.", word=word))
        raise OrderRefused(say("The round is over when {word} stands: write CHALLENGE or ACCEPT.", word=word))
    if seat not in state.awaited:
        raise OrderRefused(say("It is {player}’s turn. Wait for yours.", player=Player(state.awaited[0])))
    if verb in ON_A_WORD and not state.table:
        raise OrderRefused(making.NO_WORD_YET)


def _check_window(state: State, seat: Seat) -> None:
    window = state.window
    if state.options.word_check == "enforced":
        raise OrderRefused(say("In this game words are looked up as they are laid: there is nothing to challenge."))
    if window is None:
        raise OrderRefused(say("No word can be challenged now: those on the table stand."))
    word = window.word.upper()
    if seat == window.seat:
        raise OrderRefused(say("{word} is your own: it is for the others to challenge it.", word=word))
    if seat in window.accepted:
        raise OrderRefused(say("You have accepted {word}: it is for the others now.", word=word))


# --- words ------------------------------------------------------------------------------------------------------------


def lay(course: CardCourse, seat: Seat, facts: Mapping[str, Json]) -> None:
    made = making.lay(_letters(facts["word"]), course.state.hands[seat])
    _make(course, seat, made, "lay", word=made.word)


def add(course: CardCourse, seat: Seat, facts: Mapping[str, Json]) -> None:
    word, makes, state = _letters(facts["word"]), _letters(facts["makes"]), course.state
    made = making.add(word, makes, hand=state.hands[seat], table=state.table)
    _make(course, seat, made, "add", word=made.of, makes=made.word)


def exchange(course: CardCourse, seat: Seat, facts: Mapping[str, Json]) -> None:
    word, makes, state = _letters(facts["word"]), _letters(facts["makes"]), course.state
    made = making.exchange(
        word,
        makes,
        hand=state.hands[seat],
        table=state.table,
        several=state.options.exchange == "several",
        sticky=state.options.sticky_master,
    )
    _make(course, seat, made, "exchange", word=made.of, makes=made.word)


def _letters(word: Json) -> str:
    if not (isinstance(word, str) and word.isascii() and word.isalpha()):
        raise OrderRefused(say("A word is written in letters A–Z: {example}.", example="LAY CAT"))
    return word


def _make(course: CardCourse, seat: Seat, made: Made, verb: str, **told: Json) -> None:
    """The word on the table; it stands at once, or may be challenged first."""
    before = course.state
    _check_word(before, made, course.words)
    challenges.close_window(course)
    course.change(table=made.on(before.table), idle=0)
    course.put("hands", seat, made.hand)
    course.happened(verb, seat, **told)
    if before.options.word_check == "challenge":
        challenges.open_window(course, Window(seat, made.word, before.hands[seat], before.table, not made.hand))
    elif made.hand:
        next_turn(course, seat)
    else:
        end_round(course)


def _check_word(state: State, made: Made, words: WordList) -> None:
    """Where words are enforced, what stands then must be one."""
    word = made.word.upper()
    if state.options.word_check == "challenge" or word in words:
        return
    if made.word.isupper():
        raise OrderRefused(say("{word} is not in the word list. Your cards stay in your hand.", word=word))
    raise OrderRefused(
        say(
            "{word} is not in the word list. To name the letter that a Master stands for, write ? behind it: {example}.",
            word=word,
            example="LAY CA?T",
        )
    )


# --- cards ------------------------------------------------------------------------------------------------------------


def take(course: CardCourse, seat: Seat, facts: Mapping[str, Json]) -> None:
    """The exposed card into the hand, and one of the hand in its place."""
    state = course.state
    card, left = put_away(state.hands[seat], facts["card"])
    taken = state.exposed
    challenges.close_window(course)
    count_idle(course)
    course.change(bags={**state.bags, "exposed": state.bags["exposed"][:-1] + card})
    course.put("hands", seat, left + taken)
    course.happened("take", seat, card=card, took=taken)
    next_turn(course, seat)


def draw(course: CardCourse, seat: Seat, facts: Mapping[str, Json]) -> None:
    """A card of the hand on the exposed pile, and the blind one into the hand."""
    _draw(course, seat, *put_away(course.state.hands[seat], facts["card"]))


def _draw(course: CardCourse, seat: Seat, card: str, left: str) -> None:
    challenges.close_window(course)
    count_idle(course)
    discard(course, seat, card, left)
    next_turn(course, seat)


# --- challenges -------------------------------------------------------------------------------------------------------


def challenge(course: CardCourse, seat: Seat, facts: Mapping[str, Json]) -> None:
    challenges.challenge(course, seat)


def accept(course: CardCourse, seat: Seat, facts: Mapping[str, Json]) -> None:
    course.happened("accept", seat)
    challenges.accept(course, seat)


# --- late and gone ----------------------------------------------------------------------------------------------------


def run_out(course: CardCourse, seat: Seat) -> None:
    """Silence accepts a word; in a turn the dearest card goes and a blind one comes, and the third time running the player."""
    state = course.state
    if state.is_round_ending:
        challenges.accept(course, seat)
    elif state.late.get(seat, 0) >= LATE_UNTIL_DROPPED:
        course.answered(seat)
        drop(course, seat)
        if len(course.state.live) == 1:
            course.finish()
        else:
            go_on_without(course, seat, was_awaited=True)
    else:
        hand = state.hands[seat]
        card = dearest(hand)
        _draw(course, seat, card, hand.replace(card, "", 1))


def left(course: CardCourse, seat: Seat, *, was_awaited: bool) -> None:
    """A seat has resigned: its cards are out of the round, uncounted."""
    lay_aside(course, seat)
    go_on_without(course, seat, was_awaited=was_awaited)


def go_on_without(course: CardCourse, seat: Seat, *, was_awaited: bool) -> None:
    """Its own word stands; a word that only it might still have challenged does; its turn is the next one’s."""
    number, window = course.state.round, course.state.window
    if window and window.seat == seat:
        challenges.let_stand(course)
    elif window:
        challenges.stand_if_nobody_is_left(course)
    is_same_round = course.state.round == number and course.state.phase != "finished"
    if was_awaited and is_same_round and not course.state.is_round_ending:
        next_turn(course, seat)


ORDERS = {
    "LAY": lay,
    "TAKE": take,
    "DRAW": draw,
    "ADD": add,
    "EXCHANGE": exchange,
    "CHALLENGE": challenge,
    "ACCEPT": accept,
}
