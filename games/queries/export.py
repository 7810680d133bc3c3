"""All data of one player, for that player: what they have entered and what they may know. Includes nothing about
anybody else."""

from datetime import datetime
from importlib import import_module

from allauth.mfa.models import Authenticator
from django.conf import settings
from django.db.models import Count, Q, QuerySet
from django.utils.translation import gettext

from games.models import Draft, Event, Hint, Note, PuzzleEntry, Replacement, Seat, Unheard
from games.players.accounts import addresses_of
from games.players.models import LOOK, Invitation, Player, Report
from games.queries.puzzles import rank_of
from games.queries.reading import for_reader
from games.queries.record import record_of
from games.rules.daily import day_of
from games.rules.facts import JsonObject
from games.rules.options import alphabet_in
from games.rules.table.people import AmongPeople
from games.store import unpack

OF_THE_ACCOUNT = (
    *(
        "name",
        "email",
        "language",
        "puzzle_languages",
        "time_zone",
        "asleep_from",
        "asleep_for",
        "page_shown_to",
        *LOOK,
    ),
    *("joined_at", "last_login", "mail_fails_since", "next_email", "next_email_at"),
)

OF_A_SUBSTITUTION = ("game", "may", "starts", "ends", "asked_at", "accepted_at", "declined_at", "ended_at")


def export(*, player: Player, now: datetime) -> JsonObject:
    """Return the data as values that JSON can write, with instants as datetimes. API tokens appear by name; their
    secrets are not stored."""
    addresses = addresses_of(player)
    seats = Seat.objects.filter(player=player, substitution=None).order_by("game")
    invitations = Invitation.objects.filter(email__in=addresses, is_kept_back=False).order_by("invited_at")
    exported = {
        "account": {name: getattr(player, name) for name in OF_THE_ACCOUNT} | {"addresses": sorted(addresses)},
        "vacations": list(player.vacations.values("starts", "ends", "declared_at")),
        "signed_in_until": sorted(player.sessions.values_list("expire_date", flat=True)),
        "second_factors": list(Authenticator.objects.filter(user=player).values("type", "created_at", "last_used_at")),
        "tokens": list(player.api_tokens.values("name", "scope", "made_at", "revoked_at")),
        "invitations": list(invitations.values("game", "email", "invited_at", "joined_at", "declined_at")),
        "people": list(player.regards.order_by("since").values("other__name", "follows", "blocks", "note", "since")),
        "clubs": list(player.memberships.values("club__name", "role", "since")),
        "reports_by_me": list(Report.objects.filter(by=player).values("words", "why", "made_at", "decision")),
        "sightings": _sightings(player),
        "decisions_of_the_staff": list(
            player.reports.exclude(decision__in=["", "dismissed"]).values(
                "words", "decision", "decided_at", "silenced_until", "appeal", "appealed_at", "is_granted"
            )
        ),
        "figures": list(
            player.figures.values(
                "kind", "listed", "games", "wins", "best_score", "longest_word", "answers", "languages"
            )
        ),
        "opponents": list(player.opponents.values("other__name", "listed", "games")),
        "tile_sets": list(player.tile_sets.values("name", "counts", "made_at")),
        "games_made": list(player.games_made.order_by("pk").values_list("pk", flat=True)),
        "invitations_by_me": list(
            Invitation.objects.filter(invited_by=player, name="").order_by("pk").values("game", "email", "invited_at")
        ),
        "presets": list(player.presets.values("kind", "name", "options", "made_at")),
        "games": [_game(seat, player, now) for seat in seats],
        "games_left_to_others": [
            {
                "id": one.game_id,
                "seat": one.seat,
                "replaced_at": one.replaced_at,
                **alphabet_in(one.game.options).write_json(_written(one.game_id, player, Q(facts__player=player.pk))),
            }
            for one in Replacement.objects.filter(player=player).select_related("game")
        ],
        "seats_lent": list(
            player.substitutions_given.order_by("asked_at").values("substitute__name", *OF_A_SUBSTITUTION)
        ),
        "seats_sat_in_for": list(
            player.substitutions_taken.order_by("asked_at").values("player__name", *OF_A_SUBSTITUTION)
        ),
        "said_sitting_in": _said(
            Event.objects.filter(
                game__in=player.substitutions_taken.values("game"),
                verb="say",
                facts__player=player.pk,
                facts__sits_in=True,
            )
        ),
        "statistics": list(player.tallies.values("kind", "topic", "group", "value", "count")),
        "daily_puzzles": [
            _entry(entry, now) for entry in player.puzzle_entries.select_related("puzzle").order_by("entered_at")
        ],
    }
    for module in settings.PERSONAL_DATA:
        exported |= import_module(module).saved_of(player=player, addresses=addresses)
    return exported


def _sightings(player: Player) -> JsonObject:
    """Return a player's sightings as an explanation and counts; the hashes themselves mean nothing to a reader."""
    days = player.sightings.order_by("day").values("day")
    return {
        "about": gettext(
            "For 90 days, we store the days on which you were signed in here. For each day, we store hashes of "
            "your browser’s random name and of the network address you came from. We use them to detect duplicate "
            "accounts in one game. The hashes can’t be read back."
        ),
        "days": list(days.annotate(devices=Count("device"), addresses=Count("address", distinct=True))),
    }


def _game(row: Seat, player: Player, now: datetime) -> JsonObject:
    """Return the record as this player may have it now, and what belongs to their own seat."""
    loaded = for_reader(game_id=row.game_id, player=player, now=now)
    table, view = loaded.table, loaded.view
    by_me = Q(facts__player=player.pk) | Q(facts__player__isnull=True, seat=row.number)
    alphabet = alphabet_in(table.game.options)
    held = alphabet.write_json(view.facts) if view else {}  # tiles count as held once they have been seen
    return {
        "id": row.game_id,
        "phase": table.game.phase,
        "made_at": table.game.made_at,
        "seat": row.number,
        "resigned_at": row.resigned_at,
        "cut": row.cut,
        "agreed_at": row.agreed_at,
        "tiles_by_email": row.tiles_by_email,
        "rank": row.rank,
        "result": row.result,
        **held,
        **alphabet.write_json(_written(row.game_id, player, by_me)),
        "record": record_of(loaded),
    }


def _written(game_id: int, player: Player, by_me: Q) -> JsonObject:
    """Return a player's drafts, notes, hints and chat messages in a game."""
    drafts = Draft.objects.filter(seat__game=game_id, player=player)
    notes = Note.objects.filter(seat__game=game_id, player=player)
    return {
        "drafts": [
            {"name": draft.name, "layout": unpack(draft.layout), "saved_at": draft.saved_at} for draft in drafts
        ],
        "hints": [
            {"asked_at": one.asked_at, "depth": one.depth, "layout": unpack(one.layout), "answer": one.answer}
            for one in Hint.objects.filter(seat__game=game_id, player=player)
        ],
        "notes": list(notes.values_list("text", flat=True)),
        "muted_seats": list(Unheard.objects.filter(seat__game=game_id, player=player).values_list("other", flat=True)),
        "said": _said(Event.objects.filter(by_me, game=game_id, verb="say")),
    }


def _said(lines: QuerySet[Event]) -> list[JsonObject]:
    return [{"at": one.at, "text": AmongPeople.read(one.facts).text} for one in lines.order_by("game", "n")]


def _entry(entry: PuzzleEntry, now: datetime) -> JsonObject:
    """Return an entry, with its place once all places are public."""
    is_over = entry.puzzle.day < day_of(now)
    return {
        "kind": entry.puzzle.kind,
        "day": entry.puzzle.day,
        "puzzle": entry.puzzle.content,
        "answer": entry.answer,
        "entered_at": entry.entered_at,
        "place": rank_of(entry) if is_over else None,
    }
