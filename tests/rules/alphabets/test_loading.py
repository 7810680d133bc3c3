"""The file of an alphabet: an error names the line or tile of the mistake, and says what would be right."""

from importlib.resources import files

import pytest

from games.rules.alphabets.alphabet import Alphabet
from games.rules.alphabets.known import add, alphabet_of, codes
from games.rules.alphabets.loading import BadAlphabet, from_toml

ESPERANTO = """\
code = "eo"
version = 1
name = "Esperanto"
own_name = "Esperanto"
tiles = [
    { letter = "A", value = 1, vowel = true },
    { letter = "Ĉ", value = 8, aliases = ["CX"] },
    { letter = "DZ", value = 9 },
    { letter = "E", value = 1, vowel = true },
    { letter = "S", value = 2 },
]

[sets]
STANDARD = "A9 Ĉ1 [DZ]2 E12 S4 ?2"

[folding]
"Ŝ" = "S"

[examples]
dear = "Ĉ[DZ]"
cheap = "AE"
two = "ĈE"
word = "SES"
corner = ["SES", "SEA"]
layout = [".S.", "SES", ".[DZ]."]
"""


def test_an_alphabet_file_is_read_and_a_known_code_cannot_be_added():
    alphabet = from_toml(ESPERANTO)
    assert alphabet.write(alphabet.word("edzeŝ")) == "E[DZ]ES"
    assert alphabet.sets["PLAIN"] == {**alphabet.sets["STANDARD"], "?": 0}
    with pytest.raises(BadAlphabet, match="already an alphabet with the code en"):
        add(alphabet_of("en"))
    assert "eo" not in codes()


@pytest.mark.parametrize(
    ("right", "wrong", "says"),
    [
        ('code = "eo"', "code = eo", "line 1"),
        ('code = "eo"', 'code = "EO"', "small letters"),
        ('name = "Esperanto"\n', "", "has no name"),
        ("version = 1", "version = true", "version must be a whole number"),
        ("version = 1", "verson = 1", "unknown key, verson. The keys are code, version"),
        ('"Ĉ", value = 8', '"Ĉ", value = -1', "Tile 2, Ĉ: the value must be"),
        ('"Ĉ", value = 8', '"ĉ", value = 8', "Tile 2, ĉ: the letter must be in capitals"),
        ('"Ĉ", value = 8', '"?", value = 8', r"Tile 2, \?: '\?' must be 1 to 8 letters"),
        ('"Ĉ", value = 8', '"A1", value = 8', "Tile 2, A1"),
        ('"Ĉ", value = 8', '"א", value = 8', "Scripts without capitals"),
        ('"Ĉ", value = 8', '"A", value = 8', "Tile A: A is already a form of the tile A"),
        ('["CX"]', '["DZ"]', "Tile DZ: DZ is already a form of the tile Ĉ"),
        ('["CX"]', '["c"]', "Tile 2, Ĉ: the alias 'c' must be 2 to 8 characters"),
        ("Ĉ1 [DZ]2", "Ĉ1 DZ2", "sets.STANDARD must be counts"),
        ("Ĉ1", "Ĝ1", "sets.STANDARD: Ĝ isn’t a tile"),
        ("Ĉ1", "A1", "sets.STANDARD: A must be listed only once"),
        ("STANDARD", "OTHER", "sets has no STANDARD"),
        ('"Ŝ" = "S"', '"Ŝ" = "Q"', "folding.Ŝ: Q isn’t a tile"),
        ('"Ŝ" = "S"', '"Ĉ" = "S"', "Ĉ is a tile itself"),
        ('two = "ĈE"', 'two = "ĈES"', "examples.two must be a word of two tiles"),
        ('"SES", "SEA"', '"SES", "ESE"', "examples.corner must be two words that begin with the same tile"),
        ('    { letter = "E", value = 1, vowel = true },\n', "    3,\n", "Tile 4 must be written as"),
    ],
)
def test_a_mistake_in_a_file_is_located_and_explained(right: str, wrong: str, says: str):
    assert right in ESPERANTO
    with pytest.raises(BadAlphabet, match=says):
        from_toml(ESPERANTO.replace(right, wrong, 1))


def test_an_alphabet_has_at_most_42_tiles():
    letters = [chr(code) for code in range(0x410, 0x430)] + [chr(code) for code in range(0x391, 0x3A2)]
    tiles = "\n".join(f'{{ letter = "{letter}", value = 1 }},' for letter in letters)
    with pytest.raises(BadAlphabet, match="2 to 42 tiles; this one has 49"):
        from_toml(
            ESPERANTO.replace("tiles = [\n", f"tiles = [\n{tiles}\n", 1).split("\n    {")[0]
            + "\n]"
            + "\n[sets]"
            + ESPERANTO.split("[sets]")[1]
        )


def test_the_hash_covers_only_what_affects_a_game():
    def changed(right: str, wrong: str) -> Alphabet:
        return from_toml(ESPERANTO.replace(right, wrong, 1))

    alphabet = from_toml(ESPERANTO)
    assert changed('own_name = "Esperanto"', 'own_name = "esperanto"').sha256 == alphabet.sha256
    assert changed('two = "ĈE"', 'two = "EA"').sha256 == alphabet.sha256
    assert changed("value = 8", "value = 7").sha256 != alphabet.sha256
    assert changed("Ĉ1", "Ĉ2").sha256 != alphabet.sha256


def test_every_file_in_the_folder_is_shipped():
    found = {
        file.name.removesuffix(".toml")
        for file in files("games.rules.alphabets").iterdir()
        if file.name.endswith(".toml")
    }
    assert found == set(codes())
