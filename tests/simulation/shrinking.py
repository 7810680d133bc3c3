"""Cuts a failing plan down to a short one that still violates the same invariant."""

from collections.abc import Callable, Iterator
from dataclasses import replace

from tests.simulation.run import Result
from tests.simulation.world import Plan

Runs = Callable[[Plan], Result]


def shrink(plan: Plan, result: Result, run: Runs, *, most_runs: int = 40) -> tuple[Plan, Result]:
    """Drop days, people, incidents and kinds of faults while the same invariant is still violated. Returns the shortest plan found and
    its result."""
    invariant = result.violations[0][1]
    plan = replace(plan, days=-(-result.hours // 24))
    runs = 0
    is_shorter = True
    while is_shorter and runs < most_runs:
        is_shorter = False
        for shorter in _shorter(plan):
            runs += 1
            found = run(shorter)
            if found.violations and found.violations[0][1] == invariant:
                plan, result, is_shorter = replace(shorter, days=-(-found.hours // 24)), found, True
                break
            if runs >= most_runs:
                break
    return plan, result


def _shorter(plan: Plan) -> Iterator[Plan]:
    """Yield shorter plans, the boldest first: without any faults; without half the people, a quarter, …, one; without an incident;
    without a kind of fault."""
    if plan.incidents and plan.faults:
        yield replace(plan, incidents=(), faults=())
    size = len(plan.people) // 2
    while size:
        for at in range(0, len(plan.people), size):
            left = plan.people[:at] + plan.people[at + size :]
            if left:
                yield replace(plan, people=left)
        size //= 2
    for incident in plan.incidents:
        yield replace(plan, incidents=tuple(one for one in plan.incidents if one != incident))
    for kind in plan.faults:
        yield replace(plan, faults=tuple(one for one in plan.faults if one != kind))
