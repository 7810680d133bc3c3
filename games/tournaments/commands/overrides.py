"""What a director rules on a draw: byes, and pairs that must or must not meet. Each keeps its reason."""

from datetime import datetime
from typing import Any

from games.players.models import Player
from games.rules.kind import OrderRefused
from games.rules.messages import say
from games.tournaments.commands.books import PLAYS, Format, drafts_of
from games.tournaments.commands.drawing import draw_up_at
from games.tournaments.commands.locking import (
    Phase,
    check_phase,
    keep_ruling,
    locked_for_director,
    reason_of,
    tournament_of,
)
from games.tournaments.models import Bye, Entrant, PairRule, Round, Tournament


def set_bye(*, round_id: int, entrant_id: int, points: str | None, by: Player, reason: str, now: datetime) -> None:
    """An entrant does not play in this round, for `1`, `1/2` or `0` points; None takes that back. A draft is drawn up again
    without them; once it is published only who does not sit in it can have one."""
    reason = reason_of(reason)
    if points is not None and points not in Bye.Points.values:
        raise OrderRefused(say("A bye is worth 1, 1/2 or 0 points."))
    with locked_for_director(tournament_of(Round, round_id), by) as tournament:
        check_phase(tournament, Phase.RUNNING)
        if tournament.format == Format.LADDER:
            raise OrderRefused(say("Nobody has a bye on a ladder: players challenge each other."))
        round = Round.objects.get(pk=round_id)
        entrant = round.division.entrants.filter(pk=entrant_id).first()
        if entrant is None:
            raise OrderRefused(say("Choose an entrant of this division."))
        _refuse_own(by, entrant)
        is_draft = round.phase == Round.Phase.DRAFT
        if is_draft:
            _set_in_draft(round, entrant, points, reason)
            draw_up_at(tournament, now=now)
        else:
            _set_in_published(round, entrant, points, reason)
        keep_ruling(
            tournament,
            "bye",
            by=by,
            reason=reason,
            now=now,
            round=None if is_draft else round,
            entrant=entrant,
            concerned=[] if is_draft else [entrant],
            points=points,
            number=round.number,
        )


def add_pair_rule(
    *, tournament_id: int, one_id: int, other_id: int, must_meet: bool, by: Player, reason: str, now: datetime
) -> PairRule:
    """These two meet in the next round drawn up, or never. Drafts are drawn up again; only a Swiss tournament can be ruled on."""
    reason = reason_of(reason)
    with locked_for_director(tournament_id, by) as tournament:
        check_phase(tournament, Phase.ENTRIES, Phase.CLOSED, Phase.RUNNING)
        if tournament.format != Format.SWISS:
            raise OrderRefused(
                say("Who meets whom follows from this format; only in a Swiss tournament can it be ruled.")
            )
        pair = list(tournament.entrants.filter(pk__in=[one_id, other_id], standing__in=PLAYS).order_by("number"))
        if len(pair) != 2:
            raise OrderRefused(say("Choose two different entrants who play."))
        _refuse_own(by, *pair)
        one, other = pair
        if tournament.pair_rules.filter(one=one, other=other, used_at=None).exists():
            raise OrderRefused(say("There is a rule for these two already: drop it first."))
        rule = PairRule.objects.create(
            tournament=tournament, one=one, other=other, must_meet=must_meet, reason=reason, made_at=now
        )
        _draw_drafts_again(tournament, now=now)
        keep_ruling(tournament, "pair", by=by, reason=reason, now=now, **_of(rule))
    return rule


def drop_pair_rule(*, rule_id: int, by: Player, reason: str, now: datetime) -> None:
    """That rule holds no more; drafts are drawn up again."""
    reason = reason_of(reason)
    with locked_for_director(tournament_of(PairRule, rule_id), by) as tournament:
        rule = tournament.pair_rules.select_related("one", "other").filter(pk=rule_id, used_at=None).first()
        if rule is None:
            raise OrderRefused(say("That rule has been used already."))
        _refuse_own(by, rule.one, rule.other)
        facts = _of(rule)
        rule.delete()
        _draw_drafts_again(tournament, now=now)
        keep_ruling(tournament, "unpair", by=by, reason=reason, now=now, **facts)


def _refuse_own(by: Player, *entrants: Entrant) -> None:
    if any(entrant.player_id == by.pk for entrant in entrants):
        raise OrderRefused(say("You play in this tournament: what concerns you is another director’s to rule on."))


def _of(rule: PairRule) -> dict[str, Any]:
    return {"one": rule.one.name, "other": rule.other.name, "must_meet": rule.must_meet}


def _set_in_draft(round: Round, entrant: Entrant, points: str | None, reason: str) -> None:
    if points is None:
        gone, _ = round.byes.filter(entrant=entrant).exclude(reason="").delete()
        if not gone:
            raise OrderRefused(say("{name} has no bye there that a director gave.", name=entrant.name))
    elif entrant.standing not in PLAYS:
        raise OrderRefused(say("{name} has withdrawn.", name=entrant.name))
    else:
        round.byes.update_or_create(entrant=entrant, defaults={"points": points, "reason": reason})


def _set_in_published(round: Round, entrant: Entrant, points: str | None, reason: str) -> None:
    if round.fixtures.filter(sittings__entrant=entrant).exists():
        raise OrderRefused(say("{name} sits at a table of this round: adjudicate it instead.", name=entrant.name))
    if points is None:
        raise OrderRefused(say("This round is published: give a bye of another worth instead."))
    round.byes.update_or_create(entrant=entrant, defaults={"points": points, "reason": reason})


def _draw_drafts_again(tournament: Tournament, *, now: datetime) -> None:
    if drafts_of(tournament).exists():
        draw_up_at(tournament, now=now)
