"""The option `--language` of commands that read or print tiles."""

from django.core.management.base import CommandError, CommandParser

from games.rules.alphabets.alphabet import Alphabet
from games.rules.alphabets.known import ENGLISH, alphabet_of, codes


def add_language(parser: CommandParser) -> None:
    parser.add_argument(
        "--language",
        default=ENGLISH.code,
        metavar="CODE",
        help="language of the tiles, such as fr; a tile of several letters is written [CH] (default: %(default)s)",
    )


def alphabet_named(code: str) -> Alphabet:
    """Return the alphabet of a language. Raises CommandError, naming those that there are."""
    if code not in codes():
        raise CommandError(f"There is no language {code}. The languages are: {', '.join(codes())}.")
    return alphabet_of(code)
