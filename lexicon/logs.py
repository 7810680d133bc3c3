"""Keeps tokens out of the logs, as a mailed link is as good as the mailbox it was sent to."""

import logging
import re

_LINK = re.compile(r"(/(?:invitations|join|calendar|accounts/email)/|(?<![\w/])/mail/)[^/\s]+")


class WithoutTokens(logging.Filter):
    """Passes every line, with the tokens in our addresses left out."""

    def filter(self, record: logging.LogRecord) -> bool:
        if isinstance(record.args, tuple):
            record.args = tuple(_LINK.sub(r"\1…", arg) if isinstance(arg, str) else arg for arg in record.args)
        return True
