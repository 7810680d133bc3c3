"""Emails that answer an email: what we understood and did, or what couldn't be done and how to write it instead."""

from dataclasses import replace
from textwrap import wrap

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from games.queries import TableView
from games.rules import registry
from games.rules.alphabets.alphabet import Alphabet
from games.rules.by_mail import with_left_over
from games.rules.grid import Layout
from games.rules.layout_lines import END, GRID
from games.rules.options import alphabet_in, read_options
from games.wording import listing, speak
from notifications.models import MailKind, Message
from notifications.outgoing.mails.parts import Board, Example, Line, Link, MailContent, Part, Small, parts_of
from notifications.replies import MailFacts, facts_of
from notifications.tokens import page, signed_page

COMMANDS = {
    "SAY …": gettext_noop("sends everyone a message"),
    "RESIGN": gettext_noop("sends you a link"),
}
"""The commands of every game, listed below the kind's own."""
LAST_ANSWER = gettext_noop(
    "This is our last reply of this kind today. If your next email can’t be carried out either, you won’t get a "
    "reply, and nothing will change. You always get a receipt for an email that is carried out."
)
BESIDE, INDENT = 12, 4  # columns before what a command does: beside it, or below it
LONGEST_DOES = 24


def receipt_headline(facts: MailFacts) -> str:
    verbs = [verb for verb in facts.verbs or () if verb != "RESIGN"]
    if facts.verbs == ("RESIGN",):
        return _("You haven’t resigned.")
    if verbs == ["STATUS"]:
        return _("Where the game stands.")
    if verbs == ["HELP"]:
        return _("How to play by email.")
    if not verbs:
        return _("There was no command in your email.")
    return _("Done: {verbs}.").format(verbs=listing(verbs))  # never RESIGN, as nobody can resign by email


def receipt_parts(facts: MailFacts, table: TableView) -> tuple[Part, ...]:
    """Return the parts of a receipt below its headline."""
    parts: list[Part] = [Line(note) for note in facts.notes]
    if facts.draft:
        alphabet = alphabet_in(table.game.options)
        parts += _draft_parts(tuple(map(alphabet.read_back, facts.draft)), table, alphabet)
    if "RESIGN" in (facts.verbs or ()):
        parts.append(Line(_("You can’t resign by email. If you want to resign, open the game and press Resign there.")))
        parts.append(Link(_("Open the game"), page("game", table.id), ""))
    if not facts.verbs or "HELP" in facts.verbs:
        parts += help_parts(table)
    return tuple(parts)


def _draft_parts(draft: Layout, table: TableView, alphabet: Alphabet) -> tuple[Part, ...]:
    """Return the layout from an email that was saved as a draft, with its current score, from the tiles in hand."""
    kept = max(table.own.drafts, key=lambda one: one.saved_at, default=None) if table.own else None
    if kept is None:
        return (Board(_("Saved as a draft"), "", draft, alphabet=alphabet),)
    note = speak(with_left_over(kept.tried.score.shown(), kept.tried.rack), ())
    board = Board(_("Saved as a draft"), note, draft, alphabet=alphabet)
    missing = _("Not counted, because you don’t have these tiles: {tiles}.").format(tiles=" ".join(kept.missing))
    return (board, Small(missing)) if kept.missing else (board,)


def ignored_parts(facts: MailFacts) -> tuple[Part, ...]:
    """Return the lines that weren't commands, commands where none is carried out, and attachments. Add a note if this
    was the last answer of the day to such emails."""
    parts: list[Part] = []
    if facts.ignored:
        parts.append(Example(_("Ignored, because these lines aren’t commands:"), facts.ignored))
    if facts.meant:
        did_you_mean = _("Did you mean {verbs}? Put each command on a line of its own.")
        parts.append(Line(did_you_mean.format(verbs=listing(facts.meant))))
    if facts.below:
        parts.append(
            Line(_("Ignored, because it was below the quoted email: {verbs}.").format(verbs=listing(facts.below)))
        )
    if facts.inside:
        parts.append(
            Line(
                _(
                    "Ignored, because it was inside our email: {verbs}. Write above our first line or below our last."
                ).format(verbs=listing(facts.inside))
            )
        )
    if facts.attachments:
        parts.append(Line(_("Attachments aren’t read: {names}.").format(names=listing(facts.attachments))))
    if facts.is_last:
        parts.append(Small(_(LAST_ANSWER)))
    return tuple(parts)


def error_parts(facts: MailFacts) -> tuple[Part, ...]:
    """Return the faulty line, the reason, and a corrected form to copy."""
    parts: list[Part] = [Line(facts.why)]
    if facts.line:
        parts.append(Example(_("You wrote:"), tuple(facts.line.splitlines())))
    if facts.correct:
        parts.append(Example(_("Write it like this:"), tuple(facts.correct.splitlines())))
    if facts.game:
        parts.append(Link(_("Open the game"), page("game", facts.game), ""))
    if facts.keep:
        kept = ("SAVE", GRID, *facts.keep, END)
        parts.append(Example(_("To save it as a draft, write it like this:"), kept))
    return (*parts, *ignored_parts(facts))


def held_parts(message: Message) -> tuple[Part, ...]:
    """Return an email to a player whose reply address was used by somebody who may not be them."""
    facts, mail = facts_of(message), message.answers
    parts: list[Part] = [
        Line(
            _("Somebody replied from {address} to an email we sent you: {verbs}. Nothing has been done yet.").format(
                address=facts.sender, verbs=listing(facts.verbs or ()) or _("no command")
            )
        ),
        Line(
            _(
                "If that was you, check the reply and confirm it within 48 hours, or reply again from the address "
                "this email came to. If it wasn’t you, somebody else has seen one of your emails."
            )
        ),
    ]
    if mail is not None:
        parts.append(
            Link(
                _("Confirm or decline the reply"), signed_page("held", mail.link), _("opening the link changes nothing")
            )
        )
    if mail is not None and mail.message is not None and mail.message.player is not None:
        parts.append(
            Link(
                _("If it wasn’t you"),
                signed_page("leaked", mail.message.link),
                _("disable that email’s reply address"),
            )
        )
    return tuple(parts)


def answer_to_who_left(message: Message) -> MailContent | None:
    """Return the answer to somebody who no longer has a seat in the game. It says what happened to their email, and
    nothing about the game."""
    if message.kind != MailKind.ERROR:
        return None
    subject = _("Lexicon game {id}").format(id=message.game_id)
    return MailContent(subject, _("Nothing was changed."), "", error_parts(facts_of(message)), turn=0)


def answer_to_invited(message: Message, invitation: MailContent | None) -> MailContent | None:
    """Return the answer to an invited person who hasn't joined. It has the reason and, below it, the invitation again
    if it is still open."""
    again = invitation or MailContent(_("Lexicon game {id}").format(id=message.game_id), "", "", (), turn=0)
    match message.kind:
        case MailKind.ERROR:
            headline, parts = _("Nothing was changed."), error_parts(facts_of(message))
        case MailKind.HELD:
            headline, parts = _("A reply is on hold."), held_parts(message)
        case _:
            return None
    return replace(again, headline=headline, under="", parts=(*parts, *again.parts))


def help_parts(table: TableView) -> tuple[Part, ...]:
    """Return the whole grammar on one screen: the kind's commands, and those of every game."""
    kind = registry.kind(table.kind)
    options = read_options(kind.options_type, table.game.options)
    commands: list[str] = []
    for verb, does in {**kind.commands_in(options), "STATUS": kind.mail_words.looks, **COMMANDS}.items():
        if len(verb) < BESIDE:
            first, *rest = wrap(_(does), LONGEST_DOES)
            commands += [f"{verb:<{BESIDE}}{first}", *(f"{'':<{BESIDE}}{line}" for line in rest)]
        else:
            below = wrap(_(does), LONGEST_DOES + BESIDE - INDENT)
            commands += [verb, *(f"{'':<{INDENT}}{line}" for line in below)]
    return (
        Line(
            _(
                "Put each command on a line of its own, in capitals or small letters. An email is carried out "
                "completely or not at all."
            )
        ),
        Example(_("Commands:"), tuple(commands)),
        *parts_of(kind.help_by_mail(options), (), alphabet_in(table.game.options)),
    )
