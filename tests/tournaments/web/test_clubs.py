"""Club tournaments: who creates, directs and sees them, and a whole match between two clubs."""

import pytest
from django.utils import timezone

from games.commands import clubs
from games.models import Game, GuestClub
from games.players.accounts import account_of
from games.players.models import Club, Player
from games.rules.values import OrderRefused
from games.tournaments import commands
from games.tournaments.models import Entrant, Fixture, News, Tournament, Walkout
from games.tournaments.queries.pages import tournament_page
from tests.tables import import_rows
from tests.tournaments.directing.conftest import make_director
from tests.tournaments.playing import HOUR, THREE_TILES, drafts, fixtures, people, play_out, publish

pytestmark = pytest.mark.django_db
LARKS, OWLS = "Larks", "Owls"
NAME = "Spring match"


@pytest.fixture
def members(db):
    """Anna, Boris, Chloe and Emil, with verified addresses."""
    return people(4)


@pytest.fixture
def larks(members, now):
    """Anna's club, with Boris."""
    return founded(LARKS, members[0], members[1], now=now)


@pytest.fixture
def owls(members, now):
    """Chloe's club, with Emil."""
    return founded(OWLS, members[2], members[3], now=now)


@pytest.fixture
def now():
    return timezone.now()


def founded(name, owner, *others, now):
    club_id = clubs.found_club(player=owner, name=name, about="", is_public=False, now=now)
    clubs.make_club_link(club_id=club_id, player=owner, now=now)
    for other in others:
        clubs.join_club(link=Club.objects.get(pk=club_id).link, player=other, now=now)
    return club_id


def made(club_id, owner, now, **fields):
    import_rows()
    usual = {
        "name": NAME, "format": "swiss", "table_size": 2, "rounds_planned": 2, "word_list": "rows",
        "options": THREE_TILES, "is_for_members": True,
    }  # fmt: skip
    tournament = Tournament(**usual | fields)
    commands.make_for_club(tournament=tournament, club_id=club_id, by=owner, now=now)
    return tournament


def between(larks, owls, members, now, **fields):
    """Create a tournament of the Larks with the Owls as guests, open for entries."""
    anna, _, chloe, _ = members
    tournament = made(larks, anna, now, **fields)
    commands.make_clubs_link(tournament_id=tournament.pk, by=anna, now=now)
    tournament.refresh_from_db()
    commands.take_part(link=tournament.clubs_link, club_id=owls, by=chloe, now=now)
    commands.open_entries(tournament_id=tournament.pk, by=anna, now=now)
    return tournament


def form(**fields):
    return {
        "name": NAME, "about": "Bring your own words", "is_for_members": "on", "kind": "crossing", "preset": "daily",
        "format": "swiss", "table_size": "2", "rounds_planned": "2", "division_size": "6", "advance": "1",
        "round_lasts": "20 days", "join_within": "3 days", "late_until": "0", "word_list": "rows",
        "most_entrants": "", "entries_close_at": "", **fields,
    }  # fmt: skip


def test_two_clubs_are_founded_and_play_a_match_on_the_site(members, browser_of, now):
    import_rows()
    _, boris, _, _ = members
    of = {player.name: browser_of(player) for player in members}

    def do(name, address, /, **answers):
        answer = of[name].post(address, answers)
        assert answer.status_code == 302, answer.text[:3000]
        return answer["Location"]

    def join(name, owner, club):
        do(owner, club, do="make_link")
        do(name, f"/clubs/join/{Club.objects.get(pk=club.split('/')[2]).link}/")

    larks = do("Anna", "/clubs/", name=LARKS, about="", is_public="yes")
    owls = do("Chloe", "/clubs/", name=OWLS, about="", is_public="")
    join("Boris", "Anna", larks)
    join("Emil", "Chloe", owls)

    # the Larks' director creates it
    do("Anna", larks, do="make_director", player=boris.pk)
    assert f"{larks}tournaments/new/" in of["Boris"].get(larks).text
    page = of["Boris"].get(f"{larks}tournaments/new/")
    options = {
        name: field.initial if field.initial is not None else page.context["form"].initial.get(name, "")
        for name, field in page.context["form"].fields.items()
        if name.startswith("option")
    }
    run = do("Boris", f"{larks}tournaments/new/", **{**options, **form()})
    tournament = Tournament.objects.get()
    assert run == f"/tournaments/{tournament.pk}/run/"
    assert not tournament.rated
    Tournament.objects.update(options=THREE_TILES)

    # the Owls' owner accepts
    do("Boris", f"{run}act/link_clubs/")
    link = f"/tournaments/clubs/{Tournament.objects.get().clubs_link}/"
    assert link in of["Boris"].get(run).text
    assert LARKS in of["Chloe"].get(link).text
    assert not tournament.guests.exists(), "to look accepts nothing"
    do("Chloe", link, club=owls.split("/")[2])
    do("Boris", f"{run}act/open_entries/")

    # all enter, each for their club
    here = f"/tournaments/{tournament.pk}/"
    for name in of:
        assert NAME in of[name].get(larks if name in ("Anna", "Boris") else owls).text
        do(name, f"{here}do/", do="enter")
    assert dict(Entrant.objects.values_list("name", "club__name")) == {
        "Anna": LARKS, "Boris": LARKS, "Chloe": OWLS, "Emil": OWLS,
    }  # fmt: skip

    # it is played: nobody meets their own club
    do("Boris", f"{run}act/close_entries/")
    assert do("Boris", f"{run}act/start/") == f"{run}preview/"
    for _ in range(2):
        if not drafts(tournament).exists():
            do("Boris", f"{run}act/draw_up/")
        do("Boris", f"{run}act/publish/", rounds=" ".join(str(one.pk) for one in drafts(tournament)))
        for fixture in fixtures(tournament, "joining"):
            assert fixture.sittings.values("entrant__club").distinct().count() == 2
        play_out(tournament, now=timezone.now())
    tournament.refresh_from_db()
    assert tournament.phase == Tournament.Phase.FINISHED

    # the standings of clubs are above those of players
    shown = of["Emil"].get(here)
    points = {one.name: (one.place, one.points, one.players) for one in shown.context["tournament"].club_places}
    assert points == {LARKS: (1, "4", 2), OWLS: (2, "0", 2)}
    assert 0 < shown.text.index("The total table points of each club’s players.") < shown.text.index("Final standings")


def test_only_the_people_who_run_a_club_can_direct_its_tournament(larks, members, dmitri, browser_of, now):
    anna, boris, chloe, _ = members
    tournament = made(larks, anna, now)
    run = f"/tournaments/{tournament.pk}/run/"
    pages = (run, f"{run}preview/", f"{run}settings/", f"{run}act/open_entries/", f"/clubs/{larks}/tournaments/new/")
    assert [browser_of(anna).get(page).status_code for page in pages] == [200] * 5
    for player in (boris, chloe, dmitri):
        assert [browser_of(player).get(page).status_code for page in pages] == [404] * 5
        assert browser_of(player).post(f"{run}act/open_entries/").status_code == 404
        with pytest.raises(
            OrderRefused, match=r"You aren’t a director of this tournament\. Ask one of its directors\."
        ):
            commands.open_entries(tournament_id=tournament.pk, by=player, now=now)
    clubs.give_role(club_id=larks, player=anna, other_id=boris.pk, role="director")
    assert browser_of(boris).get(run).status_code == 200
    clubs.give_role(club_id=larks, player=anna, other_id=boris.pk, role="member")
    assert browser_of(boris).get(run).status_code == 404
    assert browser_of(anna).get(f"/admin/tournaments/tournament/{tournament.pk}/change/").status_code == 302
    shown = browser_of(anna).get(run).text
    assert f'href="{run}settings/"' in shown
    assert "/admin/" not in shown


def test_a_superuser_directs_a_club_tournament_and_changes_it_in_the_admin(larks, members, dmitri, browser_of, now):
    tournament = made(larks, members[0], now)
    Player.objects.filter(pk=dmitri.pk).update(is_staff=True, is_superuser=True)
    run = f"/tournaments/{tournament.pk}/run/"
    shown = browser_of(dmitri).get(run)
    assert shown.status_code == 200
    assert f'href="/admin/tournaments/tournament/{tournament.pk}/change/"' in shown.text
    assert browser_of(dmitri).get(f"{run}settings/").status_code == 404


def test_club_tournaments_are_unrated_and_only_staff_direct_rated_ones(larks, members, now):
    anna = members[0]
    tournament = made(larks, anna, now, rated=True)
    assert not Tournament.objects.get().rated
    Tournament.objects.update(rated=True)
    with pytest.raises(OrderRefused, match=r"You aren’t a director of this tournament\. Ask one of its directors\."):
        commands.open_entries(tournament_id=tournament.pk, by=anna, now=now)


def test_a_tournament_for_members_is_visible_only_to_them(larks, owls, members, dmitri, browser_of, now):
    anna, boris, chloe, _ = members
    tournament = made(larks, anna, now)
    commands.open_entries(tournament_id=tournament.pk, by=anna, now=now)
    commands.enter(tournament_id=tournament.pk, player=boris, now=now)
    commands.enter(tournament_id=tournament.pk, player=anna, now=now)
    commands.close_entries(tournament_id=tournament.pk, by=anna, now=now)
    commands.start(tournament_id=tournament.pk, by=anna, now=now)
    publish(tournament, anna, now=now)
    play_out(tournament, now=now)
    game = Fixture.objects.filter(game__isnull=False).first().game_id
    here = f"/tournaments/{tournament.pk}/"
    exits = [
        *(here, f"{here}standings.csv", f"{here}crosstable.csv", f"{here}tournament.trf", f"{here}tournament.json"),
        *(f"/games/{game}/", f"/games/{game}/result/", f"/games/{game}/record.json", f"/api/v1/games/{game}"),
    ]
    for outsider in (None, dmitri, chloe):
        browser = browser_of(outsider)
        answers = [browser.get(page) for page in exits]
        assert {answer.status_code for answer in answers} <= {404, 302}
        absent = browser.get(here.replace(str(tournament.pk), "99999"))
        assert (answers[0].status_code, answers[0].content) == (absent.status_code, absent.content)
        for page in ("/tournaments/", "/watch/", f"/players/{boris.pk}/", f"/players/{anna.pk}/"):
            assert NAME not in browser.get(page).text
    with pytest.raises(commands.NoSuchTournament):
        commands.enter(tournament_id=tournament.pk, player=chloe, now=now)
    member = browser_of(boris)
    assert [member.get(page).status_code for page in exits[:5]] == [200] * 5
    assert NAME in member.get("/tournaments/").text
    assert not Game.objects.get(pk=game).listed
    clubs.leave_club(club_id=larks, player=boris)
    assert member.get(here).status_code == 200, "who has entered sees it to its end"


def test_an_open_tournament_names_no_members_and_no_private_club(larks, members, dmitri, browser_of, now):
    anna, boris, *_ = members
    tournament = made(larks, anna, now, is_for_members=False)
    commands.open_entries(tournament_id=tournament.pk, by=anna, now=now)
    stranger = browser_of().get(f"/tournaments/{tournament.pk}/").text
    assert "the people who run a club" in stranger
    assert not any(name in stranger for name in (LARKS, "Anna"))
    assert f"the people who run {LARKS}" in browser_of(boris).get(f"/tournaments/{tournament.pk}/").text
    Club.objects.update(is_public=True)
    assert f"the people who run {LARKS}" in browser_of().get(f"/tournaments/{tournament.pk}/").text


def test_a_link_for_clubs_can_be_accepted_once_by_an_owner_and_withdrawn(larks, owls, members, browser_of, now):
    anna, _, chloe, emil = members
    tournament = made(larks, anna, now)
    commands.make_clubs_link(tournament_id=tournament.pk, by=anna, now=now)
    link = Tournament.objects.get().clubs_link
    for club, player in ((owls, emil), (owls, anna), (larks, anna)):
        with pytest.raises(OrderRefused):
            commands.take_part(link=link, club_id=club, by=player, now=now)
    commands.take_part(link=link, club_id=owls, by=chloe, now=now)
    with pytest.raises(OrderRefused, match="already"):
        commands.take_part(link=link, club_id=owls, by=chloe, now=now)
    commands.take_clubs_link_back(tournament_id=tournament.pk, by=anna)
    for dead in (link, ""):
        with pytest.raises(commands.NoSuchTournament):
            commands.take_part(link=dead, club_id=owls, by=chloe, now=now)
    assert browser_of(chloe).get(f"/tournaments/clubs/{link}/").status_code == 404


def test_a_club_can_be_removed_only_if_nobody_has_entered_for_it(larks, owls, members, now):
    anna, _, chloe, emil = members
    tournament = between(larks, owls, members, now)
    entrant = commands.enter(tournament_id=tournament.pk, player=emil, now=now)
    with pytest.raises(OrderRefused, match="withdraw first"):
        commands.take_club_out(tournament_id=tournament.pk, club=owls, by=anna, now=now)
    commands.withdraw(entrant_id=entrant.pk, by=emil, now=now)
    with pytest.raises(OrderRefused, match=r"You aren’t a director of this tournament\. Ask one of its directors\."):
        commands.take_club_out(tournament_id=tournament.pk, club=owls, by=emil, now=now)
    commands.take_club_out(tournament_id=tournament.pk, club=owls, by=chloe, now=now)
    assert not tournament.guests.exists()


def test_other_formats_refuse_a_second_club(larks, owls, members, now):
    anna = members[0]
    tournament = made(larks, anna, now, format="round_robin")
    with pytest.raises(OrderRefused, match="Swiss"):
        commands.make_clubs_link(tournament_id=tournament.pk, by=anna, now=now)
    other = between(larks, owls, members, now)
    other.format = "knockout"
    with pytest.raises(OrderRefused, match="Swiss"):
        commands.change(tournament=other, columns=["format"], by=anna, now=now)


def test_a_member_of_two_clubs_chooses_which_to_enter_for(larks, owls, members, browser_of, now):
    _, boris, _, _ = members
    tournament = between(larks, owls, members, now)
    clubs.join_club(link=Club.objects.get(pk=owls).link, player=boris, now=now)
    with pytest.raises(OrderRefused, match="in several of the clubs taking part"):
        commands.enter(tournament_id=tournament.pk, player=boris, now=now)
    browser = browser_of(boris)
    assert 'name="club"' in browser.get(f"/tournaments/{tournament.pk}/").text
    browser.post(f"/tournaments/{tournament.pk}/do/", {"do": "enter", "club": owls})
    assert Entrant.objects.get(player=boris).club_id == owls


def test_members_of_a_guest_club_can_watch_its_games(larks, owls, members, browser_of, now):
    anna, boris, chloe, emil = members
    tournament = between(larks, owls, members, now)
    for player in (anna, boris, chloe):
        commands.enter(tournament_id=tournament.pk, player=player, now=now)
    commands.close_entries(tournament_id=tournament.pk, by=anna, now=now)
    commands.start(tournament_id=tournament.pk, by=anna, now=now)
    publish(tournament, anna, now=now)
    game = fixtures(tournament)[0].game_id
    assert list(GuestClub.objects.filter(game=game).values_list("club", flat=True)) == [owls]
    assert browser_of(emil).get(f"/games/{game}/").status_code == 200


def test_club_directors_can_add_only_known_players_and_see_no_addresses(larks, owls, members, dmitri, browser_of, now):
    anna, boris, chloe, emil = members
    tournament = between(larks, owls, members, now)
    run = f"/tournaments/{tournament.pk}/run/"
    browser = browser_of(anna)
    for who in (emil.name, emil.email, boris.email, dmitri.email, "Nobody at all"):
        answer = browser.post(f"{run}act/late/", {"player": who, "points": "0", "reason": "late"})
        assert answer.context["form"].errors["player"]
        assert "No club member or entrant is called" in answer.text
    assert browser.post(f"{run}act/late/", {"player": "Boris", "points": "0", "reason": "late"}).status_code == 302
    for player in (anna, chloe):
        commands.enter(tournament_id=tournament.pk, player=player, now=now)
    commands.close_entries(tournament_id=tournament.pk, by=anna, now=now)
    commands.start(tournament_id=tournament.pk, by=anna, now=now)
    publish(tournament, anna, now=now)
    make_director(anna)  # of other tournaments, which gives no right in this one
    boss = browser_of(Player.objects.create_superuser("boss@example.org", name="Boss"))
    for fixture in fixtures(tournament):
        page = browser.get(f"{run}events/{fixture.pk}/")
        assert page.status_code == 200
        assert "@" not in page.text
        assert chloe.email in boss.get(f"{run}events/{fixture.pk}/").text


def test_a_director_who_plays_cannot_rule_on_their_own_table(larks, owls, members, browser_of, now):
    anna, boris, chloe, _ = members
    tournament = between(larks, owls, members, now)
    for player in (anna, chloe):
        commands.enter(tournament_id=tournament.pk, player=player, now=now)
    commands.close_entries(tournament_id=tournament.pk, by=anna, now=now)
    commands.start(tournament_id=tournament.pk, by=anna, now=now)
    publish(tournament, anna, now=now)
    table = fixtures(tournament)[0]
    answer = browser_of(anna).post(f"/tournaments/{tournament.pk}/run/act/void_table/{table.pk}/", {"reason": "mine"})
    assert ". Another director has to rule on it." in answer.text
    clubs.give_role(club_id=larks, player=anna, other_id=boris.pk, role="director")
    commands.adjudicate(fixture_id=table.pk, how="void", by=boris, reason="theirs", now=now)


def test_missing_a_club_table_bans_nobody_from_other_tournaments(larks, members, now):
    anna, boris, *_ = members
    tournament = made(larks, anna, now)
    commands.open_entries(tournament_id=tournament.pk, by=anna, now=now)
    for player in (anna, boris):
        commands.enter(tournament_id=tournament.pk, player=player, now=now)
    commands.close_entries(tournament_id=tournament.pk, by=anna, now=now)
    commands.start(tournament_id=tournament.pk, by=anna, now=now)
    publish(tournament, anna, now=now)
    assert commands.close_joining(tournament_id=tournament.pk, now=now + 100 * HOUR)
    assert Entrant.objects.filter(standing="withdrawn").exists()
    assert not Walkout.objects.exists()


def test_club_directors_have_limits_on_tournaments_and_emails(larks, members, now):
    anna, boris, *_ = members
    for n in range(5):
        tournament = made(larks, anna, now, name=f"Cup {n}")
    with pytest.raises(OrderRefused, match="at most 5 tournaments"):
        made(larks, anna, now)
    with pytest.raises(clubs.NoSuchClub):
        made(larks, members[2], now)
    with pytest.raises(OrderRefused, match=r"Only the people who run this club can do that\."):
        made(larks, boris, now)
    commands.open_entries(tournament_id=tournament.pk, by=anna, now=now)
    commands.enter(tournament_id=tournament.pk, player=boris, now=now)
    for n in range(5):
        commands.write_to(tournament_id=tournament.pk, whom="all", text=f"{n}", by=anna, now=now + n * HOUR)
    with pytest.raises(OrderRefused, match=r"You can send at most 5 emails a day\. Send the next one tomorrow\."):
        commands.write_to(tournament_id=tournament.pk, whom="all", text="6", by=anna, now=now + 6 * HOUR)
    assert News.objects.filter(kind="mail").count() == 5


def test_settings_are_fixed_and_a_tournament_of_a_closed_club_takes_nobody_new(larks, members, browser_of, now):
    anna, boris, *_ = members
    tournament = made(larks, anna, now)
    commands.open_entries(tournament_id=tournament.pk, by=anna, now=now)
    browser, address = browser_of(anna), f"/tournaments/{tournament.pk}/run/settings/"
    assert "kind" not in browser.get(address).context["form"].fields
    assert browser.post(address, form(name="Summer match")).status_code == 302
    tournament.refresh_from_db()
    assert (tournament.name, tournament.is_for_members) == ("Summer match", True)
    tournament.is_for_members = False
    with pytest.raises(OrderRefused, match="This setting can no longer be changed"):
        commands.change(tournament=tournament, columns=["is_for_members"], by=anna, now=now)
    clubs.close_club(club_id=larks, player=anna)
    with pytest.raises(commands.NoSuchTournament):
        commands.enter(tournament_id=tournament.pk, player=boris, now=now)


def test_the_pages_cost_the_same_with_many_entrants(larks, owls, members, browser_of, now, django_assert_num_queries):
    anna, _, chloe, emil = members
    tournament = between(larks, owls, members, now)
    here = f"/tournaments/{tournament.pk}/"
    for player in (anna, chloe):
        commands.enter(tournament_id=tournament.pk, player=player, now=now)
    reader, director = browser_of(emil), browser_of(anna)

    def costs():
        with django_assert_num_queries(OF_THE_PAGE):
            reader.get(here)
        with django_assert_num_queries(OF_THE_DASHBOARD):
            director.get(f"{here}run/")

    costs()
    for n in range(12):
        player = account_of(f"n{n}@example.org", name=f"N{n}")[0]
        clubs.join_club(link=Club.objects.get(pk=larks).link, player=player, now=now)
        commands.enter(tournament_id=tournament.pk, player=player, now=now)
    costs()


OF_THE_PAGE, OF_THE_DASHBOARD = 12, 13


def test_the_page_shows_the_clubs_and_which_one_a_player_enters_for(larks, owls, members, now):
    _, _, _, emil = members
    tournament = between(larks, owls, members, now)
    view = tournament_page(tournament_id=tournament.pk, player=emil, now=now)
    assert [(one.name, one.is_mine) for one in view.clubs] == [(LARKS, False), (OWLS, True)]
    assert [one.name for one in view.mine.enters_for] == [OWLS]


def test_players_who_stay_in_a_league_keep_their_club_next_season(larks, members, now):
    anna, *others = members
    link_of = Club.objects.get(pk=larks).link
    for other in others[1:]:
        clubs.join_club(link=link_of, player=other, now=now)
    league = made(larks, anna, now, format="league")
    commands.open_entries(tournament_id=league.pk, by=anna, now=now)
    for player in members:
        commands.enter(tournament_id=league.pk, player=player, now=now)
    commands.close_entries(tournament_id=league.pk, by=anna, now=now)
    commands.start(tournament_id=league.pk, by=anna, now=now)
    publish(league, anna, now=now)
    play_out(league, now=now)
    season = commands.next_season(tournament_id=league.pk, by=anna, now=now)
    assert set(season.entrants.values_list("club", flat=True)) == {larks}
