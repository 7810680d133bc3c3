"""SQL statements built once read and write the same as the ORM."""

from datetime import datetime, timedelta

import pytest
from django.db import IntegrityError, transaction
from django.db.models import BooleanField, DateTimeField, F, JSONField

from games.models import Board, Event, Game, Puzzle, Seat
from games.players.models import Player
from games.statements import BEFORE, DAY, GAME, GIVEN, NOW, Compiled, insert, insert_new, update, update_each
from games.tournaments.models import Tournament
from notifications.models import MailHours, Message
from tests.puzzles import lay_puzzle
from tests.tables import NOON, start

pytestmark = pytest.mark.django_db

GAMES = Game.objects.select_related("made_by", "word_list").defer("word_list__trie").order_by("pk")
JOINED = {"joined": ["made_by", "word_list"], "without": ["word_list__trie"]}


def columns(row):
    """Return everything that an instance has loaded, with the rows joined to it."""
    joined = {name: columns(one) for name, one in row._state.fields_cache.items() if one is not None}
    return type(row), {name: value for name, value in vars(row).items() if name != "_state"}, joined


def test_a_compiled_query_reads_what_the_query_does(anna, boris):
    ids = [start(anna, boris), start(boris, anna)]
    compiled = Compiled(GAMES.filter(pk=GIVEN), **JOINED)
    for game_id in (*ids, *ids):
        assert [columns(game) for game in compiled(game_id)] == [columns(GAMES.get(pk=game_id))]
    assert compiled(ids[0])[0] is not compiled(ids[0])[0]
    assert compiled(0) == []


def test_it_reads_the_rows_for_several_values(anna, boris, chloe):
    ids = [start(anna, boris), start(boris, anna, chloe), start(chloe, anna)]
    seats = Seat.objects.select_related("player").order_by("pk")
    compiled = Compiled(seats.filter(game__in=[GIVEN]), joined=["player"])
    for some in (ids[:1], ids[1:], ids[:1]):
        assert [columns(seat) for seat in compiled(*some)] == [columns(seat) for seat in seats.filter(game__in=some)]


def test_it_reads_nothing_for_no_values(anna, boris):
    game_id = start(anna, boris)
    compiled = Compiled(Seat.objects.filter(game=GAME, player__in=[GIVEN]).order_by("pk"))
    assert compiled(game=game_id) == []
    assert [seat.player_id for seat in compiled(anna.pk, game=game_id)] == [anna.pk]
    assert compiled(game=game_id) == []


def test_it_reads_only_the_named_columns_and_annotations(anna, boris):
    start(anna, boris)
    seats = Seat.objects.annotate(at=F("game__started_at"), chosen=F("game__options"), is_public=F("game__listed"))
    compiled = Compiled(
        seats.filter(name=GIVEN),
        joined=["game", "substitution"],
        only=["number", "game__kind", "substitution__ends"],
        added={"at": DateTimeField(), "chosen": JSONField(), "is_public": BooleanField()},
    )
    theirs = seats.select_related("game", "substitution").only(
        "number", "game", "substitution", "game__kind", "substitution__ends"
    )
    assert [columns(seat) for seat in compiled("Anna")] == [columns(seat) for seat in theirs.filter(name="Anna")]


def test_text_values_are_passed_literally(anna, boris):
    compiled = Compiled(Seat.objects.filter(name=GIVEN).order_by("pk"))
    start(anna, boris)
    assert [seat.player for seat in compiled("Boris")] == [boris]
    assert compiled("' OR 1=1 --") == compiled("%s") == []


def test_values_too_large_for_the_column_match_nothing(anna, boris):
    start(anna, boris)
    assert Compiled(GAMES.filter(pk=GIVEN))(10**30) == []


def test_it_reads_the_rows_up_to_an_instant(anna, boris):
    game_id = start(anna, boris)
    compiled = Compiled(Event.objects.filter(game=GIVEN, at__lte=NOW).order_by("n"))
    for now in (NOON, NOON - timedelta(seconds=1), NOON):
        earlier = Event.objects.filter(game=game_id, at__lte=now).order_by("n")
        assert [event.n for event in compiled(game_id, now=now)] == [event.n for event in earlier]
    assert compiled(game_id, now=NOON)


def test_it_reads_the_rows_of_the_day_of_an_instant():
    today = lay_puzzle(NOON.date())
    compiled = Compiled(Puzzle.objects.filter(day=DAY))
    for _ in range(2):
        assert compiled(now=NOON) == compiled(now=datetime.fromisoformat("2026-11-21T01:00+02:00")) == [today]
        assert compiled(now=NOON + timedelta(days=1)) == []


def test_reverse_relations_are_read_even_if_missing(anna, boris, django_assert_num_queries):
    MailHours.objects.create(player=anna, all_of_live=True)
    compiled = Compiled(Player.objects.filter(pk__in=[GIVEN]).order_by("pk"), joined=["mail_hours"])
    for _ in range(2):
        first, second = sorted(compiled(anna.pk, boris.pk), key=lambda player: player != anna)
        with django_assert_num_queries(0):
            assert first.mail_hours.all_of_live
            assert not hasattr(second, "mail_hours")


def test_new_rows_get_their_keys(anna, boris, django_assert_num_queries):
    game_id = start(anna, boris)
    texts = {"made_at": NOON, "token_sha256": "", "game_id": game_id}
    new = [Message(kind="said", player=player, address=player.email, **texts) for player in (anna, boris)]
    with django_assert_num_queries(1):
        insert_new(new)
        insert_new([])
    assert [(message.pk, message.player) for message in Message.objects.order_by("pk")] == [
        (new[0].pk, anna),
        (new[1].pk, boris),
    ]
    new[0].save()
    assert Message.objects.count() == 2


def test_it_reads_the_rows_before_the_end_of_the_previous_page(anna, boris):
    first, second, third = (start(anna, boris) for _ in range(3))
    compiled = Compiled(Game.objects.filter(seats__player=GIVEN, pk__lt=BEFORE).order_by("-pk")[:2])
    pages = [compiled(anna.pk), compiled(anna.pk, before=second), compiled(anna.pk, before=10**30)]
    assert [[game.pk for game in page] for page in pages] == [[third, second], [first], [third, second]]
    assert compiled(anna.pk, before=-(10**30)) == []


def test_only_the_named_columns_of_the_given_rows_are_written(anna, boris):
    game_id = start(anna, boris)
    other = columns(Game.objects.get(pk=start(anna, boris)))
    game = Game.objects.get(pk=game_id)
    game.state, game.started_at, game.seed, game.ending = {"x": [1, None]}, NOON, b"12", "not named"
    update([game], ["state", "started_at", "seed"])
    assert Game.objects.values_list("state", "started_at", "ending").get(pk=game_id) == ({"x": [1, None]}, NOON, "")
    assert bytes(Game.objects.get(pk=game_id).seed) == b"12"
    assert columns(Game.objects.get(pk=other[1]["id"])) == other


def test_rows_with_the_same_values_are_written_at_once(anna, boris, chloe, django_assert_num_queries):
    seats = list(Seat.objects.filter(game=start(anna, boris, chloe)))
    for seat in seats[1:]:
        seat.rank, seat.score = 2, 1.5
    with django_assert_num_queries(1):
        update(seats[1:], ["rank", "score"])
        update([], ["rank"])
        update(seats, [])
    assert list(Seat.objects.order_by("number").values_list("rank", "score")) == [(None, None), (2, 1.5), (2, 1.5)]


def test_new_rows_are_written_at_once(anna, boris, django_assert_num_queries):
    game_id = start(anna, boris)
    last = Event.objects.filter(game=game_id).count()
    new = [Event(game_id=game_id, n=last + n, at=NOON, verb="say", facts={"text": "“Ça va”"}) for n in (1, 2)]
    with django_assert_num_queries(1):
        insert(new)
        insert([])
    written = list(Event.objects.filter(verb="say"))
    assert [(one.n, one.at, one.seat, one.facts, one.announced_at) for one in written] == [
        (one.n, NOON, None, {"text": "“Ça va”"}, None) for one in new
    ]
    with pytest.raises(IntegrityError), transaction.atomic():
        insert(new)


def test_an_existing_row_is_overwritten(anna, boris):
    game_id = start(anna, boris)
    insert([Board(game_id=game_id, seat=0, layout="A")], unique=("game", "seat"))
    insert([Board(game_id=game_id, seat=seat, layout="AE") for seat in (0, 1)], unique=("game", "seat"))
    assert list(Board.objects.order_by("seat").values_list("seat", "layout")) == [(0, "AE"), (1, "AE")]


def test_an_existing_row_can_be_left_unchanged(anna, boris):
    game_id = start(anna, boris)
    insert([Board(game_id=game_id, seat=0, layout="A")], unique=("game", "seat"))
    boards = [Board(game_id=game_id, seat=seat, layout="AE") for seat in (0, 2)]
    insert(boards, unique=("game", "seat"), is_kept=True)
    assert list(Board.objects.order_by("seat").values_list("seat", "layout")) == [(0, "A"), (1, ""), (2, "AE")]


def test_it_reads_rows_by_game_and_values(anna, boris):
    ids = [start(anna, boris), start(boris, anna)]
    seats = Seat.objects.select_related("player").order_by("pk")
    compiled = Compiled(seats.filter(game=GAME, player__in=[GIVEN]), joined=["player"])
    for game_id, players in ((ids[0], [anna]), (ids[1], [anna, boris]), (ids[0], [boris])):
        theirs = seats.filter(game=game_id, player__in=players)
        read = compiled(*[player.pk for player in players], game=game_id)
        assert [columns(seat) for seat in read] == [columns(seat) for seat in theirs]
    assert compiled(anna.pk) == []


def test_each_row_gets_its_own_value_at_once(anna, boris, chloe, django_assert_num_queries):
    seats = list(Seat.objects.filter(game=start(anna, boris, chloe)).order_by("number"))
    for seat, note in zip(seats, (1, None, 3), strict=True):
        seat.rank, seat.score = note, 2.5
    with django_assert_num_queries(1):
        update_each(seats[:2], "rank")
        update_each([], "rank")
    update_each(seats[2:], "score")
    assert list(Seat.objects.order_by("number").values_list("rank", "score")) == [(1, None), (None, None), (None, 2.5)]


def test_durations_and_decimals_are_read_as_by_the_orm(anna):
    tournament = Tournament.objects.create(name="Cup", kind="crossing", made_at=NOON, join_within=timedelta(hours=7))
    assert columns(Compiled(Tournament.objects.filter(pk=GIVEN))(tournament.pk)[0]) == columns(
        Tournament.objects.get(pk=tournament.pk)
    )
