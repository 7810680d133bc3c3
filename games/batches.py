"""The loop over rows of different people, in which a row that fails does not hold up the others.

A row that fails is logged by its id and put off, longer each time; only its own failures count. `ready` leaves out rows
that are put off, `each` acts on rows one by one, and `together` on all at once as long as none fails."""

import logging
from collections.abc import Callable, Iterable, Sequence
from datetime import datetime, timedelta
from typing import Any, TypeVar

from django.db.models import CharField, Exists, Model, OuterRef, QuerySet, Subquery
from django.db.models.functions import Cast

from games.models import Setback

Row = TypeVar("Row")
Found = TypeVar("Found", bound=Model)
Result = TypeVar("Result")

FIRST_RETRY, LONGEST_RETRY = timedelta(minutes=1), timedelta(hours=6)
STARTS_ANEW = timedelta(days=1)  # after this long without a failure, a row's count starts again

log = logging.getLogger(__name__)


def wait_after(tries: int) -> timedelta:
    """Return the time until the next try, after this many failures."""
    doubled: int = 2 ** min(tries - 1, 20)
    return min(FIRST_RETRY * doubled, LONGEST_RETRY)


def retry_at(task: str, *, by: str = "pk") -> Subquery:
    """Return the instant of a row's next try, as a column for a query; empty if it has not failed lately."""
    return Subquery(Setback.objects.filter(task=task, row=Cast(OuterRef(by), CharField())).values("retry_at"))


def ready(task: str, rows: "QuerySet[Found]", *, now: datetime, by: str = "pk") -> "QuerySet[Found]":
    """Return those of the rows that are not put off for this task; `by` leads to the id under which a row fails."""
    put_off = Setback.objects.filter(task=task, row=Cast(OuterRef(by), CharField()), retry_at__gt=now)
    return rows.filter(~Exists(put_off))


def each(
    task: str,
    rows: Iterable[Row],
    act: Callable[[Row], Result],
    *,
    now: datetime,
    put_off: Callable[[Row, datetime], object] | None = None,
) -> list[Result]:
    """Act on the rows one by one, and return the results of those that didn't fail. Rows are instances or their ids.

    `act` opens its own transaction. `put_off` is called with a failed row and the instant of its next try, for rows
    that have a column for that. Raises ConnectionError as soon as `act` does."""
    came = []
    for row in rows:
        try:
            came.append(act(row))
        except ConnectionError:  # a service that `act` needs is gone, which is no fault of the row
            raise
        except Exception:
            number = getattr(row, "pk", row)
            retry_at = _note(task, str(number), now=now)
            log.exception("%s: row %s failed, next try at %s", task, number, retry_at, extra={"row": str(number)})
            if put_off is not None:
                put_off(row, retry_at)
    return came


def together(
    task: str,
    rows: Sequence[Row],
    act: Callable[[Sequence[Row]], Any],
    *,
    now: datetime,
    alone: Callable[[Row], Any] | None = None,
    put_off: Callable[[Row, datetime], object] | None = None,
) -> None:
    """Act on all the rows at once or, if that fails, one by one as `each` does, with `alone` if given. `act` opens its
    own transaction."""
    if len(rows) > 1 or (rows and alone):
        try:
            act(rows)
        except ConnectionError:
            raise
        except Exception:
            log.exception("%s: failed for %s rows at once, each is tried alone", task, len(rows))
        else:
            return
    each(task, rows, alone or (lambda row: act([row])), now=now, put_off=put_off)


def _note(task: str, row: str, *, now: datetime) -> datetime:
    """Count a failure of a row. Return the instant of its next try."""
    before = Setback.objects.filter(task=task, row=row, retry_at__gt=now - STARTS_ANEW).first()
    tries = before.tries + 1 if before else 1
    retry_at = now + wait_after(tries)
    Setback.objects.filter(retry_at__lt=now - STARTS_ANEW).delete()
    Setback.objects.update_or_create(task=task, row=row, defaults={"tries": tries, "retry_at": retry_at})
    return retry_at
