"""Sheets of a workbook for people: ranking, travellers, score cards, hands."""
