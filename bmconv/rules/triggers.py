"""The special values of UpdateFromRound, which tell the server to read changes of a table.

Any other value is the first round to read; 0 means none.
"""

WAIT = 256
"""Added to the number of a round: more rounds will follow later."""
NEW_HANDS = 996
"""Load new hands."""
NEW_SETTINGS = 997
"""Load new settings."""
RESET = 998
"""Go back to the main screen."""
REMOVE_TABLE = 999
"""Remove the table."""
