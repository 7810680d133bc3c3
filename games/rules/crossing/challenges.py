"""Challenges, in games where words are looked up only when challenged: which words count, which can be challenged,
the CHALLENGE command and its wording.

At the end, a challenge looks up one word. At a light, it looks up the whole layout."""

from dataclasses import replace
from functools import lru_cache

from games.rules.alphabets.alphabet import Alphabet, NotATile
from games.rules.alphabets.known import alphabet_of
from games.rules.crossing.options import Options
from games.rules.crossing.scoring import score
from games.rules.crossing.state import Challenge, State
from games.rules.crossing.transition import Transition, lapse
from games.rules.facts import Facts
from games.rules.grid import Layout, runs
from games.rules.layouts import Score
from games.rules.lines import Line, Phrase, without_strange_marks
from games.rules.panels import Asking, Field, Offer
from games.rules.table.verbs import AnyHappening, AnyVerb, Happening, Told, Verb, an_order
from games.rules.texts import Player, Text, Value, points, say, template
from games.rules.values import Order, OrderRefused, Seat, Unreadable
from games.rules.words import AllBut, WordList


class ChallengeWord(Facts):
    verb = "CHALLENGE"
    word: str


class Challenged(Facts):
    """A challenge and its outcome, at a `light` or at the end.

    Without a word, it marks the start of the time for challenges at the end."""

    verb = "challenge"
    word: str = ""
    upheld: bool | None = None
    costs: int = 0
    light: bool = False
    struck: tuple[str, ...] | None = None
    forfeit: str = ""
    owes: Seat | None = None


# --- valid words ------------------------------------------------------------------------------------------------------


def judge(state: State, words: WordList) -> WordList:
    """Return the words that count now. Where words are challenged, that is every word except those struck."""
    return AllBut(one.word for one in state.challenges if one.upheld) if state.options.words_are_challenged else words


def points_off(state: State, seat: Seat) -> int:
    """Return how many points a seat has lost by wrong challenges at the end."""
    return state.options.false_challenge * sum(one.seat == seat and not one.upheld for one in state.challenges)


def score_of(state: State, seat: Seat, layout: Layout, words: WordList) -> Score:
    """Return the score of a layout of this seat, by the words that count now."""
    return _score(layout, state.held(seat), judge(state, words), state.alphabet, less=points_off(state, seat))


_score = lru_cache(maxsize=1000)(score)
"""Score a layout, once for the request, the pages and the replies that ask for it. The tiles held are part of the key,
so that a quick answer reveals nothing about another player's layout."""


def open_words(state: State) -> frozenset[str]:
    """Return the words that can still be challenged now."""
    if not state.options.words_are_challenged:
        return frozenset()
    if state.phase == "challenge":
        layouts = [state.boards[seat] for seat in state.live]
        return _words_of(*layouts) - {one.word for one in state.challenges}
    return _words_of(state.granted).difference(state.light_challenged)


# --- the command ------------------------------------------------------------------------------------------------------


def _check(state: State, seat: Seat, words: WordList) -> None:
    if not state.options.words_are_challenged:
        raise OrderRefused("There is nothing to challenge. In this game, words are looked up when they are submitted.")
    if state.phase == "challenge":
        return
    if not state.options.challenge_lights:
        raise OrderRefused("You can only challenge words at the end, when all layouts are revealed.")
    if not state.granted:
        raise OrderRefused(
            "There is no layout to challenge now. You can challenge the layout that got a light until the leeway "
            "ends, and all layouts at the end of the game."
        )
    if seat == state.caller:
        raise OrderRefused("This layout is your own. Only the other players can challenge it.")


def _challenge(transition: Transition, seat: Seat, facts: ChallengeWord) -> None:
    """Look up the word at the end, or the whole layout at a light. Words not in the list are struck from every
    layout."""
    state, word = transition.state, facts.word.upper()
    if word not in open_words(state):
        raise OrderRefused(_why_not(state, word))
    if state.phase != "challenge":
        _judge_light(transition, seat, word)
        return
    upheld = word not in transition.words
    transition.change(challenges=(*state.challenges, Challenge(word, seat, upheld)))
    cost = 0 if upheld else state.options.false_challenge
    transition.happened(Challenged(word, upheld, costs=cost), seat)


def _judge_light(transition: Transition, seat: Seat, word: str) -> None:
    """Look up every word of the layout that got the light.

    The challenge is upheld if any word is struck. The loser owes the forfeit: the caller or the challenger. Requests
    for a light lapse if their layout has a word that is struck now."""
    state = transition.state
    words = sorted(_words_of(state.granted), key=state.alphabet.by_letters)
    struck = [one for one in words if one not in transition.words]
    transition.change(
        challenges=(*state.challenges, *(Challenge(one, seat, upheld=True) for one in struck)),
        light_challenged=tuple(words),
    )
    forfeit = state.options.challenge_forfeit
    owes = (state.caller if struck else seat) if forfeit else None
    transition.happened(
        Challenged(word, bool(struck), light=True, struck=tuple(struck), forfeit=forfeit, owes=owes), seat
    )
    stand = judge(transition.state, transition.words)
    for request in state.requests:
        if not score(state.boards[request.seat], state.held(request.seat), stand, state.alphabet).complete:
            lapse(transition, request.seat)


def close_light(transition: Transition) -> None:
    """Hide the layout that got the last light again, and end the time to challenge it."""
    transition.change(granted=(), light_challenged=())


def _why_not(state: State, word: str) -> Text:
    earlier = next((one for one in state.challenges if one.word == word and state.phase == "challenge"), None)
    if earlier and earlier.upheld:
        return say("{word} has already been challenged and is struck.", word=word)
    if earlier:
        return say("{word} has already been challenged. Each word can only be challenged once.", word=word)
    if state.light_challenged:
        return say(
            "The layout that got the last light has already been challenged. One challenge checks all its words."
        )
    if state.phase == "challenge":
        return say("{word} isn’t in any of the layouts. Challenge a word that is.", word=word)
    return say("{word} isn’t in the layout that got the last light. Challenge a word that is.", word=word)


def _words_of(*layouts: Layout) -> frozenset[str]:
    return frozenset(run.word for layout in layouts for run in runs(layout))


# --- reading the command ----------------------------------------------------------------------------------------------

_AROUND = " \"'“”„«»‘’"


def _read(line: Line, phrase: Phrase) -> Order | None:
    """Read the challenged word. Return None for more than one word, which is chat."""
    word, alphabet = phrase.argument.strip(_AROUND), line.alphabet
    correct = f"CHALLENGE {alphabet.examples.two}"
    if not word:
        raise Unreadable("After CHALLENGE, write the word that you think is invalid.", line=line.raw, correct=correct)
    if (strange := alphabet.unreadable(word)) and _is_word(without_strange_marks(word, alphabet), alphabet):
        raise Unreadable(
            "No tile has {letters}. Words use the letters {tiles}.",
            line=line.raw,
            correct=correct,
            letters=strange,
            tiles=alphabet.listed,
        )
    try:
        tiles = alphabet.word(word)
    except NotATile as fault:
        corrected = word.replace(fault.strange, fault.correct.split(" ")[0])
        if not fault.correct or not _is_word(corrected, alphabet):
            return None
        raise Unreadable(
            "{strange} isn’t a tile. Write {form}.",
            line=line.raw,
            correct=f"CHALLENGE {corrected}",
            strange=fault.strange,
            form=fault.correct,
        ) from fault
    return Order("CHALLENGE", {"word": tiles}) if len(tiles) > 1 else None


def _is_word(text: str, alphabet: Alphabet) -> bool:
    try:
        return len(alphabet.word(text)) > 1
    except NotATile:
        return False


def _at(verb: AnyVerb, options: Options) -> AnyVerb | None:
    """Return the verb in games with challenges, with an example in the alphabet of the game, else None."""
    if not options.words_are_challenged:
        return None
    return replace(verb, examples=(f"CHALLENGE {alphabet_of(options.alphabet).examples.two}",))


# --- the offer --------------------------------------------------------------------------------------------------------


def _offer(state: State, seat: Seat, refusal: Text | None) -> Offer | None:
    """Return the button, with one of the open words as its example."""
    if state.phase != "challenge" and (not state.granted or seat == state.caller):
        return None
    words = open_words(state)
    word, cost = (
        min(words, key=state.alphabet.by_letters, default=state.alphabet.examples.two),
        state.options.false_challenge,
    )
    if state.phase != "challenge":
        brief = say("checks every word, for a forfeit") if state.options.challenge_forfeit else say("checks every word")
        does = say("`CHALLENGE {word}` checks every word in the layout that got the light", word=word)
        may_cost = say(
            "The word list decides at once on every word in the layout that got the light. Invalid words are "
            "struck, and their player owes the forfeit if the game has one. If every word is valid, you owe it."
        )
    else:
        does = say("`CHALLENGE {word}` claims that {word} is not a valid word", word=word)
        if cost:
            brief = say("costs {points} if you’re wrong", points=points(cost))
            may_cost = say(
                "The word list decides at once. An invalid word is struck from every layout; if the word is valid, you "
                "lose {n} points.",
                n=cost,
            )
        else:
            brief = say("costs nothing if you’re wrong")
            may_cost = say(
                "The word list decides at once. An invalid word is struck from every layout; a valid word stays."
            )
    return Offer(
        "CHALLENGE",
        say("Challenge"),
        refusal=refusal,
        brief=brief,
        does=does,
        fields=(Field(say("Word"), "word"),),
        asks=Asking((may_cost,)),
        example=f"CHALLENGE {word}",
        at="" if words and state.phase == "challenge" else "words",
    )


# --- wording in the history -------------------------------------------------------------------------------------------


def _says(told: Told[Challenged]) -> Text:
    facts = told.facts
    if not facts.word:
        return say("All layouts are now revealed, and words can be challenged.")
    templates = _OF_A_LIGHT if facts.light else _AT_THE_END
    whose = "yours" if facts.owes == told.reader else "theirs"
    cost = "costs" if facts.costs else whose if facts.forfeit else ""
    values: dict[str, Value] = {"word": facts.word, "costs": facts.costs, "forfeit": facts.forfeit}
    values |= {"struck": facts.struck} if facts.struck else {}
    values |= {"owes": Player(facts.owes)} if facts.owes is not None else {}
    return say(templates["you" if told.is_mine else "other", bool(facts.upheld), cost], **values, **told.who)


_AT_THE_END = {
    ("you", True, ""): template("You challenged {word}. It isn’t in the word list, so it is struck."),
    ("you", False, ""): template("You challenged {word}. It is in the word list, so it stays."),
    ("you", False, "costs"): template(
        "You challenged {word}. It is in the word list, so it stays. Points lost: {costs}."
    ),
    ("other", True, ""): template("{player} challenged {word}. It isn’t in the word list, so it is struck."),
    ("other", False, ""): template("{player} challenged {word}. It is in the word list, so it stays."),
    ("other", False, "costs"): template(
        "{player} challenged {word}. It is in the word list, so it stays. Points lost: {costs}."
    ),
}
"""Sentences for a challenge at the end, by who made it, whether it was upheld, and which cost is mentioned."""
_OF_A_LIGHT = {
    ("you", True, ""): template("You challenged the layout that got the last light. Struck as invalid: {struck}."),
    ("you", True, "theirs"): template(
        "You challenged the layout that got the last light. Struck as invalid: {struck}. Forfeit for {owes}: "
        "“{forfeit}”"
    ),
    ("you", False, ""): template("You challenged the layout that got the last light. All its words are valid."),
    ("you", False, "yours"): template(
        "You challenged the layout that got the last light. All its words are valid. Forfeit for you: “{forfeit}”"
    ),
    ("other", True, ""): template(
        "{player} challenged the layout that got the last light. Struck as invalid: {struck}."
    ),
    ("other", True, "yours"): template(
        "{player} challenged the layout that got the last light. Struck as invalid: {struck}. Forfeit for you: "
        "“{forfeit}”"
    ),
    ("other", True, "theirs"): template(
        "{player} challenged the layout that got the last light. Struck as invalid: {struck}. Forfeit for {owes}: "
        "“{forfeit}”"
    ),
    ("other", False, ""): template("{player} challenged the layout that got the last light. All its words are valid."),
    ("other", False, "theirs"): template(
        "{player} challenged the layout that got the last light. All its words are valid. Forfeit for {owes}: "
        "“{forfeit}”"
    ),
}


def _struck(facts: Challenged) -> tuple[str, ...]:
    own = (facts.word,) if facts.upheld and not facts.light else ()
    return (*(facts.struck or ()), *own)


# --- rows -------------------------------------------------------------------------------------------------------------


VERBS: tuple[AnyVerb, ...] = (
    Verb(
        facts=ChallengeWord,
        substitute_with="everything",
        at=_at,
        check=_check,
        carry_out=_challenge,
        offer=_offer,
        reads=_read,
        help={"CHALLENGE X": template("challenge the word X, in games with challenges")},
        is_given_severally=True,
    ),
)


HAPPENINGS: tuple[AnyHappening, ...] = (
    Happening(
        facts=Challenged,
        says=_says,
        came_of=an_order(lambda facts: ChallengeWord(facts.word)),
        tells=lambda facts, seat, seats: (
            (each, "red" if seat is None else "challenged") for each in seats if each != seat
        ),
        struck=_struck,
    ),
)
