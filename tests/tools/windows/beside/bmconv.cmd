@"%~dp0python\python.exe" -m bmconv %*
