"""What moves on a page without anybody’s doing: a script for a window notes each shift in `shifts`, with what moved."""

NOTE_SHIFTS = """
    window.shifts = [];
    new PerformanceObserver((seen) => {
        for (const { value, sources } of seen.getEntries())
            shifts.push([value, ...sources.map(({ node }) => node?.outerHTML?.slice(0, 80))]);
    }).observe({ type: "layout-shift" });
"""
