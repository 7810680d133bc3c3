"""Names of the maximum length without a space: they make no page wider than a phone."""

import pytest
from django.utils import timezone

from games import commands
from games.commands import clubs
from games.models import Seat
from games.players.accounts import account_of
from games.players.models import Club, Player
from games.tournaments.models import Tournament
from tests.browser.conftest import PHONE
from tests.of_pieces import start_of
from tests.puzzles import LONGEST, enter, lay_puzzle
from tests.tables import DAY, ask, look, make_table, order, start
from tests.tournaments.playing import begin, fixtures, join, make_director, publish, win

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

COMPOUND = "Donaudampfschifffahrtsgesellschaftskapi"
WIDEST = "W" * 40
NARROW = {"width": 320, "height": 640}


def called(player, name):
    Player.objects.filter(pk=player.pk).update(name=name)
    player.refresh_from_db()


@pytest.fixture
def pages(transactional_db, anna, boris, chloe, dmitri):
    """The pages that show names to Anna, and those of the tournament that Boris's club directs."""
    now = timezone.now()
    for player, name in ((anna, COMPOUND), (boris, WIDEST), (chloe, f"{WIDEST[:-1]}i"), (dmitri, "M" * 40)):
        called(player, name)
        account_of(player.email, name=name)
    running = start(anna, boris, chloe, now=now, leeway=0)
    look(running, anna, boris, chloe, at=now)
    order(running, boris, f"SAY {'W' * 300}", at=now)
    ask(running, boris, at=now)
    others = [start_of(kind, anna, boris, now=now) for kind in ("crosslet", "lynx", "scannergram", "lexicon_cards")]
    over = start(anna, boris, chloe, now=now)
    order(over, boris, "resign", at=now)
    order(over, chloe, "resign", at=now)
    lobby = make_table(boris, chloe, seats=4, invite=[f"{'w' * 60}@{'w' * 60}.example.org"], now=now)
    own = make_table(anna, boris, seats=3, invite=[f"{'w' * 60}@{'w' * 60}.example.org"], now=now)
    commands.save_preset(player=anna, kind="crossing", name=WIDEST, options={"face_up": True}, now=now)
    commands.save_tile_set(player=anna, name="W" * 30, counts="A60 E60", now=now)
    commands.save_draft(game_id=running, player=anna, layout=["AE"], name=WIDEST, now=now)
    club = clubs.found_club(player=boris, name=WIDEST, about="W" * 300, is_public=True, now=now)
    clubs.make_club_link(club_id=club, player=boris, now=now)
    clubs.join_club(link=Club.objects.get(pk=club).link, player=anna, now=now)
    make_table(boris, seats=3, listed=False, club=club, now=now)
    puzzle = lay_puzzle((now - DAY).date())
    for player in (boris, anna):
        enter(player, LONGEST, at=now - DAY)
    make_director(dmitri)
    cup = begin(dmitri, [anna, boris, chloe], now=now, table_size=2, format="swiss", rounds_planned=2, name="W" * 80)
    publish(cup, dmitri, now=now)
    for fixture in fixtures(cup):
        players = [seat.player for seat in Seat.objects.filter(game=fixture.game_id).select_related("player")]
        join(fixture, *players, now=now)
        win(fixture, players[0], now=now)
    Tournament.objects.filter(pk=cup.pk).update(club=club, rated=False)  # its owner has pages for it
    tournament = f"/tournaments/{Tournament.objects.get(pk=cup.pk).pk}/"
    shown = [f"/games/{one}/" for one in (running, *others, lobby, own)]
    shown += [f"/games/{over}/result/", f"/games/{over}/", f"/games/{running}/lend/"]
    shown += [
        "/",
        "/people/",
        f"/players/{boris.pk}/",
        f"/people/{boris.pk}/report/",
        "/you/",
        "/play/",
        "/watch/",
        "/games/new/",
    ]
    shown += ["/clubs/", f"/clubs/{club}/", f"/clubs/{club}/games/", "/games/finished/", "/tile-sets/", "/ratings/"]
    shown += [
        f"/daily/{puzzle.kind}/{puzzle.day}/",
        f"/daily/{puzzle.kind}/days/",
        "/records/",
        "/statistics/",
        "/settings/notifications/",
    ]
    shown += ["/tournaments/", tournament, f"/games/{running}/resign/confirm/"]
    directs = [tournament, f"{tournament}run/", f"{tournament}run/preview/", f"{tournament}run/settings/"]
    directs += [f"{tournament}run/act/late/", f"{tournament}run/act/void/"]
    return [(anna, one) for one in shown] + [(boris, one) for one in directs]


@pytest.mark.parametrize("size", [PHONE, NARROW], ids=["390", "320"])
def test_long_names_make_no_page_wider_than_a_phone(window, pages, signed_in, size):
    windows, wide = {}, {}
    for player, address in pages:
        page = windows.setdefault(player.pk, None) or signed_in(window(size=size, is_mobile=True), player)
        windows[player.pk] = page
        answer = page.goto(address)
        width = page.evaluate("document.documentElement.scrollWidth")
        if width > size["width"]:
            wide[address] = width
        assert answer.status == 200, address
    assert wide == {}
