"""The people who play: when they come, how they play, and what else they do on the site. They act only as people can: on pages,
by the API, by email."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from email.message import EmailMessage
from email.utils import format_datetime
from functools import partial
from random import Random
from typing import Any
from zoneinfo import ZoneInfo

from games import store
from games.models import Game, Seat
from games.players.models import Player
from games.rules import registry
from games.rules.chance import Chance
from games.rules.options import schema
from games.rules.values import Order
from games.word_lists.shelf import vocabulary_of
from tests.order_forms import filled_in
from tests.simulation.ledger import DONE, REFUSED, UNKNOWN, Ledger, Said
from tests.simulation.provider import Mail
from tests.simulation.site import Browser, Program, Site

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
MOST_GAMES = 4
ADDRESS = re.compile(r"/games/(\d+)/")
CODE = re.compile(r"\b[A-Z]{4}-[A-Z]{4}\b")


@dataclass(frozen=True)
class Habits:
    """How one person lives. `visits` are a day's; `skips` is the share of visits in which nothing is done."""

    zone: str
    wakes: int
    visits: float
    way: str
    skips: float
    sloppy: float
    stays: timedelta | None
    first: timedelta

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
        )


@dataclass
class Person:
    """A person with an address, a browser, and perhaps a program."""

    site: Site
    ledger: Ledger
    number: int
    habits: Habits
    drawn: Random
    newest: dict[int, Mail] = field(default_factory=dict)
    """The newest email of each game that has not been answered."""
    code: str = ""
    program: Program | None = None
    has_asked: bool = False
    has_account: bool = False
    is_gone: bool = False

    def __post_init__(self) -> None:
        self.name = f"Nick{self.number}"
        self.address = f"player{self.number}@example.org"
        self.network = f"10.1.{self.number // 250}.{self.number % 250 + 1}"
        self.browser = Browser(self.site, self.network)

    def gets(self, mail: Mail) -> None:
        """Read an email that arrived."""
        if found := CODE.search(mail.text):
            self.code = found[0]
        elif found := ADDRESS.search(mail.text):
            self.newest[int(found[1])] = mail

    def plan_next_visit(self, after: datetime) -> None:
        """Come again when awake, on average as often as this person does."""
        at = after + timedelta(hours=self.drawn.expovariate(self.habits.visits / 24))
        local = at.astimezone(ZoneInfo(self.habits.zone))
        if not self.habits.wakes <= local.hour < self.habits.wakes + 15:
            at += timedelta(hours=(self.habits.wakes - local.hour) % 24, minutes=self.drawn.randrange(60))
        self.site.agenda.at(at, self.visit)

    def visit(self) -> None:
        now = self.site.clock.now
        if self.is_gone:
            return
        if self.drawn.random() >= self.habits.skips:
            if not self.has_account:
                self._sign_up()
            elif self.habits.stays and now > self.site.clock.start + self.habits.first + self.habits.stays:
                self._leave()
            else:
                self._play_everywhere()
                self._look_around()
        self.plan_next_visit(now)

    # --- an account ---------------------------------------------------------------------------------------------------

    def _sign_up(self) -> None:
        """Ask for an account or, if that was done before, to be signed in; the code arrives later, and is entered then."""
        if not self.has_asked:
            page = self.browser.open("/accounts/signup/")
            given = {"email": self.address, "name": self.name, "time_zone": self.habits.zone}
            self.browser.submit(page, "/accounts/signup/", "name", **given)
            enter_at = "/accounts/confirm-email/"
        else:
            self.browser.submit(self.browser.open("/accounts/login/"), "/accounts/login/", "login", login=self.address)
            enter_at = "/accounts/login/code/confirm/"
        self.has_asked, self.code = True, ""
        self.site.agenda.at(self.site.clock.now + timedelta(minutes=3), lambda: self._enter_code(enter_at))

    def _enter_code(self, path: str) -> None:
        if not self.code:
            return
        page = self.browser.submit(self.browser.open(path), path, "code", code=self.code)
        self.has_account = page.status == 200 and page.path == "/"
        if self.has_account and self.habits.way == "api":
            page = self.browser.submit(
                self.browser.open("/settings/api/"), "/settings/api/", name="mine", scope="play", do="token"
            )
            if found := re.search(r"<pre>([\w-]{30,})</pre>", page.text):
                self.program = Program(self.site, self.network, found[1])

    def _leave(self) -> None:
        """Delete the account."""
        page = self.browser.open("/settings/account/delete/")
        self.browser.submit(page, "/settings/account/delete/", "email", email=self.address)
        if not Player.objects.filter(email=self.address).exists():
            self.is_gone = True

    def is_set_back(self) -> None:
        """Find out what is left of the account after a backup was restored: whether it is there, or there again, and signed in."""
        self.has_asked = Player.objects.filter(email=self.address).exists()
        self.has_account = self.has_asked and self.browser.open("/settings/account/").path == "/settings/account/"
        if self.is_gone and self.has_asked:
            self.is_gone = False
            self.plan_next_visit(self.site.clock.now)

    # --- what there is to do -------------------------------------------------------------------------------------------

    def _look_around(self) -> None:
        mine = Seat.objects.filter(player__email=self.address, game__phase__in=Game.UNFINISHED).count()
        if mine < MOST_GAMES and self.drawn.random() < 0.5:
            (self._join_a_game if self.drawn.random() < 0.7 else self._make_a_game)()
        if self.drawn.random() < 0.15:
            self.browser.open(
                self.drawn.choice(("/", "/daily/", "/you/", "/tournaments/", "/statistics/", "/games/finished/"))
            )

    def _make_a_game(self) -> None:
        kind = self.drawn.choice(list(registry.KINDS.values()))
        seats = self.drawn.randint(max(2, kind.seats[0]), min(4, kind.seats[1]))
        options = dict(kind.practice or {}) if self.drawn.random() < 0.5 else self._house_rules(kind)
        if self.program:
            self.program.post(
                "/games",
                {
                    "kind": kind.key,
                    "seats": seats,
                    "options": options,
                    "listed": True,
                    "rated": self.drawn.random() < 0.5,
                },
            )
            return
        page = self.browser.submit(
            self.browser.open("/games/new/"), "/games/new/", kind=kind.key, who="public", do="next"
        )
        self.browser.submit(page, "/games/new/", "seats", seats=seats, listed="on", do="make")

    def _house_rules(self, kind: Any) -> dict[str, Any]:
        """Draw some settings; the site refuses those that don't go together."""
        drawn = {}
        for name, one in schema(kind.options_type).items():
            if one.leaves_a_choice and one.choices and self.drawn.random() < 0.2:
                drawn[name] = self.drawn.choice(list(one.choices))
        return drawn

    def _join_a_game(self) -> None:
        lobbies = Game.objects.filter(phase=Game.Phase.LOBBY, listed=True, has_room=True).exclude(
            seats__player__email=self.address
        )
        ids = list(lobbies.order_by("pk").values_list("pk", flat=True)[:20])
        if not ids:
            self._make_a_game()
            return
        game_id = self.drawn.choice(ids)
        if self.program:
            self.program.post(f"/games/{game_id}/join", {})
            self.program.post(f"/games/{game_id}/agree", {})
            return
        page = self.browser.submit(self.browser.open(f"/games/{game_id}/"), "lobby", do="join")
        self.browser.submit(page, "lobby", do="agree")

    # --- playing ------------------------------------------------------------------------------------------------------

    def _play_everywhere(self) -> None:
        seats = Seat.objects.filter(
            player__email=self.address,
            resigned_at=None,
            game__phase__in=(Game.Phase.PLAYING, Game.Phase.GRACE, Game.Phase.CHALLENGE),
        ).select_related("player")
        for seat in seats.order_by("game"):
            if self.drawn.random() < 0.8:
                self._play(seat)

    def _play(self, seat: Seat) -> None:
        game_id, look = seat.game_id, self._look_by_page
        if self.program:
            look = self._look_by_api
        if self.habits.way != "mail" or self.drawn.random() < 0.1:
            look(game_id)
        orders, grammar = self._decide(game_id, seat)
        if not orders:
            return
        word = self.ledger.word(self.number)
        if self.habits.way == "page":
            outcome = self._send_by_page(game_id, seat, orders, grammar, word)
        else:
            text = "\n".join(map(grammar.write, orders)) + f"\nSAY {word}\n"
            if self.drawn.random() < self.habits.sloppy:
                text = self._spoiled(text)
            send = self._send_by_api if self.program else self._send_by_mail
            outcome = send(game_id, text, word)
        if outcome:
            self.ledger.said.append(Said(self.site.clock.now, word, self.number, self.habits.way, game_id, outcome))

    def _spoiled(self, text: str) -> str:
        """Make a mistake in what is written."""
        at = self.drawn.randrange(max(1, text.index("SAY")))
        return text[:at] + self.drawn.choice("XQ#|. \n") + text[at + 1 :]

    def _decide(self, game_id: int, seat: Seat) -> tuple[Sequence[Order], Any]:
        """Return what a simple player would do, knowing what the page of this seat shows."""
        table = store.seen_now(game_id, now=self.site.clock.now)
        if not table.is_running:
            return (), None
        mind = table.kind.plain_mind(
            vocabulary_of(table.game.word_list_id), Chance(f"{self.number} {self.site.clock.now}".encode())
        )
        orders = table.kind.next_orders(table.view(seat.number), seat.number, mind)
        return orders, table.kind.grammar(table.state.options)

    def _look_by_page(self, game_id: int) -> None:
        page = self.browser.open(f"/games/{game_id}/")
        self.browser.submit(page, "/order/", "verb", verb="LOOK")

    def _look_by_api(self, game_id: int) -> None:
        assert self.program
        self.program.post(f"/games/{game_id}/look", {})

    def _send_by_page(self, game_id: int, seat: Seat, orders: Sequence[Order], grammar: Any, word: str) -> str:
        """Send each order's form, then the word in the chat."""
        for order in orders:
            form, fields = filled_in(game_id, seat.player, order, grammar)
            self.browser.post(f"/games/{game_id}/{form}/", fields)
        answer = self.browser.post(f"/games/{game_id}/say/", {"text": word})
        if answer.status == 0 or answer.status >= 500:
            return UNKNOWN
        return DONE if word in answer.text else REFUSED

    def _send_by_api(self, game_id: int, text: str, word: str) -> str:
        assert self.program
        for is_again in (False, True):  # with one key, a repeated request does nothing twice
            status, _ = self.program.post(f"/games/{game_id}/commands", {"text": text}, key=word)
            if 200 <= status < 300:
                return DONE
            if 300 <= status < 500 and not is_again:
                return REFUSED
        return UNKNOWN

    def _send_by_mail(self, game_id: int, text: str, word: str) -> str:
        """Reply to the newest email of the game; nothing if there is none."""
        mail = self.newest.pop(game_id, None)
        if mail is None:
            return ""
        to = str(mail.headers["Reply-To"])
        reply = EmailMessage()
        reply["From"], reply["To"], reply["Date"] = self.address, to, format_datetime(self.site.clock.now)
        reply["Subject"] = f"Re: {mail.headers['Subject']}"
        reply["Message-ID"], reply["In-Reply-To"] = f"<{word}@example.org>", mail.id
        quoted = "\n".join(f"> {line}" for line in mail.text.splitlines()[:40])
        reply.set_content(f"{text}\n{self.name} wrote:\n{quoted}\n")
        self.site.post(reply.as_bytes(), sender=self.address, recipient=to, settled=partial(self._note_answer, word))
        return UNKNOWN

    def _note_answer(self, word: str, answer: str) -> None:
        self.ledger.settle(word, is_done=answer.startswith("250"), at=self.site.clock.now)
