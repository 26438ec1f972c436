"""The SQL of each kind of database: types, and the statements that create tables and views."""

from typing import NamedTuple

from bmconv.exporting.tables import REJECTS, SOURCES, DatasetColumn, DatasetTable, list_table


class Dialect(NamedTuple):
    """The SQL of one kind of database for what all kinds have."""

    name: str
    types: dict[str, tuple[str, str]]
    """The type of a column of each kind, and the Arrow type that its driver takes; text for any
    other kind."""
    keys: bool
    """Whether tables have keys and indexes."""
    comments: bool
    """Whether comments are statements of their own; else they are in those that create tables."""
    row: str
    """The expression that orders the rows of a table as they were added."""
    names: str
    """The expression for the names in a row of a ranking, as one text."""
    players: str
    """The source of the players in a row `r` of a ranking: a row with the alias {0} for each."""
    number: str
    """The expression for the number of the player in row {0}."""
    person: str
    """The expression for the name of the player in row {0}."""

    def cast(self, expression: str, kind: str) -> str:
        """An expression cast to the type of a kind; unchanged in SQLite: casts spoil its dates."""
        return expression if self is SQLITE else f"CAST({expression} AS {self.type_of(kind)[0]})"

    def type_of(self, kind: str) -> tuple[str, str]:
        """The type of a column, and the Arrow type that its driver takes."""
        return self.types.get(kind, self.types["text"])


SQLITE = Dialect(
    "SQLite",
    {
        "int": ("INTEGER", "int32"),
        "bigint": ("INTEGER", "int64"),
        "bool": ("INTEGER", "bool"),
        "float": ("REAL", "double"),
        "date": ("DATE", "string"),
        "time": ("TIME", "string"),
        "datetime": ("TIMESTAMP", "string"),
        "text": ("TEXT", "string"),
    },
    keys=True,
    comments=False,
    row="rowid",
    names="(SELECT group_concat(value, ' & ') FROM json_each(names))",
    players="json_each(r.extra, '$.players') {0}",
    number="json_extract({0}.value, '$.number')",
    person="json_extract({0}.value, '$.name')",
)
POSTGRES = Dialect(
    "PostgreSQL",
    {
        "int": ("integer", "int32"),
        "bigint": ("bigint", "int64"),
        "bool": ("boolean", "bool"),
        "float": ("double precision", "double"),
        "date": ("date", "date32"),
        "time": ("time", "time64[us]"),
        "datetime": ("timestamp", "timestamp[us]"),
        "json": ("jsonb", "json"),
        "text": ("text", "string"),
    },
    keys=True,
    comments=True,
    row="ctid",
    names="(SELECT string_agg(value, ' & ') FROM jsonb_array_elements_text(names))",
    players="LATERAL jsonb_array_elements(r.extra->'players') {0}",
    number="({0}.value->>'number')",
    person="({0}.value->>'name')",
)
DUCKDB = Dialect(
    "DuckDB",
    {
        "int": ("integer", "int32"),
        "bigint": ("bigint", "int64"),
        "bool": ("boolean", "bool"),
        "float": ("double", "double"),
        "date": ("date", "date32"),
        "time": ("time", "time64[us]"),
        "datetime": ("timestamp", "timestamp[us]"),
        "json": ("json", "string"),
        "text": ("varchar", "string"),
    },
    keys=False,  # with a key, DuckDB may refuse a row that replaces one in the same transaction
    comments=True,
    row="rowid",
    names="nullif(array_to_string(names::varchar[], ' & '), '')",
    players="LATERAL unnest(json_extract(r.extra, '$.players[*]')) {0}(value)",
    number="({0}.value->>'number')",
    person="({0}.value->>'name')",
)


def create_table(table: DatasetTable, dialect: Dialect) -> list[str]:
    """The statements that create a table, with its keys, indexes and comments."""
    lines = [_declaration(column, dialect) for column in table.columns]
    if dialect.keys:
        lines.append(f"PRIMARY KEY ({_column_list(table.key)})")
        if table.parent:
            lines.append(
                f'FOREIGN KEY (event_id) REFERENCES "{table.parent}" (event_id) '
                "DEFERRABLE INITIALLY DEFERRED"
            )
    if dialect.comments:
        statements = [f'CREATE TABLE "{table.name}" ({", ".join(lines)})']
        statements += _comments("TABLE", table.name, table.description, table.columns)
    else:
        body = _with_remarks(lines, [column.description for column in table.columns])
        statements = [f'CREATE TABLE "{table.name}" (\n  -- {table.description}\n{body})']
    for columns in table.indexes if dialect.keys else ():
        index = index_name(table, columns)
        statements.append(f'CREATE INDEX "{index}" ON "{table.name}" ({_column_list(columns)})')
    return statements


def index_name(table: DatasetTable, columns: tuple[str, ...]) -> str:
    """The name of an index of a table."""
    return "_".join((table.name.lstrip("_"), *columns))


def create_rejects(labels: list[str], dialect: Dialect) -> list[str]:
    """The statements that create the list of rejected files."""
    rejects = list_table(REJECTS, labels)
    select = [f'"{name}"' for name in rejects.names]
    source = f"FROM {SOURCES} WHERE status = 'reject'"
    return create_view(REJECTS, rejects.description, rejects.columns, select, source, dialect)


def create_view(
    name: str,
    description: str,
    columns: list[DatasetColumn],
    select: list[str],
    source: str,
    dialect: Dialect,
) -> list[str]:
    """The statements that create a view of columns from a source, and describe these columns."""
    head = f'CREATE VIEW "{name}" AS'
    if dialect.comments:
        statement = f"{head} SELECT {', '.join(select)} {source}"
        return [statement, *_comments("VIEW", name, description, columns)]
    last = len(select) - 1
    lines = "".join(
        f"\n  {text}{',' if index < last else ''} -- {column.description}"
        for index, (text, column) in enumerate(zip(select, columns, strict=True))
    )
    return [f"{head}\n  -- {description}\n  SELECT{lines}\n  {source}"]


def _comments(sort: str, name: str, description: str, columns: list[DatasetColumn]) -> list[str]:
    """The statements that describe a table or view (`sort`: TABLE or VIEW) and its columns."""
    return [
        f'COMMENT ON {sort} "{name}" IS {_quote(description)}',
        *(
            f'COMMENT ON COLUMN "{name}"."{column.name}" IS {_quote(column.description)}'
            for column in columns
        ),
    ]


def _declaration(column: DatasetColumn, dialect: Dialect) -> str:
    present = " NOT NULL" if column.present else ""
    return f'"{column.name}" {dialect.type_of(column.kind)[0]}{present}'


def _with_remarks(lines: list[str], descriptions: list[str]) -> str:
    """The lines of a definition as one text; the first ones each end with a description."""
    ends = [","] * (len(lines) - 1) + [""]
    remarks = [f" -- {text}" for text in descriptions] + [""] * (len(lines) - len(descriptions))
    return "".join(
        f"  {line}{end}{remark}\n" for line, end, remark in zip(lines, ends, remarks, strict=True)
    )


def _column_list(names: tuple[str, ...]) -> str:
    return ", ".join(f'"{name}"' for name in names)


def _quote(text: str) -> str:
    return "'" + text.replace("'", "''") + "'"
