"""A ranking for people: as text, as a page or as sheets, with scorecards and travellers."""
