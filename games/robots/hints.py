"""Hints of three depths for a player who practises against robots only. The first two are given at once. The third
needs a search by a worker, because no page loads the solver; it says how much a better layout gains, but does not show
it."""

from datetime import datetime, timedelta
from fractions import Fraction
from functools import partial

from django.db import transaction

from games import batches, queries, store
from games.commands.seats import seat_held
from games.models import Hint, Replacement
from games.players.models import Player
from games.queries.hints import BETTER, WORD, Hints, depths, hints
from games.queries.reading import ReaderTable
from games.robots import levels, practice
from games.rules.chance import Chance
from games.rules.facts import JsonObject
from games.rules.grid import Layout, check_held, layout_from, missing_tiles
from games.rules.layouts import OwnLayouts
from games.rules.options import alphabet_in
from games.rules.robots import Effort
from games.rules.values import OrderRefused
from games.statements import NOW, Compiled
from games.word_lists.shelf import newest, words_of

MOST = 100  # per player and game
EFFORT = Effort(3)
SEEDS = 1 << 30
TRIES_AGAIN, GIVES_UP = timedelta(minutes=1), timedelta(minutes=5)  # after the hint was asked for
_AWAITED = Compiled(Hint.objects.filter(answer__isnull=True, asked_at__lte=NOW)[:1], only=["asked_at"])


def take_hint(*, game_id: int, player: Player, depth: int, now: datetime, layout: Layout | None = None) -> Hints:
    """Give a hint on a layout, by default the submitted one. If it needs a search, the answer comes later.

    Raises OrderRefused outside practice games, for a depth that is not available, if there is nothing to hint at, and
    for a layout of other tiles; NoSuchGame for people who do not play there."""
    seat = seat_held(game_id, player)
    loaded = queries.table(game_id=game_id, player=player, now=now).loaded
    found = hints(loaded)
    if found is None or Replacement.objects.filter(game=game_id).exists():
        raise OrderRefused(
            "Hints are for practice. You can only get them in a game of Lexicon Crossing that is in progress and "
            "against robots only."
        )
    if depth not in depths():
        raise OrderRefused("Choose one of these hint depths: {depths}.", depths=tuple(map(str, depths())))
    if len(found.taken) >= MOST:
        raise OrderRefused("You can get at most {most} hints per game.", most=MOST)
    if any(one.is_awaited for one in found.taken):
        raise OrderRefused("Your last hint isn’t ready yet. Wait for it first.")
    laid = loaded.view.layout if layout is None else layout_from(layout, loaded.view.alphabet)
    check_held(laid, loaded.view.hand, loaded.view.alphabet)
    answer = None if depth == BETTER else _answer(depth, laid, loaded)
    with transaction.atomic():
        Hint.objects.create(
            seat=seat,
            player=player,
            depth=depth,
            round=found.round,
            layout=store.pack(laid),
            answer=answer,
            asked_at=now,
        )
        if answer is None:
            transaction.on_commit(partial(store.call_robots, game_id), robust=True)
    taken = hints(loaded)
    assert taken is not None
    return taken


def waiting(*, now: datetime) -> list[int]:
    """Return the games with a hint that is overdue, as its worker may have died; hints that take too long are given
    up."""
    if not _AWAITED(now=now - TRIES_AGAIN):
        return []
    awaited = Hint.objects.filter(answer__isnull=True, asked_at__lte=now - TRIES_AGAIN)
    awaited.filter(asked_at__lte=now - GIVES_UP).update(answer={})
    ready = batches.ready(practice.VISITS, awaited, by="seat__game", now=now)
    return list(ready.values_list("seat__game", flat=True).distinct())


def is_awaited(game_id: int) -> bool:
    """Return True if a hint in this game waits for a search."""
    return Hint.objects.filter(seat__game=game_id, answer__isnull=True).exists()


def search(*, game_id: int, now: datetime, effort: Effort = EFFORT) -> None:
    """Carry out the searches that hints in a game wait for, in a worker."""
    for hint in Hint.objects.filter(seat__game=game_id, answer__isnull=True).select_related("seat"):
        table = store.seen_now(game_id, now=now)
        hand, layout, words = table.view(hint.seat.number).hand, store.unpack(hint.layout), table.resources.words
        alphabet = alphabet_in(table.game.options)
        chance = Chance(f"hint {hint.pk}".encode())  # hides nothing
        mind = levels.strongest_mind(table.kind, word_list=table.game.word_list_id, alphabet=alphabet, chance=chance)
        gain = Fraction(0)
        if mind.search is not None and not missing_tiles(layout, hand):
            layouts: OwnLayouts[object, object] | None = table.kind.layouts
            assert layouts is not None
            found = mind.search(hand, layout, effort, chance.below(SEEDS))
            gain = (
                layouts.score(found, hand, words, alphabet).value - layouts.score(layout, hand, words, alphabet).value
            )
        Hint.objects.filter(pk=hint.pk, answer__isnull=True).update(answer={"gain": str(gain)})


def _answer(depth: int, layout: Layout, loaded: ReaderTable) -> JsonObject:
    layouts, words, hand = loaded.table.kind.layouts, loaded.table.resources.words, loaded.view.hand
    alphabet = loaded.view.alphabet
    assert layouts is not None
    if depth == WORD:
        saved = newest(alphabet.common_list)
        common = words_of(saved.pk) if saved else words
        return {"word": alphabet.write(layouts.word_to_add(layout, hand, words, common, alphabet))}
    found = layouts.badly_placed(layout, hand, words, alphabet)
    return {"tile": alphabet.write(found.tile), "word": alphabet.write(found.word), "gain": str(found.cost)}
