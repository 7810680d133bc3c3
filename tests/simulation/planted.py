"""Faults planted in the product on purpose, to show that the simulation finds such faults. Each is a mistake that a programmer
could make, and lasts for the rest of the process."""

from collections import Counter
from collections.abc import Callable, Iterator
from datetime import timedelta
from typing import Any, NamedTuple

from django.db import transaction

from games import commands, store
from games.api import repeats
from games.commands import statistics
from games.models import Event, Game
from games.players.models import KeptAnswer, Player
from games.rules.crossing.view import CrossingView
from games.rules.crosslet import play as crosslet
from games.rules.texts import Text, say
from games.statements import GIVEN, Compiled
from games.store import events, table
from games.tournaments import commands as tournaments
from notifications import personal, tasks
from notifications.channels import delivery
from notifications.incoming import spool
from notifications.models import BouncingAddress, Message
from notifications.outgoing import outbox
from notifications.preferences.choices import Preferences, When


def _queue_no_announcements() -> None:
    table.nudge = lambda game_id, names: None
    tasks.games_to_announce = lambda now: set()


def _repeat_requests() -> None:
    claim = repeats._claim

    def claim_anew(request: Any, key: str) -> Any:
        KeptAnswer.objects.filter(player=repeats.caller_of(request), key=key).delete()
        return claim(request, key)

    repeats._claim = claim_anew


def _compare_deadlines_wrongly() -> None:
    due_games = commands.due_games
    commands.due_games = lambda *, now: due_games(now=now - timedelta(hours=3))


def _set_no_deadline() -> None:
    save_due = table.Table._save_due

    def save(self: Any) -> None:
        save_due(self)
        if self.state.clocks.pause is None and self.game.turn > 1:
            self.game.due_at = None

    table.Table._save_due = save  # type: ignore[method-assign]


def _forget_what_was_sent() -> None:
    outbox._record = lambda one, *, now: None


def _record_what_was_not_sent() -> None:
    hand_over = outbox.hand_over
    outbox.hand_over = lambda mails, *, now: [None, *hand_over(mails[1:], now=now)] if mails else []


def _send_what_was_switched_off() -> None:
    wants = Preferences.of
    Preferences.of = lambda self, kind: When.NOW if wants(self, kind) == When.OFF else wants(self, kind)  # type: ignore[method-assign]


def _ignore_quiet_hours() -> None:
    outbox._sleeps_until = lambda message, *, now: None


def _show_withheld_tiles() -> None:
    has_looked = CrossingView._has_looked

    def shows(self: Any, seat: int) -> Iterator[Text]:
        if withheld := self._state.withheld[seat]:
            yield say("withheld: {tiles}", tiles=tuple(self._state.hands[seat][-withheld:]))
        yield from has_looked(self, seat)

    CrossingView._has_looked = shows  # type: ignore[method-assign]


def _roll_back_some_messages() -> None:
    save = table.Table.save

    def save_most(self: Any) -> None:
        save(self)
        if self.game.version % 3 == 0 and any(one.verb == "say" for one in self.happenings):
            transaction.set_rollback(True)

    table.Table.save = save_most  # type: ignore[method-assign]


def _lose_some_emails() -> None:
    accept = spool.accept

    def accept_most(raw: bytes, **given: Any) -> Any:
        return accept(raw, **given) if len(raw) % 4 else None

    spool.accept = accept_most


def _notify_those_who_switched_off() -> None:
    delivery.end = lambda channel: None


def _push_what_was_said() -> None:
    written = delivery._written

    def with_the_chat(channel: Any, message: Message, **given: Any) -> Any:
        said = Event.objects.filter(game=message.game_id, verb="say").order_by("n").last()
        message.subject += f" {said.facts['text']}" if said else ""
        return written(channel, message, **given)

    delivery._written = with_the_chat


def _archive_most_events() -> None:
    pack = events.pack

    def pack_all_but_one(game: Game, **given: Any) -> None:
        game.events.order_by("n")[3].delete()
        pack(game, **given)

    events.pack = pack_all_but_one


def _count_twice() -> None:
    add = statistics._add
    statistics._add = lambda counts: add(Counter({key: 2 * count for key, count in counts.items()}))


def _keep_addresses() -> None:
    forget = personal.forget

    def forget_and_note(*, player: Player, **given: Any) -> None:
        forget(player=player, **given)
        BouncingAddress.objects.create(address=player.email)

    personal.forget = forget_and_note


def _lose_a_tile() -> None:
    fill = crosslet.fill

    def fill_and_lose(transition: Any, *given: Any) -> Any:
        drawn = fill(transition, *given)
        bags = transition.state.bags
        transition.change(bags={**bags, "bag": bags["bag"][1:]})
        return drawn

    crosslet.fill = fill_and_lose


def _never_close_joining() -> None:
    tournaments.close_joining_in = lambda tournament_ids, *, now: None


def _lock_nothing() -> None:
    store._LOCKED = Compiled(Game.objects.filter(pk=GIVEN))


def _claim_nothing() -> None:
    outbox.take = lambda rows, *, lease, now: None


class Planted(NamedTuple):
    """A planted fault: what is wrong, the run that found it, and the change that makes it so."""

    sentence: str
    found: str
    plant: Callable[[], None]


TABLE = {
    "lost-lock": Planted(
        "Commands don’t lock the game that they change.",
        "On PostgreSQL, seed 1: nobody_meets_an_exception",
        _lock_nothing,
    ),
    "no-claim": Planted(
        "The outbox sends emails without claiming them.",
        "seed 1: every_email_is_sent_once",
        _claim_nothing,
    ),
    "no-announcement": Planted(
        "The task after the commit isn’t queued, and the sweep skips the games that it should announce.",
        "seed 1: announced_within_a_day",
        _queue_no_announcements,
    ),
    "repeated-request": Planted(
        "A repeated API request with the same key is carried out again.",
        "seed 1: repeated_requests_do_nothing_twice",
        _repeat_requests,
    ),
    "late-deadline": Planted(
        "The search for games with something due compares with three hours ago.",
        "seed 1: nothing_is_overdue",
        _compare_deadlines_wrongly,
    ),
    "no-deadline": Planted(
        "A game has no deadline from its second turn on.", "seed 1: nothing_is_overdue", _set_no_deadline
    ),
    "sent-again": Planted(
        "The outbox doesn’t record that an email was sent.", "seed 1: every_email_is_sent_once", _forget_what_was_sent
    ),
    "never-sent": Planted(
        "The first of several emails isn’t handed to the provider, but recorded as sent.",
        "seed 1: what_counts_as_sent_was_taken",
        _record_what_was_not_sent,
    ),
    "not-off": Planted(
        "Emails of a kind that was switched off are sent at once.",
        "seed 1: unsubscribed_means_nothing_comes",
        _send_what_was_switched_off,
    ),
    "quiet-hours": Planted("The outbox ignores quiet hours.", "seed 2: nobody_is_disturbed", _ignore_quiet_hours),
    "shown-tile": Planted(
        "Everybody who sees a game of Lexicon Crossing is shown its withheld tiles.",
        "seed 4: what_is_hidden_changes_nothing",
        _show_withheld_tiles,
    ),
    "rolled-back": Planted(
        "One command in three is rolled back after it was acknowledged.",
        "seed 1: every_order_counts_once",
        _roll_back_some_messages,
    ),
    "lost-email": Planted(
        "One email in four is acknowledged but not stored.", "seed 1: every_order_counts_once", _lose_some_emails
    ),
    "switched-off": Planted(
        "A device or webhook that is switched off stays on.",
        "seed 2: nobody_is_notified_in_vain",
        _notify_those_who_switched_off,
    ),
    "pushed-chat": Planted(
        "A notification has the last message of the chat.",
        "4 days, 24 players, seed 1: notices_keep_secrets",
        _push_what_was_said,
    ),
    "archived-in-part": Planted(
        "An archived game lacks an event.",
        "4 days, 24 players, seed 1: finished_games_verify",
        _archive_most_events,
    ),
    "counted-twice": Planted(
        "A finished game counts twice in the statistics.",
        "5 days, 40 players, seed 1: statistics_follow_from_the_games",
        _count_twice,
    ),
    "left-address": Planted(
        "The address of a deleted account is noted, so that no more email goes there.",
        "seed 3: deleted_accounts_leave_nothing",
        _keep_addresses,
    ),
    "lost-tile": Planted("A draw in Crosslet loses a tile of the bag.", "seed 1: tiles_add_up", _lose_a_tile),
    "open-joining": Planted(
        "A tournament never goes on without players who don’t join their table.",
        "8 days, 40 players, seed 1: no_tournament_stalls",
        _never_close_joining,
    ),
}
