"""What axe finds wrong with a page, by its rules for pages that keep nobody out."""

from axe_playwright_python.sync_playwright import Axe

WCAG = ("wcag2a", "wcag2aa", "wcag21aa", "wcag22aa")


def violations(page, *, rules=WCAG, within=None):
    """As axe has them; of `rules` None, all that it knows. What is right is not listed: that takes longer than to look."""
    only = {"runOnly": list(rules)} if rules else {}
    return Axe().run(page, context=within, options={"resultTypes": ["violations"], **only}).response["violations"]
