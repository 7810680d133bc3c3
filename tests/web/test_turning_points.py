"""Turning points and the race: only on the result page of a finished game."""

import pytest

from games import commands
from games.models import Analysis
from games.queries.analysis import Laid, Position, as_saved
from games.rules.values import Order
from tests.positions import just_now
from tests.tables import ask, look, order, start

pytestmark = pytest.mark.django_db


@pytest.fixture
def over(anna, boris):
    """A finished game: Boris stays at 0; Anna’s ring of four words comes with the second light, and Boris calls red."""
    now = just_now()
    game_id = start(anna, boris, now=now, listed=True, leeway=0, tile_set="E8 A0", starting_tiles=2)

    def lay(player, *rows):
        commands.play(game_id=game_id, player=player, orders=[Order("GRID", {"layout": list(rows)})], now=now)

    for rows in (("EE",), ("EEE",)):
        look(game_id, anna, boris, anna, at=now)
        lay(anna, *rows)
        lay(boris, "E" * len(rows[0]))
        ask(game_id, boris, at=now)
    look(game_id, anna, boris, anna, at=now)
    lay(anna, "EE", "EE")
    lay(boris, "EEEE")
    ask(game_id, boris, at=now)
    order(game_id, anna, "done", at=now)
    return game_id


def cards(page):
    return [(card.change, card.title, card.is_missed) for card in page.context["turning_points"]]


def test_the_winners_largest_gain_is_shown_with_words_and_step(over, anna, browser_of):
    page = browser_of(anna).get(f"/games/{over}/result/")
    assert cards(page) == [("+1.00", "Anna, after light 2", False)]
    assert "EE took the score from 0.00 to 1.00." in page.text
    shown = browser_of(anna).get(page.context["turning_points"][0].link)
    assert "After light 2" in shown.context["boards"]


def test_a_player_who_never_scored_has_no_gain_card(over, boris, browser_of):
    assert [title for _, title, _ in cards(browser_of(boris).get(f"/games/{over}/result/"))] == ["Anna, after light 2"]


@pytest.fixture
def analysed(over):
    """The same game with an analysis: Boris could have had more at every step, and most at the end."""
    own, better, best = (Laid((word,), points, 2, 0) for word, points in (("EEEE", 0), ("BEE", 2), ("DEE", 5)))
    positions = [Position(0, 0, 1, "EE", own, better), Position(3, None, 1, "EEEE", own, best)]
    positions += [Position(0, 0, 0, "EE", own, better)]
    Analysis.objects.filter(pk=over).update(positions=as_saved(positions))
    return over


def test_a_player_sees_their_own_largest_missed_chance(analysed, anna, boris, browser_of):
    page = browser_of(boris).get(f"/games/{analysed}/result/")
    assert cards(page)[-1] == ("2.50 missed", "Boris, at the end", True)
    assert "With DEE, the same tiles score 2.50." in page.text
    assert cards(browser_of(anna).get(f"/games/{analysed}/result/"))[-1] == (
        "1.00 missed",
        "Anna, after the deal",
        True,
    )


def test_one_light_has_one_card(over, anna, boris, browser_of):
    """Both were furthest from the best after light 2, which the winner’s card already covers."""
    own, better, best = (Laid((word,), points, 2, 0) for word, points in (("EEEE", 0), ("BEE", 2), ("DEE", 5)))
    positions = [Position(step, 2, seat, "EE", own, best) for step, seat in ((2, 0), (2, 1))]
    positions += [Position(step, 1, seat, "EE", own, better) for step, seat in ((1, 0), (1, 1))]
    Analysis.objects.filter(pk=over).update(positions=as_saved(positions))
    for reader in (anna, boris):
        told = cards(browser_of(reader).get(f"/games/{over}/result/"))
        assert [title for _, title, _ in told] == ["Anna, after light 2", f"{reader.name}, after light 1"]


def test_a_spectator_sees_who_missed_most(analysed, browser_of):
    assert cards(browser_of().get(f"/games/{analysed}/result/"))[-1][1] == "Boris, at the end"


def test_the_race_has_a_line_for_each_player_up_to_their_last_score(over, browser_of):
    first, last = browser_of().get(f"/games/{over}/result/").context["race"]
    assert (first.name, first.shown, last.name, last.shown) == ("Anna", "1.00", "Boris", "0.00")
    assert first.points == "0.0,100.0 100.0,100.0 200.0,0.0 300.0,0.0"
    assert first.dashes != last.dashes


def test_a_game_in_progress_shows_no_turning_points(anna, boris, browser_of):
    game_id = start(anna, boris, now=just_now(), leeway=0)
    assert 'id="turned"' not in browser_of(anna).get(f"/games/{game_id}/result/", follow=True).text
