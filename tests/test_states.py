"""Every game state that a release has stored can be loaded, shown to each reader, played on and finished; old
records still verify."""

import json
from dataclasses import fields

import pytest

from games import queries, store
from games.models import Bag, Game, Hand
from games.players.models import Player
from games.rules import registry
from games.rules.crossing.kind import Crossing
from games.rules.table.standing import Stand
from games.rules.table.verify import replay
from games.store import rows
from tests.states.files import FOLDER, restored
from tests.states.playing import played_on
from tests.tables import look, start, state

pytestmark = pytest.mark.django_db

ROBOTS_MOVE = 3
FILES = {
    f"{path.parent.name}-{path.stem}": json.loads(path.read_text("utf-8")) for path in sorted(FOLDER.glob("*/*.json"))
}
GAMES = {name: file for name, file in FILES.items() if not name.endswith(".record")}
RECORDS = {name: file for name, file in FILES.items() if name.endswith(".record")}
PRESENT = {name: file for name, file in GAMES.items() if file["format"] == registry.kind(file["kind"]).format}


def of(files):
    return pytest.mark.parametrize("file", files.values(), ids=files)


@pytest.mark.parametrize(
    "file",
    [  # an earlier format is upgraded before the database is queried
        pytest.param(file, id=name, marks=() if name in PRESENT else pytest.mark.sqlite) for name, file in GAMES.items()
    ],
)
def test_a_stored_game_can_be_shown_continued_and_verified(file, client):
    game = restored(file)
    show(game, client)
    played_on(game.pk, now=game.finished_at or game.events.latest("n").at, robots=ROBOTS_MOVE)
    game.refresh_from_db()
    assert game.phase == Game.Phase.FINISHED
    replay(registry.kind(game.kind), queries.record(game_id=game.pk, player=None, now=game.finished_at))


def show(game, browser):
    """Open the game's page as each of its players and as a spectator."""
    browser.logout()
    for player in [None, *Player.objects.filter(seats__game=game)]:
        if player is not None:
            browser.force_login(player)
        assert browser.get(f"/games/{game.pk}/", follow=True).status_code == 200


@of(RECORDS)
def test_an_old_record_still_verifies(file):
    replay(registry.kind(file["kind"]), file)


@of(PRESENT)
def test_the_stored_state_changes_only_with_a_new_format(file):
    game = restored(file)
    table = rows.load(game, rows.parts_of([game])[game.pk])
    rows.save(game, table, table)
    assert game.state == file["state"]


@pytest.mark.parametrize("kind", registry.KINDS.values(), ids=registry.KINDS)
def test_the_stored_games_of_a_kind_cover_everything_it_can_store(kind):
    kept = [file["state"] for file in PRESENT.values() if file["kind"] == kind.key]
    filled = {name for one in kept for name, value in one.items() if value}
    filled |= set() if Stand.verb in kind.all_verbs else {"standing"}
    filled |= set() if "nights" in {option.name for option in fields(kind.options_type)} else {"hours"}
    assert {field.name for field in fields(kind.state_type)} - rows.IN_ROWS == filled - rows.IN_ROWS


def test_a_state_of_a_newer_release_is_refused_and_says_so(anna, boris):
    game_id = start(anna, boris)
    Game.objects.filter(pk=game_id).update(format=99)
    with pytest.raises(
        store.NewerFormat, match=f"Game {game_id} is stored in format 99 of crossing, .* only up to format 3"
    ):
        look(game_id, anna)
    assert Game.objects.get(pk=game_id).format == 99


class Next(Crossing):
    """Lexicon Crossing as a future release might store it: tiles removed from the game are stored under another
    name."""

    format = 4

    def upgrade(self, format, stored):
        if format < 4:
            bags = dict(stored["bags"])
            bags["gone"] = bags.pop("removed")
            stored = {**stored, "bags": bags}
        return super().upgrade(format, stored)


def test_a_state_in_an_earlier_format_is_upgraded_when_read_and_saved(anna, boris, monkeypatch):
    game_id = start(anna, boris)
    before = state(game_id)
    monkeypatch.setitem(registry.KINDS, "crossing", Next())
    assert state(game_id).bags == {"pool": before.bags["pool"], "gone": ""}
    assert Game.objects.get(pk=game_id).format == 3
    look(game_id, anna)
    assert Game.objects.get(pk=game_id).format == 4
    assert dict(Bag.objects.filter(game=game_id).values_list("name", "tiles")) == state(game_id).bags
    assert dict(Hand.objects.filter(game=game_id).values_list("seat", "tiles")) == before.hands == state(game_id).hands
