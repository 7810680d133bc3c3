"""The settings of a game and how they depend on each other: the one source for forms, the API's schema, emails and
records.

Durations are in seconds. Settings that can't be played are refused, with the reason, when the game is created."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import timedelta
from typing import Literal

from games.rules.facts import JsonObject
from games.rules.lines import has_control_characters
from games.rules.options import (
    DAY,
    HOUR,
    TableOptions,
    duration,
    language,
    lending,
    nights,
    option,
    rest_days,
    vacations,
)
from games.rules.texts import Text, say
from games.rules.values import Beginning, OrderRefused

TILES = say("Tiles")
LIGHTS = say("Lights")
JAYWALKS = say("Jaywalks")
WORDS = say("Words and challenges")
SIGHT = say("Who sees what")
TEAMS = say("Teams")
CLOCKS = say("Clocks")
FORFEITS = say("Forfeits")
GROUPS = (TILES, LIGHTS, JAYWALKS, WORDS, SIGHT, TEAMS, CLOCKS, FORFEITS)
"""Group headings of a settings form."""
SITTING = timedelta(hours=1)
TIME_TO_CHALLENGE_A_LIGHT = timedelta(seconds=30)


@dataclass(frozen=True)
class Options(TableOptions):
    """The settings of a game. Source: the game's page. The defaults suit players who check in once or twice a day."""

    tile_set: str = option(
        "LC120",
        say("Tiles"),
        say(
            "Write S98, S100 (with two blanks), LC120, LC120v1 (its first version), LC62 or a saved set. You can "
            "also write a multiple such as S98x2, counts such as A9 B2 ?2, or several of these joined by +."
        ),
        unit="tiles",
        group=TILES,
        usual={
            "LC120": say("LC120: 120 tiles, made for this game"),
            "LC62": say("LC62: 62 tiles, half of LC120, for a short two-player game"),
            "S98": say("S98: 98 tiles, the standard set without its blanks"),
            "S100": say("S100: the standard set with two blanks"),
            "LC120v1": say("LC120v1: the first version of LC120, with fewer vowels and more R and S tiles"),
            "LC120x2": say("Two sets of LC120, for many players"),
        },
    )
    starting_tiles: int | None = option(
        None,
        say("Starting tiles"),
        say(
            "How many tiles each player is dealt. Leave empty to share out half the set. More starting tiles mean "
            "fewer lights."
        ),
        least=2,
        most=120,
        absent=say("half the set, shared out"),
        group=TILES,
    )
    tiles_per_light: int = option(
        1,
        say("Tiles per light"),
        say("With two, a game is half as long and layouts are harder to keep complete."),
        {1: say("one tile each"), 2: say("two tiles each")},
        group=LIGHTS,
    )
    word_check: Literal["enforced", "challenge"] = option(
        "enforced",
        say("Words"),
        say("When words are looked up. Challenges leave room for bluffing and add time at the end."),
        {
            "enforced": say("only words in the list can be submitted"),
            "challenge": say("anything goes until the end, when players challenge words"),
        },
        group=WORDS,
    )
    challenge_window: int = duration(
        24 * HOUR,
        say("Time to challenge"),
        say("With challenges: how long all layouts stay revealed at the end. The game takes that much longer."),
        group=WORDS,
    )
    false_challenge: int = option(
        0,
        say("Points off for a wrong challenge"),
        say("With challenges: points that a player loses for each valid word they challenge at the end."),
        least=0,
        most=20,
        group=WORDS,
    )
    challenge_lights: bool = option(
        False,
        say("Challenging lights"),
        say(
            "With challenges: whether everyone can see and challenge the layout that got the light until the "
            "leeway ends. It can be challenged once. Invalid words are struck, and the player who was wrong owes "
            "the forfeit. The leeway is then at least 30 seconds."
        ),
        {
            True: say("shown, and can be challenged (the leeway is at least 30 seconds)"),
            False: say("hidden until the end"),
        },
        group=WORDS,
    )
    reveal_after: Literal["one", "all", "nobody"] = option(
        "one",
        say("The caller’s own tile"),
        say("Who must look before the player who called a light gets their own new tile."),
        {
            "one": say("once one other player has looked"),
            "all": say("once all others have looked"),
            "nobody": say("at once: everyone draws together, as with real tiles"),
        },
        group=LIGHTS,
    )
    requests_visible: bool = option(
        True,
        say("Requests for a light"),
        say("Whether others see who has asked for the light."),
        {True: say("shown to everyone"), False: say("hidden")},
        group=SIGHT,
    )
    leeway: int = duration(300, say("Leeway"), say("How long a light waits after everyone has looked."), group=CLOCKS)
    mail_leeway: int = duration(
        12 * HOUR, say("Leeway by email"), say("The leeway when somebody gets their tiles by email."), group=CLOCKS
    )
    see_within: int = duration(
        24 * HOUR,
        say("Time to look"),
        say(
            "How soon players should look at a new tile. A light takes about this long. In a live game it is at "
            "most a day, so that nobody who has left holds up the others."
        ),
        least=60,
        group=CLOCKS,
    )
    see_bank: int = duration(
        96 * HOUR,
        say("Time bank"),
        say("Extra time to look, for the whole game. When it is used up, the player is away."),
        group=CLOCKS,
    )
    call_within: int | Literal["never"] = duration(
        72 * HOUR,
        say("Time to ask for a light"),
        say(
            "If nobody has asked by then, an amber light deals everyone new tiles. With “never”, a light only "
            "comes when somebody asks. The game is then scored if nobody asks for the time set under “Abandon "
            "after”."
        ),
        also={"never": say("never")},
        group=LIGHTS,
    )
    abandon_after: int = duration(
        30 * DAY,
        say("Abandon after"),
        say("If all players are away for this long, the game is scored."),
        group=LIGHTS,
    )
    grace: int = duration(
        24 * HOUR,
        say("Grace period"),
        say("Time for last layouts after the red light. There is only one grace period in a game."),
        group=CLOCKS,
    )
    vacation: Literal["waits", "passes"] = vacations()
    lending: Literal["friendly", "always", "never"] = lending()
    nights: Literal["run", "stand"] = nights()
    rest_days: Literal["none", "sun", "sat_sun", "fri_sat"] = rest_days()
    jaywalk: Literal["not_caller", "everyone", "behind", "nobody"] = option(
        "not_caller",
        say("Jaywalk"),
        say(
            "Who may exchange a tile in a round. It helps a player out of a dead end and leaves the number of "
            "tiles the same."
        ),
        {
            "not_caller": say("everyone except the player who called the last light"),
            "everyone": say("everyone, including the player who called the last light"),
            "behind": say(
                "players who are behind: their submitted score is below another player’s when the round begins"
            ),
            "nobody": say("nobody"),
        },
        group=JAYWALKS,
    )
    jaywalk_times: int | Literal["every second round", "once a game", "unlimited"] = option(
        1,
        say("Jaywalk limit"),
        say("How often a player may jaywalk. More jaywalks raise scores a little."),
        {
            1: say("once a round"),
            2: say("twice a round"),
            3: say("three times a round"),
            4: say("four times a round"),
            5: say("five times a round"),
            "every second round": say("once a round, but not two rounds in a row"),
            "once a game": say("once a game"),
            "unlimited": say("as often as they like"),
        },
        group=JAYWALKS,
    )
    jaywalk_tiles: int = option(
        1,
        say("Tiles per jaywalk"),
        say("How many tiles a player may return in one jaywalk."),
        {1: say("one tile"), 2: say("one or two tiles at once")},
        group=JAYWALKS,
    )
    jaywalk_draw: int = option(
        1,
        say("Tiles drawn in return"),
        say(
            "How many tiles are drawn for each tile returned. With two, hands grow to different sizes, the pool empties sooner "
            "and scores fall. Two for one goes best with returned tiles face up."
        ),
        {1: say("one for one"), 2: say("two for one")},
        group=JAYWALKS,
    )
    face_up: bool = option(
        False,
        say("Returned tiles"),
        say(
            "Whether returned tiles stay open, so that a player can take one instead of drawing at random. Open "
            "tiles raise scores."
        ),
        {True: say("face up, for anyone to take"), False: say("back into the pool, unseen")},
        group=JAYWALKS,
    )
    layouts_visible: Literal["end", "always"] = option(
        "end",
        say("Layouts"),
        say("When players see each other’s submitted layouts. If they always do, the game is more of a race."),
        {"end": say("at the end"), "always": say("always")},
        group=SIGHT,
    )
    teams: str = option(
        "",
        say("Teams"),
        say(
            "A letter for each seat. ABAB is two teams of two, AAB is two against one. Partners help each other "
            "with tiles, so scores rise. Team games aren’t rated."
        ),
        unit="seats",
        group=TEAMS,
        usual={
            "": say("no teams: everyone plays alone"),
            "AAB": say("3 players: two against one"),
            "ABAB": say("4 players: two teams of two"),
            "AAAB": say("4 players: three against one"),
            "AABBB": say("5 players: two against three"),
            "ABABAB": say("6 players: two teams of three"),
            "ABCABC": say("6 players: three teams of two"),
            "ABABABAB": say("8 players: two teams of four"),
            "ABCDABCD": say("8 players: four teams of two"),
        },
    )
    team_wins: Literal["best", "lowest", "sum"] = option(
        "best",
        say("Winning team"),
        say("How teams are ranked in a team game."),
        {
            "best": say("the best single score"),
            "lowest": say("the best of the teams’ lowest scores"),
            "sum": say("all points divided by all words and leftover tiles"),
        },
        group=TEAMS,
    )
    partners_see: bool = option(
        True,
        say("Partners"),
        say("Whether partners in a team see each other’s tiles and layouts."),
        {True: say("see each other’s tiles and layouts"), False: say("see no more than opponents do")},
        group=TEAMS,
    )
    people_a_seat: int = option(
        1,
        say("People per seat"),
        say(
            "How many people may share a seat, at most. Any of them can look, lay tiles and ask for a light for "
            "the whole seat. With more than one, the game isn’t rated."
        ),
        least=1,
        most=4,
        group=TEAMS,
    )
    jaywalk_forfeit: str = option(
        "",
        say("Forfeit for a jaywalk"),
        say("This text is shown to everyone whenever somebody jaywalks."),
        group=FORFEITS,
    )
    light_forfeit: str = option(
        "",
        say("Forfeit for a light"),
        say("This text is shown to everyone whenever a green light is granted."),
        group=FORFEITS,
    )
    invalid_forfeit: str = option(
        "",
        say("Forfeit for an invalid word"),
        say("This text is shown at the end for each struck word in a player’s layout."),
        group=FORFEITS,
    )
    incomplete_forfeit: str = option(
        "",
        say("Forfeit for an incomplete layout"),
        say("This text is shown at the end for players whose layout isn’t complete."),
        group=FORFEITS,
    )
    challenge_forfeit: str = option(
        "",
        say("Forfeit for a challenge"),
        say(
            "For lights that can be challenged. This text is shown for the caller if their layout had an invalid "
            "word, and otherwise for the challenger."
        ),
        group=FORFEITS,
    )

    alphabet: str = language(group=TILES)

    @property
    def words_are_challenged(self) -> bool:
        """True if words are looked up only when challenged, not when they are submitted."""
        return self.word_check == "challenge"

    @property
    def withholds(self) -> bool:
        """True if the caller's tile is withheld until others have seen theirs."""
        return self.reveal_after != "nobody"

    @property
    def all_sit_together(self) -> bool:
        """True if everyone plays at the same time, as at the pace *live*: the grace period is under an hour."""
        return self.span("grace") < SITTING

    @property
    def time_to_call(self) -> timedelta:
        """The time after which, if nobody asks, an amber or red light comes or, with "never", the game is scored."""
        return self.span("abandon_after" if self.call_within == "never" else "call_within")

    def leeway_of(self, *, by_mail: bool) -> timedelta:
        """Return how long a light waits once everyone has looked. If lights can be challenged, it is at least 30
        seconds."""
        leeway = self.span("mail_leeway" if by_mail else "leeway")
        return max(leeway, TIME_TO_CHALLENGE_A_LIGHT) if self.challenge_lights else leeway


PACES: Mapping[str, JsonObject] = {
    "daily": {},
    "leisurely": {"see_within": 48 * HOUR, "see_bank": 7 * DAY},
    "live": {
        "leeway": 0,
        "mail_leeway": 0,
        "grace": 60,
        "reveal_after": "nobody",
        "see_within": 600,
        "see_bank": 0,
        "call_within": 600,
        "challenge_window": 600,
    },
}

BEGINNINGS = (
    Beginning(
        "short",
        say("Short"),
        say("15 tiles each, 2 tiles per light. A good first game."),
        {"tile_set": "LC62", "starting_tiles": 15, "tiles_per_light": 2, "see_within": 16 * HOUR},
    ),
    Beginning(
        "wild",
        say("Wild"),
        say(
            "Everyone can jaywalk twice a round, with up to 2 tiles at once. Returned tiles stay open for anyone "
            "to take."
        ),
        {"tiles_per_light": 2, "jaywalk": "everyone", "jaywalk_times": 2, "jaywalk_tiles": 2, "face_up": True},
    ),
)

# --- dependencies -----------------------------------------------------------------------------------------------------

ADDRESS = re.compile(r"://|@|\bwww\.|\w\.[^\W\d]{2}", re.IGNORECASE)  # an email program may make a link of it


LONGEST_FORFEIT = 100
LONGEST_LOOK_TOGETHER = timedelta(hours=24)
FORFEIT_LINES = ("jaywalk_forfeit", "light_forfeit", "incomplete_forfeit", "invalid_forfeit", "challenge_forfeit")
JAYWALKERS = ("not_caller", "everyone", "behind")
Needs = Mapping[str, tuple[str, tuple[str | bool, ...]]]
"""For each setting, the one that it depends on and the values of it that will do; none given: any but the default."""
NEEDS: Needs = {
    "jaywalk_times": ("jaywalk", JAYWALKERS),
    "jaywalk_tiles": ("jaywalk", JAYWALKERS),
    "jaywalk_draw": ("jaywalk", JAYWALKERS),
    "face_up": ("jaywalk", JAYWALKERS),
    "jaywalk_forfeit": ("jaywalk", JAYWALKERS),
    "false_challenge": ("word_check", ("challenge",)),
    "challenge_lights": ("word_check", ("challenge",)),
    "challenge_forfeit": ("challenge_lights", (True,)),
}
"""Dependencies that are checked: without them, a setting that differs from its default is refused."""
MEANT_FOR: Needs = {
    **NEEDS,
    "challenge_window": ("word_check", ("challenge",)),
    "team_wins": ("teams", ()),
    "partners_see": ("teams", ()),
}
"""Dependencies for forms. Adds settings without effect, and settings that other rules refuse."""


def check_options(seats: int, options: Options) -> None:
    """Raise OrderRefused for the first setting that can't be played with this many seats."""
    for why in _wrong(seats, options):
        raise OrderRefused(why)


def _wrong(seats: int, options: Options) -> Iterator[Text]:
    plain = Options()
    for name, (other, values) in NEEDS.items():
        if getattr(options, name) != getattr(plain, name) and getattr(options, other) not in values:
            yield say(
                "{name} only works if {other} is one of these: {values}. Here it is {value}.",
                name=name,
                other=other,
                values=tuple(str(one).lower() for one in values),
                value=str(getattr(options, other)).lower(),
            )
    if options.all_sit_together and options.span("see_within") > LONGEST_LOOK_TOGETHER:
        yield say(
            "With a grace period of less than an hour, everyone plays at the same time. {name} can then be at most "
            "a day.",
            name="see_within",
        )
    for name in FORFEIT_LINES:
        line = getattr(options, name)
        if len(line) > LONGEST_FORFEIT or has_control_characters(line):
            yield say(
                "{name} can only be one line of at most {most} characters, without control characters.",
                name=name,
                most=LONGEST_FORFEIT,
            )
        if ADDRESS.search(line):
            yield say("{name} can’t contain web or email addresses.", name=name)
    yield from _wrong_teams(seats, options)


def _wrong_teams(seats: int, options: Options) -> Iterator[Text]:
    if not options.teams:
        if options.team_wins != "best" or not options.partners_see:
            yield say(
                "{name} only works in a team game. Set {teams} first, for example to ABAB.",
                name="partners_see" if options.team_wins == "best" else "team_wins",
                teams="teams",
            )
        return
    letters = options.teams
    if not (letters.isascii() and letters.isalpha() and letters.isupper()) or len(letters) != seats:
        yield say(
            "{name} needs a letter for each of the {seats} seats, the same one for players in the same team. For "
            "example: {example}.",
            name="teams",
            seats=seats,
            example="".join("AB"[seat % 2] for seat in range(seats)),
        )
    elif len(set(letters)) < 2:
        yield say("A team game needs at least two teams. Use two or more different letters, for example ABAB.")


def why_unrated(options: Options) -> Text | None:
    """Return the reason why such a game is not rated, or None if it is."""
    if options.teams:
        return say("Team games aren’t rated, because a rating belongs to one player.")
    if options.people_a_seat > 1:
        return say("Games with shared seats aren’t rated, because a rating belongs to one player.")
    return None
