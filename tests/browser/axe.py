"""Accessibility violations that axe finds on a page."""

from axe_playwright_python.base import AXE_SCRIPT

WCAG = ("wcag2a", "wcag2aa", "wcag21aa", "wcag22aa")
COLOURS = ("color-contrast", "link-in-text-block")
IS_THERE = "Boolean(window.axe)"
RUN = "([within, options]) => axe.run(within ?? document, options).then(({ violations }) => violations)"
AT_ONCE = "document.getAnimations().forEach((one) => one instanceof CSSTransition && one.finish())"


def violations(page, *, rules=WCAG, within=None):
    """Return violations as axe reports them; `rules` None runs all rules. Passes are not listed, as that takes
    longer than the check."""
    if not page.evaluate(IS_THERE):  # once per page, as the script is large
        page.evaluate(AXE_SCRIPT)
    only = {"runOnly": list(rules)} if rules else {}
    return page.evaluate(RUN, [within, {"resultTypes": ["violations"], **only}])


def violations_by_day_and_night(page, *, rules=WCAG, within=None):
    """Yield violations in both colour schemes of a page that is loaded once: all rules in light mode, colour rules
    in dark mode."""
    page.emulate_media(color_scheme="light")
    page.evaluate(AT_ONCE)  # skip transitions, whose intermediate colours don't count
    yield from violations(page, rules=rules, within=within)
    page.emulate_media(color_scheme="dark")
    page.evaluate(AT_ONCE)
    for violation in violations(page, rules=COLOURS, within=within):
        yield {**violation, "id": f"{violation['id']} in the dark"}
