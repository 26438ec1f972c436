"""python -m bmconv"""

from bmconv.cli import main

main()
