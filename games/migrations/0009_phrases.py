from django.db import migrations
from django.utils import timezone

from games.word_lists.library import build_trie, bundled, digest


def import_phrases(apps, schema_editor):
    """The second list that comes with the project: the open list and phrases, for games of whole entries."""
    phrases = bundled("phrases")
    apps.get_model("games", "WordList").objects.create(
        name=phrases.name,
        sha256=digest(phrases.words),
        words=len(phrases.words),
        notice=phrases.notice,
        trie=build_trie(phrases.words),
        imported_at=timezone.now(),
    )


class Migration(migrations.Migration):
    dependencies = [("games", "0008_one_shared_board")]
    operations = [migrations.RunPython(import_phrases, migrations.RunPython.noop)]
