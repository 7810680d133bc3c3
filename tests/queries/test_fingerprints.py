"""The fingerprint of a game for one reader takes one query, and changes whenever the reader would see something else."""

from dataclasses import replace

import pytest

from games import commands, queries, store
from games.models import Game, Seat
from games.players.models import Player
from games.queries.fingerprints import fingerprint
from tests.tables import NOON, after, complete, look, make_table, order, start

pytestmark = pytest.mark.django_db


def save(game_id, player, **more):
    return commands.save_draft(game_id=game_id, player=player, name="Wild", layout=["AE"], now=NOON, **more)


def keep(game_id, player, text="Boris has the Q"):
    commands.keep_note(game_id=game_id, player=player, text=text)


def mute(game_id, player, number=1):
    commands.mute_player(game_id=game_id, player=player, number=number)


@pytest.fixture
def game_id(anna, boris, chloe):
    return start(anna, boris, chloe)


@pytest.fixture
def fingerprints(game_id, anna):
    """A list of Anna's fingerprints so far; `seen` adds the present one."""

    class Fingerprints(list):
        def seen(self):
            self.append(fingerprint(game_id=game_id, player=anna, now=NOON))
            return self

    return Fingerprints().seen()


def test_it_changes_with_every_draft_note_or_mute_of_the_player(game_id, anna, fingerprints):
    draft = save(game_id, anna)
    fingerprints.seen()
    mine = {"game_id": game_id, "player": anna, "draft": draft.pk}
    commands.change_draft(**mine, made_from=[draft.version], layout=["E"], now=NOON)
    fingerprints.seen()
    commands.rename_draft(**mine, name="Tame", now=after(seconds=1))
    fingerprints.seen()
    keep(game_id, anna)
    fingerprints.seen()
    keep(game_id, anna, "No, Chloe")
    fingerprints.seen()
    mute(game_id, anna)
    fingerprints.seen()
    mute(game_id, anna, 2)
    fingerprints.seen()
    commands.unmute_player(game_id=game_id, player=anna, number=1)
    fingerprints.seen()
    commands.discard_draft(**mine)
    fingerprints.seen()
    assert len(set(fingerprints)) == len(fingerprints) == 10


def test_it_is_the_same_again_when_a_change_is_undone(game_id, anna, fingerprints):
    mute(game_id, anna)
    commands.unmute_player(game_id=game_id, player=anna, number=1)
    first, last = fingerprints.seen()
    assert first == last


def test_it_ignores_other_players_and_other_games(game_id, anna, boris, fingerprints):
    elsewhere = start(anna, boris)
    look(elsewhere, anna)
    for there, player in ((game_id, boris), (elsewhere, anna)):
        save(there, player)
        keep(there, player)
    mute(game_id, boris, 2)
    mute(elsewhere, anna)
    first, last = fingerprints.seen()
    assert replace(last, waiting=first.waiting) == first


def test_it_counts_visible_events_and_knows_when_something_is_due(game_id, anna, boris):
    before = fingerprint(game_id=game_id, player=anna, now=NOON)
    look(game_id, boris)
    assert fingerprint(game_id=game_id, player=anna, now=NOON).noticed > before.noticed
    assert fingerprint(game_id=game_id, player=anna, now=after(days=30)).is_due
    assert fingerprint(game_id=0, player=anna, now=NOON).noticed is None


def test_a_layout_changes_it_only_for_its_own_player(game_id, anna, boris, chloe, dmitri):
    look(game_id, anna, boris, chloe)
    readers = (anna, boris, chloe, dmitri, None)
    before = [fingerprint(game_id=game_id, player=reader, now=NOON) for reader in readers]
    complete(game_id, boris)
    now = [fingerprint(game_id=game_id, player=reader, now=NOON) for reader in readers]
    assert [reader for reader, one, other in zip(readers, before, now, strict=True) if one != other] == [boris]


def test_a_new_name_or_failing_email_changes_it_for_everyone(game_id, anna, boris, dmitri):
    seen = [fingerprint(game_id=game_id, player=dmitri, now=NOON)]
    boris.seats.update(name="Boris II")
    seen.append(fingerprint(game_id=game_id, player=dmitri, now=NOON))
    Player.objects.filter(pk=boris.pk).update(mail_fails_since=NOON)
    seen.append(fingerprint(game_id=game_id, player=dmitri, now=NOON))
    assert len(set(seen)) == 3


def test_tiles_by_email_changes_it_only_for_players_of_the_seat(anna, boris, chloe, dmitri):
    game_id = start(anna, boris, chloe, dmitri, seats=2, people_a_seat=2)
    readers = (anna, boris, chloe, dmitri, None)
    before = [fingerprint(game_id=game_id, player=reader, now=NOON) for reader in readers]
    seat = anna.seats.get(game=game_id)
    commands.set_tiles_by_email(game_id=game_id, player=anna, on=True, now=NOON)
    now = [fingerprint(game_id=game_id, player=reader, now=NOON) for reader in readers]
    changed = [reader for reader, one, other in zip(readers, before, now, strict=True) if one != other]
    assert changed == [row.player for row in Seat.objects.filter(game=game_id, number=seat.number).order_by("share")]


def test_it_does_not_change_for_somebody_who_left_a_shared_seat(anna, boris, chloe, dmitri):
    game_id = start(anna, boris, chloe, dmitri, seats=2, people_a_seat=2)
    look(game_id, anna, boris, chloe, dmitri)
    number = anna.seats.get(game=game_id).number
    mate = Seat.objects.filter(game=game_id, number=number).exclude(player=anna).get().player
    order(game_id, anna, "resign")
    before = [fingerprint(game_id=game_id, player=reader, now=NOON) for reader in (anna, mate)]
    complete(game_id, mate)
    now = [fingerprint(game_id=game_id, player=reader, now=NOON) for reader in (anna, mate)]
    assert now[0] == before[0]
    assert now[1] != before[1]


def test_an_invitation_changes_it_only_for_the_inviter(anna, boris, dmitri):
    game_id = make_table(anna, boris, seats=3)
    readers = (anna, boris, dmitri, None)
    before = [fingerprint(game_id=game_id, player=reader, now=NOON) for reader in readers]
    commands.invite(game_id=game_id, player=anna, email="eve@example.org", now=NOON)
    now = [fingerprint(game_id=game_id, player=reader, now=NOON) for reader in readers]
    assert [reader for reader, one, other in zip(readers, before, now, strict=True) if one != other] == [anna]


def test_a_private_game_has_none_for_strangers(anna, boris, dmitri):
    game_id = start(anna, boris, listed=False)
    assert fingerprint(game_id=game_id, player=anna, now=NOON).noticed is not None
    assert fingerprint(game_id=game_id, player=dmitri, now=NOON).noticed is None
    assert fingerprint(game_id=game_id, player=None, now=NOON).noticed is None


def test_events_due_count_the_same_whether_saved_at_once_or_one_by_one(anna, boris):
    counts = []
    for instants in ((after(days=9),), (after(days=1), after(days=2), after(days=5), after(days=9))):
        game_id = start(anna, boris)
        unsaved = store.seen_now(game_id, now=after(days=9)).noticed_by(None)
        first = Game.objects.get(pk=game_id).noticed
        for at in instants:
            commands.apply_due(game_id=game_id, now=at)
        counts.append(Game.objects.get(pk=game_id).noticed - first)
        assert counts[-1] == unsaved > 0
    assert counts[0] == counts[1]


def test_it_includes_the_number_of_waiting_games(game_id, anna, boris):
    assert (
        fingerprint(game_id=game_id, player=anna, now=NOON).waiting == queries.waiting_count(player=anna, now=NOON) == 1
    )
    other = start(anna, boris)
    assert fingerprint(game_id=game_id, player=anna, now=NOON).waiting == 2
    look(game_id, anna)
    look(other, anna)
    assert fingerprint(game_id=game_id, player=anna, now=NOON).waiting == 0


def test_for_a_stranger_nothing_is_saved_or_waiting(game_id, anna):
    save(game_id, anna)
    found = fingerprint(game_id=game_id, player=None, now=NOON)
    assert (found.saved, found.waiting) == ((), 0)
    assert found.noticed == fingerprint(game_id=game_id, player=anna, now=NOON).noticed


@pytest.mark.parametrize("is_dealt", [True, False])
def test_it_takes_one_query(anna, boris, django_assert_num_queries, is_dealt):
    game_id = start(anna, boris) if is_dealt else make_table(anna, boris)
    with django_assert_num_queries(1):
        assert fingerprint(game_id=game_id, player=anna, now=NOON).noticed is not None
