"""What triggers each note of Jannersten's results.txt."""

from tests.codecs.every_note import read

CONTESTANT = "[GAME]\nA;3;30;10;;;;;;;;1\n[Contestants]\nA;1;N;Ann Ash;240;60;;\n"

NOTES = [
    read(
        CONTESTANT + "A;!;S;Bea Birch;260;65;;\n",
        "error bad-line: 1 line skipped (file:5: pair '!')",
    ),
    read(
        CONTESTANT + "[RESULTS]\n#01;A;1\n",
        "error bad-line: 1 line skipped (file:6: 3 fields, expected 22)",
    ),
    read(
        CONTESTANT + "\nA\n[RESULTS]\n\n#01\n",
        "error bad-line: 1 line skipped (file:6: 1 field, expected 6)",
    ),
    read(
        CONTESTANT + "x" * 131_073 + ";\n",
        "error bad-line: 1 line skipped (file:5: field larger than field limit (131072))",
    ),
    read(
        CONTESTANT + "[OTHER]\nA;1\n",
        "error bad-line: 1 line skipped (file:6: in no known part)",
    ),
    read(
        CONTESTANT.replace(";;;;;;;;1", ";;;;;;4 May;;1"),
        "loss odd-date: 1 date not understood (file: 4 May)",
    ),
]
