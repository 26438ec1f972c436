"""How long a filter takes to start, against importing click alone."""

from __future__ import annotations

from benchmarks.measure import BMCONV, PYTHON, ROOT, SHARED, compiled, in_turn, table

CLICK = "python -c 'import click'"


def main() -> None:
    """Measure `--help`, a text filter and, where there is one, a club night's .bws."""
    compiled()
    results = SHARED / "samples/bmpftp/BMRData.txt"
    if not results.exists():
        results = ROOT / "formats/bmrdata/samples/BMRData.txt"
    jobs: dict[str, list[str] | str] = {
        CLICK: [PYTHON, "-c", "import click"],
        "bmconv --help": [*BMCONV, "--help"],
        "bmconv from bmrdata (36 results)": [*BMCONV, "from", "bmrdata", str(results)],
    }
    limits = {"bmconv --help": 1.5, "bmconv from bmrdata (36 results)": 1.8}
    club = SHARED / "samples/jet/club.bws"
    if club.exists():
        name = "bmconv convert club.bws -t bmrdata"
        jobs[name] = [*BMCONV, "convert", str(club), "-t", "bmrdata"]
        limits[name] = 2.2
    table("Start-up", CLICK, in_turn(jobs, 25), limits)


if __name__ == "__main__":
    main()
