"""Generate `docs/contributors/where.md`: for each noun of the project, its files in every layer.

    python docs/hooks/where.py            # writes the page
    python docs/hooks/where.py --check    # exits with 1 if the page is out of date

A file belongs to a noun if its name, one of its folders or one of its classes contains it."""

import re
import subprocess
import sys
from collections import defaultdict
from collections.abc import Iterable, Mapping
from pathlib import Path, PurePosixPath

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs/contributors/where.md"
PRODUCT = ("games", "notifications", "lexicon", "templates", "tests", "docs")
LEFT_OUT = re.compile(r"/(migrations|locale|mail|states|transcripts|fonts|icons)/|__init__|\.png$|\.svg$|where\.md$")
CLASS = re.compile(r"^class (\w+)", re.MULTILINE)
HUMP = re.compile(r"[A-Z][a-z0-9]*")
MANY = 12  # a layer with more files is listed by folder

NOUNS: Mapping[str, frozenset[str]] = {
    noun: frozenset(words.split())
    for noun, words in {
        "Account": "account accounts allauth leaving export deletion guests guest",
        "Analysis": "analysis turning missed",
        "Archive": "archive archived archiving packed",
        "API": "api apitoken",
        "Block, note on a person": "regard regards block blocks",
        "Board": "board boards",
        "Chat": "chat talk said messages",
        "Club": "club clubs membership memberships",
        "Daily puzzle": "puzzle puzzles daily dailies today",
        "Deadline, clock": "clock clocks deadline deadlines due warnings",
        "Device, push": "push device devices webpush",
        "Draft": "draft drafts",
        "Email received": "incoming inbound inboundmail lmtp spool reading",
        "Email sent": "outgoing outbox mails message composing announcing enqueuing",
        "Event": "event events happening",
        "Fair play": "fair two sightings suspicion suspicions suspected",
        "Game settings": "options option presets preset saved",
        "Hint": "hint hints",
        "Invitation": "invitation invitations invite invites lobby",
        "Jaywalk": "jaywalk jaywalks",
        "Layout": "layout layouts laying",
        "Light": "light lights dealing",
        "Notification settings": "preferences preference quiet",
        "Pass and play": "one around curtain",
        "Rating": "rating ratings skill",
        "Record, verification": "record records verify verified",
        "Replay": "replay scenes scene",
        "Report": "report reports",
        "Retention": "retention forgetting forget kept",
        "Robot": "robot robots levels level",
        "Score": "score scores scoring scorer",
        "Solver": "solver solve searching",
        "Standing order": "standing",
        "Statistics": "statistics figures tally charts",
        "Substitute": "substitutes substitute substitution substitutions",
        "Team, shared seat": "team teams sharing share mates",
        "Tile set": "tiles tileset tilesets supplies",
        "Tournament": "tournament tournaments directing pairing fixture fixtures",
        "Vacation, sleep": "vacation vacations absence hours rest sleep",
        "Webhook": "webhook webhooks posting",
        "Word list": "word wordlist lists index",
    }.items()
}

LAYERS: Mapping[str, str] = {  # the first prefix that matches a path decides its layer
    "games/rules/": "rules",
    "games/models/": "models",
    "games/tournaments/": "tournaments",
    "games/store/": "store",
    "games/queries/": "queries",
    "games/commands/": "commands",
    "games/players/": "players",
    "games/word_lists/": "word lists",
    "games/robots/": "robots",
    "games/web/static/": "scripts and styles",
    "games/web/": "pages",
    "games/api/": "API",
    "games/admin/": "admin",
    "games/": "games, the rest",
    "notifications/": "notifications",
    "lexicon/": "project",
    "templates/": "templates",
    "tests/": "tests",
    "docs/": "docs",
}


def words_of(path: str) -> set[str]:
    """Return the words of a file's name and folders below the layer, and of the classes that it defines."""
    layer = next(prefix for prefix in LAYERS if path.startswith(prefix))
    words = set(re.split(r"[/_.\-]", path.removeprefix(layer).lower()))
    if path.endswith(".py") and not path.startswith("tests/"):
        for name in CLASS.findall((ROOT / path).read_text("utf-8")):
            words |= {name.lower(), *(hump.lower() for hump in HUMP.findall(name)[:1])}
    return words


def page(paths: Iterable[str]) -> str:
    """Return the page's Markdown for these file paths."""
    words = {path: words_of(path) for path in sorted(paths)}
    parts = ["# Where things are\n", "For each noun, its files in every layer. Made by `docs/hooks/where.py`.\n"]
    for noun, its in NOUNS.items():
        found: dict[str, list[str]] = defaultdict(list)
        for path, those in words.items():
            if its & those:
                found[next(layer for prefix, layer in LAYERS.items() if path.startswith(prefix))].append(path)
        parts.append(f"## {noun}\n\n| layer | files |\n| --- | --- |")
        for layer in LAYERS.values():
            if layer in found:
                parts.append(f"| {layer} | {listed(found[layer])} |")
        parts.append("")
    return "\n".join(parts)


def listed(paths: list[str]) -> str:
    """List the paths, or if there are many, their folders with the number of files."""
    if len(paths) <= MANY:
        return "<br>".join(f"`{path}`" for path in paths)
    folders: dict[str, int] = defaultdict(int)
    for path in paths:
        folders[str(PurePosixPath(path).parent)] += 1
    return "<br>".join(f"`{folder}/` ({count})" for folder, count in folders.items())


def main() -> int:
    listing = ["git", "ls-files", *PRODUCT]
    tracked = subprocess.run(listing, cwd=ROOT, check=True, capture_output=True, text=True).stdout  # noqa: S603
    made = page(path for path in tracked.splitlines() if not LEFT_OUT.search(path) and (ROOT / path).exists())
    if "--check" not in sys.argv[1:]:
        PAGE.write_text(made, "utf-8")
    elif PAGE.read_text("utf-8") != made:
        print("docs/contributors/where.md is out of date. Update it with: make where")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
