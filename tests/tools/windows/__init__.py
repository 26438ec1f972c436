"""bmconv for Windows: a folder that needs no Python, and tests of it under Wine."""
