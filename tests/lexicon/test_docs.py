"""The documentation matches the program: its settings, commands and endpoints."""

import json
import logging
import os
import re
import shutil
import subprocess
import sys

import pytest
from lxml.html import parse

from games.api.urls import api
from games.rules import registry
from tests.built_docs import ROOT, build_docs, built  # noqa: F401

pytestmark = pytest.mark.sqlite

READ = re.compile(r'(?:env\.\w+|days)\((?:\s|#.*\n)*"([A-Z_]+)"|"([A-Z_]+)" in os\.environ')
ELSEWHERE = {"WEB_CONCURRENCY"}  # gunicorn reads it
REPORT = "contributors/simulated-season.html"  # the report of a real run, which stands alone
EXAMPLE = re.compile(r"^    \$ (.*lexicon manage.*)\n((?:    [^$\n].*\n)+)", re.MULTILINE)


def settings_told():
    rows = re.findall(r"^\| (`.+?) \|", (ROOT / "docs/settings.md").read_text("utf-8"), re.MULTILINE)
    return {name for row in rows for name in re.findall(r"`(\w+)", row) if not name.startswith("ANYMAIL_")}


def test_every_setting_is_documented_and_every_documented_setting_exists():
    read = {one or other for one, other in READ.findall((ROOT / "lexicon/settings.py").read_text("utf-8"))}
    assert {"SECRET_KEY", "LMTP_LISTEN", "PROMETHEUS_MULTIPROC_DIR"} < read
    assert settings_told() == read | ELSEWHERE


def test_the_settings_template_has_only_documented_settings():
    form = re.findall(r"^(\w+)=", (ROOT / "lexicon/deploy/lexicon.env").read_text("utf-8"), re.MULTILINE)
    assert {name for name in form if not name.startswith("ANYMAIL_")} <= settings_told()


@pytest.mark.parametrize("page", ["commands.md", "mail.md"])
def test_the_example_commands_print_what_the_page_says(page, tmp_path):
    env = {"PATH": f"{os.path.dirname(sys.executable)}:{os.environ['PATH']}", "DEBUG": "true", "VAR_DIR": str(tmp_path)}
    examples = EXAMPLE.findall((ROOT / "docs" / page).read_text("utf-8"))
    assert examples
    for command, printed in examples:
        ended = subprocess.run(["bash", "-c", command], env=env, capture_output=True, text=True, check=True)
        assert json.loads(ended.stdout) == json.loads(printed)


def test_the_reference_has_every_endpoint_and_every_shape(built):  # noqa: F811
    described = api.get_openapi_schema()
    page = parse(built / "api/reference.html")
    shown = {pre.text_content().strip() for pre in page.iter("pre")}
    assert shown == {f"{method.upper()} {path}" for path, of in described["paths"].items() for method in of}
    assert {name.lower() for name in described["components"]["schemas"]} <= {h3.get("id") for h3 in page.iter("h3")}


def test_the_page_on_email_lists_the_commands_of_each_game(built):  # noqa: F811
    page = parse(built / "players/by-mail.html")
    shown = {(row[0].text_content(), row[1].text_content()) for row in page.iterfind(".//tbody/tr")}
    for kind in registry.KINDS.values():
        assert kind.commands
        assert {(line, " ".join(does.split())) for line, does in kind.commands.items()} <= shown


def test_each_game_has_its_rules_and_every_page_is_in_the_menu(built):  # noqa: F811
    for kind in registry.KINDS.values():
        assert parse(built / f"players/rules/{kind.key}.html").findtext(".//h1").strip().startswith(kind.name)
    menu = {link.get("href") for link in parse(built / "index.html").iterfind(".//nav//a")}
    pages = {str(page.relative_to(built)) for page in built.rglob("*.html")} - {"404.html", REPORT}
    assert pages <= menu


def test_pages_load_nothing_from_other_sites(built):  # noqa: F811
    for page in built.rglob("*.html"):
        fetched = parse(page).xpath("//script/@src | //img/@src | //link[not(@rel='canonical')]/@href")
        assert fetched or page == built / REPORT
        assert [address for address in fetched if re.match(r"\w+:|//", address)] == []
    for sheet in built.rglob("*.css"):
        assert re.findall(r"url\(\"?(?:https?:)?//[^)]*\)|@import", sheet.read_text("utf-8")) == []


def test_a_broken_link_fails_the_build(built, tmp_path):  # noqa: F811  the same pages are right without it
    for folder in ("docs", "tests/simulation"):  # a page lists the simulation's checks
        shutil.copytree(ROOT / folder, tmp_path / folder)
    for file in ("mkdocs.yml", "CONTRIBUTING.md"):
        shutil.copy(ROOT / file, tmp_path)
    with (tmp_path / "docs/backup.md").open("a") as page:
        page.write("\n[a page](nowhere.md), [a part](mail.md#nowhere), [a program](https://)\n")
    ended = build_docs(tmp_path / "site", root=tmp_path)
    assert ended.returncode == 1
    for address in ("nowhere.md", "mail.md#nowhere", "https://"):
        assert f"'{address}'" in ended.stderr


@pytest.mark.parametrize(
    ("address", "is_right"),
    [
        ("https://anymail.dev/en/stable/", True),
        ("http://localhost:8000/mailbox/", True),
        ("mailto:security@lexicon.example.org", True),
        ("../settings.html#mail", True),
        ("http://anymail.dev/", False),
        ("https://", False),
        ("https://any mail.dev/", False),
        ("htps://anymail.dev/", False),
    ],
)
def test_a_link_that_browsers_cannot_follow_gives_a_warning(address, is_right, monkeypatch, caplog):
    monkeypatch.syspath_prepend(ROOT / "docs" / "hooks")
    import pages
    from mkdocs.structure.files import File

    class Page:
        file = File("a.md", "docs", "site", False)

    with caplog.at_level(logging.WARNING):
        assert "there</a>" in pages.on_page_content(f'<p><a href="{address}">there</a></p>', Page, None, None)
    assert (caplog.records == []) is is_right
