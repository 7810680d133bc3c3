"""A player's tables of published rounds, as mails of tournaments tell of them."""

from collections.abc import Collection
from dataclasses import dataclass

from django.utils.translation import gettext as _

from games.players.models import Player
from games.tournaments.models import Fixture, Round, Sitting
from games.tournaments.queries.wording import called
from games.wording import clock_time, listing
from notifications.mails.parts import Columns, Part


@dataclass(frozen=True)
class Tables:
    """`pairs` say of each table who plays there; `facts` until when all that is."""

    pairs: tuple[tuple[str, str], ...]
    facts: tuple[tuple[str, str], ...]

    @property
    def shown(self) -> Part:
        return Columns(_("Your tables"), self.pairs)


def tables_of_rounds(rounds: Collection[Round], player: Player) -> Tables:
    """Where a player sits in these rounds, which must be published."""
    own = Sitting.objects.filter(fixture__round__in=[one.pk for one in rounds], entrant__player=player)
    fixtures = Fixture.objects.filter(pk__in=own.values("fixture")).order_by("round__number", "number")
    seen = list(fixtures.select_related("round").prefetch_related("sittings__entrant"))
    ends = {fixture.round.ends_at for fixture in seen} - {None}
    join_by = {fixture.join_by for fixture in seen if fixture.phase == Fixture.Phase.JOINING} - {None}
    facts = []
    if join_by:
        says = _("{at}. Each table has a mail of its own, to be answered with `JOIN`.")
        facts.append((_("Join by"), says.format(at=clock_time(min(filter(None, join_by))))))
    if ends:
        says = _("{at} at the latest. What is not over then is scored as it lies.")
        facts.append((_("They end"), says.format(at=clock_time(max(filter(None, ends))))))
    return Tables(tuple((_called(one), _others(one, player)) for one in seen), tuple(facts))


def _called(fixture: Fixture) -> str:
    return _("Round {n}, table {table}").format(n=fixture.round.number, table=fixture.number)


def _others(fixture: Fixture, player: Player) -> str:
    return listing([called(one.entrant) for one in fixture.sittings.all() if one.entrant.player_id != player.pk])
