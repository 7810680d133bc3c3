"""What a newcomer finds: four people and four games, each played by commands through the past days up to now.

Everything here is made once; what stands already stays as it was played. Not for a server that people use.
"""

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from hashlib import sha256
from typing import Any

from games import commands
from games.models import Event, Game
from games.players.accounts import account_of
from games.players.models import Player
from games.robots.guest import Guest
from games.robots.vocabularies import vocabulary_of
from games.rules.chance import Chance, commitment

NAMES = ("Anna", "Boris", "Chloe", "Dmitri")
STAFF = "Staff"
HOUR, MINUTE = timedelta(hours=1), timedelta(minutes=1)
LOOKS_AFTER = (3 * HOUR, 8 * HOUR, 15 * HOUR)  # in a round, one player after the other; then the leeway, then the light
ASKS_AFTER = 40 * MINUTE
LEEWAY = 5 * MINUTE
CUTS = ("", "my lucky 7", "to the left")


def seed(*, now: datetime) -> None:
    """Make the players, and each game that its maker has not made yet; the mails that are due tell of the present only."""
    people = [account_of(address(name), name=name)[0] for name in NAMES]
    for maker, play in zip(people, (play_three, play_two, finish_one, open_one), strict=True):
        if not Game.objects.filter(made_by=maker).exists():
            play(people, now)


def seed_staff() -> None:
    """Somebody who sees the admin, and signs in by a code like everybody."""
    staff, is_new = account_of(address(STAFF), name=STAFF)
    if is_new:
        staff.is_staff = staff.is_superuser = True
        staff.save(update_fields=["is_staff", "is_superuser"])


def address(name: str) -> str:
    return f"{name.lower()}@example.org"


def play_three(people: Sequence[Player], now: datetime) -> None:
    """Anna's: Chloe's tile is withheld until all have looked, Anna's request stands, and Boris has not looked."""
    light = now - 19 * HOUR - 30 * MINUTE
    dealt = light - 7 * _round_of(3)
    anna, boris, chloe = guests = _deal([people[0], people[1], people[2]], {"reveal_after": "all"}, at=dealt)
    anna.says("Good luck, all. No hurry from me.", dealt + HOUR)
    at = _play_lights(guests, [boris, anna, chloe, boris, chloe, anna], dealt)
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
    """Boris's, with blanks: Anna's request stands, and his own tile, withheld until she had looked, lies face down."""
    light = now - 6 * HOUR
    dealt = light - 4 * _round_of(2)
    boris, anna = guests = _deal([people[1], people[0]], {"tile_set": "S100"}, at=dealt)
    _play_lights(guests, [anna, boris, anna, boris], dealt)
    anna.submits(light + 3 * HOUR, tries=3)
    anna.asks(light + 3 * HOUR + 20 * MINUTE)
    anna.says("Your tile is yours now, Boris.", light + 3 * HOUR + 25 * MINUTE)
    _tell_only_since(light, anna.game_id, now)


def finish_one(people: Sequence[Player], now: datetime) -> None:
    """Chloe's: played to its red light, and scored yesterday."""
    end = now - 20 * HOUR
    red = end - 11 * HOUR
    dealt = red - 8 * _round_of(3)
    options = {"tile_set": "S98", "tiles_per_light": 2}
    chloe, anna, boris = guests = _deal([people[2], people[0], people[1]], options, at=dealt)
    at = _play_lights(guests, [anna, chloe, boris, anna, boris, chloe, anna], dealt)
    boris.submits(at + HOUR, tries=8)
    _play_lights(guests, [boris], at)
    for guest, hours in ((chloe, 5), (anna, 11)):
        guest.submits(red + hours * HOUR, tries=8)
        guest.is_done(red + hours * HOUR)
    anna.says("Well played. Again?", end + HOUR)
    _tell_only_since(end, chloe.game_id, now)


def open_one(people: Sequence[Player], now: datetime) -> None:
    """Dmitri's: Boris has joined, Chloe is invited, and anybody may take the last seat."""
    dmitri, boris, chloe = people[3], people[1], people[2]
    made = now - 5 * HOUR
    game_id = commands.make_game(
        kind="crossing", player=dmitri, seats=4, options={"see_within": 172800}, listed=True, now=made
    )
    commands.agree(game_id=game_id, player=dmitri, now=made)
    commands.join(game_id=game_id, player=boris, now=made + 2 * HOUR)
    commands.agree(game_id=game_id, player=boris, cut=CUTS[1], now=made + 2 * HOUR)
    invited = made + 3 * HOUR
    commands.invite(game_id=game_id, player=dmitri, email=chloe.email, now=invited)
    _tell_only_since(invited, game_id, now)


# --- the course of a game ---------------------------------------------------------------------------------------------


def _deal(players: Sequence[Player], options: Mapping[str, Any], *, at: datetime) -> list[Guest]:
    """A private game of these players, the first its maker; tiles are dealt at `at`."""
    maker, *others = players
    game_id = commands.make_game(
        kind="crossing",
        player=maker,
        seats=len(players),
        options=options,
        invite=[other.email for other in others],
        now=at - 3 * HOUR,
    )
    _fix_the_draws(game_id, maker)
    game = Game.objects.get(pk=game_id)
    commands.agree(game_id=game_id, player=maker, now=at - 3 * HOUR)
    for invitation, cut in zip(game.invitations.order_by("pk"), CUTS[1:], strict=False):
        commands.accept_invitation(invitation_id=invitation.pk, name="", cut=cut, tiles_by_email=False, now=at)
    chance = Chance(maker.name.encode())  # it chooses words and draws nothing
    vocabulary = vocabulary_of(game.word_list_id)
    return [Guest(game_id, seat, player, vocabulary, chance) for seat, player in enumerate(players)]


def _fix_the_draws(game_id: int, maker: Player) -> None:
    """The same tiles on every machine: with some others the robots find no layout, and the demo falls short."""
    seed = sha256(f"the demo game of {maker.name}".encode()).digest()
    Game.objects.filter(pk=game_id).update(seed=seed, commitment=commitment(seed))


def _play_lights(guests: Sequence[Guest], callers: Sequence[Guest], begins: datetime) -> datetime:
    """A round to each light; the instant of the last. Who called the light before looks last: their tile is withheld."""
    before = guests[-1]
    for caller in callers:
        between = [guest for guest in guests if guest not in (caller, before)]
        _play_round([caller, *between, before] if caller != before else [caller, *between], begins)
        begins += _round_of(len(guests))
        commands.apply_due(game_id=caller.game_id, now=begins)
        before = caller
    return begins


def _play_round(order: Sequence[Guest], begins: datetime) -> None:
    """All look and submit, one after the other; the first asks for the light."""
    first, *others = order
    first.submits(begins + LOOKS_AFTER[0])
    first.asks(begins + LOOKS_AFTER[0] + ASKS_AFTER)
    for guest, after in zip(others, LOOKS_AFTER[1:], strict=False):
        guest.submits(begins + after)


def _round_of(players: int) -> timedelta:
    return LOOKS_AFTER[players - 1] + LEEWAY


def _tell_only_since(at: datetime, game_id: int, now: datetime) -> None:
    """What happened before is no news to anybody."""
    Event.objects.filter(game=game_id, at__lt=at, announced_at=None).update(announced_at=now)
