"""The three text files of BMPFTP, and what they share."""
