"""The shapes of incoming JSON, checked strictly, and a description of what goes out. No rule of any game is here."""

import dataclasses
from dataclasses import fields
from typing import Any, Literal, TypeAlias

from ninja import Schema
from pydantic import AwareDatetime, ConfigDict, Field

from games.api.orders import examples_of
from games.rules import registry
from games.rules.facts import schema
from games.rules.options import about, read_options
from games.rules.table.kind import AnyKind

Status = Literal["lobby", "playing", "grace", "challenge", "finished", "cancelled"]
Json: TypeAlias = dict[str, Any]


def _option(option: "dataclasses.Field[Any]") -> Json:
    """An option as it describes itself."""
    what = about(option)
    shape: Json = {"title": str(what.label), "description": str(what.help), "default": option.default}
    if what.choices:
        shape["enum"] = [value for value, _ in what.choices]
    if what.also:
        shape["anyOf"] = [{"type": "integer"}, {"enum": list(dict(what.also))}]
    if what.unit:
        shape["format"] = what.unit
    return shape


OPTIONS: Json = {
    "anyOf": [
        {"title": kind.name, "properties": {option.name: _option(option) for option in fields(kind.options_type)}}
        for kind in registry.KINDS.values()
    ]
}
KINDS_SAY = "; ".join(
    f"{kind.key}: {kind.name}, for {kind.seats[0]} to {kind.seats[1]}" for kind in registry.KINDS.values()
)


def _commands_shape(schema: Json) -> None:
    """The shapes of a command in each kind, with examples for those that have facts; any other is its verb alone."""
    offered, _none = schema["anyOf"]
    offered["items"] = {"anyOf": [_commands_of(kind) for kind in registry.KINDS.values()]}


def _commands_of(kind: AnyKind) -> Json:
    grammar = kind.grammar(read_options(kind.options_type, kind.widest))
    without_facts = sorted(grammar.verbs.keys() - grammar.facts.keys())
    return {
        "title": kind.name,
        "description": "; ".join(f"{written}: {does}" for written, does in kind.commands.items()),
        "anyOf": [
            *({"properties": {"verb": {"const": verb}, **schema(facts)}} for verb, facts in grammar.facts.items()),
            {"properties": {"verb": {"enum": without_facts}}},
        ],
        "type": "object",
        "required": ["verb"],
        "examples": [one for examples in examples_of(grammar).values() for one in examples],
    }


class Asked(Schema):
    """A body: no unknown members, no other types."""

    model_config = ConfigDict(extra="forbid", strict=True)


class NewGame(Asked):
    kind: str = Field(default="crossing", description=KINDS_SAY, json_schema_extra={"enum": list(registry.KINDS)})
    seats: int
    options: Json = Field(default={}, json_schema_extra=OPTIONS)
    invite: list[str] = Field(default=[], description="Mail addresses", max_length=12)
    word_list: str | None = Field(
        default=None, pattern=r"^[^\x00]{1,40}$", description="Its name; the kind’s usual one where none is named"
    )
    listed: bool = Field(default=False, description="Open to anyone; else only the invited may know of it")
    club: int | None = Field(default=None, description="One of your clubs: its members may take a seat, and look on")
    rated: bool = Field(default=False, description="Whether its result counts for everybody’s rating in this kind")
    cut: str = Field(default="", description="Yours, as one cuts a deck: a text that goes into the draw of the tiles")


class Place(Asked):
    seat: int | None = Field(
        default=None,
        description="Its number, from 0: who sits already moves there. Where none is named, the lowest free one",
    )


class Agreement(Asked):
    cut: str = Field(default="", description="As one cuts a deck: a text that goes into the draw of the tiles")


class Commands(Asked):
    """Either `text`, in the grammar of mail (a lower-case letter of a layout is a blank), or `commands`."""

    text: str | None = None
    commands: list[Json] | None = Field(
        default=None,
        examples=[[{"verb": "GRID", "layout": [".K..", "CAKE", ".Y.."]}, {"verb": "GREEN"}]],
        json_schema_extra=_commands_shape,
    )
    turn: int | None = Field(default=None, description="What the commands were written about; stale if it is over")


class HintAsked(Asked):
    depth: int = Field(
        description="1: a word to add; 2: the dear tile that lies worst; 3: whether a better layout exists, which is searched for"
    )
    layout: list[str] | None = Field(
        default=None, description="The layout that it is about; the submitted one where none is given"
    )


class HintShape(Schema):
    depth: int
    round: int
    says: str
    awaited: bool = Field(description="True while it is searched for")


class HintsShape(Schema):
    """`hints` are those that you took, in their order; `depths` those on offer."""

    hints: list[HintShape]
    depths: list[int]


class SaidLine(Schema):
    at: str
    seat: int
    name: str
    text: str
    comment: bool = Field(description="Said after the end of the game")


class SaidShape(Schema):
    """The newest line first."""

    said: list[SaidLine]


class SeatShape(Schema):
    name: str | None
    people: list[str] | None = Field(default=None, description="The people of the seat, where several may share one")
    sits_in: str | None = Field(
        default=None, description="Who sits in for the player of this seat, where somebody does"
    )
    seen: bool
    away: bool
    resigned: bool = False
    agreed: bool | None = Field(default=None, description="Before the deal")
    asked_at: str | None = Field(default=None, description="Left out where there is no request the reader may know of")


class NextShape(Schema):
    what: str
    at: str


class ScoreShape(Schema):
    points: int
    words: int
    leftover: int
    score: str
    shown: str
    struck: list[str]
    complete: bool


class LayoutShape(Schema):
    seat: int
    layout: list[str]
    score: ScoreShape


class ChallengeShape(Schema):
    """A word, the seat that challenged it, and whether it is struck."""

    word: str
    seat: int
    upheld: bool


class GrantedShape(Schema):
    seat: int
    layout: list[str]


class PartnerShape(Schema):
    seat: int
    hand: str


class SwapShape(Schema):
    """`from_`, written `from`, gives a tile to `to` and takes another for it."""

    from_: int = Field(alias="from")
    gives: str
    to: int
    takes: str


class TeamShape(Schema):
    """`rank` counts from 1; `shown` is the result of the team, empty if all its players have resigned."""

    team: str
    seats: list[int]
    rank: int
    shown: str


class LoanAsked(Asked):
    to: str = Field(
        description="The name of somebody you have played with, or their number as in /people", max_length=40
    )
    starts: AwareDatetime | None = Field(default=None, description="From when; now where it is not named", strict=False)
    ends: AwareDatetime = Field(description="Until when, at most 60 days later", strict=False)
    may: Literal["layouts", "everything"] = Field(
        default="layouts",
        description="layouts: look, lay out, and make the moves that are awaited; everything: all but leave, or agree to something",
    )
    mail_me: bool = Field(default=False, description="Whether the mails of each turn come to you, too")


class LoanShape(Schema):
    """A seat that `lender` lends to `sitter`; `yours` if you are the lender."""

    id: int
    game: int
    lender: str
    sitter: str
    may: Literal["layouts", "everything"]
    starts: str
    ends: str
    status: Literal["asked", "coming", "running", "declined", "over"]
    yours: bool


class LoansShape(Schema):
    loans: list[LoanShape]


class GameShape(Schema):
    """A game as its reader may see it. Seats count from 0, rounds from 1; instants are UTC.

    What only one kind has stands beside the rest: `hand`, `unseen`, `withheld`, `layout` and `score` are those of
    `crossing`."""

    model_config = ConfigDict(extra="allow")

    id: int
    kind: str
    phase: Status
    turn: int
    you: int | None
    listed: bool
    club: int | None = Field(
        description="The club whose table it is: its members may look on. Null for those who may not know of it"
    )
    rated: bool
    word_list: str
    options: Json
    pace: str = Field(description="The pace that the options keep to: daily, leisurely or live")
    house_rules: list[str] = Field(description="The options that are not as usual at this pace, in words")
    commitment: str
    pool: int
    seats: list[SeatShape]
    next: NextShape | None
    waiting_for: list[int]
    says: list[str] | None = Field(
        default=None,
        description="What you can do next and what the game is waiting for, in words; `next` has the time",
    )
    may: list[str]
    round: int | None = None
    standing: list[str] | None = Field(
        default=None, description="Your standing orders, each as it is written behind STANDING; nobody else sees them"
    )
    hand: str | None = Field(
        default=None, description="The tiles seen; this and what follows for the seat's player only"
    )
    unseen: int | None = None
    withheld: int | None = None
    layout: list[str] | None = None
    score: ScoreShape | None = None
    layouts: list[LayoutShape] | None = Field(
        default=None, description="Those of the others, while the game runs, where its reader may see any"
    )
    challenges: list[ChallengeShape] | None = Field(
        default=None,
        description="Where words are challenged: those that were at the end or struck at a light, in order",
    )
    open_words: list[str] | None = Field(default=None, description="The words that can be challenged now")
    granted: GrantedShape | None = Field(
        default=None, description="The layout of the last light, while its words can be challenged"
    )
    face_up: list[str] | None = Field(
        default=None, description="The returned tiles in the order of their return, where they lie open for all"
    )
    tiles_held: list[int] | None = Field(
        default=None, description="How many tiles each seat holds, where jaywalks of two for one make that differ"
    )
    jaywalks_left: int | None = Field(
        default=None, description="How often you may still jaywalk in this round, where one may more than once"
    )
    teams: dict[str, list[int]] | None = Field(default=None, description="The seats of each team, by its letter")
    partners: list[PartnerShape] | None = Field(default=None, description="What you see of your partners’ tiles")
    swaps: list[SwapShape] | None = Field(default=None, description="The offers that you made, or may answer")
    ending: str | None = Field(default=None, description="This and what follows when the game is over")
    seed: str | None = None
    hints: dict[str, int] | None = Field(default=None, description="How many hints each seat took, where any did")
    results: list[Json] | None = None
    team_results: list[TeamShape] | None = None
    ignored: list[str] | None = Field(default=None, description="Lines of a text that were no commands")


class Searched(Schema):
    """A search among the token’s player’s own finished games."""

    with_: str = Field(default="", alias="with", description="The name of another at the table")
    kind: str = Field(default="", description="One of: " + ", ".join(registry.KINDS))
    from_: str = Field(
        default="", alias="from", description="The first day on which the game was over, by UTC: 2026-03-31"
    )
    to: str = Field(default="", description="The last such day")
    least: str = Field(default="", description="The least score of the player")
    word: str = Field(default="", description="A word that lay on a board at the end")
    rules: str = Field(
        default="",
        description="An option that is not as usual, by its name or as name:value; blanks of the value are _",
    )

    @property
    def given(self) -> dict[str, str]:
        """What is searched for, by the names of an address."""
        return {name: text for name, text in self.model_dump(by_alias=True).items() if text}


class GamesShape(Schema):
    """`older` is the `before` of the next page, null on the last."""

    games: list[GameShape]
    older: int | None


class Problem(Schema):
    """`application/problem+json`; line, why and try where something could not be read."""

    type: str
    title: str
    status: int
    detail: str
    line: str | None = None
    why: str | None = None
    try_: str | None = Field(default=None, alias="try")
