from django.db import migrations
from django.utils import timezone

from games.word_lists.library import build_trie, bundled, digest


def import_open_list(apps, schema_editor):
    """The list that comes with the project, so that a new server can be played on."""
    open_list = bundled()
    apps.get_model("games", "WordList").objects.create(
        name=open_list.name,
        sha256=digest(open_list.words),
        words=len(open_list.words),
        notice=open_list.notice,
        trie=build_trie(open_list.words),
        imported_at=timezone.now(),
    )


class Migration(migrations.Migration):
    dependencies = [("games", "0001_initial")]
    operations = [migrations.RunPython(import_open_list, migrations.RunPython.noop)]
