"""Mail, as ratios within one run: news composed and sent to a sink on the loopback, beside Django's own bare
`send_messages` of mails like them on one connection; mails read; and how long after a light the last mail has left."""

import secrets
import socket
import statistics
import time
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from email.message import EmailMessage

from aiosmtpd.controller import Controller
from django.conf import settings
from django.core.mail import EmailMultiAlternatives, get_connection
from django.utils import timezone

from games import commands
from games.models import Game
from games.players.models import Player
from notifications import tasks, tokens
from notifications.composing import compose
from notifications.inbound import dispatch, spool
from notifications.mails import write
from notifications.models import Message

TABLES, SEATS, ROUNDS = 100, 10, 3
A_ROUND = 10  # tables
OPTIONS = {"tile_set": "LC120", "starting_tiles": 6}
NEWS_SETTLE = timedelta(minutes=6)


class Sink:
    """A mail server that takes everything, and counts."""

    taken = 0

    async def handle_DATA(self, server: object, session: object, envelope: object) -> str:  # noqa: N802  its name there
        self.taken += 1
        return "250 taken"


@contextmanager
def sink() -> Iterator[Sink]:
    handler = Sink()
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    server = Controller(handler, hostname="127.0.0.1", port=port)
    server.start()
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", port
    try:
        yield handler
    finally:
        server.stop()


def set_up(now: datetime) -> list[int]:
    """Tables at which everybody's tiles come by mail; all have been dealt to and told."""
    people = [
        Player.objects.get_or_create(email=f"mail{n}@example.org", defaults={"name": f"Player {n}"})[0]
        for n in range(SEATS)
    ]
    games = []
    for n in range(TABLES):
        maker = people[n % SEATS]  # there is a limit to what one player makes in a day
        game_id = commands.make_game(kind="crossing", player=maker, seats=SEATS, options=OPTIONS, listed=True, now=now)
        for player in people:
            commands.join(game_id=game_id, player=player, now=now)
        for player in people:
            commands.set_tiles_by_email(game_id=game_id, player=player, on=True, now=now)
        for player in people:
            commands.sit_down_and_agree(game_id=game_id, player=player, now=now)
        games.append(game_id)
    tell(games, now + NEWS_SETTLE)
    return games


def tell(games: list[int], now: datetime) -> int:
    return sum(tasks.tell(game_id, now=now) for game_id in games)


def light(games: list[int]) -> datetime:
    """Nobody has asked at any of these tables: an amber for all. Returns when its news have settled."""
    due = max(Game.objects.filter(pk__in=games).values_list("due_at", flat=True))
    for game_id in games:
        commands.apply_due(game_id=game_id, now=due)
    return due + NEWS_SETTLE


def bare(mails: list[EmailMultiAlternatives]) -> int:
    """Django's own, of mails that are composed already."""
    sent: int = get_connection().send_messages(mails)
    return sent


def like(message: Message) -> EmailMultiAlternatives:
    """A mail as large as one of ours."""
    message.player = Player.objects.get(pk=message.player_id)
    content = write(message, now=message.made_at + timedelta(days=1))
    assert content is not None
    return compose(message, content)


def spool_answers(now: datetime) -> list[int]:
    """A STATUS to the newest mail of everybody at some tables."""
    newest = Message.objects.filter(sent_at__isnull=False).order_by("-pk")[: A_ROUND * SEATS]
    answers = []
    for message in newest:
        mail = EmailMessage()
        mail["From"], mail["To"] = message.address, tokens.reply_address(message)
        mail["Message-ID"] = f"<{secrets.token_hex(8)}@elsewhere.example>"
        mail.set_content("STATUS\n")
        raw = mail.as_bytes()
        row = spool.accept(raw, recipient=mail["To"], sender=message.address, source="bench", now=now)
        answers.append(row.pk)
    return answers


def a_second(work: Callable[[], int]) -> float:
    """The number done in a second."""
    begun = time.perf_counter()
    done = work()
    if not done:
        raise SystemExit("nothing was done: that measures nothing")
    return done / (time.perf_counter() - begun)


def read(answers: list[int], now: datetime) -> int:
    return sum(dispatch.read(mail_id, now=now) is not None for mail_id in answers)


def main() -> None:
    games = set_up(timezone.now())
    ratios, figures = list[float](), defaultdict[str, list[float]](list)
    with sink() as taken:
        mails = [like(message) for message in Message.objects.filter(game__in=games[:A_ROUND], kind="start")]
        for n in range(ROUNDS):
            some = games[n * A_ROUND : (n + 1) * A_ROUND]
            at = light(some)
            figures["bare send_messages"].append(a_second(lambda: bare(mails)))
            figures["composed and sent"].append(a_second(lambda some=some, at=at: tell(some, at)))
            ratios.append(figures["composed and sent"][-1] / figures["bare send_messages"][-1])
            answers = spool_answers(at)
            figures["mails read"].append(a_second(lambda answers=answers, at=at: read(answers, at)))
            tell(some, at)  # their answers
        at, before = light(games), taken.taken
        begun = time.perf_counter()
        told = tell(games, at)
        took = time.perf_counter() - begun
        assert taken.taken - before == told
    print(f"mail: medians of {ROUNDS} interleaved rounds of {A_ROUND * SEATS}, one worker")
    for what, rates in figures.items():
        print(f"{what:20} {statistics.median(rates):8.1f} a second")
    print(f"{'composed to bare':20} {statistics.median(ratios):8.2f}")
    print(f"{'from a light’s commit to the last hand-off':20} {took:.1f} s for {told} players of {len(games)} games")
