"""Each option is described once: checks, forms, wording and the API's schema agree on it."""

import pytest
from django import forms

from games.api.shapes import OPTIONS
from games.queries.options import option_lines
from games.rules import registry
from games.rules.options import read_options, schema
from games.rules.values import OrderRefused
from games.web.option_forms import PREFIX, add_options
from games.wording import speak

KINDS = registry.KINDS.values()
EVERY_OPTION = [pytest.param(kind, one, id=f"{kind.key}-{one.name}") for kind in KINDS for one in schema(kind.options_type).values()]  # fmt: skip


@pytest.mark.parametrize(("kind", "option"), EVERY_OPTION)
def test_forms_offer_what_the_rules_accept(kind, option):
    form = forms.Form()
    add_options(form, kind)
    field = form.fields.get(PREFIX + option.name)
    assert (field is not None) == option.leaves_a_choice
    for value in option.choices:
        assert getattr(read_options(kind.options_type, {option.name: value}), option.name) == value
        assert field is None or field.clean(str(value)) == value
    if field is not None:
        assert (field.label, field.help_text) == (speak(option.label, ()), speak(option.help, ()))


@pytest.mark.parametrize(("kind", "option"), EVERY_OPTION)
def test_the_api_describes_options_in_the_same_words(kind, option):
    described = next(one for one in OPTIONS["anyOf"] if one["title"] == kind.name)["properties"][option.name]
    assert (described["title"], described["description"]) == (str(option.label), str(option.help))
    assert described["default"] == option.default
    assert described.get("enum", []) == list(option.choices)


@pytest.mark.parametrize(("kind", "option"), EVERY_OPTION)
def test_values_outside_the_limits_of_an_option_are_refused_by_name(kind, option):
    wrong = [1.5, object] if option.least is None else [option.least - 1, option.most + 1, True, "soon"]
    for value in wrong:
        with pytest.raises(OrderRefused, match=f"^{option.name} must be "):
            read_options(kind.options_type, {option.name: value})
    for value in [option.least, option.most, *option.also] if option.least is not None else []:
        read_options(kind.options_type, {option.name: value})


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.key)
def test_each_choice_is_shown_in_its_own_words(kind):
    for option in schema(kind.options_type).values():
        for value, text in option.choices.items():
            lines = {line.name: line.value for line in option_lines(kind, {option.name: value})}
            assert lines.get(option.name, speak(text, ())) == speak(text, ())
