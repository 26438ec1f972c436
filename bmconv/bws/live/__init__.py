"""Work on a .bws that Bridgemate Control Software may have open.

Read new rows, write changes and triggers, and replace BMPFTP for scoring programs that use text
files.
"""

POLLED = ("result", "intermediate", "seat", "bid", "card", "hand")
"""Record types of the tables that change during play."""
