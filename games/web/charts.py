"""Bar charts of the statistics as SVG. Each chart's data is also in a table below it."""

from collections.abc import Sequence

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from games.queries.statistics import Count

WIDTH, HEIGHT = 300, 100
WIDEST = 40
GAP = 0.2
"""The share of a bar's width that stays empty."""
CHART = (
    '<svg viewBox="0 0 300 100" width="100%" height="120" preserveAspectRatio="none" role="img" aria-labelledby="{}">'
    '{}<path d="M0 100H300" fill="none" stroke="currentColor" stroke-opacity=".3" vector-effect="non-scaling-stroke"/></svg>'
)
OF_ALL = '<rect x="{}" y="{}" width="{}" height="{}" fill="currentColor" fill-opacity=".3"/>'
OWN = '<rect class="own" x="{}" y="{}" width="{}" height="{}"/>'


def draw_bars(counts: Sequence[Count], *, said_by: str) -> SafeString:
    """Draw a bar for each count, scaled to the highest share: pale for everybody, with the reader's own narrower bar in
    front.

    `said_by` is the id of the element that labels the chart."""
    highest = max((max(one.share, one.my_share) for one in counts), default=0) or 1
    place = min(WIDTH / max(len(counts), 1), WIDEST)
    of_all = [_bar(n, one.share / highest, place, 1 - GAP) for n, one in enumerate(counts) if one.everybody]
    own = [_bar(n, one.my_share / highest, place, (1 - GAP) / 2) for n, one in enumerate(counts) if one.mine]
    return format_html(CHART, said_by, format_html_join("", OF_ALL, of_all) + format_html_join("", OWN, own))


def _bar(n: int, height: float, place: float, part: float) -> tuple[str, str, str, str]:
    """Return the rectangle of a bar: left edge, upper edge, width, height."""
    tall, wide = HEIGHT * height, place * part
    return f"{n * place + (place - wide) / 2:.1f}", f"{HEIGHT - tall:.1f}", f"{wide:.1f}", f"{tall:.1f}"
