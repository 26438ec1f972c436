"""The functions behind the commands, under the same names, for programs.

Their `data` is an Event, or what `read` takes: a path, bytes, or a file open in binary
mode. Functions that return an Event keep their notes in it; the others add theirs to `notes`, if it
is given, or else to those of the Event. Programs import them from `bmconv` itself.
"""
