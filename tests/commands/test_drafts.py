"""Stored drafts: named, numbered, changed from the version they were made from, and never silently overwritten."""

import pytest

from games import commands, store
from games.models import Draft
from games.rules.values import OrderRefused
from tests.languages import start_in
from tests.tables import NOON, after, happened, order, start, state

pytestmark = pytest.mark.django_db


@pytest.fixture
def game_id(anna, boris):
    return start(anna, boris)


def save(game_id, player, name="", layout=("AE",), at=NOON, **more):
    return commands.save_draft(game_id=game_id, player=player, name=name, layout=layout, now=at, **more)


def change(game_id, player, draft, layout, *, made_from, at=NOON, **more):
    number = draft and draft.pk
    return commands.change_draft(
        game_id=game_id, player=player, draft=number, made_from=made_from, layout=layout, now=at, **more
    )


def all_drafts():
    return dict(Draft.objects.values_list("name", "layout"))


def test_a_draft_can_hold_any_layout_and_changes_nothing_in_the_game(game_id, anna):
    save(game_id, anna, "wild", ["QZX", "..J"])
    assert Draft.objects.get().layout == "QZX/..J"
    assert state(game_id).boards == {0: (), 1: ()}
    assert happened(game_id) == [("deal", None)]


@pytest.mark.parametrize(
    ("layout", "why"),
    [
        (["A" * 61], r"A layout must fit into 60 × 60 cells\. This one is 1 high and 61 wide\."),
        (["A" * 60] * 3, r"at most 120 tiles\. This one has 180"),
        (["A1"], r'A row can only contain the letters A–Z and dots\. This one contains something else: "A1"\.'),
    ],
)
def test_a_draft_has_the_limits_of_a_layout(game_id, anna, layout, why):
    draft = save(game_id, anna)
    with pytest.raises(OrderRefused, match=why):
        save(game_id, anna, layout=layout)
    with pytest.raises(OrderRefused, match=why):
        change(game_id, anna, draft, layout, made_from=[draft.version])


def test_at_most_twenty_drafts_a_game(game_id, anna):
    drafts = [save(game_id, anna, str(n)) for n in range(20)]
    change(game_id, anna, drafts[7], ["EA"], made_from=[drafts[7].version])
    with pytest.raises(OrderRefused, match=r"at most 20 drafts per game\. Discard one first"):
        save(game_id, anna, "20")
    commands.discard_draft(game_id=game_id, player=anna, draft=drafts[7].pk)
    save(game_id, anna, "20")


def test_a_draft_needs_a_seat(game_id, dmitri):
    with pytest.raises(store.NoSuchGame):
        save(game_id, dmitri)


# --- names ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("layout", "name"),
    [
        (["CRUMbLED", "....O..."], "Crumbled"),
        (["A.C", ".OX", "A.E"], "Cxe"),
        (["AB.", "..C"], "Ab"),
        (["A"], "20 Nov 12:00"),
        ([], "20 Nov 12:00"),
    ],
)
def test_an_unnamed_draft_is_named_after_its_longest_word_or_the_time(game_id, anna, layout, name):
    assert save(game_id, anna, layout=layout).name == name


def test_an_unnamed_draft_is_named_in_the_letters_of_its_tiles(anna, boris):
    game_id = start_in("es", anna, boris, starting_tiles=8)
    assert save(game_id, anna, layout=["[CH]I[rr]O"]).name == "Chirro"


def test_a_number_is_added_to_a_name_in_use(game_id, anna, boris):
    names = [save(game_id, anna, "Crumbled").name for _ in range(3)]
    assert names == ["Crumbled", "Crumbled 2", "Crumbled 3"]
    assert save(game_id, anna, "Crumbled 2").name == "Crumbled 4"
    assert save(game_id, boris, "Crumbled").name == "Crumbled"


def test_a_name_is_cleaned_and_truncated(game_id, anna):
    assert save(game_id, anna, "  two \x00 words\n").name == "two words"
    assert save(game_id, anna, "x" * 50).name == "x" * 40
    assert save(game_id, anna, "x" * 50).name == "x" * 37 + " 2"


def test_the_save_command_adds_a_new_draft(game_id, anna):
    for text in ("grid\nQUIZ\nend\nsave", "save\ngrid\nQUIZ\nU...\nend"):
        order(game_id, anna, text)
    assert all_drafts() == {"Quiz": "QUIZ", "Quiz 2": "QUIZ/U..."}
    assert state(game_id).boards[0] == ()


def test_renaming_a_draft_does_not_change_its_version(game_id, anna):
    draft = save(game_id, anna, "one")
    save(game_id, anna, "two")
    rename = {"game_id": game_id, "player": anna, "draft": draft.pk, "now": after(hours=1)}
    assert commands.rename_draft(**rename, name="three").name == "three"
    assert commands.rename_draft(**rename, name="two").name == "two 2"
    assert commands.rename_draft(**rename, name=" ").name == "two 2"
    assert change(game_id, anna, draft, ["EA"], made_from=[draft.version]).name == "two 2"


# --- versions ---------------------------------------------------------------------------------------------------------


def test_a_change_to_the_latest_version_replaces_it(game_id, anna):
    draft = save(game_id, anna)
    changed = change(game_id, anna, draft, ["EA"], made_from=[draft.version], at=after(hours=1))
    assert (changed.pk, changed.layout, changed.saved_at) == (draft.pk, "EA", after(hours=1))
    assert changed.version not in ("", draft.version)


def test_a_change_to_an_older_version_is_refused_and_saves_nothing(game_id, anna):
    draft = save(game_id, anna)
    change(game_id, anna, draft, ["EA"], made_from=[draft.version], at=after(hours=1))
    with pytest.raises(commands.DraftChanged, match="Your draft changed on another device at 13:00"):
        change(game_id, anna, draft, ["E"], made_from=[draft.version], at=after(hours=2))
    assert all_drafts() == {"Ae": "EA"}


def test_the_same_layout_from_two_tabs_is_not_a_conflict(game_id, anna):
    draft = save(game_id, anna)
    first = change(game_id, anna, draft, ["EA"], made_from=[draft.version])
    assert change(game_id, anna, draft, ["EA"], made_from=[draft.version]).version == first.version


def test_a_browser_recognises_its_own_version_after_a_lost_response(game_id, anna):
    draft = save(game_id, anna)
    change(game_id, anna, draft, ["EA"], made_from=[draft.version, "own"], version="own")
    assert change(game_id, anna, draft, ["E"], made_from=[draft.version, "own", "next"], version="next").layout == "E"


def test_a_late_older_change_overwrites_nothing(game_id, anna):
    draft = save(game_id, anna)
    change(game_id, anna, draft, ["E"], made_from=[draft.version, "first", "second"], version="second")
    with pytest.raises(commands.DraftChanged):
        change(game_id, anna, draft, ["EA"], made_from=[draft.version, "first"], version="first")
    assert all_drafts() == {"Ae": "E"}


def test_repeating_the_first_change_does_not_start_a_second_draft(game_id, anna):
    first = change(game_id, anna, None, ["EA"], made_from=["", "own"], version="own")
    again = change(game_id, anna, None, ["E"], made_from=["", "own", "next"], version="next")
    assert (first.pk, all_drafts()) == (again.pk, {"Ea": "E"})


def test_a_draft_without_a_version_is_not_overwritten_by_a_new_one(game_id, anna):
    Draft.objects.update_or_create(pk=save(game_id, anna, "old").pk, defaults={"version": ""})
    change(game_id, anna, None, ["EA"], made_from=[""], name="new")
    assert all_drafts() == {"old": "AE", "new": "EA"}


def test_discarding_returns_a_draft_once_and_later_changes_are_refused(game_id, anna, boris):
    draft = save(game_id, anna)
    mine = {"game_id": game_id, "player": anna, "draft": draft.pk}
    assert commands.discard_draft(**mine | {"player": boris}) is None
    assert commands.discard_draft(**mine).layout == "AE"
    assert commands.discard_draft(**mine) is None
    for late in (
        lambda: change(game_id, anna, draft, ["EA"], made_from=[draft.version]),
        lambda: commands.rename_draft(**mine, name="x", now=NOON),
    ):
        with pytest.raises(commands.DraftGone, match="discarded on another device"):
            late()
    assert all_drafts() == {}


def test_nobody_can_change_or_rename_another_players_draft(game_id, anna, boris):
    draft = save(game_id, anna)
    with pytest.raises(commands.DraftGone):
        change(game_id, boris, draft, ["EA"], made_from=[draft.version])
    with pytest.raises(commands.DraftGone):
        commands.rename_draft(game_id=game_id, player=boris, draft=draft.pk, name="his", now=NOON)
    change(game_id, boris, None, ["EA"], made_from=[draft.version], name="his")
    assert Draft.objects.get(player=anna).layout == "AE"


def test_submitting_deletes_the_draft_unless_it_was_changed_elsewhere(game_id, anna):
    draft = save(game_id, anna)
    mine = {"game_id": game_id, "player": anna, "draft": draft.pk}
    commands.discard_submitted(**mine, made_from=["an older one"])
    assert Draft.objects.exists()
    commands.discard_submitted(**mine, made_from=["an older one", draft.version])
    assert not Draft.objects.exists()


def test_draft_numbers_do_not_reveal_how_many_drafts_exist(game_id, anna, boris):
    first, his, second = save(game_id, anna, "one"), save(game_id, boris, "his"), save(game_id, anna, "two")
    assert first.pk < second.pk, "tabs stand in the order in which they were begun"
    assert second.pk - first.pk > 1000
    assert abs(his.pk - first.pk) > 1000


def test_drafts_with_names_that_look_the_same_are_numbered(game_id, anna):
    save(game_id, anna, "José")
    assert save(game_id, anna, "Jose\u0301").name == "José 2"
    assert save(game_id, anna, "JOSÉ 2").name == "JOSÉ 3"
    other = save(game_id, anna, "Quiet")
    renamed = commands.rename_draft(game_id=game_id, player=anna, draft=other.pk, name="josé", now=NOON)
    assert renamed.name == "josé 4"


def test_an_invisible_name_is_replaced_for_a_draft(game_id, anna):
    assert save(game_id, anna, "\u3164", ["CAT"]).name == "Cat"
    assert save(game_id, anna, "two\u200bwords").name == "two words"
