"""The option for settings of terminals, for formats that can fill in missing ones."""

from bmconv.codecs import write_option

SETTINGS = write_option(
    "settings",
    "settings to write: those given, or all, with the guide's defaults for the rest",
    "given",
    ("given", "defaults"),
)
