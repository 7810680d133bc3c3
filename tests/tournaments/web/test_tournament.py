"""The page of a tournament: the same for strangers, entrants and directors, apart from their own parts."""

import re

import pytest
from django.conf import settings
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from games.commands.clubs import found_club
from games.players.models import Club, Player
from games.tournaments.models import Entrant, Ruling, Tournament
from tests.tournaments.directing.conftest import make_director
from tests.tournaments.rows import DAY, HOUR, bye, division, fixture, people, round_of, tournament

pytestmark = pytest.mark.django_db

QUERIES = (
    13  # the session, the tournament, its directors and rulings, eight sorts of rows, and what waits for the reader
)


@pytest.fixture
def running(anna, boris, chloe, dmitri, now):
    """Anna, Boris and Chloe finished round 1 in that order and sit at a table of round 2; Dmitri directs."""
    made = tournament(anna, boris, chloe, directors=[dmitri], format="round_robin", rounds_planned=3, now=now)
    of_all = division(made)
    fixture(round_of(of_all, phase="finished", now=now - DAY), 1, 2, 3, now=now - DAY)
    fixture(round_of(of_all, now=now), 2, 1, 3, phase="joining", agreed=(3,), now=now)
    return made


def text_of(answer):
    """Return the text of a page."""
    assert answer.status_code in (200, 409)
    bare = re.sub(r"<(style|script|title)[^>]*>.*?</\1>|<[^>]+>", " ", answer.content.decode(), flags=re.S)
    return re.sub(r"\s+", " ", bare).replace("&nbsp;", " ")


def main_of(answer):
    """Return the main part of a page."""
    return answer.content.decode().split("<main", 1)[1].split("</main>")[0]


def page(client, of):
    return text_of(client.get(f"/tournaments/{of.pk}/"))


def test_a_cached_page_does_not_show_one_readers_view_to_another(client, browser_of, anna, boris, running):
    before = client.get(f"/tournaments/{running.pk}/").content.decode()
    for reader in (anna, boris):
        own = main_of(browser_of(reader).get(f"/tournaments/{running.pk}/"))
        assert re.findall(r'aria-current="true">.*?<th scope="row"><a [^>]*>(\w+)<', own, re.S) == [reader.name]
    assert client.get(f"/tournaments/{running.pk}/").content.decode() == before
    assert 'aria-current="true"' not in main_of(client.get(f"/tournaments/{running.pk}/"))


def test_an_empty_list_shows_an_example_and_who_can_start_a_tournament(browser_of, anna, boris):
    club = found_club(player=boris, name="Ghent Wordsmiths", about="", is_public=False, now=timezone.now())
    for reader in (None, anna, boris):
        shown = browser_of(reader).get("/tournaments/").text
        assert "Example, not a real tournament" in shown
        assert "Who can start one" in shown
        assert ("Start a club" in shown) is (reader != boris)
        assert ("You don’t run a club yet." in shown) is (reader == anna)
        assert (f'href="/clubs/{club}/tournaments/new/"' in shown) is (reader == boris)


def test_the_example_disappears_with_the_first_tournament(client, running):
    shown = client.get("/tournaments/").text
    assert "Autumn league" in shown
    assert "Example" not in shown


def test_the_page_shows_own_tables_then_standings_then_rounds(browser_of, anna, running):
    shown = main_of(browser_of(anna).get(f"/tournaments/{running.pk}/"))
    assert (
        shown.index("my-tables")
        < shown.index('class="status"')
        < shown.index("standings")
        < shown.index('class="round"')
    )


def test_a_visitor_sees_the_standings_rounds_and_description(client, running):
    read = page(client, running)
    assert "Autumn league" in read
    assert re.search(r"1 Anna SOS .* 1\.0 1 .* 2 Boris SOS .* 0\.5 1 .* 3 Chloe SOS .* 0\.0 1", read)
    assert "0 of 1 finished" in read
    assert "Directed by Dmitri" in read
    assert "Your table" not in read
    assert "Withdraw" not in read


def test_an_entrant_sees_their_table_opponents_and_deadline_to_join(browser_of, anna, running):
    read = page(browser_of(anna), running)
    assert "You’re currently 1st of 3." in read
    assert "Boris and Chloe Round 2, table 1 Not joined yet" in read
    assert "deadline to join" in read


def test_a_player_who_has_joined_sees_who_has_not(browser_of, chloe, running):
    assert "You have joined. Waiting for Boris and Anna." in page(browser_of(chloe), running)


def test_only_a_director_sees_a_link_to_the_dashboard(browser_of, dmitri, anna, running):
    Player.objects.filter(pk=dmitri.pk).update(is_staff=True)
    assert "Go to the director’s dashboard" in page(browser_of(dmitri), running)
    assert "Go to the director’s dashboard" not in page(browser_of(anna), running)


def test_an_entrant_sees_the_places_they_can_still_reach(browser_of, chloe, running):
    assert re.search(r"You can still finish anywhere between 1st and 3rd\.", page(browser_of(chloe), running))


def test_withdrawn_players_do_not_count_in_the_reachable_places(browser_of, anna, boris, chloe, now):
    made = tournament(anna, boris, chloe, format="swiss", rounds_planned=4, now=now)
    fixture(round_of(division(made), phase="finished", now=now - DAY), 1, 2, 3, now=now - DAY)
    Entrant.objects.filter(tournament=made, player=chloe).update(standing="withdrawn")
    assert "You can still finish anywhere between 1st and 2nd." in page(browser_of(boris), made)


def test_drafts_of_rounds_are_shown_to_nobody(client, browser_of, dmitri, anna, running, now):
    draft = round_of(running.divisions.get(), phase="draft", now=now)
    planned = fixture(draft, 1, 3, 2, phase="planned", now=now)
    bye(draft, 1, reason="a secret bye")
    Ruling.objects.create(tournament=running, at=now, by=dmitri, verb="bye", reason="a secret bye", round=draft)
    Ruling.objects.create(tournament=running, at=now, by=dmitri, verb="redraw", reason="a secret", fixture=planned)
    for verb in ("pair", "unpair", "bye"):  # redrawing a draft leaves its rulings without a round
        Ruling.objects.create(tournament=running, at=now + HOUR, by=dmitri, verb=verb, reason="a secret of a draft")
    for reader in (client, browser_of(dmitri), browser_of(anna)):
        for path in ("", "standings.csv", "crosstable.csv", "tournament.json"):
            read = reader.get(f"/tournaments/{running.pk}/{path}").content.decode()
            assert "secret" not in read
            assert "Round 3" not in read


def test_a_division_with_nothing_published_is_not_shown(client, anna, boris, chloe, dmitri, now):
    made = tournament(anna, boris, chloe, dmitri, now=now)
    fixture(round_of(division(made, 1, 2), now=now), 1, 2, phase="joining", now=now)
    round_of(division(made, 3, 4), phase="draft", now=now)
    read = page(client, made)
    assert "Chloe" not in read[: read.index("Entrants")]


def test_a_draft_tournament_is_visible_only_to_its_directors(client, browser_of, anna, dmitri, now):
    made = tournament(phase="draft", directors=[dmitri], now=now, started_at=None)
    assert browser_of(anna).get(f"/tournaments/{made.pk}/").status_code == 404
    assert browser_of(anna).get(f"/tournaments/{made.pk}/tournament.json").status_code == 404
    assert "Not announced yet" in page(browser_of(dmitri), made)
    assert made.name not in client.get("/tournaments/").content.decode()


@pytest.mark.parametrize(
    "page", ["", "withdraw/", "standings.csv", "crosstable.csv", "tournament.trf", "tournament.json"]
)
def test_visitors_must_sign_in_whether_or_not_a_draft_exists(page, client, dmitri, now):
    made = tournament(phase="draft", directors=[dmitri], now=now, started_at=None)
    answers = []
    for number in (made.pk, made.pk + 1):
        with CaptureQueriesContext(connection) as asked:
            answer = client.get(f"/tournaments/{number}/{page}")
        assert answer["Location"] == f"/accounts/login/?next=/tournaments/{number}/{page}"
        answers.append((answer.status_code, answer.content, set(answer.headers), len(asked)))
    assert answers[0] == answers[1]


def test_no_email_address_is_on_any_page_of_a_tournament(client, browser_of, anna, dmitri, running):
    for reader in (client, browser_of(anna), browser_of(dmitri)):
        for path in ("", "standings.csv", "crosstable.csv", "tournament.json"):
            assert "@example.org" not in reader.get(f"/tournaments/{running.pk}/{path}").content.decode()


def test_the_list_tells_the_seasons_of_a_league_apart(client, now):
    first = tournament(phase="finished", finished_at=now, now=now)
    tournament(phase="entries", season=2, follows=first, now=now)
    opened, over = text_of(client.get("/tournaments/")).split("Finished", 1)
    assert "season 2" in opened
    assert "season" not in over


def test_the_list_has_open_running_and_finished_tournaments(client, browser_of, anna, boris, now):
    for name, phase in (("Spring Swiss", "entries"), ("Autumn league", "running"), ("Old cup", "finished")):
        tournament(
            anna, name=name, phase=phase, now=now, finished_at=now if phase == "finished" else None,
            entries_close_at=now + DAY,
        )  # fmt: skip
    read = text_of(client.get("/tournaments/"))
    order = [read.index(part) for part in ("Open for entries", "Spring Swiss", "Autumn league", "Old cup")]
    assert order == sorted(order)
    assert "entered" not in read
    assert "entered" in text_of(browser_of(anna).get("/tournaments/"))


def test_the_list_has_pages_with_a_constant_number_of_queries(client, now):
    asked = []
    for n in range(41):
        tournament(name=f"Swiss number {n}", phase="running", now=now, started_at=now + n * DAY)
        if n in (0, 40):
            with CaptureQueriesContext(connection) as queries:
                first = text_of(client.get("/tournaments/"))
            asked.append(len(queries))
    assert asked[0] == asked[1]
    assert "Swiss number 40" in first
    assert "Swiss number 0" not in first
    assert "Next page" in first
    second = text_of(client.get("/tournaments/?page=2"))
    assert "Swiss number 0" in second
    assert "Previous page" in second
    assert "Next page" not in second
    assert client.get("/tournaments/?page=none").status_code == 404


def test_the_rulings_say_why_a_director_withdrew_a_player(client, dmitri, running, now):
    boris = running.entrants.get(number=2)
    Ruling.objects.create(
        tournament=running, at=now, by=dmitri, verb="withdraw", reason="Asked me to by phone", entrant=boris
    )
    read = page(client, running)
    assert "Boris was withdrawn. Asked me to by phone Dmitri" in read


def test_a_player_who_deleted_their_account_is_a_former_player(client, running):
    running.entrants.filter(number=2).update(name="", player=None)
    assert "Former player 2" in page(client, running)


def test_a_league_marks_promotion_and_relegation_in_words(client, now):
    made = tournament(*people(12), now=now, division_size=6)
    for numbers in (range(1, 7), range(7, 13)):
        fixture(round_of(division(made, *numbers), now=now), *numbers[:3], now=now)
    Entrant.objects.filter(tournament=made, number=2).update(standing="withdrawn")
    read = page(client, made)
    assert re.search(r"Fritz withdrawn ↓ relegation", read)
    assert read.count("↓ relegation") == 1
    assert len(re.findall(r"↑ promotion", read)) == 1
    client.cookies[settings.LANGUAGE_COOKIE_NAME] = "fr"
    assert "↓ descente" in page(client, made)  # "down" alone would be translated as the direction of a word
    assert "Division 1" in read
    assert "Division 2" in read


def test_pools_mark_who_advances_to_the_final(client, now):
    made = tournament(*people(6), now=now, format="pools", advance=2)
    for numbers in ((1, 2, 3), (4, 5, 6)):
        fixture(round_of(division(made, *numbers), now=now), *numbers, now=now)
    assert page(client, made).count("→ final") == 4


def test_byes_and_points_given_by_a_director_are_shown(client, browser_of, anna, boris, chloe, now):
    made = tournament(anna, boris, chloe, now=now, format="swiss", table_size=2)
    one = round_of(division(made), now=now)
    fixture(one, 1, 2, phase="awarded", awarded=(1, 0), now=now)
    bye(one, 3, "1/2", "On the road")
    read = page(client, made)
    assert "points awarded" in read
    assert "Bye Chloe ½ point" in read
    assert "On the road" in read
    assert "You have a bye in round 1" in page(browser_of(chloe), made)


def test_a_crosstable_shows_the_points_for_byes_and_awards(client, anna, boris, chloe, now):
    made = tournament(anna, boris, chloe, now=now, format="swiss", table_size=2)
    one = round_of(division(made), now=now)
    fixture(one, 1, 2, now=now)
    assert "Byes and awards" not in page(client, made)
    bye(one, 3)
    read = page(client, made)
    assert "Byes and awards" in read
    assert "Chloe · 1 1 " in read


@pytest.mark.parametrize("phase", ["entries", "closed", "finished", "void"])
def test_each_phase_is_described_in_a_sentence(client, anna, now, phase):
    made = tournament(anna, phase=phase, now=now, finished_at=now, entries_close_at=now + DAY)
    says = {
        "entries": "Open for entries until",
        "closed": "Entries are closed.",
        "finished": "The standings are final.",
        "void": "cancelled",
    }
    assert says[phase] in page(client, made)


def test_a_paused_tournament_says_so(client, running, now):
    Tournament.objects.filter(pk=running.pk).update(paused_at=now)
    assert "A director paused the tournament on" in page(client, running)


def test_an_unchanged_page_is_not_sent_again(browser_of, client, anna, running):
    for reader in (browser_of(anna), client):
        first = reader.get(f"/tournaments/{running.pk}/")
        again = reader.get(f"/tournaments/{running.pk}/", headers={"If-None-Match": first["ETag"]})
        assert again.status_code == 304


def test_the_page_takes_as_many_queries_for_sixty_entrants_as_for_twelve(browser_of, anna, now):
    others, counted = people(59), []
    for many, size in ((12, 6), (60, 6)):
        made = tournament(anna, *others[: many - 1], name=str(many), now=now)
        for first in range(1, many + 1, size):
            numbers = range(first, first + size)
            of_them = division(made, *numbers)
            fixture(round_of(of_them, phase="finished", now=now), *numbers[:3], now=now)
            fixture(round_of(of_them, now=now), *numbers[:3], phase="playing", now=now)
        client = browser_of(anna)
        with CaptureQueriesContext(connection) as asked:
            assert client.get(f"/tournaments/{made.pk}/").status_code == 200
        counted.append(len(asked))
    assert counted == [QUERIES, QUERIES]


@pytest.mark.parametrize(
    ("number", "says"),
    [(6, "You’re relegated to the division below."), (7, "You’re promoted to the division above."), (8, "")],
)
def test_the_end_of_a_season_shows_everybody_their_promotion_or_relegation(browser_of, now, number, says):
    players = people(12)
    made = tournament(*players, now=now, phase="finished", finished_at=now)
    for numbers in (range(1, 7), range(7, 13)):
        fixture(round_of(division(made, *numbers), phase="finished", now=now), *numbers, now=now)
    read = page(browser_of(players[number - 1]), made)
    assert "The standings are final. Eve came first." in read
    assert "You finished" in read
    assert [
        sentence
        for sentence in ("You’re promoted to the division above.", "You’re relegated to the division below.")
        if sentence in read
    ] == ([says] if says else [])


def test_the_readers_own_division_is_expanded(browser_of, now):
    players = people(15)
    made = tournament(*players, now=now, division_size=3)
    for first in range(1, 16, 3):
        fixture(round_of(division(made, *range(first, first + 3)), now=now), *range(first, first + 3), now=now)
    read = browser_of(players[-1]).get(f"/tournaments/{made.pk}/").content.decode()
    assert read.count("<details open><summary><h2") == 2
    assert read.count("<details><summary><h2") == 3


def test_a_table_that_everybody_has_joined_is_in_progress(browser_of, anna, boris, now):
    made = tournament(anna, boris, now=now)
    fixture(round_of(division(made), now=now), 1, 2, phase="joining", agreed=(1, 2), now=now)
    read = page(browser_of(anna), made)
    assert "deadline to join" not in read
    assert "final deadline" in read


def zones_in(client, made):
    """Return the mark ("→ through" or "out") of each name that the page marks."""
    read = page(client, made)
    marks = re.findall(r"([A-Z][a-z]+) (?:withdrawn )?(→ through|out) \d", read)
    return dict(marks)


def test_a_knockout_marks_who_is_through_and_who_is_out_as_tables_end(client, now):
    made = tournament(*people(9), now=now, format="knockout", table_size=3, advance=1)
    first = round_of(division(made), now=now)
    fixture(first, 1, 2, 3, now=now)
    fixture(first, 4, 5, 6, phase="playing", now=now)
    fixture(first, 7, 8, 9, phase="awarded", awarded=(0, 1, 0), now=now)
    Entrant.objects.filter(tournament=made, number=6).update(standing="withdrawn")
    eve, fritz, _, _, _, jonas, klara, ludwig, _ = made.entrants.order_by("number").values_list("name", flat=True)
    marks = zones_in(client, made)
    assert {name for name, mark in marks.items() if mark == "→ through"} == {eve, ludwig}
    assert {fritz, jonas, klara} <= marks.keys()
    assert len(marks) == 7


def test_nobody_advances_from_the_final_of_a_knockout(client, now):
    made = tournament(*people(6), now=now, format="knockout", table_size=3, advance=1)
    of_all = division(made)
    first, second = round_of(of_all, phase="finished", now=now), round_of(of_all, now=now)
    for numbers in ((1, 2, 3), (4, 5, 6)):
        fixture(first, *numbers, now=now)
    fixture(second, 1, 4, now=now)
    names = dict(made.entrants.values_list("number", "name"))
    assert zones_in(client, made) == {names[number]: "out" for number in (2, 3, 4, 5, 6)}


@pytest.mark.parametrize(("number", "says"), [(1, "You’re in round 2."), (3, "You were knocked out in round 1.")])
def test_a_player_sees_how_far_they_came_in_a_knockout(browser_of, now, number, says):
    players = people(6)
    made = tournament(*players, now=now, format="knockout", advance=1)
    of_all = division(made)
    first, second = round_of(of_all, phase="finished", now=now), round_of(of_all, now=now)
    for numbers in ((1, 2, 3), (4, 5, 6)):
        fixture(first, *numbers, now=now)
    fixture(second, 1, 4, phase="playing", now=now)
    assert says in page(browser_of(players[number - 1]), made)


def test_the_list_shows_a_director_drafts_and_a_link_to_create_a_tournament(browser_of, anna, dmitri, now):
    made = tournament(phase="draft", directors=[dmitri, anna], now=now, started_at=None)
    make_director(dmitri)
    page = browser_of(dmitri).get("/tournaments/").text
    assert f'href="/tournaments/{made.pk}/"' in page
    assert 'href="/admin/tournaments/tournament/add/">Create a tournament</a>' in page
    assert 'href="/admin/">Admin site</a>' in page
    page = browser_of(anna).get("/tournaments/").text
    assert "Create a tournament" not in page
    assert "/admin/" not in page


def test_nobody_has_a_place_before_the_first_game(browser_of, anna, boris, now):
    made = tournament(anna, boris, now=now)
    fixture(round_of(division(made, 1, 2), now=now), 1, 2, phase="playing", now=now)
    places = re.findall(r'<td class="place">(.*?)</td>', browser_of(None).get(f"/tournaments/{made.pk}/").text)
    assert places == ["–", "–"]


@pytest.mark.parametrize("format_", ["knockout", "swiss", "league", "pools"])
def test_a_tournament_that_nobody_has_played_in_shows_no_places(browser_of, now, format_):
    made = tournament(*people(4), now=now, format=format_)
    in_round = round_of(division(made), now=now)
    fixture(in_round, 1, 2, phase="playing", now=now)
    fixture(in_round, 3, 4, phase="playing", now=now)
    places = re.findall(r'<td class="place">(.*?)</td>', browser_of(None).get(f"/tournaments/{made.pk}/").text)
    assert places == ["–"] * 4
    assert [
        one["place"]
        for one in browser_of(None).get(f"/tournaments/{made.pk}/tournament.json").json()["divisions"][0]["standings"]
    ] == [None] * 4


@pytest.mark.parametrize(("is_of_a_club", "threatens"), [(False, True), (True, False)])
def test_withdrawing_warns_of_a_ban_only_where_one_is_possible(browser_of, anna, boris, now, is_of_a_club, threatens):
    club = Club.objects.create(name="Words", made_at=now, is_public=True) if is_of_a_club else None
    made = tournament(anna, boris, now=now, club=club, rated=False)
    fixture(round_of(division(made), now=now), 1, 2, phase="playing", now=now)
    read = browser_of(anna).get(f"/tournaments/{made.pk}/withdraw/").text
    assert "Resign from all of them now." in read
    assert ("won’t be able to enter" in read) == threatens
