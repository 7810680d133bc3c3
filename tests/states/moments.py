"""The moments at which games are stored: together they cover everything that a kind can store.

A function is named after its kind and the moment, and takes a game that has just been dealt to that moment."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

from games import commands
from tests.rules.position import ANNA, BORIS, CHLOE
from tests.states.playing import Played

Play = Callable[[Played], None]
MOMENTS: dict[str, Callable[[], Played]] = {}
DORA = 3
DAY = 86400


def moment(kind: str, *, seats: int = 2, **options: Any) -> Callable[[Play], Play]:
    """Register the game that a function plays, with this many seats and these options, under the function's name."""

    def keep(play: Play) -> Play:
        def played() -> Played:
            game = Played(kind, seats, **options)
            play(game)
            return game

        MOMENTS[f"{kind}-{play.__name__.removeprefix(f'{kind}_').replace('_', '-')}"] = played
        return play

    return keep


def crossing(*, seats: int = 2, **options: Any) -> Callable[[Play], Play]:
    """A short game of Lexicon Crossing: a row of up to eight A and E is a word."""
    return moment("crossing", seats=seats, **{"tile_set": "A10 E10", "starting_tiles": 2} | options)


# --- Lexicon Crossing -------------------------------------------------------------------------------------------------


@crossing(seats=3, reveal_after="all", requests_visible=False, by_email=(BORIS,))
def crossing_withheld(game: Played) -> None:
    """Anna's tile of her light is withheld until Boris has looked; he gets tiles by email, and hasn't seen them. Chloe asks for
    the next light, has jaywalked, and will get her tiles by email. Anna and Chloe have drafts."""
    game.lights(CHLOE)
    game.ask(ANNA)
    game.look(BORIS, CHLOE)
    game.wait(days=1)
    game.complete(CHLOE)
    game.give(CHLOE, f"jaywalk {game.state.held(CHLOE)[0]}")
    game.ask(CHLOE)
    chloe = game.players[CHLOE]
    commands.set_tiles_by_email(game_id=game.game_id, player=chloe, on=True, now=game.now)
    for player, layout in ((game.players[ANNA], ["AE"]), (chloe, ["A.", "EA"])):
        commands.save_draft(game_id=game.game_id, player=player, layout=layout, name="perhaps", now=game.now)


@crossing(seats=4, see_within=DAY, see_bank=3600, nights="stand")
def crossing_away(game: Played) -> None:
    """Boris is on vacation and the game waits for him. Chloe didn't look in time, and is away. Anna has taken more time, and
    the staff gave Boris more. Anna has asked for a pause; Dora has asked to cancel the game, and has standing orders."""
    game.lights(ANNA)
    game.look(ANNA, BORIS, DORA)
    game.ask(DORA)
    game.wait(hours=1)
    game.give_by_mail(ANNA, "extend")
    game.wait(hours=23)
    game.look(ANNA, DORA)
    game.vacation(BORIS, days=1)
    game.vacation(ANNA, days=20)
    game.wait(days=2)
    game.govern("EXTEND", BORIS, by=3600)
    game.give(ANNA, "pause")
    game.give(DORA, "void")
    game.give(DORA, "standing light, done")


@crossing()
def crossing_paused(game: Played) -> None:
    """Both have asked for the pause, which ends by itself."""
    game.lights(ANNA)
    game.ask(BORIS)
    game.give(ANNA, "pause")
    game.give(BORIS, "pause")


@crossing(call_within="never", abandon_after=20 * DAY)
def crossing_stopped(game: Played) -> None:
    """The staff has paused the game and set a final deadline."""
    game.lights(ANNA)
    game.govern("HARD_END", until=game.now + timedelta(days=60))
    game.govern("PAUSE")


@crossing(
    seats=4,
    tile_set="A16 E16",
    starting_tiles=3,
    teams="ABAB",
    team_wins="sum",
    jaywalk="behind",
    jaywalk_times="every second round",
    jaywalk_tiles=2,
    face_up=True,
    jaywalk_forfeit="Sing.",
    light_forfeit="Dance.",
)
def crossing_swaps(game: Played) -> None:
    """Anna and Chloe, who are partners, have swapped; Boris offers Dora a tile. Boris has jaywalked, so two tiles are open."""
    game.look(ANNA, BORIS, CHLOE, DORA)
    game.give(ANNA, "grid\nAE\nE.\nend\ngreen")
    game.wait(minutes=5)
    game.look(BORIS, DORA, CHLOE, ANNA)
    game.give(BORIS, f"jaywalk {' '.join(game.state.held(BORIS)[:2])}")
    held = game.state.held
    game.give(ANNA, f"offer {held(ANNA)[0]} for {held(CHLOE)[0]}")
    game.give(CHLOE, "accept")
    game.look(BORIS, DORA)
    game.give(BORIS, f"offer {held(BORIS)[0]} for {held(DORA)[0]}")


CHALLENGED = {"word_check": "challenge", "challenge_lights": True, "challenge_forfeit": "Stand on one leg."}


@crossing(seats=3, tile_set="A7 E7 Z9", **CHALLENGED)
def crossing_challenged_light(game: Played) -> None:
    """The layout of Anna's light is revealed and was challenged: it holds a Z, so its word isn't valid, and is struck."""
    game.ask(ANNA)
    game.look(BORIS, CHLOE)
    game.wait(minutes=6)
    game.look(BORIS)
    game.give(BORIS, f"challenge {game.state.granted[0]}")


@crossing(
    seats=3, tile_set="A5 Z7", starting_tiles=3, word_check="challenge", false_challenge=2, challenge_window=3 * DAY
)
def crossing_challenges(game: Played) -> None:
    """All layouts are revealed; Boris has challenged two words and is done."""
    game.lights(ANNA)
    game.complete(BORIS, ANNA)
    game.ask(CHLOE)
    game.wait(days=2)
    for seat in (ANNA, CHLOE):
        game.give(BORIS, f"challenge {game.state.boards[seat][0]}")
    game.give(BORIS, "done")


@crossing(seats=4, tile_set="A8 E8", vacation="passes")
def crossing_grace(game: Played) -> None:
    """Anna has called the red light, Boris is done, Chloe has resigned, and Dora still has the grace period."""
    game.lights(BORIS)
    game.give(CHLOE, "resign")
    game.lights(ANNA)
    game.look(BORIS)
    game.ask(ANNA)
    game.look(DORA)
    game.wait(hours=1)
    game.give(BORIS, "done")


@crossing(seats=3, by_email=(CHLOE,), incomplete_forfeit="Hop.")
def crossing_finished(game: Played) -> None:
    """Played to the end, with a jaywalk, an absence, tiles by email for a while, and standing orders of Boris."""
    game.give(BORIS, "standing look, light, done")
    game.lights(ANNA)
    commands.set_tiles_by_email(game_id=game.game_id, player=game.players[CHLOE], on=False, now=game.now)
    game.complete(BORIS)
    game.give(BORIS, f"jaywalk {game.state.held(BORIS)[0]}")
    game.ask(ANNA)
    game.wait(days=7)
    game.robots()


@crossing(seats=4, tile_set="A12 E12", teams="ABAB", layouts_visible="always", jaywalk="everyone", jaywalk_draw=2)
def crossing_finished_in_teams(game: Played) -> None:
    """Played to the end in teams, with a swap, a jaywalk of one for two and a partner who resigned."""
    game.lights(ANNA)
    game.complete(ANNA, CHLOE)
    held = game.state.held
    game.give(ANNA, f"offer {held(ANNA)[0]} for {held(CHLOE)[0]}")
    game.give(CHLOE, "accept")
    game.look(BORIS)
    game.give(BORIS, f"jaywalk {held(BORIS)[0]}")
    game.give(DORA, "resign")
    game.robots()


@crossing(tile_set="A4 Z6", starting_tiles=3, invalid_forfeit="Skip.", false_challenge=1, **CHALLENGED)
def crossing_finished_with_challenges(game: Played) -> None:
    """Words of a light's layout and of the final layouts were struck; a layout scores what is left of it."""
    game.ask(ANNA)
    game.look(BORIS)
    game.wait(minutes=6)
    game.look(BORIS)
    game.give(BORIS, f"challenge {game.state.granted[0]}")
    game.lights(BORIS)
    game.look(ANNA)
    game.ask(BORIS)
    game.robots()


# --- Crosslet ---------------------------------------------------------------------------------------------------------


@moment("crosslet", seats=3, recycle_blank=True, blank_scores=True, rest_days="sat_sun")
def crosslet_running(game: Played) -> None:
    """After some plays and an exchange: one player is on vacation, one has asked for a pause, and one has a standing exchange."""
    game.robots(5)
    game.give(CHLOE, "standing exchange q u")
    game.give_in_turn(f"exchange {game.state.hands[game.state.awaited[0]][:2].replace('?', '')}")
    game.wait(days=4)
    game.vacation(game.state.awaited[0], days=0)
    game.wait(days=1)
    game.give(game.state.next_after(game.state.awaited[0]), "pause")


@moment("crosslet", recycle_blank=True, board="classic")
def crosslet_a_blank_taken(game: Played) -> None:
    """The player to move has exchanged a blank on the board for its real letter, and hasn't laid tiles yet."""
    for _ in range(60):
        if game.state.swapped:
            break
        game.robots(1)


@moment("crosslet", seats=4)
def crosslet_gone(game: Played) -> None:
    """One has resigned, one is away, one has taken more time and asked to cancel the game, and the staff has paused it."""
    game.robots(3)
    game.give(BORIS, "resign")
    game.govern("AWAY", game.state.awaited[0])
    game.give_in_turn("extend", "void")
    game.govern("PAUSE")


@moment("crosslet")
def crosslet_finished(game: Played) -> None:
    """Played until the bag and a rack were empty."""
    game.robots()


# --- The handshake game -----------------------------------------------------------------------------------------------

CLAIMS = (
    "CLAIM HAND Marie Curie THROUGH Aunt Olga: congress in Zurich, 1931",
    "CLAIM REFUSED Queen Victoria: opera in Vienna, 1897",
    "CLAIM REFUSED Bobby Fischer THROUGH Uncle Bob: chess club in Reykjavik, 1972",
)


@moment("handshake", seats=5)
def handshake_claims(game: Played) -> None:
    """Two have made their claims, which only they know; one is away, and one has resigned."""
    game.govern("AWAY", BORIS)
    game.give(DORA, "resign")
    game.give(ANNA, CLAIMS[0])
    game.wait(hours=5)
    game.give(CHLOE, CLAIMS[1])


@moment("handshake", seats=4)
def handshake_doubts(game: Played) -> None:
    """The claims are shown, one with a target that another claimed before. Anna doubts one, and Boris asks to cancel the game."""
    for seat, claim in enumerate((*CLAIMS, "CLAIM REFUSED Marie Curie: at home, 1930")):
        game.wait(hours=1)
        game.give(seat, claim)
    game.give(ANNA, "doubt 2")
    game.give(BORIS, "doubt none")
    game.give(BORIS, "void")
    game.give(CHLOE, "extend")
    game.give(ANNA, "pause")


@moment("handshake", seats=3)
def handshake_votes(game: Played) -> None:
    """The second round: doubts are judged, Boris has voted, and all players have agreed to a pause."""
    game.robots(9)
    for seat, claim in enumerate(CLAIMS):
        game.give(seat, claim)
    game.give(ANNA, "doubt 2")
    game.give(BORIS, "doubt none")
    game.give(CHLOE, "doubt 2")
    game.give(BORIS, "vote 1" if game.state.counting[0].claim.seat != BORIS else "vote 3")
    for seat in (ANNA, BORIS, CHLOE):
        game.give(seat, "pause")


@moment("handshake", seats=3)
def handshake_finished(game: Played) -> None:
    """Three rounds; in the first, nobody but Anna claimed anything."""
    game.give(ANNA, CLAIMS[0])
    game.wait(days=3)
    game.robots()


# --- Lexicon, the card game -------------------------------------------------------------------------------------------


@moment("lexicon_cards", seats=3, word_check="challenge")
def lexicon_cards_challenge(game: Played) -> None:
    """An invalid word is on the table and can be challenged; one player has accepted it."""
    game.robots(2)
    mover = game.state.awaited[0]
    game.give(mover, f"lay {game.state.hands[mover].replace('?', 'e')[:4]}")
    game.give(game.state.others(mover)[1], "accept")


@moment("lexicon_cards", seats=4, out_at="reached", sticky_master=True, exchange="several")
def lexicon_cards_out(game: Played) -> None:
    """A later round: some players are out, one has resigned, and one has asked for a pause."""
    game.robots(12)
    game.give(DORA, "resign")
    for _ in range(200):
        if game.state.out:
            break
        game.robots(1)
    game.give(game.state.live[0], "pause")


@moment("lexicon_cards", seats=4, nights="stand")
def lexicon_cards_pack_turned(game: Played) -> None:
    """All have drawn until the pack was used up, and beyond; one is away, one has taken more time, one has asked to cancel the
    game, and one has a standing exchange."""
    game.give(ANNA, "standing exchange larch lurch")
    for _ in range(26):
        game.give_in_turn(f"draw {game.state.hands[game.state.awaited[0]].replace('?', '')[0]}")
    game.govern("AWAY", game.state.awaited[0])
    game.give_in_turn("extend", "void")


@moment("lexicon_cards", seats=5, packs=2)
def lexicon_cards_late(game: Played) -> None:
    """One player was late, one is on vacation, and the game waits."""
    game.robots(3)
    game.wait(days=3)
    game.vacation(game.state.awaited[0], days=0)
    game.wait(days=1)


@moment("lexicon_cards", word_check="challenge", upheld="challenger")
def lexicon_cards_finished(game: Played) -> None:
    """Played for a while; then every deadline passed until one player was out."""
    game.robots(20)
    game.wait(days=200)


# --- Lynx -------------------------------------------------------------------------------------------------------------


@moment("lynx", seats=3, pattern="example")
def lynx_judged(game: Played) -> None:
    """An entry that isn't in the list waits for its judges, and one has accepted it; an earlier entry was rejected."""
    game.give_in_turn("enter 4D MOM", "enter 5A QQQQQQM")
    game.give_in_turn("reject", "enter 5A QQQQQZM", "accept")


@moment("lynx", seats=4, pattern="example", ink=True, rest_days="sun")
def lynx_passed(game: Played) -> None:
    """In ink: one is away, one has resigned, one has taken more time and asked for a pause, one has asked to cancel the game."""
    game.give(game.state.next_after(game.state.awaited[0]), "resign")
    game.give_in_turn("enter 4D MOM")
    game.govern("AWAY", game.state.awaited[0])
    game.wait(days=3)
    game.give_in_turn("extend", "pause")
    game.give(next(seat for seat in game.state.waited_for if seat not in game.state.awaited), "void")


@moment("lynx", size=7)
def lynx_finished(game: Played) -> None:
    """Played until the pattern was full."""
    game.robots()


# --- Scannergram ------------------------------------------------------------------------------------------------------


@moment("scannergram", seats=5)
def scannergram_sealed(game: Played) -> None:
    """A later round with a bid, its sealed solution and passes; one is away, one has resigned, one has asked for a pause."""
    game.robots(12)
    game.give(DORA, "resign")
    game.govern("AWAY", game.state.awaited[-1])
    game.give_in_turn("extend", "pause")
    while not game.state.bids:
        game.robots(1)


@moment("scannergram", seats=3, live=True)
def scannergram_solving(game: Played) -> None:
    """The winner of the bidding writes the solution."""
    while not game.state.is_solving:
        game.robots(1)
    game.give(CHLOE, "void")


@moment("scannergram")
def scannergram_finished(game: Played) -> None:
    """Played to the end."""
    game.robots()
