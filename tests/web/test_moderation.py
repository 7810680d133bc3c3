"""Reports of talk and names, silences with an end, and appeals: on pages, in the admin, by mail and API."""

from datetime import timedelta

import pytest
from django.utils import timezone

from games import commands
from games.commands.moderation import MOST_A_DAY
from games.models import Event, Seat
from games.players.models import Player, Report
from games.rules.kind import OrderRefused
from lexicon.tasks import forget_what_is_over
from notifications import digests
from notifications.models import Message
from tests.api.conftest import Program
from tests.tables import start

pytestmark = pytest.mark.django_db
RUDE, WHY = "You duffer", "He is rude to me"


@pytest.fixture
def table(anna, boris):
    """Boris has been rude to Anna at their table."""
    now = timezone.now()
    game_id = start(anna, boris, now=now)
    commands.say(game_id=game_id, player=boris, text=RUDE, now=now)
    return game_id


@pytest.fixture
def report(table, anna, browser_of):
    browser, page = browser_of(anna), f"/games/{table}/report/"
    [line] = browser.get(page).context["choices"]
    answer = browser.post(page, {"line": line[0], "why": WHY}, follow=True)
    assert "the staff will look at it" in answer.text
    return Report.objects.get()


def staff(name, *, is_superuser=True):
    return Player.objects.create(email=f"{name}@example.org", name=name, is_staff=True, is_superuser=is_superuser)


def act(browser_of, who, report, action):
    return browser_of(who).post(
        "/admin/players/report/", {"action": action, "_selected_action": [report.pk]}, follow=True
    )


def mails_of(player):
    return list(Message.objects.filter(player=player, report__isnull=False).order_by("pk"))


def test_a_report_keeps_the_words_as_they_were(report, boris, table):
    assert (report.about, report.words, report.why, report.game_id) == (boris, RUDE, WHY, table)


def test_only_who_sits_there_reports_what_was_said(table, chloe, browser_of):
    assert browser_of(chloe).get(f"/games/{table}/report/").status_code == 404


def test_a_report_without_a_line_or_a_reason_says_what_is_missing(table, anna, browser_of):
    browser, page = browser_of(anna), f"/games/{table}/report/"
    assert "Choose the line" in browser.post(page, {"why": WHY}, follow=True).text
    [line] = browser.get(page).context["choices"]
    assert "what is wrong with it" in browser.post(page, {"line": line[0], "why": " "}, follow=True).text
    assert not Report.objects.exists()


def test_the_same_words_are_reported_once_and_so_many_a_day(table, anna, boris):
    now = timezone.now()
    for n in range(MOST_A_DAY):
        for _ in range(2):
            commands.report_words(
                game_id=table, player=anna, seat=1, words=f"{RUDE} {n}", said_at=now, why=WHY, now=now
            )
    assert Report.objects.count() == MOST_A_DAY
    with pytest.raises(OrderRefused, match="At most 10 reports a day"):
        commands.report_name(player=anna, other=boris, why=WHY, now=now)


def test_nobody_reports_themself(table, boris):
    with pytest.raises(OrderRefused, match="your own words"):
        commands.report_words(
            game_id=table, player=boris, seat=1, words=RUDE, said_at=timezone.now(), why=WHY, now=timezone.now()
        )


def test_the_silenced_say_nothing_anywhere_and_play_on(report, boris, table, browser_of):
    assert act(browser_of, staff("vera"), report, "for_a_week").status_code == 200
    boris.refresh_from_db()
    browser = browser_of(boris)
    refused = browser.post(f"/games/{table}/say/", {"text": "And again"}, follow=True).text
    assert "The staff have silenced you until" in refused
    by_api = Program(boris).post(f"/games/{table}/commands", {"commands": [{"verb": "SAY", "text": "And again"}]})
    assert by_api.status_code == 409
    assert "silenced" in by_api.text
    club = browser.post("/clubs/", {"name": RUDE, "about": ""}, follow=True)
    assert "silenced" in club.text
    kept = {"time_zone": boris.time_zone, "language": "en", "page_shown_to": "all"}
    named = browser.post("/profile/", {"do": "save", "name": RUDE, **kept}, follow=True)
    assert "silenced" in named.text
    assert not Event.objects.filter(facts__text="And again").exists()
    commands.look(game_id=table, player=boris, now=timezone.now())


def test_a_silence_ends_by_itself(report, boris, table):
    now = timezone.now()
    commands.decide(report=report, staff=staff("vera"), decision="silenced", until=now + timedelta(days=1), now=now)
    boris.refresh_from_db()
    commands.say(game_id=table, player=boris, text="Sorry", now=now + timedelta(days=1, seconds=1))


def test_the_player_is_mailed_once_and_not_told_by_whom(report, anna, boris, browser_of, mailoutbox):
    act(browser_of, staff("vera"), report, "for_a_day")
    for _ in range(2):
        digests.tell(now=timezone.now() + timedelta(minutes=1))
    [mail] = [one for one in mailoutbox if one.to == [boris.email]]
    assert RUDE in mail.body
    assert "You can appeal once" in mail.body
    for hidden in (anna.name, WHY, "vera"):
        assert hidden not in f"{mail.subject}{mail.body}"
    page = browser_of(boris).get("/profile/decisions/").text
    assert RUDE in page
    for hidden in (anna.name, WHY, "vera"):
        assert hidden not in page


def test_an_appeal_is_decided_by_somebody_else_and_ends_the_silence(report, boris, table, browser_of, mailoutbox):
    vera, wim = staff("vera"), staff("wim")
    act(browser_of, vera, report, "for_a_month")
    browser = browser_of(boris)
    browser.post("/profile/decisions/", {"report": report.pk, "appeal": "It was a joke between friends."})
    again = browser.post("/profile/decisions/", {"report": report.pk, "appeal": "Please"}, follow=True)
    assert "You have appealed against this already" in again.text
    assert "let somebody else on the staff decide" in act(browser_of, vera, report, "grant").text
    act(browser_of, wim, report, "grant")
    boris.refresh_from_db()
    assert boris.silenced_until is None
    digests.tell(now=timezone.now() + timedelta(minutes=1))
    assert "Your appeal was granted." in mailoutbox[-1].body
    commands.say(game_id=table, player=boris, text="Thank you", now=timezone.now())


def test_a_rejected_appeal_leaves_the_silence(report, boris, browser_of):
    vera, wim = staff("vera"), staff("wim")
    act(browser_of, vera, report, "for_a_month")
    commands.appeal(report_id=report.pk, player=boris, text="It was a joke", now=timezone.now())
    act(browser_of, wim, report, "reject")
    boris.refresh_from_db()
    assert boris.silenced_until > timezone.now()


def test_nobody_appeals_for_somebody_else(report, anna, browser_of):
    act(browser_of, staff("vera"), report, "for_a_day")
    with pytest.raises(commands.NoSuchReport):
        commands.appeal(report_id=report.pk, player=anna, text="Let him", now=timezone.now())


def test_another_name_stands_at_all_tables(report, boris, table, browser_of):
    act(browser_of, staff("vera"), report, "give_another_name")
    boris.refresh_from_db()
    assert boris.name == f"Player {boris.pk}"
    assert Seat.objects.get(game=table, player=boris).name == boris.name


def test_staff_who_play_there_or_are_concerned_decide_nothing(report, anna, boris, browser_of):
    Player.objects.filter(pk__in=[anna.pk, boris.pk]).update(is_staff=True, is_superuser=True)
    for one in (anna, boris):
        one.refresh_from_db()
        assert "somebody else on the staff must decide it" in act(browser_of, one, report, "dismiss").text
    report.refresh_from_db()
    assert report.decision == ""


def test_only_who_may_change_reports_sees_the_actions(report, browser_of):
    helper = staff("hilde", is_superuser=False)
    assert act(browser_of, helper, report, "dismiss").status_code == 403
    report.refresh_from_db()
    assert report.decision == ""


def test_the_queue_costs_the_same_with_many_reports(report, anna, boris, browser_of, django_assert_max_num_queries):
    vera, now = staff("vera"), timezone.now()
    Report.objects.bulk_create(
        Report(by=anna, about=boris, words=f"{RUDE} {n}", why=WHY, made_at=now) for n in range(1000)
    )
    browser = browser_of(vera)
    with django_assert_max_num_queries(12):
        assert browser.get("/admin/players/report/").status_code == 200


def test_what_waits_comes_first_in_the_queue(report, anna, boris, browser_of):
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


def test_others_see_no_sign_of_a_silence_or_a_report(report, anna, boris, table, browser_of):
    before = browser_of(anna).get(f"/games/{table}/").text
    act(browser_of, staff("vera"), report, "for_a_month")
    browser = browser_of(anna)
    assert "silenced" not in browser.get(f"/games/{table}/").text + before
    assert "silenced" not in browser.get(f"/people/{boris.pk}/").text
    assert "silenced" not in Program(anna).get(f"/games/{table}").text
    assert WHY not in browser_of(boris).get("/profile/lexicon.json").text


def test_reports_decided_long_ago_are_forgotten(report):
    long_ago = timezone.now() - timedelta(days=366)
    Report.objects.update(decision="dismissed", decided_at=long_ago)
    forget_what_is_over()
    assert not Report.objects.exists()
