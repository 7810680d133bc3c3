"""Exports of a tournament, parsed again: CSV, FIDE's report file and JSON."""

import csv
import io

import pytest

from games.tournaments.models import Entrant, Fixture, Ruling
from tests.tournaments.rows import DAY, bye, division, fixture, round_of, tournament

pytestmark = pytest.mark.django_db


@pytest.fixture
def pairs(anna, boris, chloe, dmitri, now):
    """Two rounds of a Swiss with three players: Anna beats Boris while Chloe has a bye; then Chloe ties with Anna while Boris
    has a bye of half a point."""
    made = tournament(
        anna, boris, chloe, directors=[dmitri], format="swiss", table_size=2, rounds_planned=3, now=now, name="Pairs"
    )
    of_all = division(made)
    first = round_of(of_all, phase="finished", now=now - 9 * DAY)
    fixture(first, 1, 2, now=now)
    bye(first, 3)
    second = round_of(of_all, now=now)
    fixture(second, 3, 1, ranks=(1, 1), now=now)
    bye(second, 2, "1/2", "On the road")
    return made


def rows_of(client, path):
    answer = client.get(path)
    assert answer.status_code == 200
    assert answer["Content-Type"] == "text/csv; charset=utf-8"
    return list(csv.reader(io.StringIO(answer.content.decode("utf-8-sig"))))


def test_the_standings_can_be_exported_as_csv(client, pairs):
    head, *rows = rows_of(client, f"/tournaments/{pairs.pk}/standings.csv")
    assert head[:6] == ["Division", "Place", "Number", "Name", "Tables played", "Points"]
    assert [(row[1], row[3], row[5]) for row in rows] in (
        [("1", "Chloe", "1.5"), ("2", "Anna", "1.5"), ("3", "Boris", "0.5")],
        [("1", "Anna", "1.5"), ("2", "Chloe", "1.5"), ("3", "Boris", "0.5")],
    )


def test_no_cell_of_the_crosstable_csv_can_be_read_as_a_date(client, pairs):
    head, *rows = rows_of(client, f"/tournaments/{pairs.pk}/crosstable.csv")
    assert head[3:] == ["Name", "1", "2", "3", "Byes and awards", "Points"]
    by_name = {row[3]: row for row in rows}
    assert float(by_name["Boris"][-1]) == 0.5
    assert "0.5" in by_name["Chloe"][4:7]
    assert not any("/" in cell for row in rows for cell in row)


def test_a_row_of_the_crosstable_adds_up_with_byes_and_awards(client, pairs):
    third = round_of(pairs.divisions.get(), now=pairs.started_at)
    fixture(third, 1, 2, phase="awarded", awarded=("0.25", "0.75"), now=pairs.started_at)
    _, *rows = rows_of(client, f"/tournaments/{pairs.pk}/crosstable.csv")
    assert {row[3]: row[-2] for row in rows} == {"Anna": "0.25", "Boris": "1.25", "Chloe": "1.0"}
    assert all(sum(float(cell) for cell in row[4:-1] if cell) == float(row[-1]) for row in rows)


@pytest.mark.parametrize("name", ["=1+1", "+49", "-Anna", "@SUM(A1)", "\t=1"])
@pytest.mark.parametrize("sheet", ["standings", "crosstable"])
def test_no_name_becomes_a_formula(client, pairs, sheet, name):
    pairs.entrants.filter(number=2).update(name=name)
    rows = rows_of(client, f"/tournaments/{pairs.pk}/{sheet}.csv")
    assert f"'{name.strip()}" in [row[3] for row in rows]


def lines_of(client, pairs, **more):
    answer = client.get(f"/tournaments/{pairs.pk}/tournament.trf", more)
    assert answer.status_code == 200
    return answer.content.decode().splitlines()


def columns(line, first, last):
    """Return these columns of a line, counted from 1 as in FIDE's handbook."""
    return line[first - 1 : last]


def test_fides_report_has_everything_in_its_columns(client, pairs):
    lines = lines_of(client, pairs)
    players = {columns(line, 15, 47).strip(): line for line in lines if columns(line, 1, 3) == "001"}
    anna, boris, chloe = (players[name] for name in ("Anna", "Boris", "Chloe"))
    assert [columns(line, 5, 8) for line in (anna, boris, chloe)] == ["   1", "   2", "   3"]
    assert [columns(line, 81, 84) for line in (anna, boris, chloe)] == [" 1.5", " 0.5", " 1.5"]
    assert sorted(columns(line, 86, 89) for line in players.values()) == ["   1", "   2", "   3"]
    assert [columns(line, 92, 99) for line in (anna, boris, chloe)] == ["   2 w 1", "   1 b 0", "0000 - U"]
    assert [columns(line, 102, 109) for line in (anna, boris, chloe)] == ["   3 b =", "0000 - H", "   1 w ="]


def test_fides_report_describes_the_tournament(client, pairs):
    lines = lines_of(client, pairs)
    assert "012 Pairs" in lines
    assert "062 3" in lines
    assert "102 Dmitri" in lines
    (dates,) = (line for line in lines if line.startswith("132"))
    assert columns(dates, 92, 99).count("/") == 2
    assert columns(dates, 102, 109).count("/") == 2


def test_long_names_and_line_breaks_do_not_shift_the_columns(client, pairs):
    pairs.entrants.filter(number=1).update(name="Anna\nof a name that is as long as can be")
    line = next(line for line in lines_of(client, pairs) if line.startswith("001    1"))
    assert columns(line, 48, 80).strip() == ""
    assert columns(line, 81, 84) == " 1.5"


def test_fides_report_covers_no_shows_void_and_unfinished_tables(client, anna, boris, now):
    made = tournament(anna, boris, table_size=2, format="swiss", now=now)
    of_both = division(made)
    fixture(round_of(of_both, now=now), 1, 2, phase="awarded", awarded=(1, 0), now=now)
    fixture(round_of(of_both, now=now), 1, 2, phase="void", now=now)
    fixture(round_of(of_both, now=now), 2, 1, phase="playing", now=now)
    first, second = (line for line in lines_of(client, made) if line.startswith("001"))
    assert [columns(first, at, at + 7) for at in (92, 102, 112)] == ["   2 w +", "0000 - Z", "   2 b"]
    assert [columns(second, at, at + 7) for at in (92, 102, 112)] == ["   1 b -", "0000 - Z", "   1 w"]


@pytest.mark.parametrize("fields", [{"table_size": 3}, {"table_size": 2, "format": "ladder"}])
def test_only_pairings_in_rounds_have_fides_report(client, anna, boris, chloe, now, fields):
    made = tournament(anna, boris, chloe, now=now, **fields)
    fixture(round_of(division(made), now=now), *range(1, 1 + fields["table_size"]), now=now)
    assert client.get(f"/tournaments/{made.pk}/tournament.trf").status_code == 404
    assert "TRF" not in client.get(f"/tournaments/{made.pk}/").text


def test_each_division_of_pairs_has_a_report_of_its_own(client, anna, boris, chloe, dmitri, now):
    made = tournament(anna, boris, chloe, dmitri, table_size=2, now=now)
    for numbers in ((1, 2), (3, 4)):
        fixture(round_of(division(made, *numbers), now=now), *numbers, now=now)
    lines = lines_of(client, made, division="1-2")
    assert [columns(line, 15, 47).strip() for line in lines if line.startswith("001")] == ["Chloe", "Dmitri"]
    assert client.get(f"/tournaments/{made.pk}/tournament.trf", {"division": "9-9"}).status_code == 404


def test_everything_public_can_be_exported_as_json(client, pairs, dmitri, now):
    Ruling.objects.create(
        tournament=pairs, at=now, by=dmitri, verb="bye", reason="On the road", entrant=pairs.entrants.get(number=2)
    )
    known = client.get(f"/tournaments/{pairs.pk}/tournament.json").json()
    assert known["format_of_file"] == "lexicon-tournament/1"
    assert known["entrants"][0] == {"number": 1, "name": "Anna", "standing": "confirmed"}
    (only,) = known["divisions"]
    table = only["rounds"][0]["tables"][0]
    game = Fixture.objects.order_by("pk").first().game_id
    assert (table["game"], table["phase"]) == (game, "finished")
    assert table["record"].endswith(f"/games/{game}/record.json")
    assert [(seat["entrant"], seat["rank"], seat["points"]) for seat in table["seats"]] == [(1, 1, "1"), (2, 2, "0")]
    assert only["rounds"][1]["byes"] == [{"entrant": 2, "points": "1/2", "reason": "On the road"}]
    assert {line["entrant"]: line["points"] for line in only["standings"]} == {1: "3/2", 2: "1/2", 3: "3/2"}
    assert known["rulings"][0]["reason"] == "On the road"


def test_no_export_has_the_score_of_an_unfinished_game(client, anna, boris, now):
    made = tournament(anna, boris, table_size=2, now=now)
    going_on = fixture(round_of(division(made), now=now), 1, 2, phase="playing", now=now)
    going_on.sittings.update(rank=1, score=77.5)
    for path in ("tournament.json", "standings.csv", "crosstable.csv", "tournament.trf", ""):
        assert "77.5" not in client.get(f"/tournaments/{made.pk}/{path}").content.decode()
    (seat, _) = client.get(f"/tournaments/{made.pk}/tournament.json").json()["divisions"][0]["rounds"][0]["tables"][0][
        "seats"
    ]
    assert (seat["rank"], seat["score"], seat["points"]) == (None, None, None)


def test_no_export_names_a_player_whose_account_was_deleted(client, pairs):
    Entrant.objects.filter(tournament=pairs, number=2).update(name="", player=None)
    for path in ("tournament.json", "standings.csv", "crosstable.csv", "tournament.trf"):
        text = client.get(f"/tournaments/{pairs.pk}/{path}").content.decode()
        assert "Boris" not in text.replace(pairs.name, "")
        assert "Former player 2" in text
