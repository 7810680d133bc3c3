"""The news of tournaments, for those they concern: what is due of one tournament at one time is one mail. What happens at a
table is told by that table's own mails."""

from collections import defaultdict
from collections.abc import Collection
from datetime import datetime

from django.db import transaction

from games.tournaments.models import News
from notifications import tokens
from notifications.models import Digest
from notifications.preferences import LONGEST_SETTLING, Kind, preferences_of

NEWS_AT_A_TIME = 200  # promised in one transaction

Subject = tuple[int, int]  # a player and a tournament


def promise_all(*, now: datetime) -> None:
    """Promise what is not promised yet."""
    while promise(now=now) == NEWS_AT_A_TIME:
        pass


@transaction.atomic
def promise(*, now: datetime) -> int:
    """Put the first news not announced yet into one digest a player and tournament, for those who want it; how many news.
    Claimed by row. What settles, or waits for the daily mail, takes up later news until somebody sends it."""
    untold = News.objects.select_for_update(skip_locked=True, of=("self",)).filter(announced_at=None)
    rows = list(untold.select_related("player__mail_hours").order_by("pk")[:NEWS_AT_A_TIME])
    News.objects.filter(pk__in=[one.pk for one in rows]).update(announced_at=now)
    preferences = preferences_of({one.player for one in rows}, game_id=None)
    told = defaultdict[Subject, list[News]](list)
    for one in rows:
        if one.player.is_active and one.player.mail_fails_since is None and not is_told_by_its_table(one):
            told[one.player_id, one.tournament_id].append(one)
    digests, fresh = _waiting(told), list[Digest]()
    for subject, news in told.items():
        settled_at = max(one.at for one in news) + LONGEST_SETTLING
        at = preferences[subject[0]].when_to_tell(Kind.TOURNAMENT, settled_at=settled_at, now=now)
        if at is None:
            digests.pop(subject, None)
        elif subject not in digests:
            digests[subject] = _digest(subject, due_at=at, now=now)
            fresh.append(digests[subject])
    Digest.objects.bulk_create(fresh)
    Digest.news.through.objects.bulk_create(
        Digest.news.through(digest=digest, news=one) for subject, digest in digests.items() for one in told[subject]
    )
    return len(rows)


def is_told_by_its_table(news: News) -> bool:
    """Whether this is that somebody sits at one table of a round: the table asks them to join it."""
    return news.kind == News.Kind.ROUND and not {"bye", "rounds"} & set(news.facts)


def _waiting(subjects: Collection[Subject]) -> dict[Subject, Digest]:
    """Those of these players and tournaments that nobody has tried to send yet; they are nobody else's until we are done."""
    players, tournaments = ({subject[n] for subject in subjects} for n in (0, 1))
    waiting = Digest.objects.select_for_update(of=("self",)).filter(
        kind=Kind.TOURNAMENT, player__in=players, tournament__in=tournaments, attempts=0, due_at__isnull=False
    )
    found = {(digest.player_id, digest.tournament_id): digest for digest in waiting.order_by("pk")}
    return {subject: found[subject] for subject in subjects if subject in found}


def _digest(subject: Subject, *, due_at: datetime, now: datetime) -> Digest:
    player, tournament = subject
    return Digest(
        kind=Kind.TOURNAMENT,
        player_id=player,
        tournament_id=tournament,
        made_at=now,
        due_at=due_at,
        message_id=tokens.new_message_id(now),
    )
