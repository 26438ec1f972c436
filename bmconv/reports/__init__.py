"""A ranking for people: as text, as a page, as sheets of a workbook, score cards and travellers."""
