"""What mails of a kind, and the pages behind their links, say in its own words."""

from dataclasses import dataclass

from games.rules.messages import template


@dataclass(frozen=True)
class MailWords:
    """Sentences that are the same at each of its tables: templates, with the values that they name.

    `invites` says what is played, where that is not what the list of kinds says; `cuts` what may stand after JOIN; `has_begun`
    heads the first mail; `looks` says what STATUS does; `too_late` answers orders of a turn that is over, and `read_late` says of
    a held mail that it may be."""

    subject: str = template("Lexicon game {id}: {kind} against {names}")
    invites: str = ""
    cuts: str = template(
        "What you write after JOIN, up to 40 signs, cuts the deck: it goes into all that is drawn, as in {example}."
    )
    has_begun: str = template("The game has begun. {says}")
    looks: str = template("see the whole table")
    too_late: str = template(
        "{verbs} came as the answer to the mail of an earlier turn. This mail shows where the game stands now."
    )
    read_late: str = template(
        "Confirmed, it is read as if you had sent it now; a move of a past turn no longer counts. The answer goes to your "
        "address."
    )
