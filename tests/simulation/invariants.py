"""The invariants of the site, which hold whatever people do and whatever goes wrong. Each has a sentence, and yields a line for each
violation. Those that are checked often look only at new things. Those that compute everything again are checked once a week."""

import re
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from datetime import date, datetime, timedelta
from fractions import Fraction
from itertools import chain, takewhile
from typing import Any
from zoneinfo import ZoneInfo

from django.conf import settings
from django.core.cache import caches
from django.db import transaction
from django.db.models import Exists, Model, OuterRef, Q, QuerySet
from django.test import override_settings

from games import commands, store
from games.commands.statistics import keys_of
from games.models import Event, Game, Hand, PackedEvents, PuzzleEntry, Seat, Tally
from games.players.models import Player
from games.queries.puzzles import streak
from games.queries.reading import seated
from games.queries.record import record_of
from games.rules import registry
from games.rules.statistics import VERBS
from games.rules.table.verify import replay
from games.rules.values import Differs, UnreadableRecord
from games.store.events import events_of_all, unpacked
from games.tournaments.commands.ratings import recompute
from games.tournaments.models import Bye, Fixture, Round, Sitting, Tournament
from games.tournaments.snapshot import OPEN, Snapshot
from lexicon.celery import app
from lexicon.retention import KEPT
from notifications import tasks
from notifications.models import (
    DeliveryReport,
    InboundMail,
    MailChoice,
    MailHours,
    MailKind,
    Message,
    Mute,
    Notice,
)
from notifications.outgoing.enqueuing import waiting_for_looks
from notifications.preferences.choices import (
    ALWAYS,
    ANSWERS,
    CHOOSABLE,
    CHOSEN_AS,
    START_A_CLOCK,
    UNSTOPPABLE,
    default,
)
from notifications.restoring import WHY as RESTORED
from tests.api.conftest import Program
from tests.caches import forget_games
from tests.load.held import outcomes_of_mails
from tests.readers import (
    OF_THE_MAIL,
    Reader,
    hide_something_else,
    kept_from,
    sent_to_each,
    the_answers,
    the_calendar,
    the_lists,
    the_page,
    the_part,
    the_record,
    the_shared_screen,
)
from tests.rules.test_every_kind import RANDOM_PLAY
from tests.simulation import database
from tests.simulation.chance import chance, secrets_set_aside
from tests.simulation.ledger import DONE, REFUSED, UNKNOWN
from tests.simulation.playing import RUNNING
from tests.simulation.provider import Mail
from tests.simulation.receivers import ANSWERED, Device, Posted, Webhook
from tests.simulation.storage import sizes_per_finished_game
from tests.simulation.world import World

LAG = timedelta(minutes=25)
"""Beat runs every ten minutes, and its next run queues a lost task again."""
WAIT = timedelta(hours=2)
"""The longest time until an email is read, or until one that is due is sent."""
SETTLED = timedelta(days=3)
"""After this time, nothing that failed or was delayed is tried again."""
COMPARED = timedelta(days=3)
"""The last days of a game, whose emails are compared."""
MOST_LOOKED_AT = 5
"""In how many games of a kind a withheld tile is looked for each day."""
MOST_BYTES = 30_000
"""The most bytes that a finished game can take on average, with everything that belongs to it."""
DRAWN = ("Message-ID", "Content-Type")
"""The header fields of an email that are drawn, or that have something drawn."""
PUSHED = {"title", "body", "tag", "url", "off"}
"""The fields of a notification on a device."""
SAID = re.compile(r"\bword-\d+-\d+\b")
"""A word in the chat of a game, by which the ledger finds an order."""
CLOSED = (
    "given up: ",
    "not sent: ",
    "off, as chosen",
    "seen",
    "written anew as ",
    "nothing left to tell",
    "came back: ",
    RESTORED,
)
"""How a status begins that says why an email will never be sent."""
ANYWAY = UNSTOPPABLE | ANSWERS | {MailKind.CHANNEL, MailKind.STAFF}
"""The emails that nobody can switch off: last warnings and their outcome, replies, and those that only staff or a program cause."""

Exit = Callable[[Reader, Game], Any]
EXITS: Sequence[Exit] = (
    *(the_page, the_part, the_lists, the_record),
    *(the_answers, the_calendar, the_shared_screen),
)
"""The ways in which readers get a game. What is hidden from them changes none of their bytes."""
Invariant = Callable[[World], Iterator[str]]
OfAMail = Callable[[World, Message, datetime], Iterator[str]]
OfANotice = Callable[[World, Posted, Message | None], Iterator[str]]


class Checks:
    """Checks invariants, and counts how often; `seconds` is the processor time of all. Each line of a violation is noted once, and printed
    if `says`."""

    def __init__(self, world: World, *, says: bool = False) -> None:
        self._world = world
        self._says = says
        self._noted: set[str] = set()
        self.counts: Counter[str] = Counter()
        self.seconds = 0.0
        self.violations: list[tuple[str, str, str]] = []

    def run(self, invariants: Iterable[Invariant]) -> None:
        """Check each of these."""
        for invariant in invariants:
            self._check(invariant)

    def run_on_new_mails(self) -> None:
        """Check each email that the provider has taken since the last look, before anything else happens."""
        looked, taken = self._world.looked, self._world.provider.taken
        for at, _, message_id in taken[looked.mails :]:
            message = (
                Message.objects.select_related("player").filter(message_id=message_id, player__isnull=False).first()
            )
            for invariant in OF_EACH_MAIL if message else ():  # a code to sign in with has no row
                self._check(invariant, message, at)
        looked.mails = len(taken)

    def run_on_new_notices(self) -> None:
        """Check each notification that was posted since the last look, and its message."""
        looked, posted = self._world.looked, self._world.receivers.posted
        for one in posted[looked.notices :]:
            message = Message.objects.select_related("player", "game").filter(link=one.link).first()
            for invariant in OF_EACH_MAIL if message else ():
                self._check(invariant, message, one.at)
            for of_a_notice in OF_EACH_NOTICE:
                self._check(of_a_notice, one, message)
        looked.notices = len(posted)

    def _check(self, invariant: Callable[..., Iterator[str]], *about: object) -> None:
        began = time.process_time()
        self.counts[invariant.__name__] += 1
        try:
            for line in invariant(self._world, *about):
                self._note(invariant, line)
        except Exception as error:  # noqa: BLE001  whatever it is, the run goes on
            self._note(invariant, f"{type(error).__name__}: {error}")
        self.seconds += time.process_time() - began

    def _note(self, invariant: Callable[..., Iterator[str]], line: str) -> None:
        if line not in self._noted:
            self._noted.add(line)
            self.violations.append((f"{self._world.clock.now:%F %T}", invariant.__name__, line))
            if self._says:
                print(": ".join(self.violations[-1]), flush=True)


# --- each email, when the provider has taken it ---------------------------------------------------------------------------


def nobody_is_disturbed(world: World, message: Message, at: datetime) -> Iterator[str]:
    """No email comes in its reader's quiet hours, except replies and last warnings."""
    hours = MailHours.objects.filter(player=message.player, quiet_from__isnull=False).first()
    if hours is None or message.kind in ALWAYS | ANSWERS or message.notices.exclude(deadline="").exists():
        return
    zone = ZoneInfo(message.player.time_zone)
    local = at.astimezone(zone)
    if local.utcoffset() != (at - timedelta(hours=1)).astimezone(zone).utcoffset():
        return  # the clocks have just changed
    begins, ends, clock = hours.quiet_from, hours.quiet_until, local.time()
    if (begins <= clock < ends) if begins < ends else not ends <= clock < begins:
        yield f"email {message.pk} ({message.kind}) came at {clock:%H:%M}, between {begins:%H:%M} and {ends:%H:%M}"


def unsubscribed_means_nothing_comes(world: World, message: Message, at: datetime) -> Iterator[str]:
    """Nobody gets emails about a game that they have muted, or of a kind that they have switched off, except those that can't be switched
    off."""
    notices = list(message.notices.all())
    kinds = {one.kind for one in notices if not one.deadline} if notices else {message.kind}
    has_deadline = any(one.deadline for one in notices)
    is_muted = Mute.objects.filter(player=message.player, game=message.game_id, since__lt=at).exists()
    if message.game_id and is_muted and message.kind not in ANYWAY and not has_deadline:
        yield f"email {message.pk} ({message.kind}) came about game {message.game_id}, which its reader has muted"
    seats = Seat.objects.filter(player=message.player, game=message.game_id, tiles_by_email=True)
    for kind in kinds - ANYWAY - (START_A_CLOCK if seats.exists() else frozenset()):
        row = CHOSEN_AS.get(MailKind(kind), kind)
        chosen = MailChoice.objects.filter(player=message.player, kind=row)
        of_all, of_game = (chosen.filter(game=game).first() for game in (None, message.game_id))
        when = (of_game or of_all).when if of_game or of_all else default(MailKind(row)) if row in CHOOSABLE else "now"
        if when == "off":
            yield f"email {message.pk} ({message.kind}) came with news ({kind}) that its reader has switched off"


# --- each notification, when it was posted --------------------------------------------------------------------------------


def notices_keep_secrets(world: World, posted: Posted, message: Message | None) -> Iterator[str]:
    """A notification goes to the reader of its message, and contains no chat, no hand and no reply address."""
    about = f"the notification {dict(posted.notice)} to {posted.to.address}"
    if isinstance(posted.to, Device) and set(posted.notice) != PUSHED:
        yield f"{about} has other fields"
    if SAID.search(posted.text) or "+r-" in posted.text:
        yield f"{about} has what was said, or a reply address"
    if message is None:
        return
    if world.people[message.player.email].number != posted.to.who:
        yield f"{about} is for {message.player}"
    for tiles in Hand.objects.filter(game=message.game_id).values_list("tiles", flat=True):
        if len(tiles) > 3 and re.search(rf"\b{re.escape(tiles)}\b", posted.text):
            yield f"{about} has the hand {tiles}"


def nobody_is_notified_in_vain(world: World, posted: Posted, message: Message | None) -> Iterator[str]:
    """Nothing is posted to a device or webhook that was switched off, that belongs to a deleted account, or that said it is gone (except
    once for each kill of a process that had sent something)."""
    if posted.silenced.startswith(ANSWERED):
        again = sum(one.silenced.startswith(ANSWERED) for one in world.receivers.posted)
        if again <= world.faults.killed_senders:
            return
    if posted.silenced:
        yield f"{posted.to.address} was notified, though {posted.silenced}"


def only_one_worker_waits(world: World, posted: Posted, message: Message | None) -> Iterator[str]:
    """Only the worker for channels posts notifications, so that an address that doesn't answer holds up nothing else."""
    what, _, name = posted.by.partition("(")[0].partition(" ")
    if what != "task" or app.amqp.router.route({}, name)["queue"].name != "channels":
        yield f"{posted.by} waited for {posted.to.address}"


# --- each hour ------------------------------------------------------------------------------------------------------------


def nobody_meets_an_exception(world: World) -> Iterator[str]:
    """No exception reaches a person or the log, except while the database or the provider can't be reached. Even then, no request is
    answered with a 500."""
    yield from world.site.errors
    world.site.errors.clear()


def cheating_changes_nothing(world: World) -> Iterator[str]:
    """No request that should be refused changes a game."""
    yield from world.ledger.obeyed
    world.ledger.obeyed.clear()


def repeated_requests_do_nothing_twice(world: World) -> Iterator[str]:
    """A program that repeats a request with the same key gets the first answer again."""
    yield from world.site.contradictions
    world.site.contradictions.clear()


def nothing_is_overdue(world: World) -> Iterator[str]:
    """Nothing that is due waits longer than the beat and one lost task explain."""
    due, now = commands.due_since(now=world.clock.now), world.clock.now
    if due is not None and now - due > LAG and not world.faults.may_be_late(now):
        yield f"a game has been due for {now - due}"


def acknowledged_mails_are_read(world: World) -> Iterator[str]:
    """An email that the mail server has taken is read within two hours."""
    now = world.clock.now
    late = InboundMail.objects.filter(outcome="", received_at__lt=now - WAIT)
    if not world.faults.may_be_late(now) and (left := late.count()):
        yield f"{left} emails that were taken have not been read for two hours"


# --- each day -------------------------------------------------------------------------------------------------------------


def what_is_hidden_changes_nothing(world: World) -> Iterator[str]:
    """If a seat hides something else, another player, a spectator and their programs get the same bytes of the game, and the player gets
    the same emails. A seat with a withheld tile is chosen if there is one."""
    now = world.clock.now
    running = Game.objects.filter(phase__in=RUNNING, due_at__gt=now, has_robots=False, paused_by_staff=False)
    for kind in sorted(registry.KINDS):
        drawn = chance(world.plan.seed, "hidden", kind, now)
        games = list(running.filter(kind=kind).order_by("pk"))
        games = drawn.sample(games, min(len(games), MOST_LOOKED_AT))
        withheld = {game.pk: waiting_for_looks(store.seen_now(game.pk, now=now)) for game in games}
        for game in sorted(games, key=lambda game: not withheld[game.pk])[:1]:
            seats = game.seats.filter(resigned_at=None, player__isnull=False, substitution=None).order_by("pk")
            held_by = Counter(game.seats.values_list("number", flat=True))
            alone = [seat for seat in seats if held_by[seat.number] == 1]
            if len(alone) > 1:
                hiding = next((seat for seat in alone if seat.number in withheld[game.pk]), None) or drawn.choice(alone)
                reading = drawn.choice([seat for seat in alone if seat != hiding])
                with _undone():
                    yield from _leaks(world, game, hiding, reading, exits=drawn.sample(EXITS, 3))


@contextmanager
def _undone() -> Iterator[None]:
    """Undo everything at the end of the context: in the database, in caches, and in what is drawn."""
    apart = {name: {**cache, "LOCATION": f"undone {name}"} for name, cache in settings.CACHES.items()}
    atomic = transaction.atomic()
    atomic._from_testcase = True  # as in Django's own tests, transactions that must be outermost are allowed inside
    with secrets_set_aside(), override_settings(CACHES=apart), atomic:
        for name in apart:
            caches[name].clear()
        forget_games()
        yield
        forget_games()
        transaction.set_rollback(True)


def _leaks(world: World, game: Game, hiding: Seat, reading: Seat, *, exits: Sequence[Exit]) -> Iterator[str]:
    """Change what one seat hides, and yield a line for each exit that then gives another player or a spectator other bytes."""
    spectator = Player.objects.filter(guest_until=None).exclude(seats__game=game).order_by("pk").last()
    readers = []
    for player, seat in ((reading.player, reading.number), (spectator, None)):
        reader = Reader(player, seat, world.site.client("10.0.0.1"), Program(player))
        reader.program.client = world.site.client("10.0.0.1")
        if player is not None:
            reader.browser.force_login(player, backend="django.contrib.auth.backends.ModelBackend")
        readers.append(reader)
    readers = kept_from(hiding.number, readers, game)

    def sent() -> dict[tuple[str, str], Any]:
        return sent_to_each(readers, game, exits=exits) | _mailed(world, game, readers)

    before = sent()
    hide_something_else(game, hiding.number)
    for exit_, after in sent().items():
        if after != before[exit_]:
            yield f"game {game.pk} ({game.kind}): {exit_} shows what seat {hiding.number} hides: {_first_difference(before[exit_], after)}"


def _mailed(world: World, game: Game, readers: Sequence[Reader]) -> dict[tuple[str, str], Any]:
    """Return the emails and notifications that each of these players would get now about the last days of the game. A longer history is
    sent in parts, and what is hidden decides where each ends. Nobody is invited again, because invitations may be gone."""
    unsent = transaction.savepoint()
    Notice.objects.filter(game=game).delete()
    Message.objects.filter(game=game).delete()
    invites = [verb for verb, row in registry.kind(game.kind).events.items() if row.asks]
    game.events.update(announced_at=world.clock.now)
    game.events.exclude(verb__in=invites).filter(at__gt=world.clock.now - COMPARED).update(announced_at=None)
    with secrets_set_aside(), world.provider.set_aside() as mails:
        tasks.tell(game.pk, now=world.clock.now)
    pushed = Message.objects.filter(game=game, post_at__isnull=False).order_by("pk")
    sent: dict[tuple[str, str], Any] = {
        ("the_mail", str(reader.player)): (
            [_as_read(mail) for mail in mails if mail.to == reader.player.email],
            list(pushed.filter(player=reader.player).values_list("kind", "subject")),
        )
        for reader in readers
        if reader.player is not None
    }
    transaction.savepoint_rollback(unsent)
    return sent


def _as_read(mail: Mail) -> list[str]:
    """Return the header fields and texts of an email without what is drawn for each, as others may have got more emails before."""
    fields = [f"{name}: {value}" for name, value in mail.headers.items() if name not in DRAWN]
    texts = [str(part.get_content()) for part in mail.headers.walk() if not part.is_multipart()]
    return [OF_THE_MAIL.sub("", text) for text in (*fields, *texts)]


def _first_difference(before: object, after: object) -> str:
    """Return both texts around the place where they first differ."""
    was, now = str(before), str(after)
    at = next((n for n, (a, b) in enumerate(zip(was, now, strict=False)) if a != b), min(len(was), len(now)))
    return f"{was[max(0, at - 60) : at + 60]!r} and {now[max(0, at - 60) : at + 60]!r}"


def every_order_counts_once(world: World) -> Iterator[str]:
    """An order that was acknowledged is in its game exactly once, one that was refused is not, and no order is there twice."""
    old = world.clock.now - SETTLED
    orders = world.ledger.said[world.looked.orders :]
    world.looked.orders += sum(1 for _ in takewhile(lambda one: one.at <= old, orders))
    since = min((one.at for one in orders), default=world.clock.now) - SETTLED  # a mail server may have sent it before
    said = Counter(Event.objects.filter(verb="say", at__gte=since).values_list("game", "facts__text"))
    read = dict(outcomes_of_mails(InboundMail.objects.filter(received_at__gte=since)))
    settled = world.clock.now - timedelta(days=1)
    gone = {person.number for person in world.people.values() if person.is_gone}
    for order in orders:
        outcome = order.outcome
        if order.way == "mail" and outcome == DONE:
            if order.word not in read:
                if order.who not in gone:  # whose emails are deleted
                    yield f"{order.word}: an email that was taken is gone"
                continue
            if not read[order.word] and order.at > settled:
                continue
            outcome = DONE if read[order.word] == InboundMail.Outcome.OBEYED else REFUSED
        allowed = {DONE: (1,), REFUSED: (0,), UNKNOWN: (0, 1)}[outcome]
        done = said[order.game, order.word]
        if done not in allowed and Game.objects.filter(pk=order.game).exists():
            yield f"{order.word} in game {order.game} by {order.way}, {outcome}, was done {done} times"


def every_order_by_page_counts(world: World) -> Iterator[str]:
    """An order that a page accepted is an event of its seat."""
    for order in world.ledger.accepted:
        events = Event.objects.filter(game=order.game, seat=order.seat, at=order.at)
        if not events.exists() and Game.objects.filter(pk=order.game).exists():
            yield f"{order.verb} of seat {order.seat} in game {order.game}, accepted at {order.at:%F %T}, was not done"
    world.ledger.accepted.clear()


def every_email_is_sent_once(world: World) -> Iterator[str]:
    """Each email goes out once, except for one duplicate with the same Message-ID for each kill of a process that had sent something."""
    twice = len(world.provider.taken) - len({(to, id) for _, to, id in world.provider.taken})
    if twice > world.faults.killed_senders:
        yield f"{twice} emails went out twice, with {world.faults.killed_senders} senders killed"


def each_notice_comes_once(world: World) -> Iterator[str]:
    """A device or webhook takes a notification once, except for one duplicate for each kill of a process that had sent something."""
    taken = [(one.to.address, one.link) for one in world.receivers.posted if one.is_taken and one.link]
    twice = len(taken) - len(set(taken))
    if twice > world.faults.killed_senders:
        yield f"{twice} notifications were taken twice, with {world.faults.killed_senders} senders killed"


def refused_notices_become_emails(world: World) -> Iterator[str]:
    """An email is sent at its time whether or not its reader was notified, and within two hours if no device took the notification. Quiet
    hours, and webhooks that are tried again, can delay it."""
    now = world.clock.now
    posted = world.receivers.posted
    taken = {one.link for one in posted if one.is_taken}
    with_webhook = {(one.to.who, one.at) for one in posted if isinstance(one.to, Webhook)}
    refused = {one.link for one in posted if one.at < now - WAIT and (one.to.who, one.at) not in with_webhook} - taken
    waiting = Message.objects.filter(Q(link__in=refused) | Q(mail_at__lt=now - WAIT), due_at__isnull=False, attempts=0)
    if not world.faults.may_be_late(now):
        for message in waiting.filter(player__mail_hours__quiet_from=None):
            yield f"email {message.pk} ({message.kind}) waits until {message.due_at:%F %T} for a notification"


def nothing_is_left_unsent(world: World) -> Iterator[str]:
    """Every email that is due is tried within two hours, and again at its next time if the provider refuses it."""
    now = world.clock.now
    waiting = Message.objects.filter(due_at__lt=now - WAIT).count()
    if waiting and not world.faults.may_be_late(now):
        yield f"{waiting} emails have been due for two hours and were not tried"


def what_counts_as_sent_was_taken(world: World) -> Iterator[str]:
    """The provider has taken every email that counts as sent."""
    taken = {message_id for _, _, message_id in world.provider.taken}
    for message in Message.objects.filter(sent_at__gt=world.clock.now - SETTLED):
        if message.message_id not in taken:
            yield f"email {message.pk} ({message.kind}) counts as sent at {message.sent_at:%F %T}, and never went out"


def finished_games_verify(world: World) -> Iterator[str]:
    """Every finished game verifies from the record that spectators get, once it has ended and again once it is archived. This includes
    private games that nobody may watch any more, because all their players have deleted their accounts."""
    over, looked = Game.objects.filter(phase=Game.Phase.FINISHED, pk__gt=0), world.looked
    for game in over.exclude(pk__in=looked.verified) | over.filter(packed_at__isnull=False).exclude(
        pk__in=looked.archived
    ):
        looked.verified.add(game.pk)
        if game.packed_at is not None:
            looked.archived.add(game.pk)
        try:
            record = record_of(seated(store.seen_now(game.pk, now=world.clock.now), None))
            replay(registry.kind(game.kind), record)
        except (Differs, UnreadableRecord) as error:
            yield f"game {game.pk} ({game.kind}) does not verify: {type(error).__name__} {error}"


def games_are_archived(world: World) -> Iterator[str]:
    """A game is archived within two days of the time set for that, unless an email about it is still kept."""
    until = world.clock.now - timedelta(days=settings.ARCHIVE_AFTER_DAYS + 2)
    kept = InboundMail.objects.filter(message__game=OuterRef("pk")).exclude(recipient="")
    left = Game.objects.filter(~Exists(kept), phase=Game.Phase.FINISHED, packed_at=None, finished_at__lt=until)
    if (number := left.count()) and not world.faults.may_be_late(world.clock.now):
        yield f"{number} games are not archived, the first {left.order_by('pk')[0]!r}"


def tiles_add_up(world: World) -> Iterator[str]:
    """In each game, the tiles in the pool, in hands and on boards are those of its set."""
    for game_id, kind, version in Game.objects.filter(phase__in=RUNNING).values_list("pk", "kind", "version"):
        if world.looked.versions.get(game_id) == version:
            continue
        world.looked.versions[game_id] = version
        table = store.seen_now(game_id, now=world.clock.now)
        if table.is_running and not RANDOM_PLAY[kind].adds_up(table.state):
            yield f"the tiles of game {game_id} ({kind}) don't add up"


def deadlines_follow_from_the_games(world: World) -> Iterator[str]:
    """In a running game that staff haven't paused, something happens by itself at a known time, which follows from its state and from
    when substitutes begin and end."""
    now = world.clock.now
    for game in Game.objects.filter(phase__in=RUNNING, paused_by_staff=False).exclude(due_at__lte=now):
        table = store.seen_now(game.pk, now=now)
        due = table.kind.due(table.state)
        first = min((at for at in (due and due.at, game.substitutes_at) if at), default=None)
        if first is None or game.due_at != first:
            yield f"game {game.pk} ({game.kind}) is due at {game.due_at}, and by its state at {first}"


def no_tournament_stalls(world: World) -> Iterator[str]:
    """A running tournament that isn't paused waits for players at a table until a known time, or for its director to publish or pair a
    round."""
    now = world.clock.now
    if world.faults.may_be_late(now):
        return
    going_on = Q(
        round__division__tournament__phase=Tournament.Phase.RUNNING, round__division__tournament__paused_at=None
    )
    tables = Fixture.objects.filter(going_on, phase__in=OPEN).select_related("game", "round__division__tournament")
    for table in tables:
        about = f"table {table.pk} of tournament {table.round.division.tournament_id}"
        if table.phase == Fixture.Phase.JOINING and table.join_by is None:
            yield f"{about} can be joined for ever"
        elif table.phase == Fixture.Phase.JOINING and table.join_by < now - LAG and table.game.started_at is None:
            yield f"{about} could be joined until {table.join_by:%F %T}, and is still open"
        elif table.game.finished_at is not None and table.game.finished_at < now - LAG:
            yield f"{about} has ended with its game at {table.game.finished_at:%F %T}, and is still open"
    rounds = Round.objects.filter(division__tournament__phase=Tournament.Phase.RUNNING, phase=Round.Phase.PUBLISHED)
    rounds = rounds.exclude(division__tournament__format=Tournament.Format.LADDER)
    for round_ in rounds.exclude(fixtures__phase__in=[*OPEN, Fixture.Phase.PLANNED]):
        yield f"round {round_.number} of tournament {round_.division.tournament_id} has no open table, and goes on"


def finished_games_are_counted(world: World) -> Iterator[str]:
    """A finished game is counted in the statistics within a day."""
    old = world.clock.now - timedelta(days=1)
    uncounted = Q(counted_at=None) | Q(tallied_at=None)
    left = Game.objects.filter(uncounted, phase=Game.Phase.FINISHED, finished_at__lt=old).count()
    if left and not world.faults.may_be_late(world.clock.now):
        yield f"{left} finished games were not counted within a day"


def announced_within_a_day(world: World) -> Iterator[str]:
    """Every event is announced to the players within a day."""
    old = world.clock.now - timedelta(days=1)
    left = Event.objects.filter(announced_at=None, at__lt=old).count()
    if left and not world.faults.may_be_late(world.clock.now):
        yield f"{left} events were not announced within a day"


def messages_are_closed(world: World) -> Iterator[str]:
    """An email is sent, waits for its time, or says why it will never be sent."""
    for message in Message.objects.filter(sent_at=None, due_at=None, post_at=None):
        if not message.status.startswith(CLOSED):
            yield f"email {message.pk} ({message.kind}, {message.status!r}) was neither sent nor closed with a reason"


def nothing_is_kept_too_long(world: World) -> Iterator[str]:
    """Everything is deleted within two days of the end of the time for which it is kept."""
    late = world.clock.now - timedelta(days=2)
    with _undone():
        for kept in KEPT:
            if kept.forget(now=late, pieces=1, most=1):
                yield f"some of this is left: {kept.name}"


# --- each week and at the end, everything computed again from the records -------------------------------------------------


def ratings_follow_from_the_games(world: World) -> Iterator[str]:
    """Ratings computed again from the games are the same."""
    if difference := recompute():
        yield str(difference)


def statistics_follow_from_the_games(world: World) -> Iterator[str]:
    """The statistics count each finished game once, and nothing else."""
    counted = list(Game.objects.filter(phase=Game.Phase.FINISHED, tallied_at__isnull=False))
    seats, events = defaultdict[int, list[Seat]](list), events_of_all(counted, verbs=VERBS)
    for seat in Seat.objects.filter(game__in=counted).order_by("game", "number", "share"):
        seats[seat.game_id].append(seat)
    computed = Counter(key for game in counted for key in keys_of(game, seats[game.pk], events.get(game.pk, ())))
    saved = {
        row[:-1]: row[-1] for row in Tally.objects.values_list("player", "kind", "topic", "group", "value", "count")
    }
    for key in sorted({*map(tuple, computed), *saved}, key=str):
        if saved.get(key, 0) != computed[key]:
            yield f"{key} is counted {saved.get(key, 0)} times, and follows {computed[key]} times from the games"


def standings_follow_from_the_games(world: World) -> Iterator[str]:
    """The points of a tournament are those of its tables, and a table has the ranks of its game."""
    for tournament in Tournament.objects.filter(phase__in=[Tournament.Phase.RUNNING, Tournament.Phase.FINISHED]):
        for division in Snapshot(tournament).divisions:
            rounds = Round.objects.filter(division=division.division).exclude(phase=Round.Phase.DRAFT)
            points = _points(rounds)
            for number, entrant in division.members.items():
                shown = division.line_of[number].points
                if shown != points[entrant.pk]:
                    yield f"entrant {number} of tournament {tournament.pk} has {shown} points, not {points[entrant.pk]}"


def _points(rounds: QuerySet[Round]) -> dict[int, Fraction]:
    """Return the points of each entrant: at a table, the average over all opponents (1 for one behind, 1/2 for one level), or what a
    director awarded instead; and the points of byes."""
    points = defaultdict[int, Fraction](Fraction)
    for bye in Bye.objects.filter(round__in=rounds):
        points[bye.entrant_id] += Fraction(bye.points)
    for table in Fixture.objects.filter(round__in=rounds, phase__in=[Fixture.Phase.FINISHED, Fixture.Phase.AWARDED]):
        sittings = list(Sitting.objects.filter(fixture=table))
        ranks = dict(Seat.objects.filter(game=table.game_id).values_list("number", "rank"))
        rank_of = {one.entrant_id: ranks.get(one.seat) or len(sittings) + 1 for one in sittings}
        for one in sittings:
            rank, others = rank_of[one.entrant_id], [rank_of[other.entrant_id] for other in sittings if other != one]
            wins = sum((Fraction(1 + (other > rank) - (other < rank), 2) for other in others), Fraction(0))
            won = wins / len(others) if others else Fraction(1)
            points[one.entrant_id] += won if one.awarded is None else Fraction(one.awarded)
    return points


def streaks_follow_from_the_entries(world: World) -> Iterator[str]:
    """A streak is the number of consecutive days on which its player entered the puzzle."""
    today = world.clock.now.date()
    days = defaultdict[tuple[object, str], set[date]](set)
    for entry in PuzzleEntry.objects.select_related("player", "puzzle"):
        days[entry.player, entry.puzzle.kind].add(entry.puzzle.day)
    for (player, kind), entered in days.items():
        last = next((day for day in (today, today - timedelta(days=1)) if day in entered), None)
        runs = {day: _days_up_to(day, entered) for day in entered}
        shown = streak(kind=kind, player=player, now=world.clock.now)
        if (shown.days, shown.best) != (runs[last] if last else 0, max(runs.values())):
            yield f"{player} has entered {kind} on {sorted(map(str, entered))}, and is shown {shown.days} and {shown.best}"


def _days_up_to(day: date, entered: set[date]) -> int:
    days = 0
    while day - timedelta(days=days) in entered:
        days += 1
    return days


# --- once at the end, two hours after the last person ---------------------------------------------------------------------


def queues_are_empty(world: World) -> Iterator[str]:
    """Two hours after people have stopped, nothing that was due before is left to do."""
    now = world.clock.now
    if world.faults.may_be_late(now):
        return
    old = now - LAG
    left: dict[str, QuerySet[Model]] = {
        "games to move on": Game.objects.filter(due_at__lt=old),
        "events to announce": Event.objects.filter(announced_at=None, at__lt=old),
        "notices to put into an email": Notice.objects.filter(message=None, dropped_at=None, not_before__lt=old),
        "emails to send": Message.objects.filter(due_at__lt=old),
        "posts to send": Message.objects.filter(post_at__lt=old),
        "emails to read": InboundMail.objects.filter(due_at__lt=old),
        "reports to read": DeliveryReport.objects.filter(due_at__lt=old),
        "games to rate": Game.objects.filter(phase=Game.Phase.FINISHED, rated=True, rated_at=None, finished_at__lt=old),
        "results of puzzles to announce": PuzzleEntry.objects.filter(
            announced_at=None, puzzle__day__lt=now.date() - timedelta(days=2)
        ),
    }
    for what, rows in left.items():
        if number := rows.count():
            yield f"{number} {what} are left, the first {rows.order_by('pk').first()!r}"


def finished_games_take_little_space(world: World) -> Iterator[str]:
    """A finished game with its events, seats, emails and notices takes a limited number of bytes on average."""
    size = sum(sizes_per_finished_game().values())
    if size > MOST_BYTES:
        yield f"a finished game takes {size} bytes"


def deleted_accounts_leave_nothing(world: World) -> Iterator[str]:
    """No row has the address or name of a player who deleted their account, and no stored email has their address."""
    gone = [person for person in world.people.values() if person.is_gone]
    texts = [text for one in gone for text in (one.address, one.name)]
    in_bytes = [one.address.encode().hex() for one in gone]
    trace = re.compile(rf"(?:{'|'.join(map(re.escape, texts))})\b|(?i:{'|'.join(in_bytes)})")
    packed = (f"{row}: {[one.facts for one in unpacked(row)]}" for row in PackedEvents.objects.iterator())
    for line in chain(database.rows(), packed) if gone else ():
        if found := trace.search(line):
            yield f"{found[0]} is still in {line[:100]}"


OF_EACH_MAIL: tuple[OfAMail, ...] = (nobody_is_disturbed, unsubscribed_means_nothing_comes)
OF_EACH_NOTICE: tuple[OfANotice, ...] = (notices_keep_secrets, nobody_is_notified_in_vain, only_one_worker_waits)
HOURLY: tuple[Invariant, ...] = (
    nobody_meets_an_exception,
    cheating_changes_nothing,
    repeated_requests_do_nothing_twice,
    nothing_is_overdue,
    acknowledged_mails_are_read,
)
DAILY: tuple[Invariant, ...] = (
    what_is_hidden_changes_nothing,
    every_order_counts_once,
    every_order_by_page_counts,
    every_email_is_sent_once,
    each_notice_comes_once,
    refused_notices_become_emails,
    nothing_is_left_unsent,
    finished_games_verify,
    tiles_add_up,
    no_tournament_stalls,
    finished_games_are_counted,
    announced_within_a_day,
    games_are_archived,
    messages_are_closed,
    what_counts_as_sent_was_taken,
    deadlines_follow_from_the_games,
    nothing_is_kept_too_long,
)
WEEKLY: tuple[Invariant, ...] = (
    ratings_follow_from_the_games,
    statistics_follow_from_the_games,
    standings_follow_from_the_games,
    streaks_follow_from_the_entries,
)
AT_THE_END: tuple[Invariant, ...] = (
    queues_are_empty,
    finished_games_take_little_space,
    deleted_accounts_leave_nothing,
)
