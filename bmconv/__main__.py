"""python -m bmconv"""

from bmconv.cli import program

program()
