"""Editing Access files in place."""
