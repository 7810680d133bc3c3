"""Word lists on the shelf: a file that many write at once, and how many lists a process keeps at hand."""

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest

from games.word_lists import shelf
from games.word_lists.library import build_trie, write_whole
from games.word_lists.shelf import import_words, words_of
from tests.tables import NOON

AT_ONCE = 8
SOON = 30  # seconds; a thread that is not done by then never will be


def test_a_file_that_many_threads_write_at_once_is_whole_for_each(tmp_path):
    content = build_trie(["CAKE", "KEY"])
    together = Barrier(AT_ONCE, timeout=SOON)

    def write(turn):
        together.wait()
        write_whole(tmp_path / "lists" / f"{turn}.marisa", content)
        return (tmp_path / "lists" / f"{turn}.marisa").read_bytes() == content

    with ThreadPoolExecutor(AT_ONCE) as threads:
        assert all(threads.map(write, (turn for turn in range(50) for _ in range(AT_ONCE)), timeout=SOON))
    assert sorted(file.name for file in tmp_path.glob("lists/*")) == sorted(f"{turn}.marisa" for turn in range(50))


@pytest.mark.django_db
def test_a_process_keeps_the_lists_that_it_used_last_and_no_more():
    lists = [import_words([f"A{chr(65 + n)}"], name=f"list-{n}", now=NOON) for n in range(shelf.LISTS_IN_HAND + 4)]
    assert all(f"A{chr(65 + n)}" in words_of(one.pk) for n, one in enumerate(lists))
    assert words_of.cache_info().currsize == shelf.LISTS_IN_HAND
    assert "AA" in words_of(lists[0].pk)
