"""The local mailbox: email goes here while no provider is configured, and you can reply to it from here.

Its pages, at `/mailbox/`, exist only while DEBUG is on. A reply is a real email and comes in like any other."""

from collections.abc import Callable, Sequence
from datetime import datetime
from email import message_from_bytes, policy
from email.message import EmailMessage as MimeMessage
from email.utils import format_datetime, make_msgid
from functools import wraps
from typing import Concatenate, ParamSpec

from django import forms
from django.conf import settings
from django.core.mail import EmailMessage, EmailMultiAlternatives
from django.core.mail.backends.base import BaseEmailBackend
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.views.decorators.clickjacking import xframe_options_sameorigin
from django.views.decorators.http import require_GET, require_http_methods

from games.web.security import POLICY
from games.web.sent_back import ask_again, posted_or_sent
from notifications.incoming import spool
from notifications.models import InboundMail, LocalMail

LONGEST_SUBJECT = 400  # 12 long names make a longer one


class MailboxBackend(BaseEmailBackend):
    """A Django mail backend that stores each email, once for each recipient."""

    def send_messages(self, email_messages: Sequence[EmailMessage]) -> int:
        for mail in email_messages:
            LocalMail.objects.bulk_create(_saved(mail, address) for address in mail.recipients())
        return len(email_messages)


def write_answer(mail: LocalMail, *, text: str, now: datetime) -> MimeMessage:
    """Return the email that a mail program would send if the reader of `mail` replied with `text` above the quote."""
    answer = MimeMessage()
    answer["From"] = mail.address
    answer["To"] = mail.reply_to or mail.sender
    answer["Date"] = format_datetime(now)
    answer["Message-ID"] = make_msgid(domain="mailbox.localhost")
    answer["Subject"] = f"Re: {mail.subject.removeprefix('Re: ')}"
    if mail.message_id:
        answer["In-Reply-To"] = mail.message_id
        answer["References"] = mail.message_id
    written = "\n".join(text.splitlines())
    quoted = "\n".join(f"> {line}".rstrip() for line in mail.text.splitlines())
    answer.set_content(f"{written}\n\n{mail.sender} wrote:\n{quoted}\n")
    return answer


def _saved(mail: EmailMessage, address: str) -> LocalMail:
    mime = mail.message()
    alternatives = mail.alternatives if isinstance(mail, EmailMultiAlternatives) else []
    html = next((str(content) for content, mimetype in alternatives if mimetype == "text/html"), "")
    return LocalMail(
        address=address.lower(),
        sender=mail.from_email,
        subject=str(mail.subject)[:LONGEST_SUBJECT],
        message_id=mime["Message-ID"] or "",
        in_reply_to=mime["In-Reply-To"] or "",
        reply_to=mime["Reply-To"] or "",
        text=str(mail.body),
        html=html,
        raw=mime.as_bytes(),
        received_at=timezone.now(),
    )


SOURCE = "mailbox"
PAGE = 40

P = ParamSpec("P")


class AnswerForm(forms.Form):
    """A form for the text of a reply, above the quoted email."""

    text = forms.CharField(
        label=_("Your reply"),
        strip=False,
        max_length=20_000,
        widget=forms.Textarea(attrs={"rows": 12, "spellcheck": "false", "autocapitalize": "characters"}),
    )


def mailbox_address(request: HttpRequest) -> dict[str, str]:
    """Return the address of the mailbox for the templates of every page, if there is a mailbox."""
    return {"mailbox": reverse("mailbox")} if settings.DEBUG else {}


def only_while_debugging(
    page: Callable[Concatenate[HttpRequest, P], HttpResponse],
) -> Callable[Concatenate[HttpRequest, P], HttpResponse]:
    """Hide a page unless DEBUG is on, as anyone can read everything here, even sign-in codes."""

    @wraps(page)
    def guarded(request: HttpRequest, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        if not settings.DEBUG:
            raise Http404
        return page(request, *args, **kwargs)

    return guarded


@only_while_debugging
@require_GET
def mailbox(request: HttpRequest) -> HttpResponse:
    """Show all emails, newest first, or those to one address."""
    address = request.GET.get("address", "")
    mails = LocalMail.objects.filter(address=address) if address else LocalMail.objects.all()
    page = Paginator(mails.defer("raw", "html"), PAGE).get_page(request.GET.get("page"))
    addresses = LocalMail.objects.order_by("address").values_list("address", flat=True).distinct()
    return render(request, "mailbox/list.html", {"page": page, "address": address, "addresses": addresses})


@only_while_debugging
@require_http_methods(["GET", "POST"])
def mail(request: HttpRequest, pk: int) -> HttpResponse:
    """Show one email, and a form to reply to it."""
    shown = get_object_or_404(LocalMail, pk=pk)
    form = AnswerForm(posted_or_sent(request))
    if request.method == "POST":
        if not form.is_valid():
            return ask_again(request)
        now = timezone.now()
        answer = write_answer(shown, text=form.cleaned_data["text"], now=now)
        sent = spool.accept(
            answer.as_bytes(policy=policy.SMTP),
            recipient=str(answer["To"]),
            sender=shown.address,
            source=SOURCE,
            now=now,
        )
        return redirect("mailbox_answer", pk=sent.pk)
    response = render(request, "mailbox/mail.html", {"mail": shown, "form": form})
    response["Content-Security-Policy"] = f"{POLICY}; frame-src 'self'"
    return response


@only_while_debugging
@require_GET
@xframe_options_sameorigin
def mail_html(request: HttpRequest, pk: int) -> HttpResponse:
    """Show only the HTML part, for a sandboxed frame. It runs no script and loads nothing."""
    html = get_object_or_404(LocalMail, pk=pk).html.replace("<head>", '<head><base target="_blank">', 1)
    response = HttpResponse(html)
    response["Content-Security-Policy"] = (
        "sandbox allow-popups allow-popups-to-escape-sandbox; default-src 'none'; style-src 'unsafe-inline'; "
        "frame-ancestors 'self'"
    )
    return response


@only_while_debugging
@require_GET
def answer(request: HttpRequest, pk: int) -> HttpResponse:
    """Show a reply that was sent from here, whether it has been read, and the answer to it."""
    sent = get_object_or_404(InboundMail, pk=pk, source=SOURCE)
    mime = message_from_bytes(bytes(sent.raw), policy=policy.default)
    body = mime.get_body(("plain",))
    text = body.get_content() if body else ""
    came_back = LocalMail.objects.filter(address=mime["From"], in_reply_to=str(mime["Message-ID"]).strip()).first()
    is_underway = sent.read_at is None or sent.answered_by.filter(due_at__isnull=False).exists()
    response = render(
        request,
        "mailbox/answer.html",
        {
            "sent": sent,
            "address": mime["From"],
            "text": text,
            "mail": came_back,
            "waiting": is_underway and not came_back,
        },
    )
    response["Content-Security-Policy"] = f"{POLICY}; frame-src 'self'"
    return response
