"""Time and memory of bmconv compared with the tools people use instead.

Tools that are not installed are named in the table, with how to get them.
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
    """Measure the jobs and print each when it is done; the exit code is 1 if bmconv failed."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    names = " ".join(job.name for job in JOBS)
    parser.add_argument("job", nargs="*", help=f"only jobs whose names begin like this: {names}")
    parser.add_argument(
        "--full",
        action="store_true",
        help="use the large files for which the limits hold (half an hour)",
    )
    parser.add_argument("--json", action="store_true", help="print a JSON object for each row")
    parser.add_argument("--markdown", action="store_true", help="print a Markdown table")
    options = parser.parse_args()
    for word in options.job:
        if not any(job.name.startswith(word) for job in JOBS):
            parser.error(f"no job {word}; there are {names}")
    jobs = [
        job if options.full or not job.full else job.without_limits()
        for job in JOBS
        if job.name.startswith(tuple(options.job) or "")
    ]
    used = {beside.tool for job in jobs for beside in job.beside}
    versions = {name: tool.version() for name, tool in TOOLS.items() if name in used}
    # bytecode, which an installed package has too
    subprocess.run([sys.executable, "-m", "compileall", "-q", ROOT / "bmconv", ROOT / "benchmarks"])
    status = 0
    with (
        tempfile.TemporaryDirectory() as folder,
        closing(Files(folder, FULL_SIZES if options.full else SIZES)) as files,
    ):
        if not options.json:
            print(MARKDOWN_HEAD if options.markdown else HEAD)
        for job in jobs:
            try:
                for index, row in enumerate(rows(job, files, versions)):
                    write = markdown if options.markdown else line
                    text = json.dumps(row._asdict()) if options.json else write(row, not index)
                    print(text, flush=True)
            except Failed as problem:
                print(f"{job.name}: bmconv failed: {problem}", file=sys.stderr)
                status = 1
        if not options.json:
            print(notes(files, versions), end="")
    return status


if __name__ == "__main__":
    sys.exit(main())
