"""Games in other languages, with a small word list of their own."""

from games import commands
from games.models import Game, Hand
from games.rules.alphabets.known import alphabet_of
from games.word_lists.shelf import import_words
from tests.tables import NOON

WORDS = {
    "es": ("CHICO", "CHE", "ECO", "CHOCHE", "NIÑO", "ÑU", "ALLÍ", "AÑO", "RABO", "CARRO", "OÍ", "CI"),
    "fr": ("CAFÉ", "FÊTE", "ÉTÉ", "TE", "CA"),
    "pl": ("ŻÓŁĆ", "ŁÓDŹ", "ŻE", "KOT", "ŁAD"),
}


def start_in(code, *players, kind="crossing", hands=(), now=NOON, **options):
    """Start a game with the tiles of this language, with these hands as they are written; return its id. The full set is
    used, which has blanks."""
    alphabet = alphabet_of(code)
    few = import_words(WORDS[code], name=alphabet.open_list, alphabet=alphabet, now=now)
    maker, *others = players
    game_id = commands.make_game(
        kind=kind,
        player=maker,
        seats=len(players),
        options={"alphabet": code, **({"tile_set": "STANDARD"} if kind == "crossing" else {}), **options},
        listed=True,
        now=now,
    )
    Game.objects.filter(pk=game_id).update(word_list=few)
    for player in others:
        commands.sit_down_and_agree(game_id=game_id, player=player, now=now)
    for seat, hand in enumerate(hands):
        Hand.objects.filter(game=game_id, seat=seat).update(tiles=alphabet.read(hand))
    return game_id
