"""Emails from a director to players of a tournament: to all, or to those that tables wait for."""

from datetime import datetime, timedelta

from games.commands.moderation import check_may_speak
from games.models import Game, Seat
from games.players.models import Player
from games.rules.values import OrderRefused
from games.tournaments.commands.locking import Phase, locked_for_director, tell
from games.tournaments.models import Entrant, NewsKind, Tournament
from games.tournaments.snapshot import OPEN

LONGEST_MAIL = 2000
MAILS_A_DAY = 5  # for a club's tournament, whose directors are not staff


def write_to(*, tournament_id: int, whom: str, text: str, by: Player, now: datetime) -> int:
    """Email `all` who have not withdrawn, including reserves, or the `laggards`. Return the number of recipients."""
    text = text.strip()
    if not text or len(text) > LONGEST_MAIL:
        raise OrderRefused("An email must have 1 to {most} characters.", most=LONGEST_MAIL)
    if whom not in ("all", "laggards"):
        raise OrderRefused("Email everyone, or the players a table is waiting for.")
    phases = (Phase.ENTRIES, Phase.CLOSED, Phase.RUNNING, Phase.FINISHED)
    check_may_speak(by, now=now)
    with locked_for_director(tournament_id, by, *phases) as tournament:
        lately = tournament.news.filter(kind=NewsKind.MAIL, at__gt=now - timedelta(days=1))
        if tournament.club_id is not None and lately.values("at").distinct().count() >= MAILS_A_DAY:
            raise OrderRefused(
                "You can send at most {most} emails a day. Send the next one tomorrow.", most=MAILS_A_DAY
            )
        all_in = tournament.entrants.exclude(standing=Entrant.Standing.WITHDRAWN).filter(player__isnull=False)
        told = laggards(tournament) if whom == "laggards" else list(all_in)
        if not told:
            raise OrderRefused("There is nobody to email.")
        facts = {"text": text, "by": by.pk}
        tell(tournament, NewsKind.MAIL, dict.fromkeys(told, facts), now=now)
    return len(told)


def laggards(tournament: Tournament) -> list[Entrant]:
    """Return the entrants that any table waits for, to join it or to move, by number."""
    of_it = Seat.objects.filter(game__fixture__round__division__tournament=tournament, substitution=None)
    seats = of_it.filter(game__fixture__phase__in=OPEN)
    to_join = seats.filter(game__phase=Game.Phase.LOBBY, agreed_at=None)
    to_play = seats.filter(game__started_at__isnull=False, is_awaited=True).exclude(game__phase=Game.Phase.FINISHED)
    players = {*to_join.values_list("player", flat=True), *to_play.values_list("player", flat=True)}
    return list(tournament.entrants.filter(player__in=players - {None}).order_by("number"))
