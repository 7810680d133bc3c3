"""Old games that are packed: every reader sees and receives the same as before."""

import json
from datetime import timedelta

import pytest
from django.core.cache import caches
from django.core.management import CommandError, call_command
from django.utils import timezone

from games import commands, queries, store
from games.commands.archiving import LEAST_AGE
from games.commands.staff import govern_at
from games.models import Event, Figures, Game, PackedEvents, Tally
from games.players.tokens import make_token
from games.robots import demo
from games.rules import registry
from games.rules.table.verify import replay
from games.rules.values import StaffAction
from games.store import NewerFormat
from games.store.events import ROWS_FOR_GOOD, events_of, saved_events, unpacked
from games.tasks import archive_games
from games.tournaments.commands.ratings import recompute
from lexicon import retention
from notifications import tasks
from notifications.incoming import spool
from notifications.models import Message, Notice
from tests.positions import just_now
from tests.tables import ask, look, order, start
from tests.tournaments.ratings.results import reliability

pytestmark = pytest.mark.django_db

LONG = timedelta(days=120)


def long_after():
    return timezone.now() + LONG


def everything_is_done(game_id):
    """Do everything that follows a finished game, including all notifications."""
    commands.count_finished(now=timezone.now())
    commands.tally_finished(now=timezone.now())
    Game.objects.filter(rated=True).update(rated_at=timezone.now())
    tasks.tell(game_id, now=timezone.now() + timedelta(hours=1))
    tasks.tell(game_id, now=long_after())
    for kept in retention.KEPT:
        if kept.sweep.__module__ == spool.__name__:
            kept.forget(now=long_after())


def pack(game_id):
    everything_is_done(game_id)
    assert commands.pack_games(older_than=LEAST_AGE, most=100, now=long_after()) >= 1
    assert Game.objects.get(pk=game_id).packed_at is not None
    assert {one.verb for one in Event.objects.filter(game=game_id)} <= ROWS_FOR_GOOD
    caches["replays"].clear()
    caches["pages"].clear()


@pytest.fixture
def people(anna, boris, chloe, dmitri):
    return [anna, boris, chloe, dmitri]


@pytest.fixture(params=registry.KINDS.values(), ids=registry.KINDS)
def played(request, people):
    """A game of each kind, opened by Dmitri: some orders, a chat message, the end, and a comment."""
    demo.play_some(request.param, people, just_now())
    game = Game.objects.latest("pk")
    now = timezone.now()
    commands.say(game_id=game.pk, player=people[3], text="I need a minute.", now=now)
    with store.locked(game.pk, now=now) as table:
        govern_at(table, StaffAction("SCORE", "It is late."), by=None)
    commands.say(game_id=game.pk, player=people[3], text="That was a good one.", now=now)
    return game.pk


@pytest.fixture
def over(anna, boris):
    """A game in which Anna has laid all her tiles, and Boris has sent a message and resigned."""
    now = timezone.now()
    game_id = start(anna, boris, now=now, leeway=0)
    tasks.tell(game_id, now=now + timedelta(hours=1))
    look(game_id, anna, boris, at=now)
    ask(game_id, anna, at=now)
    commands.say(game_id=game_id, player=boris, text="I must go.", now=now)
    order(game_id, boris, "resign", at=now)
    return game_id


def shown(game_id, browser_of, people):
    """Return what each of these readers sees of a game on its pages, in its files and through the API; None is a
    stranger."""
    seen = {}
    for player in (*people, None):
        browser, name = browser_of(player), player and player.name
        for page in ("result/", "result/?history=whole", "replay.json", "record.json", "analysis/", "?history=whole"):
            answer = browser.get(f"/games/{game_id}/{page}", follow=True)
            seen[name, page] = answer.status_code, _without_forms(answer.content)
        token = {"Authorization": f"Bearer {_token(player)}"} if player else {}
        for path in ("", "/record", "/said", "/analysis"):
            answer = browser.get(f"/api/v1/games/{game_id}{path}", headers=token)
            seen[name, "API", path] = answer.status_code, answer.content
    return seen


def _without_forms(page):
    """Return a page without the tokens of its forms, which always differ."""
    return b"".join(line for line in page.splitlines(keepends=True) if b"csrfmiddlewaretoken" not in line)


def _token(player):
    return make_token(player=player, name="a program", scope="read", now=timezone.now())


def test_packing_changes_no_page_file_or_answer(played, people, browser_of):
    everything_is_done(played)
    caches["replays"].clear()
    before = shown(played, browser_of, people)
    told = [(one.n, one.at, one.verb, one.seat, one.facts) for one in events_of(Game.objects.get(pk=played))]
    pack(played)
    assert shown(played, browser_of, people) == before
    assert before["Anna", "result/"][0] == before["Anna", "record.json"][0] == 200
    game = Game.objects.get(pk=played)
    assert [(one.n, one.at, one.verb, one.seat, one.facts) for one in events_of(game)] == told
    assert [one.n for one in saved_events(game, at_once=3)] == [n for n, *_ in told][::-1]


def test_the_record_of_a_packed_game_is_verified(played, people):
    pack(played)
    record = queries.record(game_id=played, player=people[0], now=timezone.now())
    assert len(record["events"]) > 3
    replay(registry.kind(record["kind"]), json.loads(json.dumps(record)))


def test_packing_deletes_all_but_the_last_email_to_each_player(over, anna, boris):
    everything_is_done(over)
    sent = Message.objects.filter(game=over)
    last = {player.pk: sent.filter(player=player).latest("pk").pk for player in (anna, boris)}
    assert sent.count() > 2
    pack(over)
    assert dict(sent.values_list("player", "pk")) == last
    assert not Notice.objects.filter(game=over).exists()


def test_packing_twice_changes_nothing(over):
    pack(over)
    rows = list(PackedEvents.objects.values())
    assert commands.pack_games(older_than=LEAST_AGE, most=100, now=long_after()) == 0
    assert list(PackedEvents.objects.values()) == rows


def test_interrupted_packing_changes_nothing_and_can_be_repeated(over, settings):
    everything_is_done(over)
    before = list(Event.objects.order_by("pk").values()), list(Message.objects.order_by("pk").values())
    own, settings.TOLD_OF_GAMES = settings.TOLD_OF_GAMES, "tests.commands.breaking_off"
    with pytest.raises(ConnectionAbortedError):
        commands.pack_games(older_than=LEAST_AGE, most=100, now=long_after())
    assert not PackedEvents.objects.exists()
    assert (list(Event.objects.order_by("pk").values()), list(Message.objects.order_by("pk").values())) == before
    settings.TOLD_OF_GAMES = own
    pack(over)


def test_a_game_is_packed_only_long_after_its_end(over):
    everything_is_done(over)
    soon = timezone.now() + LEAST_AGE - timedelta(minutes=1)
    assert commands.pack_games(older_than=LEAST_AGE, most=100, now=soon) == 0
    with pytest.raises(ValueError, match="30 days"):
        commands.pack_games(older_than=LEAST_AGE - timedelta(days=1), most=100, now=long_after())
    assert commands.pack_games(older_than=LEAST_AGE, most=100, now=soon + timedelta(minutes=2)) == 1


def _untold(game_id):
    Event.objects.filter(game=game_id, verb="end").update(announced_at=None)


def _with_a_mail_to_send(game_id):
    message = Message.objects.filter(game=game_id).latest("pk")
    Message.objects.filter(pk=message.pk).update(sent_at=None, due_at=timezone.now())


def _with_a_notice(game_id):
    notice = Notice.objects.filter(game=game_id).latest("pk")
    Notice.objects.filter(pk=notice.pk).update(message=None, dropped_at=None)


@pytest.mark.parametrize(
    "left",
    [
        lambda game_id: Game.objects.filter(pk=game_id).update(counted_at=None),
        lambda game_id: Game.objects.filter(pk=game_id).update(tallied_at=None),
        lambda game_id: Game.objects.filter(pk=game_id).update(rated=True, rated_at=None),
        _untold,
        _with_a_mail_to_send,
        _with_a_notice,
    ],
    ids=["figures", "statistics", "ratings", "event", "mail", "notice"],
)
def test_a_game_with_unfinished_tasks_is_not_packed(over, left):
    everything_is_done(over)
    left(over)
    assert commands.pack_games(older_than=LEAST_AGE, most=100, now=long_after()) == 0
    assert Event.objects.filter(game=over, verb="end").exists()


def test_games_in_progress_are_never_packed(anna, boris):
    game_id = start(anna, boris)
    everything_is_done(game_id)
    assert commands.pack_games(older_than=LEAST_AGE, most=100, now=long_after()) == 0
    assert not PackedEvents.objects.exists()


def test_a_comment_on_a_packed_game_is_shown_and_emailed(over, anna, boris, browser_of, mailoutbox):
    pack(over)
    mailoutbox.clear()
    now = timezone.now()
    commands.say(game_id=over, player=anna, text="What a game!", now=now)
    page = browser_of(boris).get(f"/games/{over}/result/").text
    assert "What a game!" in page
    assert "I must go." in page
    tasks.tell(over, now=now + timedelta(days=2))
    assert [mail.to for mail in mailoutbox] == [[boris.email]]
    assert "What a game!" in mailoutbox[0].body


def test_deleting_an_account_removes_its_name_from_a_packed_game(over, anna, boris, browser_of):
    pack(over)
    boris.name = "Boris"
    commands.delete_account(player=boris, now=timezone.now())
    page = browser_of(anna).get(f"/games/{over}/result/?history=whole").text
    assert "Former player" in page
    assert "Boris" not in page
    assert "Boris" not in str(queries.record(game_id=over, player=anna, now=timezone.now()))


def test_packed_events_contain_no_names_or_chat(played, people):
    game = Game.objects.get(pk=played)
    pack(played)
    packed = unpacked(PackedEvents.objects.get(game=game))
    assert not {one.verb for one in packed} & ROWS_FOR_GOOD
    for player in people:
        assert all(player.name not in str(event.facts) and "player" not in event.facts for event in packed)


def test_an_account_export_includes_packed_games(over, anna):
    everything_is_done(over)
    before = queries.export(player=anna, now=timezone.now())
    pack(over)
    after = queries.export(player=anna, now=timezone.now())
    assert {name for name in before if before[name] != after[name]} == {"mails_to_me"}
    assert after["games"][0]["record"]["events"]


def test_recounting_after_packing_gives_the_same_figures(over, anna):
    pack(over)

    def counts():
        figures = Figures.objects.order_by("player").values_list("player", "games", "wins", "answers", "longest_word")
        return list(figures), sorted(Tally.objects.values_list("player", "topic", "group", "value", "count"), key=str)

    before = counts()
    assert all(before)
    for model in (Figures, Tally):
        model.objects.all().delete()
    Game.objects.update(counted_at=None, tallied_at=None)
    commands.count_finished(now=timezone.now())
    commands.tally_finished(now=timezone.now())
    assert counts() == before


def test_leaving_a_packed_game_still_counts_against_reliability(over, boris):
    everything_is_done(over)
    before = reliability(boris)
    pack(over)
    assert reliability(boris) == before == 0
    assert recompute() is None


def test_unpacking_restores_all_rows(over):
    everything_is_done(over)
    rows = list(Event.objects.order_by("n").values("game", "n", "at", "verb", "seat", "facts"))
    pack(over)
    assert commands.unpack_games(most=10, now=timezone.now()) == 1
    assert list(Event.objects.order_by("n").values("game", "n", "at", "verb", "seat", "facts")) == rows
    assert not PackedEvents.objects.exists()
    assert not Event.objects.filter(announced_at=None).exists()
    pack(over)


def test_a_newer_packing_format_raises_an_error(over, anna):
    pack(over)
    PackedEvents.objects.update(format=2)
    with pytest.raises(NewerFormat, match="packed in format 2"):
        queries.record(game_id=over, player=anna, now=timezone.now())


def test_reading_packed_events_costs_one_more_query(over, anna, browser_of, django_assert_max_num_queries):
    everything_is_done(over)
    browser = browser_of(anna)
    with django_assert_max_num_queries(100) as before:
        browser.get(f"/games/{over}/record.json")
    pack(over)
    with django_assert_max_num_queries(100) as after:
        browser.get(f"/games/{over}/record.json")
    assert len(after) == len(before) + 1


def test_the_command_packs_and_unpacks_and_reports_counts(over, capsys):
    everything_is_done(over)
    Game.objects.update(finished_at=timezone.now() - LONG)
    call_command("archive_games", "--most", "5")
    call_command("archive_games")
    call_command("archive_games", "--unpack")
    assert capsys.readouterr().out.splitlines() == ["1 games packed", "0 games packed", "1 games unpacked"]


def test_a_worker_packs_games_older_than_the_setting(over, settings):
    everything_is_done(over)
    settings.ARCHIVE_AFTER_DAYS = 90
    Game.objects.update(finished_at=timezone.now() - timedelta(days=89))
    archive_games()
    assert not PackedEvents.objects.exists()
    Game.objects.update(finished_at=timezone.now() - timedelta(days=91))
    archive_games()
    assert PackedEvents.objects.filter(game=over).exists()


@pytest.mark.parametrize(("asked", "why"), [(["--older-than", "7"], "30 days"), (["--most", "0"], "at least 1")])
def test_the_command_explains_wrong_arguments(over, asked, why):
    with pytest.raises(CommandError, match=why):
        call_command("archive_games", *asked)
