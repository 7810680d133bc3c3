"""The mail of the day after a puzzle: the reader's place, the best grid, and where all the places stand. No game is in it, and
nothing in it can be answered."""

from collections.abc import Iterator
from datetime import date, datetime

from django.utils import formats
from django.utils.translation import gettext as _

from games import queries
from games.models import PuzzleEntry
from games.players.models import Player
from games.queries.puzzles import PuzzleResult
from games.wording import named
from notifications.mails import addresses
from notifications.mails.panels import parts_of
from notifications.mails.parts import Line, Link, MailContent, Part


def results_mail(*, player: Player, day: date, now: datetime) -> MailContent | None:
    """How the puzzles of a day ended that this player entered; None where they have no entry, or the day is not over."""
    kinds = (
        PuzzleEntry.objects.filter(player=player, puzzle__day=day).order_by("pk").values_list("puzzle__kind", flat=True)
    )
    found = (queries.puzzle_result(kind=kind, day=day, player=player, now=now, most=1) for kind in kinds)
    results = [result for result in found if result is not None and result.own is not None]
    if not results:
        return None
    dated = formats.date_format(day, "j F")
    return MailContent(
        subject=_("The daily puzzle of {day}: place {place} of {n}").format(day=dated, **_place(results[0])),
        headline=_headline(results[0]),
        under=_("{kind}, the daily puzzle of {day}").format(kind=results[0].kind_name, day=dated),
        parts=(
            *(part for result in results for part in _parts(result)),
            Link(_("Today’s puzzle"), addresses.daily_page(), ""),
            Link(_("Which mails come, and when"), addresses.all_choices_page(), ""),
        ),
        turn=0,
    )


def _parts(result: PuzzleResult) -> Iterator[Part]:
    """One's own entry, and the best where that is another's."""
    best, own = result.lines[0], result.own
    assert own is not None, "results are mailed to those who entered"
    if not best.is_mine:
        yield Line(named(_("You"), own.says))
    yield Line(named(_("The best, by {name}").format(name=best.name), best.says))
    yield from parts_of(best.panels, result.names)
    yield Link(_("All places and grids"), addresses.daily_result_page(result.kind, result.day), "")


def _headline(result: PuzzleResult) -> str:
    if result.lines[0].is_mine:
        return _("You won the daily puzzle: place 1 of {n}.").format(n=result.entered)
    return _("The daily puzzle is over: you came to place {place} of {n}.").format(**_place(result))


def _place(result: PuzzleResult) -> dict[str, int]:
    assert result.own is not None, "results are mailed to those who entered"
    return {"place": result.own.place, "n": result.entered}
