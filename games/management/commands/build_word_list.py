"""`manage.py build_word_list CODE`: build the word list of a language from Debian's packages, and save it for new games."""

import json
from pathlib import Path

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone

from games.rules.alphabets.known import alphabet_of
from games.word_lists.building import MissingSource, as_text, build
from games.word_lists.hunspell import UnreadableDictionary
from games.word_lists.recipes import recipe_of, recipes
from games.word_lists.shelf import import_words

USUAL_LENGTHS = range(2, 16)


class Command(BaseCommand):
    help = (
        "Build the word list of a language from the files of Debian’s packages, and save it for new games. "
        "Games in progress keep the list they started with."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("code", choices=tuple(recipes()), help="language to build the list of")
        parser.add_argument(
            "--from", type=Path, default=Path("/"), dest="root", help="folder with the packages’ files, / if left out"
        )

    def handle(self, *, code: str, root: Path, **options: object) -> None:
        recipe, alphabet = recipe_of(code), alphabet_of(code)
        try:
            built = build(recipe, root)
        except (MissingSource, UnreadableDictionary) as error:
            raise CommandError(str(error)) from error
        except (OSError, UnicodeDecodeError) as error:
            raise CommandError(f"The files of {recipe.source.package} can’t be read: {error}") from error
        for note in built.notes:
            self.stderr.write(note)
        kept = import_words(
            map(alphabet.write, built.words),
            name=recipe.open.name,
            notice=recipe.open.notice,
            alphabet=alphabet,
            now=timezone.now(),
        )
        self.stdout.write(
            json.dumps(
                {
                    "name": kept.name,
                    "alphabet": kept.alphabet,
                    "words": kept.words,
                    "words_of_2_to_15_tiles": sum(len(word) in USUAL_LENGTHS for word in built.words),
                    "sha256": kept.sha256,
                    "bytes_as_text": len(as_text(built.words, alphabet)),
                    "bytes_in_use": len(kept.trie),
                }
            )
        )
