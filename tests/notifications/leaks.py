"""Everything that has been sent, received and stored about email, to look for characters that must never leave."""

from email import message_from_bytes, policy

from games.rules.alphabets.alphabet import FIRST_STAND_IN, STAND_INS
from notifications.models import InboundMail, LocalMail, Message

STAND_INS_SHOWN = {chr(FIRST_STAND_IN + n) for n in range(2 * STAND_INS)}


def texts():
    """Yield every text of every email and of what is stored about it."""
    for mail in LocalMail.objects.all():
        yield bytes(mail.raw).decode("utf-8", "surrogateescape")
        parsed = message_from_bytes(bytes(mail.raw), policy=policy.default)
        yield str(parsed["Subject"])
        for part in parsed.walk():
            if part.get_content_maintype() == "text":
                yield part.get_content()
    for name in ("facts", "status", "subject"):
        yield from map(str, Message.objects.values_list(name, flat=True))
    yield from InboundMail.objects.values_list("why", flat=True)


def check_nothing_leaks(log=""):
    for text in (*texts(), log):
        found = STAND_INS_SHOWN & set(text)
        assert not found, text[max(0, text.index(min(found)) - 200) :][:400]
