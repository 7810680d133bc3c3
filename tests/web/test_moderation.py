"""Reports of messages and names, temporary mutes, and appeals: on pages, in the admin, by email and API."""

from datetime import timedelta
from zoneinfo import ZoneInfo

import pytest
from django.utils import timezone

from games import commands
from games.commands import clubs
from games.commands.moderation import MOST_A_DAY
from games.models import Event, Seat
from games.players.models import Club, Player, Report
from games.rules.values import OrderRefused
from notifications.models import Message
from notifications.outgoing import digests
from tests.api.conftest import Program
from tests.tables import order, start
from tests.tournaments.rows import tournament

pytestmark = pytest.mark.django_db
RUDE, WHY = "You duffer", "He is rude to me"


@pytest.fixture
def table(anna, boris):
    """A game in which Boris has been rude to Anna."""
    now = timezone.now()
    game_id = start(anna, boris, now=now)
    commands.say(game_id=game_id, player=boris, text=RUDE, now=now)
    return game_id


@pytest.fixture
def report(table, anna, browser_of):
    browser, page = browser_of(anna), f"/games/{table}/report/"
    [line] = browser.get(page).context["choices"]
    answer = browser.post(page, {"line": line[0], "why": WHY}, follow=True)
    assert "Thank you. The moderators will look at it." in answer.text
    return Report.objects.get()


def staff(name, *, is_superuser=True):
    return Player.objects.create(email=f"{name}@example.org", name=name, is_staff=True, is_superuser=is_superuser)


def act(browser_of, who, report, action):
    return browser_of(who).post(
        "/admin/players/report/", {"action": action, "_selected_action": [report.pk]}, follow=True
    )


def mails_of(player):
    return list(Message.objects.filter(player=player, report__isnull=False).order_by("pk"))


def test_a_report_stores_the_original_words(report, boris, table):
    assert (report.about, report.words, report.why, report.game_id) == (boris, RUDE, WHY, table)


def test_only_players_in_the_game_can_report_its_chat(table, chloe, browser_of):
    assert browser_of(chloe).get(f"/games/{table}/report/").status_code == 404


def test_a_report_without_a_message_or_a_reason_says_what_is_missing(table, anna, browser_of):
    browser, page = browser_of(anna), f"/games/{table}/report/"
    assert "Choose the message you want to report." in browser.post(page, {"why": WHY}, follow=True).text
    [line] = browser.get(page).context["choices"]
    assert (
        "In 1 to 500 characters, explain what is wrong."
        in browser.post(page, {"line": line[0], "why": " "}, follow=True).text
    )
    assert not Report.objects.exists()


def test_duplicate_reports_count_once_and_daily_reports_are_limited(table, anna, boris):
    now = timezone.now()
    for n in range(MOST_A_DAY):
        for _ in range(2):
            commands.report_words(
                game_id=table, player=anna, seat=1, words=f"{RUDE} {n}", said_at=now, why=WHY, now=now
            )
    assert Report.objects.count() == MOST_A_DAY
    with pytest.raises(OrderRefused, match="at most 10 reports a day"):
        commands.report_name(player=anna, other=boris, why=WHY, now=now)


def test_players_cannot_report_themselves(table, boris):
    with pytest.raises(OrderRefused, match="your own words"):
        commands.report_words(
            game_id=table, player=boris, seat=1, words=RUDE, said_at=timezone.now(), why=WHY, now=timezone.now()
        )


def test_a_player_muted_by_moderators_can_play_but_publish_nothing(report, boris, table, browser_of):
    assert act(browser_of, staff("vera"), report, "for_a_week").status_code == 200
    boris.refresh_from_db()
    browser = browser_of(boris)
    refused = browser.post(f"/games/{table}/say/", {"text": "And again"}, follow=True).text
    assert "The moderators have muted you until" in refused
    by_api = Program(boris).post(f"/games/{table}/commands", {"commands": [{"verb": "SAY", "text": "And again"}]})
    assert by_api.status_code == 409
    assert "The moderators have muted you until" in by_api.text
    club = browser.post("/clubs/", {"name": RUDE, "about": ""}, follow=True)
    assert "The moderators have muted you until" in club.text
    kept = {"time_zone": boris.time_zone, "language": "en", "page_shown_to": "all"}
    named = browser.post("/settings/account/", {"do": "save", "name": RUDE, **kept}, follow=True)
    assert "The moderators have muted you until" in named.text
    assert not Event.objects.filter(facts__text="And again").exists()
    commands.look(game_id=table, player=boris, now=timezone.now())


def test_a_mute_by_moderators_expires(report, boris, table):
    now = timezone.now()
    commands.decide(report=report, staff=staff("vera"), decision="silenced", until=now + timedelta(days=1), now=now)
    boris.refresh_from_db()
    commands.say(game_id=table, player=boris, text="Sorry", now=now + timedelta(days=1, seconds=1))


def test_a_muted_player_gets_one_email_that_names_nobody(report, anna, boris, browser_of, mailoutbox):
    act(browser_of, staff("verena"), report, "for_a_day")
    for _ in range(2):
        digests.tell(now=timezone.now() + timedelta(minutes=1))
    [mail] = [one for one in mailoutbox if one.to == [boris.email]]
    assert RUDE in mail.body
    assert "You can appeal once" in mail.body
    for hidden in (anna.name, WHY, "verena"):
        assert hidden not in f"{mail.subject}{mail.body}"
    page = browser_of(boris).get("/settings/account/decisions/").text
    assert RUDE in page
    for hidden in (anna.name, WHY, "verena"):
        assert hidden not in page


def test_a_successful_appeal_decided_by_somebody_else_ends_the_mute(report, boris, table, browser_of, mailoutbox):
    vera, wim = staff("vera"), staff("wim")
    act(browser_of, vera, report, "for_a_month")
    browser = browser_of(boris)
    browser.post("/settings/account/decisions/", {"report": report.pk, "appeal": "It was a joke between friends."})
    again = browser.post("/settings/account/decisions/", {"report": report.pk, "appeal": "Please"}, follow=True)
    assert "You’ve already appealed against this decision." in again.text
    assert (
        "You muted this player. Somebody else on the staff must decide the appeal."
        in act(browser_of, vera, report, "grant").text
    )
    act(browser_of, wim, report, "grant")
    boris.refresh_from_db()
    assert boris.silenced_until is None
    digests.tell(now=timezone.now() + timedelta(minutes=1))
    assert "Your appeal was granted." in mailoutbox[-1].body
    commands.say(game_id=table, player=boris, text="Thank you", now=timezone.now())


def test_a_rejected_appeal_leaves_the_mute_in_place(report, boris, browser_of):
    vera, wim = staff("vera"), staff("wim")
    act(browser_of, vera, report, "for_a_month")
    commands.appeal(report_id=report.pk, player=boris, text="It was a joke", now=timezone.now())
    act(browser_of, wim, report, "reject")
    boris.refresh_from_db()
    assert boris.silenced_until > timezone.now()


def test_a_player_cannot_appeal_for_somebody_else(report, anna, browser_of):
    act(browser_of, staff("verena"), report, "for_a_day")
    with pytest.raises(commands.NoSuchReport):
        commands.appeal(report_id=report.pk, player=anna, text="Let him", now=timezone.now())


def test_a_replaced_name_applies_in_all_games(report, boris, table, browser_of):
    act(browser_of, staff("vera"), report, "give_another_name")
    boris.refresh_from_db()
    assert boris.name == f"Player {boris.pk}"
    assert Seat.objects.get(game=table, player=boris).name == boris.name


def test_staff_involved_in_a_report_cannot_decide_it(report, anna, boris, browser_of):
    Player.objects.filter(pk__in=[anna.pk, boris.pk]).update(is_staff=True, is_superuser=True)
    for one in (anna, boris):
        one.refresh_from_db()
    assert "Somebody else on the staff must decide it." in act(browser_of, anna, report, "dismiss").text
    act(browser_of, boris, report, "dismiss")
    with pytest.raises(OrderRefused):
        commands.decide(report, staff=boris, decision="dismissed", now=timezone.now())
    report.refresh_from_db()
    assert report.decision == ""


def test_staff_cannot_see_reports_about_themselves(report, boris, browser_of):
    def shown(player):
        pages = ("/admin/players/report/", f"/admin/players/report/{report.pk}/change/")
        return [WHY in browser_of(player).get(page, follow=True).text for page in pages]

    assert shown(staff("vera")) == [True, True]
    Player.objects.filter(pk=boris.pk).update(is_staff=True, is_superuser=True)
    boris.refresh_from_db()
    assert shown(boris) == [False, False]


def test_only_staff_with_permission_can_act_on_reports(report, browser_of):
    helper = staff("hilde", is_superuser=False)
    assert act(browser_of, helper, report, "dismiss").status_code == 403
    report.refresh_from_db()
    assert report.decision == ""


def test_the_queue_makes_no_more_queries_with_many_reports(
    report, anna, boris, browser_of, django_assert_max_num_queries
):
    vera, now = staff("vera"), timezone.now()
    Report.objects.bulk_create(
        Report(by=anna, about=boris, words=f"{RUDE} {n}", why=WHY, made_at=now) for n in range(1000)
    )
    browser = browser_of(vera)
    with django_assert_max_num_queries(12):
        assert browser.get("/admin/players/report/").status_code == 200


def test_undecided_reports_come_first_in_the_queue(report, anna, boris, browser_of):
    now = timezone.now()
    Report.objects.create(
        by=anna,
        about=boris,
        words="Later",
        why=WHY,
        made_at=now + timedelta(hours=1),
        decision="dismissed",
        decided_at=now,
    )
    rows = browser_of(staff("vera")).get("/admin/players/report/").context["cl"].result_list
    assert [row.words for row in rows] == [RUDE, "Later"]


def test_other_players_see_no_sign_of_a_mute_or_a_report(report, anna, boris, table, browser_of):
    before = browser_of(anna).get(f"/games/{table}/").text
    act(browser_of, staff("vera"), report, "for_a_month")
    browser = browser_of(anna)
    assert "Muted by the moderators" not in browser.get(f"/games/{table}/").text + before
    assert "Muted by the moderators" not in browser.get(f"/players/{boris.pk}/").text
    assert "moderators" not in Program(anna).get(f"/games/{table}").text
    assert WHY not in browser_of(boris).get("/settings/account/lexicon.json").text


OUT = "A moderator has removed this message."


def shown_of(table, reader, browser_of):
    """Return what this reader sees of the game on its pages and through the API."""
    browser, program = browser_of(reader), Program(reader)
    pages = [browser.get(f"/games/{table}/{page}", follow=True).text for page in ("", "report/", "record.json")]
    return pages + [program.get(f"/games/{table}{part}").text for part in ("", "/said", "/record")]


@pytest.mark.parametrize("action", ["take_out", "for_a_day"])
def test_removed_words_are_hidden_from_everybody_in_the_game(report, anna, boris, table, browser_of, action):
    assert RUDE in shown_of(table, anna, browser_of)[0]
    act(browser_of, staff("vera"), report, action)
    for reader in (anna, boris):
        shown = shown_of(table, reader, browser_of)
        assert not [text for text in shown if RUDE in text]
        assert OUT in shown[0]
        assert [line["text"] for line in Program(reader).get(f"/games/{table}/said").json()["said"]] == [OUT]
    assert RUDE in browser_of(staff("wim")).get("/admin/players/report/").text


def test_an_open_page_updates_when_words_are_removed(report, anna, table, browser_of):
    browser, part = browser_of(anna), {"HX-Request": "true"}
    tag = browser.get(f"/games/{table}/", headers=part)["ETag"]
    assert browser.get(f"/games/{table}/", headers={**part, "If-None-Match": tag}).status_code == 304
    act(browser_of, staff("vera"), report, "take_out")
    assert OUT in browser.get(f"/games/{table}/", headers={**part, "If-None-Match": tag}).text


def test_the_author_of_removed_words_sees_them_among_the_decisions(report, boris, browser_of):
    act(browser_of, staff("vera"), report, "take_out")
    page = browser_of(boris).get("/settings/account/decisions/").text
    assert "Your text was removed" in page
    assert RUDE in page
    assert RUDE in browser_of(boris).get("/settings/account/lexicon.json").text


def test_removed_words_cannot_be_reported_again(report, anna, table, browser_of):
    act(browser_of, staff("vera"), report, "take_out")
    assert browser_of(anna).get(f"/games/{table}/report/").context["choices"] == []


def test_removed_words_are_restored_when_an_appeal_is_granted(report, anna, boris, table, browser_of):
    act(browser_of, staff("verena"), report, "for_a_day")
    commands.appeal(report_id=report.pk, player=boris, text="It was a joke", now=timezone.now())
    act(browser_of, staff("wim"), report, "grant")
    assert RUDE in browser_of(anna).get(f"/games/{table}/").text
    assert Event.objects.get(verb="say").facts == {"text": RUDE}


def test_a_comment_on_a_finished_game_can_be_reported_and_removed(anna, boris, browser_of):
    now = timezone.now()
    game_id = start(anna, boris, now=now)
    order(game_id, boris, "resign", at=now)
    commands.say(game_id=game_id, player=boris, text=RUDE, now=now)
    browser = browser_of(anna)
    [line] = browser.get(f"/games/{game_id}/report/").context["choices"]
    browser.post(f"/games/{game_id}/report/", {"line": line[0], "why": WHY})
    assert RUDE in browser.get(f"/games/{game_id}/result/").text
    assert f"/games/{game_id}/report/" in browser.get(f"/games/{game_id}/", follow=True).text
    act(browser_of, staff("vera"), Report.objects.get(), "take_out")
    shown = browser.get(f"/games/{game_id}/result/").text
    assert RUDE not in shown
    assert OUT in shown


def test_a_name_cannot_be_removed_like_a_message(anna, boris, table, browser_of):
    commands.report_name(player=anna, other=boris, why=WHY, now=timezone.now())
    answer = act(browser_of, staff("vera"), Report.objects.get(), "take_out")
    assert "A name can’t be removed. Replace the name instead." in answer.text
    assert Report.objects.get().decision == ""


@pytest.fixture
def club(boris):
    number = clubs.found_club(player=boris, name=RUDE, about="We are rude", is_public=True, now=timezone.now())
    return Club.objects.get(pk=number)


@pytest.fixture(params=["club", "tournament"])
def place(request, boris):
    """A club or a tournament with a rude name and a rude text, run by Boris."""
    if request.param == "club":
        return request.getfixturevalue("club")
    made = tournament(name=RUDE, about="We are rude", phase="entries")
    made.directors.add(boris)
    return made


def sort_of(place):
    return place._meta.model_name


@pytest.mark.parametrize(
    ("part", "action", "becomes"), [("name", "give_another_name", None), ("about", "take_out", "")]
)
def test_a_reported_club_or_tournament_loses_its_name_or_its_text(place, anna, browser_of, part, action, becomes):
    browser, page = browser_of(anna), f"/report/{sort_of(place)}/{place.pk}/"
    assert page in browser.get(f"/{sort_of(place)}s/{place.pk}/").text
    answer = browser.post(page, {"line": part, "why": WHY}, follow=True)
    assert "Thank you. The moderators will look at it." in answer.text
    report = Report.objects.get()
    assert (report.about, report.words, report.part) == (None, getattr(place, part), part)
    vera = staff("vera")
    assert RUDE in browser_of(vera).get("/admin/players/report/").text
    wrong = "take_out" if part == "name" else "give_another_name"
    assert "A name can only be replaced, and a text can only be removed." in act(browser_of, vera, report, wrong).text
    assert (
        "A name can only be replaced, and a text can only be removed."
        in act(browser_of, vera, report, "for_a_day").text
    )
    act(browser_of, vera, report, action)
    place.refresh_from_db()
    assert getattr(place, part) == (f"{type(place).__name__} {place.pk}" if becomes is None else becomes)
    assert digests.tell(now=timezone.now()) == 0


def test_staff_cannot_decide_reports_about_a_place_they_run(place, anna, boris, browser_of):
    commands.report_place(player=anna, place=place, part="name", why=WHY, now=timezone.now())
    Player.objects.filter(pk=boris.pk).update(is_staff=True, is_superuser=True)
    boris.refresh_from_db()
    assert (
        "You run the club or tournament this report is about. Somebody else on the staff must decide it."
        in act(browser_of, boris, Report.objects.get(), "dismiss").text
    )


def test_a_report_about_a_deleted_place_can_only_be_dismissed(club, anna, boris, browser_of):
    commands.report_place(player=anna, place=club, part="name", why=WHY, now=timezone.now())
    clubs.close_club(club_id=club.pk, player=boris)
    report, vera = Report.objects.get(), staff("vera")
    assert "This no longer exists. Dismiss the report." in act(browser_of, vera, report, "give_another_name").text
    act(browser_of, vera, report, "dismiss")
    report.refresh_from_db()
    assert report.decision == "dismissed"


def test_a_place_hidden_from_a_player_cannot_be_reported(club, anna, browser_of):
    Club.objects.update(is_public=False)
    draft = tournament(phase="draft")
    browser = browser_of(anna)
    for page in (f"club/{club.pk}", f"tournament/{draft.pk}", "club/99999999999999999999", "game/1", "player/1"):
        assert browser.get(f"/report/{page}/").status_code == 404
        sort, number = page.split("/")
        if sort in ("club", "tournament"):
            asked = {sort: int(number), "part": "name", "why": WHY}
            assert Program(anna).post("/reports", asked).status_code == 404


def test_an_incomplete_report_about_a_club_says_what_is_missing(club, anna, browser_of):
    Club.objects.update(about="")
    browser, page = browser_of(anna), f"/report/club/{club.pk}/"
    assert (
        "There is no text there, so there is nothing to report."
        in browser.post(page, {"line": "about", "why": WHY}, follow=True).text
    )
    assert "Choose what your report is about: name, about." in browser.post(page, {"line": "pk"}, follow=True).text
    assert (
        "In 1 to 500 characters, explain what is wrong."
        in browser.post(page, {"line": "name", "why": ""}, follow=True).text
    )
    assert not Report.objects.exists()


def test_programs_can_report_messages_names_clubs_and_tournaments(table, club, anna, boris):
    [line] = Program(anna).get(f"/games/{table}/said").json()["said"]
    at = {"game": table, "seat": line["seat"], "at": line["at"]}
    cup = tournament(name="Cup", about="Rude", phase="entries")
    for asked in (
        {"line": at},
        {"player": boris.pk},
        {"club": club.pk, "part": "name"},
        {"tournament": cup.pk, "part": "about"},
    ):
        answer = Program(anna).post("/reports", {**asked, "why": WHY})
        assert (answer.status_code, answer.json()) == (201, {"reported": True})
    told = Report.objects.order_by("pk").values_list("words", "about", "club", "tournament", "game")
    assert list(told) == [
        (RUDE, boris.pk, None, None, table),
        ("Boris", boris.pk, None, None, None),
        (RUDE, None, club.pk, None, None),
        ("Rude", None, None, cup.pk, None),
    ]


@pytest.mark.parametrize(
    "asked", [{}, {"player": 1, "club": 1, "part": "name"}, {"club": 1}, {"player": 1, "part": "name"}]
)
def test_a_program_is_told_what_a_report_must_contain(anna, asked):
    answer = Program(anna).post("/reports", {**asked, "why": WHY})
    assert answer.status_code == 422
    assert answer.json()["why"].startswith(
        "Give exactly one of line, player, club and tournament. With club or tournament, part is required. Otherwise, leave it out."
    )
    assert "why" in answer.json()["try"]


def test_a_program_can_report_only_what_its_player_can_see(table, anna, boris, chloe):
    [line] = Program(anna).get(f"/games/{table}/said").json()["said"]
    at = {"game": table, "seat": line["seat"], "at": line["at"]}
    for program, asked in (
        (Program(chloe), {"line": at}),
        (Program(boris), {"line": at}),  # his own words
        (Program(anna), {"line": {**at, "seat": 0}}),
        (Program(anna), {"line": {**at, "game": 9999}}),
        (Program(anna), {"player": 9999}),
    ):
        assert program.post("/reports", {**asked, "why": WHY}).status_code == 404
    assert Program(anna, scope="read").post("/reports", {"line": at, "why": WHY}).status_code == 403
    assert Program(anna).post("/reports", {"line": at, "why": " "}).status_code == 409
    assert not Report.objects.exists()


def test_an_email_gives_the_end_of_a_mute_in_its_readers_time_zone(report, boris, browser_of, mailoutbox):
    boris.time_zone = "Pacific/Auckland"
    boris.save()
    until = (timezone.now() + timedelta(days=40)).replace(hour=12, minute=0, second=0, microsecond=0)
    says = f"{until.astimezone(ZoneInfo('Pacific/Auckland')):%-d %b %H:%M}"
    commands.decide(report=report, staff=staff("vera"), decision="silenced", until=until, now=timezone.now())
    digests.tell(now=timezone.now() + timedelta(minutes=1))
    assert says in " ".join(mailoutbox[-1].body.split())
    assert "UTC" not in mailoutbox[-1].body
    refused = browser_of(boris).post(f"/games/{report.game_id}/say/", {"text": "Why me?"}, follow=True).text
    assert f"until {says}" in refused
