"""Changed copies of frozen dataclasses."""

from dataclasses import fields, is_dataclass, replace

import pytest

from games.rules import registry
from games.rules.clocks import Clock, Clocks
from games.rules.frozen import altered
from tests.tables import NOON


def test_altered_gives_the_same_as_replace():
    for value, changes in ((Clock(left=NOON - NOON), {"since": NOON}), (Clocks(), {"banks": {0: 1}, "hard_end": NOON})):
        was = repr(value)
        made = altered(value, **changes)
        assert (made, hash(type(made)), repr(value)) == (replace(value, **changes), hash(type(value)), was)
        assert altered(made) == made


def test_an_unknown_field_is_refused():
    with pytest.raises(TypeError, match="Clock has not all the fields left, sinse"):
        altered(Clock(left=NOON - NOON), left=NOON - NOON, sinse=NOON)


@pytest.mark.parametrize("kind", registry.KINDS.values(), ids=registry.KINDS)
def test_states_have_no_post_init_or_non_init_fields(kind):
    for one in (kind.state_type, Clocks, Clock):
        assert is_dataclass(one)
        assert not hasattr(one, "__post_init__")
        assert all(field.init for field in fields(one))
