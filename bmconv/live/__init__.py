"""Work on a .bws that Bridgemate Control Software may have open: reading what is new, writing what
it waits for, and doing for text-file programs what BMPFTP did."""

POLLED = ("result", "intermediate", "seat", "bid", "card")
"""Record types of the tables that change during play."""
