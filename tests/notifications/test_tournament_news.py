"""Tournament news by email: each once, to those concerned, in one email if due together, and never to others."""

from datetime import time, timedelta
from email import message_from_bytes, policy
from functools import partial

import pytest
from django.core.management import call_command

from games import queries
from games.players.models import Player
from games.tournaments.models import Division, Entrant, News, Round, Ruling, Sitting
from notifications.health import health
from notifications.mailbox import MailboxBackend
from notifications.models import BouncingAddress, LocalMail, MailHours, MailKind, Message
from notifications.outgoing import digests
from notifications.outgoing.outbox import LEASE
from notifications.preferences import choices
from notifications.preferences.choices import When
from tests.notifications.conftest import NOON
from tests.notifications.rounds import news, round_of, table_of, tournament_of
from tests.notifications.test_digests import CrashingBackend, DownBackend, StrictBackend, use
from tests.test_races import at_once

pytestmark = pytest.mark.django_db
SETTLED = NOON + timedelta(minutes=5)
EVENING = NOON + timedelta(hours=6)  # the default hour of the daily email


@pytest.fixture
def boris(db):
    """Boris without the game that others play by email in these tests."""
    return Player.objects.create_user("boris@example.org", name="Boris")


@pytest.fixture
def cup(anna, boris, chloe):
    return tournament_of(anna, boris, chloe)


def tell(at=SETTLED):
    """Send what is due at that time, after queuing earlier news; return the number of emails."""
    return digests.tell(now=min(NOON, at)) + (digests.tell(now=at) if at > NOON else 0)


def mails(player):
    raw = LocalMail.objects.filter(address=player.email).order_by("pk").values_list("raw", flat=True)
    return [message_from_bytes(bytes(one), policy=policy.default) for one in raw]


def said(mail):
    return " ".join(mail.get_body(("plain",)).get_content().split())


def told(player):
    """Return the text of the only email to a player."""
    (mail,) = mails(player)
    return said(mail)


# --- texts ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("kind", "facts", "says"),
    [
        ("entered", {}, "You have entered Autumn Cup."),
        ("withdrawn", {"how": "self"}, "You have withdrawn from Autumn Cup."),
        (
            "withdrawn",
            {"how": "director", "reason": "Moved away."},
            "A director has withdrawn you from Autumn Cup.",
        ),
        (
            "withdrawn",
            {"how": "no_show"},
            "You didn’t join your table in time, so you’ve been withdrawn from Autumn Cup.",
        ),
        ("ended", {}, "Autumn Cup is over."),
        ("ended", {"place": 1, "of": 9}, "Autumn Cup is over. You won, finishing 1st out of 9."),
        ("ended", {"place": 3, "of": 9, "points": "7/2"}, "Autumn Cup is over. You finished 3rd of 9."),
        ("mail", {"by": "Zoe", "text": "Play on!"}, "Zoe, a director of Autumn Cup, writes:"),
    ],
)
def test_each_piece_of_news_is_one_sentence_with_a_link_to_the_tournament(cup, anna, boris, kind, facts, says):
    news(cup, anna, kind, **facts)
    assert tell() == 1
    (mail,) = mails(anna)
    assert mail["Subject"] == "Lexicon tournament: Autumn Cup"
    assert said(mail).startswith(says)
    assert f"/tournaments/{cup.pk}/" in said(mail)
    assert says in " ".join(mail.get_body(("html",)).get_content().replace("’", "’").split())
    assert not mails(boris)


@pytest.mark.parametrize(
    ("standing", "says"),
    [
        (Entrant.Standing.CONFIRMED, "Your place in Autumn Cup is confirmed."),
        (Entrant.Standing.RESERVE, "You’re on the reserve list of Autumn Cup. You’ll play if a place becomes free."),
    ],
)
def test_players_who_entered_are_told_the_status_of_their_entry(cup, anna, standing, says):
    cup.entrants.filter(player=anna).update(standing=standing)
    news(cup, anna, "entered")
    tell()
    assert says in told(anna)


@pytest.mark.parametrize(
    ("points", "says"), [("1", "Autumn Cup, worth 1 point."), ("1/2", "half a point."), ("0", "worth no points.")]
)
def test_a_bye_is_emailed_with_its_points(cup, anna, points, says):
    news(cup, anna, "round", round=round_of(cup).pk, bye=points)
    tell()
    assert "You have a bye in round 1 of" in told(anna)
    assert says in told(anna)


def test_rounds_played_at_once_are_emailed_together(cup, anna, boris, chloe, ae_words):
    first, second = round_of(cup), round_of(cup, number=2)
    table_of(first, anna, boris)
    table_of(second, anna, chloe)
    news(cup, anna, "round", rounds=[first.pk, second.pk])
    tell()
    text = told(anna)
    assert "You have 2 tables in Autumn Cup." in text
    assert "Round 1, table 1 – Boris" in text
    assert "Round 2, table 1 – Chloe" in text
    assert "Games end: 18 Dec 12:00 at the latest." in text
    assert "Reply to each one with JOIN." in text


def test_a_player_with_a_single_game_gets_only_the_email_of_that_game(cup, anna, boris, ae_words):
    one = round_of(cup)
    table_of(one, anna, boris)
    news(cup, anna, "round", round=one.pk)
    news(cup, boris, "round", rounds=[one.pk])
    assert tell() == 0
    assert not mails(anna)
    assert not News.objects.filter(announced_at=None).exists()


@pytest.mark.parametrize(("after", "mails_sent"), [(timedelta(minutes=-1), 1), (timedelta(minutes=1), 0)])
def test_an_entry_is_no_news_once_a_round_has_been_published(cup, anna, boris, ae_words, after, mails_sent):
    news(cup, anna, "entered")
    table_of(round_of(cup, at=NOON + after), anna, boris, at=NOON + after)
    assert tell() == mails_sent


def test_an_entry_is_emailed_while_the_next_round_is_a_draft(cup, anna, boris, ae_words):
    news(cup, anna, "entered")
    table_of(round_of(cup, phase=Round.Phase.DRAFT), anna, boris)
    assert tell() == 1


def test_a_ruling_is_emailed_with_its_reason(cup, anna, boris, ae_words):
    post = table_of(round_of(cup), anna, boris)
    ruling = Ruling.objects.create(
        tournament=cup, at=NOON, verb="score", reason="Both agreed.", fixture=post.game.fixture
    )
    news(cup, anna, "ruled", ruling=ruling.pk)
    tell()
    assert "A director of Autumn Cup has made a ruling." in told(anna)
    assert "Table 1 of round 1 was scored as it stood." in told(anna)
    assert "Both agreed." in told(anna)


def test_the_end_is_emailed_with_place_points_and_promotion(cup, anna):
    division = Division.objects.create(tournament=cup, number=2)
    news(cup, anna, "ended", place=2, of=6, points="7/2", division=division.pk, moves="up")
    tell()
    text = told(anna)
    assert "Division: Division 2" in text
    assert "Points: 3.5" in text
    assert "You move up to the division above." in text


def test_the_end_of_a_round_says_where_a_player_stands(cup, anna):
    news(cup, anna, "ended", round=round_of(cup).pk, place=2, of=3, points="1")
    tell()
    assert "Round 1 of Autumn Cup is over. You’re currently 2nd of 3." in told(anna)


def test_a_directors_message_keeps_its_lines_and_is_marked_as_a_quote(cup, anna, boris):
    for player in (anna, boris):
        news(cup, player, "mail", by="Zoe", text="Dear all,\n\n<b>Round 2</b> begins on Monday.")
    assert tell() == 2
    (mail,) = mails(anna)
    text, html = (mail.get_body((kind,)).get_content() for kind in ("plain", "html"))
    assert "  | Dear all,\n  | \n  | <b>Round 2</b> begins on Monday." in text
    assert "&lt;b&gt;Round 2" in html


# --- when, and how often ----------------------------------------------------------------------------------------------


def test_news_of_one_tournament_goes_in_one_email_with_the_most_important_first(cup, anna):
    other = tournament_of(anna, name="Winter Cup")
    news(cup, anna, "entered")
    news(cup, anna, "ended", place=2, of=3)
    news(other, anna, "entered")
    assert tell() == 2
    first, second = (said(mail) for mail in mails(anna))
    assert first.startswith("Autumn Cup is over. You finished 2nd of 3.")
    assert "You have entered Autumn Cup." in first
    assert second.startswith("You have entered Winter Cup.")


def test_news_that_comes_while_other_news_settles_is_in_the_same_email(cup, anna):
    news(cup, anna, "entered")
    digests.tell(now=NOON)
    news(cup, anna, "mail", at=NOON + timedelta(minutes=4), by="Zoe", text="Hello")
    assert digests.tell(now=NOON + timedelta(minutes=4)) == 0
    assert digests.tell(now=SETTLED) == 1
    assert "You have entered" in told(anna)
    assert "Hello" in told(anna)


def test_identical_messages_are_in_the_email_once(cup, anna):
    for _ in range(2):
        news(cup, anna, "mail", by="Zoe", text="Hello")
    tell()
    assert told(anna).count("Hello") == 1


def test_nothing_is_emailed_twice(cup, anna):
    news(cup, anna, "entered")
    assert (tell(), tell(), digests.tell(now=SETTLED + timedelta(days=1))) == (1, 0, 0)
    assert len(mails(anna)) == 1


def test_the_daily_email_collects_all_the_news(cup, anna):
    choices.choose(player=anna, game_id=None, chosen={MailKind.TOURNAMENT: When.DAILY})
    news(cup, anna, "entered")
    digests.tell(now=NOON)
    news(cup, anna, "mail", at=NOON + timedelta(hours=2), by="Zoe", text="Hello")
    assert digests.tell(now=NOON + timedelta(hours=2)) == 0
    assert digests.tell(now=EVENING) == 1
    assert "Hello" in told(anna)


def test_a_player_who_turned_it_off_gets_none_even_if_it_is_waiting(cup, anna, boris):
    choices.choose(player=anna, game_id=None, chosen={MailKind.TOURNAMENT: When.OFF})
    for player in (anna, boris):
        news(cup, player, "entered")
    digests.tell(now=NOON)
    choices.choose(player=boris, game_id=None, chosen={MailKind.TOURNAMENT: When.OFF})
    assert digests.tell(now=SETTLED) == 0
    assert (mails(anna), mails(boris)) == ([], [])


def test_quiet_hours_delay_it_even_for_a_late_worker(cup, anna):
    news(cup, anna, "entered")
    digests.tell(now=NOON)
    MailHours.objects.create(player=anna, quiet_from=time(11), quiet_until=time(14))
    assert digests.tell(now=SETTLED) == 0
    assert digests.tell(now=NOON + timedelta(hours=2)) == 1


# --- delivery ---------------------------------------------------------------------------------------------------------


def test_a_provider_that_is_down_delays_them_and_health_reports_it(cup, anna, settings):
    news(cup, anna, "entered")
    use(settings, DownBackend)
    assert tell() == 0
    doing = health(now=SETTLED)
    assert (doing["out"]["waiting"], doing["failures"]) == (1, {"ConnectionRefusedError": 1})
    use(settings, MailboxBackend)
    assert digests.tell(now=SETTLED + timedelta(minutes=1)) == 1
    assert health(now=SETTLED + timedelta(minutes=1))["out"]["waiting"] == 0


def test_a_worker_that_dies_costs_at_most_a_repeat_of_the_same_email(cup, anna, settings):
    news(cup, anna, "entered")
    use(settings, CrashingBackend)
    with pytest.raises(KeyboardInterrupt):
        tell()
    news(cup, anna, "mail", at=SETTLED, by="Zoe", text="Hello")
    message_id = Message.objects.get(game=None).message_id
    use(settings, MailboxBackend)
    assert digests.tell(now=SETTLED + LEASE) == 1 + 1
    first, second = sorted(mails(anna), key=lambda mail: "Hello" in said(mail))
    assert first["Message-ID"] == message_id
    assert ("Hello" in said(first), "Hello" in said(second)) == (False, True)


def test_an_email_that_bounces_at_once_stops_the_address(cup, anna, boris, settings):
    news(cup, anna, "entered")
    use(settings, StrictBackend)
    tell()
    anna.refresh_from_db()
    assert anna.mail_fails_since == SETTLED
    BouncingAddress.objects.create(address=boris.email, stopped_at=NOON)
    use(settings, MailboxBackend)
    for player in (anna, boris):
        news(cup, player, "entered")
    assert digests.tell(now=SETTLED + timedelta(hours=1)) == 0
    assert not LocalMail.objects.exists()


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("_", range(3))
def test_two_workers_at_once_notify_each_player_once(anna, boris, chloe, _):
    cup = tournament_of(anna, boris, chloe)
    for player in (anna, boris, chloe):
        news(cup, player, "entered")
    at_once(*[partial(digests.tell, now=NOON)] * 2)
    at_once(*[partial(digests.tell, now=SETTLED)] * 2)
    assert [told(player).count("You have entered") for player in (anna, boris, chloe)] == [1, 1, 1]


def test_the_sweep_sends_them_too(cup, anna, capsys):
    """By today's clock, which is later than any of these days."""
    news(cup, anna, "entered")
    digests.tell(now=NOON)
    call_command("sweep")
    assert '"mails_sent": 1' in capsys.readouterr().out


# --- unsubscribing ----------------------------------------------------------------------------------------------------


def test_one_click_ends_only_these_emails_and_undo_restores_the_choice(cup, anna, boris, client):
    choices.choose(player=anna, game_id=None, chosen={MailKind.TOURNAMENT: When.DAILY})
    news(cup, anna, "entered")
    tell(EVENING)
    (mail,) = mails(anna)
    page = mail["List-Unsubscribe"].strip(" <>").removeprefix("http://localhost:8000")
    assert mail["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    assert client.get(page).status_code == 200
    assert wanted(anna) == When.DAILY
    answer = client.post(page, {"List-Unsubscribe": "One-Click"})
    assert 'name="was" value="daily"' in answer.text
    assert (wanted(anna), wanted(boris), wanted(anna, MailKind.PUZZLE)) == (When.OFF, When.NOW, When.DAILY)
    client.post(page, {"do": "undo", "was": "daily"})
    assert wanted(anna) == When.DAILY
    client.post(page, {"do": "undo", "was": "whenever"})
    assert wanted(anna) == When.NOW


def test_a_link_for_one_kind_of_email_ends_no_other(cup, anna, client):
    news(cup, anna, "entered")
    tell()
    page = mails(anna)[0]["List-Unsubscribe"].strip(" <>").removeprefix("http://localhost:8000")
    assert client.post(page.replace("/tournaments/", "/puzzles/")).status_code == 404


def wanted(player, kind=MailKind.TOURNAMENT):
    return choices.preferences_of([player], game_id=None)[player.pk].of(kind)


def test_the_emails_cannot_be_answered_and_are_one_conversation(cup, anna):
    news(cup, anna, "entered")
    tell()
    news(cup, anna, "mail", at=EVENING, by="Zoe", text="Hello")
    digests.tell(now=EVENING)
    digests.tell(now=EVENING + timedelta(minutes=5))
    first, second = mails(anna)
    assert first["Reply-To"] is None
    assert first["Auto-Submitted"] == "auto-generated"
    assert first["References"] == second["References"]
    assert first["Message-ID"] != second["Message-ID"]


# --- other players, and retention -------------------------------------------------------------------------------------


def test_nothing_is_emailed_about_a_draft_round(cup, anna, boris):
    draft = round_of(cup, phase=Round.Phase.DRAFT)
    fixture = draft.fixtures.create(number=1)
    for entrant in cup.entrants.filter(player__in=[anna, boris]):
        Sitting.objects.create(fixture=fixture, entrant=entrant)
    ruling = Ruling.objects.create(tournament=cup, at=NOON, verb="bye", reason="Odd number.", round=draft)
    news(cup, anna, "round", round=draft.pk, bye="1")
    news(cup, anna, "round", rounds=[draft.pk])
    news(cup, anna, "ruled", ruling=ruling.pk)
    assert tell() == 0
    assert not LocalMail.objects.exists()


def test_a_message_to_all_goes_to_each_player_separately(cup, anna, boris, chloe):
    everybody = (anna, boris, chloe)
    for player in everybody:
        news(cup, player, "mail", by="Zoe", text="Hello")
    assert tell() == 3
    for player in everybody:
        (raw,) = LocalMail.objects.filter(address=player.email).values_list("raw", flat=True)
        assert not any(other.email.encode() in bytes(raw) for other in everybody if other != player)


def test_the_emails_are_exported_and_deleted_with_the_player(cup, anna):
    news(cup, anna, "entered")
    tell()
    (kept,) = queries.export(player=anna, now=SETTLED)["mails_of_tournaments_to_me"]
    assert (kept["tournament"], kept["sent_at"]) == (cup.pk, SETTLED)
    pk = anna.pk
    cup.entrants.filter(player=anna).update(player=None)
    anna.delete()
    assert not Message.objects.filter(game=None, player=pk).exists()
    assert not News.objects.filter(player=pk).exists()


def test_times_are_in_the_readers_time_zone(cup, anna, boris, ae_words):
    anna.time_zone = "Asia/Tokyo"
    anna.save()
    rounds = [round_of(cup), round_of(cup, number=2)]
    for one in rounds:
        table_of(one, anna, boris)
    news(cup, anna, "round", rounds=[one.pk for one in rounds])
    tell()
    assert "18 Dec 21:00" in told(anna)
