"""Simulated players: one has a browser without JavaScript, one only a mail program. Neither uses our code to play,
except that both lay their tiles like the robot."""

import itertools
import re
import smtplib
from email.message import EmailMessage
from email.utils import make_msgid
from functools import cache

import httpx

from games.rules.alphabets.known import ENGLISH
from games.rules.chance import Chance
from games.rules.crossing.robot import arrange
from games.rules.words import Vocabulary
from games.word_lists.library import bundled
from tests.service.servers import until


class Person:
    """A player with a name, an address, and a way to lay tiles."""

    def __init__(self, site, name):
        self.site = site
        self.name = name
        self.address = f"{name.lower()}@example.org"
        self._chance = Chance(name.encode())
        self._layout = ()

    def lay(self, tiles):
        """Arrange all tiles; return the rows as text."""
        self._layout = arrange(tiles, _vocabulary(), ENGLISH, chance=self._chance, start=self._layout)
        return "\n".join(self._layout)

    def mails(self):
        return self.site.mails_to(self.address)


class Browser(Person):
    """Plays on the site's pages using only forms and links, with a random web process for each request."""

    def __init__(self, site, name):
        super().__init__(site, name)
        self._scheme = "https" if site.is_behind_a_proxy else "http"
        self._client = httpx.Client(
            headers={"X-Forwarded-Proto": self._scheme} if site.is_behind_a_proxy else {},
            event_hooks={"response": [self._as_if_encrypted]},
            follow_redirects=True,
            timeout=30,
        )
        self._addresses = itertools.cycle(site.addresses)
        self.table = ""

    def sign_up(self):
        """Create an account with the code that comes by email."""
        self.get("/accounts/signup/")
        asked = self.post("/accounts/signup/", email=self.address, name=self.name)
        mail = until(self.mails, "the code")[-1]
        code = re.search(r"^\s*([0-9A-Z]{3,4}-?[0-9A-Z]{3,4})\s*$", text_of(mail), re.MULTILINE)[1]
        page = self.post(asked.url.path, code=code)
        assert self.name in page.text, page.text

    def speaks(self, language):
        """Prefer a language from now on."""
        self._client.headers["Accept-Language"] = language

    def make_game(self, **fields):
        page = self.post("/games/new/", do="make", **fields)
        assert re.fullmatch(r"/games/\d+/", page.url.path), page.text
        self.table = page.url.path

    def practise(self, kind):
        self.table = self.post("/practice/", kind=kind).url.path

    def turn_over(self, *, until_holding):
        """Press Look while tiles are face down, until this many are held."""

        def holds_them():
            page = self.get(self.table).text
            if 'id="look"' in page:
                self.post(f"{self.table}order/", verb="LOOK")
                page = self.get(self.table).text
            return len(hand_on(page)) == until_holding

        until(holds_them, f"{until_holding} tiles in {self.name}'s hand")

    def submit_and_ask(self, verb):
        """Lay all tiles and request the light; red is confirmed on its page."""
        turn = turn_of(self.get(self.table).text)
        self.post(f"{self.table}layout/", do="submit", turn=turn, layout=self.lay(self.hand))
        if verb == "RED":
            assert "Ask for the red light?" in self.get(f"{self.table}red/confirm/").text
        page = self.post(f"{self.table}order/", verb=verb, turn=turn).text
        has_asked = f"You have asked for the {verb.lower()} light." in page
        assert has_asked or turn_of(page) > turn, page  # granted at once if the leeway is over

    @property
    def round(self):
        found = re.search(r"round (\d+)", self.get(self.table).text)
        return int(found[1]) if found else 0

    @property
    def hand(self):
        return hand_on(self.get(self.table).text)

    def get(self, path):
        answer = self._client.get(next(self._addresses) + path)
        assert answer.is_success, (answer.status_code, answer.text)
        return answer

    def post(self, path, **fields):
        address = next(self._addresses)
        origin = address.replace("http", self._scheme, 1)
        fields["csrfmiddlewaretoken"] = self._client.cookies["csrftoken"]
        answer = self._client.post(address + path, data=fields, headers={"Origin": origin})
        assert answer.is_success, (answer.status_code, answer.text)
        return answer

    def _as_if_encrypted(self, response):
        """Treat the connection as encrypted, like that to a proxy, so that secure cookies are sent."""
        for cookie in self._client.cookies.jar:
            cookie.secure = False


class Mailer(Person):
    """Plays by replying to emails, delivered to the site as by a mail server in front of it."""

    def newest(self, *holding):
        """Wait for the newest email whose text contains all these words."""
        return until(lambda: self._newest(holding), f"a mail with {holding}")

    def _newest(self, holding):
        for mail in reversed(self.mails()):
            text = " ".join(text_of(mail).split())
            if all(words in text for words in holding):
                return mail
        return None

    def answer(self, mail, *lines):
        """Reply above the quoted email, as mail programs do; return the email that answers it."""
        reply = EmailMessage()
        reply["From"] = f"{self.name} <{self.address}>"
        reply["To"] = mail["Reply-To"]
        reply["Subject"] = f"Re: {mail['Subject']}"
        reply["Message-ID"] = make_msgid(domain="example.org")
        reply["In-Reply-To"] = mail["Message-ID"]
        quoted = "\n".join(f"> {line}" for line in text_of(mail).splitlines())
        said = f"On {mail['Date']}, {mail['From']} wrote:"
        reply.set_content("\n".join([*lines, "", said, quoted, ""]))
        until(lambda: self._is_taken(reply), "the site to take the mail")
        return until(lambda: self._that_answers(reply["Message-ID"]), f"what answers {lines[0]}")

    def _is_taken(self, reply):
        """Try once to deliver a reply; return True if the site took it. A mail server retries until it does."""
        try:
            with smtplib.LMTP("127.0.0.1", self.site.mail_port, timeout=20) as site:
                return site.send_message(reply, self.address, [reply["To"]]) == {}
        except (OSError, smtplib.SMTPServerDisconnected, smtplib.SMTPDataError):
            return False

    def grid(self, mail):
        """Return a GRID of all tiles that an email lists."""
        held = re.search(r"^All your tiles\n([A-Z \n]+?)\n\n", text_of(mail), re.MULTILINE)
        assert held, text_of(mail)
        return ["GRID", self.lay("".join(held[1].split())), "END"]

    def _that_answers(self, message_id):
        return next((mail for mail in self.mails() if mail["In-Reply-To"] == message_id), None)


def hand_on(page):
    """Return all tiles held, as the page lists them."""
    found = re.search(r'class="letters">(.*?)</span>', page)
    return "".join(found[1].split()) if found else ""


def turn_of(page):
    return int(re.search(r'name="turn" value="(\d+)"', page)[1])


def text_of(mail):
    return mail.get_body(("plain",)).get_content()


@cache
def _vocabulary():
    return Vocabulary(bundled().words)
