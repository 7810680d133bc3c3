"""Word lists on the shelf: a file that many write at once, and how many lists a process keeps at hand."""

from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from threading import Barrier

import pytest

from games.rules.alphabets import known
from games.rules.alphabets.loading import from_toml
from games.word_lists import shelf
from games.word_lists.library import build_trie, write_whole
from games.word_lists.shelf import import_words, words_of
from tests.tables import NOON

AT_ONCE = 8
SOON = 30  # seconds; a thread that isn't done by then is stuck


def test_a_file_written_by_many_threads_at_once_is_complete_for_each(tmp_path):
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
def test_a_process_keeps_only_the_lists_it_used_last():
    lists = [import_words([f"A{chr(65 + n)}"], name=f"list-{n}", now=NOON) for n in range(shelf.LISTS_IN_HAND + 4)]
    assert all(f"A{chr(65 + n)}" in words_of(one.pk) for n, one in enumerate(lists))
    assert words_of.cache_info().currsize == shelf.LISTS_IN_HAND
    assert "AA" in words_of(lists[0].pk)


ESPERANTO = """
code = "eo"
version = 1
name = "Esperanto"
own_name = "Esperanto"
open_list = "eo-open"
common_list = "eo-common"
tiles = [
    { letter = "A", value = 1, vowel = true },
    { letter = "Ĉ", value = 5 },
    { letter = "E", value = 1, vowel = true },
    { letter = "T", value = 2 },
]

[sets]
LC120 = "A40 Ĉ20 E40 T20"
STANDARD = "A9 Ĉ2 E9 T4 ?2"

[examples]
dear = "ĈT"
cheap = "AE"
two = "ĈE"
word = "ĈATE"
corner = ["TA", "TE"]
layout = [".T.", "ĈAT", ".E."]
"""


@pytest.mark.django_db
def test_an_added_language_brings_its_lists(monkeypatch):
    monkeypatch.setattr(known, "_ADDED", {})
    alphabet = from_toml(ESPERANTO)
    saved = shelf.add_language(alphabet, ["ĉe", "ĉeĉe"], ["ĉe"], notice="ours", now=NOON)
    assert (saved.name, saved.words, saved.alphabet, saved.notice) == ("eo-open", 2, "eo", "ours")
    assert shelf.sizes(alphabet) == {"eo-common": 1, "eo-open": 2}
    assert known.alphabet_of("eo") is alphabet


@pytest.mark.django_db
def test_lists_are_offered_by_alphabet_with_their_newest_size():
    import_words(["CAKE", "KEY"], name="few", now=NOON)
    import_words(["CAKE"], name="few", now=NOON + timedelta(days=1))
    import_words(["äpfel"], name="wenige", alphabet=known.alphabet_of("de"), now=NOON)
    assert shelf.sizes(known.ENGLISH) == {
        name: shelf.newest(name).words for name in ("common", "few", "open", "phrases")
    }
    assert shelf.sizes(known.ENGLISH)["few"] == 1
    assert {"de-open", "wenige"} <= shelf.sizes(known.alphabet_of("de")).keys()
    assert {"few", "open", "wenige", "fr-open"} <= set(shelf.names())
