"""The line grammar, as the text box reads it: which lines are commands, and where layouts end."""

import json
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.rules.crossing.kind import Crossing
from games.rules.crossing.options import Options
from games.rules.lines import has_control_characters
from games.rules.reading import as_written, bare, read, verbs_meant
from games.rules.values import Order, Reading, Unreadable

CASES = json.loads((Path(__file__).parent.parent / "cases" / "mail.json").read_text())["cases"]
IN_TEXT = [case for case in CASES if case["name"][:2] not in {"16", "17"}]  # only emails have signatures and quotes
GRAMMAR = Crossing().grammar(Options()).ignoring_case()


def hear(text: str) -> Reading:
    return read(text, GRAMMAR)


def verbs(text: str) -> list[str]:
    return [" ".join((order.verb, *order.facts.get("tiles", ()))) for order in hear(text).orders]


def layout(text: str) -> tuple[str, ...] | None:
    return next((order.facts["layout"] for order in hear(text).orders if order.verb == "GRID"), None)


def answer(text: str) -> Reading | str:
    """The reading, or the corrected form that a refusal offers."""
    try:
        return hear(text)
    except Unreadable as refused:
        return refused.correct


def refusal(text: str) -> Unreadable:
    with pytest.raises(Unreadable) as refused:
        hear(text)
    assert refused.value.correct
    return refused.value


@pytest.mark.parametrize("case", IN_TEXT, ids=lambda case: case["name"])
def test_every_case_reads_as_specified(case):
    if case["refused"]:
        refusal(case["text"])
    else:
        assert [verb for verb in verbs(case["text"]) if verb != "GRID"] == case["verbs"]
        assert layout(case["text"]) == (tuple(case["layout"]) if case["layout"] else None)


@pytest.mark.parametrize(
    "line",
    [
        "GREEN", "green", "Green light", "- GREEN", "-GREEN", "* Green", "1. green", "· green", "• GREEN", ". GREEN",
        "*GREEN*", "**green**", "_GREEN_", "*GREEN:*", "GREEN:", "GREEN :", "GREEN.", "GREEN!", "green,", "- *Green!*",
        "GREEN LIGHT:", "*GREEN LIGHT:*", "  GREEN",
        "Green please", "GREEN, please!", "Please GREEN", "please: green", "GREEN, thanks.", "Pls *green*, thank you!", "GREEN LIGHT PLEASE",
        "GREEN 🙂", "👍🏽 GREEN 👍🏽", "🟢 green", "“GREEN”", "'GREEN'", "`GREEN`", "```green```", "«GREEN»", "- “Green”, please",
        "GREEN svp", "GREEN, s’il vous plaît", "s'il te plait, GREEN", "Green, merci beaucoup !", "Bonjour, GREEN",
        "Hi, GREEN", "Hello server, GREEN!", "Hi Red: GREEN", "Good morning! GREEN please", "\u200bGREEN\u200b", "ＧＲＥＥＮ", "GREEN\xa0LIGHT", "GREEN LIGHT!",
    ],
)  # fmt: skip
def test_a_command_can_be_decorated(line):
    assert hear(line) == Reading((Order("GREEN"),))


@pytest.mark.parametrize(
    "line",
    [
        "GREEN?", "Green is my colour", "evergreen", "GREENS", "GREEN-ish",
        "> GREEN", "| GREEN", "JAYWALK tomorrow", "JAYWALK?", "JAYWALK Q FOR FUN", "JAYWALK ß", "JAYWALK ı", "SAY", "SAY:", "SAY.", "*SAY!*",
        "Not GREEN, thanks", "Please GREEN?", "don't GREEN please", "GREEN thanks but no thanks", "GREEN 🤔", "GREEN ❌", "👎 GREEN", "GREEN ❓",
        "Hi, Green", "Hi Red", "Hello, red!", "Dear Green, thanks", "Please say hello to Bob", "Please jaywalk", "please", "Thanks!", "🙂", "“”",
        "Please join us", "Hi, JOIN us", "GREEN, maybe STATUS", "Jaywalk my queue", "Thanks, it is green", "SAVE and SAY hello", "Help, I need somebody", "JOIN, STATUS?", "Please do not go green", "> GREEN please",
        "Join me for dinner", "Join, I would but cannot", "Join is not for me", "Join my list. It is free", "Join him?", "Join " + "golf " * 9 + "now", "JOIN US TODAY", "JOIN our list", "Join?", "I decline", "Decline and fall", "Declined",
        "DECLINE SWAP", "Board follows", "Grid below.", "grid is done. Cheers.", "Layout looks good", "UNASKED",
    ],
)  # fmt: skip
def test_anything_else_is_chatter_and_reported_as_ignored(line):
    assert hear(line) == Reading((), (line,))


@pytest.mark.parametrize(
    ("line", "verbs"),
    [
        ("GREEN, STATUS", ["GREEN", "STATUS"]),
        ("status; green", ["STATUS", "GREEN"]),
        ("- Green and status!", ["GREEN", "STATUS"]),
        ("STATUS & HELP", ["STATUS", "HELP"]),
        ("SAVE, JAYWALK Q, STATUS", ["SAVE", "JAYWALK", "STATUS"]),
    ],
)
def test_a_line_can_list_several_orders(line, verbs):
    assert sorted(order.verb for order in hear(line).orders) == sorted(verbs)
    assert hear(f"GRID\n..K..\n.CAKE\n..Y..\n{line}").ignored == ()


def test_contradictory_orders_on_one_line_are_refused():
    with pytest.raises(Unreadable):
        hear("GREEN and UNASK")


@pytest.mark.parametrize(
    ("text", "letters"),
    [
        ("JAYWALK Ñ", "Ñ"),
        ("GRID\n..K..\n.CAKE\n..Y..\nEND\njaywalk my é", "É"),
        ("GRID\n..K..\n.CAÑE\n..Y..\nEND", "Ñ"),
        ("GRID\nCAÑE\nEND", "Ñ"),
        ("GRID\n8H CAÑE\nEND", "Ñ"),
        ("GREEN\nGRID ..Ж../.CAKE/..Y..", "Ж"),
        ("GRID\n. . Ö .\n. K A N\nEND", "Ö"),
        ("CHALLENGE CAÑE", "Ñ"),
        ("OFFER Ñ FOR E", "Ñ"),
    ],
)
def test_a_letter_that_is_on_no_tile_is_refused_by_name(text, letters):
    grammar = Crossing().grammar(Options(word_check="challenge", teams="ABAB"))
    with pytest.raises(Unreadable, match=f"No tile has {letters}"):
        read(text, grammar)


@pytest.mark.parametrize(
    "line",
    [
        "JAYWALK q please",
        "Please jaywalk Q!",
        "JAYWALK Q 🙏",
        "“Jaywalk q”",
        "JAYWALK q",
        "JAYWALK Q.",
        "jaywalk: q!",
        "JAYWALK *Q*",
        "*JAYWALK* q",
        "2. jaywalk: q",
        "JAYWALK q,",
        "Jaywalk my Q",
        "jaywalk the letter q, please",
        "Jaywalk my tile Q",
        "JAYWALK (Q)",
        "JAYWALK [q]",
        "JAYWALK “Q”",
    ],
)
def test_a_jaywalk_names_its_letter(line):
    assert hear(line).orders == (Order("JAYWALK", {"tiles": ("Q",)}),)


def test_a_jaywalk_can_name_a_blank():
    assert verbs("JAYWALK ?") == ["JAYWALK ?"]


@pytest.mark.parametrize(
    "line", ["JAYWALK", "JAYWALK.", "JAYWALK:", "JAYWALK QU", "JAYWALK Q U", "JAYWALK q, u", "JAYWALK ??"]
)
def test_a_jaywalk_must_name_exactly_one_letter(line):
    assert refusal(f"Hi\n{line}").line == line


@pytest.mark.parametrize(
    ("line", "text"),
    [
        ("SAY good luck, all!", "good luck, all!"),
        ("- Say: *well* played…", "*well* played…"),
        ("*SAY hello*", "hello"),
        ("*SAY* hello", "hello"),
        ("say GREEN", "GREEN"),
        ("ＳＡＹ hello", "hello"),
        ("SAY I·II", "I·II"),
        ("SAY :)", ":)"),
        ("Say: :)", ":)"),
        ("SAY : hi", "hi"),
        ("*SAY :* hi", "hi"),
        ("SAY ...", "..."),
        ("SAY END", "END"),
    ],
)
def test_say_takes_the_rest_of_the_line_unchanged(line, text):
    assert hear(line).orders == (Order("SAY", {"text": text}),)


@pytest.mark.parametrize(
    "line", ["DECLINE", "Decline, sorry – no time", "decline: no time", "Decline. Thanks!", "Decline sorry"]
)
def test_decline_can_have_a_remark(line):
    assert hear(line).orders == (Order("DECLINE"),)


def test_possible_commands_in_ignored_lines_are_found():
    assert verbs_meant(["I will not go green yet, help!", "GREEN, STATUS", "evergreen", "***", "Not now"], GRAMMAR) == (
        "HELP",
        "GREEN",
        "STATUS",
    )


@pytest.mark.parametrize(
    "rows",
    [
        "..K..\n.CAKE\n..Y..",
        ". . K\n. C A\n",
        "| ..K|\n| CAKE|",
        ".K..\nCAKE\n.Y..",
        "-A-\nAEE\n-A-",
        "8H KEY\nH8 KITE",
        "..K../.CAKE/..Y..",
        "1. ..K\n2. .CA",
        "..K..\n\n.CAKE\n\n..Y..",
    ],
)
@pytest.mark.parametrize("around", ["{}", "Here is my board\n{}\nGREEN", "SAVE\n{}", "GREEN\n\nGreetings\n{}"])
def test_rows_without_grid_above_them_are_refused(around, rows):
    fault = refusal(around.format(rows))
    assert "Write GRID above it" in str(fault.why)
    assert layout(fault.correct)


@pytest.mark.parametrize(
    "talk",
    ["Hmm...\nWell...", "www.bob.com\nwww.b.org", "Thanks.\nBob.", "-----\nBob\n-----", "and/or", "...\n...", "U.S.A.\nE.U.", "- a\nBob",
     "---Original Message---", "8H is taken\nH8 too", "Bob-Alice\nBob"],
)  # fmt: skip
def test_chatter_with_dots_is_not_read_as_a_layout(talk):
    assert verbs(f"STATUS\n{talk}") == ["STATUS"]


@pytest.mark.parametrize(
    ("rows", "expected"),
    [
        ("1. . A T\n2. C . .", (".AT", "C..")),
        ("1: .AT\n2: C..", (".AT", "C..")),
        ("1) .AT\n2) C..", (".AT", "C..")),
        ("[1] .AT\n[2] C..", (".AT", "C..")),
        ("1..AT\n2.C..", (".AT", "C..")),
        ("9.| .AT |\n10.| C.. |", (".AT", "C..")),
        ("1. 8H KEY\n2. H8 KITE", ("KEY", "I..", "T..", "E..")),
        ("> ..K\n> .CA", (".K", "CA")),
        (">> | ..K\n>> | .CA", (".K", "CA")),
    ],
)
def test_numbers_and_quote_marks_before_all_rows_are_removed(rows, expected):
    assert layout(f"GRID\n{rows}\nEND") == expected


@pytest.mark.parametrize("rows", ["1..AT\nC..", "1. .AT\nC..", "> ..K\n.CA", "..K\n> .CA\n.AT"])
def test_numbers_and_quote_marks_before_only_some_rows_are_refused(rows):
    assert layout(refusal(f"GRID\n{rows}\nEND").correct)


def test_join_can_include_a_cut():
    assert hear("JOIN.").orders == (Order("JOIN"),)
    assert hear("- Join: my lucky 7.").orders == (Order("JOIN", {"cut": "my lucky 7."}),)
    assert hear("Join my lucky 7.").orders == (Order("JOIN", {"cut": "my lucky 7."}),)
    assert hear("join 12 green bottles").orders == (Order("JOIN", {"cut": "12 green bottles"}),)
    assert refusal("JOIN " + "x" * 41).correct == "JOIN " + "x" * 40


def test_join_in_a_sentence_beside_a_command_is_chatter():
    assert hear("GREEN\nBoris\nJoin PGA Tour") == Reading((Order("GREEN"),), ("Boris", "Join PGA Tour"))
    assert hear("Join PGA Tour\nSTATUS") == Reading((Order("STATUS"),), ("Join PGA Tour",))
    assert [order.verb for order in hear("GREEN\nJOIN PGA Tour").orders] == ["GREEN", "JOIN"]
    assert [order.verb for order in hear("Join\nSTATUS").orders] == ["JOIN", "STATUS"]


def test_a_repeated_command_counts_once_except_say():
    assert verbs("GREEN\nGREEN LIGHT\nSAY hi\nSAY hi\ngreen") == ["GREEN", "SAY", "SAY"]
    assert verbs("JAYWALK q\nJAYWALK Q") == ["JAYWALK Q"]
    refusal("JAYWALK q\nJAYWALK e")


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("UNASK", "GREEN"), ("UNASK", "RED"), ("UNASK", "JAYWALK Q"), ("JAYWALK Q", "GREEN"), ("JAYWALK Q", "RED"),
        ("SAVE", "GREEN"), ("SAVE", "RED"), ("JOIN", "DECLINE"),
    ],
)  # fmt: skip
def test_contradictory_commands_are_refused(one, other):
    assert refusal(f"{one}\nSTATUS\n{other}").line == other
    assert refusal(f"{other}\n{one}").line == one


def test_orders_keep_their_written_order_and_are_played_with_lights_last():
    orders = hear("DONE\nSTATUS\nGRID\nCAT.O\nEND\nSAY hi").orders
    assert [order.verb for order in orders] == ["DONE", "STATUS", "GRID", "SAY"]
    assert [order.verb for order in Crossing().in_order_of_play(orders)] == ["STATUS", "GRID", "SAY", "DONE"]
    jaywalk = hear("JAYWALK Q\nDONE\nGRID .CA.\nSAVE").orders
    assert [order.verb for order in Crossing().in_order_of_play(jaywalk)] == ["GRID", "SAVE", "DONE", "JAYWALK"]


def test_only_the_last_layout_counts_but_errors_in_earlier_ones_are_refused():
    assert verbs("GRID\nCAT.\nEND\nSTATUS\nBOARD\nDOG.\nEND") == ["STATUS", "GRID"]
    refusal("GRID\n—K\nEND\nGRID\nDOG.\nEND")


@pytest.mark.parametrize(
    ("text", "ignored"),
    [
        ("GRID\n..K..\n.CAKE\n..Y..", ()),
        ("BOARD:\n..K..\n.CAKE\n..Y..\nEND.", ()),
        ("*Layout*\n\n..K..\n.CAKE\n..Y..\n\nAnna", ("Anna",)),
        ("GRID\n..K..\n.CAKE\n..Y..\nThanks\nBoris", ("Thanks", "Boris")),
        ("GRID\n..K..\n.CAKE\n..Y..\n\nAnna.", ("Anna.",)),
        ("GRID\n..K..\n\n.CAKE\n\n..Y..\n\n\nANNA", ("ANNA",)),
        ("GRID\n..K..\n\n.CAKE\n\n..Y..\n\nEND\nANNA", ("ANNA",)),
        ("GRID\n..K..\n.CAKE\n..Y..\n\nbye for now\nEND", ("bye for now",)),
        ("GRID ..K..\n.CAKE ..Y..\n\nAnna", ("Anna",)),
        ("GRID ..K.. .CAKE ..Y.. END\nAnna", ("Anna",)),
        ("Grid: ..K../.CAKE/..Y.. end.\nAnna", ("Anna",)),
        ("GRID ..K.. .CAKE\n..Y.. END\n.ANNA.", (".ANNA.",)),
        ("GRID 8F CAKE, G7 KAY; END\nAnna", ("Anna",)),
        ("GRID 8F CAKE, G7\nKAY\nThanks", ("Thanks",)),
        ("GRID\n8F CAKE\nG7 KAY\n\nAnna", ("Anna",)),
    ],
)
def test_a_layout_ends_at_end_at_a_sign_off_or_at_a_larger_gap(text, ignored):
    assert layout(text) == (".K..", "CAKE", ".Y..")
    assert hear(text).ignored == ignored


def test_a_layout_of_one_row_ends_at_a_gap_larger_than_the_one_above_it():
    assert layout("GRID\nCAKE\n\nANNA") == ("CAKE",)
    assert layout("GRID\nCAKE\n\nAnna.") == ("CAKE",)
    assert layout("GRID\n\nC.K\n\n.A") == ("C.K", ".A.")


def test_end_after_a_place_is_a_word():
    assert layout("GRID H8 KITEN 12G END") == (".K.", ".I.", ".T.", ".E.", "END")
    assert layout("GRID H8 KITEN 12G END END\n8I EY") == (".K.", ".I.", ".T.", ".E.", "END")


@pytest.mark.parametrize(
    ("text", "correct"),
    [
        ("GRID\nCAKE\nCAT\nEND", "CAKE\nCAT."),
        ("GRID\n..K..\n.CAKE END", ".CAKE"),
        ("GRID\n..K –\nEND", "..K.."),
        ("GRID\n..K  B\nEND", "..K..B"),
        ("GRID\n- ..K..\nEND", "..K.."),
        ("GRID\n• CAKE\nEND", "CAKE"),
        ("GRID\n..K.. .CAKE ..Y..\nEND", "..K..\n.CAKE\n..Y.."),
        ("GRID\n8F CAKE\nwhat a day today\nG7 KAY\nEND", "8F CAKE\nG7 KAY"),
        ("GRID\n```\n..K.\n....\n.CAN\n```\nEND", "..K.\n....\n.CAN"),
        ("GRID\n..K.\n.CAN\nGreen, and all the best to you", "..K.\n.CAN"),
        ("GRID\n  A B C D\n1 . . K .\n2 . C A N\nEND", "..K.\n.CAN"),
        ("GRID\nabcd\n..K.\n.CAN\nEND", "..K.\n.CAN"),
    ],
)
def test_the_corrected_form_can_be_read(text, correct):
    shown = refusal(text).correct.removeprefix("GRID\n").removesuffix("\nEND")
    assert shown == correct
    assert layout(f"GRID\n{shown}\nEND")


def test_letters_from_a_onwards_can_be_a_row():
    assert layout("GRID\n|abcd|\n|..K.|\nEND") == ("ABCD", "..K.")
    assert layout("GRID\nABCD\n..KING\nEND") == ("ABCD..", "..KING")
    assert layout("GRID\nABC\n..K\nEND") == ("ABC", "..K")


def test_a_command_ends_a_layout():
    assert verbs("GRID\n..K..\n.CAKE\n..Y..\nJAYWALK Q") == ["GRID", "JAYWALK Q"]
    assert verbs("GRID\n..K..\n.CAKE\n..Y..\nGREEN.\nBoris") == ["GRID", "GREEN"]
    assert layout("GRID\nCAT\n.O.\nGRID\nDOG\n.X.\nEND") == ("DOG", ".X.")
    assert refusal("GRID\nCAT.\n.O..\nGRID\n.D..\nEND").correct == "|GRID|"


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("GRID\n..K..\nRED\n.CAKE\nEND", "RED"),
        ("GRID\n..K..\n.CAKE\nRED\nEND", "RED"),
        ("GRID\nRED\n..K..\nEND", "RED"),
        ("GRID\n..K..\nBEST\n.CAKE", "BEST"),
        ("GRID\nCAKE\nBEST\nAREA", "BEST"),
        ("GRID\n..K..\nJAYWALK Q\n.CAKE", "JAYWALK Q"),
        ("GRID\n..K..\nwhat a day!\n.CAKE\nEND", "what a day!"),
        ("GRID\n..K..\n.CAKE\nANNA", "ANNA"),
        ("GRID\n..K..\n.CAKE\nBoris\n\nsee you", "Boris"),
        ("GRID\n..K..\n.CAKE\n\n..Y..\nEND", "..Y.."),
        ("GRID\n..K..\n.CAKE\n\n..Y..", "..Y.."),
        ("GRID\n..K..\n.CAKE\n\nAnna.\nEND", "Anna."),
        ("GRID\n8F CAKE\nG7 KAY\n\n6F CAT", "6F CAT"),
        ("GRID", "GRID"),
        ("Grid:\nEND", "Grid:"),
        ("GRID\n\nGREEN", "GRID"),
    ],
)
def test_a_line_that_could_be_a_row_or_a_remark_is_refused(text, line):
    assert refusal(text).line == line


def test_a_command_within_borders_is_a_row():
    assert layout("GRID\n|..K|\n|RED|\n|END|\nEND") == ("..K", "RED", "END")


def test_end_outside_a_layout_is_neither_command_nor_chatter():
    assert hear("STATUS\nEND") == Reading((Order("STATUS"),))


def test_at_most_400_lines_are_read():
    assert verbs("hello\n" * 399 + "GREEN") == ["GREEN"]
    refusal("hello\n" * 400 + "GREEN")


def test_many_commands_among_plain_rows_are_refused_quickly():
    """Scanning all rows again for every line below every verb once took a minute for four kilobytes."""
    assert refusal("GRID\n" + "AB\n" * 200 + "GREEN\n" * 198 + "END").line == "GREEN"


def test_the_text_box_keeps_blanks_in_lower_case():
    kept = read("grid\n.k.\nCAT\nend\njaywalk q", Crossing().grammar(Options()))
    assert kept.orders == (Order("GRID", {"layout": (".k.", "CAT")}), Order("JAYWALK", {"tiles": ("Q",)}))


@given(st.text(max_size=300))
def test_any_text_is_read_or_refused(text):
    for body in (text, f"GRID\n{text}", f"GRID {text}\nEND", f"SAY {text}\nJOIN {text}\nJAYWALK {text}"):
        assert answer(body)


@given(
    st.lists(
        st.sampled_from(
            [
                "GRID",
                "END",
                "",
                "..K..",
                ".CAKE",
                "CAKE",
                "RED",
                "RED.",
                "Thanks",
                "8H KEY",
                "8H",
                "KEY",
                "—",
                "| A |",
                "1 .A",
                "-A",
                "a/b",
                "/",
            ]
        ),
        max_size=12,
    )
)
def test_any_mixture_of_lines_is_read_or_refused(lines):
    assert answer("\n".join(lines))


def bid_with_its_grid(orders):
    """Join a bid and the grid below it into one order, as a kind may need."""
    grids = [order for order in orders if order.verb == "GRID"]
    bids = [order for order in orders if order.verb == "BID"]
    if bids and not grids:
        raise Unreadable("BID needs a GRID.", line="BID", correct="BID")
    others = tuple(order for order in orders if order not in (*grids, *bids))
    return (*(Order("BID", grid.facts) for grid in grids), *others)


SEALING = replace(GRAMMAR, verbs={**GRAMMAR.verbs, "BID": bare("BID")}, combine=bid_with_its_grid)


def test_a_kind_can_combine_several_lines_into_one_order():
    heard = read("STATUS\nGRID\nCAT\n.O.\nEND\nBID", SEALING)
    assert heard.orders == (Order("BID", {"layout": ("CAT", ".O.")}), Order("STATUS"))


def test_a_missing_part_of_a_combined_order_is_named_in_the_refusal():
    with pytest.raises(Unreadable) as refused:
        read("STATUS\nBID", SEALING)
    assert str(refused.value.why) == "BID needs a GRID."


@pytest.mark.parametrize(
    "text",
    [
        "STATUS",
        "JAYWALK Q",
        "SAY well played",
        "JOIN my lucky 7",
        "GRID\n|..K..|\n|.CAKE|\n|..Y..|\nEND",
        "GRID\n|RED|\nEND",
    ],
)
def test_a_written_order_reads_back_the_same(text):
    (order,) = hear(text).orders
    assert hear(GRAMMAR.write(order)).orders == (order,)


def test_an_order_with_a_grid_is_written_with_the_grid_below_it():
    assert as_written(Order("BID", {"length": 5, "calls": ("WE", "WITCH"), "layout": ("WE",)})) == (
        "BID 5 WE WITCH\nGRID\n|WE|\nEND"
    )


def read_prose(line, phrase):
    return Order("TELL", {"text": line.written_after("TELL")})


TELLING = replace(GRAMMAR, verbs={**GRAMMAR.verbs, "TELL": read_prose}, prose=frozenset({"TELL"}))
BROKEN = (
    "TELL a story that goes on and on, so that the line is longer than mail\nprograms like, and here is still its end"
)


@pytest.mark.parametrize("below", ["", "\n\nBye, Anna", "\nSTATUS", "\nBye, Anna"])
def test_prose_wrapped_by_an_email_program_is_joined_again(below):
    heard = read(BROKEN + below, TELLING)
    assert heard.orders[0] == Order("TELL", {"text": BROKEN.removeprefix("TELL ").replace("\n", " ")})


@pytest.mark.parametrize(
    "text", ["TELL a short story\nBye, Anna", BROKEN.replace("\n", "\n\n"), f"TELL {'a' * 90}\nBye"]
)
def test_prose_that_was_not_wrapped_is_not_joined(text):
    heard = read(text, TELLING)
    assert heard.orders == (Order("TELL", {"text": text.splitlines()[0].removeprefix("TELL ")}),)
    assert heard.ignored == (text.splitlines()[-1],)


@pytest.mark.parametrize("character", ["\0", "\x07", "\x85", "\u2028", "\u202e", "\u2066", "\ud800"])
def test_control_characters_are_detected(character):
    assert has_control_characters(f"Well{character} played")


@pytest.mark.parametrize("text", ["می\u200cخواهم", "שלום\u200f!", "👩\u200d🚀", "Well played"])
def test_joiners_and_marks_that_scripts_need_are_not_control_characters(text):
    assert not has_control_characters(text)


@pytest.mark.parametrize("line", ["hello world " * 9, "best " * 9, "PASS"])
def test_a_long_text_that_is_not_a_layout_is_refused_quickly(line):
    called = 0

    def count(_frame, event, _arg):
        nonlocal called
        called += event in ("call", "c_call")

    sys.setprofile(count)
    try:
        with pytest.raises(Unreadable):
            hear("GRID\n" + f"{line}\n" * 390 + "END")
    finally:
        sys.setprofile(None)
    assert called < 1_500_000  # function calls, about half a second on an old machine
