"""The whole site in this process: its web server, mail server, workers and beat, each used as from outside."""

import asyncio
import json
import logging
import shutil
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import copy_context
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import cached_property, partial
from http import HTTPStatus
from io import StringIO
from itertools import count
from pathlib import Path
from queue import Empty
from typing import Any

from aiosmtpd.smtp import Envelope, Session
from celery.signals import after_task_publish, before_task_publish
from django.conf import settings
from django.core.cache import caches
from django.core.management import call_command
from django.core.signals import got_request_exception
from django.db import DEFAULT_DB_ALIAS, DatabaseError, connection, connections
from django.db.backends.signals import connection_created
from django.test import Client
from django.test.client import ClientHandler
from lxml import html

from lexicon import health
from lexicon.celery import app
from notifications.incoming.lmtp import Spooler
from tests.caches import forget_games
from tests.simulation.chance import chance
from tests.simulation.clock import Agenda, Clock
from tests.simulation.faults import Faults, Killed

COMES_AGAIN = timedelta(minutes=10)  # after which a mail server tries again
BEAT = timedelta(minutes=10)  # between two runs of a task that beat starts more often
RARELY = timedelta(hours=1)  # between two runs of a task that is not urgent
NOT_URGENT = ("count_finished_games", "tally_finished_games", "suspect_two_accounts", "make_puzzles")
OF_THE_MACHINE = ("tick", "prune_queue", "look_at_certificate")  # tasks about what is not simulated
SEARCHES = ("search_", "analyse_", "visit_finished")  # tasks that search for a time, but here it stands still
HOST = "localhost"
MOST_REDIRECTS = 5
GIVE_UP_AT_ONCE = {"sqlite": "PRAGMA busy_timeout = 0", "postgresql": "SET lock_timeout = '10ms'"}
NO_ANSWER: tuple[int, Any] = (0, None)


@dataclass(frozen=True)
class Page:
    """A page in a browser; empty, with status 0, if no answer came."""

    status: int
    path: str
    body: bytes

    @property
    def is_fine(self) -> bool:
        return 200 <= self.status < 400

    @property
    def text(self) -> str:
        return self.body.decode(errors="replace")

    def form(self, action: str, holds: str = "") -> "html.FormElement | None":
        """Return the first form whose address contains `action` and that has a field or button called `holds`."""
        for form in self._forms:
            if action in (form.get("action") or self.path) and (not holds or form.xpath(f".//*[@name='{holds}']")):
                return form
        return None

    @cached_property
    def _forms(self) -> "list[html.FormElement]":
        return html.document_fromstring(self.body).forms if self.body else []


class Browser:
    """One person's browser: cookies, forms as they are on the page, redirects, and the site's script unless they switched it off."""

    def __init__(self, site: "Site", address: str, *, has_script: bool = False) -> None:
        self._site = site
        self._client = site.client(address)
        self._has_script = has_script

    @property
    def session(self) -> str:
        """The key of this browser's session; empty if it has none."""
        cookie = self._client.cookies.get(settings.SESSION_COOKIE_NAME)
        return cookie.value if cookie else ""

    def open(self, path: str) -> Page:
        return self._follow(path, partial(self._client.get, path))

    def post(self, path: str, fields: Mapping[str, Any], *, on: str = "") -> Page:
        """Send a form's fields with the CSRF token of this browser. With script, a form `on` the page of a game gets only what
        changed of that page."""
        cookie = self._client.cookies.get("csrftoken")
        given = {**fields, "csrfmiddlewaretoken": cookie.value if cookie else ""}
        send = partial(self._client.post, path, given, HTTP_ORIGIN=f"http://{HOST}")
        return self._follow(path, send, on=on if self._has_script else "")

    def submit(self, page: Page, action: str, holds: str = "", **fields: Any) -> Page:
        """Fill in a form of the page and send it. Without such a form, return the page as it is."""
        form = page.form(action, holds)
        if form is None:
            return page
        given: dict[str, Any] = {}
        for name, value in form.form_values():
            is_empty = form.xpath(
                ".//input[@name=$name and @checked and @value='']", name=name
            )  # which lxml reads as "on"
            given.setdefault(name, []).append("" if is_empty else value.removeprefix("\n"))
        return self.post(form.get("action") or page.path, {**given, **fields})

    def _follow(self, path: str, send: Callable[..., Any], *, on: str = "") -> Page:
        """Send a request, and follow redirects. The script of the page `on` which it is sent, if any, may be told to open another one."""
        headers = {"HTTP_HX_REQUEST": "true"} if on else {}
        for _ in range(MOST_REDIRECTS):
            response = self._site.request(path, partial(send, **headers))
            if response is None:
                return Page(0, path, b"")
            if "HX-Redirect" in response or "HX-Refresh" in response:
                return self.open(response.headers.get("HX-Redirect", on))
            if not 300 <= response.status_code < 400 or "Location" not in response:
                return Page(response.status_code, path, response.getvalue())
            path = response["Location"].removeprefix(f"http://{HOST}").removeprefix(settings.SITE_URL)
            send = partial(self._client.get, path)
        return Page(response.status_code, path, b"")


class Program:
    """One person's program, with their API token. Each of its posts has an Idempotency-Key, and is sent once more with the same key if
    no answer came."""

    def __init__(self, site: "Site", address: str, token: str) -> None:
        self._site = site
        self._client = site.client(address)
        self._headers = {"HTTP_AUTHORIZATION": f"Bearer {token}"}
        self._keys = count()

    def get(self, path: str) -> tuple[int, Any]:
        address = f"/api/v1{path}"
        return _read(self._site.request(address, lambda: self._client.get(address, **self._headers)))

    def post(self, path: str, body: Mapping[str, Any], *, method: str = "POST") -> tuple[int, Any]:
        """Return the status, 0 if there was no answer, and the JSON of the answer."""
        return self.send(path, json.dumps(dict(body)).encode(), method=method)

    def send(self, path: str, body: bytes, *, method: str = "POST") -> tuple[int, Any]:
        """Send a body as it is, like `post`."""
        address = f"/api/v1{path}"
        headers = self._headers | {"HTTP_IDEMPOTENCY_KEY": f"request-{next(self._keys)}"}

        def send() -> Any:
            return self._client.generic(method, address, body, content_type="application/json", **headers)

        first = self._site.request(address, send)
        if first is not None and first.status_code < HTTPStatus.INTERNAL_SERVER_ERROR:
            return _read(first)
        lost = _read(self._site.lost)
        again = _read(self._site.request(f"{address} again", send))
        if method == "POST" and lost != NO_ANSWER and again not in (NO_ANSWER, lost):
            self._site.contradictions.append(f"{address} was answered with {lost} and, when repeated, with {again}")
        return again


def _read(response: Any) -> tuple[int, Any]:
    """Return the status and the JSON of an answer, or that there is none yet."""
    if response is None or "Retry-After" in response:
        return NO_ANSWER
    is_json = "json" in response.get("Content-Type", "")
    return response.status_code, response.json() if is_json else None


class Complaints(logging.Handler):
    """Everything logged as an error."""

    def __init__(self, complain: Callable[[str], object]) -> None:
        super().__init__(logging.ERROR)
        self._complain = complain

    def emit(self, record: logging.LogRecord) -> None:
        why = f": {record.exc_info[0].__name__}: {record.exc_info[1]}" if record.exc_info and record.exc_info[0] else ""
        self._complain(f"{record.name}: {record.getMessage()}{why}")


class Site:
    """The site with its queue of tasks. `errors` are exceptions that reached a person or a log and that no fault explains.
    `contradictions` are repeated requests that got another answer than the first time. `lost` is the answer to the last request if
    it didn't arrive, `doing` is the current request, email or task, and `visitor` the number of the person who acts, if any."""

    def __init__(self, clock: Clock, agenda: Agenda, seed: int, faults: Faults) -> None:
        self.clock, self.agenda, self.seed, self.faults = clock, agenda, seed, faults
        self.errors: list[str] = []
        self.contradictions: list[str] = []
        self.lost: Any = None
        self.counts: Counter[str] = Counter()
        self.doing = ""
        self.visitor: int | None = None
        self.task: tuple[str, Any, Any] = "", (), None
        self._has_queued = False
        self._loop = asyncio.new_event_loop()
        self._spooler = Spooler()
        self._broker = app.connection_for_read()
        self._queues = [self._broker.SimpleQueue(name, no_ack=True) for name in health.QUEUES]
        self._backups = Path(settings.DATABASES["default"]["NAME"]).with_suffix(".backups")
        self._handler = ClientHandler(enforce_csrf_checks=True)  # one for all, as its middleware takes a while to load
        app.loader.import_default_modules()
        self._complaints = Complaints(self._note)
        connection_created.connect(self._watch_statements)
        before_task_publish.connect(faults.queueing)
        after_task_publish.connect(self._note_queued)
        got_request_exception.connect(self._note_request)
        connection.close()  # the next one is watched
        logging.getLogger().addHandler(self._complaints)
        requests = logging.getLogger("django.request")
        requests.setLevel(logging.ERROR)  # people and cheats get many refusals
        requests.addFilter(lambda record: getattr(record, "status_code", 0) != HTTPStatus.SERVICE_UNAVAILABLE)

    def start_beat(self) -> None:
        """Run the tasks that beat starts, as often as they are planned, but at most every ten minutes, or every hour if they are not
        urgent."""
        for name, entry in settings.CELERY_BEAT_SCHEDULE.items():
            task = entry["task"].rpartition(".")[2]
            if _searches(task) or task in OF_THE_MACHINE:
                continue
            schedule = entry["schedule"]
            span = timedelta(seconds=schedule) if isinstance(schedule, int | float) else timedelta(days=1)
            span = max(span, RARELY if task in NOT_URGENT else BEAT)
            start = self.clock.now + chance(self.seed, "beat", name).random() * span
            self.agenda.every(span, partial(self.run_task, entry["task"]), start=start)

    # --- doors --------------------------------------------------------------------------------------------------------

    def client(self, address: str) -> Client:
        """Return a client with cookies of its own, at this network address."""
        client = Client(raise_request_exception=False, REMOTE_ADDR=address, SERVER_NAME=HOST)
        client.handler = self._handler
        return client

    def request(self, path: str, send: Callable[[], Any]) -> Any:
        """Send a request. Returns the response, or None if the server was killed before it answered, or its answer was lost."""
        self.counts["requests"] += 1
        response, self.lost = None, None
        with self._survived(f"web {path}"):
            response = send()
        if response is not None and response.status_code == HTTPStatus.INTERNAL_SERVER_ERROR:
            self.errors.append(f"{self.clock.now:%F %T} {path} was answered with 500")  # 503 while the database is down
        if response is not None and self.faults.loses_answer(path, self.clock.now):
            response, self.lost = None, response
        return response

    def post(
        self, raw: bytes, *, sender: str, recipient: str, settled: Callable[[str], object] = lambda answer: None
    ) -> None:
        """Send an email to the site. It travels for a while, and perhaps arrives twice. If the site can't take it, it is sent again later.
        `settled` is called with each final answer, `250 …` if it was taken."""

        def arrive() -> None:
            answer = self.receive(raw, sender=sender, recipient=recipient)
            if answer[:1] in ("2", "5"):
                settled(answer)
            else:
                self.agenda.at(self.clock.now + COMES_AGAIN, arrive)

        for delay in self.faults.posts(sender, self.clock.now):
            self.agenda.at(self.clock.now + delay, arrive)

    def receive(self, raw: bytes, *, sender: str, recipient: str) -> str:
        """Hand an email to the site's mail server. Returns its last answer; empty if it was killed."""
        self.counts["emails in"] += 1
        with self._survived(f"mail {sender} {recipient}"):
            return self._loop.run_until_complete(self._deliver(raw, sender, recipient))
        return ""

    async def _deliver(self, raw: bytes, sender: str, recipient: str) -> str:
        server: Any = _Lmtp()
        session, envelope = Session(self._loop), Envelope()
        try:
            await self._spooler.handle_MAIL(server, session, envelope, sender, [])
            answer = await self._spooler.handle_RCPT(server, session, envelope, recipient, [])
            if answer.startswith("250"):
                envelope.original_content = raw
                answer = await self._spooler.handle_DATA(server, session, envelope)
        except DatabaseError as error:  # as aiosmtpd does it
            answer = await self._spooler.handle_exception(error)
        return answer

    # --- workers ------------------------------------------------------------------------------------------------------

    def take_up_tasks(self) -> None:
        """Take the queued tasks, and plan when a worker gets to each."""
        if not self._has_queued:
            return
        self._has_queued = False
        for queue in self._queues:
            while True:
                try:
                    message = queue.get(block=False)
                except Empty:
                    break
                args, kwargs, _ = message.payload
                expires = message.headers.get("expires")
                until = datetime.fromisoformat(expires).replace(tzinfo=UTC) if expires else None
                name, now = message.headers["task"], self.clock.now
                for delay in self.faults.delays(name, args, now):
                    self.agenda.at(now + delay, partial(self.run_task, name, args, kwargs, until, now))

    def run_task(
        self,
        name: str,
        args: Any = (),
        kwargs: Mapping[str, Any] | None = None,
        until: datetime | None = None,
        queued_at: datetime | None = None,
    ) -> None:
        """Run a task as a worker does. An expired task is dropped; one whose worker is killed is queued again."""
        if (until is not None and until < self.clock.now) or _searches(name):
            return
        queued_at = queued_at or self.clock.now
        if self.faults.is_lost(queued_at, self.clock.now):
            return
        self.counts["tasks"] += 1
        with self._survived(f"task {name}") as survived:
            self.doing, self.task = f"task {name}({', '.join(map(str, args))})", (name, args, kwargs)
            try:
                app.tasks[name].apply(args, kwargs, throw=True)
            except Exception as error:  # noqa: BLE001  a worker goes on after any
                self._note(f"{name}{tuple(args)}: {type(error).__name__}: {error}")
        if not survived():
            again = self.clock.now + self.faults.redelivery(name, args, self.clock.now)
            self.agenda.at(again, partial(self.run_task, name, args, kwargs or {}, None, queued_at))

    def repeat_task(self) -> None:
        """Let another worker run the task that is running."""
        name, args, kwargs = self.task
        self.run_task(name, args, kwargs)

    # --- the operator -------------------------------------------------------------------------------------------------

    def back_up(self) -> None:
        """Make a backup in place of the one before."""
        shutil.rmtree(self._backups, ignore_errors=True)
        call_command("back_up", self._backups, stdout=StringIO())

    def restore(self) -> None:
        """Restore the newest backup in place of the database, with all processes stopped."""
        connection.close()
        database = Path(settings.DATABASES["default"]["NAME"])
        for file in database.parent.glob(f"{database.name}*"):
            file.unlink()
        [copy] = self._backups.glob("lexicon-*.sqlite3")
        call_command("restore", copy, stdout=StringIO())
        self.start_anew()

    def start_anew(self) -> None:
        """Restart all processes, with nothing in memory."""
        connection.close()
        for cache in caches.all():
            cache.clear()
        forget_games()
        self._handler.load_middleware()

    # --- what goes wrong ----------------------------------------------------------------------------------------------

    def do_meanwhile(self, act: Callable[[], object]) -> None:
        """Do something in the middle of what is being done, as another process would, on a connection of its own."""
        ours, before = connections[DEFAULT_DB_ALIAS], (self.doing, self.task, self.lost)
        connections[DEFAULT_DB_ALIAS] = connections.create_connection(DEFAULT_DB_ALIAS)
        try:
            copy_context().run(act)
        except Killed:
            pass  # between two requests
        finally:
            connection.close()
            connections[DEFAULT_DB_ALIAS] = ours
            self.doing, self.task, self.lost = before

    @contextmanager
    def _survived(self, what: str) -> Iterator[Callable[[], bool]]:
        """Do something that may be killed at a statement. Yields a function that then says whether it survived."""
        survived, self.doing = True, what
        self.faults.begin(what, self.clock.now)
        try:
            yield lambda: survived
        except Killed:
            survived = False
            self.counts["kills"] += 1
            connection.close()
        finally:
            self.faults.end()

    def _watch_statements(self, connection: Any, **_: object) -> None:
        wrappers = connection.execute_wrappers  # which outlive a closed connection
        if self.faults.statement not in wrappers:
            wrappers.insert(0, self.faults.statement)  # one may be in use that is taken off at the end
        if self.faults.is_meanwhile:
            with connection.cursor() as cursor:
                cursor.execute(GIVE_UP_AT_ONCE[connection.vendor])

    def _note_queued(self, **_: object) -> None:
        self._has_queued = True

    def _note_request(self, request: Any, **_: object) -> None:
        self._note(f"{request.method} {request.path}")

    def _note(self, what: str) -> None:
        if not self.faults.may_fail(self.clock.now):
            self.errors.append(f"{self.clock.now:%F %T} {what}")


class _Lmtp:
    is_lmtp = True


def _searches(name: str) -> bool:
    return name.rpartition(".")[2].startswith(SEARCHES)
