"""The fingerprint of a game as its reader sees it: one query, and another fingerprint whenever its reader would see something else."""

from dataclasses import replace

import pytest

from games import commands, queries
from games.queries.fingerprints import fingerprint
from tests.tables import NOON, after, complete, look, make_table, start

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
    """Anna's so far, each beside the ones before; `seen` adds the present one."""

    class Fingerprints(list):
        def seen(self):
            self.append(fingerprint(game_id=game_id, player=anna, now=NOON))
            return self

    return Fingerprints().seen()


def test_it_is_another_after_each_change_of_what_a_player_keeps(game_id, anna, fingerprints):
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


def test_it_is_the_same_again_once_all_is_as_before(game_id, anna, fingerprints):
    mute(game_id, anna)
    commands.unmute_player(game_id=game_id, player=anna, number=1)
    first, last = fingerprints.seen()
    assert first == last


def test_what_others_keep_or_keep_elsewhere_is_no_part_of_it(game_id, anna, boris, fingerprints):
    elsewhere = start(anna, boris)
    look(elsewhere, anna)
    for there, player in ((game_id, boris), (elsewhere, anna)):
        save(there, player)
        keep(there, player)
    mute(game_id, boris, 2)
    mute(elsewhere, anna)
    first, last = fingerprints.seen()
    assert replace(last, waiting=first.waiting) == first


def test_it_counts_what_is_noticed_and_says_nothing_once_something_is_due(game_id, anna, boris):
    before = fingerprint(game_id=game_id, player=anna, now=NOON)
    look(game_id, boris)
    assert fingerprint(game_id=game_id, player=anna, now=NOON).noticed > before.noticed
    assert fingerprint(game_id=game_id, player=anna, now=after(days=30)).noticed is None
    assert fingerprint(game_id=0, player=anna, now=NOON).noticed is None


def test_a_layout_is_noticed_by_its_own_player_alone(game_id, anna, boris, chloe, dmitri):
    look(game_id, anna, boris, chloe)
    readers = (anna, boris, chloe, dmitri, None)
    before = [fingerprint(game_id=game_id, player=reader, now=NOON) for reader in readers]
    complete(game_id, boris)
    now = [fingerprint(game_id=game_id, player=reader, now=NOON) for reader in readers]
    assert [reader for reader, one, other in zip(readers, before, now, strict=True) if one != other] == [boris]


def test_it_knows_how_many_games_wait(game_id, anna, boris):
    assert fingerprint(game_id=game_id, player=anna, now=NOON).waiting == queries.waiting_count(player=anna) == 1
    other = start(anna, boris)
    assert fingerprint(game_id=game_id, player=anna, now=NOON).waiting == 2
    look(game_id, anna)
    look(other, anna)
    assert fingerprint(game_id=game_id, player=anna, now=NOON).waiting == 0


def test_a_stranger_keeps_nothing_and_nothing_waits_for_them(game_id, anna):
    save(game_id, anna)
    found = fingerprint(game_id=game_id, player=None, now=NOON)
    assert (found.kept, found.waiting) == ((), 0)
    assert found.noticed == fingerprint(game_id=game_id, player=anna, now=NOON).noticed


@pytest.mark.parametrize("is_dealt", [True, False])
def test_it_takes_one_query(anna, boris, django_assert_num_queries, is_dealt):
    game_id = start(anna, boris) if is_dealt else make_table(anna, boris)
    with django_assert_num_queries(1):
        assert fingerprint(game_id=game_id, player=anna, now=NOON).noticed is not None
