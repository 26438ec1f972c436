"""The program: `bmconv`, or `python -m bmconv`."""

from bmconv.cli import main as program

if __name__ == "__main__":
    program()
