"""A simulated week of a player who gets push notifications on a phone and opens no email: one game, with a standing
order, a clock that stops at night, and two days with a substitute.

Pages use the real clock and a game's time never goes back, so the week begins tomorrow: what a page does happens at
the time that the game has reached."""

import re
from datetime import time, timedelta

import pytest
from django.test import Client
from django.urls import reverse

from games import commands, queries
from games.models import Event, Seat, Substitution
from games.players.models import Player
from games.rules import registry
from games.rules.table.verify import replay
from notifications.models import MailHours, Notice
from tests.notifications.conftest import Post, said
from tests.positions import just_now
from tests.substitutes import acquainted
from tests.tables import start, state

pytestmark = pytest.mark.django_db

TALK, TALK_TO_DMITRI = "I have a lovely word for tomorrow", "Welcome, Dmitri"


@pytest.fixture
def boris(db):
    """Boris without the game that others play by email in these tests."""
    return Player.objects.create_user("boris@example.org", name="Boris")


def signed_in(player):
    client = Client()
    client.force_login(player)
    return client


class Week:
    """A game of Anna and Boris, and Anna's phone: within half an hour she opens each notification, and what she saw
    is recorded."""

    def __init__(self, anna, boris, phone):
        self.phone, self.hers, self.seen = phone, signed_in(anna), []
        self.begins = just_now().replace(hour=12, minute=0) + timedelta(days=1)
        self.hers.post(reverse("channels"), {"do": "device", "address": phone.address, "name": "phone", **phone.keys})
        self.hers.post("/settings/vacation/", {"do": "sleep", "asleep": "23:00", "awake": "07:00"})
        MailHours.objects.create(player=anna, quiet_from=time(23), quiet_until=time(7))
        options = {"tile_set": "A8 E8", "starting_tiles": 2, "nights": "stand"}
        self.post = Post(start(anna, boris, now=self.begins, listed=False, **options), self.begins).deliver()
        self.table = f"/games/{self.post.game_id}/"

    def at(self, day, hour):
        return self.begins.replace(hour=hour) + timedelta(days=day)

    def until(self, day, hour):
        """Let time pass in steps of half an hour."""
        self.open()
        while self.post.now < self.at(day, hour):
            self.post.later(minutes=30)
            self.open()

    def open(self):
        """Follow the link of each new notification, and record its time, its text, and the page it led to."""
        for pushed in self.phone.got[len(self.seen) :]:
            self._says_nothing_hidden(pushed)
            page = self.hers.get(pushed["url"], follow=True)
            assert page.status_code == 200
            came = (self.post.now - self.at(0, 0)) / timedelta(hours=1)
            title = pushed["title"].removeprefix(f"Lexicon game {self.post.game_id}: ")
            led_to = page.redirect_chain[-1][0].removeprefix(self.table)
            self.seen.append(((int(came // 24), came % 24), title, pushed["body"], led_to, said_on(page)))

    def _says_nothing_hidden(self, pushed):
        assert set(pushed) == {"title", "body", "tag", "url", "off"}
        here, told = state(self.post.game_id), " ".join([pushed["title"], pushed["body"], pushed["tag"]])
        for hidden in (TALK, TALK_TO_DMITRI, "LIGHT", here.held(0), here.held(1)):
            assert not hidden or hidden not in told
        assert re.fullmatch(r"/mail/[^/]+/told/", pushed["url"])


def said_on(page):
    """Return the text of a page."""
    return " ".join(re.sub(r"<[^>]+>", " ", page.content.decode()).split())


def test_a_week_played_on_a_phone_notifies_once_of_everything_and_sends_no_email(anna, boris, dmitri, phone):
    week = Week(anna, boris, phone)
    post, hers = week.post, week.hers
    acquainted(anna, dmitri, now=week.begins - timedelta(days=30))
    # A day, and four more of the time bank. Anna's clock also stops for seven nights, Boris's never.
    assert state(post.game_id).clocks.ends("see 0") == week.at(0, 12) + timedelta(days=5, hours=7 * 8)
    assert state(post.game_id).clocks.ends("see 1") == week.at(0, 12) + timedelta(days=5)

    week.until(0, 13)
    post.play(anna, "LOOK")
    hers.post(f"{week.table}order/", {"verb": "STANDING", "field-0": ["LIGHT"]})
    week.until(0, 18)
    post.play(boris, "LOOK", "GRID", "GREEN")  # before her layout is complete
    week.until(0, 20)
    post.play(anna, "LOOK", "GRID")
    week.until(1, 8)
    post.play(boris, "LOOK", "GRID")  # her standing order requests the light
    week.until(2, 8)
    post.play(boris, "LOOK", "GRID")
    week.until(2, 20)
    post.play(anna, "LOOK", "GRID")  # and again
    week.until(3, 1)
    commands.say(game_id=post.game_id, player=boris, text=TALK, now=post.now)
    post.deliver()
    week.until(3, 8)
    post.play(boris, "LOOK", "GRID")

    week.until(4, 9)
    first = week.at(4, 0).date()
    days = {"first": first.isoformat(), "last": (first + timedelta(days=1)).isoformat()}
    hers.post(f"{week.table}lend/", {"do": "ask", "to": str(dmitri.pk), "may": "layouts", **days})
    week.until(4, 10)
    (asked,) = post.mails(dmitri)
    assert asked.subject.startswith("Anna asks you to play for them (")
    signed_in(dmitri).post(re.search(r"https?://[^/]+(/loans/\S+/)", asked.text)[1], {"do": "accept"})
    week.until(4, 11)
    post.play(dmitri, "LOOK", "GRID")  # her standing order is still in force
    week.until(4, 18)
    commands.say(game_id=post.game_id, player=boris, text=TALK_TO_DMITRI, now=post.now)
    post.play(boris, "LOOK", "GRID")
    week.until(5, 13)
    post.play(dmitri, "LOOK", "GRID")
    week.until(5, 18)
    post.play(boris, "LOOK", "GRID")
    assert TALK_TO_DMITRI in " ".join(map(said, post.mails(dmitri)))

    week.until(6, 20)
    post.play(anna, "LOOK", "GRID")
    week.until(7, 8)
    post.play(boris, "LOOK", "GRID")
    week.until(7, 9)
    post.play(boris, "RED")
    week.until(7, 10)
    post.play(anna, "LOOK")
    week.until(7, 11)
    post.play(anna, "GRID", "DONE")
    week.until(7, 18)

    board, lent = (
        "your board against Boris",
        f"Dmitri has accepted your request to play for you (Lexicon game {post.game_id})",
    )
    assert [seen[:4] for seen in week.seen] == [
        ((0, 12.5), board, "Start", ""),
        ((0, 18.5), board, "New tile", ""),
        ((1, 8.5), board, "Light granted", ""),
        ((2, 8.5), board, "Withheld tile released", ""),
        ((2, 20.5), board, "Light granted", ""),
        ((3, 7), board, "Chat message", ""),  # sent at one in the night
        ((3, 8.5), board, "Withheld tile released", ""),
        ((4, 10.5), lent, "Substitute", "lend/"),
        ((6, 7), board, "Players joining or leaving", ""),  # since midnight, while she slept
        ((6, 20.5), board, "Light granted", ""),
        ((7, 8.5), board, "Withheld tile released", ""),
        ((7, 9.5), board, "Light requested", ""),
        ((7, 10.5), board, "Red light", ""),
        ((7, 11.5), board, "Result", "result/"),
    ]
    for seen, says in zip(
        week.seen,
        [
            "2 tiles are face down",
            "1 tile is face down",
            "You can look once Boris has looked",
            "1 tile is face down",
            "You can look once Boris has looked",
            TALK,
            "1 tile is face down",
            "Dmitri will play for you.",
            "1 tile is face down",  # Dmitri has not looked at it
            "You can look once Boris has looked",
            "1 tile is face down",
            "Boris’s request is first. You haven’t looked yet.",
            "The game is scored",
            "red light called by Boris",
        ],
        strict=True,
    ):
        assert says in seen[-1], seen[:4]
    notices = Notice.objects.filter(player=anna, game=post.game_id)
    assert not notices.filter(message=None, dropped_at=None).exists()  # nothing is left to send
    assert Event.objects.filter(game=post.game_id, verb="seen", substitute="Dmitri").count() == 2
    assert not Seat.objects.filter(game=post.game_id, player=dmitri).exists()
    assert Substitution.objects.get().ended_at == week.at(6, 0)
    replay(registry.kind("crossing"), queries.record(game_id=post.game_id, player=anna, now=post.now))

    assert post.mails(anna) == []
    commands.say(game_id=post.game_id, player=boris, text="Again?", now=post.now)
    post.later(minutes=10).later(minutes=59)
    assert (len(phone.got), post.mails(anna)) == (len(week.seen) + 1, [])
    post.later(minutes=1)
    assert "Again?" in said(post.last(anna))  # the notification that she has not opened
