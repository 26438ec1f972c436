@echo off
rem Makes the results page of every file that is dropped on this icon, and opens it.
setlocal
if not exist "%~dp0python\python.exe" (
    echo Unpack the whole zip file. For the desktop, make a shortcut to this file; a copy does not work.
    pause
    exit /b 2
)
if "%~1"=="" (
    echo Drop a .bws file on this icon.
    pause
    exit /b 2
)
set failed=
:next
if exist "%~1" goto page
echo "%~1": no such file. Windows cuts names at a comma, at ; = ^^ and ^&: rename the file.
goto failed
:page
set "page=%~dpn1"
if defined page goto rank
echo "%~1": its path is too long for Windows: move the file to a folder such as C:\Bridge.
goto failed
:rank
"%~dp0python\python.exe" -m bmconv rank "%~1" -o "%page%.html"
if errorlevel 1 goto failed
if not errorlevel 0 goto failed
start "" "%page%.html"
goto done
:failed
set failed=1
:done
shift
if not "%~1"=="" goto next
if not defined failed exit /b 0
pause
exit /b 1
