"""The data that tournaments and ratings store about one player: exported at their request, deleted with their account.

Results stay without a name, as others have played for them. Rows that belong only to the account are deleted."""

from collections.abc import Collection
from datetime import datetime
from typing import Any

from django.db.models import Q

from games.players.models import Player
from games.tournaments.models import Entrant, News, RatingChange, Round, Ruling, TakingPart, Tournament

OVER = (Tournament.Phase.FINISHED, Tournament.Phase.VOID)


def saved_of(*, player: Player, addresses: Collection[str]) -> dict[str, object]:
    """Return the tournaments that the player entered, their news and rulings there, the tables that they left, and
    their ratings."""
    entrances = Entrant.objects.filter(player=player).order_by("entered_at", "pk")
    changes = RatingChange.objects.filter(player=player).order_by("n")
    of_a_change = ("game", "kind", "alphabet", "at", "rank", "before_mu", "before_sigma", "mu", "sigma")
    news = News.objects.filter(player=player).order_by("pk")
    rulings = Ruling.objects.filter(by=player).order_by("pk")
    return {
        "tournaments": [
            {
                "tournament": one.tournament.name,
                "as": one.name,
                "number": one.number,
                "for_club": one.club.name if one.club else None,
                "standing": one.standing,
                "entered_at": one.entered_at,
                "withdrawn_at": one.withdrawn_at,
            }
            for one in entrances.select_related("tournament", "club")
        ],
        "clubs_that_i_let_take_part": list(
            TakingPart.objects.filter(accepted_by=player).values("tournament__name", "club__name", "accepted_at")
        ),
        "tournament_news": list(news.values("tournament__name", "kind", "facts", "at")),
        "tournaments_directed": list(player.directs.order_by("pk").values_list("name", flat=True)),
        "rulings_by_me": list(rulings.values("tournament__name", "verb", "reason", "at")),
        "walkouts": list(player.walkouts.values("game", "kind", "at", "until", "lifted_at")),
        "rating_changes": list(changes.values(*of_a_change)),
    }


def forget(*, player: Player, addresses: Collection[str], now: datetime) -> None:
    """Withdraw the player from all unfinished tournaments, and remove the name. A draft with the player is deleted; its
    directors pair it again."""
    entrances = Entrant.objects.filter(player=player)
    names = {player.name, *entrances.values_list("name", flat=True)} - {""}
    of_player = Q(fixtures__sittings__entrant__player=player) | Q(byes__entrant__player=player)
    drafts = Round.objects.filter(of_player, phase=Round.Phase.DRAFT)
    # locked first, as one that is published in the meantime must stay
    locked = Round.objects.select_for_update().filter(pk__in=drafts.values("pk"), phase=Round.Phase.DRAFT)
    Round.objects.filter(pk__in=[draft.pk for draft in locked.order_by("pk")]).delete()
    going_on = entrances.exclude(standing=Entrant.Standing.WITHDRAWN).exclude(tournament__phase__in=OVER)
    going_on.update(standing=Entrant.Standing.WITHDRAWN, withdrawn_at=now)
    theirs = Tournament.objects.filter(Q(entrants__player=player) | Q(directors=player))
    for told in (News, Ruling):
        for row in told.objects.filter(tournament__in=list(theirs.values_list("pk", flat=True))):
            without = _without(row.facts, names)
            if without != row.facts:
                row.facts = without
                row.save(update_fields=["facts"])
    entrances.update(name="")


def _without(facts: Any, names: Collection[str]) -> Any:
    """Return the facts without these names; a text that consists of one of them becomes empty."""
    if isinstance(facts, dict):
        return {key: _without(value, names) for key, value in facts.items()}
    if isinstance(facts, list):
        return [_without(value, names) for value in facts]
    return "" if facts in names else facts
