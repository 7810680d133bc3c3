"""Texts in words: names, clock times and durations for one reader, in the active language and time zone.

Nothing here reads the clock. Pages and emails set the time at which they are read with `read_at`."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from datetime import UTC, datetime, timedelta
from functools import lru_cache, wraps
from typing import ParamSpec, TypeVar

from django.utils import formats, timezone
from django.utils.translation import get_language, gettext, ngettext, pgettext

from games.rules.names import reads_from_the_right
from games.rules.texts import Player, Text, Value

P = ParamSpec("P")
T = TypeVar("T")


def cached_per_language(worded: Callable[P, T]) -> Callable[P, T]:
    """Cache a function that depends only on its arguments, separately for each language and time zone."""

    @lru_cache(maxsize=5000)
    def cached(language: str | None, zone: str, *args: P.args, **kwargs: P.kwargs) -> T:
        return worded(*args, **kwargs)

    @wraps(worded)
    def known(*args: P.args, **kwargs: P.kwargs) -> T:
        at = get_language(), timezone.get_current_timezone_name()
        return cached(*at, *args, **kwargs)  # type: ignore[arg-type]  # it knows no ParamSpec

    return known


SECOND, MINUTE, HOUR = timedelta(seconds=1), timedelta(minutes=1), timedelta(hours=1)
DAY = timedelta(days=1)
FAR = 6 * DAY
_read_at: ContextVar[datetime | None] = ContextVar("read_at", default=None)
FIRST_STRONG_ISOLATE, POP_ISOLATE = "\u2068", "\u2069"
SHORT = timedelta(minutes=10)
"""A length below which seconds matter, if somebody has set it."""


@contextmanager
def read_at(now: datetime) -> Iterator[None]:
    """Word times for somebody who reads them at this instant, like `timezone.override` for their time zone."""
    before = _read_at.set(now)
    try:
        yield
    finally:
        _read_at.reset(before)


def speak(text: Text, names: Sequence[str]) -> str:
    """Return the text in words; `names` are the players' names by seat."""
    return gettext(text.template).format(**{key: _word(value, names) for key, value in text.values.items()})


def speak_all(texts: Sequence[Text], names: Sequence[str]) -> str:
    """Return the texts as one paragraph."""
    return " ".join(speak(text, names) for text in texts)


def clock_time(at: datetime) -> str:
    """Return `Thu 14:05`, or `20 Nov 14:05` if that is over six days from the time of reading, or this is unknown."""
    now = _read_at.get()
    return date_and_time(at) if now is None or abs(at - now) > FAR else _clock_time(_minute(at), False, get_language())


def date_and_time(at: datetime) -> str:
    """Return `20 Nov 14:05`, at any time of reading."""
    return _clock_time(_minute(at), True, get_language())


def time_left(at: datetime) -> timedelta:
    """Return the time from the time of reading until `at`; zero if that has passed."""
    now = _read_at.get()
    if now is None:
        raise RuntimeError("time left is only worded within read_at")
    return max(timedelta(0), at - now)


def _minute(at: datetime) -> datetime:
    """Return the local minute without its zone, as cache keys in different zones would be equal."""
    return timezone.localtime(at).replace(second=0, microsecond=0, tzinfo=None)


def clock_time_lasts(at: datetime, *, now: datetime) -> datetime:
    """Return the instant until which `clock_time` says the same."""
    return next((turn for turn in (at - FAR, at + FAR) if turn >= now), datetime.max.replace(tzinfo=UTC))


@lru_cache(maxsize=10_000)
def _clock_time(local: datetime, is_far: bool, language: str | None) -> str:
    """Return the minute in words; cached, because a page has many and is often requested again."""
    # Translators: a day and a time, in Django's date format
    of_a_day = gettext("j M H:i")
    # Translators: a day of the week and a time, in Django's date format
    of_the_week = gettext("D H:i")
    return formats.date_format(local, of_a_day if is_far else of_the_week)


def length(span: timedelta) -> str:
    """Return `5 minutes`, `2 h 10 min` or `13 days`: rounded to what matters at that length."""
    if HOUR - timedelta(minutes=1) < span < HOUR:
        span = HOUR  # minutes are rounded up, and nobody says 60 minutes
    if span >= 2 * DAY:
        return ngettext("{n} day", "{n} days", span.days).format(n=span.days)
    if span >= HOUR:
        hours, rest = divmod(span, HOUR)
        minutes = rest // timedelta(minutes=1)
        if span >= 12 * HOUR or not minutes:
            return ngettext("{n} hour", "{n} hours", hours).format(n=hours)
        return gettext("{hours} h {minutes} min").format(hours=hours, minutes=minutes)
    if span < timedelta(minutes=1):
        return ngettext("{n} second", "{n} seconds", span.seconds).format(n=span.seconds)
    minutes = -(-span // timedelta(minutes=1))
    return ngettext("{n} minute", "{n} minutes", minutes).format(n=minutes)


def length_lasts(span: timedelta) -> timedelta:
    """Return how long `length` stays the same for a span that runs down."""
    unit = DAY if span >= 2 * DAY else HOUR if span >= 12 * HOUR else MINUTE if span >= MINUTE else SECOND
    return max(span, timedelta(0)) % unit


def set_length(span: timedelta) -> str:
    """Return the length of something that somebody has set, exact where `length` would round: `90 seconds`."""
    seconds = int(span.total_seconds())
    if span < SHORT and seconds % 60:
        return ngettext("{n} second", "{n} seconds", seconds).format(n=seconds)
    return length(span)


def ordinal(n: int) -> str:
    """Return `1st`, `22nd`: a place in a ranking."""
    if n == 1:
        return pgettext("a place in a ranking", "1st")  # some languages have a special word for it, but not for 21st
    if n % 100 not in (11, 12, 13):
        match n % 10:
            case 1:
                return pgettext("a place in a ranking", "{n}st").format(n=n)
            case 2:
                return pgettext("a place in a ranking", "{n}nd").format(n=n)
            case 3:
                return pgettext("a place in a ranking", "{n}rd").format(n=n)
    return pgettext("a place in a ranking", "{n}th").format(n=n)


def isolated(name: str) -> str:
    """Return the name isolated for a sentence if it has right-to-left letters, so that it does not reorder the text
    around it."""
    if name.isascii() or not reads_from_the_right(name) or name.startswith(FIRST_STRONG_ISOLATE):
        return name
    return f"{FIRST_STRONG_ISOLATE}{name}{POP_ISOLATE}"


def together(names: Sequence[str]) -> str:
    """Return `Anna & Boris`: two names as one, for a sentence or as an item of a list."""
    return " & ".join(names)


def listing(words: Sequence[str]) -> str:
    """Return `Anna, Boris and Chloe`."""
    words = [isolated(word) for word in words]
    if len(words) < 2:
        return "".join(words)
    return gettext("{first} and {last}").format(first=", ".join(words[:-1]), last=words[-1])


def series(parts: Sequence[str]) -> str:
    """Return `a, or b; c`: a series of parts that contain commas."""
    # Translators: stands between such parts
    return gettext("; ").join(parts)


def named(name: str, says: str) -> str:
    """Return `Anna: has not looked`."""
    return gettext("{name}: {says}").format(name=isolated(name), says=says)


def _word(value: Value, names: Sequence[str]) -> str:
    if isinstance(value, Player):
        return isolated(names[value.seat])
    if isinstance(value, Text):
        return speak(value, names)
    if isinstance(value, tuple):
        if any(isinstance(item, Player) for item in value):
            return listing([_word(item, names) for item in value])
        return ", ".join(_word(item, names) for item in value)
    if isinstance(value, datetime):
        return clock_time(value)
    if isinstance(value, timedelta):
        return length(value)
    return isolated(str(value)) if isinstance(value, str) else str(value)
