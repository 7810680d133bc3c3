"""What a table can agree on. The one source of forms, the API's schema, mails and the record; durations in seconds."""

from dataclasses import dataclass
from datetime import timedelta
from typing import Any, Literal

from games.rules.options import DAY, HOUR, choice, duration, number, text


@dataclass(frozen=True)
class Options:
    """Source: the game's page, and the defaults that let absent people finish a game."""

    tile_set: str = text(
        "LC120", "Tiles", "S98, S100 (with two blanks), LC120, a multiple such as S98x2, or counts such as A9 B2 ?2."
    )
    starting_tiles: int | None = number(
        None, "Tiles to start with", "Each player’s deal; left empty, half the set is shared out.", least=2, most=120
    )
    tiles_per_light: int = choice(
        1, "Tiles a light", "Two make a game half as long.", {1: "one tile each", 2: "two tiles each"}
    )
    word_check: Literal["enforced"] = choice(
        "enforced", "Words", "When words are looked up.", {"enforced": "only words of the list can be submitted"}
    )
    reveal_after: Literal["one", "all"] = choice(
        "one",
        "The caller’s own tile",
        "Who must have looked before the caller of a light gets their tile.",
        {"one": "once one other player has looked", "all": "once all others have looked"},
    )
    requests_visible: bool = choice(
        True,
        "Standing requests",
        "Whether others see who has asked for the light.",
        {True: "shown to the table", False: "hidden"},
    )
    leeway: int = duration(300, "Leeway", "How long a light waits after everyone has looked.")
    mail_leeway: int = duration(12 * HOUR, "Leeway by mail", "The same where somebody’s tiles come by mail.")
    see_within: int = duration(24 * HOUR, "Look within", "How soon a player should look at a new tile.")
    see_bank: int = duration(96 * HOUR, "Bank", "Extra time for looking, once a game; then the player is away.")
    call_within: int = duration(72 * HOUR, "Call within", "When nobody has asked by then, an amber is dealt to all.")
    abandon_after: int = duration(30 * DAY, "Abandon after", "When all players are away this long, the game is scored.")
    grace: int = duration(24 * HOUR, "Grace", "Time for last layouts after the red light.")
    vacation: Literal["waits", "passes"] = choice(
        "waits",
        "Vacations",
        "What the game does while a player is on vacation.",
        {"waits": "it waits, up to 14 days a player", "passes": "it goes on without them"},
    )
    jaywalk: Literal["not_caller", "nobody"] = choice(
        "not_caller",
        "Jaywalk",
        "Returning one tile for another, once a round.",
        {"not_caller": "anyone but the last caller", "nobody": "nobody"},
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
