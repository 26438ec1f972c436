"""One table: bmconv beside the tools people use instead.

Time and memory of each job, whatever of those tools is installed; the rest is named.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
from contextlib import closing

from benchmarks.files import Files
from benchmarks.jobs import FULL_SIZES, JOBS, SIZES
from benchmarks.measure import Failed
from benchmarks.table import HEAD, MARKDOWN_HEAD, line, markdown, notes, rows
from benchmarks.tools import ROOT, TOOLS


def main() -> int:
    """Measure, printing each job as it is done; 1 when bmconv itself failed."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    names = " ".join(job.name for job in JOBS)
    parser.add_argument("job", nargs="*", help=f"only jobs that begin like this: {names}")
    parser.add_argument(
        "--full", action="store_true", help="the sizes of the limits: about half an hour"
    )
    parser.add_argument("--json", action="store_true", help="an object for each row")
    parser.add_argument("--markdown", action="store_true", help="a Markdown table")
    asked = parser.parse_args()
    for word in asked.job:
        if not any(job.name.startswith(word) for job in JOBS):
            parser.error(f"no job {word}; there are {names}")
    wanted = [
        job if asked.full or not job.full else job.without_limits()
        for job in JOBS
        if job.name.startswith(tuple(asked.job) or "")
    ]
    used = {beside.tool for job in wanted for beside in job.beside}
    versions = {name: tool.version() for name, tool in TOOLS.items() if name in used}
    # byte code, as an installed package has it
    subprocess.run([sys.executable, "-m", "compileall", "-q", ROOT / "bmconv", ROOT / "benchmarks"])
    status = 0
    with (
        tempfile.TemporaryDirectory() as folder,
        closing(Files(folder, FULL_SIZES if asked.full else SIZES)) as files,
    ):
        if not asked.json:
            print(MARKDOWN_HEAD if asked.markdown else HEAD)
        for job in wanted:
            try:
                for turn, row in enumerate(rows(job, files, versions)):
                    written = markdown if asked.markdown else line
                    text = json.dumps(row._asdict()) if asked.json else written(row, not turn)
                    print(text, flush=True)
            except Failed as problem:
                print(f"{job.name}: bmconv failed: {problem}", file=sys.stderr)
                status = 1
        if not asked.json:
            print(notes(files, versions), end="")
    return status


if __name__ == "__main__":
    sys.exit(main())
