"""The last warning before a deadline: sent once, if the deadline still applies, and early enough to be useful."""

from datetime import time, timedelta

import pytest
from django.urls import reverse

from games import commands
from games.players.models import Player
from games.rules.values import StaffAction
from notifications.models import MailHours, Notice
from notifications.outgoing import bounces
from notifications.preferences import choices
from tests.notifications.conftest import OPTIONS, Post, said
from tests.tables import NOON, sit_down

WARNINGS = (
    "Last day to look",
    "Last chance to change your layout. On",
    "Nobody has asked for the light. ",
    "The game ends ",
)


def warned(post, player):
    """Return the warnings emailed to a player, each as one line."""
    return [said(mail) for mail in post.mails(player) if said(mail).split("]===== ")[1].startswith(WARNINGS)]


@pytest.fixture
def on_the_site(anna, chloe, ae_words):
    """A game of Anna and Chloe, both on the site; nobody has looked. They have a day to look, and a time bank of
    four days."""
    return begin(anna, chloe)


def begin(anna, chloe, **options):
    game_id = commands.make_game(
        kind="crossing", player=anna, seats=2, options={**OPTIONS, **options}, word_list="ae", now=NOON
    )
    sit_down(game_id, chloe, now=NOON)
    for player in (anna, chloe):
        commands.agree(game_id=game_id, player=player, now=NOON)
    return Post(game_id, NOON).deliver()


def test_a_player_who_has_not_looked_is_warned_a_day_before_the_deadline(on_the_site, anna, chloe):
    on_the_site.play(anna, "LOOK").later(days=4, seconds=-1)
    assert warned(on_the_site, chloe) == []
    on_the_site.later(seconds=1)
    (warning,) = warned(on_the_site, chloe)
    assert "Last day to look. From Wed 12:00, the game no longer waits for you." in warning
    assert warned(on_the_site, anna) == []


def test_a_warning_is_sent_once(on_the_site, chloe):
    on_the_site.later(days=4).later(hours=1).later(hours=22)
    assert len(warned(on_the_site, chloe)) == 1


def test_a_player_who_looked_in_time_is_not_warned(on_the_site, anna, chloe):
    on_the_site.play(anna, "LOOK").play(chloe, "LOOK").later(days=1)
    on_the_site.later(hours=11)
    assert warned(on_the_site, chloe) == []


def test_everyone_who_could_request_a_light_is_warned_before_an_amber(on_the_site, anna, chloe):
    on_the_site.play(anna, "LOOK").play(chloe, "LOOK").later(hours=48)
    for player in (anna, chloe):
        (warning,) = warned(on_the_site, player)
        assert (
            "Nobody has asked for the light. Next, on Mon 12:00: an amber light, with new tiles for everyone."
            in warning
        )


def test_waiting_for_others_to_look_does_not_bring_the_amber_warning_forward(anna, chloe, ae_words):
    post = begin(anna, chloe, call_within=86400)
    post.play(anna, "LOOK").later(hours=20).play(chloe, "LOOK").later(hours=12, seconds=-1)
    assert warned(post, anna) == []
    post.later(seconds=1)
    assert len(warned(post, anna)) == 1


def test_nobody_is_warned_of_an_amber_that_a_request_has_postponed(anna, chloe, ae_words):
    post = begin(anna, chloe, leeway=4 * 86400)
    post.play(anna, "LOOK").play(chloe, "LOOK", "GRID", "GREEN").later(hours=60)
    assert warned(post, anna) == []


def test_a_request_clock_restarted_after_its_warning_is_warned_of_again(anna, chloe, ae_words):
    """A warning after two days of three; then Chloe requests a light and withdraws the request, and three days begin
    again."""
    post = begin(anna, chloe, leeway=4 * 86400)
    post.play(anna, "LOOK").play(chloe, "LOOK").later(hours=1).later(hours=49)
    post.play(chloe, "GRID", "GREEN", "UNASK").later(hours=48, seconds=-1)
    assert len(warned(post, anna)) == 1
    post.later(seconds=1).later(hours=23)
    assert ["Wed 14:00" in warning for warning in warned(post, anna)] == [False, True]


def test_a_request_clock_restarted_before_its_warning_is_warned_of_once(anna, chloe, ae_words):
    post = begin(anna, chloe, leeway=4 * 86400)
    post.play(anna, "LOOK").play(chloe, "LOOK").later(hours=1)
    post.play(chloe, "GRID", "GREEN", "UNASK").later(hours=71)
    assert len(warned(post, anna)) == 1


def test_a_player_given_more_time_to_look_is_warned_again(on_the_site, anna, chloe):
    """Emails to Chloe failed for an hour, after she had been warned."""
    on_the_site.play(anna, "LOOK").later(days=4)
    commands.mail_fails(player=chloe, now=on_the_site.now)
    commands.mail_works(player=chloe, now=on_the_site.now)
    on_the_site.later(hours=24)
    assert ["Thu 12:00" in warning for warning in warned(on_the_site, chloe)] == [False, True]


def test_a_player_whose_email_failed_when_their_clock_began_is_warned_once_it_works(anna, chloe, ae_words):
    commands.mail_fails(player=chloe, now=NOON)
    post = begin(anna, chloe).play(anna, "LOOK")
    assert not Notice.objects.filter(player=chloe).exists()
    assert bounces.try_again(player=chloe, now=post.now)
    commands.say(game_id=post.game_id, player=anna, text="Hello", now=post.now)
    post.later(days=4)
    assert len(warned(post, chloe)) == 1


def test_a_player_readmitted_by_staff_is_warned_of_clocks_that_began_meanwhile(client, anna, chloe, ae_words):
    Player.objects.filter(pk=chloe.pk).update(is_active=False)
    post = begin(anna, chloe).play(anna, "LOOK")
    assert not Notice.objects.filter(player=chloe).exists()
    client.force_login(Player.objects.create_superuser("chief@example.org", name="Chief"))
    fields = {"name": chloe.name, "time_zone": "UTC", "is_active": "on"}
    client.post(reverse("admin:players_player_change", args=[chloe.pk]), fields)
    post.later(days=4)
    assert len(warned(post, chloe)) == 1


def test_no_warning_says_that_nobody_has_asked_if_requests_are_hidden(anna, chloe, ae_words):
    post = begin(anna, chloe, requests_visible=False)
    post.play(anna, "LOOK").play(chloe, "LOOK").later(hours=60)
    assert not Notice.objects.filter(deadline="call").exists()
    assert warned(post, anna) == []


def test_a_player_without_a_final_layout_is_warned_halfway_through_grace(anna, chloe, ae_words):
    post = begin(anna, chloe, tile_set="A6 E6", starting_tiles=6)
    post.play(anna, "LOOK").play(chloe, "LOOK", "GRID", "RED").later(hours=12)
    (warning,) = warned(post, anna)
    assert "Last chance to change your layout. On Sat 12:00 all layouts are scored as they stand." in warning
    assert warned(post, chloe) == []


def test_a_player_who_is_done_is_not_warned_of_the_end_of_the_grace_period(anna, chloe, ae_words):
    post = begin(anna, chloe, tile_set="A6 E6", starting_tiles=6)
    post.play(anna, "LOOK").play(chloe, "LOOK", "GRID", "RED")
    post.play(anna, "DONE").later(hours=12)
    assert warned(post, anna) == []


def test_a_short_clock_whose_start_was_notified_gets_no_warning(anna, chloe, ae_words):
    post = begin(anna, chloe, tile_set="A6 E6", starting_tiles=6, grace=3600)
    post.play(anna, "LOOK").play(chloe, "LOOK", "GRID", "RED").later(minutes=59)
    assert warned(post, anna) == []


def test_a_deadline_moved_by_a_pause_is_warned_of_on_its_new_last_day(on_the_site, anna, chloe):
    """There are three days to request a light, and they don't run during the pause of four days."""
    on_the_site.play(anna, "PAUSE").play(chloe, "PAUSE").later(days=2).later(days=2)
    on_the_site.play(anna, "RESUME").later(hours=6).later(days=1, hours=17)
    assert warned(on_the_site, chloe) == []
    on_the_site.later(hours=1)
    assert " 12:00: an amber light, with new tiles for everyone." in warned(on_the_site, chloe)[0]


def test_a_warning_waits_for_the_end_of_quiet_hours(on_the_site, chloe):
    MailHours.objects.create(player=chloe, quiet_from=time(8), quiet_until=time(20))
    on_the_site.later(days=4)
    assert warned(on_the_site, chloe) == []
    assert len(warned(on_the_site.later(hours=8), chloe)) == 1


def test_quiet_hours_that_last_until_the_deadline_do_not_delay_the_warning(anna, chloe, ae_words):
    """Grace ends at noon; its halfway point is midnight, and Anna sleeps until half past eleven."""
    MailHours.objects.create(player=anna, quiet_from=time(22), quiet_until=time(11, 30))
    post = begin(anna, chloe, tile_set="A6 E6", starting_tiles=6)
    post.play(anna, "LOOK").play(chloe, "LOOK", "GRID", "RED").later(hours=12)
    assert len(warned(post, anna)) == 1


def test_a_new_round_ends_the_warnings_of_the_one_before(on_the_site, anna, chloe):
    on_the_site.play(anna, "LOOK").play(chloe, "LOOK", "GRID", "GREEN").play(anna, "LOOK")
    pending = Notice.objects.filter(message=None, dropped_at=None).exclude(deadline="")
    assert set(pending.values_list("event__verb", flat=True)) == {"green"}


def test_a_seat_with_tiles_by_email_is_not_told_to_look(post, boris):
    assert not Notice.objects.filter(player=boris, deadline="look").exists()


def test_a_player_who_turns_off_tiles_by_email_still_gets_the_last_ones_in_time(post, anna, boris):
    """The light had come, and its email had not been sent."""
    post.play(boris, "GRID", "GREEN")
    post.now += timedelta(hours=12)
    commands.apply_due(game_id=post.game_id, now=post.now)
    commands.look(game_id=post.game_id, player=anna, now=post.now)
    choices.mute(player=boris, game_id=post.game_id, now=post.now)
    post.later(days=4)
    assert "You hadn’t looked yet. You drew:" in said(post.last(boris))
    assert "this email counts as looking at your tiles" in said(post.last(boris))


def test_a_muted_game_still_warns(on_the_site, chloe):
    choices.mute(player=chloe, game_id=on_the_site.game_id, now=on_the_site.now)
    assert len(warned(on_the_site.later(days=4), chloe)) == 1


# --- changes by staff -------------------------------------------------------------------------------------------------


@pytest.fixture
def zoe(django_user_model):
    return django_user_model.objects.create_user("zoe@example.org", name="Zoe", is_staff=True)


def govern(post, zoe, verb, **facts):
    commands.govern(game_id=post.game_id, by=zoe, action=StaffAction(verb, "The post is late.", **facts), now=post.now)
    return post.deliver()


def test_a_final_deadline_set_by_staff_ends_no_other_warning(on_the_site, chloe, zoe):
    on_the_site.later(days=1)
    govern(on_the_site, zoe, "HARD_END", until=NOON + timedelta(days=20))
    on_the_site.later(days=3)
    (warning,) = warned(on_the_site, chloe)
    assert "Last day to look" in warning


def test_a_player_given_more_time_together_with_everyone_is_warned_again(on_the_site, chloe, zoe):
    on_the_site.later(days=4)
    assert len(warned(on_the_site, chloe)) == 1
    govern(on_the_site, zoe, "EXTEND", by=2 * 24 * 3600)
    on_the_site.later(days=1)
    assert len(warned(on_the_site, chloe)) == 1
    on_the_site.later(days=1)
    assert len(warned(on_the_site, chloe)) == 2


def test_each_final_deadline_is_warned_of_on_its_own_last_day(on_the_site, anna, zoe):
    on_the_site.play(anna, "LOOK")
    govern(on_the_site, zoe, "HARD_END", until=NOON + timedelta(days=20))
    govern(on_the_site, zoe, "HARD_END", until=NOON + timedelta(days=2))
    on_the_site.later(days=1)
    assert [
        text
        for text in warned(on_the_site, anna)
        if "The game ends on Sun 12:00 and is scored as it stands then." in text
    ]
    govern(on_the_site, zoe, "HARD_END", until=NOON + timedelta(days=3))
    on_the_site.later(days=1)
    assert [
        text
        for text in warned(on_the_site, anna)
        if "The game ends on Mon 12:00 and is scored as it stands then." in text
    ]
    assert len(warned(on_the_site, anna)) == 2
