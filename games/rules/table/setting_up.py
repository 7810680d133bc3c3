"""How a game is set up: the number of players, the effect of options and paces, and the state before the deal."""

from collections.abc import Sequence
from datetime import datetime, timedelta

from games.rules.alphabets.known import ENGLISH
from games.rules.clocks import DAY, WAITS_AT_MOST, Clock, Clocks
from games.rules.facts import JsonObject
from games.rules.table.definition import Definition, OptionsT, S, T, V
from games.rules.texts import Text
from games.rules.values import Hours, Joining, OrderRefused, SetUps


class SettingUp(Definition[S, OptionsT, V, T]):
    """The methods of a game that set it up."""

    def set_up(self, seats: int, options: OptionsT) -> Sequence[Text]:
        """Return warnings about a set-up that works but is not advised. Raises OrderRefused if it cannot be played."""
        least, most = self.seats
        if not least <= seats <= most:
            raise OrderRefused("A game must have {least} to {most} players.", least=least, most=most)
        return ()

    def set_ups(self, seats: int, options: OptionsT) -> SetUps | None:
        """Return a forecast for the creator of a game; None if the kind has none. Raises OrderRefused as `set_up`
        does."""
        return None

    def why_unrated(self, options: OptionsT) -> Text | None:
        """Return the reason why such a game does not count for ratings; None if it can."""
        return None

    @property
    def set_by_paces(self) -> set[str]:
        """The options that some pace sets."""
        return {name for pace in self.paces.values() for name in pace}

    def pace_of(self, options: OptionsT) -> str:
        """Return the pace that matches the options in most of the durations that paces set; the first if several match
        equally."""
        defaults = vars(self.options_type())

        def matches(pace: str) -> int:
            own = {**defaults, **self.paces[pace]}
            return sum(getattr(options, name) == own[name] for name in self.set_by_paces)

        return max(self.paces, key=matches)

    def time_for_a_step(self, options: OptionsT) -> timedelta:
        """Return the time that a player has to look or to move."""
        return timedelta(seconds=getattr(options, self.clocks[0]))

    def has_meaning(self, options: OptionsT, name: str) -> bool:
        """Return True if an option matters given the others, according to `needs`. English as the language is never
        worth mentioning."""
        if name == "alphabet":
            return options.alphabet != ENGLISH.code
        if name not in self.needs:
            return True
        other, values = self.needs[name]
        value = getattr(options, other)
        return (value in values if values else bool(value)) and self.has_meaning(options, other)

    def house_rules(self, options: OptionsT) -> JsonObject:
        """Return the options that matter and differ from the defaults of their pace, with their values."""
        defaults = vars(self.options_type(**self.paces[self.pace_of(options)]))
        given = vars(options).items()
        return {name: value for name, value in given if value != defaults[name] and self.has_meaning(options, name)}

    def first_deadline(self, options: OptionsT, hours: Hours | None, now: datetime) -> datetime:
        """Return the end of a first clock that starts now for a player with these hours, to show with the settings
        before they accept."""
        span = options.span(f"{self.state_type.seat_clock}_within")
        rest = options.rest(hours) if span >= DAY else None
        ends = Clock(span, rest=rest).run(now).ends
        assert ends is not None, "it runs"
        return ends

    def new_state(self, seats: Sequence[Joining], options: OptionsT, now: datetime) -> S:
        """Return the state before anything is drawn."""
        return self.state_type(
            options=options,
            seats=len(seats),
            now=now,
            dealt_at=now,
            clocks=Clocks(running={f"wait {seat}": Clock(WAITS_AT_MOST) for seat in range(len(seats))}),
        )
