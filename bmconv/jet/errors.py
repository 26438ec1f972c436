"""The exceptions of this package."""

COPY_AGAIN = "copy it again from where it was made"


class JetError(ValueError):
    """Something is wrong with a database; `place` is the part concerned, if known."""

    def __init__(self, problem: str, place: str = "") -> None:
        super().__init__(f"{place}: {problem}" if place else problem)
        self.problem = problem
        self.place = place


class JetFileError(JetError, OSError):
    """A file cannot be opened; this is also an OSError, with the error number of the system."""

    def __init__(self, error: OSError) -> None:
        super().__init__(error.strerror or str(error), str(error.filename or ""))
        self.errno, self.strerror, self.filename = error.errno, self.problem, error.filename

    def __str__(self) -> str:
        return f"{self.place}: {self.problem}" if self.place else self.problem
