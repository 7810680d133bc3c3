"""Daily puzzles: a task makes today's. Each player can enter once, before midnight UTC."""

from collections.abc import Sequence
from datetime import date, datetime

from django.db import IntegrityError, transaction
from django.utils.crypto import salted_hmac

from games.models import Puzzle, PuzzleEntry
from games.players.models import Player
from games.rules import registry
from games.rules.alphabets import known
from games.rules.alphabets.known import ENGLISH
from games.rules.daily import day_of, seed_of
from games.rules.panels import Trial
from games.rules.values import OrderRefused
from games.word_lists import shelf

SALT = "lexicon.daily"
"""The salt with which the server's secret yields the seeds of all future puzzles."""


def todays_puzzle(*, kind: str, now: datetime) -> Puzzle:
    """Return the puzzle that is open now; the first request makes it. Other days' puzzles cannot be requested. `kind` is
    the key of a daily puzzle.

    Raises KeyError if there is no such puzzle, and OrderRefused if its word list is missing or too short."""
    of, day = registry.daily(kind), day_of(now)
    made = Puzzle.objects.filter(kind=kind, day=day).first()
    if made is not None:
        return made
    common = shelf.named(of.alphabet.common_list, of.alphabet)
    is_english = of.alphabet is ENGLISH
    # the open list of another language may be one that this server hasn't built
    word_list = shelf.named(of.kind.word_list) if is_english else shelf.newest(of.alphabet.open_list) or common
    seed = seed_of(day, secret=salted_hmac(SALT, "", algorithm="sha256").digest())
    defaults = {
        "content": of.rules.make(seed, shelf.words_of(common.pk)),
        "seed": seed,
        "word_list": word_list,
        "made_from": common,
        "made_at": now,
    }
    of_the_day, _ = Puzzle.objects.get_or_create(kind=kind, day=day, defaults=defaults)
    return of_the_day


def try_entry(*, kind: str, day: date, written: str, now: datetime) -> Trial:
    """Return the outcome that an entry for the puzzle of `day` would have now; nothing is saved. Raises as `enter` does
    for an invalid entry or a day that is not open."""
    of_the_day = _open_puzzle(kind, day, now)
    return registry.daily(kind).rules.tries(of_the_day.content, written, shelf.words_of(of_the_day.word_list_id))


def enter(*, kind: str, day: date, player: Player, written: str, now: datetime) -> PuzzleEntry:
    """Enter an answer, written as an order, for the puzzle of `day`, which its player saw.

    Raises OrderRefused, or Unreadable, for a day that is not open, a second entry, and a wrong solution, which can be
    tried again."""
    of_the_day = _open_puzzle(kind, day, now)
    twice = OrderRefused("You’ve already entered this puzzle. Each player can enter once.")
    if PuzzleEntry.objects.filter(puzzle=of_the_day, player=player).exists():
        raise twice
    judged = registry.daily(kind).rules.judge(of_the_day.content, written, shelf.words_of(of_the_day.word_list_id))
    try:
        with transaction.atomic():
            return PuzzleEntry.objects.create(
                puzzle=of_the_day, player=player, answer=judged.answer, merit=judged.merit, entered_at=now
            )
    except IntegrityError:  # another device entered at the same moment
        raise twice from None


def _open_puzzle(kind: str, day: date, now: datetime) -> Puzzle:
    if day != day_of(now):
        raise OrderRefused("You can only enter today’s puzzle. Each puzzle ends at midnight UTC.")
    return todays_puzzle(kind=kind, now=now)


def choose_puzzle_languages(*, player: Player, codes: Sequence[str]) -> None:
    """Save the languages of a player's daily puzzles. Raises OrderRefused without a code, and for a language without a
    daily puzzle, naming those that have one."""
    offered = [code for code in known.codes() if any(registry.dailies([code]))]
    if strange := tuple(code for code in codes if code not in offered):
        raise OrderRefused(
            "There are no daily puzzles in: {strange}. Choose from these languages: {offered}.",
            strange=strange,
            offered=tuple(offered),
        )
    chosen = [code for code in offered if code in codes]
    if not chosen:
        raise OrderRefused("Choose at least one language.")
    player.puzzle_languages = " ".join(chosen)
    player.save(update_fields=["puzzle_languages"])
