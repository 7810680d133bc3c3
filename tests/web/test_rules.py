"""The rules: one page that lists all games, and one for each kind; worked examples are drawn with their sums."""

import re

import pytest

from games.rules import registry

pytestmark = pytest.mark.django_db

EVERY_KIND = pytest.mark.parametrize("kind", registry.KINDS.values(), ids=registry.KINDS)
LANGUAGES = pytest.mark.parametrize("language", ["en", "fr"])


def page_of(browser_of, address, language="en"):
    answer = browser_of().get(address, headers={"Accept-Language": language})
    assert answer.status_code == 200
    return answer.text


def test_the_rules_page_lists_every_game_and_links_to_its_rules(browser_of):
    page = page_of(browser_of, "/rules/")
    for kind in registry.KINDS.values():
        assert f'<a href="/rules/{kind.key}/">{kind.name}</a>' in page
        assert kind.says in page


@EVERY_KIND
@LANGUAGES
def test_every_kind_has_rules_with_the_details_folded(browser_of, kind, language):
    needed, *folds = page_of(browser_of, f"/rules/{kind.key}/", language).split("<details>")
    assert "<h1" in needed
    assert '<h2 id="in-a-minute">' in needed
    assert folds


def test_the_rules_of_an_unknown_game_are_not_found(browser_of):
    assert browser_of().get("/rules/chess/").status_code == 404


@LANGUAGES
def test_the_worked_examples_are_drawn_with_their_sums(browser_of, language):
    page = page_of(browser_of, "/rules/crossing/", language)
    assert page.count('<figure class="panel example">') == 2
    assert "9/4=2.25" in page
    assert "9/(4+1)=1.80" in page
    assert "9 ÷ (4 + 1) = <strong>1.80</strong>" in page
    assert page.count('class="crossing"') == 6
    assert page.count('class="leftover"') == 1


def test_other_code_blocks_stay_text(browser_of):
    assert "<pre><code>points / (words + leftover tiles)" in page_of(browser_of, "/rules/crossing/")


@LANGUAGES
def test_links_in_old_emails_to_sections_of_the_rules_still_work(browser_of, language):
    places = re.findall(r'id="([\w-]+)"', page_of(browser_of, "/rules/", language))
    assert {"draws", "api", "by-mail", "score", "lights", "tiles", "nobody-can-stall-a-game"} <= set(places)
    assert len(places) == len(set(places))


@LANGUAGES
def test_details_of_the_general_rules_are_folded(browser_of, language):
    _needed, *folds = page_of(browser_of, "/rules/", language).split("<details>")
    assert [re.search(r'<div id="([\w-]+)">', fold)[1] for fold in folds] == ["by-mail", "draws", "api"]
