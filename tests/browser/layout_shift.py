"""Layout shifts: a script that records in `shifts` what moves on a page without a user's action."""

NOTE_SHIFTS = """
    window.shifts = [];
    new PerformanceObserver((seen) => {
        for (const { value, sources } of seen.getEntries())
            shifts.push([value, ...sources.map(({ node }) => (node?.outerHTML ?? node?.textContent)?.slice(0, 80))]);
    }).observe({ type: "layout-shift" });
"""


def note_shifts(page):
    """Record shifts from the next page on. CSS animations are stopped: the rule that shows a page after three
    seconds without its board would apply too early on a busy machine."""
    page.add_init_script(NOTE_SHIFTS)
    page.context.new_cdp_session(page).send("Animation.setPlaybackRate", {"playbackRate": 0})
