"""The invariants of the site, which hold whatever its people do and whatever goes wrong. Each is a sentence and yields a line for
each violation; it looks only at what has changed since it last looked, where that is possible."""

from collections import Counter
from collections.abc import Callable, Iterator
from datetime import timedelta

from django.db import connection

from games import commands, queries, store
from games.models import Event, Game, Seat
from games.rules import registry
from games.rules.table.verify import replay
from games.rules.values import Differs, UnreadableRecord
from games.tournaments.commands.ratings import recompute
from notifications.models import InboundMail, Message
from tests.rules.test_every_kind import RANDOM_PLAY
from tests.simulation.ledger import DONE, REFUSED, UNKNOWN
from tests.simulation.world import World

LAG = timedelta(minutes=25)
"""Beat comes every ten minutes, and a task that was lost is queued again by the next one."""
UNREAD = timedelta(hours=2)
RUNNING = (Game.Phase.PLAYING, Game.Phase.GRACE, Game.Phase.CHALLENGE)

Invariant = Callable[[World], Iterator[str]]


# --- each hour ----------------------------------------------------------------------------------------------------------


def nobody_meets_an_exception(world: World) -> Iterator[str]:
    """No exception reaches anybody, nor the log, except while the database or the provider cannot be reached."""
    yield from world.site.errors
    world.site.errors.clear()


def every_running_game_has_a_deadline(world: World) -> Iterator[str]:
    """In a running game that is not paused by staff, something happens by itself at a known time."""
    for game_id in Game.objects.filter(phase__in=RUNNING, due_at=None, paused_by_staff=False).values_list(
        "pk", flat=True
    ):
        yield f"game {game_id} has no deadline"


def nothing_is_overdue(world: World) -> Iterator[str]:
    """Nothing that is due waits longer than beat and one lost task explain."""
    now = world.clock.now
    if world.faults.may_be_late(now):
        return
    due = commands.due_since(now=now)
    if due is not None and now - due > LAG:
        yield f"a game has been due for {now - due}"
    late = InboundMail.objects.filter(outcome="", received_at__lt=now - UNREAD).count()
    if late:
        yield f"{late} emails that were taken have not been read for two hours"


# --- each day ------------------------------------------------------------------------------------------------------------


def every_order_counts_once(world: World) -> Iterator[str]:
    """An order that was acknowledged is in its game exactly once, one that was refused is not, and no order is there twice."""
    said = Counter(Event.objects.filter(verb="say").values_list("facts__text", flat=True))
    read = dict(_outcomes_of_mails())
    settled = world.clock.now - timedelta(days=1)
    for order in world.ledger.said:
        outcome = order.outcome
        if order.way == "mail" and outcome == DONE:
            if order.word not in read:
                yield f"{order.word}: an email that was taken is gone"
                continue
            if not read[order.word] and order.at > settled:
                continue
            outcome = DONE if read[order.word] == InboundMail.Outcome.OBEYED else REFUSED
        allowed = {DONE: (1,), REFUSED: (0,), UNKNOWN: (0, 1)}[outcome]
        if said[order.word] not in allowed and Game.objects.filter(pk=order.game).exists():
            yield f"{order.word} in game {order.game} by {order.way}, {outcome}, was done {said[order.word]} times"


def _outcomes_of_mails() -> Iterator[tuple[str, str]]:
    """Yield the word of each email that the site took, with its outcome; empty if it has not been read."""
    for raw, outcome in InboundMail.objects.values_list("raw", "outcome").iterator():
        yield bytes(raw).split(b"Message-ID: <", 1)[-1].split(b"@", 1)[0].decode("ascii", "replace"), outcome


def every_email_is_sent_once(world: World) -> Iterator[str]:
    """Each email goes out once, except for one duplicate with the same Message-ID for each kill."""
    twice = sum(n - 1 for n in Counter((to, id) for _, to, id in world.provider.taken).values())
    if twice > world.site.counts["kills"]:
        yield f"{twice} emails went out twice, with {world.site.counts['kills']} kills"


def nothing_is_left_unsent(world: World) -> Iterator[str]:
    """No email that is due waits, unless the provider refused it a short time ago."""
    now = world.clock.now
    if world.faults.may_be_late(now):
        return
    waiting = Message.objects.filter(due_at__lt=now - UNREAD, attempts=0).count()
    if waiting:
        yield f"{waiting} emails have been due for two hours and were never tried"


def finished_games_verify(world: World) -> Iterator[str]:
    """Every finished game verifies by its public record."""
    for game in Game.objects.filter(phase=Game.Phase.FINISHED, pk__gt=0).exclude(pk__in=world.verified):
        world.verified.add(game.pk)
        seat = Seat.objects.filter(game=game, player__isnull=False).select_related("player").first()
        try:
            record = queries.record(game_id=game.pk, player=seat.player if seat else None, now=world.clock.now)
            replay(registry.kind(game.kind), record)
        except (Differs, UnreadableRecord, store.NoSuchGame) as error:
            yield f"game {game.pk} ({game.kind}) does not verify: {type(error).__name__} {error}"


def tiles_add_up(world: World) -> Iterator[str]:
    """In each game, the tiles in the pool, in hands and on boards are those of its set."""
    for game in Game.objects.filter(phase__in=RUNNING).order_by("pk"):
        table = store.seen_now(game.pk, now=world.clock.now)
        if table.is_running and not RANDOM_PLAY[game.kind].adds_up(table.state):
            yield f"the tiles of game {game.pk} ({game.kind}) don't add up"


def ratings_follow_from_the_games(world: World) -> Iterator[str]:
    """The ratings are those that follow from the games, computed anew."""
    if difference := recompute():
        yield str(difference)


def finished_games_are_counted(world: World) -> Iterator[str]:
    """A finished game is counted in the statistics within a day."""
    old = world.clock.now - timedelta(days=1)
    left = Game.objects.filter(phase=Game.Phase.FINISHED, counted_at=None, finished_at__lt=old).count()
    if left and not world.faults.may_be_late(world.clock.now):
        yield f"{left} finished games were not counted within a day"


def announced_within_a_day(world: World) -> Iterator[str]:
    """Every event has been announced to the players within a day."""
    old = world.clock.now - timedelta(days=1)
    left = Event.objects.filter(announced_at=None, at__lt=old).count()
    if left and not world.faults.may_be_late(world.clock.now):
        yield f"{left} events were not announced within a day"


def messages_are_closed(world: World) -> Iterator[str]:
    """An email is sent, waits for its time, or says why it was not sent."""
    for message in Message.objects.filter(sent_at=None, due_at=None, status="", mail_at=None, post_at=None)[:5]:
        yield f"email {message.pk} ({message.kind}) was neither sent nor closed with a reason"


# --- once at the end -----------------------------------------------------------------------------------------------------


def deleted_accounts_leave_nothing(world: World) -> Iterator[str]:
    """No table has the address of a player who deleted their account."""
    gone = [person.address for person in world.people.values() if person.is_gone]
    connection.ensure_connection()
    for line in connection.connection.iterdump() if gone else ():
        for address in gone:
            if address in line:
                yield f"{address} is still in {line[:100]}"


HOURLY: tuple[Invariant, ...] = (nobody_meets_an_exception, every_running_game_has_a_deadline, nothing_is_overdue)
DAILY: tuple[Invariant, ...] = (
    every_order_counts_once,
    every_email_is_sent_once,
    nothing_is_left_unsent,
    finished_games_verify,
    tiles_add_up,
    ratings_follow_from_the_games,
    finished_games_are_counted,
    announced_within_a_day,
    messages_are_closed,
)
AT_THE_END: tuple[Invariant, ...] = (deleted_accounts_leave_nothing,)
