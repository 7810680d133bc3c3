"""The people: when they come, and how they use pages, the API and email. What they do there is in `habits.py`."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from email.message import EmailMessage
from email.utils import format_datetime
from random import Random
from typing import Any
from zoneinfo import ZoneInfo

from games.players.models import Player
from tests.simulation.chance import chance
from tests.simulation.ledger import Ledger
from tests.simulation.provider import Mail
from tests.simulation.receivers import Receiver
from tests.simulation.site import Browser, Page, Program, Site

ZONES = (
    "Europe/London",
    "Europe/Berlin",
    "America/New_York",
    "Australia/Sydney",
    "Asia/Kolkata",
    "Pacific/Auckland",
    "UTC",
)
WAYS = ("page", "api", "mail")
MOST_UNREAD = 20
ADDRESS = re.compile(r"/games/(\d+)/")
CODE = re.compile(r"\b[A-Z]{4}-[A-Z]{4}\b")
SIGN_IN = "/accounts/login/"


@dataclass(frozen=True)
class Habits:
    """How one person lives. They wake at the hour `wakes` and make so many `visits` a day, the `first` that long after the start. They do
    nothing on a share of the visits, `skips`, and a share of the orders they write have a mistake, `sloppy`. A person who `stays`
    for a time deletes the account then; one who `fades` after a time just stops coming. `is_quiet`: no email should come at night.
    `has_script`: the browser runs the site's script. They look for no more games once they have as many as `pace`."""

    zone: str
    wakes: int
    visits: float
    way: str
    skips: float
    sloppy: float
    stays: timedelta | None
    first: timedelta
    fades: timedelta | None
    is_quiet: bool
    has_script: bool
    pace: int

    @staticmethod
    def of(drawn: Random, days: int) -> "Habits":
        return Habits(
            zone=drawn.choice(ZONES),
            wakes=drawn.randrange(5, 11),
            visits=drawn.choice((0.5, 1, 1, 2, 2, 3)),
            way=drawn.choice(WAYS),
            skips=drawn.choice((0, 0, 0.2, 0.5)),
            sloppy=drawn.choice((0, 0, 0.02, 0.1)),
            stays=timedelta(days=drawn.uniform(2, days)) if drawn.random() < 0.15 else None,
            first=timedelta(days=drawn.random() * min(10, days / 3)),
            fades=timedelta(days=drawn.uniform(1, days)) if drawn.random() < 0.15 else None,
            is_quiet=drawn.random() < 0.3,
            has_script=drawn.random() < 0.8,
            pace=drawn.choice((1, 1, 2, 2, 3, 6)),
        )


@dataclass
class Person:
    """A person with an address, a mailbox, a browser, and perhaps a program. `others` has everybody, by address."""

    site: Site
    ledger: Ledger
    number: int
    habits: Habits
    others: Mapping[str, "Person"]
    spend_time: Callable[["Person"], object]
    newest: dict[int, Mail] = field(default_factory=dict)
    """The newest email of each game, until they reply to it."""
    unread: list[Mail] = field(default_factory=list)
    """The emails whose links and buttons they haven't looked at."""
    links: list[str] = field(default_factory=list)
    """The links that friends gave them."""
    receivers: list[Receiver] = field(default_factory=list)
    """Their devices and webhooks, the oldest first."""
    code: str = ""
    program: Program | None = None
    has_asked: bool = False
    has_account: bool = False
    is_gone: bool = False
    guest_game: int = 0
    """The game on this device that was played before there was an account."""
    on_this_device: list[int] = field(default_factory=list)
    """The games with friends who share this device."""

    def __post_init__(self) -> None:
        self.name = f"Nick{self.number}"
        self.address = f"player{self.number}@example.org"
        self.network = f"10.1.{self.number // 250}.{self.number % 250 + 1}"
        self.browser = Browser(self.site, self.network, has_script=self.habits.has_script)

    @property
    def now(self) -> datetime:
        return self.site.clock.now

    def draws(self, what: str) -> Random:
        """Return the generator for a decision that is made now. `what` names the decision."""
        return chance(self.site.seed, what, self.number, self.now)

    # --- visits -------------------------------------------------------------------------------------------------------

    def plan_next_visit(self) -> None:
        """Plan a visit when awake, on average as often as this person comes."""
        drawn = self.draws("next visit")
        at = self.now + timedelta(hours=drawn.expovariate(self.habits.visits / 24))
        if not self.is_awake(at):
            hour = at.astimezone(ZoneInfo(self.habits.zone)).hour
            at += timedelta(hours=(self.habits.wakes - hour) % 24, minutes=drawn.randrange(60))
        self.site.agenda.at(at, self.visit)

    def is_awake(self, at: datetime) -> bool:
        return self.habits.wakes <= at.astimezone(ZoneInfo(self.habits.zone)).hour < self.habits.wakes + 15

    def visit(self) -> None:
        fades = self.habits.fades
        if self.is_gone or (fades and self.now > self.site.clock.start + self.habits.first + fades):
            return
        if self.draws("whether to do something").random() >= self.habits.skips:
            self.site.visitor = self.number
            self.spend_time(self)
            self.site.visitor = None
        self.plan_next_visit()

    # --- pages and emails ---------------------------------------------------------------------------------------------

    def open(self, path: str) -> Page:
        """Open a page. If it asks to sign in, this person does so next time."""
        page = self.browser.open(path)
        if page.path.startswith(SIGN_IN):
            self.has_account = False
        return page

    def fill_in(self, path: str, action: str, holds: str = "", **fields: Any) -> Page:
        """Open a page, and send its form to this address, filled in."""
        return self.browser.submit(self.open(path), action, holds, **fields)

    def gets(self, mail: Mail) -> None:
        """Find an email in the mailbox."""
        if found := CODE.search(mail.text):
            self.code = found[0]
            return
        if found := ADDRESS.search(mail.text):
            self.newest[int(found[1])] = mail
        self.unread = [*self.unread, mail][-MOST_UNREAD:]

    def reply(
        self, mail: Mail, text: str, word: str, *, settled: Callable[[str], object] = lambda answer: None
    ) -> None:
        """Reply to an email, as mail programs do; `word` names the reply, and `settled` is called with the site's answer."""
        to = str(mail.headers["Reply-To"])
        reply = EmailMessage()
        reply["From"], reply["To"], reply["Date"] = self.address, to, format_datetime(self.now)
        reply["Subject"] = f"Re: {mail.headers['Subject']}"
        reply["Message-ID"], reply["In-Reply-To"] = f"<{word}@example.org>", mail.id
        quoted = "\n".join(f"> {line}" for line in mail.text.splitlines()[:40])
        reply.set_content(f"{text}\n{self.name} wrote:\n{quoted}\n")
        self.site.post(reply.as_bytes(), sender=self.address, recipient=to, settled=settled)

    # --- an account ---------------------------------------------------------------------------------------------------

    def sign_up(self) -> None:
        """Ask for an account or, if that was done before, to be signed in; the code arrives later, and is entered then."""
        if not self.has_asked:
            given = {"email": self.address, "name": self.name, "time_zone": self.habits.zone}
            self.fill_in("/accounts/signup/", "/accounts/signup/", "name", **given)
            self.expect_code("/accounts/confirm-email/")
        else:
            self.fill_in(SIGN_IN, SIGN_IN, "login", login=self.address)
            self.expect_code("/accounts/login/code/confirm/")

    def expect_code(self, enter_at: str) -> None:
        """Enter the code that was asked for, if it has arrived in three minutes."""
        self.has_asked, self.code = True, ""
        self.site.agenda.at(self.now + timedelta(minutes=3), lambda: self._enter_code(enter_at))

    def _enter_code(self, path: str) -> None:
        if not self.code:
            return
        page = self.browser.submit(self.browser.open(path), path, "code", code=self.code)
        self.has_account = page.status == 200 and not page.path.startswith("/accounts/")
        if self.has_account and self.habits.way == "api" and self.program is None:
            page = self.fill_in("/settings/api/", "/settings/api/", name="mine", scope="play", do="token")
            if found := re.search(r"<pre>([\w-]{30,})</pre>", page.text):
                self.program = Program(self.site, self.network, found[1])

    def leave(self) -> None:
        """Delete the account."""
        self.fill_in("/settings/account/delete/", "/settings/account/delete/", "email", email=self.address)
        if not Player.objects.filter(email=self.address).exists():
            self.is_gone = True
            for one in self.receivers:
                one.silenced = "its account was deleted"

    @property
    def way(self) -> str:
        """How they play: `page`, `api` or `mail`. People with programs use email until they have a token."""
        return "mail" if self.habits.way == "api" and self.program is None else self.habits.way

    def return_after_restore(self) -> None:
        """Find out, after a backup was restored, whether the account exists (perhaps again) and is signed in."""
        self.has_asked = Player.objects.filter(email=self.address).exists()
        self.has_account = self.has_asked and self.browser.open("/settings/account/").path == "/settings/account/"
        for one in self.receivers:
            one.silenced = ""
        if self.is_gone and self.has_asked:
            self.is_gone = False
            self.plan_next_visit()
