"""Find phrases that a native speaker would stumble over: in catalogues, scripts, rules, docs, and what commands say.

`python -m tests.plain_english` prints each as `file:line: what: text` and exits with 1 if there are any. In docstrings,
those of tests too, only the opening words are read; comments in Python are not read."""

import ast
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[1]
LEFT_OUT = re.compile(
    r"^tests/|/migrations/|\.fr\.md$|\.min\.js$|NOTICE|^docs/(contributors/|performance)|^CONTRIBUTING"
)

PHRASES = {
    "say `the game waits for`": r"\b(is|are|was|were|be|longer) waited for\b|\bis awaited\b|\bawaited of\b",
    "say `anyone who`, `who`": r"\b(whoever|whomever|whom|whose had)\b",
    "say `is not a`": r"\b(is|are) none\b|(?<![Tt]here )\b(is|are) no (word|order|member|layout|list|game|mail|seat|tile|player|letter)\b",
    "say `again`": r"\banew\b",
    "split the sentence": r"\bof which\b",
    "say `is`": r"\b(stands?|stood) (here|there|from here|as it|beside it)\b|\blies? (open|there|ready)\b|\blay open\b",
    "say `is notified`, `is shown`, `says`": r"\b(is|are|was|were|be) told\b|\btells? of\b",
    "say `watch`, `spectator`": r"\blook(s|ing)? on\b|\bonlookers?\b",
    "say `substitute`": r"\bsits? in( for)?\b|(?<!\{)\bsitters?\b|\blen[dt]s? (a|your|their|the|my) seats?\b|\b(a|the|this) loan\b",
    "say `high-value`": r"\bdear (tile|letter|card)s?\b",
    "say `email address`": r"\bmail address|\b(a|one|this|the|each|every|no|our|your|their) mails?\b(?! (program|server|provider|domain|queue|spool))",
    "say `default`": r"\b(as|than) usual\b|\bthe usual (one|set|option|list)s?\b",
    "say `is`, `will` or `must`": r"\b(is|are) to (be|lie|move|stand|come|go|get|see|know)\b(?! (your|their|his|her) move)",
    "name the thing": r"\b[Ww]hat (is|was|does|could|did) (not|no)\b",
    "say `general`": r"\bof no game\b",
    "say `history`": r"\b[Ww]hat happened\b|\b[Ss]aid at the table\b",
    "say `replay`": r"\b(the|a|this|its) films?\b",
    "say `available`": r"\bto be had\b|\bas far as we know\b",
    "say `1st`": r"\b[Pp]lace \d\b",
    "say `1 point`": r"(?<![\d.,/])1 (points|words|tiles|games|players|days|hours|minutes|seconds)\b",
}
OPENING = re.compile(r"(Who|What|Of|Where|Whether|That|One that|Whose|Whom)\b")
PATTERNS = {what: re.compile(pattern, re.IGNORECASE) for what, pattern in PHRASES.items()}


class Allowed(NamedTuple):
    """A phrase that is correct in its place, with the reason."""

    phrase: str
    why: str


ALLOWED = (
    Allowed("whose hand you shook", "the one who is asked for"),
    Allowed("0 to 1 points", "a range"),
    Allowed("last place 0", "a sentence on places"),
    Allowed("wait in your mail", "a server for mail"),
)

SPOKEN = {"help", "help_text", "summary", "description", "epilog"}
SPOKEN_BY = {"CommandError", "write"}


def texts_of(path: str) -> Iterator[tuple[int, str]]:
    """Yield the texts of a file that people read, each with its line number."""
    text = (ROOT / path).read_text("utf-8")
    if path.endswith(".py"):
        yield from said_by_commands(ast.parse(text))
        return
    is_code = False
    for number, line in enumerate(text.splitlines(), 1):
        if path.endswith(".po"):  # all sentences of pages, emails and refusals, each on one line
            if said := re.match(r'msgid(?:_plural)? (".+")$', line):
                yield number, ast.literal_eval(said[1])
        elif path.endswith(".md"):
            is_code ^= line.lstrip().startswith("```")
            if path == "CHANGELOG.md" and line.startswith("## ") and number > 5:
                return  # entries of earlier releases stay as they are
            if not is_code:
                yield number, re.sub(r"`[^`]*`|\]\([^)]*\)", "``", line)
        else:
            yield number, line


def said_by_commands(tree: ast.Module) -> Iterator[tuple[int, str]]:
    """Yield the untranslated texts of commands and the API reference."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            name = getattr(node.func, "id", getattr(node.func, "attr", ""))
            spoken = [keyword.value for keyword in node.keywords if keyword.arg in SPOKEN]
            spoken += node.args if name in SPOKEN_BY else []
        elif isinstance(node, ast.Assign):
            spoken = [node.value for to in node.targets if getattr(to, "id", "") in SPOKEN]
        else:
            continue
        for part in spoken:
            for one in ast.walk(part):
                if isinstance(one, ast.Constant) and isinstance(one.value, str):
                    yield one.lineno, one.value


def odd_openings(tree: ast.Module) -> Iterator[tuple[int, str]]:
    """Yield the first line of each docstring, those of attributes too, that begins with a clause."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str):
            text = node.value.value.strip()
            if OPENING.match(text) and not any(one.phrase in text for one in ALLOWED):
                yield node.lineno, text.splitlines()[0]


def stumbles() -> Iterator[str]:
    """Yield each phrase that is not allowed, as it will be printed."""
    listed = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    for path in listed.splitlines():
        if path.endswith(".py") and "/migrations/" not in path:
            for number, opening in odd_openings(ast.parse((ROOT / path).read_text("utf-8"))):
                yield f"{path}:{number}: say what it is or does: {opening}"
        if not path.endswith((".py", ".js", ".md", "/fr/LC_MESSAGES/django.po")) or LEFT_OUT.search(path):
            continue
        for number, text in texts_of(path):
            for what, pattern in PATTERNS.items():
                for found in pattern.finditer(text):
                    around = text[max(0, found.start() - 60) : found.end() + 60].strip()
                    if not any(one.phrase in text for one in ALLOWED):
                        yield f"{path}:{number}: {what}: {around}"


def main() -> int:
    found = list(stumbles())
    print("\n".join(found) or "Plain English throughout.")
    return bool(found)


if __name__ == "__main__":
    sys.exit(main())
