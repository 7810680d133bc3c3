"""The actions of a director, each declared once: its name, its subject, its questions, and its command. A command gets
its subject by its own parameter (`tournament_id`, `entrant_id`, …) and the answers by their names."""

import inspect
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from decimal import Decimal
from functools import partial

from django import forms
from django.db.models import QuerySet
from django.http import Http404, QueryDict
from django.shortcuts import get_object_or_404
from django.utils.functional import Promise
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from games.commands.staff import LONGEST_REASON
from games.players.models import Player
from games.tournaments import commands
from games.tournaments.commands.drawing import drafts_of
from games.tournaments.commands.entries import TO_BE_PLAYED
from games.tournaments.directing import questions
from games.tournaments.directing.preview import preview
from games.tournaments.directing.questions import EntrantChoice, Fields, Subject, Thing
from games.tournaments.models import Entrant, Fixture, PairRule, Round, Sitting, Tournament
from games.tournaments.snapshot import CONCURRENT, OPEN, PAIR, PLAYS
from games.wording import length, listing

Phase, Format, Standing = Tournament.Phase, Tournament.Format, Entrant.Standing


def always(subject: Subject) -> bool:
    return True


def never(subject: Subject) -> bool:
    return False


@dataclass(frozen=True)
class DirectorAction:
    """An action. `does` says in advance what will happen; `asks` returns the fields of its form, besides the reason;
    `fits` says whether to show a button now; `is_one`: it is atomic. `asks_twice`:
    the page shows its consequences, which must be confirmed before it is saved."""

    verb: str
    label: str | Promise
    model: type[Thing]
    command: Callable[..., object]
    does: str | Promise | Callable[[Subject], str]
    fits: Callable[[Subject], bool] = always
    asks: Callable[[Subject], Fields] = questions.nothing
    is_irreversible: bool = False
    is_one: bool = True
    leads_to_preview: bool = False
    asks_twice: Callable[[Subject], bool] = never

    @property
    def takes(self) -> Mapping[str, inspect.Parameter]:
        """The parameters of the command; if `reason` is among them, it is asked for."""
        return inspect.signature(self.command).parameters

    def says(self, subject: Subject) -> str:
        return self.does(subject) if callable(self.does) else str(self.does)

    def run(self, subject: Subject, *, by: Player, now: datetime, **answers: object) -> object:
        """Carry out the command. Raises OrderRefused."""
        about = {"tournament_id": subject.tournament.pk, _ID_OF[self.model]: subject.of.pk}
        given = {name: pk for name, pk in about.items() if name in self.takes}
        return self.command(**given, by=by, now=now, **answers)


_ID_OF: Mapping[type[Thing], str] = {
    Tournament: "tournament_id",
    Entrant: "entrant_id",
    Round: "round_id",
    Fixture: "fixture_id",
    PairRule: "rule_id",
}


def find(action: DirectorAction, tournament: Tournament, pk: int | None) -> Thing:
    """Return the subject of an action. Raises Http404 for anything outside this tournament."""
    if (action.model is Tournament) != (pk is None):
        raise Http404
    match action.model.__name__:
        case "Entrant":
            return get_object_or_404(tournament.entrants, pk=pk)
        case "Round":
            rounds = Round.objects.filter(division__tournament=tournament)
            return get_object_or_404(rounds.select_related("division__tournament"), pk=pk)
        case "Fixture":
            tables = Fixture.objects.filter(round__division__tournament=tournament)
            tables = tables.select_related("round__division__tournament", "game")
            return get_object_or_404(tables.prefetch_related("sittings__entrant"), pk=pk)
        case "PairRule":
            return get_object_or_404(tournament.pair_rules.select_related("one", "other"), pk=pk)
    return tournament


def offered(model: type[Thing], subject: Subject) -> list[DirectorAction]:
    """Return the actions on such a subject that deserve a button now."""
    return [action for action in DIRECTOR_ACTIONS.values() if action.model is model and action.fits(subject)]


CONFIRM = "confirmed"


class DirectorActionForm(forms.Form):
    """The form of an action, with the reason last."""

    def __init__(self, answers: QueryDict | None, *, action: DirectorAction, subject: Subject) -> None:
        super().__init__(answers)
        self.fields |= action.asks(subject)
        if action.asks_twice(subject):
            self.fields[CONFIRM] = forms.CharField(required=False, widget=forms.HiddenInput, initial="")
        if "reason" in action.takes:
            help_text = _("Saved permanently and shown to the players.")
            self.fields["reason"] = forms.CharField(label=_("Reason"), max_length=LONGEST_REASON, help_text=help_text)

    @property
    def facts(self) -> dict[str, object]:
        """The arguments of the command: entrants and tables by their ids."""
        facts: dict[str, object] = {}
        for name, value in self.cleaned_data.items():
            if name == CONFIRM:
                continue
            if isinstance(self.fields[name], EntrantChoice):
                facts[f"{name}_id"] = value.pk if value else None
            else:
                facts[name] = [one.pk for one in value] if isinstance(value, QuerySet) else value
        return facts

    @property
    def confirmed(self) -> str:
        """The code of the consequences that were previewed; empty before that."""
        return str(self.cleaned_data.get(CONFIRM, ""))

    def to_confirm(self, code: str) -> None:
        """Prepare the form to be sent back with its answers, to confirm the consequences of this code, or to preview
        them first if it is empty."""
        answers = QueryDict(mutable=True)
        answers.update(self.data)
        answers[CONFIRM] = code
        self.data = answers

    @property
    def answers(self) -> list[str]:
        """The answers as lines for the log, each with its label; the reason comes last, without one."""
        asked = [field for field in self.visible_fields() if field.name not in ("reason", "text")]
        lines = [f"{field.label}: {shown}" for field in asked if (shown := self._shown(field.name)) != ""]
        reason = self.cleaned_data.get("reason", "")
        return [*lines, reason] if reason else lines

    def _shown(self, name: str) -> str:
        field, value = self.fields[name], self.cleaned_data[name]
        if value is None or value == "" or value is False:
            return ""
        if isinstance(value, QuerySet | list):
            return listing([str(one) for one in value])
        if isinstance(value, timedelta):
            return length(value)
        if isinstance(value, datetime):
            return value.isoformat(timespec="minutes")
        if isinstance(field, forms.ChoiceField) and not isinstance(field, forms.ModelChoiceField):
            return str(dict(list(field.choices)).get(self.data.get(name), value))  # type: ignore[arg-type]
        return str(value)


# --- several commands, or adapted answers -----------------------------------------------------------------------------


def _confirm_all(*, entrants: Collection[int], by: Player, now: datetime) -> None:
    for entrant_id in entrants:
        commands.confirm(entrant_id=entrant_id, by=by, now=now)


def _end_all(*, tournament_id: int, until: datetime, by: Player, reason: str, now: datetime) -> None:
    rounds = list(questions.being_played(Tournament.objects.get(pk=tournament_id)))
    for one in [one for one in rounds if one.ends_at != until] or rounds:
        commands.extend_round(round_id=one.pk, until=until, by=by, reason=reason, now=now)


def _bring_back(*, entrant_id: int, points: str, by: Player, reason: str, now: datetime) -> None:
    entrant = Entrant.objects.select_related("player").get(pk=entrant_id)
    if entrant.player is None:
        raise Http404
    commands.add_late(
        tournament_id=entrant.tournament_id, player=entrant.player, points=points, by=by, reason=reason, now=now
    )


def _award(
    rule: Callable[..., None], *, fixture_id: int, by: Player, reason: str, now: datetime, **given: Decimal
) -> None:
    sittings = Sitting.objects.filter(fixture=fixture_id)
    points = {one.entrant_id: given[f"points_{one.pk}"] for one in sittings}
    rule(fixture_id=fixture_id, how="award", points=points, by=by, reason=reason, now=now)


# --- when an action fits ----------------------------------------------------------------------------------------------


def _in(*phases: str) -> Callable[[Subject], bool]:
    return lambda subject: subject.tournament.phase in phases


def has_drafts(subject: Subject) -> bool:
    return drafts_of(subject.tournament).exists()


def _goes_on(subject: Subject) -> bool:
    return subject.fixture.phase in OPEN


def _is_running(subject: Subject) -> bool:
    return subject.tournament.phase == Phase.RUNNING


def _is_over(subject: Subject) -> bool:
    """Return True for a tournament whose results can still be corrected."""
    return subject.tournament.phase == Phase.FINISHED and not hasattr(subject.tournament, "next_season")


def _is_ladder(subject: Subject) -> bool:
    return subject.tournament.format == Format.LADDER


def _has_open_tables(subject: Subject) -> bool:
    open_tables = Fixture.objects.filter(round__division__tournament=subject.tournament, phase__in=OPEN)
    return _is_running(subject) and open_tables.exists()


def _plays(subject: Subject) -> bool:
    return subject.entrant.standing in PLAYS and _is_running(subject)


def _is_being_played(subject: Subject) -> bool:
    """Return True for a round in progress, except on a ladder, where it has no end."""
    return _is_running(subject) and subject.round.phase == Round.Phase.PUBLISHED and not _is_ladder(subject)


def _is_paused(subject: Subject) -> bool:
    return subject.fixture.game is not None and subject.fixture.game.paused_by_staff


_is_before = _in(Phase.DRAFT, Phase.ENTRIES, Phase.CLOSED)


def _may_be_between(subject: Subject) -> bool:
    """Return True if another club could still take part."""
    tournament = subject.tournament
    is_swiss = tournament.format == Format.SWISS
    return is_swiss and tournament.is_for_members and tournament.club_id is not None and _is_before(subject)


def _may_be_followed(subject: Subject) -> bool:
    tournament = subject.tournament
    is_over = tournament.format == Format.LEAGUE and tournament.phase == Phase.FINISHED
    return is_over and not hasattr(tournament, "next_season")


# --- consequences in words --------------------------------------------------------------------------------------------


def _publishing(subject: Subject) -> str:
    """Return sentences on the games and emails that publishing will cause."""
    drafted = preview(subject.tournament)
    games = ngettext("This opens {n} game.", "This opens {n} games.", drafted.tables).format(n=drafted.tables)
    mails = ngettext(
        "{n} player will be notified by email.", "{n} players will be notified by email.", drafted.told
    ).format(n=drafted.told)
    repeats = ngettext(
        "There are repeat pairings at {n} table.", "There are repeat pairings at {n} tables.", drafted.repeats
    ).format(n=drafted.repeats)
    then = gettext("After that, you can only change tables that haven’t started.")
    return " ".join([games, mails, *([repeats] if drafted.repeats else []), then])


def _letting_in(subject: Subject) -> str:
    """Return a sentence on when late players start, and a remark on those who cannot be admitted yet."""
    when = (
        gettext(
            "The player is added whether entries are open or not. On a ladder that has started, they begin on the "
            "lowest rung."
        )
        if _is_ladder(subject)
        else gettext(
            "The player is added whether entries are open or not, and plays from the next round that is paired."
        )
    )
    banned = gettext(
        "Players who have a tournament ban for not joining a table or leaving one can only be added once the ban "
        "is lifted."
    )
    return f"{when} {banned}"


def _giving_a_bye(subject: Subject) -> str:
    """Return sentences on the effect of a bye on the round and, at tables of two, on another player."""
    does = gettext(
        "A draft round is paired again without the player. In a published round, only a player without a table can "
        "have a bye."
    )
    one = subject.round
    if one.phase != Round.Phase.DRAFT or subject.tournament.table_size != PAIR:
        return does
    left = Sitting.objects.filter(fixture__round=one).count() + one.byes.filter(reason="").count()
    odd = gettext("This leaves an odd number of players, so one more player gets a full bye.")
    return does if left % 2 else f"{does} {odd}"


def _opening(subject: Subject) -> str:
    tournament = subject.tournament
    return (
        gettext(
            "Players can enter from now on. You can no longer change the game or its settings, but you can change "
            "everything else until the start."
        )
        if tournament.phase == Phase.DRAFT
        else gettext("Players can enter again.")
    )


_ALL: tuple[DirectorAction, ...] = (
    # --- the tournament ---------------------------------------------------------------------------------------------
    DirectorAction("open_entries", _("Open entries"), Tournament, commands.open_entries, _opening,
        _in(Phase.DRAFT, Phase.CLOSED)),
    DirectorAction("close_entries", _("Close entries"), Tournament, commands.close_entries,
        _("Players can no longer enter by themselves. They are numbered by strength."), _in(Phase.ENTRIES)),
    DirectorAction("confirm", _("Confirm players"), Tournament, _confirm_all,
        _("Confirmed players are notified by email that they are taking part."), _in(Phase.ENTRIES, Phase.CLOSED), is_one=False,
        asks=questions.ask_entered),
    DirectorAction("start", _("Start and pair the first round"), Tournament, commands.start,
        _("The settings are fixed from here on. You can review the draft pairings. Nobody is notified until you "
          "publish them."),
        lambda subject: subject.tournament.phase == Phase.CLOSED and not _is_ladder(subject), leads_to_preview=True),
    DirectorAction("start_ladder", _("Start the ladder"), Tournament, commands.start,
        _("The settings are fixed from here on. The strongest player starts on the highest rung, and everyone can "
          "challenge at once."),
        lambda subject: subject.tournament.phase == Phase.CLOSED and _is_ladder(subject)),
    DirectorAction("draw_up", _("Create the next pairings"), Tournament, commands.draw_up,
        _("Pairs every round that can be paired now, using the current pairing rules and byes. You can review the "
          "draft pairings. Nobody is notified until you publish them."), _is_running, leads_to_preview=True),
    DirectorAction("publish", _("Publish"), Tournament, commands.publish, _publishing, has_drafts, asks=questions.ask_rounds),
    DirectorAction("draw_final", _("Pair the final"), Tournament, commands.draw_final,
        _("The best players of each pool meet in a final. It stays a draft until you publish it."),
        lambda subject: _is_running(subject) and subject.tournament.format == Format.POOLS, leads_to_preview=True),
    DirectorAction("late", _("Add a player"), Tournament, commands.add_late,
        _letting_in, _in(*TO_BE_PLAYED), asks=questions.ask_late_entry),
    DirectorAction("list", _("Add a list of players"), Tournament, commands.add_all,
        _("All of them are added, or none if one of them can’t be. Paste their names, one a line."), _in(*TO_BE_PLAYED),
        asks=questions.ask_entrants),
    DirectorAction("pair", _("Add a pairing rule"), Tournament, commands.add_pair_rule,
        _("The rule applies from the next time a round is paired."),
        lambda subject: subject.tournament.format == Format.SWISS
        and subject.tournament.phase in (Phase.CLOSED, Phase.RUNNING), leads_to_preview=True, asks=questions.ask_pair),
    DirectorAction("write", _("Email players"), Tournament, commands.write_to,
        _("The email is sent under your name. Players can’t see who else gets it."),
        _in(*TO_BE_PLAYED, Phase.FINISHED), asks=questions.ask_mail),
    DirectorAction("link_clubs", _("Invite another club"), Tournament, commands.make_clubs_link,
        _("Creates a link for you to send to an owner of the other club. Once they accept, its members can enter "
          "for it, and the members of all clubs can see this tournament and its games. Any earlier link stops "
          "working."),
        _may_be_between),
    DirectorAction("unlink_clubs", _("Withdraw club link"), Tournament, commands.take_clubs_link_back,
        _("The link stops working. Clubs that are already taking part stay in the tournament."),
        lambda subject: bool(subject.tournament.clubs_link)),
    DirectorAction("club_out", _("Remove a club"), Tournament, commands.take_club_out,
        _("Its members can no longer enter or see this tournament."),
        lambda subject: _is_before(subject) and subject.tournament.guests.exists(), asks=questions.ask_guest_club),
    DirectorAction("extend", _("Give everyone more time"), Tournament, commands.extend,
        _("For all tables in progress. At tables that haven’t started, players get this much more time to join."), _has_open_tables,
        asks=questions.ask_span),
    DirectorAction("hard_ends", _("Move the final deadline"), Tournament, _end_all,
        _("For all rounds in progress. The new deadline can be later or earlier."),
        lambda subject: _is_running(subject) and subject.tournament.format in CONCURRENT, is_one=False, asks=questions.ask_until),
    DirectorAction("pause", _("Pause all games"), Tournament, commands.pause,
        _("All clocks stop until you end the pause. The final deadlines are then extended by the length of the pause."),
        lambda subject: _has_open_tables(subject) and subject.tournament.paused_at is None),
    DirectorAction("resume", _("End the pause"), Tournament, commands.resume,
        _("All clocks start again, and the final deadlines are extended by the length of the pause."),
        lambda subject: subject.tournament.paused_at is not None),
    DirectorAction("next_season", _("Start the next season"), Tournament, commands.next_season,
        _("Creates a new tournament with the same settings and directors. The best players in each division are "
          "promoted and the last are relegated. Entries open at once."),
        _may_be_followed),
    DirectorAction("finish", _("End the tournament now"), Tournament, commands.finish,
        _("All tables must be finished. The current standings become final. A tournament ends by itself once all "
          "its rounds have been played."),
        _is_running, is_irreversible=True, asks_twice=always),
    DirectorAction("void", _("Void the tournament"), Tournament, commands.void,
        _("The tournament is cancelled for good, and nothing in it counts. Its games and rulings can still be read."),
        _in(*TO_BE_PLAYED), is_irreversible=True),
    # --- a player ---------------------------------------------------------------------------------------------------
    DirectorAction("withdraw", _("Withdraw"), Entrant, commands.withdraw,
        _("The player won’t be paired again, and tables that haven’t started are dealt again without them. To let "
          "somebody else take over, replace the player instead."),
        lambda subject: subject.entrant.standing != Standing.WITHDRAWN and subject.tournament.phase in TO_BE_PLAYED,
        asks=questions.ask_resigning, asks_twice=_is_running),
    DirectorAction("replace", _("Replace"), Entrant, commands.replace,
        _("From then on, the player who leaves can only watch their games in progress."),
        _plays, asks=questions.ask_new_player),
    DirectorAction("substitute", _("Replace with a reserve"), Entrant, commands.substitute,
        _("The first available reserve takes over the player’s place, results and games in progress."),
        _plays),
    DirectorAction("back", _("Reinstate"), Entrant, _bring_back,
        _("The player plays again from the next round that is paired."),
        lambda subject: subject.entrant.standing == Standing.WITHDRAWN and subject.entrant.player_id is not None
        and subject.tournament.phase in TO_BE_PLAYED, asks=questions.ask_missed_rounds),
    DirectorAction("extend_player", _("Give more time"), Entrant, commands.extend,
        _("At all tables where the player is playing."),
        _plays, asks=questions.ask_span),
    # --- a round ----------------------------------------------------------------------------------------------------
    DirectorAction("bye", _("Give or remove a bye"), Round, commands.set_bye,
        _giving_a_bye,
        lambda subject: _is_running(subject) and subject.round.phase != Round.Phase.FINISHED and not _is_ladder(subject),
        leads_to_preview=True, asks=questions.ask_bye,
        asks_twice=lambda subject: subject.round.phase != Round.Phase.DRAFT),
    DirectorAction("redraw", _("Re-pair tables"), Round, commands.redraw,
        _("Only for tables that haven’t started. Their games are cancelled and new ones are opened. The players "
          "are notified by email."),
        _is_being_played, asks=questions.ask_tables),
    DirectorAction("hard_end", _("Move the final deadline"), Round, commands.extend_round,
        _("For all tables of this round. The new deadline can be later or earlier."),
        _is_being_played, asks=questions.ask_until),
    # --- a table ----------------------------------------------------------------------------------------------------
    DirectorAction("extend_table", _("Give more time"), Fixture, commands.extend,
        _("If the table hasn’t started, this extends the time to join."), _goes_on, asks=questions.ask_whom_and_span),
    DirectorAction("pause_table", _("Pause"), Fixture, commands.pause,
        _("The table’s clocks stop until you end the pause. The final deadline doesn’t change."),
        lambda subject: subject.fixture.phase == Fixture.Phase.PLAYING and not _is_paused(subject)),
    DirectorAction("resume_table", _("End the pause"), Fixture, commands.resume,
        _("The table’s clocks start again."),
        lambda subject: _goes_on(subject) and _is_paused(subject)),
    DirectorAction("score", _("Score as it stands"), Fixture, partial(commands.adjudicate, how="score"),
        _("The game ends now and is scored as it stands. Its ranks count."),
        lambda subject: _is_running(subject) and subject.fixture.phase == Fixture.Phase.PLAYING, is_irreversible=True,
        asks_twice=always),
    DirectorAction("award", _("Award points"), Fixture, partial(_award, commands.adjudicate),
        _("These points count instead of the result of the game. A game in progress ends."),
        lambda subject: _is_running(subject) and subject.fixture.phase != Fixture.Phase.PLANNED, is_irreversible=True,
        asks=questions.ask_points, asks_twice=always),
    DirectorAction("void_table", _("Void"), Fixture, partial(commands.adjudicate, how="void"),
        _("The table counts as if it had never been played. A game in progress ends without a result."),
        lambda subject: _is_running(subject)
        and subject.fixture.phase not in (Fixture.Phase.PLANNED, Fixture.Phase.VOID), is_irreversible=True, asks_twice=always),
    DirectorAction("correct", _("Correct the points"), Fixture, partial(_award, commands.correct),
        _("The tournament has finished, and its places are final. These points count instead of the earlier result, and "
          "everybody in the tournament is notified by email."),
        _is_over, is_irreversible=True, asks=questions.ask_points, asks_twice=always),
    DirectorAction("correct_to_void", _("Void the final result"), Fixture, partial(commands.correct, how="void"),
        _("The tournament has finished, and its places are final. The table counts as if it had never been played, and "
          "everybody in the tournament is notified by email."),
        lambda subject: _is_over(subject) and subject.fixture.phase != Fixture.Phase.VOID, is_irreversible=True, asks_twice=always),
    # --- a pairing rule ---------------------------------------------------------------------------------------------
    DirectorAction("unpair", _("Remove rule"), PairRule, commands.drop_pair_rule,
        _("The rule no longer applies when a round is paired."), leads_to_preview=True),
)  # fmt: skip

DIRECTOR_ACTIONS: Mapping[str, DirectorAction] = {action.verb: action for action in _ALL}
