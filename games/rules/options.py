"""Game settings for every kind: dataclass fields that describe themselves, and reading them from JSON.

A refusal says which values are right."""

from collections.abc import Mapping
from dataclasses import Field, asdict, dataclass, field, fields
from datetime import timedelta
from typing import Any, TypeAlias, TypeVar, cast

from games.rules.clocks import Rest
from games.rules.facts import JsonObject
from games.rules.grid import Layout
from games.rules.texts import Text, say
from games.rules.values import Hours, OrderRefused

HOUR = 3600
DAY = 24 * HOUR

T = TypeVar("T")
Chosen: TypeAlias = str | int | None

NOTHING = say("none")


@dataclass(frozen=True)
class About:
    """The wording and limits of one setting, for forms, emails and the API's schema."""

    label: Text
    help: Text
    choices: tuple[tuple[Chosen, Text], ...] = ()
    least: int | None = None
    most: int | None = None
    unit: str = ""
    """The meaning of the value: `seconds` for a number; for a text `tiles` (a tile set) or `seats` (a letter for
    each seat)."""
    absent: Text = NOTHING
    """The label for None."""
    group: Text | None = None
    """The group heading in a form; None for kinds with few settings."""
    also: tuple[tuple[str, Text], ...] = ()
    """Words that may be given instead of a number."""
    usual: tuple[tuple[str, Text], ...] = ()
    """Common values of a text with their labels, for a form to offer."""
    drawings: tuple[tuple[str, Layout], ...] = ()
    """Values of a text with what they look like, for a form to offer as pictures."""
    side: str = ""
    """The option with the side of the drawings to offer."""


def choice(
    default: Chosen, label: Text, help_text: Text, choices: Mapping[Chosen, Text], *, group: Text | None = None
) -> Any:
    """Return a field for one of a few values."""
    return field(default=default, metadata={"about": About(label, help_text, tuple(choices.items()), group=group)})


def number(
    default: int | None,
    label: Text,
    help_text: Text,
    *,
    least: int,
    most: int,
    absent: Text = NOTHING,
    group: Text | None = None,
) -> Any:
    """Return a field for a whole number, or None if that is the default; None is shown as `absent`."""
    what = About(label, help_text, least=least, most=most, absent=absent, group=group)
    return field(default=default, metadata={"about": what})


def duration(
    default: int,
    label: Text,
    help_text: Text,
    *,
    least: int = 0,
    also: Mapping[str, Text] | None = None,
    group: Text | None = None,
) -> Any:
    """Return a field for a number of seconds, a year at most, or one of a few words."""
    words = tuple((also or {}).items())
    what = About(label, help_text, least=least, most=365 * DAY, unit="seconds", also=words, group=group)
    return field(default=default, metadata={"about": what})


def vacations(*, group: Text | None = None) -> Any:
    """Return the field for what a game does during a player's vacation; the same in every kind."""
    return choice(
        "waits",
        say("Vacations"),
        say("What the game does while a player is on vacation."),
        {"waits": say("it waits, up to 14 days for each player"), "passes": say("it goes on without them")},
        group=group,
    )


def lending(*, group: Text | None = None) -> Any:
    """Return the field for whether players may have substitutes; the same in every kind."""
    return choice(
        "friendly",
        say("Substitutes"),
        say("Whether a player may let somebody else play for them for a while. Everyone in the game is notified."),
        {
            "friendly": say("allowed, except in rated and tournament games"),
            "always": say("allowed"),
            "never": say("not allowed"),
        },
        group=group,
    )


def nights(*, group: Text | None = None) -> Any:
    """Return the field for what a player's clock does while they sleep; the same in every kind that has it."""
    return choice(
        "run",
        say("Nights"),
        say(
            "What a player’s clock does while they sleep. Players set their sleeping hours under “You”, 10 hours "
            "at most."
        ),
        {"run": say("it keeps running"), "stand": say("it stops, if it is set to a day or more")},
        group=group,
    )


def rest_days(*, group: Text | None = None) -> Any:
    """Return the field for weekdays on which clocks stop, in each player's own time zone."""
    return choice(
        "none",
        say("Rest days"),
        say(
            "The days on which a player’s clock stops, in their own time zone. This only applies to clocks of a "
            "day or more."
        ),
        {
            "none": NOTHING,
            "sun": say("Sundays"),
            "sat_sun": say("Saturday and Sunday"),
            "fri_sat": say("Friday and Saturday"),
        },
        group=group,
    )


DAYS_OF_REST: Mapping[str, tuple[int, ...]] = {"none": (), "sun": (6,), "sat_sun": (5, 6), "fri_sat": (4, 5)}
"""The weekdays of each choice; 0 is Monday."""


def text(
    default: str,
    label: Text,
    help_text: Text,
    *,
    unit: str = "",
    group: Text | None = None,
    usual: Mapping[str, Text] | None = None,
    drawings: Mapping[str, Layout] | None = None,
    side: str = "",
) -> Any:
    """Return a field for a text that the kind itself reads."""
    offered = tuple((usual or {}).items()), tuple((drawings or {}).items())
    what = About(label, help_text, unit=unit, group=group, usual=offered[0], drawings=offered[1], side=side)
    return field(default=default, metadata={"about": what})


def about(option: "Field[object]") -> About:
    return cast(About, option.metadata["about"])


@dataclass(frozen=True)
class TableOptions:
    """The settings of every kind. Durations are in seconds."""

    @property
    def vacation(self) -> str:
        """The choice of `vacations()`: the game waits for a player on vacation, or goes on."""
        raise NotImplementedError

    @property
    def lending(self) -> str:
        """The choice of `lending()`: when players may have substitutes."""
        raise NotImplementedError

    @property
    def nights(self) -> str:
        """The choice of `nights()`: if a player's clock stops while they sleep. It can't in all kinds."""
        return "run"

    @property
    def rest_days(self) -> str:
        """The choice of `rest_days()`: the days on which players' clocks stop. Not all kinds have any."""
        return "none"

    @property
    def has_rest(self) -> bool:
        """True if players' clocks stop at times that depend on their hours."""
        return self.nights == "stand" or self.rest_days != "none"

    def rest(self, hours: Hours | None) -> Rest | None:
        """Return the times at which the clock of a player with these hours stops, or None."""
        if hours is None or not self.has_rest:
            return None
        return Rest(hours, nights=self.nights == "stand", days=DAYS_OF_REST[self.rest_days])

    def span(self, name: str) -> timedelta:
        return timedelta(seconds=getattr(self, name))


NOT_KNOWN_BEFORE = frozenset({"lending"})
"""Settings that the previous release doesn't know. It refuses to read them, and runs beside this one during an
update."""


def options_to_keep(options: TableOptions) -> JsonObject:
    """Return the settings as stored with a game.

    Those that the previous release doesn't know are left out where they have their default, so that it can continue
    all other games."""
    usual = {option.name: option.default for option in fields(options)}
    return {
        name: value for name, value in asdict(options).items() if name not in NOT_KNOWN_BEFORE or value != usual[name]
    }


def read_options(options_type: type[T], given: JsonObject) -> T:
    """Return the settings given in JSON; others have their defaults. Raises OrderRefused for unknown names and wrong
    values."""
    known = {option.name: option for option in fields(options_type)}  # type: ignore[arg-type]
    for name, value in given.items():
        if name not in known:
            raise OrderRefused(
                "There is no option {name}. The options are: {names}.", name=name, names=tuple(sorted(known))
            )
        _check(known[name], value)
    return options_type(**given)


def _check(option: "Field[object]", value: object) -> None:
    what = about(option)
    if (value is None and option.default is None) or value in dict(what.also):
        return
    if what.choices:
        offered = tuple(offer for offer, _ in what.choices)
        if not any(value == offer and type(value) is type(offer) for offer in offered):
            raise OrderRefused(
                "{name} must be one of {offered}.", name=option.name, offered=tuple(str(offer) for offer in offered)
            )
    elif what.least is not None and what.most is not None:
        if type(value) is not int or not what.least <= value <= what.most:
            if what.also:
                raise OrderRefused(
                    "{name} must be a whole number from {least} to {most}, or {words}.",
                    name=option.name,
                    least=what.least,
                    most=what.most,
                    words=tuple(dict(what.also)),
                )
            raise OrderRefused(
                "{name} must be a whole number from {least} to {most}.",
                name=option.name,
                least=what.least,
                most=what.most,
            )
    elif not isinstance(value, str):
        raise OrderRefused("{name} must be text.", name=option.name)
