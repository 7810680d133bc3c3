"""The pace that a game keeps to, in words."""

from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext, gettext_noop

from games.rules.options import read_options
from games.rules.table.kind import AnyKind
from games.wording import length

DAILY, LEISURELY, LIVE = "daily", "leisurely", "live"
TITLES = {DAILY: gettext_noop("Daily"), LEISURELY: gettext_noop("Leisurely"), LIVE: gettext_noop("Live")}
SAYS = {
    DAILY: gettext_noop("You look in when it suits you, on the site or by mail; twice a day is plenty."),
    LEISURELY: gettext_noop("You look in when it suits you, on the site or by mail; every other day is plenty."),
    LIVE: gettext_noop("Everyone is at the table at once: a few minutes for each step, done in an evening."),
}


@dataclass(frozen=True)
class PaceLine:
    """`says` is how often one is to look in, `is_live` that all sit there at the same time."""

    name: str
    title: str
    says: str

    @property
    def is_live(self) -> bool:
        return self.name == LIVE


def pace_line(kind: AnyKind, given: dict[str, Any]) -> PaceLine:
    """Of a game with these options."""
    name = kind.pace_of(read_options(kind.options_type, given))
    return PaceLine(name, gettext(TITLES[name]), gettext(SAYS[name]))


def how_long(kind: AnyKind, given: dict[str, Any], *, seats: int) -> str:
    """About how long a game of so many players takes, as a sentence; empty where its kind does not say."""
    set_ups = kind.set_ups(seats, read_options(kind.options_type, given))
    row = next((row for row in set_ups.rows if row.seats == seats), None) if set_ups else None
    return gettext("About {time} in all.").format(time=length(row.lasts)) if row else ""
