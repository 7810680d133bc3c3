"""The facts of the orders and events that all games have."""

from typing import ClassVar

from games.rules.facts import Facts, Instant
from games.rules.grid import Layout

# --- orders -----------------------------------------------------------------------------------------------------------


class Look(Facts):
    verb = "LOOK"


class Pause(Facts):
    verb = "PAUSE"


class Resume(Facts):
    verb = "RESUME"


class Void(Facts):
    verb = "VOID"


class Keep(Facts):
    verb = "KEEP"


class Extend(Facts):
    verb = "EXTEND"


class Resign(Facts):
    verb = "RESIGN"


class Leave(Facts):
    """Resign, even in a pause."""

    verb = "LEAVE"


class Declare(Facts):
    """Declare a vacation, at the instant `declared` if that was before the deal. If `withdrawn`, cancel it or, once it
    has begun, end it."""

    verb = "VACATION"
    starts: Instant
    ends: Instant
    declared: Instant | None = None
    withdrawn: bool = False


class KeepHours(Facts):
    """Set a player's hours: clocks that start from now on stop at night. Without `offsets` they never stop."""

    verb = "HOURS"
    asleep_from: int = 0
    asleep_for: int = 0
    offsets: tuple[tuple[int, int], ...] = ()


class SeenByMail(Facts):
    """A mail with the tiles of a round was accepted."""

    verb = "SEEN BY MAIL"
    round: int


class TilesByEmail(Facts):
    """Choose whether new tiles come by mail, from the next light on."""

    verb = "TILES BY EMAIL"
    on: bool


class Grid(Facts):
    verb = "GRID"
    layout: Layout


# --- what happens -----------------------------------------------------------------------------------------------------


class ByStaff(Facts, kw_only=True):
    """An event that the staff may have caused, with their reason if they gave one. `office` is `director` if a tournament's
    director acted, `server` if the server did, else empty."""

    verb: ClassVar[str]
    staff: bool = False
    reason: str = ""
    office: str = ""


NOBODY = ByStaff()


class MayStand(Facts, kw_only=True):
    """An event of an order that the seat gave, or that was carried out as its standing order if `standing`."""

    verb: ClassVar[str]
    standing: bool = False


class Away(ByStaff):
    verb = "away"


class Back(Facts):
    verb = "back"


class Kept(Facts):
    verb = "keep"


class WouldVoid(Facts):
    verb = "void"


class Replaced(ByStaff):
    verb = "replace"


class Paused(ByStaff, kw_only=True):
    """A pause. Without `until` it was only requested, unless the staff paused the game."""

    verb = "pause"
    until: Instant | None = None


class Resumed(ByStaff, kw_only=True):
    """The end of a pause or, if `taken_back`, of a request for one."""

    verb = "resume"
    taken_back: bool = False


class Extended(ByStaff, kw_only=True):
    """More time: `by` seconds, in the `bank` or not; or `until`, a new hard end. With neither, the extra day of a player
    whose mail comes back."""

    verb = "extend"
    by: int | None = None
    bank: bool = False
    until: Instant | None = None


class OnVacation(Facts):
    """A vacation in a game, or the same one `withdrawn`; `is_back` if it had begun by then."""

    verb = "vacation"
    starts: Instant
    ends: Instant
    withdrawn: bool = False
    is_back: bool = False


class HoursKept(Facts):
    verb = "hours"
    asleep_from: int = 0
    asleep_for: int = 0
    offsets: tuple[tuple[int, int], ...] = ()


class Resigned(Facts):
    verb = "resign"


class Ended(ByStaff, kw_only=True):
    verb = "end"
    ending: str
