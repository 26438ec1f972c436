"""docs/leagues.md: its line for cron, and its role for PostgreSQL; test_readme.py runs the rest."""

import re
import shutil

import pytest

from tests.helpers.postgres_server import programs_folder, running_server
from tests.helpers.running import ROOT, absent, quick, samples, shell

PAGE = (ROOT / "docs" / "leagues.md").read_text(encoding="utf-8")


@pytest.fixture
def demo(tmp_path):
    return samples(tmp_path)


def test_the_line_for_the_crontab_says_nothing_on_a_good_night(demo):
    (line,) = re.findall(r"^    30 4 \* \* \*  (bmconv .*)$", PAGE, re.MULTILINE)
    (demo / "archive").mkdir()
    shutil.copy(demo / "night.bws", demo / "archive")
    assert shell(line.replace("/srv", str(demo)) + "; echo $?", demo) == "0\n"
    assert (demo / "league.db").exists()


def test_a_role_that_owns_one_schema_is_enough(demo):
    if programs_folder() is None:
        absent("PostgreSQL")
    from adbc_driver_postgresql import dbapi

    (archive := demo / "archive" / "northtown").mkdir(parents=True)
    shutil.copy(demo / "night.bws", archive)
    (statements,) = re.findall(r"^```sql\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)
    (words,) = re.findall(r"^    PGPASSFILE=\S+ bmconv (export .*)$", PAGE, re.MULTILINE)
    with running_server() as server:
        with dbapi.connect(server.url, autocommit=True) as db, db.cursor() as cursor:
            for statement in filter(None, map(str.strip, statements.split(";"))):
                cursor.execute(statement)
        url = f"postgresql://league@127.0.0.1:{server.port}/postgres"
        words = words.replace("/srv", str(demo))
        words = words.replace("postgresql://league@db.example.org/league", url)
        done = quick(*words.split())
    assert (done.code, done.err) == (0, "")
    assert b"1 event," in done.out
