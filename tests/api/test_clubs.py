"""Clubs in the API: everything that their pages offer, by the same rules, and nothing for outsiders."""

import pytest
from django.utils import timezone

from games import queries
from games.players.models import Club, Membership, Player
from games.queries.clubs import MEMBERS_SHOWN
from games.tournaments import commands
from games.tournaments.models import Tournament
from tests.api.conftest import Program
from tests.positions import just_now
from tests.tables import import_rows, make_table, start

pytestmark = pytest.mark.django_db


@pytest.fixture
def anna_plays(anna):
    return Program(anna)


@pytest.fixture
def club(anna_plays):
    """The id of Anna's private club."""
    answer = anna_plays.post("/clubs", {"name": "Nightjars", "about": "At dusk"})
    assert answer.status_code == 201
    return answer.json()["id"]


def let_in(club, owner, *programs):
    link = owner.post(f"/clubs/{club}/link").json()["link"]
    for program in programs:
        assert program.post("/clubs/join", {"link": link}).status_code == 200
    return link


def refused(answer, status):
    return answer.status_code == status and answer["Content-Type"] == "application/problem+json"


def test_a_club_can_be_founded_joined_run_left_and_closed(club, anna_plays, boris, chloe):
    boris_plays, chloe_plays = Program(boris), Program(chloe)
    link = let_in(club, anna_plays, boris_plays, chloe_plays)
    shown = anna_plays.get(f"/clubs/{club}").json()
    assert [(one["name"], one["role"]) for one in shown["members"]] == [
        ("Anna", "keeper"), ("Boris", "member"), ("Chloe", "member"),
    ]  # fmt: skip
    assert (shown["role"], shown["link"], shown["members_in_all"]) == ("keeper", link, 3)
    assert boris_plays.get(f"/clubs/{club}").json()["link"] is None
    of_chloe = f"/clubs/{club}/members/{chloe.pk}"
    assert refused(boris_plays.put(of_chloe, {"role": "director"}), 409)
    assert refused(anna_plays.put(of_chloe, {"role": "king"}), 422)
    assert anna_plays.put(of_chloe, {"role": "director"}).json()["members"][1]["role"] == "director"
    assert refused(boris_plays.delete(of_chloe), 409)
    assert anna_plays.delete(f"/clubs/{club}/link").status_code == 204
    assert refused(boris_plays.post("/clubs/join", {"link": link}), 404)
    named = anna_plays.put(f"/clubs/{club}", {"name": "Larks", "is_public": True}).json()
    assert (named["name"], named["is_public"], named["about"]) == ("Larks", True, "")
    assert anna_plays.delete(of_chloe).status_code == 204
    assert boris_plays.post(f"/clubs/{club}/leave").status_code == 204
    assert refused(boris_plays.delete(f"/clubs/{club}"), 404)
    assert anna_plays.delete(f"/clubs/{club}").status_code == 204
    assert not Club.objects.exists()


def test_invalid_requests_are_refused_with_an_example(club, anna_plays):
    for body in ({"name": ""}, {"name": "x" * 300}, {"nome": "Larks"}, {}, "{"):
        answer = anna_plays.post("/clubs", body)
        assert answer.status_code in (409, 422)
        assert answer["Content-Type"] == "application/problem+json"
    assert "Larks" in anna_plays.post("/clubs", {}).json()["try"]
    assert refused(anna_plays.get(f"/clubs/{club}?page=0"), 422)
    assert refused(anna_plays.get(f"/clubs/{club}/games?before=99999"), 422)


def test_outsiders_cannot_see_a_private_club_or_any_members(club, anna_plays, boris, dmitri):
    let_in(club, anna_plays, Program(boris))
    outside, nobody = Program(dmitri), Program()
    for path in (f"/clubs/{club}", f"/clubs/{club}/games", f"/clubs/{club}/tournaments"):
        absent = outside.get(path.replace(str(club), "99999"))
        assert refused(outside.get(path), 404)
        assert outside.get(path).content == absent.content
        assert refused(nobody.get(path), 401)
    assert outside.get("/clubs").json() == {"own": [], "public": []}
    anna_plays.put(f"/clubs/{club}", {"name": "Nightjars", "is_public": True})
    public = outside.get(f"/clubs/{club}").json()
    assert (public["role"], public["members"], public["link"]) == (None, [], None)
    assert outside.get("/clubs").json()["public"][0]["members"] == 2
    assert refused(outside.get(f"/clubs/{club}/games"), 404)


def test_a_read_token_cannot_change_anything(club, anna):
    reads = Program(anna, scope="read")
    assert reads.get(f"/clubs/{club}").json()["name"] == "Nightjars"
    for answer in (
        reads.post("/clubs", {"name": "Owls"}),
        reads.post(f"/clubs/{club}/leave"),
        reads.delete(f"/clubs/{club}"),
    ):
        assert refused(answer, 403)
    assert Membership.objects.count() == 1


def test_founding_a_club_twice_with_one_key_founds_one(anna_plays):
    first, again = (anna_plays.post("/clubs", {"name": "Owls"}, idempotency_key="one") for _ in range(2))
    assert first.json() == again.json()
    assert Club.objects.count() == 1


def test_members_can_list_the_games_of_a_club(club, anna_plays, anna, boris, chloe):
    boris_plays, now = Program(boris), just_now()
    let_in(club, anna_plays, boris_plays)
    lobby = make_table(anna, seats=2, listed=False, club=club, now=now)
    running = start(anna, chloe, listed=False, club=club, now=now)
    start(anna, chloe, listed=False, now=now)

    def ids(query=""):
        return [one["id"] for one in boris_plays.get(f"/clubs/{club}/games{query}").json()["games"]]

    assert (ids(), ids("?status=lobby"), ids("?status=playing"), ids("?status=finished")) == (
        [running],
        [lobby],
        [running],
        [],
    )
    assert boris_plays.post(f"/games/{lobby}/join", {}).status_code == 200


def test_members_see_club_tournaments_and_only_directors_see_drafts(club, anna_plays, anna, boris):
    let_in(club, anna_plays, Program(boris))
    import_rows()
    tournament = Tournament(name="Cup", format="swiss", table_size=2, word_list="rows", is_for_members=True)
    commands.make_for_club(tournament=tournament, club_id=club, by=anna, now=timezone.now())
    (line,) = anna_plays.get(f"/clubs/{club}/tournaments").json()["tournaments"]
    assert (line["name"], line["phase"], line["club"], line["entered"]) == ("Cup", "draft", club, 0)
    assert Program(boris).get(f"/clubs/{club}/tournaments").json()["tournaments"] == []
    commands.open_entries(tournament_id=tournament.pk, by=anna, now=timezone.now())
    assert len(Program(boris).get(f"/clubs/{club}/tournaments").json()["tournaments"]) == 1


def test_members_are_paginated_with_a_fixed_number_of_queries(club, anna_plays, django_assert_num_queries):
    players = Player.objects.bulk_create(Player(email=f"m{n}@example.org", name=f"M{n}") for n in range(60))
    with django_assert_num_queries(3):
        anna_plays.get(f"/clubs/{club}")
    Membership.objects.bulk_create(Membership(club_id=club, player=one, since=timezone.now()) for one in players)
    with django_assert_num_queries(3):
        first = anna_plays.get(f"/clubs/{club}").json()
    assert (len(first["members"]), first["has_more"], first["members_in_all"]) == (MEMBERS_SHOWN, True, 61)
    assert len(anna_plays.get(f"/clubs/{club}?page=2").json()["members"]) == 11


def test_clubs_are_in_the_export_and_in_the_description(club, anna, anna_plays):
    (kept,) = queries.export(player=anna, now=timezone.now())["clubs"]
    assert (kept["club__name"], kept["role"]) == ("Nightjars", "keeper")
    paths = anna_plays.get("/openapi.json").json()["paths"]
    assert {"/api/v1/clubs", "/api/v1/clubs/{club_id}", "/api/v1/clubs/{club_id}/tournaments"} <= paths.keys()
    shape = paths["/api/v1/clubs/{club_id}"]["get"]["responses"]["200"]["content"]["application/json"]["schema"]
    assert shape["$ref"].endswith("/ClubShape")


@pytest.mark.parametrize("number", [2**63, 10**30])
def test_a_huge_number_is_not_a_member(club, anna_plays, number):
    for answer in (
        anna_plays.put(f"/clubs/{club}/members/{number}", {"role": "director"}),
        anna_plays.delete(f"/clubs/{club}/members/{number}"),
    ):
        assert refused(answer, 409)
