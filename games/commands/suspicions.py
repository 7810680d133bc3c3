"""Suspicions of duplicate accounts in one game: a task finds them from past days' sightings, and moderators decide
them.

A suspicion has no automatic consequence, and nobody but moderators ever learns of it. `games.players.two_accounts`
judges."""

from collections import defaultdict
from collections.abc import Collection, Iterator, Sequence
from datetime import UTC, date, datetime, time, timedelta
from functools import partial

from django.db import transaction
from django.db.models import Count, Exists, OuterRef, Q, QuerySet

from games import batches
from games.models import Game, Replacement, Seat
from games.players.models import Player, Sighting, Suspicion
from games.players.two_accounts import MOST_AT_ONE_ADDRESS, Evidence, Sighted, compare
from games.rules.lines import in_one_line
from games.rules.values import OrderRefused

AT_ONCE = 200
TASK = "suspicions"
LONGEST_REASON = 200
Decision = Suspicion.Decision


def suspect(*, now: datetime) -> int:
    """Judge the rated games of players seen on past days that have not been judged. Return the number of sightings
    judged; the rest follow in the next run."""
    waiting = Sighting.objects.filter(judged_at=None, day__lt=now.date()).order_by("day", "pk")
    seen = list(batches.ready(TASK, waiting, now=now)[:AT_ONCE])
    batches.together(TASK, seen, partial(_judge_those_met, now=now), now=now)
    return len(seen)


@transaction.atomic(durable=True)
def _judge_those_met(seen: Sequence[Sighting], *, now: datetime) -> None:
    """Judge the rated games of these players against everybody who may be the same person."""
    by_day = defaultdict[date, list[Sighting]](list)
    for one in seen:
        by_day[one.day].append(one)
    pairs = {(*pair, day) for each in by_day.values() for pair, day in _who_met(each)}
    games = {(game.pk, a, b): game for a, b, day in sorted(pairs) for game in _games(a, b, day)}
    for (_, a, b), game in games.items():
        _judge(game, a, b, now)
    Sighting.objects.filter(pk__in=[one.pk for one in seen]).update(judged_at=now)


def decide_suspicion(suspicion: Suspicion, *, staff: Player, decision: str, reason: str, now: datetime) -> None:
    """Dismiss a suspicion, with those of the same pair that have no further reason, or record that it was acted on.

    Raises OrderRefused without a reason, for a decided one, and for staff who are concerned or play in that game."""
    reason = in_one_line(reason)
    if not reason or len(reason) > LONGEST_REASON:
        raise OrderRefused("Give a reason in 1 to {most} characters.", most=LONGEST_REASON)
    with transaction.atomic(durable=True):
        suspicion = Suspicion.objects.select_for_update(of=("self",)).get(pk=suspicion.pk)
        if not may_decide(staff).filter(pk=suspicion.pk).exists():
            raise OrderRefused(
                "This is about you, or you’re playing in this game. Somebody else on the staff must decide it."
            )
        if suspicion.decision:
            raise OrderRefused("This case has already been decided.")
        decided = [suspicion]
        if decision == Decision.DISMISSED:
            others = Suspicion.objects.filter(one=suspicion.one_id, other=suspicion.other_id, decision="")
            known = evidence_of(suspicion)
            decided += [each for each in others if not evidence_of(each).says_more_than(known)]
        Suspicion.objects.filter(pk__in=[each.pk for each in decided]).update(
            decision=decision, reason=reason, decided_by=staff, decided_at=now
        )


def may_decide(staff: Player) -> QuerySet[Suspicion]:
    """Return the suspicions that a member of staff may see and decide: not about them, nor about a game they have
    played in."""
    plays = Exists(Seat.objects.filter(game=OuterRef("game"), player=staff))
    played = Exists(Replacement.objects.filter(game=OuterRef("game"), player=staff))
    return Suspicion.objects.exclude(Q(one=staff) | Q(other=staff)).exclude(plays).exclude(played)


# --- candidates -----------------------------------------------------------------------------------------------------


def _who_met(seen: Collection[Sighting]) -> Iterator[tuple[tuple[int, int], date]]:
    """Yield pairs of players with the day: one from these sightings, and somebody who has ever used the same device, or
    the same address unless many use it."""
    places = Sighting.objects.filter(address__in={one.address for one in seen}).order_by()
    few = (
        places.values("address")
        .annotate(players=Count("player", distinct=True))
        .filter(players__gt=1, players__lte=MOST_AT_ONE_ADDRESS)
    )
    of_devices = Sighting.objects.filter(device__in={one.device for one in seen}).order_by()
    there = defaultdict[str, set[int]](set)
    for found, column in ((of_devices, "device"), (places.filter(address__in=few.values("address")), "address")):
        for key, player in found.values_list(column, "player").distinct():
            there[key].add(player)
    for one in seen:
        for other in there[one.device] | there[one.address]:
            if other != one.player_id:
                yield (min(one.player_id, other), max(one.player_id, other)), one.day


def _games(one: int, other: int, day: date) -> list[Game]:
    """Return the games that count, running on this day, in which the two are opponents."""
    begins = datetime.combine(day, time(), UTC)
    counts = Q(rated=True) | Q(fixture__isnull=False)
    running = Q(finished_at=None) | Q(finished_at__gte=begins)
    in_use = Q(over_at=None) | Q(over_at__gte=begins)
    own = Seat.objects.filter(in_use, player=one)
    games = Game.objects.filter(counts, running, pk__in=own.values("game"), started_at__lt=begins + timedelta(days=1))
    found = games.filter(Exists(Seat.objects.filter(game=OuterRef("pk"), player=other))).prefetch_related("seats")
    games_against: list[Game] = []
    for game in found:
        a, b = (next(seat.number for seat in game.seats.all() if seat.player_id == who) for who in (one, other))
        teams = game.options.get("teams", "")
        # not if they share a seat or a team
        if a != b and not (teams and teams[a] == teams[b]):
            games_against.append(game)
    return games_against


def _judge(game: Game, one: int, other: int, now: datetime) -> None:
    """Save the suspicion about a pair in a game with its present evidence, unless it is decided, or was dismissed for
    the same reasons."""
    evidence = _evidence_at(game, one, other, now)
    of_pair = Suspicion.objects.filter(one=one, other=other)
    decided = of_pair.exclude(decision="")
    dismissed = [evidence_of(each) for each in decided.filter(decision=Decision.DISMISSED)]
    if decided.filter(game=game).exists():
        return
    if not evidence.is_suspected or any(not evidence.says_more_than(known) for known in dismissed):
        of_pair.filter(game=game, decision="").delete()
        return
    found = {"score": evidence.score, "evidence": evidence.as_json()}
    Suspicion.objects.update_or_create(
        game=game, one_id=one, other_id=other, defaults=found, create_defaults={**found, "found_at": now}
    )


def evidence_of(suspicion: Suspicion) -> Evidence:
    """Return the evidence as it was stored."""
    return Evidence(**suspicion.evidence)


def _evidence_at(game: Game, one: int, other: int, now: datetime) -> Evidence:
    """Return the evidence on two players from the days of a game."""
    assert game.started_at is not None
    days = (game.started_at.date(), (game.finished_at or now).date())
    sightings = Sighting.objects.filter(day__range=days).order_by()
    seen = defaultdict[int, list[Sighted]](list)
    for each in sightings.filter(player__in=(one, other)):
        seen[each.player_id].append(Sighted(each.day, each.at, each.device, each.address))
    places = {each.address for each in seen[one]} & {each.address for each in seen[other]}
    crowds = sightings.filter(address__in=places).values("address").annotate(players=Count("player", distinct=True))
    return compare(seen[one], seen[other], {each["address"]: each["players"] for each in crowds})
