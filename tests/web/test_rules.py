"""The rules page: the worked examples are drawn, with the sums that the rules themselves come to."""

import pytest

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("language", ["en", "fr"])
def test_the_worked_examples_are_drawn_with_their_sums(browser_of, language):
    page = browser_of().get("/rules/", headers={"Accept-Language": language}).text
    assert page.count('<figure class="panel example">') == 2
    assert "9/4=2.25" in page
    assert "9/(4+1)=1.80" in page
    assert "9 ÷ (4 + 1) = <strong>1.80</strong>" in page
    assert page.count('class="crossing"') == 6
    assert page.count('class="leftover"') == 1


def test_other_fences_stay_text(browser_of):
    assert "<pre><code>points / (words + leftover tiles)" in browser_of().get("/rules/").text


@pytest.mark.parametrize("language", ["en", "fr"])
def test_sections_can_be_linked_to_and_those_one_need_not_know_are_folded(browser_of, language):
    page = browser_of().get("/rules/", headers={"Accept-Language": language}).text
    needed, *folds = page.split("<details>")
    assert '<h2 id="lights">' in needed
    assert len(folds) == 6
    assert '<div id="draws">' in folds[-2]
    assert '<div id="api">' in folds[-1]
