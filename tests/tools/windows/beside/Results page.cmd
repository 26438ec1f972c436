@echo off
rem Makes the results page of every file that is dropped on this icon, and opens it.
if "%~1"=="" (
    echo Drop a .bws file on this icon.
    pause
    exit /b 2
)
:next
"%~dp0python\python.exe" -m bmconv rank "%~1" -o "%~dpn1.html"
if errorlevel 1 (
    pause
    exit /b 1
)
start "" "%~dpn1.html"
shift
if not "%~1"=="" goto next
