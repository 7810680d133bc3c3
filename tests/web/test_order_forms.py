"""Forms of orders: their values as a player would write them in an email, and the values that they refuse."""

from types import SimpleNamespace

import pytest
from django.http import QueryDict

from games.queries.choices import Choice
from games.rules.alphabets.known import ENGLISH
from games.rules.panels import Field, Offer
from games.rules.texts import say
from games.web.order_forms import written
from games.web.sent_back import NotFilledIn

VIEW = SimpleNamespace(names=(), panels=(), alphabet=ENGLISH)
TILES = tuple((tile, say("{tile}", tile=tile)) for tile in "AAB?")
LENGTH = Field(say("Length"), "number", least=3, most=8)
WORDS = Field(say("Words"), "words")
LIGHT = Field(say("Light"), "choice", choices=(("1A", say("1A")), ("2D", say("2D"))))
KINDS = (("hand", say("A handshake")), ("me", say("Refused to me")))
KIND = Field(say("Kind"), "choice", choices=KINDS, written={"hand": "HAND", "me": "REFUSED"})
BETWEEN = Field(say("Person in between"), "text", after="THROUGH", not_with=("me",))
TEXT = Field(say("Text"), "text")
LAYOUT = Field(say("Grid"), "layout", start=("..",))
GIVEN_BACK = Field(say("Tiles"), "tiles", choices=TILES, least=1, most=3)


def text_of(verb, fields, *, is_optional=False, **given):
    sent = QueryDict(mutable=True)
    for name, values in given.items():
        sent.setlist(name.replace("_", "-"), values if isinstance(values, list) else [values])
    return written(Choice(Offer(verb, say(verb), fields=fields), verb), sent, VIEW)


@pytest.mark.parametrize(
    ("verb", "fields", "given", "line"),
    [
        ("LAY", (Field(say("Word"), "word"),), {"field_0": " cat "}, "LAY cat"),
        ("ENTER", (LIGHT, TEXT), {"field_0": "2D", "field_1": "mom and\r\ndad"}, "ENTER 2D mom and dad"),
        ("EXCHANGE", (GIVEN_BACK,), {"field_0": ["A", "A", "?"]}, "EXCHANGE AA?"),
        ("BID", (LENGTH, WORDS, LAYOUT), {"field_0": "5", "field_1": "WITCH WE", "field_2": "W.\r\n.E"},
         "BID 5 WITCH WE\nGRID\n|W.|\n|.E|\nEND"),
        ("GRID", (LAYOUT,), {"field_0": "8H CAT\r\nH8 COD\r\n"}, "GRID\n8H CAT\r\nH8 COD\nEND"),
        ("BID", (LENGTH, Field(say("Words"), "words", is_optional=True)), {"field_0": "5"}, "BID 5"),
        ("CLAIM", (KIND, BETWEEN), {"field_0": "hand", "field_1": "Olga"}, "CLAIM HAND THROUGH Olga"),
        ("CLAIM", (KIND, BETWEEN), {"field_0": "me", "field_1": "Olga"}, "CLAIM REFUSED"),
        ("PASS", (), {}, "PASS"),
    ],
)  # fmt: skip
def test_a_form_gives_the_command_as_typed_in_an_email(verb, fields, given, line):
    assert text_of(verb, fields, **given) == line


@pytest.mark.parametrize(
    ("fields", "given", "why", "field"),
    [
        ((TEXT,), {}, "Fill in “Text”.", "field-0"),
        ((TEXT,), {"field_0": " \n"}, "Fill in “Text”.", "field-0"),
        ((LENGTH, LAYOUT), {"field_0": "5", "field_1": " \n "}, "Fill in “Grid”.", "field-1"),
        ((LENGTH,), {"field_0": "9"}, "Length: enter a number from 3 to 8.", "field-0"),
        ((LENGTH,), {"field_0": "five"}, "Length: enter a number from 3 to 8.", "field-0"),
        ((LIGHT,), {"field_0": "3D"}, "Light: choose one of the options shown.", "field-0"),
        ((GIVEN_BACK,), {"field_0": ["B", "B"]}, "Tiles: choose 1 to 3 of those shown.", "field-0"),
        ((GIVEN_BACK,), {"field_0": ["A", "A", "B", "?"]}, "Tiles: choose 1 to 3 of those shown.", "field-0"),
    ],
)  # fmt: skip
def test_an_incomplete_form_says_what_is_missing(fields, given, why, field):
    with pytest.raises(NotFilledIn) as refused:
        text_of("DO", fields, **given)
    assert (refused.value.why, refused.value.field) == (why, field)
