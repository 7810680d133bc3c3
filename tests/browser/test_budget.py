"""The first visit to a page stays within a budget of requests and bytes.

Bodies are counted after gzip, as a server or its proxy sends them; fonts and pictures as they are."""

import gzip
import random

import pytest
from django.utils import timezone

from games.rules.daily import day_of
from tests.browser.conftest import LAPTOP, PHONE
from tests.of_pieces import give, start_of, to_move, write
from tests.puzzles import lay_tiles
from tests.tables import hand, look, only_words, order, start

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

MOST_REQUESTS, MOST_BYTES = 12, 120_000
COMPRESSED_ALREADY = (".woff2", ".png")


@pytest.fixture
def game_id(transactional_db, anna, boris):
    """A game whose page has everything: a layout with blanks, a request, a tile to look at."""
    now = timezone.now()
    game_id = start(anna, boris, now=now, tile_set="E60 ?60", starting_tiles=6, leeway=0)
    look(game_id, anna, boris, at=now)
    for player in (anna, boris):
        order(game_id, player, f"GRID\n{hand(game_id, player).replace('?', 'e')}\nEND", at=now)
    order(game_id, boris, "GREEN", at=now)
    return game_id


@pytest.fixture
def crosslet(transactional_db, anna, boris):
    """A game with words on the board and tiles to lay: its id, and the player to move."""
    now = timezone.now()
    game_id = start_of("crosslet", anna, boris, now=now)
    only_words(game_id, "CAT")
    first, second = to_move(game_id, anna, boris)
    give(game_id, first, "CATIIII")
    write(game_id, first, "GRID\n8G CAT\nEND", at=now)
    return game_id, second


def cost_of(page, address):
    """Return every request for a page with an empty cache, as (address, bytes)."""
    answers = []
    page.on("response", lambda answer: answers.append(answer))
    page.goto(address, wait_until="networkidle")
    return [(answer.url, _bytes_of(answer.url, answer.body())) for answer in answers]


def _bytes_of(address, body):
    return len(body) if address.endswith(COMPRESSED_ALREADY) else len(gzip.compress(body))


def hold(costs):
    """Fail with a list of all requests if the budget is exceeded."""
    bill = "\n".join(f"{size:>8} {address}" for address, size in sorted(costs, key=lambda cost: -cost[1]))
    total = sum(size for _address, size in costs)
    assert len(costs) <= MOST_REQUESTS, f"{len(costs)} requests:\n{bill}"
    assert total <= MOST_BYTES, f"{total} bytes:\n{bill}"


@pytest.mark.parametrize("size", [PHONE, LAPTOP], ids=["phone", "laptop"])
def test_a_game_stays_within_the_budget(window, game_id, anna, signed_in, size):
    hold(cost_of(signed_in(window(size=size), anna), f"/games/{game_id}/"))


@pytest.mark.parametrize("size", [PHONE, LAPTOP], ids=["phone", "laptop"])
def test_a_shared_board_stays_within_the_budget(window, crosslet, signed_in, size):
    game_id, mover = crosslet
    page = signed_in(window(size=size), mover)
    costs = cost_of(page, f"/games/{game_id}/")
    assert page.locator(".play .field").count() == 1
    hold(costs)
    hold(cost_of(window(size=size), "/play/crosslet/"))  # with a position to try


@pytest.mark.parametrize(
    "address", ["/daily/", "/daily/crossing/", "/learn/", "/tactics/", "/records/", "/calculator/"]
)
def test_pages_for_learning_and_puzzles_stay_within_the_budget(window, address, transactional_db):
    lay_tiles(day_of(timezone.now()))
    hold(cost_of(window(size=PHONE), address))


def test_a_heavy_style_sheet_exceeds_the_budget(window, game_id, anna, signed_in):
    page = signed_in(window(), anna)
    heavy = f"/* {random.Random(1).randbytes(100_000).hex()} */"
    page.route("**/table*.css", lambda route: route.fulfill(body=heavy, content_type="text/css"))
    costs = cost_of(page, f"/games/{game_id}/")
    with pytest.raises(AssertionError, match=r"bytes:\n +\d+ .*table.*css"):
        hold(costs)


def test_too_many_requests_exceed_the_budget(window, game_id, anna, signed_in):
    page = signed_in(window(), anna)
    page.add_init_script("for (let n = 0; n < 12; n++) fetch(`/rules/?${n}`)")
    costs = cost_of(page, f"/games/{game_id}/")
    with pytest.raises(AssertionError, match="requests:"):
        hold(costs)
