"""Every page passes axe, in light and dark mode, on a phone and a laptop."""

from dataclasses import dataclass

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from games import commands
from games.rules.values import Order
from notifications import tokens
from notifications.models import InboundMail, Message
from tests.browser.axe import violations, violations_by_day_and_night
from tests.browser.conftest import LAPTOP, PHONE
from tests.of_pieces import start_of, to_move
from tests.positions import just_now
from tests.tables import ask, look, make_table, start

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@dataclass
class Tables:
    """Three games, and the pages of a new one filled by a preset and of a tile set."""

    running: int
    lobby: int
    finished: int
    filled: str
    editor: str

    @property
    def ids(self):
        return self.running, self.lobby, self.finished


@pytest.fixture
def tables(transactional_db, anna, boris):
    """A running game with a request and a face-down tile; a lobby; a finished game."""
    now = timezone.now()
    running = start(anna, boris, now=now, starting_tiles=6, seed=bytes(32))
    look(running, boris, at=now)
    ask(running, boris, at=now)
    house = {"tiles_per_light": 2, "jaywalk_draw": 2, "light_forfeit": "Sing"}
    lobby = make_table(anna, boris, seats=3, now=now, **house)
    kept = commands.save_preset(player=anna, kind="crossing", name="Party", options=house, now=now)
    saved = commands.save_tile_set(player=anna, name="Nordic", counts="A60 E60", now=now)
    finished = start(anna, boris, now=now, starting_tiles=6)
    ask(finished, anna, at=now)
    commands.play(game_id=finished, player=boris, orders=[Order("RESIGN")], now=now)
    return Tables(running, lobby, finished, filled=f"/games/new/?own={kept.pk}", editor=f"/tile-sets/{saved.pk}/")


@pytest.mark.parametrize("size", [PHONE, LAPTOP], ids=["phone", "laptop"])
def test_every_page_is_accessible(window, tables, anna, signed_in, size):
    page = window(size=size)
    running, lobby, finished = tables.ids
    way_out = "/mail/" + tokens.sign("mute", f"{anna.pk}-{running}") + "/"
    strangers = (
        "/",
        "/accounts/login/",
        "/accounts/signup/",
        "/rules/",
        "/privacy/",
        "/gone/",
        "/offline/",
        "/nowhere/",
        "/watch/",
        "/watch/?now=over&kind=lynx",
        way_out,
    )
    found = [violation for path in strangers for violation in _in(page, path, found_by=violations_by_day_and_night)]
    signed_in(page, anna)
    games = [f"/games/{game_id}/" for game_id in (running, lobby, finished)]
    own = (
        "/",
        "/games/new/",
        tables.filled,
        "/tile-sets/",
        tables.editor,
        *games,
        f"/games/{running}/resign/confirm/",
        f"/games/{running}/jaywalk/confirm/",
        "/games/finished/?with=Boris&kind=crossing",
        "/games/finished/?with=Boris&kind=chess",
        "/settings/account/delete/",
        f"/games/{running}/mail/",
    )
    found += [violation for path in own for violation in _in(page, path, found_by=violations_by_day_and_night)]
    assert found == []


@pytest.mark.parametrize("size", [PHONE, LAPTOP], ids=["phone", "laptop"])
@pytest.mark.parametrize("kind", ["crosslet", "scannergram"])
def test_an_interactive_board_is_accessible(window, transactional_db, anna, boris, signed_in, kind, size):
    game_id = start_of(kind, anna, boris, now=just_now())
    mover, _ = to_move(game_id, anna, boris)
    page = signed_in(window(size=size), mover)
    page.goto(f"/games/{game_id}/")
    page.locator(".play .field").click()
    page.keyboard.press(page.locator(".rack.own .tile .character").first.inner_text() or "E")
    assert list(violations_by_day_and_night(page, rules=None)) == []


def test_pages_linked_from_emails_are_accessible(window, tables, anna):
    page, now = window(size=PHONE), timezone.now()
    about = {"game_id": tables.running, "player": anna, "seat": 0, "address": anna.email, "made_at": now}
    answered = Message.objects.create(kind="start", **about)
    held = InboundMail.objects.create(
        raw=b"", size=0, received_at=now, acted_at=now, read_at=now, outcome="held", message=answered
    )
    facts = {"from": "anna@elsewhere.example", "verbs": ["GREEN"], "asked": ["GREEN", "GRID", "K..", "END"]}
    Message.objects.create(kind="held", answers=held, facts=facts, **about)
    behind = (f"/mail/{tokens.sign('held', held.link)}/held/", f"/mail/{tokens.sign('leaked', answered.link)}/leaked/")
    found = [one for path in behind for one in _in(page, path, found_by=violations_by_day_and_night)]
    for path, button in zip(behind, ("decline", "one"), strict=True):
        page.goto(path)
        page.locator(f"button[value={button}]").click()
        expect(page.locator("[role=status]")).to_have_count(1)
        found += violations_by_day_and_night(page, rules=None)
    assert found == []


def test_pages_in_french_are_accessible(window, tables, anna, signed_in):
    anna.language = "fr"
    anna.save()
    page = signed_in(window(size=PHONE), anna)
    games = [f"/games/{game_id}/" for game_id in tables.ids]
    own = (
        "/",
        "/games/new/",
        *games,
        f"{games[0]}resign/confirm/",
        "/you/",
        "/settings/account/",
        "/settings/notifications/",
        "/settings/vacation/",
        "/settings/account/delete/",
    )
    assert [violation for path in own for violation in _in(page, path)] == []
    assert page.locator("html").get_attribute("lang") == "fr"


def _in(page, path, *, found_by=violations):
    page.goto(path)
    if page.locator(".play").count():
        expect(page.locator(".field")).to_be_visible()
    return [
        (path, violation["id"], [node["html"][:160] for node in violation["nodes"]][:3]) for violation in found_by(page)
    ]
