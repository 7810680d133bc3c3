"""Games in other languages over HTTP: tiles are read and written as their alphabet writes them, and no response contains a
stand-in."""

import json
import re
from itertools import product

import pytest
from django.core.management import call_command
from django.utils import timezone

from games import queries
from games.queries.record import notated
from games.rules.alphabets.known import alphabet_of, codes
from games.rules.crosslet.board import BARE
from games.word_lists.shelf import import_words
from tests.api.test_whole_game import play_to_the_end
from tests.languages import rows_of, three_tiles
from tests.of_pieces import give

STAND_IN = re.compile("[\u2c00-\u2c5f]|\\\\u2c[0-5]", re.IGNORECASE)
SPANISH = alphabet_of("es")
EASY = {"alphabet": "es", "tile_set": "[CH]4, [LL]4, [RR]4", "starting_tiles": 2, "leeway": 0}


@pytest.fixture
def spanish_words(db):
    tiles = ("[CH]", "[LL]", "[RR]", "Ñ")
    words = ["".join(word) for size in range(2, 7) for word in product(tiles, repeat=size)]
    return import_words(words, name="easy-es", alphabet=SPANISH, now=timezone.now()).name


@pytest.fixture
def make_spanish(annas, boriss, spanish_words):
    """Return a function that creates a game of Anna and Boris with Spanish tiles through the API and returns its id."""

    def make_spanish(kind="crossing", **options):
        asked = {
            "kind": kind,
            "seats": 2,
            "word_list": spanish_words,
            "options": options,
            "invite": ["boris@example.org"],
            "listed": True,
        }
        made = annas.post("/games", asked)
        assert made.status_code == 201, made.json()
        game = made.json()["id"]
        boriss.post(f"/games/{game}/join")
        annas.post(f"/games/{game}/agree")
        boriss.post(f"/games/{game}/agree")
        return game

    return make_spanish


# --- the alphabets ----------------------------------------------------------------------------------------------------


def test_alphabets_are_listed_with_english_first(nobody):
    answer = nobody.get("/alphabets")
    listed = answer.json()["alphabets"]
    assert [one["code"] for one in listed] == list(codes())
    assert (listed[0]["name"], listed[3]["own_name"]) == ("English", "Español")
    assert nobody.get("/alphabets", if_none_match=answer["ETag"]).status_code == 304


def test_an_alphabet_lists_its_tiles_in_order_with_all_forms(nobody):
    answer = nobody.get("/alphabets/es")
    shown = answer.json()
    assert [tile["letter"] for tile in shown["tiles"]][:6] == ["A", "B", "C", "[CH]", "D", "E"]
    tiles = {tile["letter"]: tile for tile in shown["tiles"]}
    assert tiles["[CH]"] == {"letter": "[CH]", "blank": "[ch]", "alias": [], "value": 5, "vowel": False}
    assert tiles["Ñ"] == {"letter": "Ñ", "blank": "ñ", "alias": ["[N~]"], "value": 8, "vowel": False}
    assert (shown["sets"]["STANDARD"]["[RR]"], shown["sets"]["STANDARD"]["?"]) == (1, 2)
    assert (shown["folding"]["Œ"], shown["loses_marks"]) == ("OE", True)
    assert nobody.get("/alphabets/es", if_none_match=answer["ETag"]).status_code == 304
    assert nobody.get("/alphabets/xx").status_code == 404


@pytest.mark.parametrize("code", codes())
def test_every_alphabet_can_read_the_tiles_it_lists(nobody, code):
    answer = nobody.get(f"/alphabets/{code}")
    assert not STAND_IN.search(answer.content.decode())
    alphabet = alphabet_of(code)
    for tile in answer.json()["tiles"]:
        read = alphabet.read(tile["letter"])
        assert (len(read), alphabet.read(tile["blank"])) == (1, read.lower())
        assert all(alphabet.read(alias) == read for alias in tile["alias"])


# --- a whole game -----------------------------------------------------------------------------------------------------


def test_a_spanish_game_is_played_to_a_result_and_its_record_verifies(
    annas, boriss, nobody, make_spanish, tmp_path, capsys
):
    game = make_spanish(**EASY)
    first = annas.post(f"/games/{game}/look").json()
    assert (first["alphabet"], first["options"]["alphabet"]) == ("es", "es")
    assert (len(SPANISH.read(first["hand"])), first["hand"][0]) == (2, "[")
    play_to_the_end(annas, boriss, game)
    view = annas.view(game)
    assert (view["phase"], view["ending"]) == ("finished", "played")
    record = nobody.get(f"/games/{game}/record").json()
    assert record["alphabet"] == {"code": "es", "version": 1, "sha256": SPANISH.sha256}
    assert record["tiles"]["[CH]"] == 4
    drawn = {tile for draw in record["events"][0]["draws"] for tile in draw}
    assert drawn <= {"[CH]", "[LL]", "[RR]"}
    file = tmp_path / "record.json"
    file.write_text(json.dumps(record), "utf-8")
    call_command("verify_game", str(file))
    assert json.loads(capsys.readouterr().out)["verified"] is True


@pytest.mark.parametrize("code", codes())
def test_a_game_in_every_language_is_played_to_a_verified_result(annas, boriss, code, tmp_path, capsys):
    alphabet = alphabet_of(code)
    tiles = three_tiles(alphabet)
    name = import_words(rows_of(tiles, alphabet), name=f"easy-{code}", alphabet=alphabet, now=timezone.now()).name
    options = {"tile_set": ", ".join(f"{alphabet.write(tile)}4" for tile in tiles), "starting_tiles": 2, "leeway": 0}
    if code != "en":
        options["alphabet"] = code
    asked = {"seats": 2, "word_list": name, "options": options, "invite": ["boris@example.org"]}
    game = annas.post("/games", asked).json()["id"]
    boriss.post(f"/games/{game}/join")
    for program in (annas, boriss):
        program.post(f"/games/{game}/agree")
    play_to_the_end(annas, boriss, game)
    view = annas.view(game)
    assert (view["phase"], view["ending"], view["alphabet"]) == ("finished", "played", code)
    assert not any(result["struck"] for result in view["results"] if "struck" in result)
    record = annas.get(f"/games/{game}/record")
    assert not STAND_IN.search(record.content.decode())
    file = tmp_path / "record.json"
    file.write_bytes(record.content)
    call_command("verify_game", str(file))
    assert '"verified": true' in capsys.readouterr().out


def test_no_response_about_a_spanish_game_contains_a_stand_in(annas, boriss, nobody, make_spanish):
    jaywalks = {"jaywalk": "everyone", "jaywalk_times": 2, "jaywalk_tiles": 2, "face_up": True, "tiles_per_light": 2}
    game = make_spanish(**EASY, **jaywalks, word_check="challenge", challenge_lights=True)
    seen = [annas.get("/games?mine=1"), nobody.get("/games")]
    views = [program.post(f"/games/{game}/look") for program in (annas, boriss)]
    hand = views[0].json()["hand"]
    tile = SPANISH.write(SPANISH.read(hand)[0])
    last = SPANISH.write(SPANISH.read(hand)[-1])
    ask = {"verb": "GRID", "layout": [hand]}
    for program in (annas, boriss):
        for body in (
            {"commands": [{"verb": "GRID", "layout": ["[Ch]A"]}]},
            {"commands": [{"verb": "GRID", "layout": ["[CX]A"]}]},
            {"commands": [{"verb": "GRID", "layout": ["[CH]Œ"]}]},
            {"commands": [{"verb": "GRID", "layout": ["[CH][CH][CH][CH][CH]"]}]},
            {"commands": [{"verb": "JAYWALK", "tiles": ["[LL]", "[LL]", "[LL]"]}]},
            {"commands": [{"verb": "JAYWALK", "tiles": ["[ll"]}]},
            {"text": "GRID\n[CH]Œ\nEND"},
            {"text": "GRID\n8H [Ch]A\nH8 [LL]A\nEND"},
            {"text": "JAYWALK [XX]"},
            {"text": "CHALLENGE CHAЖ"},
            {"text": f"GRID\n{tile}.[CH]\nEND"},
            {"text": "GRID\n|[RR]|\n[LL]\nEND"},
            {"text": "STANDING JAYWALK [RR]"},
        ):
            seen.append(program.post(f"/games/{game}/commands", body))
    seen += [
        annas.play(game, ask),
        annas.play(game, {"verb": "SWAP", "gives": tile, "to": 1, "takes": last}),
        annas.play(game, {"verb": "GREEN"}),
        annas.play(game, {"verb": "JAYWALK", "tiles": [tile]}),
        annas.post(f"/games/{game}/hint", {"depth": 1}),
    ]
    running = [f"/games/{game}", f"/games/{game}/record", f"/games/{game}/said", f"/games/{game}/hint"]
    seen += [program.get(path) for path in running for program in (annas, boriss, nobody)]
    seen.append(boriss.play(game, {"verb": "RESIGN"}))
    assert annas.view(game)["phase"] == "finished"
    whole = make_spanish(**EASY)
    play_to_the_end(annas, boriss, whole)
    finished = [
        *running,
        *(f"/games/{whole}{page}" for page in ("", "/record", "/analysis")),
        "/statistics/crossing",
        "/games?mine=1&status=finished",
        "/games?status=finished",
        "/games?mine=1&status=finished&word=CHICO",
        "/alphabets",
        "/alphabets/es",
        "/records",
        "/daily/crossing",
        "/openapi.json",
    ]
    seen += [program.get(path) for path in finished for program in (annas, boriss, nobody)]
    for answer in seen:
        found = STAND_IN.search(answer.content.decode())
        assert found is None, (answer.request["PATH_INFO"], answer.content.decode()[:2000])
    exported = json.dumps(queries.export(player=annas.player, now=timezone.now()), default=str)
    assert not STAND_IN.search(exported)


@pytest.mark.parametrize("as_rows", [True, False])
def test_a_play_in_crosslet_is_read_and_written_in_spanish(annas, boriss, nobody, make_spanish, as_rows):
    game = make_spanish("crosslet", alphabet="es")
    (seat,) = annas.view(game)["waiting_for"]
    mover = (annas, boriss)[seat]
    give(game, mover.player, "".join(map(SPANISH.inside, ("[CH]", "[LL]", "[RR]", "Ñ", "A", "B", "?"))))
    assert mover.view(game)["racks"][seat] == "AB[CH][LL]Ñ[RR]?"
    layout = [row if n != 7 else ".......[CH][LL][rr]....." for n, row in enumerate(BARE)]
    refused = mover.play(game, {"verb": "GRID", "layout": [*layout[:7], ".......[Ch]A......", *layout[8:]]})
    assert "[Ch] isn’t a tile. Write [CH] or [ch]." in refused.json()["detail"]
    command = {"commands": [{"verb": "GRID", "layout": layout}]} if as_rows else {"text": "GRID 8H CHLL[rr]"}
    played = mover.post(f"/games/{game}/commands", command)
    assert played.status_code == 200, played.json()
    move = played.json()["moves"][0]
    assert move["tiles"] == {"H8": "[CH]", "I8": "[LL]", "J8": "[rr]"}
    assert played.json()["board"][7] == layout[7]
    record = nobody.get(f"/games/{game}/record")
    assert [event["tiles"] for event in record.json()["events"] if event["verb"] == "play"] == [move["tiles"]]
    for program in (annas, boriss):
        program.play(game, {"verb": "RESIGN"})
    notation = notated(game_id=game, player=annas.player, notation="gcg", now=timezone.now())
    assert "8H [CH][LL][rr]" in notation
    assert not STAND_IN.search(notation)
    for answer in (played, record, refused, *(program.get(f"/games/{game}") for program in (annas, boriss, nobody))):
        assert not STAND_IN.search(answer.content.decode())


# --- what is sent -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("layout", "why"),
    [
        (["[Ch]"], "[Ch] isn’t a tile. Write [CH] or [ch]."),
        (["[A]"], "[A] isn’t a tile. Write A."),
        (["Œ"], "Œ isn’t a tile. Write OE."),
        (["[CX]"], "[CX]"),
        (["Ж"], "Ж"),
    ],
)
def test_a_layout_with_an_invalid_tile_is_refused_naming_it(annas, make_spanish, layout, why):
    game = make_spanish(**EASY)
    answer = annas.play(game, {"verb": "GRID", "layout": layout})
    assert (answer.status_code, why in answer.json()["why"]) == (422, True), answer.json()
    example = json.loads(answer.json()["try"])
    assert example == {"verb": "GRID", "layout": [".P.", "MAR", ".Z."]}


def test_the_example_in_a_refusal_is_in_the_language_of_the_game(annas, make_spanish):
    answer = annas.post(f"/games/{make_spanish()}/commands", {"commands": "GREEN"})
    assert json.loads(answer.json()["try"])["commands"][0]["layout"] == [".P.", "MAR", ".Z."]


def test_a_word_list_in_another_language_is_refused(annas, spanish_words):
    asked = {"seats": 2, "options": {"alphabet": "fr"}, "word_list": spanish_words}
    answer = annas.post("/games", asked)
    assert answer.status_code in (409, 422)
    assert "easy-es is a word list in Español, but this game’s tiles are in Français" in answer.json()["detail"]


@pytest.mark.parametrize("kind", ["lynx", "scannergram", "lexicon_cards"])
def test_a_game_in_english_only_refuses_another_language(annas, kind):
    answer = annas.post("/games", {"kind": kind, "seats": 2, "options": {"alphabet": "es"}})
    assert answer.status_code in (409, 422)
    assert "can only be played in English" in answer.json()["detail"]


def test_a_french_game_gets_the_french_list_by_default(annas):
    game = annas.post("/games", {"seats": 2, "options": {"alphabet": "fr"}}).json()
    assert (game["alphabet"], game["word_list"]) == ("fr", "fr-open")
    assert annas.post("/games", {"seats": 2}).json()["alphabet"] == "en"
