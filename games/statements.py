"""Queries whose SQL the ORM generates only once, and rows written without it, for what every command and every page
does: generating such a statement takes longer than executing it.

SQL, columns and converters come from the models, so a new column needs no change here. Nothing here knows any
particular model."""

from collections.abc import Collection, Iterable, Sequence
from functools import cache, lru_cache
from typing import Any, Generic, TypeVar

from django.db import connection
from django.db.models import Field, Model, QuerySet
from django.db.models.query import get_related_populators

M = TypeVar("M", bound=Model)

GIVEN: Any = -0x4C65_7869_636F_6E21
"""A placeholder in a query's filters for the value of each call; `__in=[GIVEN]` for one or more. It is a number that no
query uses otherwise: fields convert it, and its text can still be recognised."""

LARGEST = 2**63 - 1


class Compiled(Generic[M]):
    """A query whose SQL is generated on first use and then kept. Each call returns new instances."""

    def __init__(self, queryset: QuerySet[M]) -> None:
        self._queryset = queryset
        self._made = cache(self._make)

    def __call__(self, *values: object) -> list[M]:
        """Return the rows for these values, which all replace `GIVEN`; none for a number that no column can hold."""
        if any(isinstance(value, int) and abs(value) > LARGEST for value in values):
            return []
        made = self._made(connection.vendor)
        sql = made.sql
        params: list[Any] = [one for param in made.params for one in (values if param is GIVEN else (param,))]
        if len(values) > 1:
            sql = sql.replace("IN (%s)", f"IN ({', '.join(['%s'] * len(values))})")
        with connection.cursor() as cursor:
            cursor.execute(sql, params)
            return [made.instance(row) for row in cursor.fetchall()]

    def _make(self, vendor: str) -> "_Made[M]":
        return _Made(self._queryset)


class _Made(Generic[M]):
    """The SQL of a query for one type of database, and how a row becomes an instance, as `ModelIterable` does it."""

    def __init__(self, queryset: QuerySet[M]) -> None:
        compiler = queryset.query.get_compiler(connection=connection)
        self.sql, params = compiler.as_sql()
        self.params = [GIVEN if str(param) == str(GIVEN) else param for param in params]
        told = compiler.klass_info
        assert told is not None
        self._model: type[M] = told["model"]
        own = told["select_fields"]
        self._own = slice(own[0], own[-1] + 1)
        self._names = [column.target.attname for column, _, _ in compiler.select[self._own]]
        self._related = get_related_populators(told, compiler.select, connection.alias)  # type: ignore[call-arg]  # newer stubs
        self._annotations = list((compiler.annotation_col_map or {}).items())
        self._converters = list(compiler.get_converters(column for column, _, _ in compiler.select).items())

    def instance(self, row: Sequence[object]) -> M:
        values = list(row)
        for place, (converters, column) in self._converters:
            for convert in converters:
                values[place] = convert(values[place], column, connection)
        made = self._model.from_db(connection.alias, self._names, values[self._own])
        for related in self._related:
            related.populate(values, made)
        for name, place in self._annotations:
            setattr(made, name, values[place])
        return made


def update(rows: Sequence[Model], names: Collection[str]) -> None:
    """Write these columns of some rows of one model, all with the same values."""
    if not rows or not names:
        return
    model = type(rows[0])
    with connection.cursor() as cursor:
        fields = [model._meta.get_field(name) for name in names]
        values = [*_values(rows[0], fields), *(row.pk for row in rows)]
        cursor.execute(_update_sql(model, tuple(names), len(rows)), values)


def insert(rows: Sequence[Model], *, unique: Collection[str] = ()) -> None:
    """Insert rows of one model, without reading back their keys. A row with the same `unique` columns is
    overwritten."""
    if not rows:
        return
    model = type(rows[0])
    with connection.cursor() as cursor:
        fields = _columns(model)
        values = [value for row in rows for value in _values(row, fields)]
        cursor.execute(_insert_sql(model, len(rows), tuple(unique)), values)


@cache
def _columns(model: type[Model]) -> "list[Field[Any, Any]]":
    """Return the columns of a model except the key that the database assigns."""
    return [field for field in model._meta.concrete_fields if not field.primary_key]


def _values(row: Model, fields: Iterable[Any]) -> list[Any]:
    return [field.get_db_prep_save(getattr(row, field.attname), connection) for field in fields]


@lru_cache(maxsize=500)
def _update_sql(model: type[Model], names: tuple[str, ...], rows: int) -> str:
    columns = ", ".join(f"{_column(model._meta.get_field(name))} = %s" for name in names)
    key = _column(model._meta.pk)
    return f"UPDATE {_table(model)} SET {columns} WHERE {key} IN ({', '.join(['%s'] * rows)})"  # noqa: S608  the models' names


@lru_cache(maxsize=500)
def _insert_sql(model: type[Model], rows: int, unique: tuple[str, ...]) -> str:
    columns = {field.name: _column(field) for field in _columns(model)}
    marks = ", ".join([f"({', '.join(['%s'] * len(columns))})"] * rows)
    sql = f"INSERT INTO {_table(model)} ({', '.join(columns.values())}) VALUES {marks}"  # noqa: S608
    if not unique:
        return sql
    keys = ", ".join(columns[name] for name in unique)
    anew = ", ".join(f"{column} = EXCLUDED.{column}" for name, column in columns.items() if name not in unique)
    return f"{sql} ON CONFLICT ({keys}) DO UPDATE SET {anew}"


def _table(model: type[Model]) -> str:
    return connection.ops.quote_name(model._meta.db_table)


def _column(field: Any) -> str:
    return connection.ops.quote_name(field.column)
