"""Logs without tokens, because a link from an email gives as much access as the mailbox, and without exception
messages, which may quote a tile or an address. With `LOG_JSON`, one JSON line for each request and each task, with ids
by which each can be traced to its origin.

`id` is the request's or task's own, `by` that of the request or task which sent a task; lines about an email have its
number as `mail`, from its arrival to its receipt."""

import logging
import re
from collections.abc import Callable, MutableMapping
from time import perf_counter
from traceback import format_tb
from typing import Any
from uuid import uuid4

import structlog
from celery import signals
from django.conf import settings
from django.core.exceptions import MiddlewareNotUsed
from django.http import HttpRequest, HttpResponse
from structlog.contextvars import bind_contextvars, clear_contextvars, get_contextvars

_LINK = re.compile(
    r"(/(?:invitations|join|loans|calendar|accounts/email|tournaments/clubs)/|/screen/\d+-|(?<![\w/])/mail/)[^/\s]+"
)
SENT_BY = "sent_by"  # a task's header
CELERY = "celery.app.trace"  # the logger of failed tasks

log = logging.getLogger(__name__)


class WithoutTokens(logging.Filter):
    """A filter that lets every line through, without the tokens in our URLs, and without Celery's exception
    messages."""

    def filter(self, record: logging.LogRecord) -> bool:
        if isinstance(record.args, tuple):
            record.args = tuple(_LINK.sub(r"\1…", arg) if isinstance(arg, str) else arg for arg in record.args)
        elif record.name == CELERY and record.args:
            kind = type(record.exc_info[1]).__name__ if record.exc_info else "…"
            record.args = {**record.args, "exc": kind}
            vars(record).pop("data", None)
        return True


class WithoutTexts(logging.Formatter):
    """A formatter for plain lines, with only the place and type of an exception."""

    def formatException(self, ei: Any) -> str:  # noqa: N802  its name is Python's
        return place_and_kind(ei)


def place_and_kind(exc_info: Any) -> str:
    """Return the frames and the type of an exception, after those of the exceptions that led to it."""
    faults: list[BaseException] = []
    error = exc_info[1]
    while error is not None and error not in faults:
        faults.insert(0, error)
        error = error.__cause__ or (None if error.__suppress_context__ else error.__context__)
    return "\n\n".join(f"{''.join(format_tb(one.__traceback__))}{type(one).__qualname__}" for one in faults)


def json_lines() -> structlog.stdlib.ProcessorFormatter:
    """Return the formatter of lines as JSON: `{"event": …, "level": …, "logger": …, "timestamp": …, "id": …}`."""
    return structlog.stdlib.ProcessorFormatter(
        foreign_pre_chain=[
            structlog.contextvars.merge_contextvars,
            structlog.stdlib.add_log_level,
            structlog.stdlib.add_logger_name,
            structlog.stdlib.ExtraAdder(),
            _without_request,
            structlog.processors.TimeStamper(fmt="iso"),
        ],
        processors=[
            structlog.stdlib.ProcessorFormatter.remove_processors_meta,
            structlog.processors.ExceptionRenderer(place_and_kind),
            structlog.processors.JSONRenderer(ensure_ascii=False),
        ],
    )


def _without_request(logger: Any, name: str, line: MutableMapping[str, Any]) -> MutableMapping[str, Any]:
    """Leave out the request that Django adds to its log lines: its URL may contain a token."""
    line.pop("request", None)
    return line


class Logged:
    """Middleware that logs each request by its view instead of its URL; disabled without `LOG_JSON`."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        if not settings.LOG_JSON:
            raise MiddlewareNotUsed
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        began = perf_counter()
        clear_contextvars()
        bind_contextvars(id=uuid4().hex)
        response = self.get_response(request)
        view = request.resolver_match.view_name if request.resolver_match else None
        said = {"view": view, "method": request.method, "status": response.status_code, "ms": _since(began)}
        log.info("request", extra=said)
        return response


def follow_tasks() -> None:
    """Log each task that ends in this process, and pass its id on to tasks that it sends."""
    began: dict[str, float] = {}

    def send(headers: dict[str, Any], **_: object) -> None:
        headers[SENT_BY] = get_contextvars().get("id")

    def begin(task_id: str, task: Any, **_: object) -> None:
        began[task_id] = perf_counter()
        clear_contextvars()
        bind_contextvars(id=task_id, by=task.request.get(SENT_BY))

    def end(task_id: str, task: Any, state: str | None = None, **_: object) -> None:
        log.info("task", extra={"task": task.name, "state": state, "ms": _since(began.pop(task_id))})
        clear_contextvars()

    signals.before_task_publish.connect(send, weak=False)
    signals.task_prerun.connect(begin, weak=False)
    signals.task_postrun.connect(end, weak=False)


def _since(began: float) -> int:
    return round((perf_counter() - began) * 1000)
