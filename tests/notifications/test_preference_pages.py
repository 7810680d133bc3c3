"""The pages for choosing emails, and the one behind a mail program's own unsubscribe button."""

import re
from datetime import timedelta
from html import unescape

import pytest
from django.urls import reverse
from django.utils import timezone

from games import commands
from games.models import Seat
from notifications import tokens
from notifications.models import Bounce, MailChoice, MailHours, MailKind, Message, Mute
from notifications.outgoing import bounces, outbox
from notifications.preferences import choices
from notifications.preferences.choices import Schedule, When
from tests.notifications.conftest import said
from tests.positions import just_now

HOURS = {"daily_at": "07:00", "quiet_from": "22:00", "quiet_until": "06:30"}


@pytest.fixture
def begins():
    """The current time, as pages read the clock."""
    return just_now()


@pytest.fixture
def sign_in(client):
    def signed_in(player):
        client.force_login(player, backend="django.contrib.auth.backends.ModelBackend")
        return client

    return signed_in


def filled_in(page, **changes):
    """Return the fields that the page's form would send: every checked radio button, and these changes."""
    checked = re.findall(r'name="(\w+)" value="(\w*)"[^>]*? checked>', page.content.decode())
    return {**dict(checked), **changes}


def test_choices_are_saved_and_shown(sign_in, anna):
    client, at = sign_in(anna), reverse("mail_choices")
    form = filled_in(client.get(at), said="off", asked="daily", do="kinds")
    assert client.post(at, form).status_code == 302
    assert client.post(at, {**HOURS, "do": "hours"}).status_code == 302
    chosen = dict(MailChoice.objects.filter(player=anna, game=None).values_list("kind", "when"))
    assert chosen == {MailKind.SAID: When.OFF, MailKind.ASKED: When.DAILY}  # defaults are not stored
    shown = filled_in(client.get(at))
    assert (shown["said"], shown["asked"], shown["tile"]) == ("off", "daily", "now")
    kept = MailHours.objects.get(player=anna)
    assert [f"{at:%H:%M}" for at in (kept.daily_at, kept.quiet_from, kept.quiet_until)] == list(HOURS.values())


@pytest.mark.parametrize(
    "wrong",
    [
        {"seated": "daily"},
        {"said": "never"},
        {"quiet_until": ""},
        {"quiet_from": "06:30"},
        {"daily_at": "25:00"},
        {"daily_at": "07:30"},
    ],
)
def test_an_invalid_choice_is_refused_as_a_whole(sign_in, anna, wrong):
    client, at = sign_in(anna), reverse("mail_choices")
    do = "kinds" if wrong.keys() <= {"seated", "said"} else "hours"
    client.post(at, filled_in(client.get(at), **{"asked": "off", **HOURS, **wrong, "do": do}), follow=True)
    assert not MailChoice.objects.exists()
    assert not MailHours.objects.exists()


def test_the_last_warning_cannot_be_turned_off(sign_in, anna):
    client, at = sign_in(anna), reverse("mail_choices")
    client.post(at, filled_in(client.get(at), last_day="off", do="kinds"))
    assert not MailChoice.objects.exists()
    assert "LAST_DAY" not in choices.preferences_of([anna], game_id=0)[anna.pk].for_all


def test_a_game_can_have_its_own_choice_and_return_to_the_default(sign_in, post, anna):
    client, at = sign_in(anna), reverse("game_mail_choices", args=[post.game_id])
    client.post(at, filled_in(client.get(at), said="off"))
    assert MailChoice.objects.get().game_id == post.game_id
    client.post(at, filled_in(client.get(at), said=""))
    assert not MailChoice.objects.exists()


def test_a_seat_with_tiles_by_email_cannot_turn_off_the_emails_that_bring_them(sign_in, post, boris):
    client, at = sign_in(boris), reverse("game_mail_choices", args=[post.game_id])
    page = client.get(at)
    assert re.search(r'name="tile" value="now"[^>]* checked disabled>', page.content.decode())
    client.post(at, filled_in(page, tile="off", said="off"))
    assert list(MailChoice.objects.values_list("kind", flat=True)) == [MailKind.SAID]


def test_only_players_of_a_game_can_choose_its_emails(sign_in, post, dmitri, client):
    at = reverse("game_mail_choices", args=[post.game_id])
    assert client.get(at).status_code == 302
    assert sign_in(dmitri).get(at).status_code == 404
    assert client.post(at, {"do": "mute"}).status_code == 404
    assert not Mute.objects.exists()


def test_the_page_shows_a_players_own_latest_emails_and_what_became_of_them(sign_in, post, anna, boris):
    newest = Message.objects.filter(player=anna).latest("pk")
    bounces.bounced(how=Bounce.HARD, message_id=newest.message_id, now=post.now)
    page = sign_in(anna).get(reverse("mail_choices")).content.decode()
    assert f"bounced on {post.now:%A} {post.now.day} {post.now:%B, %H:%M}" in page
    assert "My address works again" in page
    others = sign_in(boris).get(reverse("mail_choices")).content.decode()
    assert "bounced on" not in others
    assert "My address works again" not in others


def test_a_player_can_say_that_the_address_works_again(sign_in, post, anna):
    bounces.bounced(how=Bounce.HARD, address=anna.email, now=post.now)
    client = sign_in(anna)
    assert client.post(reverse("mail_choices"), {"do": "try"}).status_code == 302
    anna.refresh_from_db()
    assert anna.mail_fails_since is None
    assert client.post(reverse("mail_choices"), {"do": "try"}).status_code == 400


def test_after_a_complaint_there_is_no_button_to_resume_emails(sign_in, post, anna):
    bounces.bounced(how=Bounce.COMPLAINT, address=anna.email, now=post.now)
    client = sign_in(anna)
    assert "My address works again" not in client.get(reverse("mail_choices")).content.decode()
    client.post(reverse("mail_choices"), {"do": "try"})
    anna.refresh_from_db()
    assert anna.mail_fails_since is not None


# --- one choice for most players --------------------------------------------------------------------------------------


def schedule_shown(page):
    return re.search(r'name="schedule" value="(\w+)"[^>]*? checked>', page.content.decode()).group(1)


@pytest.mark.parametrize(("schedule", "tile"), [("turns", When.NOW), ("daily", When.DAILY), ("late", When.OFF)])
def test_one_choice_decides_when_emails_about_games_come(sign_in, anna, schedule, tile):
    client, at = sign_in(anna), reverse("mail_choices")
    client.post(at, {"do": "schedule", "schedule": schedule})
    assert schedule_shown(client.get(at)) == schedule
    chosen = choices.preferences_of([anna], game_id=None)[anna.pk]
    assert {chosen.of(kind) for kind in choices.SCHEDULED} == {tile}
    for kind in (MailKind.INVITATION, MailKind.SEATED, MailKind.RESULT, MailKind.LAST_DAY, MailKind.ERROR):
        assert chosen.of(kind) == When.NOW
    assert str(Schedule(schedule).label) in unescape(client.get("/you/").content.decode())


def test_changes_to_the_schedule_are_counted_and_can_be_reset(sign_in, anna):
    client, at = sign_in(anna), reverse("mail_choices")
    client.post(at, {"do": "schedule", "schedule": "daily"})
    client.post(at, filled_in(client.get(at), said="off", do="kinds"))
    chosen = choices.chosen_by(anna)
    assert (chosen.schedule, chosen.changed) == (Schedule.ONCE_A_DAY, 1)
    assert "Once a day, with changes" in client.get("/you/").content.decode()
    client.post(at, {"do": "reset"})
    assert str(choices.chosen_by(anna)) == "Once a day"


def test_an_invalid_schedule_is_refused(sign_in, anna):
    for sent in ({"do": "schedule", "schedule": "never"}, {"do": "schedule"}, {"do": "dance"}, {}):
        assert sign_in(anna).post(reverse("mail_choices"), sent).status_code == 400
    assert not MailChoice.objects.exists()


def test_all_emails_can_be_stopped_and_started_again_in_one_place(sign_in, post, anna, boris):
    client, at = sign_in(boris), reverse("mail_choices")
    choices.choose(player=boris, game_id=post.game_id, chosen={MailKind.SAID: When.NOW})
    assert Seat.objects.get(game=post.game_id, player=boris).tiles_by_email
    about = {"player": boris, "game_id": post.game_id, "made_at": post.now, "due_at": post.now}
    waiting, warning = (Message.objects.create(kind=kind, **about) for kind in (MailKind.TURN, MailKind.LAST_DAY))
    client.post(at, {"do": "stop"})
    outbox.send_all([waiting.pk, warning.pk], now=post.now + timedelta(minutes=1))
    assert list(Message.objects.filter(status="off, as chosen")) == [waiting]
    assert not Seat.objects.get(game=post.game_id, player=boris).tiles_by_email
    chosen = choices.preferences_of([boris], game_id=post.game_id)[boris.pk]
    assert {kind for kind in choices.CHOOSABLE if chosen.of(kind) != When.OFF} == {MailKind.LAST_DAY}
    assert "You have stopped all emails" in client.get(at).content.decode()
    client.post(at, {"do": "start"})
    assert str(choices.chosen_by(boris)) == "Every turn"


def test_an_address_that_works_again_gets_its_tiles_by_email_again(sign_in, post, boris):
    bounces.bounced(how=Bounce.HARD, address=boris.email, now=post.now)
    assert not Seat.objects.get(game=post.game_id, player=boris).tiles_by_email
    sign_in(boris).post(reverse("mail_choices"), {"do": "try"})
    assert Seat.objects.get(game=post.game_id, player=boris).tiles_by_email


# --- one click --------------------------------------------------------------------------------------------------------


def unsubscribe(mail):
    """Return the path of an email's unsubscribe button, as a mail program reads it."""
    head = bytes(mail.raw).decode().partition("\n\n")[0].replace("\n ", " ")
    assert re.search(r"^List-Unsubscribe-Post: List-Unsubscribe=One-Click$", head, re.MULTILINE)
    return re.search(r"^List-Unsubscribe: +<http://localhost:8000(/mail/[^>]+)>$", head, re.MULTILINE).group(1)


def test_one_click_mutes_the_game_without_a_session_and_without_a_redirect(client, post, anna, boris):
    at = unsubscribe(post.last(boris))
    answer = client.post(at, "List-Unsubscribe=One-Click", content_type="application/x-www-form-urlencoded")
    assert answer.status_code == 200
    told = len(post.mails(boris))
    post.now = timezone.now()
    commands.say(game_id=post.game_id, player=anna, text="Hello", now=post.now)
    assert len(post.deliver().mails(boris)) == told
    assert Seat.objects.filter(game=post.game_id, player=boris).exists()
    assert post.game.state["resigned"] == []


def test_opening_the_link_mutes_nothing(client, post, boris):
    at = unsubscribe(post.last(boris))
    assert "Mute this game" in client.get(at).content.decode()
    client.head(at)
    assert not Mute.objects.exists()


def test_a_mute_can_be_undone_on_its_page(client, post, anna, boris):
    at = unsubscribe(post.last(boris))
    assert "Undo" in client.post(at, {"List-Unsubscribe": "One-Click"}).content.decode()
    client.post(at, {"do": "unmute"})
    post.now = timezone.now()
    commands.say(game_id=post.game_id, player=anna, text="Hello", now=post.now)
    assert "Hello" in said(post.deliver().last(boris))


def test_muting_twice_is_the_same_as_muting_once(client, post, boris):
    at = unsubscribe(post.last(boris))
    for _ in range(2):
        client.post(at, {"List-Unsubscribe": "One-Click"})
    assert Mute.objects.get().took_tiles


def test_the_link_reveals_nothing_of_the_game_and_cannot_be_forged(client, post, anna, boris):
    at = unsubscribe(post.last(boris))
    page = client.get(at).content.decode()
    for secret in (anna.name, boris.name, anna.email, boris.email, post.hand(boris)):
        assert secret not in page
    for wrong in (at.replace(f"/{boris.pk}-", f"/{anna.pk}-"), at[:-2] + "/", "/mail/nonsense/"):
        assert client.post(wrong, {"List-Unsubscribe": "One-Click"}).status_code == 404
    assert not Mute.objects.exists()


def test_the_token_to_mute_is_not_a_reply_address(post, boris):
    token = tokens.sign("mute", f"{boris.pk}-{post.game_id}")
    assert tokens.message_answered(f"box+r-{token}@localhost") is None
