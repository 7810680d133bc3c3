"""What a mail provider says, beside a mail, of its sender's SPF, DKIM and DMARC: in the words of an Authentication-Results
header, for `authentication` to judge. Pure. No header of the mail itself is read: anybody can write those."""

import re
from collections.abc import Iterator, Mapping
from typing import Any

_DKIM_OF_SENDGRID = re.compile(r"@([\w.-]+)\s*:\s*(\w+)")
_WORD = re.compile(r"\w+")
_DOMAIN = re.compile(r"[\w.-]+")


def stated_by(provider: str, event: Any, *, sender: str) -> str:
    """What this provider's event says of a mail with this envelope sender; "" where it says nothing."""
    match provider:
        case "amazon_ses":
            stated = _by_amazon(event)
        case "mailgun":
            stated = {"spf": event.POST.get("X-Mailgun-Spf")}
        case "mandrill":
            stated = {"spf": (event.get("msg", {}).get("spf") or {}).get("result")}
        case "sendgrid":
            stated = {"spf": event.POST.get("SPF")}
        case _:
            stated = {}
    clauses = list(_clauses(stated, domain=sender.strip("<> ").rpartition("@")[2]))
    if provider == "sendgrid":
        found = _DKIM_OF_SENDGRID.findall(event.POST.get("dkim", ""))
        clauses += [f"dkim={word.lower()} header.d={domain}" for domain, word in found]
    return "; ".join(clauses)


def _by_amazon(event: Mapping[str, Any]) -> dict[str, Any]:
    """Its DKIM names no domain; its DMARC is that of the From line."""
    receipt = event.get("receipt", {})
    return {method: (receipt.get(f"{method}Verdict") or {}).get("status") for method in ("dmarc", "spf")}


def _clauses(stated: Mapping[str, Any], *, domain: str) -> Iterator[str]:
    for method, word in stated.items():
        found = _WORD.match(str(word or ""))
        if found and method == "dmarc":
            yield f"dmarc={found[0].lower()}"
        elif found:
            yield f"spf={found[0].lower()}" + (f" smtp.mailfrom={domain}" if _DOMAIN.fullmatch(domain) else "")
