"""Replies that quote an earlier email, in the forms of many clients and languages: quoted text is never carried out;
text above it, or around a marked quote, is."""

import itertools
from html import escape

import pytest

from notifications.replies import first_fence, last_fence
from tests.notifications import quoting
from tests.notifications.answers import CAKE, KEY_AND_CAKE, hear, html, layout, plain, verbs

LEXICON, BORIS = "Lexicon <turns@lexicon.example>", "Boris <boris@example.org>"
TURN_MAIL = f"{first_fence()}\nGREEN\n| .K..\nJAYWALK X\n{last_fence(1, 7)}"
OLD_ANSWERS = ("GREEN", "JAYWALK Q", CAKE)
REMARK = "Thanks, see you tomorrow!"
EVERY_CLIENT = (*quoting.MARKING, *quoting.NOT_MARKING)


def our_mail(client, language):
    return client(quoting.as_mail(TURN_MAIL, sender=LEXICON, recipient=BORIS), language)


def own_answer(client, language, old):
    return client(quoting.as_mail(old, sender=BORIS, recipient=LEXICON), language)


def own_answer_to_ours(client, language, old):
    quote = our_mail(client, language)
    return client(quoting.answering(old, quote, sender=BORIS, recipient=LEXICON), language)


def own_answer_below_ours(client, language, old):
    quote = our_mail(client, language)
    lines = (*quote.text, "", *old.splitlines())
    written = "".join(f"<div>{escape(line)}</div>" for line in old.splitlines())
    return client(quoting.Mail(BORIS, LEXICON, lines, f"{quote.html}<br>{written}"), language)


OWN = (own_answer, own_answer_to_ours, own_answer_below_ours)
FORMS = [
    (language, quoted, old)
    for (language, quoted), old in zip(
        itertools.product(quoting.LANGUAGES, OWN), itertools.cycle((*OLD_ANSWERS, REMARK)), strict=False
    )
]
"""Each language with each way of quoting one's own reply, and one of the old replies in turn."""


def test_there_are_at_least_150_forms_of_quotes():
    assert len(EVERY_CLIENT) * len(quoting.LANGUAGES) >= 150


@pytest.mark.parametrize("client", EVERY_CLIENT)
def test_the_players_own_earlier_answer_is_not_carried_out_again(client):
    for language, quoted, old in FORMS:
        quote = quoted(client, language, old)
        for mail in quoting.sent(REMARK, quote, "above"):
            assert hear(mail).orders == (), (language.code, quoted, old)
        for mail in quoting.sent("STATUS", quote, "above"):
            heard = hear(mail)
            assert (verbs(heard), layout(heard)) == (["STATUS"], None), (language.code, quoted, old)


@pytest.mark.parametrize("client", EVERY_CLIENT)
def test_our_quoted_email_is_ignored_but_text_above_or_below_it_is_read(client):
    for language in quoting.LANGUAGES:
        quote = our_mail(client, language)
        for mail in quoting.sent(REMARK, quote, "above"):
            heard = hear(mail)
            assert (heard.orders, heard.error) == ((), None), language.code
        for place in ("above", "below"):
            for mail in quoting.sent("STATUS", quote, place):
                assert verbs(hear(mail)) == ["STATUS"], (language.code, place)
            for mail in quoting.sent(f"{CAKE}\nGREEN", quote, place):
                heard = hear(mail)
                assert (verbs(heard), layout(heard)) == (["GREEN"], list(KEY_AND_CAKE)), (language.code, place)


@pytest.mark.parametrize("client", quoting.MARKING)
def test_text_below_or_between_marked_lines_is_read(client):
    for language, quoted, old in FORMS:
        for mail in quoting.sent("STATUS", quoted(client, language, old), "below"):
            assert verbs(hear(mail)) == ["STATUS"], (language.code, quoted)
    for language in quoting.LANGUAGES:
        for mail in quoting.sent("STATUS", own_answer(client, language, "JAYWALK Q\nSee you"), "between"):
            assert verbs(hear(mail)) == ["STATUS"], language.code


@pytest.mark.parametrize("client", quoting.NOT_MARKING)
def test_text_below_an_unmarked_quote_is_refused_because_it_looks_quoted(client):
    for language, quoted, old in FORMS:
        for mail in quoting.sent("STATUS", quoted(client, language, old), "below"):
            heard = hear(mail)
            assert heard.orders == (), (language.code, quoted, old)
            assert "look like part of a quoted email" in str(heard.error.why)


def test_the_refusal_says_that_the_commands_looked_quoted():
    body = (
        "Thanks, see you tomorrow!\n\nFrom: Boris <boris@example.org>\nSent: Friday, November 20, 2026 12:00 PM\n"
        "To: Lexicon <box@lexicon.example>\nSubject: Re: Lexicon game 1\n\n{}"
    )
    refused = hear(plain(body.format("GREEN")))
    assert refused.orders == ()
    assert refused.error.line == "From: Boris <boris@example.org>"
    assert refused.error.correct == "GREEN"
    assert refused.below == ("GREEN",)
    assert refused.ignored == ("Thanks, see you tomorrow!",)
    assert hear(plain(body.format("Fine"))).error is None
    assert verbs(hear(plain(body.replace("Thanks, see you tomorrow!", "STATUS").format("GREEN")))) == ["STATUS"]


@pytest.mark.parametrize(
    "introduction",
    [
        "From: Boris\nTo: Lexicon\nSubject: Re: Lexicon game 1",
        "Absender: Boris\nEmpfänger: Lexicon\nBetreff: Re: Lexicon",
        "From: Boris [mailto:boris@example.org]\nSent: Friday 12:00",
        "**From:** Boris <boris@example.org>\n**Sent:** Friday, November 20, 2026 12:00 PM",
        "- From: Boris <boris@example.org>\n- Sent: 20 Nov 2026",
        "发件人：Boris\n时间：2026年11月20日 12:00",
        "| 发件人 | Boris<boris@example.org> |\n| 发送日期 | 2026年11月20日 12:00 |",
        "Boris/Example\n20.11.2026 12:00\n\nAn\n        Lexicon <box@x.example>\nKopie\n\nThema\n        Re: Lexicon",
        "On Fri, Nov 20, 2026 at 12:00 PM Boris the very long named person\n<boris.with.a.long.address@\nexample.org> wrote:",
        "Am Fr., 20. Nov. um 12:00 Uhr schrieb Boris:",
        "Boris <boris@example.org> wrote on 20.11.2026 12:00:00:",
        "---- On Fri, 20 Nov 2026 12:00:00 +0100 Boris <boris@example.org>\nwrote ----",
        'At 2026-11-20 12:00:00, "Boris" <boris@example.org> wrote:',
        "On Fri, Nov 20, 2026 at 12:00 PM Boris <boris@example.org> wrote",
        "เมื่อ ศ. 20 พ.ย. 2026 เวลา 12:00 Boris <boris@example.org> เขียนว่า",
        "در جمعه ۲۰ نوامبر ۲۰۲۶ ساعت ۱۲:۰۰ Boris <boris@example.org> نوشت:",
        "-----Originalnachricht-----",
        "------------------ 原始邮件 ------------------",
        "__________",
    ],
)
def test_an_old_command_is_recognised_by_the_shape_of_its_introduction(introduction):
    for gap, command in itertools.product(("\n", "\n\n"), OLD_ANSWERS):
        assert hear(plain(f"{REMARK}\n\n{introduction}{gap}{command}")).orders == ()
        assert verbs(hear(plain(f"STATUS\n\n{introduction}{gap}{command}"))) == ["STATUS"]
        lines = f"{REMARK}\n\n{introduction}{gap}{command}".split("\n")
        assert hear(html("".join(f"<div>{escape(line) or '<br>'}</div>" for line in lines))).orders == ()


@pytest.mark.parametrize(
    "body",
    [
        "Anna: 12\nBoris: 9\nChloe: 14\nSTATUS",
        "That makes 9/4=2.25:\nSTATUS",
        "My board for game 2041, round 3:\nSTATUS",
        "Here is my idea: wait.\nAnd one more: hurry!\nSTATUS",
        "See https://lexicon.example\nSee http://lexicon.example\nSTATUS",
        "My new address is boris@new.example\nSTATUS",
        "--- my move ---\nSTATUS",
        "Hello Lexicon:\nSTATUS",
    ],
)
def test_text_that_looks_a_little_like_a_quote_ends_nothing(body):
    heard = hear(plain(body))
    assert (verbs(heard), heard.error) == (["STATUS"], None)


def test_dashed_rows_of_a_layout_are_not_separators():
    assert layout(hear(plain("GRID\n------K-------\n-----CAKE-----\n------Y-------\nEND"))) == list(KEY_AND_CAKE)
    assert layout(hear(plain("GRID\n......K.......\n-----CAKE-----\n......Y.......\nEND"))) == list(KEY_AND_CAKE)


def test_the_line_that_introduces_our_email_is_not_listed_as_ignored():
    quoted = "\n".join(f"> {line}" for line in TURN_MAIL.splitlines())
    for attribution in (f"On Fri, Nov 20, 2026 at 12:00 PM {LEXICON} wrote:", "On Friday Lexicon wrote:"):
        heard = hear(plain(f"{attribution}\n{quoted}\n\nSTATUS"))
        assert (verbs(heard), heard.ignored) == (["STATUS"], ())


def test_other_quote_marks_are_recognised():
    assert verbs(hear(plain("STATUS\n» GREEN\n› RED"))) == ["STATUS"]
    assert verbs(hear(html("<p>STATUS</p><p>＞ GREEN</p>"))) == ["STATUS"]
    assert verbs(hear(plain("»STATUS«"))) == ["STATUS"]
