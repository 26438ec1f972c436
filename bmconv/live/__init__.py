"""Work on a .bws that Bridgemate Control Software may have open: reading what is new, writing what
it waits for, and doing for text-file programs what BMPFTP did."""
