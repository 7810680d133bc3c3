"""Games with their emails: those sent to each player, and replies to them."""

import itertools
from dataclasses import dataclass
from datetime import datetime, timedelta
from email.message import EmailMessage
from email.utils import format_datetime, make_msgid

import pytest

from games import commands, queries, store
from games.models import Draft, Event, Game
from games.players.models import Player
from games.rules.values import Order
from games.word_lists import shelf
from notifications import tasks
from notifications.channels import delivery
from notifications.incoming import spool
from notifications.models import InboundMail, LocalMail
from tests.conftest import NOON
from tests.notifications.push_service import phone, receiver, tablet, vapid_key  # noqa: F401
from tests.positions import kept


@pytest.fixture(autouse=True)
def _local_mailbox(settings):
    settings.EMAIL_BACKEND = "notifications.mailbox.MailboxBackend"


@dataclass
class Post:
    """A game, its current time, and the mailboxes of its players."""

    game_id: int
    now: datetime

    @property
    def game(self):
        return Game.objects.get(pk=self.game_id)

    @property
    def state(self):
        return store.seen_now(self.game_id, now=self.now).state

    def everything(self):
        """Return everything in the game that a reply could change."""
        return self.state, list(Event.objects.order_by("pk").values()), list(Draft.objects.values())

    def later(self, **span):
        """Let time pass, apply what falls due, and deliver the emails."""
        self.now += timedelta(**span)
        commands.apply_due(game_id=self.game_id, now=self.now)
        return self.deliver()

    def deliver(self):
        """Send what is due, by channels and by email; what no channel took is emailed at once."""
        tasks.tell(self.game_id, now=self.now)
        for player_id in list(delivery.players_to_tell(now=self.now)):
            if delivery.tell(player_id, now=self.now):
                tasks.tell(self.game_id, now=self.now)
        return self

    def play(self, player, *verbs):
        """Carry out orders given on the site, each a verb; GRID lays all tiles that the player holds."""
        for verb in verbs:
            facts = {"layout": (self.hand(player),)} if verb == "GRID" else {}
            commands.play(game_id=self.game_id, player=player, orders=[Order(verb, facts)], now=self.now)
        return self.deliver()

    def hand(self, player):
        """Return the tiles a player has looked at, as one row."""
        return queries.table(game_id=self.game_id, player=player, now=self.now).view.hand

    def mails(self, player):
        return list(LocalMail.objects.filter(address=getattr(player, "email", player)).order_by("pk"))

    def last(self, player):
        return self.mails(player)[-1]

    def answer(self, mail, body, *, sender=None, **headers):
        """Reply to an email; the worker reads it and sends its answer. Return the row of the spool."""
        row = self.spool(mail, body, sender=sender, **headers)
        return self.read(row)

    def spool(self, mail, body, *, sender=None, **headers):
        sender = sender or mail.address
        raw = written(body, sender=sender, to=mail.reply_to, at=self.now, **headers)
        return spool.accept(raw, recipient=mail.reply_to, sender=sender, source="pipe", now=self.now)

    def read(self, row):
        tasks.hear(row.pk, now=self.now)
        self.deliver()
        return InboundMail.objects.get(pk=row.pk)


def said(mail):
    """Return the text of an email without line breaks, for finding sentences."""
    return " ".join(mail.text.split())


def written(body, *, sender, to, at, **headers):
    """Write an email like a mail program."""
    mail = EmailMessage()
    mail["From"], mail["To"], mail["Date"] = sender, to, headers.pop("Date", None) or format_datetime(at)
    mail["Message-ID"] = headers.pop("message_id", None) or make_msgid(domain="elsewhere.example")
    for name, value in headers.items():
        mail[name.replace("_", "-")] = value
    mail.set_content(body)
    return mail.as_bytes()


@pytest.fixture
def ae_words(db):
    """A word list in which all rows of A and E are words, so that any hand of them can be laid."""
    rows = ("".join(row) for length in range(2, 9) for row in itertools.product("AE", repeat=length))
    shelf.words_of.cache_clear()
    yield shelf.import_words(rows, name="ae", now=NOON)
    shelf.words_of.cache_clear()


OPTIONS = {"tile_set": "A20 E20", "starting_tiles": 3, "leeway": 0}  # no delay before news is sent


@pytest.fixture
def begins():
    """The time at which the game is created."""
    return NOON


@pytest.fixture
def lobby(anna, ae_words, begins):
    """A lobby for two of Anna's, with boris@example.org invited."""
    return invite_boris(anna, begins)


@pytest.fixture
def post(anna, ae_words, begins):
    """A dealt game that Boris joined by email, so that he gets his tiles by email; Anna has looked."""
    return boris_by_mail(anna, begins)


@kept
def invite_boris(anna, begins):
    game_id = commands.make_game(
        kind="crossing", player=anna, seats=2, options=OPTIONS, word_list="ae", invite=["boris@example.org"], now=begins
    )
    commands.agree(game_id=game_id, player=anna, now=begins)
    return Post(game_id, begins).deliver()


@kept
def boris_by_mail(anna, begins):
    lobby = invite_boris(anna, begins)
    lobby.answer(lobby.last("boris@example.org"), "JOIN\n", sender="Boris <boris@example.org>")
    commands.look(game_id=lobby.game_id, player=anna, now=lobby.now)
    return lobby.deliver()


@pytest.fixture
def boris(post):
    return Player.objects.get(email="boris@example.org")
