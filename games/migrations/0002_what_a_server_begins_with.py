"""The word lists that come with the project, so that a new server can be played on, and the roles on the staff: groups to put people
in, beside `is_staff`. What each role may do at which table, the admin asks itself."""

from django.db import migrations
from django.utils import timezone

from games.word_lists.library import build_trie, bundled, digest

TOURNAMENTS = ("bye", "division", "entrant", "fixture", "pairrule", "round", "sitting", "tournament")
OF_TOURNAMENTS_ALONE_SEEN = ("news", "ratingchange", "ruling", "walkout")
READING = {"games": ("game", "seat", "replacement", "event"), "players": ("player", "invitation", "vacation")}
WORDS = {"moderate_game": "Can pause, extend, end and void casual games, and put players in"}
OF_A_TABLE = ("game", "seat", "bag", "hand", "board", "draft", "event")


def import_lists(apps, schema_editor):
    """The open list; its common words, of which daily puzzles are made; and with phrases, for games of whole entries."""
    for each in (bundled(), bundled("common"), bundled("phrases")):
        apps.get_model("games", "WordList").objects.get_or_create(
            name=each.name,
            sha256=digest(each.words),
            defaults={
                "words": len(each.words),
                "notice": each.notice,
                "trie": build_trie(each.words),
                "imported_at": timezone.now(),
            },
        )


def view(app, *models):
    return [(app, model, f"view_{model}") for model in models]


def rights():
    reading = [right for app, models in READING.items() for right in view(app, *models)]
    directing = [("tournaments", model, f"{act}_{model}") for model in TOURNAMENTS for act in ("view", "add", "change")]
    moderating = [
        ("games", "game", "moderate_game"),
        *(("games", "tileset", f"{act}_tileset") for act in ("view", "delete")),
    ]
    return {
        "director": [*reading, *directing, *view("tournaments", *OF_TOURNAMENTS_ALONE_SEEN)],
        "moderator": [*reading, *view("games", *OF_A_TABLE), *moderating],
        "helper": [*reading, *view("tournaments", *TOURNAMENTS, *OF_TOURNAMENTS_ALONE_SEEN)],
    }


def make_roles(apps, schema_editor):
    kind = apps.get_model("contenttypes", "ContentType").objects
    permission = apps.get_model("auth", "Permission").objects
    for name, wanted in rights().items():
        group, _ = apps.get_model("auth", "Group").objects.get_or_create(name=name)
        for app, model, codename in wanted:
            content_type, _ = kind.get_or_create(app_label=app, model=model)
            words = WORDS.get(codename, f"Can {codename.replace('_', ' ', 1).replace('tileset', 'tile set')}")
            one, _ = permission.get_or_create(content_type=content_type, codename=codename, defaults={"name": words})
            group.permissions.add(one)


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0001_initial"),
        ("players", "0002_invitations"),
        ("tournaments", "0001_initial"),
        ("auth", "0012_alter_user_first_name_max_length"),
        ("contenttypes", "0002_remove_content_type_name"),
    ]

    operations = [
        migrations.RunPython(import_lists, migrations.RunPython.noop),
        migrations.RunPython(make_roles, migrations.RunPython.noop),
    ]
