"""Lexicon Crossing for the tests of every kind: orders to try at random, what must add up, and what a seat hides."""

from collections import Counter
from dataclasses import replace
from datetime import timedelta

from hypothesis import strategies as st

from games.rules.alphabets.known import ENGLISH
from games.rules.clocks import Clock
from games.rules.grid import runs, tiles_used
from games.rules.tiles import parse_tile_set
from games.rules.values import Order

TABLES = st.fixed_dictionaries(
    {
        "tile_set": st.sampled_from(["A20 E20 ?2", "A8 B8 C2", "A5 B5"]),
        "starting_tiles": st.integers(2, 3),
        "tiles_per_light": st.integers(1, 2),
        "reveal_after": st.sampled_from(["one", "all", "nobody"]),
        "requests_visible": st.booleans(),
        "leeway": st.sampled_from([0, 300]),
        "see_bank": st.sampled_from([0, 86400]),
        "call_within": st.sampled_from([259200, "never"]),
        "vacation": st.sampled_from(["waits", "passes"]),
        "nights": st.sampled_from(["run", "stand"]),
        "rest_days": st.sampled_from(["none", "sat_sun"]),
    }
)
JAYWALKS = st.fixed_dictionaries(
    {
        "jaywalk": st.sampled_from(["not_caller", "everyone", "behind"]),
        "jaywalk_times": st.sampled_from([1, 2, 3, "every second round", "once a game", "unlimited"]),
        "jaywalk_tiles": st.integers(1, 2),
        "jaywalk_draw": st.integers(1, 2),
        "face_up": st.booleans(),
        "jaywalk_forfeit": st.sampled_from(["", "Sing."]),
    }
)
NO_JAYWALKS = st.sampled_from([{}, {"jaywalk": "nobody"}])
CHALLENGES = st.fixed_dictionaries(
    {
        "word_check": st.just("challenge"),
        "challenge_window": st.sampled_from([0, 3600]),
        "false_challenge": st.integers(0, 3),
        "challenge_lights": st.booleans(),
    }
)
SIGHTS = st.fixed_dictionaries(
    {
        "layouts_visible": st.sampled_from(["end", "always"]),
        "light_forfeit": st.sampled_from(["", "Dance."]),
        "incomplete_forfeit": st.sampled_from(["", "Hop."]),
        "invalid_forfeit": st.sampled_from(["", "Skip."]),
    }
)
PLAIN = st.just({})


def options(seats):
    """Options for this number of players, with any combination of the groups of house rules."""
    teams = st.fixed_dictionaries(
        {
            "teams": st.sampled_from([("AB" * seats)[:seats], ("A" * seats)[1:] + "B"]),
            "team_wins": st.sampled_from(["best", "lowest", "sum"]),
            "partners_see": st.booleans(),
        }
    )
    groups = (TABLES, JAYWALKS | NO_JAYWALKS, PLAIN | CHALLENGES, PLAIN | SIGHTS, PLAIN | teams)
    return st.tuples(*groups).map(lambda chosen: {name: group[name] for group in chosen for name in group})


VERBS = (
    *["LOOK", "LAY ALL", "ASK", "ASK", "JAYWALK", "UNASK"] * 3,
    *["CHALLENGE", "CHALLENGE", "OFFER", "OFFER", "ACCEPT", "ACCEPT", "UNOFFER", "DECLINE SWAP"],
    *["LAY SOME", "LAY WHAT IS NOT HELD", "DONE", "PAUSE", "RESUME", "VOID", "KEEP", "RESIGN"],
    *["STANDING", "HOURS"] * 4,
    *["VACATION", "TILES BY EMAIL", "SEEN BY MAIL", "EXTEND", "GREEN", "RED"],
)
STANDING = (("LIGHT", "LOOK"), ("LIGHT", "DONE"), ("LEFTOVER",), ("LIGHT", "LOOK", "DONE", "LEFTOVER"), (), ("RED",))
HOURS = (
    {"asleep_from": 1320, "asleep_for": 540, "offsets": [[0, 60], [29_700_000, 120]]},
    {"asleep_from": 720, "asleep_for": 600, "offsets": [[0, -300]]},
    {"asleep_from": 720, "asleep_for": 601, "offsets": [[0, -300]]},
    {},
)
BARE = (
    *("LOOK", "GREEN", "RED", "UNASK", "DONE", "PAUSE", "RESUME", "VOID", "KEEP", "RESIGN"),
    *("UNOFFER", "ACCEPT", "DECLINE SWAP"),
)  # orders that are only a verb
REQUESTS = {"ask", "unask", "lapse", "drop"}
SWAPS = {"offer", "unoffer", "swap"}


def orders(state, seat, *, verb, number, now):
    """The orders of one move: one or a few."""
    held = state.held(seat)
    match verb:
        case "LAY ALL":
            return [Order("GRID", {"layout": [row(held, state.alphabet)]})]
        case "LAY SOME":
            return [
                Order("GRID", {"layout": [row(held[:number], state.alphabet), ".", row(held[number:], state.alphabet)]})
            ]
        case "LAY WHAT IS NOT HELD":
            return [Order("GRID", {"layout": ["QUIZ"]})]
        case "ASK":
            return [
                Order("LOOK"),
                Order("GRID", {"layout": [row(state.hands[seat], state.alphabet)]}),
                Order("RED" if state.pool_is_short else "GREEN"),
            ]
        case "JAYWALK":
            return [Order("LOOK"), Order("JAYWALK", jaywalk(state, seat, number))]
        case "CHALLENGE":
            return [Order("LOOK"), Order(verb, {"word": challengeable(state, number)})]
        case "OFFER":
            return [Order("LOOK"), Order(verb, swap(state, seat, number))]
        case "VACATION":
            starts = now + timedelta(hours=6 * number)
            return [Order(verb, {"starts": starts.isoformat(), "ends": (starts + timedelta(days=4)).isoformat()})]
        case "HOURS":
            return [Order(verb, HOURS[number % len(HOURS)])]
        case "STANDING":
            return [Order(verb, {"orders": STANDING[number]})]
        case "TILES BY EMAIL":
            return [Order(verb, {"on": number % 2 == 0})]
        case "SEEN BY MAIL":
            return [Order(verb, {"round": state.round})]
        case _:
            return [Order(verb)]


def jaywalk(state, seat, number):
    """One or two tiles, exchanged for open ones or for tiles from the pool."""
    tiles = (state.hands[seat] or "Q")[: 1 + number % 2 * (state.options.jaywalk_tiles - 1)]
    taken = state.face_up[: len(tiles)] if number > 2 else ""
    return {"tiles": tuple(tiles)} | ({"taken": tuple(taken)} if taken else {})


def challengeable(state, number):
    """A word from one of the layouts, or QUIZ if they have none."""
    layouts = [state.granted, *state.boards.values()][number % (state.seats + 1) :]
    return next((run.word for layout in layouts for run in runs(layout)), "QUIZ")


def swap(state, seat, number):
    """An offer of one of the seat's tiles for a tile of a partner, or of anybody."""
    others = [*state.partners_of(seat), *(other for other in range(state.seats) if other != seat)]
    to = others[0 if number < 5 else -1]
    return {"gives": (state.held(seat) or "Q")[-1], "takes": (state.hands[to] or "Q")[number % 2 - 1], "to": to}


def row(tiles, alphabet):
    """The tiles side by side, with blanks as E, or as a common letter in an alphabet without E."""
    return tiles.replace("?", "e" if "E" in alphabet.letters else alphabet.easy[0].lower())


def adds_up(state):
    """True if the pool, the hands and the tiles of resigned seats make up the set."""
    tiles = Counter("".join([*state.bags.values(), *state.hands.values()]))
    return tiles == +Counter(parse_tile_set(state.options.tile_set, ENGLISH).counts)


def knowing(state, events, *, seat):
    """The readers who may know what this seat hides: partners who see each other's tiles. If a swap was ever offered, the
    whole team, including those who have resigned."""
    if any(event.verb in SWAPS for event in events):
        return {other for other in range(state.seats) if state.team_of(other) == state.team_of(seat)}
    return {seat, *(state.partners_of(seat) if state.options.partners_see else ())}


def with_other_secrets(state, events, *, seat):
    """The same game with another hand, layout and draws for this seat, another pool, and without its request if hidden.

    A revealed layout is no secret, nor are its tiles."""
    is_hidden = not state.options.requests_visible
    lies_open = state.phase == "challenge" or state.options.layouts_visible == "always"
    layout = state.boards[seat]
    changed = replace(
        state,
        bags={**state.bags, "pool": state.bags["pool"][::-1]},
        words_used=state.words_used + 7,
        hands={**state.hands, seat: other_tiles(state.hands[seat], but=tiles_used(layout) if lies_open else "")},
        boards=state.boards if lies_open else {**state.boards, seat: ("ZZ",) if not layout else ()},
        swaps=tuple(one for one in state.swaps if seat not in (one.seat, one.to)),
    )
    if state.phase == "playing":  # after the red light, DONE is carried out at once
        standing = {**state.standing, seat: () if seat in state.standing else ("DONE",)}
        changed = replace(changed, standing=standing)
    if is_hidden:
        others = tuple(request for request in state.requests if request.seat != seat)
        running = {**state.clocks.running}
        if state.requests and not others and not state.clocks.pause:
            running["call"] = Clock(timedelta(days=3), since=state.now)  # as if nobody had asked
        changed = replace(changed, requests=others, clocks=replace(state.clocks, running=running))
    secret = ("standing", *(REQUESTS if is_hidden else ()), *(() if lies_open else ("submit",)))
    told = [
        _with_other_secrets(event, seat, state.options)
        for event in events
        if not (event.seat == seat and event.verb in secret)
    ]
    return changed, told


def other_tiles(tiles, *, but):
    """As many tiles, all replaced except those in `but`."""
    kept = Counter(but)
    other = []
    for tile in tiles:
        other.append(tile if kept[tile] > 0 else "Z")
        kept[tile] -= 1
    return "".join(other)


def _with_other_secrets(event, seat, options):
    facts = dict(event.facts)
    if event.verb in ("deal", "green", "amber"):
        facts["draws"] = [
            ["Z"] * len(drawn) if number == seat else drawn for number, drawn in enumerate(facts["draws"])
        ]
        facts["tiles_by_email"] = sorted({*facts.get("tiles_by_email", ())} ^ {seat})
        facts |= {"struck": [*facts["struck"], "ZZ"]} if "struck" in facts else {}
    if event.verb == "jaywalk" and event.seat == seat:
        facts["draws"] = ["Z"] * len(facts["draws"])
        if not options.face_up:
            facts["returned"] = ["Z"] * len(facts["returned"])
    if event.verb in SWAPS and seat in (event.seat, *facts.get("seats", (facts.get("of"), facts.get("to")))):
        facts |= {name: "Z" for name in ("gives", "takes") if name in facts}
        facts |= {"tiles": ["Z", "Z"]} if "tiles" in facts else {}
    return replace(event, facts=facts)
