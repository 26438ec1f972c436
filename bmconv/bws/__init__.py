"""The Bridgemate database (.bws): its layout, reading and writing it, and work on one in use."""
