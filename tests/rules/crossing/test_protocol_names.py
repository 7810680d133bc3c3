"""The docstring of `games/tasks.py` points to each part of the protocol by name, and every name exists."""

import re
from importlib import import_module

import pytest

from games import commands, store, tasks
from games.rules.crossing.kind import Crossing
from games.rules.crossing.state import State
from games.rules.crossing.transition import Transition
from games.rules.table.kind import Kind

CLASSES = {"State": State, "Crossing": Crossing, "Kind": Kind}
MODULES = ("dealing", "lights", "grace", "visibility", "transition")
NAMED = re.findall(r"`([\w.]+)\.(\w+)`", tasks.__doc__ or "")


def place(name):
    match name:
        case "commands":
            return commands
        case "store":
            return store
        case "store.Table":
            return store.Table
        case "transition.Transition":
            return Transition
        case _ if name in MODULES:
            return import_module(f"games.rules.crossing.{name}")
    return CLASSES[name]


@pytest.mark.parametrize(("where", "what"), [pair for pair in NAMED if pair[1] != "py" and pair[0] != "Game"])
def test_everything_named_in_the_docstring_exists(where, what):
    there = place(where)
    assert hasattr(there, what) or what in getattr(there, "__dataclass_fields__", ())


def test_the_docstring_names_each_part_of_the_protocol():
    for part in ("Deferred allocation", "Leeway timer", "Request and unrequest"):
        assert f"*{part}.*" in (tasks.__doc__ or "")
