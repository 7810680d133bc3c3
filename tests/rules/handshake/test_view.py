"""The game as a reader sees it: panels for people, facts for programs, and a form for the one order of the stage."""

from games.rules.handshake.state import Options
from games.rules.options import read_options
from games.rules.texts import Text
from games.rules.values import Joining, Order, Resources
from games.rules.words import AnyWord
from tests.rules.handshake.table import HANDSHAKE, handshake, shown, voting
from tests.rules.position import ANNA, BORIS, CHLOE, DEAL, DMITRI, worded


def offer(table, seat):
    return table.view(seat).offers[0]


def as_written(form, *values):
    """The line that a form writes: its verb and the contents of its fields."""
    assert len(form.fields) == len(values)
    said = [form.verb]
    for field, value in zip(form.fields, values, strict=True):
        said += [field.after, field.written.get(value, value)] if value else []
    return " ".join(filter(None, said))


def test_the_claim_form_writes_lines_that_can_be_read():
    table = handshake()
    form = offer(table, ANNA)
    forms = [value for value, _ in form.fields[0].choices]
    assert forms == ["hand", "refused", "me"]
    assert form.fields[2].not_with == ("me",)
    table = table.play(ANNA, as_written(form, "hand", "Pelé", "Olga", "at home"))
    table = table.play(BORIS, as_written(form, "me", "Pelé", "", "at home"))
    assert as_written(form, "refused", "Pelé", "Olga", ": at home").startswith("CLAIM REFUSED Pelé THROUGH Olga")
    assert [(claim.form, claim.target, claim.through, claim.occasion) for claim in table.state.filed] == [
        ("hand", "Pelé", "Olga", "at home"),
        ("refused", "Pelé", "", "at home"),
    ]
    assert worded(offer(table, ANNA).label) == "Change claim"


def test_the_forms_for_doubts_and_votes_offer_other_players_claims():
    table = shown()
    table = table.play(ANNA, as_written(offer(table, ANNA), "2, 3")).doubt(boris="none", chloe="none")
    form = offer(table, ANNA)
    assert [value for value, _ in form.fields[0].choices] == ["2", "3"]
    assert worded(form.fields[0].choices[0][1]).startswith("2. Boris shook hands with")
    assert table.play(ANNA, as_written(form, "3")).state.votes == {ANNA: 3}


def test_every_example_can_be_read():
    for table in (handshake(), shown(), voting()):
        form = offer(table, BORIS)
        assert HANDSHAKE.read(form.example, table.state.options).orders[0].verb == form.verb


def test_a_player_with_nothing_to_choose_gets_no_form():
    table = handshake().claim(ANNA).wait(days=3)
    assert [one.verb for one in table.view(ANNA).offers] == ["PAUSE", "VOID", "RESIGN"]


def test_a_spectator_sees_claims_and_points_and_is_offered_nothing():
    view = shown().view(DMITRI)
    assert [panel.name for panel in view.panels] == ["claims", "now", "points"]
    assert view.offers == ()
    assert shown().panel(DMITRI, "points") == ["Anna", "0", "Boris", "0", "Chloe", "0"]


def test_past_rounds_are_shown_while_claims_are_made_and_at_the_end():
    table = voting().vote(anna="2", boris="1", chloe="1").wait(days=3)
    assert [panel.name for panel in table.view(ANNA).panels] == ["now", "points", "round_2", "round_1", "taken"]
    assert table.panel(ANNA, "round_2") == ["Nobody made a claim."]
    assert table.panel(ANNA, "taken") == ["Marie Curie 1, Elvis Presley 1, Ada Lovelace 1."]
    assert str(offer(table, ANNA).fields[1].help) == (
        "Already used: Marie Curie 1, Elvis Presley 1, Ada Lovelace 1. Each famous person counts only once a game."
    )
    assert [panel.name for panel in table.claim(ANNA, BORIS, CHLOE).view(ANNA).panels] == [
        "claims",
        "now",
        "points",
    ]
    over = table.end().view(DMITRI)
    assert [panel.name for panel in over.panels] == ["round_3", "round_2", "round_1"]


def test_the_api_gives_the_same_facts_as_the_panels():
    table = handshake().claim(BORIS, CHLOE).play(ANNA, "CLAIM REFUSED Ada Lovelace 1: in Paris")
    table = table.doubt(anna="2", boris="none", chloe="none")
    facts = table.view(ANNA).facts
    assert facts["stage"] == "votes"
    assert facts["claims"][0] == {
        "number": 1,
        "seat": ANNA,
        "form": "refused",
        "target": "Ada Lovelace 1",
        "occasion": "in Paris",
        "counts": False,
    }
    assert facts["claims"][1]["doubted_by"] == [ANNA]
    assert "voted_by" not in facts["claims"][1]
    assert (facts["my_claim"], facts["my_doubts"], facts["my_vote"]) == (None, None, None)
    table = table.vote(anna="3")
    assert table.view(ANNA).facts["my_vote"] == 3
    over = table.vote(boris="3", chloe="2")
    (first_round,) = over.view(DMITRI).facts["rounds"]
    assert [claim.get("voted_by") for claim in first_round] == [None, [CHLOE], [ANNA, BORIS]]
    assert "my_vote" not in table.view(DMITRI).facts


def test_a_players_text_is_shown_as_written_and_not_as_a_template():
    """The text is escaped when it is rendered, and a brace in it stays a brace."""
    table = handshake().play(ANNA, "CLAIM REFUSED <b>{player}</b> & Co: {0} %s \\n").claim(BORIS, CHLOE)
    assert table.panel(CHLOE, "claims")[0] == "1. Anna and <b>{player}</b> & Co didn’t shake hands: “{0} %s \\n”."


def test_templates_never_contain_a_players_text():
    table = handshake().play(ANNA, "CLAIM REFUSED Rumpelstiltskin: in the woods").claim(BORIS, CHLOE)
    lines = next(panel for panel in table.view(CHLOE).panels if panel.name == "claims").lines
    assert all(isinstance(line, Text) and "Rumpel" not in line.template for line in lines)


def test_a_vacation_declared_before_the_game_counts():
    away = Joining(vacations=((DEAL, DEAL.replace(day=25), DEAL),))
    step = HANDSHAKE.start(
        [away, Joining(), Joining()], read_options(Options, {}), Resources(bytes(32), AnyWord()), DEAL
    )
    assert step.state.waits_for_vacation_of(ANNA)
    back = HANDSHAKE.play(step.state, ANNA, Order("LOOK"), Resources(bytes(32), AnyWord()), DEAL)
    assert not back.state.waits_for_vacation_of(ANNA)
