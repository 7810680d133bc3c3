"""The settings of a game in words: options, paces, a player's presets, and saved tile sets."""

from ast import literal_eval
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, TypeAlias

from django.utils.translation import gettext, gettext_noop

from games.models import Preset, TileSet
from games.players.hours import hours_of
from games.players.models import Player
from games.rules import registry
from games.rules.alphabets.alphabet import Alphabet
from games.rules.alphabets.known import ENGLISH, alphabet_of, codes
from games.rules.clocks import Clock, Rest
from games.rules.options import Option, alphabet_in, read_options, schema
from games.rules.table.kind import AnyKind
from games.rules.tiles import parse_tile_set
from games.rules.values import OrderRefused
from games.wording import cached_per_language, length, named, set_length, speak

GivenOptions: TypeAlias = Mapping[str, object]
"""Options as JSON names them; those left out have their defaults."""
SETS_SHOWN = 500
DAILY, LEISURELY, LIVE = "daily", "leisurely", "live"
TITLES = {DAILY: gettext_noop("Daily"), LEISURELY: gettext_noop("Leisurely"), LIVE: gettext_noop("Live")}
SAYS = {
    DAILY: gettext_noop("Check in when it suits you, on the site or by email. Twice a day is plenty."),
    LEISURELY: gettext_noop("Check in when it suits you, on the site or by email. Every other day is plenty."),
    LIVE: gettext_noop(
        "Everyone plays at the same time, with a few minutes for each step. The game is over in an evening."
    ),
}

HOUR = timedelta(hours=1)
FITS = {
    DAILY: (12 * HOUR, timedelta.max),
    LEISURELY: (36 * HOUR, timedelta.max),
    LIVE: (timedelta(0), HOUR),
}
"""For each pace, the range of step times for which its sentence is true."""


def ends_for(player: Player, *, hours: int, now: datetime) -> datetime:
    """Return the end of a clock of this many hours that starts now and stops while the player sleeps."""
    ends = Clock(timedelta(hours=hours), rest=Rest(hours_of(player, now=now))).run(now).ends
    assert ends is not None, "it runs"
    return ends


@dataclass(frozen=True)
class OptionLine:
    """An option of a game with its value; `is_usual` if that is the kind's default."""

    name: str
    label: str
    value: str
    help: str
    is_usual: bool

    @property
    def says(self) -> str:
        """The option with its value in words."""
        return named(self.label, self.value)


@dataclass(frozen=True)
class PaceLine:
    """A pace: `says` is how often players should check in; `is_live`: all play at the same time."""

    name: str
    title: str
    says: str

    @property
    def is_live(self) -> bool:
        return self.name == LIVE


@dataclass(frozen=True)
class PresetLine:
    """A player's preset: the `options` to fill a form with, and `says`, the same in words; `dropped` names those that
    no longer exist."""

    id: int
    name: str
    options: GivenOptions
    says: tuple[str, ...]
    dropped: tuple[str, ...]


@dataclass(frozen=True)
class SetLine:
    """A saved tile set; `alphabet` is its code, and `is_own` if the reader may change it."""

    id: int
    name: str
    counts: str
    total: int
    maker: str
    is_own: bool
    alphabet: str = ENGLISH.code


def option_lines(kind: AnyKind, given: GivenOptions) -> tuple[OptionLine, ...]:
    """Return every option that matters given the others, with its value, in the kind's own order."""
    return _option_lines(kind, _as_text(given))


def _as_text(given: GivenOptions) -> str:
    """Return options as a text to cache by, from which `literal_eval` returns them. JSON would take ten times as long."""
    return repr(dict(given))


@cached_per_language
def _option_lines(kind: AnyKind, given: str) -> tuple[OptionLine, ...]:
    """Return the lines for options as text; cached, since every page of a game needs them."""
    options = read_options(kind.options_type, literal_eval(given))
    house_rules = kind.house_rules(options)
    lines = []
    for name, option in schema(kind.options_type).items():
        if not kind.has_meaning(options, name):
            continue
        is_code = option.unit in ("tiles", "seats", "alphabet")  # the help on writing such a code is not needed here
        lines.append(
            OptionLine(
                name=name,
                label=speak(option.label, ()),
                value=_in_words(option, getattr(options, name)),
                help="" if is_code else speak(option.help, ()),
                is_usual=name not in house_rules,
            )
        )
    return tuple(lines)


def _in_words(what: Option, value: Any) -> str:
    if (text := what.choices.get(value) or what.also.get(value)) is not None:
        return speak(text, ())
    if what.unit == "alphabet":
        return alphabet_of(value).own_name
    if what.unit == "seconds" and isinstance(value, int):
        return set_length(timedelta(seconds=value)) if value else gettext("none")
    if value is None:
        return speak(what.absent, ())
    if value and what.unit == "seats" and value in what.usual:
        # Translators: a code, and what it stands for
        return gettext("{code} ({says})").format(code=value, says=speak(what.usual[value], ()))
    return str(value)


def pace_line(kind: AnyKind, given: GivenOptions) -> PaceLine:
    """Return the pace of a game with these options."""
    return _pace_line(kind, _as_text(given))


@cached_per_language
def _pace_line(kind: AnyKind, given: str) -> PaceLine:
    options = read_options(kind.options_type, literal_eval(given))
    name, step = kind.pace_of(options), kind.time_for_a_step(options)
    least, most = FITS[name]
    says = gettext(SAYS[name])
    if not least <= step <= most:
        says = gettext("You have {time} for each step, on the site or by email.").format(time=set_length(step))
    return PaceLine(name, gettext(TITLES[name]), says)


def agreed_in_short(kind: AnyKind, given: GivenOptions) -> tuple[str, tuple[str, ...]]:
    """Return the pace with the most important options, and the house rules: other options that differ from the
    default, without the language."""
    return _agreed_in_short(kind, _as_text(given))


@cached_per_language
def _agreed_in_short(kind: AnyKind, given: str) -> tuple[str, tuple[str, ...]]:
    lines = _option_lines(kind, given)
    telling = [line.says for line in lines if line.name in kind.most_telling]
    apart = {*kind.most_telling, "alphabet"}  # lists have a badge for the language
    unusual = (line.says for line in lines if not line.is_usual and line.name not in apart)
    return " · ".join([_pace_line(kind, given).title, *telling]), tuple(unusual)


def pace_and_house_rules(kind: AnyKind, given: GivenOptions) -> tuple[str, tuple[str, ...]]:
    """Return the name of the pace, and all options that differ from the default."""
    return _pace_and_house_rules(kind, _as_text(given))


@cached_per_language
def _pace_and_house_rules(kind: AnyKind, given: str) -> tuple[str, tuple[str, ...]]:
    unusual = (line.says for line in _option_lines(kind, given) if not line.is_usual)
    return _pace_line(kind, given).name, tuple(unusual)


def how_long(kind: AnyKind, given: GivenOptions, *, seats: int) -> str:
    """Return a sentence on the approximate length of a game with this many players; empty if its kind gives none."""
    set_ups = kind.set_ups(seats, read_options(kind.options_type, given))
    row = next((row for row in set_ups.rows if row.seats == seats), None) if set_ups else None
    return gettext("About {time} in total.").format(time=length(row.lasts)) if row else ""


def presets(*, player: Player, kind: AnyKind) -> tuple[PresetLine, ...]:
    """Return a player's presets for one kind of game, by name."""
    return tuple(_preset_line(preset, kind) for preset in player.presets.filter(kind=kind.key))


def preset(*, player: Player, preset_id: int) -> tuple[AnyKind, PresetLine] | None:
    """Return a preset with its kind; None if it is not the player's, or its kind no longer exists."""
    found = player.presets.filter(pk=preset_id, kind__in=registry.KINDS).first()
    if found is None:
        return None
    kind = registry.kind(found.kind)
    return kind, _preset_line(found, kind)


def _preset_line(row: Preset, kind: AnyKind) -> PresetLine:
    known = {}
    for name, value in row.options.items():
        try:
            read_options(kind.options_type, {name: value})
        except OrderRefused:
            continue
        known[name] = value
    unusual = tuple(line.says for line in option_lines(kind, known) if not line.is_usual)
    dropped = tuple(sorted(row.options.keys() - known.keys()))
    return PresetLine(row.pk, row.name, known, (pace_line(kind, known).title, *unusual), dropped)


def tile_sets(*, player: Player, alphabet: Alphabet | None = None) -> tuple[SetLine, ...]:
    """Return the saved sets by name, the reader's own first: all of them, or those in an alphabet."""
    rows = TileSet.objects.select_related("made_by").order_by("name")
    rows = (rows.filter(alphabet=alphabet.code) if alphabet else rows.filter(alphabet__in=codes()))[:SETS_SHOWN]
    return tuple(sorted((_set_line(row, player) for row in rows), key=lambda line: not line.is_own))


def tile_set(*, set_id: int, player: Player) -> SetLine | None:
    """Return a saved set, or None."""
    row = TileSet.objects.select_related("made_by").filter(pk=set_id).first()
    return _set_line(row, player) if row else None


def _set_line(row: TileSet, player: Player) -> SetLine:
    return SetLine(
        id=row.pk,
        name=row.name,
        counts=row.counts,
        total=parse_tile_set(row.counts, alphabet_in({"alphabet": row.alphabet})).total,
        maker=row.made_by.name if row.made_by else gettext("a former player"),
        is_own=row.made_by_id == player.pk,
        alphabet=row.alphabet,
    )


def numbers_of(choice: str, alphabet: Alphabet = ENGLISH) -> dict[str, int]:
    """Return the number of each tile in a set, in the order of the alphabet, and of blanks. Raises OrderRefused for an
    invalid set."""
    return dict(parse_tile_set(choice, alphabet).counts)
