"""The schemas of incoming JSON, checked strictly, and descriptions of outgoing JSON. No game rules are here."""

from typing import Any, Literal, TypeAlias

from ninja import Schema
from pydantic import AwareDatetime, ConfigDict, Field

from games.api.orders import examples_of
from games.rules import registry
from games.rules.facts import schema
from games.rules.options import Option, read_options
from games.rules.options import schema as schema_of
from games.rules.table.kind import AnyKind

Status = Literal["lobby", "playing", "grace", "challenge", "finished", "cancelled"]
Json: TypeAlias = dict[str, Any]


def _option(option: Option) -> Json:
    """Return the schema of an option."""
    shape: Json = {"title": str(option.label), "description": str(option.help), "default": option.default}
    if option.choices:
        shape["enum"] = list(option.choices)
    if option.also:
        shape["anyOf"] = [{"type": "integer"}, {"enum": list(option.also)}]
    if option.unit:
        shape["format"] = option.unit
    return shape


OPTIONS: Json = {
    "anyOf": [
        {"title": kind.name, "properties": {name: _option(one) for name, one in schema_of(kind.options_type).items()}}
        for kind in registry.KINDS.values()
    ]
}
KINDS_SAY = "; ".join(
    f"{kind.key}: {kind.name}, for {kind.seats[0]} to {kind.seats[1]}" for kind in registry.KINDS.values()
)


def _commands_shape(schema: Json) -> None:
    """Add the forms of a command in each kind, with examples for those that have facts; any other command is only its
    verb."""
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
    """The body of a request. Unknown members and values of a wrong type are refused."""

    model_config = ConfigDict(extra="forbid", strict=True)


class NewGame(Asked):
    kind: str = Field(default="crossing", description=KINDS_SAY, json_schema_extra={"enum": list(registry.KINDS)})
    seats: int
    options: Json = Field(default={}, json_schema_extra=OPTIONS)
    invite: list[str] = Field(default=[], description="Email addresses", max_length=12)
    word_list: str | None = Field(
        default=None,
        pattern=r"^[^\x00]{1,40}$",
        description="Its name. The game is played in its language. By default, the open list of the alphabet among the "
        "options, or the default list of the kind",
    )
    listed: bool = Field(default=False, description="Open to anyone; otherwise only invited players can find it")
    club: int | None = Field(default=None, description="One of your clubs, whose members may join and watch")
    rated: bool = Field(default=False, description="Whether the result counts towards ratings in this kind")
    cut: str = Field(default="", description="Your cut: text that becomes part of the shuffle")


class Place(Asked):
    seat: int | None = Field(
        default=None,
        description="Number of the seat, from 0; if you already have a seat, you move. By default, the first free seat",
    )


class Agreement(Asked):
    cut: str = Field(default="", description="Your cut: text that becomes part of the shuffle")


class Commands(Asked):
    """Either `text`, in the grammar of emails (except that a lower-case letter of a layout is a blank), or
    `commands`."""

    text: str | None = None
    commands: list[Json] | None = Field(
        default=None,
        examples=[[{"verb": "GRID", "layout": [".K..", "CAKE", ".Y.."]}, {"verb": "GREEN"}]],
        json_schema_extra=_commands_shape,
    )
    turn: int | None = Field(
        default=None, description="The turn the commands are for; refused as stale if it has ended"
    )


class HintAsked(Asked):
    depth: int = Field(
        description="1: a word to add; 2: the worst placed high-value tile; 3: whether a better layout exists, which takes a search"
    )
    layout: list[str] | None = Field(
        default=None, description="The layout to give a hint for; by default, the submitted one"
    )


class HintShape(Schema):
    depth: int
    round: int
    says: str
    awaited: bool = Field(description="True while the search is running")


class HintsShape(Schema):
    """`hints` are the hints that you took, in that order; `depths` are the depths on offer."""

    hints: list[HintShape]
    depths: list[int]


class SaidLine(Schema):
    at: str
    seat: int
    name: str
    text: str
    comment: bool = Field(description="Written after the game ended")


class SaidShape(Schema):
    """The messages of the chat, the newest first."""

    said: list[SaidLine]


class SeatShape(Schema):
    name: str | None
    people: list[str] | None = Field(default=None, description="The people who share the seat, in games that allow it")
    sits_in: str | None = Field(default=None, description="The substitute who plays this seat, if there is one")
    seen: bool
    away: bool
    resigned: bool = False
    agreed: bool | None = Field(default=None, description="Before the deal")
    asked_at: str | None = Field(default=None, description="Omitted if there is no request that you may see")


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
    """A swap of two tiles: seat `from` gives the tile `gives` to seat `to`, and takes the tile `takes` for it."""

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


class SubstitutionAsked(Asked):
    to: str = Field(description="The name of somebody you have played with, or their ID from /people", max_length=40)
    starts: AwareDatetime | None = Field(default=None, description="Start; now by default", strict=False)
    ends: AwareDatetime = Field(description="End, at most 60 days later", strict=False)
    may: Literal["layouts", "everything"] = Field(
        default="layouts",
        description="layouts: look, lay tiles and make moves; everything: all except leaving or agreeing to a pause or an end",
    )
    mail_me: bool = Field(default=False, description="Whether you get the turn emails as well")


class SubstitutionShape(Schema):
    """A substitution: `sitter` plays the seat of `lender`; `yours` if you are the lender."""

    id: int
    game: int
    lender: str
    sitter: str
    may: Literal["layouts", "everything"]
    starts: str
    ends: str
    status: Literal["asked", "coming", "running", "declined", "over"]
    yours: bool


class SubstitutionsShape(Schema):
    loans: list[SubstitutionShape]


class GameShape(Schema):
    """A game as its reader is allowed to see it. Seats count from 0, rounds from 1; instants are UTC.

    Tiles are written as the game’s alphabet writes them. The length of a hand, a row or a word is its number of tiles, so
    that `[CH]OCAR` has five.

    Members that only one kind of game has are listed with the others: `hand`, `unseen`, `withheld`, `layout` and
    `score` belong to `crossing`."""

    model_config = ConfigDict(extra="allow")

    id: int
    kind: str
    phase: Status
    turn: int
    you: int | None
    listed: bool
    club: int | None = Field(
        description="The club the game belongs to, whose members may watch. Null for those who may not know of it"
    )
    rated: bool
    word_list: str
    alphabet: str = Field(description="The code of the language of the tiles, as in /alphabets")
    options: Json
    pace: str = Field(description="The pace of the clocks: daily, leisurely or live")
    house_rules: list[str] = Field(description="The options changed from the defaults of this pace, in words")
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
        default=None, description="Your standing orders, each as written after STANDING; only you see them"
    )
    hand: str | None = Field(
        default=None,
        description="The tiles you have seen; this and the following fields only for the player of the seat",
    )
    unseen: int | None = None
    withheld: int | None = None
    layout: list[str] | None = None
    score: ScoreShape | None = None
    layouts: list[LayoutShape] | None = Field(
        default=None, description="The layouts of other players that you may see while the game is in progress"
    )
    challenges: list[ChallengeShape] | None = Field(
        default=None,
        description="In games with challenges: the words challenged at the end or struck at a light, in order",
    )
    open_words: list[str] | None = Field(default=None, description="The words that can be challenged now")
    granted: GrantedShape | None = Field(
        default=None, description="The layout that got the last light, while its words can be challenged"
    )
    face_up: list[str] | None = Field(
        default=None,
        description="The returned tiles in the order they were returned, in games where everyone sees them",
    )
    tiles_held: list[int] | None = Field(
        default=None, description="How many tiles each seat holds, in games with 2-for-1 jaywalks"
    )
    jaywalks_left: int | None = Field(
        default=None, description="How many jaywalks you have left this round, in games that allow more than one"
    )
    teams: dict[str, list[int]] | None = Field(default=None, description="The seats of each team, by its letter")
    partners: list[PartnerShape] | None = Field(default=None, description="What you see of your partners’ tiles")
    swaps: list[SwapShape] | None = Field(default=None, description="The swaps you have offered, or can answer")
    ending: str | None = Field(default=None, description="This and the following fields once the game has finished")
    seed: str | None = None
    hints: dict[str, int] | None = Field(default=None, description="How many hints each seat took, if any")
    results: list[Json] | None = None
    team_results: list[TeamShape] | None = None
    ignored: list[str] | None = Field(default=None, description="Lines of the text that were not commands")


class Searched(Schema):
    """A search among the token’s player’s own finished games."""

    with_: str = Field(default="", alias="with", description="The name of another player in the game")
    kind: str = Field(default="", description="One of: " + ", ".join(registry.KINDS))
    from_: str = Field(default="", alias="from", description="Games finished on this day or later, UTC: 2026-03-31")
    to: str = Field(default="", description="Games finished on this day or earlier, UTC")
    least: str = Field(default="", description="Your lowest score")
    word: str = Field(default="", description="A word on a final board")
    rules: str = Field(
        default="",
        description="A changed option, as name or name:value; write _ for spaces in the value",
    )

    @property
    def given(self) -> dict[str, str]:
        """The terms of the search, by their names in a URL."""
        return {name: text for name, text in self.model_dump(by_alias=True).items() if text}


class GamesShape(Schema):
    """`older` is the `before` of the next page, null on the last."""

    games: list[GameShape]
    older: int | None


class Problem(Schema):
    """`application/problem+json`; `line`, `why` and `try` are set if something could not be read."""

    type: str
    title: str
    status: int
    detail: str
    line: str | None = None
    why: str | None = None
    try_: str | None = Field(default=None, alias="try")
