"""Side by side with other tools: ratios measured in one run, never bare seconds."""
