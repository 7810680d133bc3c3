"""The faults that axe finds on a page, by its rules for accessible pages."""

from axe_playwright_python.base import AXE_SCRIPT

WCAG = ("wcag2a", "wcag2aa", "wcag21aa", "wcag22aa")
COLOURS = ("color-contrast", "link-in-text-block")
IS_THERE = "Boolean(window.axe)"
RUN = "([within, options]) => axe.run(within ?? document, options).then(({ violations }) => violations)"
AT_ONCE = "document.getAnimations().forEach((one) => one instanceof CSSTransition && one.finish())"


def violations(page, *, rules=WCAG, within=None):
    """As axe has them; of `rules` None, all that it knows. What is right is not listed: that takes longer than to look."""
    if not page.evaluate(IS_THERE):  # once a page: it is large
        page.evaluate(AXE_SCRIPT)
    only = {"runOnly": list(rules)} if rules else {}
    return page.evaluate(RUN, [within, {"resultTypes": ["violations"], **only}])


def violations_by_day_and_night(page, *, rules=WCAG, within=None):
    """In both colour schemes, of a page that is loaded once: all rules by day, and by night those that look at colours."""
    page.emulate_media(color_scheme="light")
    page.evaluate(AT_ONCE)  # colours in between are nobody's choice
    yield from violations(page, rules=rules, within=within)
    page.emulate_media(color_scheme="dark")
    page.evaluate(AT_ONCE)
    for violation in violations(page, rules=COLOURS, within=within):
        yield {**violation, "id": f"{violation['id']} in the dark"}
