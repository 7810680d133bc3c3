"""The demo for newcomers: four people, four games of Lexicon Crossing and one of each other kind, played by commands
over the past days up to now.

Everything is created once; existing games are not changed. Not for a server that people use."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from hashlib import sha256
from typing import Any

from games import commands, store
from games.models import Event, Game
from games.players.accounts import account_of
from games.players.models import Player
from games.robots import practice
from games.rules import registry
from games.rules.alphabets.known import ENGLISH
from games.rules.chance import Chance, commitment
from games.rules.grid import Layout
from games.rules.table.kind import AnyKind
from games.rules.values import Order
from games.rules.words import Vocabulary
from games.word_lists.shelf import vocabulary_of

NAMES = ("Anna", "Boris", "Chloe", "Dmitri")
STAFF = "Staff"
HOUR, MINUTE = timedelta(hours=1), timedelta(minutes=1)
# the time between two players in a round; then the leeway, then the light
LOOKS_AFTER = (3 * HOUR, 8 * HOUR, 15 * HOUR)
ASKS_AFTER = 40 * MINUTE
LEEWAY = 5 * MINUTE
CROSSING: Any = registry.kind("crossing")
ORDERS, EVERY = 8, 5 * HOUR  # in a game of another kind; then up to as many more until it is Anna's turn
CUTS = ("", "my lucky 7", "to the left")


def seed(*, now: datetime) -> None:
    """Create the players, and each game that its maker has not created yet; emails are sent only about the present."""
    people = [account_of(address(name), name=name)[0] for name in NAMES]
    for maker, play in zip(people, (play_three, play_two, finish_one, open_one), strict=True):
        if not Game.objects.filter(made_by=maker, kind=CROSSING.key).exists():
            play(people, now)
    for kind in practice.kinds():
        if kind.key != CROSSING.key and not Game.objects.filter(made_by=people[3], kind=kind.key).exists():
            play_some(kind, people, now)


def seed_staff() -> None:
    """Create a staff account that may use the admin site. Like everybody, it signs in with a code sent by email."""
    staff, is_new = account_of(address(STAFF), name=STAFF)
    if is_new:
        staff.is_staff = staff.is_superuser = True
        staff.save(update_fields=["is_staff", "is_superuser"])


def address(name: str) -> str:
    return f"{name.lower()}@example.org"


def play_three(people: Sequence[Player], now: datetime) -> None:
    """Play a game that Anna created, up to the present position. Anna has requested a light, Boris has not looked yet,
    and Chloe's newest tile is withheld until all have looked."""
    light = now - 19 * HOUR - 30 * MINUTE
    dealt = light - 7 * _round_of(3)
    anna, boris, chloe = seated = _deal([people[0], people[1], people[2]], {"reveal_after": "all"}, at=dealt)
    anna.says("Good luck, all. No hurry from me.", dealt + HOUR)
    at = _play_lights(seated, [boris, anna, chloe, boris, chloe, anna], dealt)
    chloe.submits(at + 2 * HOUR, tries=3)
    chloe.asks(at + 3 * HOUR)
    boris.submits(at + 12 * HOUR, tries=3)
    boris.jaywalks(at + 13 * HOUR)
    boris.submits(at + 14 * HOUR, tries=3)
    anna.submits(light - LEEWAY)
    commands.apply_due(game_id=anna.game_id, now=light)
    anna.submits(light + 11 * HOUR, tries=3)
    anna.asks(light + 17 * HOUR)
    chloe.submits(light + 18 * HOUR, tries=4)
    for minutes in (40, 10):
        chloe.keeps_a_draft(now - minutes * MINUTE)
    _tell_only_since(light, anna.game_id, now)


def play_two(people: Sequence[Player], now: datetime) -> None:
    """Play a game with blanks that Boris created, up to the present position. Anna has requested a light. Boris's tile,
    which was withheld until she had looked, is now face down."""
    light = now - 6 * HOUR
    dealt = light - 4 * _round_of(2)
    boris, anna = seated = _deal([people[1], people[0]], {"tile_set": "S100"}, at=dealt)
    _play_lights(seated, [anna, boris, anna, boris], dealt)
    anna.submits(light + 3 * HOUR, tries=3)
    anna.asks(light + 3 * HOUR + 20 * MINUTE)
    anna.says("Your tile is yours now, Boris.", light + 3 * HOUR + 25 * MINUTE)
    _tell_only_since(light, anna.game_id, now)


def finish_one(people: Sequence[Player], now: datetime) -> None:
    """Play a game that Chloe created to its end, red light included. It was scored yesterday."""
    end = now - 20 * HOUR
    red = end - 11 * HOUR
    dealt = red - 8 * _round_of(3)
    players = [people[2], people[0], people[1]]
    chloe, anna, boris = seated = _deal(players, {"tile_set": "S98", "tiles_per_light": 2}, at=dealt)
    at = _play_lights(seated, [anna, chloe, boris, anna, boris, chloe, anna], dealt)
    boris.submits(at + HOUR, tries=8)
    _play_lights(seated, [boris], at)
    for last, hours in ((chloe, 5), (anna, 11)):
        last.submits(red + hours * HOUR, tries=8)
        last.is_done(red + hours * HOUR)
    anna.says("Well played. Again?", end + HOUR)
    _tell_only_since(end, chloe.game_id, now)


def open_one(people: Sequence[Player], now: datetime) -> None:
    """Create a game for Dmitri. Boris has joined it, Chloe is invited, and anybody may take the last seat."""
    dmitri, boris, chloe = people[3], people[1], people[2]
    made = now - 5 * HOUR
    game_id = commands.make_game(
        kind=CROSSING.key, player=dmitri, seats=4, options={"see_within": 172800}, listed=True, now=made
    )
    commands.join(game_id=game_id, player=boris, now=made + 2 * HOUR)
    commands.agree(game_id=game_id, player=boris, cut=CUTS[1], now=made + 2 * HOUR)
    invited = made + 3 * HOUR
    commands.invite(game_id=game_id, player=dmitri, email=chloe.email, now=invited)
    _tell_only_since(invited, game_id, now)


def play_some(kind: AnyKind, people: Sequence[Player], now: datetime) -> None:
    """Play some moves in a game of any kind that Dmitri created, with Anna and as many others as the kind needs. Stop
    at Anna's turn if possible."""
    seated = [people[3], people[0], people[1], people[2]][: max(2, kind.seats[0])]
    at = now - 2 * ORDERS * EVERY
    game_id = _deal_out(seated, kind=kind.key, options={}, at=at)
    vocabulary = vocabulary_of(Game.objects.get(pk=game_id).word_list_id)
    mind = kind.plain_mind(vocabulary, Chance(kind.key.encode()))
    for number in range(2 * ORDERS - 1):
        table = store.seen_now(game_id, now=at)
        if not table.is_running or (number >= ORDERS and 1 in table.kind.awaiting(table.state)):
            break
        at += EVERY
        for seat in table.kind.awaiting(table.state):
            orders = kind.next_orders(table.view(seat), seat, mind)
            if orders:
                commands.play(game_id=game_id, player=seated[seat], orders=orders, now=at)
                break
    _tell_only_since(at, game_id, now)


# --- players ----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class DemoPlayer:
    """A player's seat in a game of Lexicon Crossing. It knows only what that seat may know, and ignores refusals."""

    game_id: int
    seat: int
    player: Player
    vocabulary: Vocabulary
    chance: Chance

    def looks(self, at: datetime) -> None:
        commands.look(game_id=self.game_id, player=self.player, now=at)

    def submits(self, at: datetime, *, tries: int = 0) -> None:
        """Look, then submit the present layout with the new tiles added, or the best of a few others."""
        self.looks(at)
        view = self._view(at)
        found = [self._arranged(view, start=view.layout), *(self._arranged(view) for _ in range(tries))]
        best = max(found, key=lambda layout: CROSSING.layouts.score(layout, None, self.vocabulary, ENGLISH).value)
        if best and best != view.layout:
            self._give(at, Order("GRID", {"layout": best}))

    def jaywalks(self, at: datetime) -> None:
        """Give the hardest tile back in a jaywalk."""
        view = self._view(at)
        if view.allows("JAYWALK"):
            self._give(at, Order("JAYWALK", {"tiles": (max(view.hand, key=ENGLISH.values.__getitem__),)}))

    def asks(self, at: datetime) -> None:
        view = self._view(at)
        verb = "RED" if view.next_is_red else "GREEN"
        if view.allows(verb):
            self._give(at, Order(verb))

    def is_done(self, at: datetime) -> None:
        if self._view(at).allows("DONE"):
            self._give(at, Order("DONE"))

    def says(self, text: str, at: datetime) -> None:
        commands.say(game_id=self.game_id, player=self.player, text=text, now=at)

    def keeps_a_draft(self, at: datetime) -> None:
        """Save another layout beside the submitted one."""
        layout = self._arranged(self._view(at))
        if layout:
            commands.save_draft(game_id=self.game_id, player=self.player, layout=layout, now=at)

    def _view(self, at: datetime) -> Any:
        return store.seen_now(self.game_id, now=at).view(self.seat)

    def _arranged(self, view: Any, start: Layout = ()) -> Layout:
        """Return all tiles as a robot lays them, beginning with `start`; empty if it finds no layout."""
        seen = view.having(score=None, layout=start)
        orders = CROSSING.next_orders(seen, self.seat, CROSSING.plain_mind(self.vocabulary, self.chance))
        return next((order.facts["layout"] for order in orders if order.verb == "GRID"), ())

    def _give(self, at: datetime, order: Order) -> None:
        commands.play(game_id=self.game_id, player=self.player, orders=[order], now=at)


# --- the course of a game ---------------------------------------------------------------------------------------------


def _deal(players: Sequence[Player], options: Mapping[str, str | int], *, at: datetime) -> list[DemoPlayer]:
    """Create a private game of these players in the name of the first, and deal it at `at`."""
    game_id = _deal_out(players, kind=CROSSING.key, options=options, at=at)
    chance = Chance(players[0].name.encode())  # picks words, draws no tiles
    vocabulary = vocabulary_of(Game.objects.get(pk=game_id).word_list_id)
    return [DemoPlayer(game_id, seat, player, vocabulary, chance) for seat, player in enumerate(players)]


def _deal_out(players: Sequence[Player], *, kind: str, options: Mapping[str, str | int], at: datetime) -> int:
    maker, *others = players
    made = at - 3 * HOUR
    invite = [other.email for other in others]
    game_id = commands.make_game(kind=kind, player=maker, seats=len(players), options=options, invite=invite, now=made)
    # the same draws on every machine: with some tiles the robots find no layout and the demo would be incomplete
    seed = sha256(f"the demo game of {maker.name}".encode()).digest()
    Game.objects.filter(pk=game_id).update(seed=seed, commitment=commitment(seed))
    invitations = Game.objects.get(pk=game_id).invitations.order_by("pk")
    for invitation, cut in zip(invitations, CUTS[1:], strict=False):
        commands.accept_invitation(invitation_id=invitation.pk, name="", cut=cut, tiles_by_email=False, now=at)
    return game_id


def _play_lights(seated: Sequence[DemoPlayer], callers: Sequence[DemoPlayer], begins: datetime) -> datetime:
    """Play one round for each of the callers: the player who requests the light that ends the round. Return the instant
    of the last light. The caller of the previous light looks last, so that their tile is withheld."""
    before = seated[-1]
    for caller in callers:
        between = [other for other in seated if other not in (caller, before)]
        _play_round([caller, *between, before] if caller != before else [caller, *between], begins)
        begins += _round_of(len(seated))
        commands.apply_due(game_id=caller.game_id, now=begins)
        before = caller
    return begins


def _play_round(order: Sequence[DemoPlayer], begins: datetime) -> None:
    """Let everyone look and submit, one after the other; the first requests the light."""
    first, *others = order
    first.submits(begins + LOOKS_AFTER[0])
    first.asks(begins + LOOKS_AFTER[0] + ASKS_AFTER)
    for other, after in zip(others, LOOKS_AFTER[1:], strict=False):
        other.submits(begins + after)


def _round_of(players: int) -> timedelta:
    return LOOKS_AFTER[players - 1] + LEEWAY


def _tell_only_since(at: datetime, game_id: int, now: datetime) -> None:
    """Mark events before an instant as announced, so that no email mentions them."""
    Event.objects.filter(game=game_id, at__lt=at, announced_at=None).update(announced_at=now)
