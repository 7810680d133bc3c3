"""A player's private things in a game: drafts, a note, muted players, and presence. They need no lock and cause no
events.

Two tabs or devices can have the same draft open. Each saved content has a version, and a change says which version it
was made from. If another change came first, nothing is written and the later change is refused."""

import secrets
from collections.abc import Collection, Sequence
from datetime import datetime

from django.db import connection, transaction
from django.db.models import Max
from django.utils import timezone

from games.commands.seats import seat_held
from games.models import Draft, Game, Note, Seat, Unheard
from games.players.models import Player
from games.rules import registry
from games.rules.alphabets.alphabet import Alphabet
from games.rules.grid import Layout, layout_from, runs
from games.rules.names import JOINERS, comparable, is_visible, normalise
from games.rules.options import alphabet_in
from games.rules.table.kind import AnyKind
from games.rules.texts import say
from games.rules.values import OrderRefused
from games.store import pack

DRAFTS_A_SEAT = 20
LONGEST_NAME = 40
LONGEST_VERSION = 32
LARGEST_STEP = 2**40
LONGEST_NOTE = 2000
PRESENT = """UPDATE games_seat SET present_at = %(at)s
    WHERE game_id = %(game)s AND player_id = %(player)s AND (present_at IS NULL OR present_at < %(at)s)"""


# --- drafts -----------------------------------------------------------------------------------------------------------


class Overtaken(OrderRefused):
    """Another tab or device came first. Nothing was written; the content can be saved as a separate draft."""


class DraftChanged(Overtaken):
    def __init__(self, at: datetime) -> None:
        clock = f"{timezone.localtime(at):%H:%M}"
        super().__init__(say("Your draft changed on another device at {at}. Keep both?", at=clock))


class DraftGone(Overtaken):
    def __init__(self) -> None:
        super().__init__(say("Your draft was discarded on another device. Save it as a new draft?"))


def save_draft(*, game_id: int, player: Player, layout: Sequence[str], now: datetime, name: str = "") -> Draft:
    """Save a layout, whatever it contains, as a new draft.

    Without a name it is named after its longest word; a number makes a taken name different: `Crumbled 2`. Raises
    OrderRefused for too many drafts."""
    seat, alphabet = _seat_with_drafts(game_id, player)
    return save_draft_at(seat, player, layout_from(layout, alphabet), alphabet=alphabet, now=now, name=name)


def save_draft_at(
    seat: Seat,
    player: Player,
    rows: Layout,
    *,
    alphabet: Alphabet,
    now: datetime,
    name: str = "",
    version: str = "",
) -> Draft:
    """Save a layout as a new draft, for a seat that is already loaded."""
    longest_word = max((run.word for run in runs(rows)), key=len, default="")
    in_letters = "".join(map(alphabet.face, longest_word)).capitalize()
    wanted = _tidy(name) or in_letters[:LONGEST_NAME] or f"{timezone.localtime(now):%d %b %H:%M}"
    with transaction.atomic():
        taken = _names_taken(seat, player)
        if len(taken) >= DRAFTS_A_SEAT:
            raise OrderRefused("You can save at most {most} drafts per game. Discard one first.", most=DRAFTS_A_SEAT)
        # pages show the ids of their reader's drafts, so random steps keep them from revealing how many others save
        last = Draft.objects.filter(seat=seat, player=player).aggregate(last=Max("pk"))["last"] or 0
        return Draft.objects.create(
            pk=last + 1 + secrets.randbelow(LARGEST_STEP),
            seat=seat,
            player=player,
            name=_free(wanted, taken),
            layout=pack(rows),
            version=_own(version),
            saved_at=now,
        )


def change_draft(
    *,
    game_id: int,
    player: Player,
    draft: int | None,
    made_from: Collection[str],
    layout: Sequence[str],
    now: datetime,
    version: str = "",
    name: str = "",
) -> Draft:
    """Replace the layout of a draft, if its present version is among those that the change was made from.

    `version` names the new content. A browser chooses that name itself, so that it recognises its own change if the
    answer to a request was lost. If `draft` is None, the draft with a version in `made_from` is changed; if there is no
    such draft, a new one called `name` is created.

    Raises DraftChanged if another layout was saved in the meantime, and DraftGone if the draft was discarded."""
    seat, alphabet = _seat_with_drafts(game_id, player)
    rows = layout_from(layout, alphabet)
    mine = Draft.objects.filter(seat=seat, player=player)
    if draft is None:
        draft = mine.filter(version__in=[one for one in made_from if one]).values_list("pk", flat=True).first()
    if draft is None:
        return save_draft_at(seat, player, rows, alphabet=alphabet, now=now, name=name, version=version)
    meant, packed = mine.filter(pk=draft), pack(rows)
    with transaction.atomic():
        # one statement on one table: anybody waiting for the row checks its version again
        changed = meant.filter(version__in=made_from).update(layout=packed, version=_own(version), saved_at=now)
        found = meant.first()
    if found is None:
        raise DraftGone
    if not changed and found.layout != packed:
        raise DraftChanged(found.saved_at)
    return found


def rename_draft(*, game_id: int, player: Player, draft: int, name: str, now: datetime) -> Draft:
    """Rename a draft, adding a number if the name is taken; its content is not touched. Raises DraftGone."""
    seat = seat_held(game_id, player)
    with transaction.atomic():
        taken = _names_taken(seat, player)
        found = Draft.objects.filter(seat=seat, player=player, pk=draft).first()
        if found is None:
            raise DraftGone
        wanted = _tidy(name) or found.name
        found.name = _free(wanted, taken - {comparable(found.name)})
        found.saved_at = now
        found.save(update_fields=["name", "saved_at"])
        return found


def discard_draft(*, game_id: int, player: Player, draft: int) -> Draft | None:
    """Delete a draft and return it, so that the player can undo the deletion; None if it is already gone."""
    mine = Draft.objects.filter(seat=seat_held(game_id, player), player=player, pk=draft)
    with transaction.atomic():
        found = mine.select_for_update().first()
        if found is not None:
            found.delete()
    return found


def discard_submitted(*, game_id: int, player: Player, draft: int, made_from: Collection[str]) -> None:
    """Delete a draft that has been submitted, unless another tab or device has changed it in the meantime."""
    seat = seat_held(game_id, player)
    Draft.objects.filter(seat=seat, player=player, pk=draft, version__in=made_from).delete()


def check_keeps_drafts(kind: AnyKind) -> None:
    """Raise OrderRefused for kinds in which players have no layouts of their own."""
    if kind.layouts is None:
        raise OrderRefused("This game has no drafts, because players don’t have layouts of their own.")


def _seat_with_drafts(game_id: int, player: Player) -> tuple[Seat, Alphabet]:
    """Return the player's seat and the alphabet of the game."""
    seat = seat_held(game_id, player)
    kind, options = Game.objects.values_list("kind", "options").get(pk=game_id)
    check_keeps_drafts(registry.kind(kind))
    return seat, alphabet_in(options)


def _names_taken(seat: Seat, player: Player) -> set[str]:
    """Return the names of a player's drafts, in comparable form, locked until the transaction ends."""
    Seat.objects.select_for_update().get(pk=seat.pk)
    return {comparable(name) for name in Draft.objects.filter(seat=seat, player=player).values_list("name", flat=True)}


def _own(version: str) -> str:
    return version[:LONGEST_VERSION] or secrets.token_hex(8)


def _tidy(name: str) -> str:
    """Return the name as it is stored, cut to the longest allowed; empty for an invisible one."""
    printable = "".join(one if one.isprintable() or one in JOINERS else " " for one in name)
    tidied = normalise(normalise(printable)[:LONGEST_NAME])
    return tidied if is_visible(tidied) else ""


def _free(wanted: str, taken: Collection[str]) -> str:
    """Return the name, with the first number that makes it unique if it is taken."""
    stem, _, number = wanted.rpartition(" ")
    stem = stem if stem and number.isdecimal() and comparable(wanted) in taken else wanted
    named = (f"{stem[: LONGEST_NAME - 3]} {n}" for n in range(2, DRAFTS_A_SEAT + 2))
    return next(name for name in (wanted, *named) if comparable(name) not in taken)


# --- note, mutes, presence --------------------------------------------------------------------------------------------


def keep_note(*, game_id: int, player: Player, text: str) -> None:
    """Replace the player's note. Raises OrderRefused if it is too long."""
    text = text.replace("\r\n", "\n").replace("\0", "").strip()  # NUL is the one character that no database stores
    if len(text) > LONGEST_NOTE:
        raise OrderRefused(
            "A note can have at most {most} characters. This one has {n}.", most=LONGEST_NOTE, n=len(text)
        )
    seat = seat_held(game_id, player)
    Note.objects.update_or_create(seat=seat, player=player, defaults={"text": text})


def mute_player(*, game_id: int, player: Player, number: int) -> None:
    """Neither show nor email this player any message from that seat from now on."""
    seat = seat_held(game_id, player)
    with transaction.atomic():
        if number == seat.number or not Seat.objects.filter(game=game_id, number=number).exists():
            raise OrderRefused("You can only mute another player in this game.")
        Unheard.objects.get_or_create(seat=seat, player=player, other=number)


def unmute_player(*, game_id: int, player: Player, number: int) -> None:
    """Show messages from that seat again, including those sent in the meantime."""
    Unheard.objects.filter(seat=seat_held(game_id, player), player=player, other=number).delete()


def note_presence(*, game_id: int, player: Player, at: datetime) -> None:
    """Record when a player was last active on the game's page; never moves back.

    No rule uses it and nobody sees it. It avoids emails that their reader does not need, and in games against robots
    only it turns new tiles over at once."""
    instant = connection.ops.adapt_datetimefield_value(at)
    with connection.cursor() as cursor:
        cursor.execute(PRESENT, {"game": game_id, "player": player.pk, "at": instant})
