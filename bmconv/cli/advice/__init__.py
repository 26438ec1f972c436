"""How failures are reported, and what to type instead: advice on slips and options of readers."""
