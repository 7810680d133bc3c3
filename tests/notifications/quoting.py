"""How mail programs quote an earlier email, each in many languages: a form is a client and a language. Written from
the shapes of their replies; the expected readings are in the tests."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from html import escape


@dataclass(frozen=True)
class Language:
    """The words of clients in one language.

    `labels` name sender, time, recipient and subject; `attribution` has `{date}` and `{who}`."""

    code: str
    labels: tuple[str, str, str, str]
    date: str
    attribution: str
    original: str

    @property
    def colon(self) -> str:
        return {"fr": "\xa0: ", "zh": "：", "ja": "："}.get(self.code, ": ")


LANGUAGES = (
    Language(
        "en",
        ("From", "Sent", "To", "Subject"),
        "Friday, November 20, 2026 12:00 PM",
        "On {date}, {who} wrote:",
        "Original Message",
    ),
    Language(
        "fr",
        ("De", "Envoyé", "À", "Objet"),
        "vendredi 20 novembre 2026 12:00",
        "Le {date}, {who} a écrit\xa0:",
        "Message d’origine",
    ),
    Language(
        "de",
        ("Von", "Gesendet", "An", "Betreff"),
        "Freitag, 20. November 2026 12:00",
        "Am {date} schrieb {who}:",
        "Ursprüngliche Nachricht",
    ),
    Language(
        "es",
        ("De", "Enviado el", "Para", "Asunto"),
        "viernes, 20 de noviembre de 2026 12:00",
        "El {date}, {who} escribió:",
        "Mensaje original",
    ),
    Language(
        "it",
        ("Da", "Inviato", "A", "Oggetto"),
        "venerdì 20 novembre 2026 12:00",
        "Il giorno {date} {who} ha scritto:",
        "Messaggio originale",
    ),
    Language(
        "nl",
        ("Van", "Verzonden", "Aan", "Onderwerp"),
        "vrijdag 20 november 2026 12:00",
        "Op {date} schreef {who}:",
        "Oorspronkelijk bericht",
    ),
    Language(
        "pt",
        ("De", "Enviada em", "Para", "Assunto"),
        "sexta-feira, 20 de novembro de 2026 12:00",
        "Em {date}, {who} escreveu:",
        "Mensagem original",
    ),
    Language(
        "pl",
        ("Od", "Wysłano", "Do", "Temat"),
        "piątek, 20 listopada 2026 12:00",
        "{date} {who} napisał(a):",
        "Wiadomość oryginalna",
    ),
    Language(
        "sv",
        ("Från", "Skickat", "Till", "Ämne"),
        "den 20 november 2026 12:00",
        "{date} skrev {who}:",
        "Ursprungligt meddelande",
    ),
    Language(
        "nb",
        ("Fra", "Sendt", "Til", "Emne"),
        "fredag 20. november 2026 kl. 12.00",
        "{date} skrev {who}:",
        "Opprinnelig melding",
    ),
    Language(
        "da",
        ("Fra", "Sendt", "Til", "Emne"),
        "20. november 2026 12:00",
        "Den {date} skrev {who}:",
        "Oprindelig meddelelse",
    ),
    Language(
        "fi",
        ("Lähettäjä", "Lähetetty", "Vastaanottaja", "Aihe"),
        "perjantai 20. marraskuuta 2026 12.00",
        "{who} kirjoitti {date}:",
        "Alkuperäinen viesti",
    ),
    Language(
        "cs",
        ("Od", "Odesláno", "Komu", "Předmět"),
        "pátek 20. listopadu 2026 12:00",
        "{date} odesílatel {who} napsal:",
        "Původní zpráva",
    ),
    Language(
        "ru",
        ("От", "Отправлено", "Кому", "Тема"),
        "20 ноября 2026 г. 12:00",
        "{date} {who} пишет:",
        "Исходное сообщение",
    ),
    Language(
        "uk",
        ("Від", "Надіслано", "Кому", "Тема"),
        "20 листопада 2026 р. 12:00",
        "{date} {who} пише:",
        "Вихідне повідомлення",
    ),
    Language(
        "el",
        ("Από", "Στάλθηκε", "Προς", "Θέμα"),
        "Παρασκευή, 20 Νοεμβρίου 2026 12:00",
        "Στις {date}, {who} έγραψε:",
        "Αρχικό μήνυμα",
    ),
    Language(
        "tr",
        ("Kimden", "Gönderildi", "Kime", "Konu"),
        "20 Kasım 2026 Cuma 12:00",
        "{who} şunu yazdı ({date}):",
        "Özgün İleti",
    ),
    Language(
        "he",
        ("מאת", "נשלח", "אל", "נושא"),
        "יום שישי, 20 בנובמבר 2026 ב-12:00",
        "\u202bבתאריך {date} מאת \u202a{who}\u202c\u200f:\u202c",
        "הודעה מקורית",
    ),
    Language(
        "ar",
        ("من", "تم الإرسال", "إلى", "الموضوع"),
        "الجمعة، ٢٠ نوفمبر ٢٠٢٦ ١٢:٠٠ م",
        "في {date} تمت كتابة ما يلي بواسطة {who}:",
        "الرسالة الأصلية",
    ),
    Language(
        "ja",
        ("差出人", "送信日時", "宛先", "件名"),
        "2026年11月20日 12:00",
        "{date} {who}:",
        "元のメッセージ",
    ),
    Language(
        "zh",
        ("发件人", "发送时间", "收件人", "主题"),
        "2026年11月20日 星期五 12:00",
        "{who} 于{date}写道：",
        "原始邮件",
    ),
    Language(
        "ko",
        ("보낸 사람", "보낸 날짜", "받는 사람", "제목"),
        "2026년 11월 20일 금요일 오후 12:00",
        "{date}, {who}님이 작성:",
        "원본 메시지",
    ),
    Language(
        "hu",
        ("Feladó", "Elküldve", "Címzett", "Tárgy"),
        "2026. november 20., péntek 12:00",
        "{who} ezt írta (időpont: {date}):",
        "Eredeti üzenet",
    ),
)


@dataclass(frozen=True)
class Mail:
    """An earlier email: its lines as text and as HTML, including those of an email that it quotes itself."""

    sender: str
    recipient: str
    text: tuple[str, ...]
    html: str


@dataclass(frozen=True)
class Quote:
    """The earlier email as one client quotes it."""

    text: tuple[str, ...]
    html: str


Client = Callable[[Mail, Language], Quote]


def as_mail(body: str, *, sender: str, recipient: str) -> Mail:
    lines = tuple(body.splitlines())
    return Mail(sender, recipient, lines, _paragraphs(lines))


def answering(typed: str, quote: Quote, *, sender: str, recipient: str) -> Mail:
    """Return an email with this text above the quote."""
    lines = (*typed.splitlines(), "")
    return Mail(sender, recipient, (*lines, *quote.text), _paragraphs(lines) + quote.html)


def _paragraphs(lines: tuple[str, ...]) -> str:
    return "".join(f"<div>{escape(line) or '<br>'}</div>\n" for line in lines)


def _marked(lines: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(f"> {line}".rstrip() for line in lines)


def _attribution(mail: Mail, language: Language) -> str:
    return language.attribution.format(date=language.date, who=mail.sender)


def _headers(mail: Mail, language: Language, order: str = "from sent to subject") -> tuple[tuple[str, str], ...]:
    named = dict(
        zip(
            ("from", "sent", "to", "subject"),
            zip(
                language.labels,
                (mail.sender, language.date, mail.recipient, "Re: Lexicon game 1"),
                strict=True,
            ),
            strict=True,
        )
    )
    return tuple(named[name] for name in order.split())


def _header_lines(mail: Mail, language: Language, order: str = "from sent to subject") -> tuple[str, ...]:
    return tuple(f"{label}{language.colon}{value}" for label, value in _headers(mail, language, order))


def _bold_headers(mail: Mail, language: Language, order: str = "from sent to subject") -> str:
    colon = language.colon
    return "<br>\n".join(
        f"<b>{escape(label + colon.rstrip())}</b>{colon[-1:].strip(colon.strip())} {escape(value)}"
        for label, value in _headers(mail, language, order)
    )


# --- clients that mark quotes -----------------------------------------------------------------------------------------


def gmail(mail: Mail, language: Language) -> Quote:
    """Quote like Gmail, which breaks the attribution in two."""
    first, address, rest = _attribution(mail, language).partition("<")
    attribution = (first, address + rest) if rest else (first,)
    html = (
        f'<div class="gmail_quote"><div class="gmail_attr">{escape(_attribution(mail, language))}<br></div>'
        f'<blockquote class="gmail_quote">{mail.html}</blockquote></div>'
    )
    return Quote((*attribution, *_marked(mail.text)), html)


def apple_mail(mail: Mail, language: Language) -> Quote:
    lines = _marked((_attribution(mail, language), "", *mail.text))
    html = f'<blockquote type="cite"><div>{escape(_attribution(mail, language))}</div><br>{mail.html}</blockquote>'
    return Quote(lines, html)


def thunderbird(mail: Mail, language: Language) -> Quote:
    html = (
        f'<div class="moz-cite-prefix">{escape(_attribution(mail, language))}<br></div>'
        f'<blockquote type="cite" cite="mid:1@x.example">{mail.html}</blockquote>'
    )
    return Quote((_attribution(mail, language), *_marked(mail.text)), html)


def proton(mail: Mail, language: Language) -> Quote:
    attribution = _attribution(mail, language)
    html = (
        f'<div class="protonmail_quote">{escape(attribution)}<br><br>'
        f'<blockquote class="protonmail_quote" type="cite">{mail.html}</blockquote></div>'
    )
    return Quote((f"------- {language.original} -------", attribution, "", *_marked(mail.text)), html)


def roundcube(mail: Mail, language: Language) -> Quote:
    html = (
        f'<p id="reply-intro">{escape(_attribution(mail, language))}</p>'
        f'<blockquote type="cite" style="padding: 0 0.4em">{mail.html}</blockquote>'
    )
    return Quote((_attribution(mail, language), "", *_marked(mail.text)), html)


MARKING: tuple[Client, ...] = (gmail, apple_mail, thunderbird, proton, roundcube)


# --- clients that don't -----------------------------------------------------------------------------------------------


def outlook(mail: Mail, language: Language) -> Quote:
    """Quote like desktop Outlook, whose text has an empty line after each header."""
    doubled = tuple(line for header in _header_lines(mail, language) for line in (header, ""))
    html = (
        f'<div style="border:none;border-top:solid #E1E1E1 1.0pt"><p class="MsoNormal">{_bold_headers(mail, language)}</p>'
        f'</div><p class="MsoNormal">&nbsp;</p>{mail.html}'
    )
    return Quote((*doubled, *mail.text), html)


def outlook_in_text(mail: Mail, language: Language) -> Quote:
    lines = (f"-----{language.original}-----", *_header_lines(mail, language), "")
    return Quote((*lines, *mail.text), f"<p>{'<br>'.join(map(escape, lines))}</p>{mail.html}")


def outlook_web(mail: Mail, language: Language) -> Quote:
    html = (
        f'<hr style="width:98%"><div id="divRplyFwdMsg" dir="ltr">{_bold_headers(mail, language)}<div>&nbsp;</div></div>'
        f"<div>{mail.html}</div>"
    )
    return Quote(("_" * 32, *_header_lines(mail, language), "", *mail.text), html)


def outlook_mobile(mail: Mail, language: Language) -> Quote:
    lines = ("Get Outlook for iOS<https://aka.ms/o0ukef>", "_" * 32)
    html = f'<div>Get <a href="https://aka.ms/o0ukef">Outlook for iOS</a></div><hr><div>{_bold_headers(mail, language)}</div>'
    bold = tuple(f"*{label}{language.colon.rstrip()}* {value}" for label, value in _headers(mail, language))
    return Quote((*lines, *bold, "", *mail.text), f"{html}<br>{mail.html}")


def yahoo(mail: Mail, language: Language) -> Quote:
    """Quote like Yahoo, with the HTML's classes removed, as some gateways do."""
    attribution = _attribution(mail, language)
    indented = (f"   {attribution}  ", " ", *(f" {line}" for line in mail.text))
    return Quote(
        indented, f'<div style="color:#26282a"><div>{escape(attribution)}</div><div><br></div>{mail.html}</div>'
    )


def yahoo_classic(mail: Mail, language: Language) -> Quote:
    order = "from to sent subject"
    html = f'<hr size="1"><font size="2">{_bold_headers(mail, language, order)}</font><br><br>{mail.html}'
    return Quote(("_" * 32, *(f" {line}" for line in _header_lines(mail, language, order)), " ", *mail.text), html)


def notes(mail: Mail, language: Language) -> Quote:
    """Quote like Notes: headers in columns, the time after the recipient."""
    headers = _headers(mail, language, "from to sent subject")
    lines = tuple(f"{label}:".ljust(16) + value for label, value in headers)
    rows = "".join(f"<tr><td>{escape(label)}:</td><td>{escape(value)}</td></tr>" for label, value in headers)
    return Quote((*lines, "", "", *mail.text), f"<table>{rows}</table><br>{mail.html}")


def notes_without_names(mail: Mail, language: Language) -> Quote:
    html = f"<b>{escape(mail.sender)}</b><br>{language.date}<br><br>{mail.html}"
    return Quote((mail.sender, language.date, "", *mail.text), html)


def k9(mail: Mail, language: Language) -> Quote:
    lines = (f"-------- {language.original} --------", *_header_lines(mail, language), "")
    return Quote((*lines, *mail.text), f"{'<br>'.join(map(escape, lines))}<br>{mail.html}")


def samsung(mail: Mail, language: Language) -> Quote:
    lines = (f"-------- {language.original} --------", *_header_lines(mail, language, "from sent to subject"), "")
    return Quote((*lines, *mail.text), f"<div><div>{'</div><div>'.join(map(escape, lines))}</div>{mail.html}</div>")


def zimbra(mail: Mail, language: Language) -> Quote:
    lines = (f"----- {language.original} -----", *_header_lines(mail, language, "from to sent subject"), "")
    html = f'<hr id="zwchr"><div>{_bold_headers(mail, language, "from to sent subject")}</div><br>{mail.html}'
    return Quote((*lines, *mail.text), html)


def zoho(mail: Mail, language: Language) -> Quote:
    line = f"---- {_attribution(mail, language).rstrip(':： ')} ----"
    return Quote((line, "", *mail.text), f"<div>{escape(line)}</div><br>{mail.html}")


def webmail_with_the_time_first(mail: Mail, language: Language) -> Quote:
    order = "sent from to subject"
    lines = (*_header_lines(mail, language, order), "")
    return Quote((*lines, *mail.text), f"<div>{_bold_headers(mail, language, order)}</div><br>{mail.html}")


def webmail_with_an_attribution(mail: Mail, language: Language) -> Quote:
    attribution = _attribution(mail, language)
    return Quote((attribution, "", *mail.text), f"<p>{escape(attribution)}</p><blockquote>{mail.html}</blockquote>")


def of_broken_lines(mail: Mail, language: Language) -> Quote:
    """Quote with each header value on its own line."""
    lines = tuple(
        line for label, value in _headers(mail, language) for line in (f"{label}{language.colon}", f"    {value}")
    )
    return Quote((*lines, "", *mail.text), f"<div>{'<br>'.join(map(escape, lines))}</div><br>{mail.html}")


NOT_MARKING: tuple[Client, ...] = (
    outlook,
    outlook_in_text,
    outlook_web,
    outlook_mobile,
    yahoo,
    yahoo_classic,
    notes,
    notes_without_names,
    k9,
    samsung,
    zimbra,
    zoho,
    webmail_with_the_time_first,
    webmail_with_an_attribution,
    of_broken_lines,
)


# --- the reply --------------------------------------------------------------------------------------------------------


def sent(typed: str, quote: Quote, place: str) -> Iterator[bytes]:
    """Yield the reply with this text above, below or between the quoted lines, as text and as HTML."""
    lines = _arranged(tuple(typed.splitlines()), quote.text, place)
    written = _paragraphs(tuple(typed.splitlines()))
    html = f"{written}<br>{quote.html}" if place == "above" else f"{quote.html}<br>{written}"
    yield _mail("\n".join(lines))
    if place != "between":
        yield _mail(html, subtype="html")


def _arranged(typed: tuple[str, ...], quoted: tuple[str, ...], place: str) -> tuple[str, ...]:
    if place == "above":
        return (*typed, "", *quoted)
    if place == "below":
        return (*quoted, "", *typed)
    return (*quoted[:-1], "", *typed, "", quoted[-1])


def _mail(content: str, *, subtype: str = "plain") -> bytes:
    head = (
        "From: Boris <boris@example.org>",
        f"Content-Type: text/{subtype}; charset=utf-8",
        "Content-Transfer-Encoding: 8bit",
        "MIME-Version: 1.0",
    )
    return "\n".join((*head, "", content, "")).encode()
