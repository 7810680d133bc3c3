"""Whether a mail is from the domain that its From line names, as a hop of ours or a mail provider found: SPF, DKIM and DMARC
in the words of an Authentication-Results header (RFC 8601). Text in, a claim out; nothing is checked here itself."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

from publicsuffixlist import PublicSuffixList

LONGEST = 4_000  # signs of one statement
DEEPEST_COMMENT = 5

_QUOTED = r'"(?:[^"\\]|\\.)*"'
_COMMENT = re.compile(rf"({_QUOTED})|\([^()]*\)")
_CLAUSE = re.compile(rf'(?:{_QUOTED}|[^;"()])+')
_RESULT = re.compile(r"\s*(spf|dkim|dmarc)\s*(?:/\s*\d+\s*)?=\s*(\w+)", re.IGNORECASE)
_PROPERTY = re.compile(rf'(\w+\.[\w-]+)\s*=\s*((?:{_QUOTED}|[^\s"])+)')
_NAME = re.compile(rf'\s*({_QUOTED}|[^\s;"]+)(?:\s+\d+)?\s*(?:;|$)')


@dataclass(frozen=True)
class _Result:
    """One finding, as `dkim=pass header.d=example.org`."""

    method: str
    word: str
    properties: dict[str, str]

    def vouches_for(self, domain: str) -> bool:
        names = {"spf": ("smtp.mailfrom",), "dkim": ("header.d", "header.i")}[self.method]
        of = next((self.properties[name] for name in names if name in self.properties), "")
        return self.word == "pass" and _is_aligned(_domain(of), domain)


def own_statements(headers: Sequence[str], *, authserv_id: str) -> list[str]:
    """Of a mail's Authentication-Results, those that our own hop wrote, without its name, in their order: the newest first.

    What anybody else wrote there is a claim of the sender's. A hop that writes such headers takes out those that come in
    under its own name."""
    own = []
    for header in headers if authserv_id else ():
        text = _without_comments(header[:LONGEST])
        found = _NAME.match(text)
        if found and found[1].strip('"').lower() == authserv_id.lower():
            own.append(text[found.end() :])
    return own


def is_from_its_domain(statements: Sequence[str], *, sender: str) -> bool | None:
    """Whether SPF, DKIM or DMARC vouch for the domain of the sender's address; None where nothing is said of them.

    Of each method the first statement with it counts: every hop writes above what came to it. What cannot be read vouches
    for nothing."""
    domain = _domain(sender)
    found: dict[str, list[_Result]] = {}
    for statement in statements:
        here = _results(statement[:LONGEST])
        if here is None:
            return False
        for method in {result.method for result in here} - found.keys():
            found[method] = [result for result in here if result.method == method]
    if not found:
        return None
    for policy in found.pop("dmarc", []):
        if policy.word in ("pass", "fail"):
            return policy.word == "pass" and _domain(policy.properties.get("header.from", domain)) == domain
    return any(result.vouches_for(domain) for results in found.values() for result in results)


def _results(statement: str) -> list[_Result] | None:
    """What a statement finds of the three; None where a quote or a comment in it has no end."""
    text = _without_comments(statement)
    clauses = _CLAUSE.findall(text)
    if sum(map(len, clauses)) + text.count(";") - sum(clause.count(";") for clause in clauses) != len(text):
        return None
    results = []
    for clause in clauses:
        if found := _RESULT.match(clause):
            properties = {name.lower(): value for name, value in _PROPERTY.findall(clause[found.end() :])}
            results.append(_Result(found[1].lower(), found[2].lower(), properties))
    return results


def _without_comments(text: str) -> str:
    for _ in range(DEEPEST_COMMENT):
        text = _COMMENT.sub(lambda found: found[1] or " ", text)
    return text


def _domain(address: str) -> str:
    """Of an address, or of what is a domain alone."""
    return address.strip('"<> ').rpartition("@")[2].rstrip(".").lower()


def _is_aligned(one: str, other: str) -> bool:
    """Whether both are one domain, or lie in one that somebody has registered (relaxed alignment, RFC 7489, 3.1)."""
    return bool(one and other) and (one == other or _registered(one) == _registered(other) is not None)


def _registered(domain: str) -> str | None:
    """The part of a domain that was registered; None of a public suffix, as org or co.uk."""
    return _suffixes().privatesuffix(domain)


@cache
def _suffixes() -> PublicSuffixList:
    """The list that comes with the package: 10,000 suffixes, read once."""
    return PublicSuffixList()
