"""General emails: the daily puzzles for players who asked for them, the results of a day's puzzles for those who
entered, news of tournaments, and moderators' decisions.

They are enqueued here, and each source is claimed by row; `notifications.outgoing.outbox` sends them. Events in a game
are in that game's own emails."""

from collections import defaultdict
from collections.abc import Collection, Sequence
from datetime import datetime, timedelta
from functools import partial

from django.db import transaction
from django.db.models import Exists, OuterRef

from games import batches
from games.models import Puzzle, PuzzleEntry
from games.players.models import Player, Report
from games.rules import registry
from games.rules.daily import day_of, ends_at
from games.statements import DAY, NOW, Compiled
from games.tournaments.models import News, NewsKind
from notifications import tokens
from notifications.models import MailChoice, MailKind, Message
from notifications.outgoing import outbox
from notifications.outgoing.enqueuing import give_place
from notifications.preferences.choices import LONGEST_SETTLING, When, preferences_of

AT_A_TIME = 200  # entries, news or players in one transaction
TODAY, RESULTS, NEWS, DECISIONS = "puzzles of today", "results of puzzles", "news of tournaments", "decisions of staff"
_PENDING_RESULTS = Compiled(
    batches.ready(RESULTS, PuzzleEntry.objects.filter(announced_at=None, puzzle__day__lt=DAY), now=NOW).order_by("pk")[
        :AT_A_TIME
    ],
    joined=["puzzle", "player", "player__mail_hours"],
    is_locked=True,
)
_PENDING_NEWS = Compiled(
    batches.ready(NEWS, News.objects.filter(announced_at=None), now=NOW).order_by("pk")[:AT_A_TIME],
    joined=["player", "player__mail_hours"],
    is_locked=True,
)
_PENDING_DECISIONS = Compiled(
    batches.ready(
        DECISIONS,
        Report.objects.filter(decision__in=[Report.Decision.SILENCED, Report.Decision.RENAMED], told_at=None),
        now=NOW,
    ).order_by("decided_at")[:AT_A_TIME],
    joined=["about"],
    is_locked=True,
)
_DUE = Compiled(
    Message.objects.filter(game=None, due_at__lte=NOW).order_by("due_at", "pk")[:AT_A_TIME], only=["due_at"]
)

Subject = tuple[int, int]  # the ids of a player and a tournament


def tell(*, now: datetime) -> int:
    """Enqueue what is new and send what is due. Returns how many emails went out."""
    for enqueue in (enqueue_today, enqueue_puzzles, enqueue_news, enqueue_decisions):
        while enqueue(now=now) == AT_A_TIME:
            pass
    sent = 0
    before: list[int] = []  # if the same rows come again, another worker has them
    while (ids := [message.pk for message in _DUE(now=now)]) != before:
        sent += outbox.send_all(ids, now=now)
        before = ids
    return sent


@transaction.atomic
def enqueue_today(*, now: datetime) -> int:
    """Enqueue each of today's puzzles, once, for the first players who asked for them and have no email of it yet.
    Returns the largest number of emails for any one puzzle.

    An email is due at its reader's daily hour within the puzzle's day, or at once if that hour has passed."""
    most = 0
    wanted = MailChoice.objects.filter(kind=MailKind.TODAY, game=None).exclude(when=When.OFF)
    asked = Player.objects.filter(pk__in=wanted.values("player"), is_active=True, mail_fails_since=None)
    languages = set(" ".join(asked.order_by().values_list("puzzle_languages", flat=True).distinct()).split())
    for puzzle in Puzzle.objects.filter(day=day_of(now)).order_by("kind") if languages else ():
        if not registry.is_daily(puzzle.kind):  # an operator's language may have gone
            continue
        code = registry.daily(puzzle.kind).alphabet.code
        if code not in languages:
            continue
        before = ends_at(puzzle.day) - timedelta(days=1, microseconds=1)
        enqueued = Message.objects.filter(player=OuterRef("pk"), puzzle=puzzle, kind=MailKind.TODAY)
        pending = asked.filter(~Exists(enqueued), puzzle_languages__regex=rf"(^| ){code}( |$)")
        ready = batches.ready(TODAY, pending, now=now)
        players = list(ready.select_related("mail_hours").order_by("pk")[:AT_A_TIME])
        batches.together(TODAY, players, partial(_enqueue_puzzle, puzzle, before, now), now=now)
        most = max(most, len(players))
    return most


@transaction.atomic
def _enqueue_puzzle(puzzle: Puzzle, before: datetime, now: datetime, players: Sequence[Player]) -> None:
    preferences = preferences_of(players, game_id=None)
    messages = []
    for player in players:
        at = preferences[player.pk].when_to_tell(MailKind.TODAY, settled_at=now, now=before)
        message = _message(MailKind.TODAY, player, due_at=at or now, now=now)
        message.puzzle = puzzle
        give_place(message, now=now)
        messages.append(message)
    Message.objects.bulk_create(messages, ignore_conflicts=True)


@transaction.atomic
def enqueue_puzzles(*, now: datetime) -> int:
    """Take the oldest entries of days that are over, and enqueue one email per player and day, if wanted. Returns the
    number of entries."""
    entries = _PENDING_RESULTS(now=now)
    batches.together(RESULTS, entries, partial(_enqueue_results, now), now=now)
    return len(entries)


@transaction.atomic
def _enqueue_results(now: datetime, entries: Sequence[PuzzleEntry]) -> None:
    preferences = preferences_of({entry.player for entry in entries}, game_id=None)
    messages = []
    for player, day in dict.fromkeys((entry.player, entry.puzzle.day) for entry in entries):
        at = preferences[player.pk].when_to_tell(MailKind.PUZZLE, settled_at=now, now=now)
        if at is not None and _is_reached(player):
            messages.append(_message(MailKind.PUZZLE, player, due_at=at, now=now))
            messages[-1].day = day
    Message.objects.bulk_create(messages, ignore_conflicts=True)
    PuzzleEntry.objects.filter(pk__in=[entry.pk for entry in entries]).update(announced_at=now)


@transaction.atomic
def enqueue_news(*, now: datetime) -> int:
    """Put the first unannounced news into one email per player and tournament, if wanted. Returns the number of news
    items.

    An email that waits for more news, or for the daily email, also takes later news until it is sent."""
    rows = _PENDING_NEWS(now=now)
    batches.together(NEWS, rows, partial(_enqueue_news, now), now=now)
    return len(rows)


@transaction.atomic
def _enqueue_news(now: datetime, rows: Sequence[News]) -> None:
    News.objects.filter(pk__in=[one.pk for one in rows]).update(announced_at=now)
    preferences = preferences_of({one.player for one in rows}, game_id=None)
    by_subject = defaultdict[Subject, list[News]](list)
    for one in rows:
        is_of_one_table = one.kind == NewsKind.ROUND and not {"bye", "rounds"} & set(one.facts)
        if _is_reached(one.player) and not is_of_one_table:  # the game's own email asks the player to join
            by_subject[one.player_id, one.tournament_id].append(one)
    messages, fresh = _waiting(by_subject), list[Message]()
    for subject, news in by_subject.items():
        settled_at = max(one.at for one in news) + LONGEST_SETTLING
        at = preferences[subject[0]].when_to_tell(MailKind.TOURNAMENT, settled_at=settled_at, now=now)
        if at is None:
            messages.pop(subject, None)
        elif subject not in messages:
            messages[subject] = _message(MailKind.TOURNAMENT, news[0].player, due_at=at, now=now)
            messages[subject].tournament_id = subject[1]
            fresh.append(messages[subject])
    Message.objects.bulk_create(fresh)
    Message.news.through.objects.bulk_create(
        Message.news.through(message=message, news=one)
        for subject, message in messages.items()
        for one in by_subject[subject]
    )


@transaction.atomic
def enqueue_decisions(*, now: datetime) -> int:
    """Enqueue what the moderators decided about a player's messages or name, or on an appeal. Returns the number of
    decisions."""
    reports = _PENDING_DECISIONS(now=now)
    batches.together(DECISIONS, reports, partial(_enqueue_decisions, now), now=now)
    return len(reports)


@transaction.atomic
def _enqueue_decisions(now: datetime, reports: Sequence[Report]) -> None:
    messages = []
    for report in reports:
        if report.about and _is_reached(report.about):  # a report of a club or tournament isn't about a player
            messages.append(_message(MailKind.STAFF, report.about, due_at=now, now=now))
            messages[-1].report = report
    Message.objects.bulk_create(messages)
    Report.objects.filter(pk__in=[report.pk for report in reports]).update(told_at=now)


def _is_reached(player: Player) -> bool:
    return player.is_active and player.mail_fails_since is None


def _waiting(subjects: Collection[Subject]) -> dict[Subject, Message]:
    """Return the emails to these players about these tournaments that nobody has tried to send yet, locked until the
    transaction ends."""
    players, tournaments = ({subject[n] for subject in subjects} for n in (0, 1))
    waiting = Message.objects.select_for_update(of=("self",)).filter(
        player__in=players, tournament__in=tournaments, attempts=0, due_at__isnull=False
    )
    found = {(message.player_id, message.tournament_id): message for message in waiting.order_by("pk")}
    return {subject: found[subject] for subject in subjects if subject in found}


def _message(kind: MailKind, player: Player, *, due_at: datetime, now: datetime) -> Message:
    return Message(
        kind=kind,
        player=player,
        address=player.email,
        made_at=now,
        due_at=due_at,
        message_id=tokens.new_message_id(now),
    )
