"""The privacy page: what this server stores about players and who runs it, from the operator's own text or the sample
beside this.

Both are Markdown, in English and, as `NAME.fr.md` beside `NAME.md`, in other languages; names in double braces are
replaced from the settings, so that the text is always true."""

import re
from functools import lru_cache
from pathlib import Path

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language, ngettext
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from games.web.views.rules import MARKDOWN
from lexicon.retention import KEPT
from notifications.channels import web_push

SAMPLE = Path(__file__).with_name("SAMPLE.md")
_NAME = re.compile(r"\{\{\s*(\w+)\s*\}\}")


@require_safe
def privacy(request: HttpRequest) -> HttpResponse:
    """Show the page, with a line on who runs this server, whatever its text says."""
    files = own_files() or _in_all_languages(SAMPLE)
    file = next((one for one in files if one.suffixes[-2:-1] == [f".{get_language()}"]), files[0])
    values = _values()
    text = _html(_NAME.sub(lambda found: values.get(found[1], found[0]), file.read_text(encoding="utf-8")))
    operator = [part for part in (settings.OPERATOR_NAME, settings.OPERATOR_ADDRESS) if part]
    contact = settings.OPERATOR_CONTACT
    link = f"mailto:{contact}" if "@" in contact and ":" not in contact else contact
    shown = {"text": text, "operator": operator, "contact": contact, "link": link}
    return render(request, "privacy.html", shown)


def own_files() -> list[Path]:
    """Return the files of the operator's own text, the one named by the setting first; empty without that setting."""
    return _in_all_languages(Path(settings.PRIVACY_PAGE)) if settings.PRIVACY_PAGE else []


def names() -> set[str]:
    """Return the names that can be filled in."""
    return set(_values())


def unknown_names(text: str) -> set[str]:
    """Return the unknown names in double braces, as written."""
    return {found[0] for found in _NAME.finditer(text) if found[1] not in names()}


def _in_all_languages(file: Path) -> list[Path]:
    others = [file.with_suffix(f".{language}{file.suffix}") for language, _name in settings.LANGUAGES]
    return [file, *(other for other in others if other.exists())]


@lru_cache(maxsize=10)
def _html(text: str) -> SafeString:
    html: str = MARKDOWN.render(text)
    return mark_safe(html)  # noqa: S308  # ours, or the operator's


def _values() -> dict[str, str]:
    """Return the values to fill in, as Markdown in the reader's language."""
    days = {kept.setting: str(kept.days) for kept in KEPT if isinstance(kept.setting, str)}
    table = [f"| {_('What')} | {_('How long')} |", "| --- | --- |"]
    for kept in KEPT:
        how_long = ngettext("{days} day", "{days} days", kept.days).format(days=kept.days)
        table.append(f"| {kept.what} | {how_long} |")
    contact = f"<{settings.OPERATOR_CONTACT}>" if settings.OPERATOR_CONTACT else _("(not given)")
    return {
        "site": settings.SITE_URL,
        "operator_name": settings.OPERATOR_NAME or _("(not given)"),
        "operator_address": settings.OPERATOR_ADDRESS or _("(not given)"),
        "operator_contact": contact,
        "kept": "\n".join(table),
        "leaves": "\n".join(f"- {line}" for line in _leaves()),
        **days,
    }


def _leaves() -> list[str]:
    """Return what this server, with its settings, sends to others."""
    backend = settings.EMAIL_BACKEND
    provider = backend.split(".")[2] if backend.startswith("anymail.") else ""
    if provider:
        mail = _(
            "Emails are sent through an email provider ({name}), which can see your address and what the emails say."
        )
    elif backend.startswith("notifications."):
        mail = _("This is a test server. No emails leave it.")
    else:
        mail = _("Emails are sent through an email server, which can see your address and what the emails say.")
    lines = [mail.format(name=provider)]
    if web_push.is_set_up():
        push = _(
            "Notifications to your devices are encrypted and sent through the push service of the browser’s maker."
        )
        lines.append(push)
    lines.append(_("If you set up a webhook, it receives the same news about your games as your email address."))
    if settings.SENTRY_DSN:
        lines.append(
            _(
                "Software errors are reported to an error-tracking service. The reports say what went wrong "
                "and where. They contain nothing about players."
            )
        )
    return lines
