"""Reports to the moderators over HTTP: a chat message, a name, or the text of a club or tournament. Nobody but staff
learns who reported it."""

from typing import Literal

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.utils import timezone
from django.utils.translation import gettext
from ninja import Router
from pydantic import Field

from games import commands
from games.api.access import TokenToPlay, caller_of
from games.api.games import REFUSALS
from games.api.problems import EXAMPLES, Misused
from games.api.repeats import repeatable
from games.api.shapes import Asked
from games.queries.history import instant
from games.queries.moderation import NoSuchPlace, lines_to_report, place_to_report
from games.queries.people import NobodyKnown, known_player

router = Router(tags=["people"])


class Line(Asked):
    """A line as `GET /games/{game_id}/said` has it, of a game that the caller plays."""

    game: int
    seat: int
    at: str = Field(description="Its time, as the chat gives it")


class Reported(Asked):
    """Exactly one of `line`, `player`, `club` and `tournament`; `part` with the last two."""

    why: str = Field(description="What is wrong", max_length=5000)
    line: Line | None = Field(default=None, description="A chat message of somebody else")
    player: int | None = Field(default=None, description="The player whose name you report")
    club: int | None = None
    tournament: int | None = None
    part: Literal["name", "about"] | None = Field(default=None, description="The name or the description")


@router.post(
    "/reports", auth=TokenToPlay(), response={201: dict, **REFUSALS}, summary="Report something to the moderators"
)
@repeatable
def report(request: HttpRequest, asked: Reported) -> HttpResponse:
    """A moderator decides. You can send 10 reports a day, and report each thing once."""
    me, now = caller_of(request), timezone.now()
    given = [name for name in ("line", "player", "club", "tournament") if getattr(asked, name) is not None]
    if len(given) != 1 or (asked.part is not None) != (given[0] in ("club", "tournament")):
        why = gettext(
            "Give exactly one of line, player, club and tournament. With club or tournament, part is "
            "required. Otherwise, leave it out."
        )
        raise Misused("line, player, club, tournament", why, EXAMPLES["reports"])
    try:
        if asked.line is not None:
            where, when = asked.line, asked.line.at
            lines = lines_to_report(game_id=where.game, player=me, now=now)
            said = next((one for one in lines if (one.by, instant(one.at)) == (where.seat, when)), None)
            if said is None:
                raise Http404
            commands.report_words(
                game_id=where.game,
                player=me,
                seat=where.seat,
                words=said.said,
                said_at=said.at,
                why=asked.why,
                now=now,
            )
        elif asked.player is not None:
            other = known_player(player=me, other_id=asked.player, now=now)
            commands.report_name(player=me, other=other, why=asked.why, now=now)
        else:
            number = asked.club if asked.club is not None else asked.tournament
            place = place_to_report(sort=given[0], number=number or 0, player=me)
            commands.report_place(player=me, place=place, part=asked.part or "", why=asked.why, now=now)
    except (NobodyKnown, NoSuchPlace) as absent:
        raise Http404 from absent
    return JsonResponse({"reported": True}, status=201)
