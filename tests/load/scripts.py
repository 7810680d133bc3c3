"""Scripts that play. Each creates its share of the games and plays all their seats by API, on pages or by email, like the kind's
weakest robot. With each order it sends a unique word in chat, so that the order can be found later.

A script reads games from the database to decide, but sends orders the way players do. Its log has a line for each order,
`[word, way, outcome, game]`. The outcome is `done`, `refused`, or `unknown` if the response was lost."""

import json
import os
import random
import smtplib
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from email.message import EmailMessage
from pathlib import Path
from typing import Any

import httpx

WAYS = ("api", "page", "mail")
PATIENCE = 90  # seconds after which an order without a response is given up
AGAIN = 0.5
CSRF = "x" * 32


def play(
    share: int, of: int, *, games: int, players: int, seconds: float, env: Mapping[str, str], paths: Mapping[str, str]
) -> None:
    """Create this share of the games, wait until the file `begin` exists, and play for this many seconds."""
    os.environ |= env
    import django

    django.setup()
    script = _Script(share, of, players=players, paths=paths)
    script.make(games // of)
    Path(paths["folder"], f"ready {share}").touch()
    while not Path(paths["folder"], "begin").exists():
        time.sleep(0.2)
    script.play(until=time.monotonic() + seconds)


class _Script:
    def __init__(self, share: int, of: int, *, players: int, paths: Mapping[str, str]) -> None:
        self._share, self._paths, self._chance = share, paths, random.Random(share)
        self._players = [*range(share, players, of)]
        self._log = Path(paths["folder"], f"log {share}")
        self._client = httpx.Client(timeout=PATIENCE, follow_redirects=True)
        self._games: list[int] = []
        self._said = 0
        self._ways: dict[int, tuple[str, Any]] = {}

    def make(self, games: int) -> None:
        """Create accounts, and start games of each kind in turn."""
        from django.utils import timezone

        from games import commands
        from games.players.models import Player
        from games.rules import registry

        names = [(f"load{n}@example.org", f"Load {n}") for n in self._players]
        Player.objects.bulk_create(Player(email=email, name=name, password="!") for email, name in names)
        people = list(Player.objects.filter(email__in=[email for email, _ in names]))
        self._ways = {player.pk: self._way_of(player, WAYS[n % 3]) for n, player in enumerate(people)}
        kinds = [kind for kind in registry.KINDS.values() if kind.practice is not None]
        for n in range(games):
            kind, now = kinds[n % len(kinds)], timezone.now()
            seated = self._chance.sample(people, max(2, kind.seats[0]))
            game_id = commands.make_game(
                kind=kind.key, player=seated[0], seats=len(seated), options=kind.practice, listed=True, now=now
            )
            for player in seated[1:]:
                commands.sit_down_and_agree(game_id=game_id, player=player, now=now)
            self._games.append(game_id)

    def play(self, *, until: float) -> None:
        """Visit random games until all are finished or the time is up."""
        while self._games and time.monotonic() < until:
            game_id = self._chance.choice(self._games)
            try:
                if not self._visit(game_id):
                    self._games.remove(game_id)
            except self._database_errors():
                time.sleep(AGAIN)

    @staticmethod
    def _database_errors() -> tuple[type[Exception], ...]:
        from django.db import InterfaceError, OperationalError

        return OperationalError, InterfaceError

    def _visit(self, game_id: int) -> bool:
        """Send orders in one random seat that has any to send. Return True if the game goes on."""
        from django.db import close_old_connections
        from django.utils import timezone

        from games import store
        from games.models import Seat
        from games.rules.chance import Chance
        from games.word_lists.shelf import vocabulary_of

        close_old_connections()
        now = timezone.now()
        table = store.seen_now(game_id, now=now)
        if not table.is_running:
            return False
        for seat in Seat.objects.filter(game=game_id, resigned_at=None).order_by("?"):
            view = table.view(seat.number)
            chance = Chance(f"{self._share} {self._said}".encode())
            mind = table.kind.plain_mind(vocabulary_of(table.game.word_list_id), chance)
            if orders := table.kind.next_orders(view, seat.number, mind):
                self._send(game_id, seat, orders, table.kind.grammar(table.state.options))
                return True
        return True

    def _send(self, game_id: int, seat: Any, orders: Sequence[Any], grammar: Any) -> None:
        self._said += 1
        word = f"word-{self._share}-{self._said}"
        way, key = self._ways[seat.player_id]
        if way == "page":
            outcome = self._on_the_page(game_id, seat, orders, grammar, word, key)
        else:
            text = "\n".join(map(grammar.write, orders)) + f"\nSAY {word}\n"
            outcome = (self._by_api if way == "api" else self._by_mail)(game_id, text, word, key)
        if outcome:
            with self._log.open("a") as log:
                log.write(json.dumps([word, way, outcome, game_id]) + "\n")

    def _by_api(self, game_id: int, text: str, word: str, token: str) -> str:
        headers = {"Authorization": f"Bearer {token}", "Idempotency-Key": word}
        for _ in self._tries():
            with suppress(httpx.HTTPError):
                answer = self._client.post(
                    f"{self._paths['address']}/api/v1/games/{game_id}/commands",
                    json={"text": text},
                    headers=headers,
                )
                if answer.status_code < 500 and "Retry-After" not in answer.headers:
                    if answer.is_success:
                        return "done"
                    return "unknown" if "cut off" in answer.text else "refused"
        return "unknown"

    def _on_the_page(
        self, game_id: int, seat: Any, orders: Sequence[Any], grammar: Any, word: str, session: str
    ) -> str:
        """Send the form of each order, then the word in the chat form. Each is sent once, as a browser repeats nothing by itself."""
        from tests.order_forms import filled_in

        page = f"{self._paths['address']}/games/{game_id}/"
        cookies = {"sessionid": session, "csrftoken": CSRF}
        headers = {"Origin": self._paths["address"].replace("http", "https", 1)}

        def post(form: str, **fields: object) -> httpx.Response:
            given = {**fields, "csrfmiddlewaretoken": CSRF}
            return self._client.post(f"{page}{form}/", data=given, headers=headers, cookies=cookies)

        try:
            for order in orders:
                self._client.get(page, cookies=cookies)
                form, fields = filled_in(game_id, seat.player, order, grammar)
                post(form, **fields)
            answer = post("say", text=word)
        except httpx.HTTPError:
            return "unknown"
        if answer.is_success and word in answer.text:
            return "done"
        return "unknown" if answer.status_code >= 500 else "refused"

    def _by_mail(self, game_id: int, text: str, word: str, address: str) -> str:
        """Reply to the newest email of this game. Return "done" if the site took the reply, and an empty text if there is no email to
        reply to."""
        try:
            reply_to = Path(self._paths["sent"], f"{address} {game_id}").read_text()
        except FileNotFoundError:
            return ""
        reply = EmailMessage()
        reply["From"], reply["To"], reply["Subject"] = address, reply_to, "Re: your game"
        reply["Message-ID"] = f"<{word}@example.org>"
        reply.set_content(text)
        for _ in self._tries():
            with (
                suppress(OSError, smtplib.SMTPException),
                smtplib.LMTP("127.0.0.1", int(self._paths["mail_port"]), timeout=20) as site,
            ):
                if site.send_message(reply, address, [reply_to]) == {}:
                    Path(self._paths["sent"], f"{address} {game_id}").unlink(missing_ok=True)
                    return "done"
        return "unknown"

    def _way_of(self, player: Any, way: str) -> tuple[str, Any]:
        from django.utils import timezone

        from games.players.tokens import make_token

        if way == "mail":
            return way, player.email
        if way == "page":
            return way, _session_of(player)
        return way, make_token(player=player, name="load", scope="play", now=timezone.now())

    @staticmethod
    def _tries() -> Iterator[None]:
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until:
            yield
            time.sleep(AGAIN)


def _session_of(player: Any) -> str:
    """Return the key of a session in which this player is signed in."""
    from importlib import import_module

    from django.conf import settings
    from django.contrib.auth import login
    from django.http import HttpRequest

    request = HttpRequest()
    request.session = import_module(settings.SESSION_ENGINE).SessionStore()
    login(request, player, backend=settings.AUTHENTICATION_BACKENDS[0])
    request.session.save()
    return str(request.session.session_key)
