"""Input and output: sources and sinks, archives, files that appear complete, the record stream."""
