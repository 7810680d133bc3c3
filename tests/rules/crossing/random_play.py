"""Lexicon Crossing for the tests of every kind: what may be tried at random, what adds up, what a seat hides."""

from collections import Counter
from dataclasses import replace
from datetime import timedelta

from hypothesis import strategies as st

from games.rules.clocks import Clock
from games.rules.kind import Order
from games.rules.tiles import parse_tile_set

TABLES = st.fixed_dictionaries(
    {
        "tile_set": st.sampled_from(["A20 E20 ?2", "A8 B8 C2", "A5 B5"]),
        "starting_tiles": st.integers(2, 3),
        "tiles_per_light": st.integers(1, 2),
        "reveal_after": st.sampled_from(["one", "all"]),
        "requests_visible": st.booleans(),
        "leeway": st.sampled_from([0, 300]),
        "see_bank": st.sampled_from([0, 86400]),
        "vacation": st.sampled_from(["waits", "passes"]),
    }
)
JAYWALKS = st.fixed_dictionaries(
    {
        "jaywalk": st.sampled_from(["not_caller", "everyone"]),
        "jaywalk_times": st.integers(1, 3),
        "jaywalk_tiles": st.integers(1, 2),
        "jaywalk_draw": st.integers(1, 2),
        "face_up": st.booleans(),
        "jaywalk_forfeit": st.sampled_from(["", "Sing."]),
    }
)
HOUSES = [JAYWALKS, st.sampled_from([{}, {"jaywalk": "nobody"}])]
"""What one house rule each adds to a table; any of them goes with any table."""
OPTIONS = st.tuples(TABLES, st.one_of(HOUSES)).map(lambda parts: {**parts[0], **parts[1]})
VERBS = (
    *["LOOK", "LAY ALL", "ASK", "ASK", "JAYWALK", "UNASK"] * 3,
    *["LAY SOME", "LAY WHAT IS NOT HELD", "DONE", "PAUSE", "RESUME", "VOID", "KEEP", "RESIGN"],
    *["VACATION", "TILES BY EMAIL", "SEEN BY MAIL", "EXTEND", "GREEN", "RED"],
)
BARE = ("LOOK", "GREEN", "RED", "UNASK", "DONE", "PAUSE", "RESUME", "VOID", "KEEP", "RESIGN")  # orders of a verb alone
REQUESTS = {"ask", "unask", "lapse", "drop"}


def orders(state, seat, *, verb, number, now):
    """What one move gives: an order or a few."""
    held = state.held(seat)
    match verb:
        case "LAY ALL":
            return [Order("GRID", {"layout": [row(held)]})]
        case "LAY SOME":
            return [Order("GRID", {"layout": [row(held[:number]), ".", row(held[number:])]})]
        case "LAY WHAT IS NOT HELD":
            return [Order("GRID", {"layout": ["QUIZ"]})]
        case "ASK":
            return [
                Order("LOOK"),
                Order("GRID", {"layout": [row(state.hands[seat])]}),
                Order("RED" if state.pool_is_short else "GREEN"),
            ]
        case "JAYWALK":
            return [Order("LOOK"), Order("JAYWALK", jaywalk(state, seat, number))]
        case "VACATION":
            starts = now + timedelta(hours=6 * number)
            return [Order(verb, {"starts": starts.isoformat(), "ends": (starts + timedelta(days=4)).isoformat()})]
        case "TILES BY EMAIL":
            return [Order(verb, {"on": number % 2 == 0})]
        case "SEEN BY MAIL":
            return [Order(verb, {"round": state.round})]
        case _:
            return [Order(verb)]


def jaywalk(state, seat, number):
    """One tile or two, for open ones or for what the pool gives."""
    tiles = (state.hands[seat] or "Q")[: 1 + number % 2 * (state.options.jaywalk_tiles - 1)]
    taken = state.face_up[: len(tiles)] if number > 2 else ""
    return {"tiles": tuple(tiles)} | ({"taken": tuple(taken)} if taken else {})


def row(tiles):
    """The tiles side by side, a blank standing for E."""
    return tiles.replace("?", "e")


def adds_up(state):
    """Pool, hands and what left with resigned seats are the set."""
    tiles = Counter("".join([*state.bags.values(), *state.hands.values()]))
    return tiles == +Counter(parse_tile_set(state.options.tile_set).counts)


def with_other_secrets(state, events, *, seat):
    """The same game with another hand, layout and draws of this seat, another pool, and no request of it if hidden."""
    is_hidden = not state.options.requests_visible
    bags = {**state.bags, "pool": state.bags["pool"][::-1]}
    changed = replace(
        state,
        bags=bags,
        words_used=state.words_used + 7,
        hands={**state.hands, seat: "Z" * len(state.hands[seat])},
        boards={**state.boards, seat: ("ZZ",) if not state.boards[seat] else ()},
    )
    if is_hidden:
        others = tuple(request for request in state.requests if request.seat != seat)
        running = {**state.clocks.running}
        if state.requests and not others and not state.clocks.pause:
            running["call"] = Clock(timedelta(days=3), since=state.now)  # as if nobody had asked
        changed = replace(changed, requests=others, clocks=replace(state.clocks, running=running))
    told = [
        _with_other_secrets(event, seat, state.options)
        for event in events
        if not (is_hidden and event.seat == seat and event.verb in REQUESTS)
        and not (event.verb == "submit" and event.seat == seat)
    ]
    return changed, told


def _with_other_secrets(event, seat, options):
    facts = dict(event.facts)
    if event.verb in ("deal", "green", "amber"):
        facts["draws"] = [
            ["Z"] * len(drawn) if number == seat else drawn for number, drawn in enumerate(facts["draws"])
        ]
    if event.verb == "jaywalk" and event.seat == seat:
        facts["draws"] = ["Z"] * len(facts["draws"])
        if not options.face_up:
            facts["returned"] = ["Z"] * len(facts["returned"])
    return replace(event, facts=facts)
