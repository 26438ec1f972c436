"""A site of pages: one per night and player, and lists by club and date.

destination: where export publishes. It keeps all rows in a database beside the site, as `--to sql`
does. book: the nights and players of that database, and which pages must be made again. addresses:
the file names of pages. pages: makes them, in several processes.
"""
