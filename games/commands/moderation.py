"""Reports of messages, names, and texts of clubs and tournaments, and what staff decide on them: to dismiss, to mute
until a date, to rename, or to remove the words; and one appeal against a mute. Muted players play on but cannot write
anywhere."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import F, Min, Model, Q
from django.db.models.functions import Coalesce

from games import store
from games.models import Event, Game, Seat
from games.players.models import Membership, Player, Report
from games.rules.lines import in_one_line
from games.rules.values import OrderRefused

MOST_A_DAY = 10
LONGEST_WHY, LONGEST_APPEAL = 500, 2000
WAITS = Q(decision="") | Q(appealed_at__isnull=False, is_granted__isnull=True)
Decision, Part = Report.Decision, Report.Part


class NoSuchReport(Exception):
    """The report doesn't exist, or it isn't about this player. Players get the same answer in both cases, so that it
    reveals nothing."""


def check_may_speak(player: Player, *, now: datetime) -> None:
    """Raise OrderRefused, saying until when, for a player muted by the moderators."""
    until = player.silenced_until
    if until and until > now:
        raise OrderRefused(
            "The moderators have muted you until {until}. You can read why, and appeal, on your account page.",
            until=until,
        )


def report_words(
    *, game_id: int, player: Player, seat: int, words: str, said_at: datetime, why: str, now: datetime
) -> None:
    """Report a message of another player in a game. The caller has checked that this player is allowed to read the
    message.

    Raises OrderRefused over the limit of reports, without a reason, and for the player's own words."""
    said = Event.objects.filter(game=game_id, verb="say", at=said_at, facts__text=words).first()
    # stored if it may be somebody else than the seat's only player
    speaker = said.facts.get("player") if said else None
    of_seat = Q(seats__game=game_id, seats__number=seat, seats__substitution=None)
    about = Player.objects.filter(Q(pk=speaker) if speaker else of_seat).values_list("pk", flat=True).first()
    if about is None:
        raise OrderRefused("This player has left, so there is nobody to report.")
    _report(Report(by=player, about_id=about, game_id=game_id, words=words, why=why, made_at=now))


def report_name(*, player: Player, other: Player, why: str, now: datetime) -> None:
    """Report another player's name. Raises as `report_words`."""
    _report(Report(by=player, about=other, words=other.name, is_name=True, why=why, made_at=now))


def report_place(*, player: Player, place: Model, part: str, why: str, now: datetime) -> None:
    """Report the name or the text of a club or tournament. The caller has checked that this player is allowed to read
    it. Raises OrderRefused as `report_words` does, and for an empty text."""
    if part not in Part.values:
        raise OrderRefused("Choose what your report is about: {parts}.", parts=tuple(Part.values))
    words = str(getattr(place, part))
    if not words:
        raise OrderRefused("There is no text there, so there is nothing to report.")
    report = Report(by=player, words=words, part=part, why=why, made_at=now)
    setattr(report, str(place._meta.model_name), place)
    _report(report)


def _report(report: Report) -> None:
    report.why = in_one_line(report.why)
    if report.about_id == report.by_id:
        raise OrderRefused("You can’t report your own words. Report another player’s words instead.")
    if not report.why or len(report.why) > LONGEST_WHY:
        raise OrderRefused("In 1 to {most} characters, explain what is wrong.", most=LONGEST_WHY)
    with transaction.atomic(durable=True):
        assert report.by is not None
        store.hold(report.by)
        own = Report.objects.filter(by=report.by)
        same = own.filter(words=report.words, part=report.part, club=report.club, tournament=report.tournament)
        if same.filter(about=report.about_id, game=report.game_id).exists():
            return  # already reported
        if own.filter(made_at__gt=report.made_at - timedelta(days=1)).count() >= MOST_A_DAY:
            raise OrderRefused("You can send at most {most} reports a day. Send the rest tomorrow.", most=MOST_A_DAY)
        report.save()


def decide(report: Report, *, staff: Player, decision: str, until: datetime | None = None, now: datetime) -> None:
    """Decide a report: dismiss it, mute the player `until` then, rename the player or place, or remove the words. A
    mute removes words said in a game, too.

    Raises OrderRefused for a decided report, for staff who are concerned or play in that game, and for a decision that
    does not fit the report."""
    with _locked(report) as report:
        _check_is_neutral(report, staff)
        if report.decision:
            raise OrderRefused("This report has already been decided.")
        report.decision, report.decided_by, report.decided_at = decision, staff, now
        if report.part and decision != Decision.DISMISSED:
            _change_place(report)
        elif decision == Decision.TAKEN_OUT:
            if report.game_id is None:
                raise OrderRefused("A name can’t be removed. Replace the name instead.")
            _take_out(report)
        elif decision == Decision.SILENCED:
            assert until is not None
            report.silenced_until = until
            player = _held(report)
            Player.objects.filter(pk=player.pk).update(silenced_until=max(until, player.silenced_until or until))
            _take_out(report)
        elif decision == Decision.RENAMED:
            player = _held(report)
            name = f"Player {player.pk}"
            Player.objects.filter(pk=player.pk).update(name=name)
            Seat.objects.filter(player=player).update(name=name)
        report.save()


@contextmanager
def _locked(report: Report) -> Iterator[Report]:
    """Lock the game of a report, then the report, and yield the report. Code that rewrites a game's messages locks the
    game first and the players afterwards."""
    with transaction.atomic(durable=True):
        if report.game_id is not None:
            list(Game.objects.select_for_update().filter(pk=report.game_id).values_list("pk"))
        found = Report.objects.select_for_update(of=("self",)).filter(pk=report.pk).first()
        if found is None:
            raise OrderRefused("This player has left, so there is nobody to report.")
        yield found


def _held(report: Report) -> Player:
    """Return the player that a report is about, locked."""
    assert report.about_id is not None
    return Player.objects.select_for_update(no_key=True).get(pk=report.about_id)


def _change_place(report: Report) -> None:
    """Rename a club or tournament or clear its text, as the report demands."""
    wanted = {Part.NAME: Decision.RENAMED, Part.ABOUT: Decision.TAKEN_OUT}[Part(report.part)]
    place = report.club or report.tournament
    if report.decision != wanted:
        raise OrderRefused("A name can only be replaced, and a text can only be removed.")
    if place is None:
        raise OrderRefused("This no longer exists. Dismiss the report.")
    words = f"{place._meta.object_name} {place.pk}" if report.part == Part.NAME else ""
    type(place)._default_manager.filter(pk=place.pk).update(**{report.part: words})


def _take_out(report: Report) -> None:
    """Remove the reported words wherever they were said in the game; the report keeps them."""
    said = list(Event.objects.filter(game=report.game_id, verb="say", facts__text=report.words))
    _rewrite(said, {"text": "", "taken_out": report.pk})


def _rewrite(said: list[Event], facts: dict[str, str | int | None]) -> None:
    """Set these facts in each message, and remove the facts whose new value is None. Count it as a change of the game,
    so that open pages notice it."""
    for line in said:
        line.facts = {name: value for name, value in {**line.facts, **facts}.items() if value is not None}
    Event.objects.bulk_update(said, ["facts"])
    Game.objects.filter(pk__in=[line.game_id for line in said]).update(noticed=F("noticed") + 1)


def appeal(*, report_id: int, player: Player, text: str, now: datetime) -> None:
    """Appeal against a mute, once. Raises NoSuchReport for a report that is not about this player, and OrderRefused."""
    text = text.replace("\r\n", "\n").replace("\0", "").strip()
    if not text or len(text) > LONGEST_APPEAL:
        raise OrderRefused("In 1 to {most} characters, explain why you shouldn’t be muted.", most=LONGEST_APPEAL)
    with transaction.atomic(durable=True):
        found = Report.objects.select_for_update(of=("self",)).filter(
            pk=report_id, about=player, decision=Decision.SILENCED
        )
        report = found.first()
        if report is None:
            raise NoSuchReport
        if report.appealed_at is not None:
            raise OrderRefused("You’ve already appealed against this decision.")
        if report.silenced_until is None or report.silenced_until <= now:
            raise OrderRefused("This mute has already ended.")
        report.appeal, report.appealed_at = text, now
        report.save(update_fields=["appeal", "appealed_at"])


def decide_appeal(report: Report, *, staff: Player, is_granted: bool, now: datetime) -> None:
    """Grant an appeal, which ends the mute unless another one runs, or reject it.

    Raises OrderRefused without an open appeal, for staff who are concerned, and for the one who muted the player if
    others can decide."""
    with _locked(report) as report:
        _check_is_neutral(report, staff)
        if report.appealed_at is None or report.is_granted is not None:
            raise OrderRefused("There is no appeal to decide.")
        others = Player.objects.filter(is_staff=True, is_active=True).exclude(pk__in=[staff.pk, report.about_id])
        if report.decided_by_id == staff.pk and others.exists():
            raise OrderRefused("You muted this player. Somebody else on the staff must decide the appeal.")
        report.is_granted, report.told_at = is_granted, None
        report.save(update_fields=["is_granted", "told_at"])
        if is_granted:
            silences = Report.objects.filter(about=report.about_id, decision=Decision.SILENCED, silenced_until__gt=now)
            ends = silences.exclude(is_granted=True).order_by("silenced_until").values_list("silenced_until", flat=True)
            Player.objects.filter(reports=report).update(silenced_until=ends.last())
            removed = list(Event.objects.filter(game=report.game_id, verb="say", facts__taken_out=report.pk))
            _rewrite(removed, {"text": report.words, "taken_out": None})


def undecided_since() -> datetime | None:
    """Return the instant since which the oldest report or appeal waits for a decision; None if none waits."""
    since: datetime | None = Report.objects.filter(WAITS).aggregate(since=Min(Coalesce("appealed_at", "made_at")))[
        "since"
    ]
    return since


def _check_is_neutral(report: Report, staff: Player) -> None:
    if staff.pk in (report.about_id, report.by_id):
        raise OrderRefused("This report is by you or about you. Somebody else on the staff must decide it.")
    if report.game_id is not None and Seat.objects.filter(Q(game=report.game_id), player=staff).exists():
        raise OrderRefused("You’re playing in this game. Somebody else on the staff must decide it.")
    keeps = Membership.objects.filter(club=report.club_id, player=staff).exclude(role=Membership.Role.MEMBER)
    if (report.club_id and keeps.exists()) or (report.tournament and staff in report.tournament.directors.all()):
        raise OrderRefused(
            "You run the club or tournament this report is about. Somebody else on the staff must decide it."
        )
