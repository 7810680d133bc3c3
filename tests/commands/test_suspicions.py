"""Suspicions of duplicate accounts: found once a day has ended, for pairs who play rated games against each other."""

from datetime import timedelta

import pytest

from games import commands
from games.commands.suspicions import may_decide
from games.models import Game, Replacement, Seat
from games.players.models import Player, Sighting, Suspicion
from games.rules.values import OrderRefused
from tests.tables import DAY, NOON, order, start

pytestmark = pytest.mark.django_db
WHY = "They live together"


def sight(player, *, device, address="home", at=NOON):
    return Sighting.objects.create(player=player, day=at.date(), at=at, device=device, address=address)


def rated(*players, **more):
    game_id = start(*players, **more)
    Game.objects.filter(pk=game_id).update(rated=True)
    return game_id


def judge(at=NOON + DAY):
    commands.suspect(now=at)
    return list(Suspicion.objects.filter(decision="").order_by("game", "one", "other"))


@pytest.fixture
def vera(db):
    return Player.objects.create(email="vera@example.org", name="Vera", is_staff=True)


@pytest.fixture
def one_browser(anna, boris):
    """Anna and Boris, who play rated games from one browser."""
    game_id = rated(anna, boris)
    for player in (anna, boris):
        sight(player, device="browser")
    return game_id


def test_players_who_share_a_browser_are_suspected_when_the_day_is_over(one_browser, anna, boris):
    assert judge(at=NOON + timedelta(hours=11)) == []
    [found] = judge()
    assert (found.game_id, found.one, found.other, found.score) == (one_browser, anna, boris, 8)


def test_checking_a_day_again_adds_nothing(one_browser):
    assert commands.suspect(now=NOON + DAY) == 2
    assert commands.suspect(now=NOON + DAY) == 0
    assert Suspicion.objects.count() == 1


def test_later_days_add_to_the_score(one_browser, anna, boris):
    [before] = judge()
    for day in (1, 2):
        for player in (anna, boris):
            sight(player, device="browser", at=NOON + day * DAY)
    [after] = judge(at=NOON + 3 * DAY)
    assert (after.pk, after.score, after.found_at) == (before.pk, 12, before.found_at)


@pytest.mark.parametrize("change", [{"rated": False}, {"started_at": NOON + 2 * DAY}, {"finished_at": NOON - DAY}])
def test_only_rated_games_in_progress_that_day_are_checked(one_browser, change):
    Game.objects.filter(pk=one_browser).update(**change)
    if "finished_at" in change:
        Seat.objects.filter(game=one_browser).update(over_at=change["finished_at"])
    assert judge() == []


def test_a_game_that_ended_that_day_is_checked(one_browser, boris):
    order(one_browser, boris, "resign", at=NOON + timedelta(hours=1))
    assert Game.objects.get(pk=one_browser).phase == "finished"
    assert len(judge()) == 1


def test_sightings_outside_the_days_of_a_game_do_not_count(anna, boris):
    rated(anna, boris)
    sight(anna, device="browser", at=NOON - DAY)
    sight(boris, device="browser", at=NOON)
    assert judge() == []


def test_partners_in_a_team_are_not_suspected(anna, boris, chloe, dmitri):
    rated(anna, boris, chloe, dmitri, teams="ABAB")
    for player in (anna, boris, chloe, dmitri):
        sight(player, device="browser")
    pairs = {(found.one.name, found.other.name) for found in judge()}
    assert pairs == {("Anna", "Boris"), ("Anna", "Dmitri"), ("Boris", "Chloe"), ("Chloe", "Dmitri")}


def test_players_who_share_a_seat_are_not_suspected(anna, boris, chloe):
    game_id = rated(anna, boris, chloe)
    Seat.objects.filter(game=game_id, player=boris).update(number=0, share=1)
    for player in (anna, boris):
        sight(player, device="browser")
    assert judge() == []
    sight(chloe, device="browser", at=NOON + DAY)
    assert {(found.one, found.other) for found in judge(at=NOON + 2 * DAY)} == {(anna, chloe), (boris, chloe)}


def test_an_address_shared_by_many_raises_no_suspicion(one_browser, anna, boris):
    Sighting.objects.all().delete()
    for n in range(20):
        sight(Player.objects.create_user(f"pupil-{n}@example.org"), device=f"pc {n}", address="school")
    for day in range(5):
        for device, player in enumerate((anna, boris)):
            sight(player, device=f"own {device}", address="school", at=NOON + day * DAY)
    assert judge(at=NOON + 6 * DAY) == []


def test_two_devices_always_seen_together_at_one_address_are_suspected(one_browser, anna, boris):
    Sighting.objects.all().delete()
    for day in range(3):
        for device, player in enumerate((anna, boris)):
            sight(player, device=f"own {device}", at=NOON + day * DAY + timedelta(minutes=5 * device))
    [found] = judge(at=NOON + 4 * DAY)
    assert found.score == 5


def test_a_dismissed_pair_is_not_shown_again_for_the_same_reason(one_browser, anna, boris, vera):
    [found] = judge()
    commands.decide_suspicion(found, staff=vera, decision="dismissed", reason=WHY, now=NOON + DAY)
    later = NOON + 7 * DAY
    rated(anna, boris, now=later)
    for player in (anna, boris):
        sight(player, device="another", at=later)
    assert judge(at=later + DAY) == []


def test_a_pair_dismissed_for_an_address_is_shown_again_for_a_device(one_browser, anna, boris, vera):
    Sighting.objects.all().delete()
    for day in range(3):
        for device, player in enumerate((anna, boris)):
            sight(player, device=f"own {device}", at=NOON + day * DAY)
    [found] = judge(at=NOON + 3 * DAY)
    commands.decide_suspicion(found, staff=vera, decision="dismissed", reason=WHY, now=NOON + 3 * DAY)
    game_id = rated(anna, boris, now=NOON + 4 * DAY)
    for player in (anna, boris):
        sight(player, device="tablet", at=NOON + 4 * DAY)
    assert [found.game_id for found in judge(at=NOON + 5 * DAY)] == [game_id]


def test_dismissing_a_suspicion_also_dismisses_it_in_other_games(one_browser, anna, boris, chloe, vera):
    rated(anna, boris)
    rated(anna, chloe)
    sight(chloe, device="browser")
    found = judge()
    assert len(found) == 3
    commands.decide_suspicion(found[0], staff=vera, decision="dismissed", reason=WHY, now=NOON + DAY)
    assert [(left.one, left.other) for left in Suspicion.objects.filter(decision="")] == [(anna, chloe)]


def test_a_suspicion_acted_on_is_kept_and_does_not_cover_other_games(one_browser, anna, boris, vera):
    [found] = judge()
    commands.decide_suspicion(found, staff=vera, decision="acted on", reason="Made void", now=NOON + DAY)
    other = rated(anna, boris, now=NOON + 2 * DAY)
    for player in (anna, boris):
        sight(player, device="browser", at=NOON + 2 * DAY)
    assert [found.game_id for found in judge(at=NOON + 3 * DAY)] == [other]
    found.refresh_from_db()
    assert (found.decision, found.score) == ("acted on", 8)


def test_a_decision_needs_a_reason_and_is_final(one_browser, vera):
    [found] = judge()
    with pytest.raises(OrderRefused, match="Give a reason in 1 to 200 characters"):
        commands.decide_suspicion(found, staff=vera, decision="dismissed", reason=" ", now=NOON)
    commands.decide_suspicion(found, staff=vera, decision="dismissed", reason=WHY, now=NOON)
    with pytest.raises(OrderRefused, match="already been decided"):
        commands.decide_suspicion(found, staff=vera, decision="acted on", reason=WHY, now=NOON)


def test_only_staff_who_never_played_in_the_game_can_decide(one_browser, anna, chloe, dmitri, vera):
    [found] = judge()
    Seat.objects.create(game_id=one_browser, number=2, player=chloe, name="Chloe")
    Replacement.objects.create(game_id=one_browser, seat=0, player=dmitri, name="Dmitri", replaced_at=NOON)
    for staff in (anna, chloe, dmitri):
        assert not may_decide(staff).exists()
        with pytest.raises(OrderRefused, match="Somebody else on the staff must decide it"):
            commands.decide_suspicion(found, staff=staff, decision="dismissed", reason=WHY, now=NOON)
    assert may_decide(vera).exists()


def test_old_sightings_and_undecided_suspicions_are_deleted(one_browser, anna, boris, chloe, vera):
    long_ago = NOON - 110 * DAY
    judge()
    rated(anna, chloe)
    sight(chloe, device="browser")
    judge()
    [dismissed, *_] = Suspicion.objects.all()
    commands.decide_suspicion(dismissed, staff=vera, decision="dismissed", reason=WHY, now=long_ago)
    Suspicion.objects.update(found_at=long_ago)
    Sighting.objects.filter(player=anna).update(day=long_ago.date(), at=long_ago)
    kept = sight(anna, device="new", at=NOON)
    for forget in (commands.forget_sightings, commands.forget_suspicions, commands.forget_decided_suspicions):
        forget(before=NOON - 90 * DAY, most=100)
    assert list(Suspicion.objects.all()) == [dismissed]
    assert list(Sighting.objects.filter(player=anna)) == [kept]
    assert Sighting.objects.filter(player=boris).exists()


def test_deleting_an_account_deletes_its_sightings_and_suspicions(one_browser, anna, boris):
    judge()
    commands.delete_account(player=anna, now=NOON + DAY)
    assert not Suspicion.objects.exists()
    assert [each.player for each in Sighting.objects.all()] == [boris]
