"""MkDocs hooks: pages generated from the program, so that nothing is written twice, and a check of external links.
MkDocs calls the functions that begin with `on_`.

`reference` generates the API reference."""

import ast
import json
import logging
import os
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from fnmatch import fnmatch
from functools import partial
from itertools import groupby
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import django
from lxml.html import fragment_fromstring, tostring
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page

os.environ.setdefault("DEBUG", "true")
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "lexicon.settings")
django.setup()  # before imports that need settings

from django.core.management import get_commands, load_command_class
from reference import commands_by_api, endpoints, shapes, table  # in this folder

from games import rules as room
from games import web
from games.admin.actions import PAGES
from games.queries.options import option_lines
from games.rules import registry
from games.rules.options import Option
from games.rules.table.kind import AnyKind
from games.tournaments.directing.actions import DIRECTOR_ACTIONS
from games.web.keys import KEYS
from games.web.option_forms import needs_says, span, under_headings
from games.wording import speak

log = logging.getLogger("mkdocs.hooks.pages")  # with --strict, a warning of MkDocs fails the build
ROOMS = ("games", "notifications", "lexicon")
OF_A_CLONE = ("makemessages", "seed_demo", "play_script")  # for people who work on Lexicon
WIDE = 2  # columns that fit on a phone
ROOT = Path(__file__).parents[2]
LENT = ("icon.svg", "fonts/lexicon-serif-bold.woff2")
LINK = re.compile(r"(?<!!)\[([^\]\n]+)\]\(([^)\s]+)\)")
MADE = re.compile(r"^<!-- made: (\w+) -->$", re.MULTILINE)


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add the rules of each kind and the site's shared stylesheets, and expand patterns in the `nav`."""
    for name, text in _rules().items():
        files.append(File.generated(config, f"players/rules/{name}.md", content=text))
    for name in LENT:
        files.append(File.generated(config, name, abs_src_path=str(Path(web.__path__[0], "static", name))))
    found = sorted(file.src_uri for file in files.documentation_pages())
    config.nav = list(_listed(config.nav or [], found, set(_named(config.nav or []))))
    return files


def on_page_markdown(markdown: str, page: Page, config: MkDocsConfig, files: Files) -> str:
    """Fill in the generated parts of a page. A link to a repository file outside the docs becomes plain text, as the
    site has no such file."""
    folder = Path(config.docs_dir, page.file.src_uri).parent

    def followed(found: re.Match[str]) -> str:
        leads_to = (folder / found[2]).resolve()
        return found[1] if leads_to.exists() and not leads_to.is_relative_to(config.docs_dir) else found[0]

    return LINK.sub(followed, MADE.sub(lambda found: PARTS[found[1]](), markdown))


def on_page_content(html: str, page: Page, config: MkDocsConfig, files: Files) -> str:
    """Warn about external links that no browser could follow, without using the network; label each cell of a wide
    table with its column, for phones."""
    body = fragment_fromstring(html, create_parent="div")
    for _element, _attribute, address, _at in body.iterlinks():
        if why := _what_is_wrong_with(address):
            log.warning("%s has the link %r: %s", page.file.src_uri, address, why)
    for made in body.iter("table"):
        heads = [head.text_content() for head in made.iterfind("thead/tr/th")]
        if len(heads) > WIDE:
            made.set("data-wide", "")
            for row in made.iterfind("tbody/tr"):
                for head, one in zip(heads, row, strict=True):
                    one.set("data-label", head)
    return "".join(tostring(part, encoding="unicode") for part in body)


def _what_is_wrong_with(address: str) -> str:
    parts = urlsplit(address)
    if parts.scheme not in ("https", "http", "mailto", ""):
        return "no browser follows it."
    if parts.scheme == "http" and parts.hostname != "localhost":
        return "write https."
    if parts.scheme in ("https", "http") and not re.fullmatch(r"[\w-]+(\.[\w-]+)*(:\d+)?", parts.netloc):
        return "its host cannot be one."
    return ""


# --- the pages of the menu --------------------------------------------------------------------------------------------


def _named(nav: Iterable[Any]) -> Iterable[str]:
    for entry in nav:
        yield from [entry] if isinstance(entry, str) else (one for below in entry.values() for one in _below(below))


def _below(below: Any) -> Iterable[str]:
    return [below] if isinstance(below, str) else _named(below)


def _listed(nav: Iterable[Any], found: Sequence[str], named: set[str]) -> Iterable[Any]:
    """Yield the `nav` with each pattern replaced by the matching pages that are not listed by name."""
    for entry in nav:
        if isinstance(entry, str):
            yield from [one for one in found if _fits(one, entry) and one not in named] if "*" in entry else [entry]
        else:
            yield {
                title: below if isinstance(below, str) else list(_listed(below, found, named))
                for title, below in entry.items()
            }


def _fits(path: str, pattern: str) -> bool:
    return fnmatch(path, pattern) and path.count("/") == pattern.count("/")


# --- generated from the program ---------------------------------------------------------------------------------------


def _rules() -> Mapping[str, str]:
    folder = Path(room.__path__[0])
    every = "# Every game\n\n" + (folder / "RULES.md").read_text("utf-8")
    return {"every-game": every} | {key: (folder / key / "RULES.md").read_text("utf-8") for key in registry.KINDS}


def _contributing() -> str:
    """CONTRIBUTING.md, its links as from the page that shows it."""
    return (ROOT / "CONTRIBUTING.md").read_text("utf-8").replace("](docs/", "](../")


def _source(path: str) -> str:
    return f"```python\n{(ROOT / path).read_text('utf-8')}```"


def _games() -> str:
    """Return a table of the kinds, with their numbers of players and descriptions."""
    rows = []
    for kind in registry.KINDS.values():
        least, most = kind.seats
        rows.append((f"[{kind.name}](rules/{kind.key}.md)", f"{least} to {most}", kind.says))
    return table(("Game", "Players", "How to play"), rows)


def _keys() -> str:
    return table(("Key", "What it does"), [(f"**{key.keys}**", key.does) for key in KEYS])


def _commands() -> str:
    """Return the orders of each kind, as HELP lists them."""
    return "\n\n".join(
        f"### {kind.name}\n\n"
        + table(("Line", "What it does"), [(_code(line), does) for line, does in kind.commands.items()])
        for kind in registry.KINDS.values()
    )


def _options() -> str:
    return "\n\n".join(_options_of(kind) for kind in registry.KINDS.values())


def _options_of(kind: AnyKind) -> str:
    usual = {line.name: line.value for line in option_lines(kind, {})}
    headings = list(under_headings(kind))
    parts = [f"## {kind.name}"]
    for heading, options in headings:
        parts += [f"### {heading}" if len(headings) > 1 else ""]
        parts += [table(("Option", "What it does", "Default"), [_option(kind, option, usual) for option in options])]
    return "\n\n".join(filter(None, parts))


def _option(kind: AnyKind, what: Option, usual: Mapping[str, str]) -> Sequence[str]:
    says = [speak(what.help, ())]
    if what.choices:
        choices = (f"{speak(text, ())} ({_code(json.dumps(value))})" for value, text in what.choices.items())
        says.append(f"Choose from: {'; '.join(choices)}.")
    if what.unit == "seconds" and what.least:
        says.append(f"At least {span(what.least)}.")
    elif what.least is not None and what.most is not None and what.unit != "seconds":
        says.append(f"From {what.least} to {what.most}.")
    says.append(needs_says(kind, what.name))
    default = usual.get(what.name) or ("none" if what.default in (None, "") else str(what.default))
    return f"{speak(what.label, ())} <br>{_code(what.name)}", " ".join(filter(None, says)), default


def _rulings() -> str:
    """Return the actions of a director, grouped by what they are about."""
    of = {
        "Tournament": "For the tournament",
        "Entrant": "For a player",
        "Round": "For a round",
        "Fixture": "For a table",
    }
    parts = []
    for model, actions in groupby(DIRECTOR_ACTIONS.values(), lambda action: action.model.__name__):
        if model in of:
            parts += [f"### {of[model]}", table(("Action", "Effect"), [_ruling(action) for action in actions])]
    return "\n\n".join(parts)


def _ruling(action: Any) -> tuple[str, str]:
    says = "The page says what will happen before you confirm." if callable(action.does) else str(action.does)
    return str(action.label), says


def _manage() -> str:
    """Return a table of our own management commands, with their help texts."""
    ours = [(name, app) for name, app in get_commands().items() if app in ROOMS and name not in OF_A_CLONE]
    rows = [(_code(name), load_command_class(app, name).help) for name, app in sorted(ours)]
    return table(("Command", "What it does"), rows)


def _acts_of_the_staff() -> str:
    return table(("Action", "Effect"), [(str(page.label), str(page.about)) for page in PAGES.values()])


def _code(text: str) -> str:
    return f"`{text}`"


def _invariants() -> str:
    """The sentences of the simulation's invariants, read from its source, as it needs what only tests have."""
    source = ast.parse((ROOT / "tests/simulation/invariants.py").read_text("utf-8"))
    found = (one for one in source.body if isinstance(one, ast.FunctionDef) and not one.name.startswith("_"))
    return "\n".join(f"- {' '.join(sentence.split())}" for one in found if (sentence := ast.get_docstring(one)))


def _planted() -> str:
    """The faults that can be planted in the product, and the runs that found them."""
    source = ast.parse((ROOT / "tests/simulation/planted.py").read_text("utf-8"))
    [faults] = (one.value for one in source.body if isinstance(one, ast.Assign) and isinstance(one.value, ast.Dict))
    rows = []
    for name, planted in zip(faults.keys, faults.values, strict=True):
        assert isinstance(name, ast.Constant)
        assert isinstance(planted, ast.Call)
        told = [str(one.value) for one in planted.args if isinstance(one, ast.Constant)]
        rows.append((f"`{name.value!s}`", *told))
    return table(("name", "what is wrong", "found"), rows)


PARTS: Mapping[str, Callable[[], str]] = {
    "contributing": _contributing,
    "client": partial(_source, "docs/api/client.py"),
    "counting": partial(_source, "docs/contributors/counting.py"),
    "games": _games,
    "keys": _keys,
    "commands": _commands,
    "options": _options,
    "rulings": _rulings,
    "manage": _manage,
    "staff": _acts_of_the_staff,
    "invariants": _invariants,
    "planted": _planted,
    "endpoints": endpoints,
    "shapes": shapes,
    "commands_by_api": commands_by_api,
}
"""The texts that a page includes by a line `<!-- made: NAME -->`."""
