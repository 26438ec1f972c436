"""The exception of this package."""


class JetError(ValueError):
    """Something is wrong with a database; `place` says where and may be empty."""

    def __init__(self, what: str, place: str = "") -> None:
        super().__init__(f"{place}: {what}" if place else what)
        self.what = what
        self.place = place
