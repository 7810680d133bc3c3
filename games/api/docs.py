"""The documentation of the API as a page, made from its OpenAPI description."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.html import escape
from django.utils.safestring import SafeString

Described = Mapping[str, Any]
EXAMPLES = {"integer": 1, "number": 1.5, "boolean": True, "array": [], "object": {}}
LONGEST_ENUM = 12


@dataclass(frozen=True)
class Field:
    """A parameter, or a field of a request or response."""

    name: str
    type: str
    is_required: bool
    help: SafeString


@dataclass(frozen=True)
class Endpoint:
    """A method at a path. `anchor` is its place on the page; `rights` says which token it needs."""

    anchor: str
    method: str
    path: str
    summary: str
    help: SafeString
    rights: str
    parameters: tuple[Field, ...]
    body: tuple[Field, ...]
    answer: tuple[Field, ...]
    statuses: tuple[tuple[str, str], ...]
    example: str


@dataclass(frozen=True)
class Group:
    """The endpoints on one subject."""

    name: str
    endpoints: tuple[Endpoint, ...]


def groups_of(description: Described, *, site: str) -> tuple[Group, ...]:
    """Return the endpoints of an OpenAPI description by their first tag, in its order. The examples use the address
    `site`."""
    by_tag: dict[str, list[Endpoint]] = {}
    schemas = description["components"]["schemas"]
    for path, methods in description["paths"].items():
        for method, operation in methods.items():
            tag = operation.get("tags", ["other"])[0]
            by_tag.setdefault(tag, []).append(_endpoint(path, method, operation, schemas, site))
    return tuple(Group(name, tuple(endpoints)) for name, endpoints in by_tag.items())


def _endpoint(path: str, method: str, operation: Described, schemas: Described, site: str) -> Endpoint:
    body = _content(operation.get("requestBody", {}), schemas)
    good: Described = next((one for code, one in operation["responses"].items() if code.startswith("2")), {})
    return Endpoint(
        anchor=operation["operationId"],
        method=method.upper(),
        path=path,
        summary=operation.get("summary", ""),
        help=_marked(operation.get("description", "")),
        rights=next((name for one in operation.get("security", ()) for name in one), ""),
        parameters=tuple(
            Field(
                one["name"],
                _type(one["schema"], schemas),
                one.get("required", False),
                _marked(one.get("description", "") or one["schema"].get("description", "")),
            )
            for one in operation.get("parameters", ())
        ),
        body=tuple(_fields(body, schemas)),
        answer=tuple(_fields(_content(good, schemas), schemas)),
        statuses=tuple((code, one.get("description", "")) for code, one in operation["responses"].items()),
        example=_example(path, method, operation, body, schemas, site),
    )


def _marked(text: str) -> SafeString:
    """Return a description as HTML, with text in backticks as code."""
    parts = (f"<code>{escape(part)}</code>" if n % 2 else escape(part) for n, part in enumerate(text.split("`")))
    return SafeString("".join(parts))


def _content(holder: Described, schemas: Described) -> Described:
    """Return the schema of a JSON body; empty for a request or response without one."""
    return _resolved(holder.get("content", {}).get("application/json", {}).get("schema", {}), schemas)


def _resolved(schema: Described, schemas: Described) -> Described:
    """Return the schema that a reference names, or of alternatives the first that is not null."""
    if "$ref" in schema:
        return _resolved(schemas[schema["$ref"].rpartition("/")[2]], schemas)
    given = [one for one in schema.get("anyOf", ()) if one.get("type") != "null"]
    return _resolved(given[0], schemas) if given else schema


def _fields(schema: Described, schemas: Described) -> Iterator[Field]:
    required = schema.get("required", ())
    for name, one in schema.get("properties", {}).items():
        yield Field(name, _type(one, schemas), name in required, _marked(one.get("description", "")))


def _type(schema: Described, schemas: Described) -> str:
    """Return a type in a few words: `list of integer`, `"read" or "play"`, `string or null`."""
    if "anyOf" in schema:
        return " or ".join(dict.fromkeys(_type(one, schemas) for one in schema["anyOf"]))
    if 0 < len(schema.get("enum", ())) <= LONGEST_ENUM:
        return " or ".join(json.dumps(one) for one in schema["enum"])
    one = _resolved(schema, schemas)
    if one.get("type") == "array":
        return f"list of {_type(one.get('items', {}), schemas)}"
    return str(one.get("format") or one.get("type", "any"))


def _example(path: str, method: str, operation: Described, body: Described, schemas: Described, site: str) -> str:
    """Return an example request with curl."""
    for one in operation.get("parameters", ()):
        if one["in"] == "path":
            path = path.replace(f"{{{one['name']}}}", str(_sample(one["schema"], schemas, one["name"])))
    lines = [f"curl {site}{path}"]
    if method != "get":
        lines[0] = f"curl -X {method.upper()} {site}{path}"
    if operation.get("security"):
        lines.append('-H "Authorization: Bearer YOUR_TOKEN"')
    if body:
        wanted = body.get("required") or list(body.get("properties", {}))
        sent = {name: _sample(body["properties"][name], schemas, name) for name in wanted}
        lines += ['-H "Content-Type: application/json"', f"-d '{json.dumps(sent)}'"]
    return " \\\n  ".join(lines)


def _sample(schema: Described, schemas: Described, name: str) -> object:
    one = _resolved(schema, schemas)
    for given in (one.get("examples"), one.get("enum")):
        if given:
            return given[0]
    if one.get("default") not in (None, ""):
        return one["default"]
    if one.get("format") == "date":
        return "2026-11-27"
    if one.get("type") == "object" and one.get("properties"):
        return {field: _sample(one["properties"][field], schemas, field) for field in one.get("required", ())}
    if one.get("type") == "array" and one.get("items"):
        return [_sample(one["items"], schemas, name)]
    return EXAMPLES.get(one.get("type", ""), "crossing" if name == "kind" else name.upper())
