"""The pages of clubs and their tournaments, empty, with a few and with very many entries: accessible, and never
wider than a phone."""

import pytest
from django.utils import timezone

from games.commands import clubs
from games.models import Game, Seat
from games.players.models import Club, Membership, Player
from games.tournaments import commands
from games.tournaments.models import Tournament
from tests.browser.axe import violations_by_day_and_night
from tests.browser.conftest import LAPTOP, PHONE
from tests.tables import DAY, import_rows, make_table, order, start
from tests.tournaments.playing import THREE_TILES, drafts, fixtures, join, people, publish, win

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
MANY = 1_000


@pytest.fixture
def pages(transactional_db):
    """Anna's clubs by screenshot name: alone, with a few games, and with 1,000 games and 500 members. Also a
    tournament of the second club with another one, seen by players and by its director, and its forms."""
    now = timezone.now()
    anna, boris, chloe, emil = people(4)
    empty, few, many = (club_of(anna, name, now) for name in ("Nightjars", "Larks of the early morning", "Owls"))
    theirs = club_of(chloe, "Word Weavers", now)
    let_in(few, anna, boris)
    let_in(many, anna, boris)
    let_in(theirs, chloe, emil)
    make_table(boris, seats=3, listed=False, club=few, now=now)
    start(anna, boris, listed=False, club=few, now=now)
    order(start(boris, anna, listed=False, club=few, now=now), boris, "resign", at=now)
    fill(many, now)
    here = f"/tournaments/{between(few, theirs, (anna, boris, chloe, emil), now)}/"
    draft = Tournament(name="Autumn cup", is_for_members=True, format="swiss", table_size=2)
    commands.make_for_club(tournament=draft, club_id=many, by=anna, now=now)
    commands.make_clubs_link(tournament_id=draft.pk, by=anna, now=now)
    draft.refresh_from_db()
    return anna, {
        "club-of-one": f"/clubs/{empty}/",
        "club-with-a-few": f"/clubs/{few}/",
        "club-with-many": f"/clubs/{many}/",
        "club-with-many-last": f"/clubs/{many}/?page=10",
        "club-games": f"/clubs/{many}/games/",
        "club-games-none": f"/clubs/{empty}/games/",
        "club-new-game": f"/games/new/?club={few}",
        "club-home": "/",
        "club-tournament": here,
        "club-tournament-run": f"{here}run/",
        "club-tournament-drawn": f"{here}run/preview/",
        "club-tournament-ask": f"{here}run/act/late/",
        "club-tournament-grave": f"{here}run/act/void/",
        "club-tournament-events": f"{here}run/events/{fixtures_of(here)[0].pk}/",
        "club-tournament-settings": f"{here}run/settings/",
        "club-tournament-new": f"/clubs/{few}/tournaments/new/",
        "club-tournament-draft": f"/tournaments/{draft.pk}/run/",
        "club-take-part": f"/tournaments/clubs/{draft.clubs_link}/",
    }


def fixtures_of(here):
    return fixtures(Tournament.objects.get(pk=here.split("/")[2]))


def club_of(owner, name, now):
    return clubs.found_club(player=owner, name=name, about="We play all year round.", is_public=True, now=now)


def let_in(club_id, owner, *players):
    now = timezone.now()
    clubs.make_club_link(club_id=club_id, player=owner, now=now)
    for player in players:
        clubs.join_club(link=Club.objects.get(pk=club_id).link, player=player, now=now)


def fill(club_id, now):
    """Add `MANY` games, copied from a finished one, and members up to the limit."""
    anna, boris = people(2)
    game = Game.objects.get(pk=order_over(anna, boris, club_id, now))
    seats = list(game.seats.all())
    copies = []
    for n in range(MANY):
        copy = Game.objects.get(pk=game.pk)
        copy.pk, copy.started_at, copy.finished_at = None, now - n * DAY, now - n * DAY
        copies.append(copy)
    made = Game.objects.bulk_create(copies)
    rows = []
    for copy in made:
        for seat in seats:
            row = (
                Seat.objects.get(pk=seat.pk)
                if not rows
                else Seat(**{f.attname: getattr(seat, f.attname) for f in Seat._meta.fields})
            )
            row.pk, row.game_id = None, copy.pk
            rows.append(row)
    Seat.objects.bulk_create(rows)
    players = Player.objects.bulk_create(
        Player(email=f"m{n}@example.org", name=f"Member number {n}") for n in range(498)
    )
    Membership.objects.bulk_create(Membership(club_id=club_id, player=one, since=now) for one in players)


def order_over(anna, boris, club_id, now):
    game_id = start(anna, boris, listed=False, club=club_id, now=now)
    order(game_id, boris, "resign", at=now)
    return game_id


def between(few, theirs, everybody, now):
    """Start a match of two clubs: in its first round one table has finished, and the other is playing."""
    anna, _boris, chloe, _emil = everybody
    import_rows()
    match = Tournament(
        name="Spring match", about="Bring your own words.", format="swiss", table_size=2, rounds_planned=3,
        word_list="rows", options=THREE_TILES, is_for_members=True,
    )  # fmt: skip
    commands.make_for_club(tournament=match, club_id=few, by=anna, now=now)
    commands.make_clubs_link(tournament_id=match.pk, by=anna, now=now)
    match.refresh_from_db()
    commands.take_part(link=match.clubs_link, club_id=theirs, by=chloe, now=now)
    commands.open_entries(tournament_id=match.pk, by=anna, now=now)
    for player in everybody:
        commands.enter(tournament_id=match.pk, player=player, now=now)
    commands.close_entries(tournament_id=match.pk, by=anna, now=now)
    commands.start(tournament_id=match.pk, by=anna, now=now)
    publish(match, anna, now=now)
    tables = [join(fixture, now=now) for fixture in fixtures(match)]
    win(tables[0], next(iter(tables[0].game.seats.all())).player, now=now)
    assert not drafts(match).exists()
    return match.pk


@pytest.mark.parametrize("size", [PHONE, LAPTOP], ids=["phone", "laptop"])
def test_the_pages_of_clubs_are_accessible(window, pages, signed_in, screenshot, size):
    anna, addresses = pages
    page = signed_in(window(size=size), anna)
    wrong = []
    for name, address in addresses.items():
        assert page.goto(address).status == 200, address
        wrong += [
            (name, one["id"], [n["html"][:140] for n in one["nodes"]][:3]) for one in violations_by_day_and_night(page)
        ]
        if not page.evaluate("document.documentElement.scrollWidth <= window.innerWidth"):
            wrong.append((name, "too wide"))
        screenshot(page, f"{name}-{'phone' if size == PHONE else 'laptop'}")
    assert wrong == []
