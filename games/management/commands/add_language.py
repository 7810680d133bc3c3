"""`manage.py add_language FILE`: add a language in which letter games can be played."""

import json
import tomllib
from pathlib import Path

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import transaction
from django.utils import timezone

from games.models import Game
from games.rules.alphabets import known
from games.rules.alphabets.loading import BadAlphabet, from_toml
from games.word_lists import added, shelf
from games.word_lists.library import UnreadableList, parse


class Command(BaseCommand):
    help = (
        "Add a language from a file with its tiles, its tile sets and the names of its word lists, or replace one that no "
        "game uses yet. Every process of this server can then play in it."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path, help="a TOML file; the documentation page on languages has an example")

    def handle(self, *, file: Path, **options: object) -> None:
        text = _text_of(file)
        try:
            alphabet, given = from_toml(text), tomllib.loads(text)
            if alphabet.code in known.SHIPPED:
                raise BadAlphabet(f"Lexicon already has a language with the code {alphabet.code}. Choose another code.")
            for name, key in ((alphabet.open_list, "open_list"), (alphabet.common_list, "common_list")):
                if name and not name.startswith(f"{alphabet.code}-"):
                    raise BadAlphabet(f'{key} = "{name}" must begin with the code, such as "{alphabet.code}-open".')
        except BadAlphabet as error:
            raise CommandError(f"{file}: {error}") from error
        if not given.get("words"):
            raise CommandError(f'{file}: Write words = "words.txt", the file of the word list, with one word a line.')
        is_known = alphabet.code in known.codes()
        if is_known and known.alphabet_of(alphabet.code).sha256 != alphabet.sha256:
            games = Game.objects.filter(options__alphabet=alphabet.code).count()
            if games:
                raise CommandError(
                    f"{file}: {games} games are played in {alphabet.code}, so its tiles, values and sets can’t change. "
                    f"Add the new version under another code, such as {alphabet.code[:3]}-new."
                )
            known.forget(alphabet.code)
        lines = {}
        for key in ("words", "common_words"):
            path = file.parent / given.get(key, "")
            lines[key] = _text_of(path).splitlines() if given.get(key) else []
            try:
                if lines[key]:
                    parse(lines[key], alphabet)
            except UnreadableList as error:
                raise CommandError(f"{path}: {error}") from error
        with transaction.atomic():
            kept = shelf.add_language(
                alphabet, lines["words"], lines["common_words"], notice=given.get("notice", ""), now=timezone.now()
            )
        where = added.keep(text, alphabet)
        self.stdout.write(
            json.dumps(
                {
                    "code": alphabet.code,
                    "version": alphabet.version,
                    "sha256": alphabet.sha256,
                    "file": str(where),
                    "word_list": kept.name,
                    "words": kept.words,
                    "common_words": len(lines["common_words"]),
                },
                ensure_ascii=False,
            )
        )


def _text_of(file: Path) -> str:
    try:
        return file.read_text("utf-8")
    except OSError as error:
        raise CommandError(f"{file} can’t be read: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise CommandError(f"{file} isn’t in UTF-8. Save it as UTF-8 and try again.") from error
