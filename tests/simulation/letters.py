"""Reading emails other than to play: their links, the button to unsubscribe, and replies to invitations and puzzles."""

import re
from random import Random

from games import queries
from tests.simulation import daily
from tests.simulation.people import Person
from tests.simulation.provider import Mail
from tests.simulation.site import Browser

INVITATION = re.compile(r"/invitations/[^/\s]+/")
SUBSTITUTION = re.compile(r"/loans/[^/\s]+/")
PUZZLE = "daily-puzzle."
WAY_OUT = re.compile(r"<https?://[^/>]+(/[^>]+)>")


def read_letters(person: Person, drawn: Random) -> None:
    """Read the emails that have arrived since the last visit, and act on some."""
    mails, person.unread = person.unread, []
    for mail in mails:
        if is_invitation(mail):
            answer_invitation(person, drawn, mail)
        elif found := SUBSTITUTION.search(mail.text):
            answer = "accept" if drawn.random() < 0.7 else "decline"
            person.fill_in(found[0], found[0], do=answer)
        elif PUZZLE in str(mail.headers["List-Id"]) and drawn.random() < 0.7:
            _solve(person, mail)
        elif drawn.random() < 0.02:
            _unsubscribe(person, drawn, mail)


def is_invitation(mail: Mail) -> bool:
    return INVITATION.search(mail.text) is not None


def answer_invitation(person: Person, drawn: Random, mail: Mail) -> None:
    """Accept or decline by a reply or on its page, or pass it on to somebody else, who can't use it."""
    found = INVITATION.search(mail.text)
    assert found
    path, chosen = found[0], drawn.random()
    if chosen < 0.1:
        person.others[drawn.choice(sorted(person.others))].links.append(path)
    elif chosen < 0.2:
        person.fill_in(path, path, "answer", answer=drawn.choice(("decline", "decline", "never")))
    elif chosen < 0.5 or person.habits.way == "mail":
        person.reply(mail, "JOIN" if chosen < 0.9 else "DECLINE", person.ledger.word(person.number))
    else:
        page = person.fill_in(path, path, "answer", answer="join", name=person.name, time_zone=person.habits.zone)
        if page.path.startswith("/accounts/confirm-email/"):
            person.expect_code(page.path)


def _solve(person: Person, mail: Mail) -> None:
    """Reply to a puzzle with an entry."""
    for kind in queries.wanted_puzzles():
        view = queries.puzzle(kind=kind, player=None, now=person.now)
        if view and view.kind_name in str(mail.headers["Subject"]):
            rows = daily.entry_for(view)
            person.reply(mail, "\n".join(("GRID", *rows, "END")), person.ledger.word(person.number))


def _unsubscribe(person: Person, drawn: Random, mail: Mail) -> None:
    """Press the mail program's button, perhaps signed out. Some undo it."""
    found = WAY_OUT.search(str(mail.headers["List-Unsubscribe"]))
    if found is None:
        return
    path = found[1]
    browser = Browser(person.site, "10.2.0.1") if drawn.random() < 0.5 else person.browser
    page = browser.post(path, {"List-Unsubscribe": "One-Click"})
    if drawn.random() < 0.3:
        for undo in ("unmute", "undo"):
            if f'value="{undo}"' in page.text:
                browser.submit(page, path, do=undo)
