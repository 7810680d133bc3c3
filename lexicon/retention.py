"""Everything that is deleted because of its age, in one table: the data, the setting for its days, and the function
that deletes it.

A daily task sends one task per row, which deletes in batches and is sent again while anything is left. docs/privacy.md
says what is kept for good, and why; the functions are in `games.commands.forgetting` and `notifications`."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.conf import settings
from django.contrib.admin.models import LogEntry
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from games import commands
from games.commands.forgetting import forget
from games.players.models import PlayerSession
from games.store import LOBBY_LASTS
from lexicon.models import CacheRow
from notifications import forgetting
from notifications.incoming import rights, spool

PIECE, PIECES = 500, 10  # rows per transaction; transactions per task
LONGEST = 3650


@dataclass(frozen=True)
class Kept:
    """A kind of data kept for a number of days: `what`, in players' words; the number of days, or the `setting` for it
    with the `least` value that makes sense; and `sweep`, which deletes at most `most` rows made before the instant
    `before`.

    `has_its_end`: each row has its own expiry, from the setting at the time it was made."""

    what: str | Promise
    setting: str | int
    sweep: Callable[..., int]
    least: int = 1
    has_its_end: bool = False

    @property
    def name(self) -> str:
        """The name by which a task refers to it."""
        return self.sweep.__name__.strip("_")

    @property
    def days(self) -> int:
        return self.setting if isinstance(self.setting, int) else int(getattr(settings, self.setting))

    def forget(self, *, now: datetime, pieces: int = PIECES, most: int = PIECE) -> bool:
        """Delete what has expired, in at most `pieces` batches of at most `most` rows. Return True if something may be
        left."""
        before = now if self.has_its_end else now - timedelta(days=self.days)
        return all(self.sweep(before=before, most=most) == most for _piece in range(pieces))


def _forget_sessions(*, before: datetime, most: int) -> int:
    return forget(PlayerSession.objects.filter(expire_date__lt=before), most=most, now=before)


def _forget_limits(*, before: datetime, most: int) -> int:
    return forget(CacheRow.objects.filter(expires__lt=before), most=most, now=before)


def _forget_staff_log(*, before: datetime, most: int) -> int:
    return forget(LogEntry.objects.filter(action_time__lt=before), most=most, now=before)


KEPT = (
    Kept(_("Sign-in sessions, after the last visit"), "KEEP_SESSIONS_DAYS", _forget_sessions, has_its_end=True),
    Kept(_("Guests and their games"), "KEEP_GUESTS_DAYS", commands.remove_guests, least=2, has_its_end=True),
    Kept(_("Accounts with an unconfirmed email address"), "KEEP_UNCONFIRMED_DAYS", commands.forget_unconfirmed),
    Kept(
        _("Email addresses of invited people who haven’t answered"),
        "KEEP_INVITATIONS_DAYS",
        commands.forget_invitations,
        least=LOBBY_LASTS.days,
    ),
    Kept(_("Incoming emails that we carried out"), "KEEP_MAIL_IN_DAYS", spool.forget_obeyed, least=2),
    Kept(_("Incoming emails that we didn’t carry out"), "KEEP_QUARANTINE_DAYS", spool.forget_quarantine, least=2),
    Kept(_("Replies waiting for confirmation"), spool.HELD_FOR.days, spool.forget_held),
    Kept(_("A code that identifies an email if it arrives again"), "KEEP_MAIL_CODES_DAYS", spool.forget_rows, least=60),
    Kept(
        _("Emails to players, after the end of their game"),
        "KEEP_MAIL_OUT_DAYS",
        forgetting.forget_messages,
        least=rights.DIES_AFTER.days,
    ),
    Kept(_("Records of who to email about what"), "KEEP_MAIL_OUT_DAYS", forgetting.forget_notices),
    Kept(_("Tournament news that was emailed"), "KEEP_MAIL_OUT_DAYS", forgetting.forget_news),
    Kept(_("Emails in the local mailbox"), "KEEP_MAIL_OUT_DAYS", forgetting.forget_local_mail),
    Kept(_("Reports of bounced emails"), "KEEP_DELIVERY_REPORTS_DAYS", forgetting.forget_delivery_reports, least=7),
    Kept(
        _("Devices and webhooks that no longer accept notifications"),
        "KEEP_FAILING_DEVICES_DAYS",
        forgetting.forget_channels,
    ),
    Kept(_("API responses, in case a program repeats its request"), "KEEP_API_ANSWERS_DAYS", commands.forget_answers),
    Kept(_("Reports to the moderators, after their decision"), "KEEP_REPORTS_DAYS", commands.forget_reports),
    Kept(
        _("Which browser visited on which days, and from where (as unreadable hashes)"),
        "KEEP_SIGHTINGS_DAYS",
        commands.forget_sightings,
        least=7,
    ),
    Kept(_("Suspected duplicate accounts in one game"), "KEEP_SIGHTINGS_DAYS", commands.forget_suspicions, least=7),
    Kept(_("The same, if the moderators acted on them"), "KEEP_REPORTS_DAYS", commands.forget_decided_suspicions),
    Kept(_("The log of staff actions in the admin site"), "KEEP_STAFF_LOG_DAYS", _forget_staff_log),
    Kept(_("Counts of requests from one address"), 1, _forget_limits, has_its_end=True),
)
