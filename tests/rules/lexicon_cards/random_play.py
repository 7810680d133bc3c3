"""Lexicon, the card game, for the tests of every kind: orders to try at random, what must add up, and what a seat hides."""

from collections import Counter
from dataclasses import replace
from datetime import timedelta

from hypothesis import strategies as st

from games.rules.lexicon_cards.cards import as_dealt, cards_of, dearest, in_order
from games.rules.values import Order

OPTIONS = st.fixed_dictionaries(
    {
        "word_check": st.sampled_from(["enforced", "challenge"]),
        "upheld": st.sampled_from(["offender", "challenger"]),
        "out_at": st.sampled_from(["over", "reached"]),
        "exchange": st.sampled_from(["one", "several"]),
        "sticky_master": st.booleans(),
        "vacation": st.sampled_from(["waits", "passes"]),
        "nights": st.sampled_from(["run", "stand"]),
        "rest_days": st.sampled_from(["none", "sat_sun"]),
        "move_within": st.sampled_from([3600, 259200]),
        "challenge_within": st.sampled_from([0, 300, 86400]),
    }
)
VERBS = (
    *["LAY", "LAY", "LAY ALL", "ADD", "ADD ALL", "EXCHANGE", "TAKE", "DRAW"] * 4,
    *["CHALLENGE", "ACCEPT"] * 3,
    *["STANDING", "HOURS"] * 3,
    *["LAY WHAT IS NOT HELD", "LOOK", "PAUSE", "RESUME", "VOID", "KEEP", "RESIGN", "VACATION", "EXTEND"],
)
BARE = ("CHALLENGE", "ACCEPT", "PAUSE", "RESUME", "VOID", "KEEP", "RESIGN")  # orders that are only a verb
ON_TURN = ("LAY", "LAY ALL", "ADD", "ADD ALL", "EXCHANGE", "TAKE", "DRAW")


def options(seats):
    """Options for this number of players."""
    return OPTIONS


def orders(state, seat, *, verb, number, now):
    """The orders of one move: one or none."""
    if verb in ON_TURN and number and state.awaited:
        seat = state.awaited[0]  # mostly use the hand of the player to move
    hand = in_order(state.hands[seat])
    lies = state.table[number % len(state.table)] if state.table else "AT"
    match verb:
        case "LAY":
            return [Order("LAY", {"word": letters(hand[: number + 2])})] if hand else []
        case "LAY ALL":
            return [Order("LAY", {"word": letters(hand)})] if hand else []
        case "LAY WHAT IS NOT HELD":
            return [Order("LAY", {"word": "QUIZZICALLY"})]
        case "ADD":
            return [Order("ADD", {"word": lies, "makes": lies + letters(hand[:1])})]
        case "ADD ALL":
            return [Order("ADD", {"word": lies, "makes": letters(hand) + lies})]
        case "EXCHANGE":
            return [Order("EXCHANGE", {"word": lies, "makes": letters(hand[-1:]) + lies[1:]})]
        case "HOURS":
            return [Order(verb, {"asleep_from": 240 * number, "asleep_for": 120 * number, "offsets": [[0, 330]]})]
        case "STANDING":
            exchange = f"EXCHANGE {lies} {letters(hand[-1:]) + lies[1:]}"
            return [Order(verb, {"orders": [exchange] if number else []})]
        case "TAKE" | "DRAW":
            return [Order(verb, {"card": as_dealt(dearest(hand)) if hand else "Q"})]
        case "VACATION":
            starts = now + timedelta(hours=6 * number)
            return [Order(verb, {"starts": starts.isoformat(), "ends": (starts + timedelta(days=4)).isoformat()})]
        case _:
            return [Order(verb)]


def letters(cards):
    """The cards as a word, with free Masters as E."""
    return cards.replace("?", "e")


def adds_up(state):
    """True if the piles, the hands, the cards of players who left and the words on the table make up the packs."""
    cards = Counter(map(as_dealt, "".join([*state.bags.values(), *state.hands.values(), *state.table])))
    return cards == Counter(cards_of(state.options.packs))


def knowing(state, events, *, seat):
    """The readers who may know what this seat hides."""
    return {seat}


def with_other_secrets(state, events, *, seat):
    """The same game with another hand for this seat, other cards drawn blind, and another pack."""
    window = state.window
    if window and window.seat == seat:
        window = replace(window, hand="Z" * len(window.hand))
    changed = replace(
        state,
        bags={**state.bags, "pack": state.bags["pack"][::-1], "gone": "Z" * len(state.bags["gone"])},
        words_used=state.words_used + 7,
        hands={**state.hands, seat: "Z" * len(state.hands[seat])},
        window=window,
        standing={**state.standing, seat: () if seat in state.standing else ("EXCHANGE AT IT",)},
    )
    return changed, [_with_other_secrets(event, seat) for event in events]


def _with_other_secrets(event, seat):
    if event.verb == "deal":
        draws = [["Z"] * len(drawn) if number == seat else drawn for number, drawn in enumerate(event.facts["draws"])]
        return replace(event, facts={**event.facts, "draws": draws})
    if event.verb == "draw" and event.seat == seat:
        return replace(event, facts={**event.facts, "drew": "Z"})
    if event.verb == "standing" and event.seat == seat:
        return replace(event, facts={"orders": ["EXCHANGE AT IT"]})
    return event
