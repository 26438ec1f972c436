"""The values of UpdateFromRound, by which a program triggers the server to read changes.

Any other value is the first of the rounds to read, 0 for none.
"""

WAIT = 256
"""More rounds will follow; can be added to a round."""
NEW_HANDS = 996
"""Load new hands."""
NEW_SETTINGS = 997
"""Load new settings."""
RESET = 998
"""Go back to the main screen."""
REMOVE_TABLE = 999
"""Remove the table."""
