"""The rows of emails: news of a game composed and sent, and replies read and carried out. They are measured beside Django's own
`send_messages` of similar emails, on one connection to a sink."""

import atexit
import secrets
import subprocess
import sys
from datetime import timedelta
from email.message import EmailMessage
from functools import cache
from itertools import cycle
from pathlib import Path

from django.conf import settings
from django.core.mail import EmailMultiAlternatives, get_connection

from games import commands
from games.models import Game
from games.players.accounts import account_of
from notifications import tasks, tokens
from notifications.incoming import dispatch, spool
from notifications.models import InboundMail, Message
from notifications.outgoing.composing import compose
from notifications.outgoing.mails.game import write
from tests.bench import positions
from tests.bench.measure import Row, Task, watch_children
from tests.bench.positions import now

SEATS, TABLES = 10, 12
OPTIONS = {"tile_set": "LC120", "starting_tiles": 6}
NEWS_SETTLE = timedelta(minutes=6)
DAY = timedelta(days=1)


@cache
def sink() -> int:
    """Send all email of this process to a sink, which ends with it. Returns the sink's process id."""
    server = subprocess.Popen([sys.executable, Path(__file__).with_name("sink.py")], stdout=subprocess.PIPE, text=True)
    atexit.register(server.kill)
    assert server.stdout is not None
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", int(server.stdout.readline())
    return server.pid


def told_table() -> int:
    """Return a game whose players all get their tiles by email. They have been dealt, and everybody has been notified."""
    people = [account_of(f"mail{n}@example.org", name=f"Player {n}")[0] for n in range(SEATS)]
    at = now()
    game_id = commands.make_game(kind="crossing", player=people[0], seats=SEATS, options=OPTIONS, listed=True, now=at)
    for player in people:
        commands.join(game_id=game_id, player=player, now=at)
    for player in people:
        commands.set_tiles_by_email(game_id=game_id, player=player, on=True, now=at)
    for player in people:
        commands.sit_down_and_agree(game_id=game_id, player=player, now=at)
    tasks.tell(game_id, now=at + NEWS_SETTLE)
    return game_id


def bare() -> Task:
    """a bare send of an email"""
    sink()
    mails = [_like(message) for message in Message.objects.filter(game=told_table(), kind="start")]
    assert len(mails) == SEATS
    return Task(lambda: get_connection().send_messages(mails), units=SEATS)


def _like(message: Message) -> EmailMultiAlternatives:
    now = message.made_at + DAY
    content = write(message, now=now)
    assert content is not None
    ours = compose(message, content, now=now)
    mail = EmailMultiAlternatives(
        ours.subject, ours.body, ours.from_email, ours.to, headers=ours.extra_headers, reply_to=ours.reply_to
    )
    mail.encoding = ours.encoding
    mail.attach_alternative(*ours.alternatives[0])
    return mail


def composed_and_sent() -> Task:
    """Notify everybody of a light that nobody requested, with their tiles."""
    table = told_table()
    tables = cycle(positions.copies([table], TABLES))
    game_id, at = table, now()

    def light() -> None:
        nonlocal game_id, at
        game_id = next(tables)
        due = Game.objects.get(pk=game_id).due_at
        assert due is not None
        commands.apply_due(game_id=game_id, now=due)
        at = due + NEWS_SETTLE

    def tell() -> None:
        if tasks.tell(game_id, now=at) != SEATS:
            raise SystemExit("not everybody was notified")

    return Task(tell, first=light, units=SEATS)


def read_and_obeyed() -> Task:
    """Read replies that submit another layout than the current one."""
    seats = positions.submissions()
    mail_id = 0

    def arrive() -> None:
        nonlocal mail_id
        game_id, player, layout = next(seats)
        asked = Message.objects.filter(game=game_id, player=player).order_by("pk").first()
        if asked is None:
            tasks.tell(game_id, now=now() + NEWS_SETTLE)
            asked = Message.objects.filter(game=game_id, player=player).earliest("pk")
        mail = EmailMessage()
        mail["From"], mail["To"], mail["Subject"] = asked.address, tokens.reply_address(asked), "Re: Lexicon"
        mail["Message-ID"] = f"<{secrets.token_hex(8)}@elsewhere.example>"
        mail.set_content("\n".join(("GRID", *layout, "END", "")))
        row = spool.accept(mail.as_bytes(), recipient=mail["To"], sender=asked.address, source="bench", now=now())
        mail_id = row.pk

    def read() -> None:
        dispatch.read(mail_id, now=now())

    arrive()
    read()
    if InboundMail.objects.get(pk=mail_id).outcome != InboundMail.Outcome.OBEYED:
        raise SystemExit("the email was not carried out")
    watch_children(but=sink())  # the sandbox in which it is read
    return Task(read, first=arrive)


ROWS = (
    Row("mail-out", "emails composed and sent, of bare sends", 0.33, composed_and_sent, beside="bare"),
    Row("mail-in", "emails read and carried out, of bare sends", 0.3, read_and_obeyed, beside="bare"),
)
