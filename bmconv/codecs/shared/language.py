"""The language of formats that people read."""

from bmconv.codecs import write_option
from bmconv.reports.catalogues import NAMES

LANGUAGE = write_option("language", f"language: {', '.join(NAMES)}", metavar="CODE")
