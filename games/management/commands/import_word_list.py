"""`manage.py import_word_list FILE --name NAME`: save a word list for new games."""

import json
from pathlib import Path

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone

from games.models import WordList
from games.rules.alphabets.known import ENGLISH, alphabet_of, codes
from games.rules.names import is_readable, normalise
from games.word_lists.library import UnreadableList
from games.word_lists.shelf import import_words

LONGEST_NAME = WordList._meta.get_field("name").max_length or 0


class Command(BaseCommand):
    help = "Import a word list, one word a line. New games use it by its name; existing games keep the list they started with."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path, help="one word a line, in UTF-8, without a title")
        parser.add_argument("--name", required=True, help="name that games use, such as collins-2024")
        parser.add_argument(
            "--alphabet", default=ENGLISH.code, choices=codes(), help="language of the words, en if left out"
        )
        parser.add_argument("--notice", default="", help="copyright notice, shown with the list")

    def handle(self, *, file: Path, name: str, alphabet: str, notice: str, **options: object) -> None:
        name = normalise(name)
        if len(name) > LONGEST_NAME or not is_readable(name):
            raise CommandError(f"A name must have 1 to {LONGEST_NAME} characters.")
        try:
            kept = import_words(
                file.read_text("utf-8").splitlines(),
                name=name,
                notice=notice,
                alphabet=alphabet_of(alphabet),
                now=timezone.now(),
            )
        except OSError as error:
            raise CommandError(f"{file} cannot be read: {error.strerror}") from error
        except UnicodeDecodeError as error:
            raise CommandError(f"{file} isn’t in UTF-8. Save it as UTF-8 and import it again.") from error
        except UnreadableList as error:
            raise CommandError(
                f"{error} If the line is a title or a notice, delete it and import the words alone."
            ) from error
        self.stdout.write(
            json.dumps({"name": kept.name, "alphabet": kept.alphabet, "sha256": kept.sha256, "words": kept.words})
        )
