"""The check of what pages and commands cost: it counts the same each time, and notices an added cost."""

from tests.bench.costs import counted, worse
from tests.bench.measure import Row, Task


def call():
    """One call."""


def row(calls):
    def work():
        for _ in range(calls):
            call()

    return Row("path", "a path", None, lambda: Task(work))


def test_two_counts_of_the_same_work_are_equal(db):
    assert counted([row(1000)]) == counted([row(1000)])


def test_an_increase_in_calls_of_more_than_five_percent_is_noticed(db):
    before = counted([row(1000)])
    assert worse(counted([row(1040)]), before) == []
    assert worse(counted([row(1100)]), before) == ["path: 1,101 calls, committed: 1,001"]
    assert worse(counted([row(1100)]), before, ["queries"]) == []


def test_one_more_query_is_noticed(db):
    before = {"path": {"queries": 9, "calls": 1000}}
    assert worse({"path": {"queries": 10, "calls": 1000}}, before) == ["path: 10 queries, committed: 9"]


def test_a_row_that_was_never_committed_is_named():
    assert worse({"path": {"queries": 0, "calls": 1}}, {}) == [
        "path: 0 queries, committed: none",
        "path: 1 calls, committed: none",
    ]
