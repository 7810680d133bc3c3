"""SQL that Django composes only once, for the most frequent queries: composing a statement takes Django longer than the
database needs to answer it.

`Compiled` keeps the SQL of a queryset and makes the instances itself, with Django's public API. A path uses it if that
saves at least a tenth of the path's function calls (`python -m tests.bench.costs`); all others use querysets."""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from decimal import Decimal
from functools import cache, cached_property, lru_cache
from typing import Any, Generic, NamedTuple, TypeVar

from django.db import DEFAULT_DB_ALIAS, connection, connections
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.models import (
    BooleanField,
    CharField,
    DateTimeField,
    DecimalField,
    DurationField,
    Field,
    ForeignKey,
    IntegerField,
    Model,
    QuerySet,
    TextField,
)

M = TypeVar("M", bound=Model)

GIVEN: Any = -0x4C65_7869_636F_6E21
"""A placeholder in a query's filters for the value of each call; `__in=[GIVEN]` for one or more. It is a number that no
query uses otherwise, so that its text can be recognised after fields have converted it."""
BEFORE: Any = GIVEN - 1
"""A placeholder for `before`, the end of the previous page: the query reads rows below it, the highest first."""
GAME: Any = GIVEN - 2
"""A placeholder in a query's filters for the id of a game, beside the values. If no game is given, nothing matches it."""

NOW = datetime(1, 2, 3, 4, 5, 6, 7, tzinfo=UTC)
"""A placeholder in a query's filters for the instant of each call, which no query uses otherwise."""
DAY = NOW.date()
"""A placeholder in a query's filters for the day of that instant, in UTC."""

LARGEST = 2**63 - 1


class Compiled(Generic[M]):
    """A query whose SQL the ORM composes at the first call and which is reused from then on. Each call returns new
    instances.

    `joined` are the relations to read as well, such as `round` and then `round__division`. `only` are the columns to
    read, of the rows or of a relation (`game__kind`); `without` are columns to leave out; keys are always read. `added`
    are the annotations to read, each with a field of its type. With `is_locked`, the rows are locked until the
    transaction ends, if the database can do that; rows locked by another transaction are left out."""

    def __init__(
        self,
        rows: QuerySet[M],
        *,
        joined: Sequence[str] = (),
        only: Collection[str] = (),
        without: Collection[str] = (),
        added: "Mapping[str, Field[Any, Any]] | None" = None,
        is_locked: bool = False,
    ) -> None:
        self._rows, self._joined, self._only, self._without = rows, joined, only, without
        self._added, self._is_locked = added or {}, is_locked
        self._kept: dict[str, Kept] = {}

    def __call__(self, *values: object, before: int = LARGEST, now: datetime = NOW, game: int | None = None) -> list[M]:
        """Return the rows for these values: `values` replace `GIVEN`, `before` replaces `BEFORE`, `game` replaces
        `GAME`, `now` replaces `NOW`, and its day replaces `DAY`. Return none for a list without values or a number that
        no column can hold."""
        if any(isinstance(value, int) and abs(value) > LARGEST for value in (*values, game)):
            return []
        before = max(-LARGEST, min(before, LARGEST))
        database = connections[DEFAULT_DB_ALIAS]  # `connection` would look it up again at each use
        kept = self._kept.get(database.vendor)
        shared: dict[tuple[str, object], Model] = {}
        if kept is None:
            return [self._instance(row, shared) for row in self._first(values, before, now, game)]
        with database.cursor() as cursor:
            cursor.execute(*kept.given(values, before, now, game))
            rows = [list(row) for row in cursor]
        for row in rows:
            for place, convert in kept.converters:
                if row[place] is not None:
                    row[place] = convert(row[place])
        return [self._instance(row, shared) for row in rows]

    def _first(self, values: Sequence[object], before: int, now: datetime, game: int | None) -> Sequence[Sequence[Any]]:
        """Return the rows as the ORM reads them, and store its SQL for the next calls."""
        names, fields = zip(*self._columns[1], *self._added.items(), strict=True)

        def execute(send: Callable[..., Any], sql: str, params: Sequence[Any], *more: Any) -> Any:
            found = ((place, converter(field, connection.vendor)) for place, field in enumerate(fields))
            converters = [(place, convert) for place, convert in found if convert is not None]
            if self._is_locked and connection.features.has_select_for_update:
                sql += f" FOR UPDATE OF {_table(self._rows.model)} SKIP LOCKED"
            placeholders: dict[str, Any] = {str(one): one for one in (GIVEN, BEFORE, GAME, DAY)}
            placeholders[str(_instant(NOW))] = NOW
            kept = Kept(sql, [placeholders.get(str(param), param) for param in params], converters)
            result = send(*kept.given(values, before, now, game), *more)
            self._kept[connection.vendor] = kept
            return result

        with connection.execute_wrapper(execute):
            return list(self._rows.values_list(*names))

    @cached_property
    def _columns(self) -> "tuple[list[Part], list[tuple[str, Field[Any, Any]]]]":
        """The models whose columns are in a row, and the name and field of each column."""
        parts = list[Part]()
        columns: list[tuple[str, Field[Any, Any]]] = []
        models: dict[str, Any] = {"": self._rows.model}
        for path in ("", *self._joined):
            parent, _, name = path.rpartition("__")
            if path:
                models[path] = models[parent]._meta.get_field(name).related_model
            before = f"{path}__" if path else ""
            only = [one for one in self._only if one.rpartition("__")[0] == path]
            fields = [
                field
                for field in models[path]._meta.get_fields()
                if isinstance(field, Field)
                and not field.many_to_many
                and before + field.name not in self._without
                and (not only or field.primary_key or before + field.name in {*only, *self._joined})
            ]
            start, names = len(columns), [field.attname for field in fields]
            columns += [(before + field.attname, field) for field in fields]
            key = start + names.index(models[path]._meta.pk.attname)
            parts.append(Part(path, parent, name, models[path], names, key, slice(start, len(columns))))
        return parts, columns

    def _instance(self, row: Sequence[Any], shared: dict[tuple[str, object], Model]) -> M:
        """Return the instance of a row. Relations with the same key are one instance, from `shared`."""
        parts, columns = self._columns
        made: dict[str, Any] = {}
        for part in parts:
            key = part.path, row[part.key]
            if row[part.key] is not None:  # there is a row of an outer join
                one = shared.get(key) or part.model.from_db(DEFAULT_DB_ALIAS, part.names, row[part.place])
                made[part.path] = one
                if part.path:
                    shared[key] = one
                    setattr(made[part.parent], part.name, one)
            elif part.parent in made:  # otherwise Django would look for it again
                relation: Any = made[part.parent]._meta.get_field(part.name)
                relation.set_cached_value(made[part.parent], None)
        first: M = made[""]
        for name, value in zip(self._added, row[len(columns) :], strict=True):
            setattr(first, name, value)
        return first


class Part(NamedTuple):
    """The columns of one model, which are at `place` in a row, its key at `key`. Their instance becomes `name` of the
    one at `parent`; all three texts are empty for the query's own model."""

    path: str
    parent: str
    name: str
    model: type[Model]
    names: list[str]
    key: int
    place: slice


class Kept(NamedTuple):
    """The SQL of a query with its parameters, and the functions that convert values, with their places in a row."""

    sql: str
    params: list[Any]
    converters: list[tuple[int, Callable[[Any], Any]]]

    def given(self, values: Sequence[object], before: int, now: datetime, game: int | None) -> tuple[str, list[Any]]:
        """Return the SQL and parameters for these values, this end of the previous page, this instant and this game."""
        sql = self.sql
        if len(values) > 1:
            sql = sql.replace("IN (%s)", f"IN ({', '.join(['%s'] * len(values))})")
        of: dict[Any, Sequence[object]] = {GIVEN: values or (None,), BEFORE: (before,), GAME: (game,)}
        if NOW in self.params:
            of[NOW] = (_instant(now),)
        if DAY in self.params:
            of[DAY] = (connection.ops.adapt_datefield_value(now.astimezone(UTC).date()),)
        return sql, [one for param in self.params for one in of.get(param, (param,))]


def _instant(at: datetime) -> Any:
    """Return an instant as this database takes it."""
    return connection.ops.adapt_datetimefield_value(at)


def converter(field: "Field[Any, Any]", vendor: str) -> Callable[[Any], Any] | None:
    """Return how a value of the database becomes one of this field; None if it is the same. SQLite has few types."""
    if hasattr(field, "from_db_value"):
        return lambda value: field.from_db_value(value, None, connection)
    if vendor == "sqlite":
        match field:
            case BooleanField():
                return bool
            case DateTimeField():
                return lambda value: field.to_python(value).replace(tzinfo=UTC)
            case DurationField():
                return lambda value: timedelta(microseconds=value)
            case DecimalField():
                return lambda value: round(Decimal(str(value)), field.decimal_places)
    return None


def update(rows: Sequence[Model], names: Collection[str]) -> None:
    """Write these columns of some rows of one model, all with the same values."""
    if not rows or not names:
        return
    model = type(rows[0])
    database = connections[DEFAULT_DB_ALIAS]
    with database.cursor() as cursor:
        fields = [model._meta.get_field(name) for name in names]
        values = [*_values(rows[0], fields, database), *(row.pk for row in rows)]
        cursor.execute(_update_sql(model, tuple(names), len(rows)), values)


def update_each(rows: Sequence[Model], name: str) -> None:
    """Write one column of some rows of one model, with a different value in each."""
    if not rows:
        return
    model = type(rows[0])
    database = connections[DEFAULT_DB_ALIAS]
    with database.cursor() as cursor:
        column = model._meta.get_field(name)
        values = [value for row in rows for value in (row.pk, *_values(row, [column], database))]
        cursor.execute(_update_each_sql(model, name, len(rows)), [*values, *(row.pk for row in rows)])


def delete(model: type[Model], name: str, value: int | str) -> int:
    """Delete the rows of a model with this value in a column, but nothing that refers to them. Returns how many."""
    with connection.cursor() as cursor:
        cursor.execute(_delete_sql(model, name), [value])
        deleted: int = cursor.rowcount
        return deleted


def insert(rows: Sequence[Model], *, unique: Collection[str] = (), is_kept: bool = False) -> None:
    """Insert rows of one model, without reading back their keys. A row with the same `unique` columns is overwritten,
    or left as it is if `is_kept`."""
    if not rows:
        return
    model = type(rows[0])
    database = connections[DEFAULT_DB_ALIAS]
    with database.cursor() as cursor:
        fields = _columns(model)
        values = [value for row in rows for value in _values(row, fields, database)]
        cursor.execute(_insert_sql(model, len(rows), tuple(unique), is_kept), values)


def insert_new(rows: Sequence[Model]) -> None:
    """Insert rows of one model, and give each its key."""
    if not rows:
        return
    model = type(rows[0])
    database = connections[DEFAULT_DB_ALIAS]
    with database.cursor() as cursor:
        fields, key = _columns(model), _column(model._meta.pk)
        values = [value for row in rows for value in _values(row, fields, database)]
        cursor.execute(f"{_insert_sql(model, len(rows), (), False)} RETURNING {key}", values)
        for row, (given,) in zip(rows, cursor.fetchall(), strict=True):
            row.pk, row._state.adding = given, False


@cache
def _columns(model: type[Model]) -> "list[Field[Any, Any]]":
    """Return the columns of a model except the key that the database assigns."""
    return [field for field in model._meta.concrete_fields if not field.primary_key]


_SENT_AS_THEY_ARE: Mapping[type, tuple[type[Any], ...]] = {int: (IntegerField, ForeignKey), str: (CharField, TextField)}
_SENT_AS_THEY_ARE_TO: Mapping[str, Mapping[type, tuple[type[Any], ...]]] = {
    "sqlite": _SENT_AS_THEY_ARE,
    "postgresql": {**_SENT_AS_THEY_ARE, bool: (BooleanField,), datetime: (DateTimeField,)},
}
"""Values that these fields send to a database as they are; asking the field takes ten calls or more."""


def _values(row: Model, fields: Iterable[Any], database: BaseDatabaseWrapper) -> list[Any]:
    values = [(field, getattr(row, field.attname)) for field in fields]
    sent_as_they_are = _SENT_AS_THEY_ARE_TO[database.vendor]
    return [
        value
        if value is None or isinstance(field, sent_as_they_are.get(type(value), ()))
        else field.get_db_prep_save(value, database)
        for field, value in values
    ]


@lru_cache(maxsize=500)
def _update_sql(model: type[Model], names: tuple[str, ...], rows: int) -> str:
    columns = ", ".join(f"{_column(model._meta.get_field(name))} = %s" for name in names)
    key = _column(model._meta.pk)
    return f"UPDATE {_table(model)} SET {columns} WHERE {key} IN ({', '.join(['%s'] * rows)})"  # noqa: S608  the models' names


@lru_cache(maxsize=500)
def _delete_sql(model: type[Model], name: str) -> str:
    return f"DELETE FROM {_table(model)} WHERE {_column(model._meta.get_field(name))} = %s"  # noqa: S608


@lru_cache(maxsize=500)
def _update_each_sql(model: type[Model], name: str, rows: int) -> str:
    column, key = _column(model._meta.get_field(name)), _column(model._meta.pk)
    cases = f"CASE {key}{' WHEN %s THEN %s' * rows} END"
    return f"UPDATE {_table(model)} SET {column} = {cases} WHERE {key} IN ({', '.join(['%s'] * rows)})"  # noqa: S608


@lru_cache(maxsize=500)
def _insert_sql(model: type[Model], rows: int, unique: tuple[str, ...], is_kept: bool) -> str:
    columns = {field.name: _column(field) for field in _columns(model)}
    marks = ", ".join([f"({', '.join(['%s'] * len(columns))})"] * rows)
    sql = f"INSERT INTO {_table(model)} ({', '.join(columns.values())}) VALUES {marks}"  # noqa: S608
    if not unique:
        return sql
    keys = ", ".join(columns[name] for name in unique)
    if is_kept:
        return f"{sql} ON CONFLICT ({keys}) DO NOTHING"
    anew = ", ".join(f"{column} = EXCLUDED.{column}" for name, column in columns.items() if name not in unique)
    return f"{sql} ON CONFLICT ({keys}) DO UPDATE SET {anew}"


def _table(model: type[Model]) -> str:
    return connection.ops.quote_name(model._meta.db_table)


def _column(field: Any) -> str:
    return connection.ops.quote_name(field.column)
