"""The three text files of BMPFTP, and the code they share."""
