"""No files of the product import each other in a circle, not even for types or within functions."""

import ast
from collections.abc import Mapping
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]


def sources() -> dict[str, str]:
    """Return the text of each module of the product by its dotted name; migrations are left out."""
    paths = [path for folder in ("games", "lexicon", "notifications") for path in (ROOT / folder).rglob("*.py")]
    return {
        ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__"): path.read_text("utf-8")
        for path in paths
        if "migrations" not in path.parts
    }


def imported(name: str, text: str, modules: Mapping[str, str]) -> set[str]:
    """Return the modules that a module imports, wherever the import is. `from package import module` imports the module."""
    found = set[str]()
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            package = f"{name.rsplit('.', node.level)[0]}." if node.level else ""
            source = f"{package}{node.module or ''}".rstrip(".")
            parts = [f"{source}.{alias.name}" for alias in node.names]
            found |= {part if part in modules else source for part in parts}
    return (found & modules.keys()) - {name}


def circle(modules: Mapping[str, str]) -> list[str]:
    """Return the modules of one circle of imports, the first again at the end; empty if there is none."""
    graph = {name: imported(name, text, modules) for name, text in modules.items()}
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        return list(error.args[1])
    return []


def test_there_are_no_circular_imports():
    modules = sources()
    assert "games.rules.table.kind" in modules
    assert circle(modules) == []


@pytest.mark.parametrize(
    "text",
    [
        "from games.rules import grid, panels",
        "from . import panels",
        "from .panels import Panel",
        "import games.rules.panels",
        "if TYPE_CHECKING:\n    from games.rules.panels import Panel",
        "def late():\n    from games.rules.panels import Panel",
    ],
)
def test_a_planted_circular_import_is_found(text):
    modules = {"games.rules.grid": "", "games.rules.panels": "from games.rules.grid import Cell", "games.rules": ""}
    assert circle(modules) == []
    assert set(circle(modules | {"games.rules.grid": text})) == {"games.rules.grid", "games.rules.panels"}
