"""What to type instead: advice on slips of the command line, and on options of readers."""
