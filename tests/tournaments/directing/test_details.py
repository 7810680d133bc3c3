"""Details of directing: pasted lists of players, tables that everybody has left, and names in rulings."""

import pytest
from django.core.exceptions import ValidationError
from django.utils import timezone

from games.players.models import Club, Membership, Player
from games.tournaments import commands
from games.tournaments.directing.questions import PlayerField
from games.tournaments.models import Fixture, Ruling, Tournament
from games.tournaments.queries.rulings import ruling_lines
from games.tournaments.snapshot import Snapshot
from tests.tournaments.directing.conftest import act, agree, entrant, newcomer, page, refusal

WHY = "They signed up on paper."


@pytest.fixture
def latecomers(db):
    return [newcomer(name) for name in ("Fedor", "Gina", "Hugo")]


def test_players_can_be_added_as_a_list_of_names_or_addresses(director_browser, entered, latecomers):
    pasted = "Fedor\n\n  gina \r\nHugo <hugo@example.org>\nFedor"
    act(director_browser, entered, "list", players=pasted, reason=WHY)
    assert list(entered.entrants.order_by("number").values_list("name", flat=True))[-3:] == ["Fedor", "Gina", "Hugo"]
    assert Ruling.objects.count() == 3


def test_a_list_with_a_wrong_line_adds_nobody(director_browser, entered, latecomers):
    said = refusal(act(director_browser, entered, "list", players="Fedor\nNobody\nNoone", reason=WHY))
    assert "There is no player called Nobody. Enter their full name or their email address." in said
    assert "There is no player called Noone. Enter their full name or their email address." in said
    assert "Anna is already in this tournament." in refusal(
        act(director_browser, entered, "list", players="Gina\nAnna", reason=WHY)
    )
    assert entered.entrants.count() == 4


def test_a_player_without_a_confirmed_address_is_named_in_the_refusal(director_browser, entered, latecomers):
    Player.objects.create_user("ines@example.org", name="Ines")
    said = refusal(act(director_browser, entered, "list", players="Gina\nInes", reason=WHY))
    assert "Ines has no confirmed email address." in said
    assert entered.entrants.count() == 4


def test_only_a_player_added_after_the_start_is_a_late_entry(director_browser, entered, dmitri, latecomers):
    act(director_browser, entered, "list", players="Fedor", reason=WHY)
    act(director_browser, entered, "close_entries")
    act(director_browser, entered, "start")
    act(director_browser, entered, "publish")
    act(director_browser, entered, "late", player="Gina", points="0", reason=WHY)
    says = [line.says for line in ruling_lines(Snapshot(entered))]
    assert says == ["Gina was added as a late entry.", "Fedor was added by a director."]


def test_a_table_that_both_players_have_left_is_proposed_for_a_ruling(director_browser, published, table):
    one, other = (sitting.entrant for sitting in table.sittings.all())
    commands.withdraw(entrant_id=one.pk, by=one.player, now=timezone.now())
    assert "has withdrawn (" not in page(director_browser, "dashboard", published).text
    commands.withdraw(entrant_id=other.pk, by=other.player, now=timezone.now())
    read = page(director_browser, "dashboard", published)
    assert "Everybody at table 1.1 has withdrawn" in read.text
    (left,) = read.context["dashboard"].going_on.left
    assert [action.verb for action in left.rulings] == ["score", "award", "void_table"]


def test_an_ambiguous_name_in_a_club_is_refused_without_mentioning_addresses(dmitri, anna):
    club = Club.objects.create(name="Chess and words", made_at=timezone.now())
    for n in range(2):
        gina = Player.objects.create_user(f"gina{n}@example.org", name="Gina")
        Membership.objects.create(club=club, player=gina, role="member", since=timezone.now())
    field = PlayerField(Tournament.objects.create(club=club, made_at=timezone.now()))
    with pytest.raises(ValidationError, match="Several club members or entrants are called Gina") as refused:
        field.clean("Gina")
    assert "address" not in str(refused.value)


def test_a_ruling_names_the_player_who_held_the_place_then(director_browser, published, anna, latecomers):
    who = entrant(published, anna)
    table = Fixture.objects.get(sittings__entrant=who)
    agree(table)
    one, other = table.sittings.order_by("pk")
    points = {f"points_{one.pk}": "1", f"points_{other.pk}": "0"}
    act(director_browser, published, "award", table, **points, reason=WHY)
    act(director_browser, published, "replace", who, player="Gina", reason=WHY)
    act(director_browser, published, "replace", who, player="Hugo", reason=WHY)
    says = [line.says for line in ruling_lines(Snapshot(published))]
    assert says[:2] == ["Gina: another player took over this place.", "Anna: another player took over this place."]
    assert "Anna " in says[2]
    assert "Hugo" not in " ".join(says)
