"""What a table's page and mails are made from: plain values, worded for one reader. Nothing here is computed."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from functools import cached_property
from typing import Any

from games.queries.clocks import ClockLine
from games.queries.drafts import OwnLayouts
from games.queries.paces import PaceLine
from games.queries.talk import HistoryLine
from games.rules.messages import Text
from games.rules.showing import Field, Panel
from games.wording import named


@dataclass(frozen=True)
class SeatLine:
    """A seat as the table shows it; `says` is one line on where its player stands. `people` are those who play it, by name, and
    `has_room` says that one more may, where somebody does."""

    number: int
    name: str
    people: tuple[str, ...]
    has_room: bool
    you: bool
    free: bool
    agreed: bool
    seen: bool
    away: bool
    resigned: bool
    asked_at: datetime | None
    done: bool
    says: str
    muted: bool
    mail_fails: bool
    rank: int | None
    result: str


@dataclass(frozen=True)
class TeamLine:
    """A team with its seats, the reader’s own or not; at the end its rank and with what, empty where all have resigned."""

    letter: str
    name: str
    is_yours: bool
    seats: tuple[SeatLine, ...]
    rank: int | None
    result: str


@dataclass(frozen=True)
class Choice:
    """Something the reader may do now, or the reason why not; `brief` is a word or two of either, `does` what a mail says of
    it. Where one is asked first there is a `question`, `warns` says what it would do, and `button` stands on the button there.
    `fields` ask for what stands behind the verb; the rest is as the offer has it."""

    verb: str
    label: str
    allowed: bool
    reason: str
    brief: str
    does: str = ""
    question: str = ""
    warns: tuple[str, ...] = ()
    button: str = ""
    is_grave: bool = False
    left: int | None = None
    fields: tuple[Field, ...] = ()
    example: str = ""
    at: str = ""
    says: str = ""
    takes_back: bool = False
    with_layout: bool = False
    doubts: Callable[[Mapping[str, Any]], Text | None] | None = field(default=None, repr=False, compare=False)


@dataclass(frozen=True)
class Next:
    """The next thing that happens by itself, and when."""

    what: str
    at: datetime
    says: str


@dataclass(frozen=True)
class OptionLine:
    """What a table has agreed on in one thing; `is_usual` where the kind has it so."""

    name: str
    label: str
    value: str
    help: str
    is_usual: bool

    @property
    def says(self) -> str:
        """The option with its value."""
        return named(self.label, self.value)


@dataclass(frozen=True)
class TableView:
    """Everything a page of a game is made from; its history and the reader's own layouts are read by whoever shows them.

    `panels` are what the kind shows, to be worded with `names`; `view` is what the rules let its reader know, as the kind has
    it, None in the lobby; `mates` are those with whom the reader shares a seat, and `mates_by_email` says that one of them wants
    its tiles by email; `notations` are those beside the record of a finished game; `reasons` are the sentences of `why`;
    `is_practice` says that the reader plays robots alone, `may_go_on` that these can be asked not to wait; `opening` are the
    sentences of the kind, not translated yet, on how it is played; `word_list` is empty where no words are looked up."""

    id: int
    kind: str
    kind_name: str
    pace: PaceLine
    title: str
    phase: str
    ending: str
    turn: int
    round: int
    listed: bool
    rated: bool
    made_at: datetime
    started_at: datetime | None
    finished_at: datetime | None
    commitment: str
    has_draws: bool
    seed: str | None
    cuts: tuple[str, ...]
    you: int | None
    maker: bool
    seats: tuple[SeatLine, ...]
    seat_count: int
    teams: tuple[TeamLine, ...]
    teams_win: str
    invited: tuple[str, ...]
    options: tuple[OptionLine, ...]
    opening: tuple[str, ...]
    word_list: str
    next: Next | None
    waiting_for: tuple[str, ...]
    why: str
    reasons: tuple[str, ...]
    clocks: tuple[ClockLine, ...]
    is_practice: bool
    may_go_on: bool
    may: tuple[Choice, ...]
    note: str
    tiles_by_email: bool
    mates: str
    mates_by_email: bool
    paused: bool
    names: tuple[str, ...]
    panels: tuple[Panel, ...]
    notations: tuple[str, ...]
    view: Any
    read_history: Callable[[], tuple[HistoryLine, ...]] = field(repr=False, compare=False)
    read_own: Callable[[], OwnLayouts | None] = field(repr=False, compare=False)

    @cached_property
    def history(self) -> tuple[HistoryLine, ...]:
        """The lines of the history, the newest first."""
        return self.read_history()

    @cached_property
    def own(self) -> OwnLayouts | None:
        """The reader's own layouts while a game runs in which each has a board of their own; None for whoever looks on."""
        return self.read_own()

    @property
    def house_rules(self) -> tuple[OptionLine, ...]:
        """What is not as usual: to be known before one agrees."""
        return tuple(option for option in self.options if not option.is_usual)

    @property
    def story(self) -> tuple[HistoryLine, ...]:
        """The history without whose move it became: the next line tells who made it."""
        return tuple(line for line in self.history if line.verb != "turn")

    @property
    def happened(self) -> tuple[HistoryLine, ...]:
        """The story without what was said."""
        return tuple(line for line in self.story if line.by is None)
