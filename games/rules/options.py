"""Game settings for every kind: dataclass fields, each described by one `Option`, and reading them from JSON.

A refusal says which values are right."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, fields, replace
from datetime import timedelta
from functools import partial
from typing import Any, TypeAlias, TypeVar

from games.rules.alphabets.alphabet import Alphabet
from games.rules.alphabets.known import ENGLISH, alphabet_of, codes
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
class Option:
    """One setting of a game: the only description of it, for checks, forms, emails and the API.

    A whole number has `least` and `most`, and perhaps words that may be given instead (`also`). A text may have values
    for a form to offer (`usual`). `unit` is `seconds` for a number; for a text `tiles` (a tile set), `seats` (a letter
    for each seat) or `alphabet` (its code). `drawings` are values of a text that a form offers as pictures; those whose
    side equals the option `side` are shown. `absent` is the label of None, and `group` the heading in a form."""

    label: Text
    help: Text
    choices: Mapping[Chosen, Text] = field(default_factory=dict)
    least: int | None = None
    most: int | None = None
    unit: str = ""
    absent: Text = NOTHING
    group: Text | None = None
    also: Mapping[str, Text] = field(default_factory=dict)
    usual: Mapping[str, Text] = field(default_factory=dict)
    drawings: Mapping[str, Layout] = field(default_factory=dict)
    side: str = ""
    name: str = ""
    default: Any = None

    @property
    def leaves_a_choice(self) -> bool:
        return len(self.choices) != 1 and self.unit != "alphabet"  # which comes with the word list

    def check(self, value: object) -> None:
        """Raise OrderRefused, with the values that are right, if this is not one of them."""
        if (value is None and self.default is None) or (isinstance(value, str) and value in self.also):
            return
        if self.choices:
            if not any(value == offer and type(value) is type(offer) for offer in self.choices):
                offered = tuple(str(offer) for offer in self.choices)
                raise OrderRefused("{name} must be one of {offered}.", name=self.name, offered=offered)
        elif self.least is not None and self.most is not None:
            if type(value) is int and self.least <= value <= self.most:
                return
            limits: dict[str, Any] = {"name": self.name, "least": self.least, "most": self.most}
            if self.also:
                raise OrderRefused(
                    "{name} must be a whole number from {least} to {most}, or {words}.",
                    words=tuple(self.also),
                    **limits,
                )
            raise OrderRefused("{name} must be a whole number from {least} to {most}.", **limits)
        elif not isinstance(value, str):
            raise OrderRefused("{name} must be text.", name=self.name)
        elif self.unit == "alphabet" and value not in codes():
            raise OrderRefused(
                "There is no alphabet called {name}. There are: {names}.", name=value[:20], names=codes()
            )


def option(
    default: Chosen, label: Text, help_text: Text, choices: Mapping[Any, Text] | None = None, **limits: Any
) -> Any:
    """Return the dataclass field of an option: one of the choices, a whole number within limits, or else a text that
    the kind itself reads. `limits` are the other fields of `Option`."""
    return field(default=default, metadata={"option": Option(label, help_text, choices or {}, **limits)})


duration = partial(option, unit="seconds", least=0, most=365 * DAY)
"""Return the field of a number of seconds, a year at most."""


def vacations() -> Any:
    """Return the field for what a game does during a player's vacation; the same in every kind."""
    return option(
        "waits",
        say("Vacations"),
        say("What the game does while a player is on vacation."),
        {"waits": say("it waits, up to 14 days for each player"), "passes": say("it goes on without them")},
    )


def lending() -> Any:
    """Return the field for whether players may have substitutes; the same in every kind."""
    return option(
        "friendly",
        say("Substitutes"),
        say("Whether a player may let somebody else play for them for a while. Everyone in the game is notified."),
        {
            "friendly": say("allowed, except in rated and tournament games"),
            "always": say("allowed"),
            "never": say("not allowed"),
        },
    )


def nights() -> Any:
    """Return the field for what a player's clock does while they sleep; the same in every kind that has it."""
    return option(
        "run",
        say("Nights"),
        say(
            "What a player’s clock does while they sleep. Players set their sleeping hours under “You”, 10 hours "
            "at most."
        ),
        {"run": say("it keeps running"), "stand": say("it stops, if it is set to a day or more")},
    )


def rest_days() -> Any:
    """Return the field for weekdays on which clocks stop, in each player's own time zone."""
    return option(
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
    )


DAYS_OF_REST: Mapping[str, tuple[int, ...]] = {"none": (), "sun": (6,), "sat_sun": (5, 6), "fri_sat": (4, 5)}
"""The weekdays of each choice; 0 is Monday."""


_SCHEMAS: dict[type[Any], Mapping[str, Option]] = {}


def schema(options_type: type[Any]) -> Mapping[str, Option]:
    """Return the options of a kind by name, in its order; made once."""
    if options_type not in _SCHEMAS:
        _SCHEMAS[options_type] = {
            one.name: replace(one.metadata["option"], name=one.name, default=one.default)
            for one in fields(options_type)
        }
    return _SCHEMAS[options_type]


def language(**limits: Any) -> Any:
    """Return the field for the code of the alphabet; the same in every kind that can be played in several languages."""
    return option(
        "en",
        say("Language of the tiles"),
        say("The code of the language whose tiles are used. It is that of the word list."),
        unit="alphabet",
        **limits,
    )


@dataclass(frozen=True)
class TableOptions:
    """The settings of every kind. Durations are in seconds."""

    @property
    def alphabet(self) -> str:
        """The code of the alphabet of the tiles, `language()`. A kind without this setting is played in English."""
        return ENGLISH.code

    @property
    def vacation(self) -> str:
        """The choice of `vacations()`: the game waits for a player on vacation, or continues."""
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


NOT_KNOWN_BEFORE = frozenset({"lending", "alphabet"})
"""Settings that the previous release doesn't know. It refuses to read them, and runs beside this one during an
update."""


def alphabet_in(options: JsonObject) -> Alphabet:
    """Return the alphabet of settings in JSON; English for settings of earlier releases, or if there is no such
    alphabet."""
    try:
        return alphabet_of(options.get("alphabet", ENGLISH.code))
    except KeyError:
        return ENGLISH


def options_in_record(options: TableOptions) -> JsonObject:
    """Return the settings as records have them. English tiles aren't mentioned, because older records know no others."""
    return {name: value for name, value in asdict(options).items() if (name, value) != ("alphabet", ENGLISH.code)}


def options_to_keep(options: TableOptions) -> JsonObject:
    """Return the settings as stored with a game.

    Those that the previous release doesn't know are left out where they have their default, so that it can continue
    all other games."""
    known = schema(type(options))
    return {
        name: value
        for name, value in asdict(options).items()
        if name not in NOT_KNOWN_BEFORE or value != known[name].default
    }


def read_options(options_type: type[T], given: JsonObject) -> T:
    """Return the settings given in JSON; others have their defaults. Raises OrderRefused for unknown names and wrong
    values."""
    known = schema(options_type)
    for name, value in given.items():
        if name == "alphabet" and name not in known:
            raise OrderRefused("This game can only be played in English.")
        if name not in known:
            raise OrderRefused(
                "There is no option {name}. The options are: {names}.", name=name, names=tuple(sorted(known))
            )
        known[name].check(value)
    return options_type(**given)
