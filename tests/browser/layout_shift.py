"""Layout shifts: a script for a window notes in `shifts` what moves on a page without anybody’s doing."""

NOTE_SHIFTS = """
    window.shifts = [];
    new PerformanceObserver((seen) => {
        for (const { value, sources } of seen.getEntries())
            shifts.push([value, ...sources.map(({ node }) => node?.outerHTML?.slice(0, 80))]);
    }).observe({ type: "layout-shift" });
"""


def note_shifts(page):
    """From the next page on. Styles stand still: what shows a page without its board after three seconds would, on a busy
    machine, do so before the board is there."""
    page.add_init_script(NOTE_SHIFTS)
    page.context.new_cdp_session(page).send("Animation.setPlaybackRate", {"playbackRate": 0})
