"""Clubs: who may do what, and that nobody outside learns of a private club or of memberships."""

import pytest
from django.utils import timezone

from games import queries
from games.commands import clubs
from games.commands.clubs import NoSuchClub
from games.commands.players import delete_account
from games.players.models import Club, Membership, Player
from games.rules.values import OrderRefused
from tests.tables import NOON, after

pytestmark = pytest.mark.django_db
HIDDEN = "Nightjars"


@pytest.fixture
def club_id(anna):
    return found(anna)


def found(player, name=HIDDEN, is_public=False):
    return clubs.found_club(player=player, name=name, about="Owls", is_public=is_public, now=NOON)


def let_in(club_id, owner, *players, at=NOON):
    clubs.make_club_link(club_id=club_id, player=owner, now=at)
    for player in players:
        clubs.join_club(link=Club.objects.get(pk=club_id).link, player=player, now=at)


def roles(club_id):
    return dict(Membership.objects.filter(club=club_id).values_list("player__name", "role"))


def test_an_invitation_link_works_until_withdrawn_or_expired(club_id, anna, boris, chloe):
    let_in(club_id, anna, boris, boris)
    link = Club.objects.get().link
    assert roles(club_id) == {"Anna": "keeper", "Boris": "member"}
    with pytest.raises(NoSuchClub):
        clubs.join_club(link=link, player=chloe, now=after(days=91))
    clubs.take_club_link_back(club_id=club_id, player=anna)
    for dead in (link, Club.objects.get().link):
        with pytest.raises(NoSuchClub):
            clubs.join_club(link=dead, player=chloe, now=NOON)


def test_owners_give_roles_and_directors_can_remove_members(club_id, anna, boris, chloe, dmitri):
    let_in(club_id, anna, boris, chloe)
    clubs.give_role(club_id=club_id, player=anna, other_id=boris.pk, role="director")
    for actor, act in (
        (chloe, lambda: clubs.remove_member(club_id=club_id, player=chloe, other_id=boris.pk)),
        (chloe, lambda: clubs.make_club_link(club_id=club_id, player=chloe, now=NOON)),
        (boris, lambda: clubs.give_role(club_id=club_id, player=boris, other_id=chloe.pk, role="keeper")),
        (boris, lambda: clubs.remove_member(club_id=club_id, player=boris, other_id=anna.pk)),
        (boris, lambda: clubs.close_club(club_id=club_id, player=boris)),
        (anna, lambda: clubs.give_role(club_id=club_id, player=anna, other_id=chloe.pk, role="king")),
        (anna, lambda: clubs.leave_club(club_id=club_id, player=anna)),
    ):
        with pytest.raises(OrderRefused):
            act()
        assert actor.name in roles(club_id)
    with pytest.raises(NoSuchClub):
        clubs.close_club(club_id=club_id, player=dmitri)
    clubs.remove_member(club_id=club_id, player=boris, other_id=chloe.pk)
    assert roles(club_id) == {"Anna": "keeper", "Boris": "director"}
    clubs.give_role(club_id=club_id, player=anna, other_id=boris.pk, role="keeper")
    clubs.leave_club(club_id=club_id, player=anna)
    clubs.leave_club(club_id=club_id, player=boris)
    assert not Club.objects.exists()


def test_nobody_can_own_more_than_three_clubs(anna):
    for n in range(3):
        found(anna, f"Club {n}")
    with pytest.raises(OrderRefused, match="already an owner of 3 clubs"):
        found(anna)
    with pytest.raises(OrderRefused, match="name"):
        found(anna, "  ")


def test_a_club_outlives_its_owners_account(club_id, anna, boris, chloe):
    now = timezone.now()
    let_in(club_id, anna, boris, chloe)
    clubs.give_role(club_id=club_id, player=anna, other_id=chloe.pk, role="director")
    assert [one["club__name"] for one in queries.export(player=anna, now=now)["clubs"]] == [HIDDEN]
    for gone, left in (
        (anna, {"Boris": "member", "Chloe": "keeper"}),
        (chloe, {"Boris": "keeper"}),
        (boris, {}),
    ):
        delete_account(player=Player.objects.get(pk=gone.pk), now=now)
        assert roles(club_id) == left
    assert not Club.objects.exists()


def test_outsiders_see_no_private_clubs_and_no_members_of_public_ones(club_id, anna, boris, dmitri, browser_of):
    let_in(club_id, anna, boris)
    public = found(anna, "Larks", is_public=True)
    outside, stranger = browser_of(dmitri), browser_of()
    hidden, absent = outside.get(f"/clubs/{club_id}/"), outside.get("/clubs/99999/")
    assert (hidden.status_code, hidden.content) == (absent.status_code, absent.content) == (404, absent.content)
    assert outside.post(f"/clubs/{club_id}/", {"do": "leave"}).status_code == 404
    assert stranger.get(f"/clubs/{club_id}/").status_code == stranger.get("/clubs/99999/").status_code == 302
    listed, page = outside.get("/clubs/").text, outside.get(f"/clubs/{public}/").text
    assert "Larks" in listed
    assert HIDDEN not in listed
    assert "Larks" in page
    assert not any(name in page for name in ("Anna", "Boris"))
    assert outside.post(f"/clubs/{public}/", {"do": "close"}).status_code == 404
    assert "Anna" in browser_of(boris).get(f"/clubs/{club_id}/").text
    assert Club.objects.get(pk=club_id).link not in browser_of(boris).get(f"/clubs/{club_id}/").text


def test_a_club_can_be_created_joined_and_closed_on_its_pages(anna, boris, browser_of, django_assert_num_queries):
    owner, other = browser_of(anna), browser_of(boris)
    page = owner.post("/clubs/", {"name": "Larks", "about": "Early", "is_public": ""})["Location"]
    owner.post(page, {"do": "make_link"})
    link = f"/clubs/join/{Club.objects.get().link}/"
    assert link in owner.get(page).text
    assert "Larks" in other.get(link).text
    assert "Anna" not in other.get(link).text
    assert not Membership.objects.filter(player=boris).exists(), "to look joins nobody"
    assert other.post(link)["Location"] == page
    owner.post(page, {"do": "make_director", "player": boris.pk})
    for address, count in (("/clubs/", 4), (page, 9)):
        with django_assert_num_queries(count):
            assert other.get(address).status_code == 200
    assert other.post(page, {"do": "dance"}).status_code == 400
    assert owner.post(page, {"do": "close"})["Location"] == "/clubs/"
    assert other.get(page).status_code == other.get(link).status_code == 404


def test_public_clubs_are_paged_and_an_empty_list_explains_clubs(anna, boris, browser_of):
    browser = browser_of(boris)
    assert (
        "A club is a group of people who play together, with their own games and tournaments. Create one, or ask a member of a club for an invitation link."
        in browser.get("/clubs/").text
    )
    Club.objects.bulk_create(Club(name=f"Owls {n}.", is_public=True, made_at=after(hours=n)) for n in range(51))
    found(boris, "Larks")
    first, second = (browser.get(f"/clubs/?page={page}").text for page in (1, 2))
    assert ("Owls 50." in first, "Owls 0." in first, "Larks" in first) == (True, False, True)
    assert ("Owls 1." in second, "Owls 0." in second, "Larks" in second) == (False, True, False)
    assert (
        "A club is a group of people who play together, with their own games and tournaments. Create one, or ask a member of a club for an invitation link."
        not in first + second
    )
    assert "<strong>1</strong> <span>member</span>" in first
    assert "<strong>0</strong> <span>members</span>" in first


@pytest.mark.parametrize("name", ["", "\u3164", "\u200d", "Le\u200bague", "x" * 41])
def test_a_club_needs_a_readable_name(anna, name):
    with pytest.raises(OrderRefused, match="A club’s name must have 1 to"):
        clubs.found_club(player=anna, name=name, about="", is_public=True, now=NOON)


def test_the_name_of_a_club_is_normalised(anna):
    made = clubs.found_club(player=anna, name=" Cafe\u0301  Lexicon", about="", is_public=True, now=NOON)
    assert Club.objects.get(pk=made).name == "Café Lexicon"


def test_the_form_about_a_club_is_folded_on_its_owners_page(club_id, anna, boris, browser_of):
    page = browser_of(anna).get(f"/clubs/{club_id}/").text
    assert '<details class="panel"><summary>About the club</summary>' in page
    assert "About the club" not in browser_of(boris).get(f"/clubs/{club_id}/").text
