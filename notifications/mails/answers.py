"""Mails that answer a mail: what was understood and done, or what could not be and what would be right."""

from collections.abc import Mapping
from dataclasses import replace
from textwrap import wrap
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from games.queries import TableView
from games.rules import registry
from games.rules.by_mail import with_left_over
from games.rules.grid import Layout
from games.rules.layout_lines import END, GRID
from games.wording import listing, speak
from notifications.mails.addresses import game_page, held_page, leak_page
from notifications.mails.panels import parts_of
from notifications.mails.parts import Board, Example, Line, Link, MailContent, Part, Small
from notifications.models import Message

COMMANDS = {
    "SAY …": gettext_noop("a line to the table"),
    "RESIGN": gettext_noop("sends you a link"),
}
"""What can be written at every table, below the kind's own."""
LAST_ANSWER = gettext_noop(
    "This is the last answer of its kind today: if your next mail cannot be carried out either, nobody writes back, and nothing "
    "is changed. A mail that is carried out always has its receipt."
)
BESIDE, INDENT = 12, 4  # columns before what a command does: beside it, or below it
LONGEST_DOES = 24


def receipt_headline(facts: Mapping[str, Any]) -> str:
    verbs = [verb for verb in facts["verbs"] if verb != "RESIGN"]
    if facts["verbs"] == ["RESIGN"]:
        return _("You have not resigned.")
    if verbs == ["STATUS"]:
        return _("Where the game stands.")
    if verbs == ["HELP"]:
        return _("How to play by mail.")
    if not verbs:
        return _("There was no command in your mail.")
    return _("Done: {verbs}.").format(verbs=listing(verbs))  # never RESIGN: no mail resigns


def receipt_parts(facts: Mapping[str, Any], table: TableView) -> tuple[Part, ...]:
    """What was understood beyond the verbs."""
    parts: list[Part] = [Line(note) for note in facts.get("notes", ())]
    if draft := facts.get("draft"):
        parts += _draft_parts(tuple(draft), table)
    if "RESIGN" in facts["verbs"]:
        parts.append(Line(_("A mail never resigns for you. If you want to, open the game and press Resign there.")))
        parts.append(Link(_("Open the game"), game_page(table.id), ""))
    if "HELP" in facts["verbs"] or not facts["verbs"]:
        parts += help_parts(table)
    return tuple(parts)


def _draft_parts(draft: Layout, table: TableView) -> tuple[Part, ...]:
    """A mail's layout that was kept, with its score now: of the tiles that are held."""
    kept = max(table.own.drafts, key=lambda one: one.saved_at, default=None) if table.own else None
    if kept is None:
        return (Board(_("Kept as a draft"), "", draft),)
    note = speak(with_left_over(kept.tried.score.shown(), kept.tried.rack), ())
    board = Board(_("Kept as a draft"), note, draft)
    missing = _("Not counted, as you do not hold: {tiles}.").format(tiles=" ".join(kept.missing))
    return (board, Small(missing)) if kept.missing else (board,)


def ignored_parts(facts: Mapping[str, Any]) -> tuple[Part, ...]:
    """Lines that were no commands, commands found where none is obeyed, attachments; and whether such mails have had their
    last answer of the day."""
    parts: list[Part] = []
    if ignored := facts.get("ignored"):
        parts.append(Example(_("Left alone, as no commands:"), tuple(ignored)))
    if meant := facts.get("meant"):
        did_you_mean = _("Did you mean {verbs}? A command stands alone in its line.")
        parts.append(Line(did_you_mean.format(verbs=listing(meant))))
    if below := facts.get("below"):
        parts.append(Line(_("Below the quoted mail, not obeyed: {verbs}.").format(verbs=listing(below))))
    if inside := facts.get("inside"):
        parts.append(
            Line(
                _("Inside our mail, not obeyed: {verbs}. Write above our first line or below our last.").format(
                    verbs=listing(inside)
                )
            )
        )
    if attachments := facts.get("attachments"):
        parts.append(Line(_("Attachments are not read: {names}.").format(names=listing(attachments))))
    if facts.get("is_last"):
        parts.append(Small(_(LAST_ANSWER)))
    return tuple(parts)


def error_parts(facts: Mapping[str, Any]) -> tuple[Part, ...]:
    """The line, why, and a corrected form to copy."""
    parts: list[Part] = [Line(facts["why"])]
    if line := facts.get("line"):
        parts.append(Example(_("You had written:"), tuple(line.splitlines())))
    if correct := facts.get("try"):
        parts.append(Example(_("Written like this it would be read:"), tuple(correct.splitlines())))
    if game := facts.get("game"):
        parts.append(Link(_("Open the game"), game_page(game), ""))
    if layout := facts.get("keep"):
        kept = ("SAVE", GRID, *layout, END)
        parts.append(Example(_("Written like this it would be kept as a draft:"), kept))
    return (*parts, *ignored_parts(facts))


def held_parts(message: Message) -> tuple[Part, ...]:
    """Somebody used a reply address, and it is not sure that it was its player."""
    facts, mail = message.facts, message.answers
    parts: list[Part] = [
        Line(
            _("Somebody answered one of your mails from {address}: {verbs}. Nothing was done.").format(
                address=facts["from"], verbs=listing(facts["verbs"]) or _("no command")
            )
        ),
        Line(
            _(
                "If that was you, look and confirm within 48 hours, or answer again from the address this mail came to. "
                "If it was not, somebody else has seen one of your mails."
            )
        ),
    ]
    if mail is not None:
        parts.append(Link(_("Look and confirm, or decline"), held_page(mail), _("opening it does nothing")))
    if mail is not None and mail.message is not None and mail.message.player is not None:
        parts.append(Link(_("If it was not you"), leak_page(mail.message), _("end that mail's reply address there")))
    return tuple(parts)


def to_the_leak(message: Message) -> Link:
    """The way to end a mail's reply address, should somebody else have seen it."""
    return Link(_("Has somebody else seen this mail?"), leak_page(message), _("end its reply address there"))


def answer_to_who_left(message: Message) -> MailContent | None:
    """For who has no seat at the table any more: what came of their mail, and nothing of the table."""
    if message.kind != Message.Kind.ERROR:
        return None
    subject = _("Lexicon game {id}").format(id=message.game_id)
    return MailContent(subject, _("Nothing was changed."), "", error_parts(message.facts), turn=0)


def answer_to_invited(message: Message, invitation: MailContent | None) -> MailContent | None:
    """What answers somebody who does not sit at the table: the invitation again, where it stands, below the reason."""
    again = invitation or MailContent(_("Lexicon game {id}").format(id=message.game_id), "", "", (), turn=0)
    match message.kind:
        case Message.Kind.ERROR:
            headline, parts = _("Nothing was changed."), error_parts(message.facts)
        case Message.Kind.HELD:
            headline, parts = _("An answer was held."), held_parts(message)
        case _:
            return None
    return replace(again, headline=headline, under="", parts=(*parts, *again.parts))


def help_parts(table: TableView) -> tuple[Part, ...]:
    """The whole grammar on one screen: the kind's own commands, and those of every table."""
    kind = registry.kind(table.kind)
    commands = {**kind.commands, "STATUS": kind.mail_words.looks, **COMMANDS}
    return (
        Line(_("A command is a line of its own, in any case. The mail is all or nothing.")),
        Example(_("Commands:"), tuple(line for verb, does in commands.items() for line in _command(verb, _(does)))),
        *parts_of(kind.help_by_mail(), ()),
    )


def _command(verb: str, does: str) -> list[str]:
    """A command and what it does: beside it where it is short, else below."""
    if len(verb) < BESIDE:
        first, *rest = wrap(does, LONGEST_DOES)
        return [f"{verb:<{BESIDE}}{first}", *(f"{'':<{BESIDE}}{line}" for line in rest)]
    return [verb, *(f"{'':<{INDENT}}{line}" for line in wrap(does, LONGEST_DOES + BESIDE - INDENT))]
