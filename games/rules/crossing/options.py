"""What a table can agree on. The one source of forms, the API's schema, mails and the record; durations in seconds."""

from dataclasses import dataclass
from datetime import timedelta
from typing import Any, Literal

from games.rules.messages import say
from games.rules.options import DAY, HOUR, choice, duration, number, text, vacations


@dataclass(frozen=True)
class Options:
    """Source: the game's page, and the defaults that let absent people finish a game."""

    tile_set: str = text(
        "LC120",
        say("Tiles"),
        say("S98, S100 (with two blanks), LC120, a multiple such as S98x2, or counts such as A9 B2 ?2."),
    )
    starting_tiles: int | None = number(
        None,
        say("Tiles to start with"),
        say("Each player’s deal; left empty, half the set is shared out."),
        least=2,
        most=120,
        absent=say("half the set, shared out"),
    )
    tiles_per_light: int = choice(
        1,
        say("Tiles a light"),
        say("Two make a game half as long."),
        {1: say("one tile each"), 2: say("two tiles each")},
    )
    word_check: Literal["enforced"] = choice(
        "enforced",
        say("Words"),
        say("When words are looked up."),
        {"enforced": say("only words of the list can be submitted")},
    )
    reveal_after: Literal["one", "all"] = choice(
        "one",
        say("The caller’s own tile"),
        say("Who must have looked before the caller of a light gets their tile."),
        {"one": say("once one other player has looked"), "all": say("once all others have looked")},
    )
    requests_visible: bool = choice(
        True,
        say("Standing requests"),
        say("Whether others see who has asked for the light."),
        {True: say("shown to the table"), False: say("hidden")},
    )
    leeway: int = duration(300, say("Leeway"), say("How long a light waits after everyone has looked."))
    mail_leeway: int = duration(12 * HOUR, say("Leeway by mail"), say("The same where somebody’s tiles come by mail."))
    see_within: int = duration(24 * HOUR, say("Look within"), say("How soon a player should look at a new tile."))
    see_bank: int = duration(
        96 * HOUR, say("Bank"), say("Extra time for looking, once a game; then the player is away.")
    )
    call_within: int = duration(
        72 * HOUR, say("Call within"), say("When nobody has asked by then, an amber deals new tiles to all.")
    )
    abandon_after: int = duration(
        30 * DAY, say("Abandon after"), say("When all players are away this long, the game is scored.")
    )
    grace: int = duration(24 * HOUR, say("Grace"), say("Time for last layouts after the red light."))
    vacation: Literal["waits", "passes"] = vacations()
    jaywalk: Literal["not_caller", "nobody"] = choice(
        "not_caller",
        say("Jaywalk"),
        say("Returning one tile for another, once a round."),
        {"not_caller": say("anyone but the last caller"), "nobody": say("nobody")},
    )

    def span(self, name: str) -> timedelta:
        return timedelta(seconds=getattr(self, name))


PRESETS: dict[str, dict[str, Any]] = {
    "daily": {},
    "leisurely": {"see_within": 48 * HOUR, "see_bank": 7 * DAY},
    "live": {
        "leeway": 0,
        "mail_leeway": 0,
        "grace": 60,
        "see_within": 24 * HOUR,
        "see_bank": 0,
        "call_within": 24 * HOUR,
    },
}
