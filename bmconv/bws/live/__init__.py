"""Work on a .bws that Bridgemate Control Software may have open: reading new rows, writing changes
and triggers, and replacing BMPFTP for scoring programs that use text files."""

POLLED = ("result", "intermediate", "seat", "bid", "card", "hand")
"""Record types of the tables that change during play."""
