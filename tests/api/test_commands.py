"""Orders of every kind as JSON: they are read to the same orders as an email, and written back as its lines."""

import json

import pytest

from games.api.orders import examples_of, read_commands
from games.rules import registry
from games.rules.options import read_options
from games.rules.reading import TABLE_VERBS, read
from games.rules.values import Unreadable

GRAMMARS = {key: kind.grammar(read_options(kind.options_type, kind.widest)) for key, kind in registry.KINDS.items()}
FORMS = [
    pytest.param(grammar, form, id=f"{key} {json.dumps(form)[:60]}")
    for key, grammar in GRAMMARS.items()
    for forms in examples_of(grammar).values()
    for form in forms
]
every_grammar = pytest.mark.parametrize("grammar", GRAMMARS.values(), ids=GRAMMARS)
every_form = pytest.mark.parametrize(("grammar", "form"), FORMS)


def refusal(command, grammar):
    with pytest.raises(Unreadable) as refused:
        read_commands([command], grammar)
    return refused.value


@every_form
def test_a_json_command_gives_the_same_order_as_an_email(grammar, form):
    (order,) = read_commands([form], grammar)
    assert order.as_json() == form
    assert read(grammar.write(order), grammar).orders == (order,)


@every_grammar
def test_every_command_of_a_kind_can_be_given_as_json(grammar):
    shapes = examples_of(grammar)
    for verb in set(grammar.verbs) - set(TABLE_VERBS) - set(shapes):
        assert len(read_commands([{"verb": verb}], grammar)) == 1


@every_form
def test_fields_can_be_in_any_order(grammar, form):
    turned = dict(reversed(form.items()))
    assert read_commands([turned], grammar) == read_commands([form], grammar)


@every_form
def test_an_unknown_or_mistyped_field_is_named_with_an_example(grammar, form):
    assert "doesn’t accept these fields: colour." in str(refusal({**form, "colour": "red"}, grammar).why)
    for name in set(form) - {"verb"}:
        fault = refusal({**form, name: None}, grammar)
        assert "can’t be written like this" in str(fault.why)
        assert read_commands([json.loads(fault.correct)], grammar)


@pytest.mark.parametrize(
    ("command", "why"),
    [
        ({"verb": "JAYWALK", "tiles": ["Q"], "left": 1}, "JAYWALK doesn’t accept these fields: left."),
        ({"verb": "ACCEPT", "gives": "Q"}, "ACCEPT can’t be written like this."),
        ({"verb": "DECLINE SWAP", "takes": "E", "from": "ANNA"}, "DECLINE SWAP can’t be written like this"),
    ],
)
def test_incomplete_fields_and_fields_of_web_forms_are_refused(command, why):
    assert why in str(refusal(command, GRAMMARS["crossing"]).why)


@every_form
def test_a_verb_alone_is_a_command_or_refused_with_an_example(grammar, form):
    try:
        orders = read_commands([{"verb": form["verb"]}], grammar)
    except Unreadable as fault:
        orders = read_commands([json.loads(fault.correct)], grammar)
    assert [order.verb for order in orders] == [form["verb"]]


@every_form
def test_a_text_field_cannot_smuggle_in_another_command(grammar, form):
    for name, value in form.items():
        if isinstance(value, str) and name != "verb" and form["verb"] not in TABLE_VERBS:
            assert "can’t be written like this" in str(refusal({**form, name: f"{value}\nRESIGN"}, grammar).why)


@every_grammar
def test_an_unknown_verb_is_refused_with_a_list_of_verbs(grammar):
    why = str(refusal({"verb": "CASTLE"}, grammar).why)
    assert all(verb in why for verb in (*grammar.verbs, *grammar.facts))


def test_the_description_has_examples_for_every_kind(client, db):
    shapes = client.get("/api/v1/openapi.json").json()["components"]["schemas"]
    described = shapes["Commands"]["properties"]["commands"]["anyOf"][0]["items"]["anyOf"]
    assert [one["title"] for one in described] == [kind.name for kind in registry.KINDS.values()]
    for one, grammar in zip(described, GRAMMARS.values(), strict=True):
        assert all(read_commands([command], grammar) for command in one["examples"])


def test_two_equal_layouts_count_once():
    grid = {"verb": "GRID", "layout": ["CAT"]}
    orders = read_commands([grid, grid, {"verb": "GREEN"}], GRAMMARS["crossing"])
    assert [order.verb for order in orders] == ["GRID", "GREEN"]


@pytest.mark.parametrize("command", [{"verb": "GRID", "layout": "\ud800"}, {"verb": "JAYWALK", "tiles": "\ud800"}])
def test_a_lone_surrogate_is_refused(command):
    assert "can’t be written like this" in str(refusal(command, GRAMMARS["crossing"]).why)


def test_a_partner_can_be_named_by_the_seat_number_of_the_view():
    (order,) = read_commands([{"verb": "OFFER", "gives": "Q", "takes": "E", "to": 1}], GRAMMARS["crossing"])
    assert order.facts["to"] == "SEAT 2"


def test_command_schemas_do_not_allow_null(client, db):
    shapes = client.get("/api/v1/openapi.json").json()["components"]["schemas"]["Commands"]["properties"]
    assert "null" not in json.dumps(shapes["commands"]["anyOf"][0]["items"])
