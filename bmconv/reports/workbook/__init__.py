"""Sheets of a workbook for people: ranking, travellers, scorecards, hands."""
