"""The handshake game for the tests of every kind: orders to try at random, what must add up, and what a seat hides."""

from dataclasses import replace
from datetime import timedelta

from hypothesis import strategies as st

from games.rules.values import Order

DURATIONS = st.sampled_from([60, 12 * 3600, 48 * 3600, 48 * 3600])
OPTIONS = st.fixed_dictionaries(
    {
        "move_within": DURATIONS,
        "doubt_within": DURATIONS,
        "vote_within": DURATIONS,
        "vacation": st.sampled_from(["waits", "passes"]),
    }
)
VERBS = (
    *["CLAIM", "SPEAK", "SPEAK", "SPEAK", "SPEAK"] * 3,
    *["DOUBT", "VOTE", "LOOK", "PAUSE", "RESUME", "VOID", "KEEP", "RESIGN", "VACATION", "EXTEND"],
)
BARE = ("PAUSE", "RESUME", "VOID", "KEEP", "RESIGN")  # orders that are only a verb
NAMES = ("Pelé", "PELE", "Sappho", "Zeno", "?", "\u202eEno")
ANOTHER = {"form": "refused", "target": "Nobody at all", "occasion": "never"}


def options(seats):
    """Options for this number of players."""
    return OPTIONS


def orders(state, seat, *, verb, number, now):
    """The orders of one move: one or a few."""
    match verb:
        case "SPEAK":
            spoken = {"claims": "CLAIM", "doubts": "DOUBT", "votes": "VOTE"}[state.stage]
            return orders(state, seat, verb=spoken, number=number, now=now)
        case "CLAIM" if number < 4:
            occasion = f"on day {now.timestamp():.0f}"
            facts = {
                "form": "hand",
                "target": f"{seat} {occasion}",
                "through": f"Olga {occasion}",
                "occasion": occasion,
            }
            form = "hand" if number > 1 else "refused"
            return [Order("CLAIM", {**facts, "form": form, "through": facts["through"] if number else ""})]
        case "CLAIM":
            facts = {"form": "hand", "target": NAMES[number], "through": NAMES[-seat], "occasion": "at home"}
            return [Order("CLAIM", facts)]
        case "DOUBT":
            return [Order("DOUBT", {"claims": tuple(range(1, number))})] if number else [Order("DOUBT", {"claims": ()})]
        case "VOTE":
            return [Order("VOTE", {"claim": number})]
        case "VACATION":
            starts = now + timedelta(hours=6 * number)
            return [Order(verb, {"starts": starts.isoformat(), "ends": (starts + timedelta(days=4)).isoformat()})]
        case _:
            return [Order(verb)]


def adds_up(state):
    """True if points are votes less dismissed doubts, nobody votes for or doubts their own claim, and there are at most 3 rounds."""
    tallies = [tally for past in state.past for tally in past.tallies]
    votes = sum(len(tally.voted_by) for tally in tallies)
    dismissed = sum(len(tally.doubted_by) for tally in tallies if not tally.void)
    is_fair = all(tally.seat not in (*tally.doubted_by, *tally.voted_by) for tally in tallies)
    return is_fair and sum(state.points.values()) == votes - dismissed and len(state.past) <= 3


def knowing(state, events, *, seat):
    """The readers who may know what this seat hides."""
    return {seat}


def with_other_secrets(state, events, *, seat):
    """The same game with other secret claims, doubts and votes of this seat."""
    changed = replace(
        state,
        filed=tuple(replace(claim, target="X", occasion="Y") if claim.seat == seat else claim for claim in state.filed),
        doubts={other: () if other == seat else numbers for other, numbers in state.doubts.items()},
        votes={other: 99 if other == seat else number for other, number in state.votes.items()},
    )
    return changed, [_with_other_secrets(event, seat) for event in events]


def _with_other_secrets(event, seat):
    if event.verb not in ("claim", "doubt", "vote") or event.seat != seat:
        return event
    return replace(event, facts={"claim": ANOTHER, "doubt": {"claims": []}, "vote": {"claim": 99}}[event.verb])
