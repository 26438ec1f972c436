"""The movement types that Bridge Gem numbers."""

from bmconv.records import Movement

TYPES = (
    *("Any", "Three Quarter Howell", "Half Mitchell", "American Whist League", "Appendix Howell"),
    *("Appendix Mitchell", "Blackpool", "Block Mitchell", "Bowman-Ewing Mitchell"),
    *("Criss Cross Mitchell", "DispMitchell", "Double Hesitation Mitchell", "Double Howell"),
    *("Double Weave Mitchell", "Extra Board Howell", "Extra Board Mitchell", "Flower Howell"),
    *("Hesitation Bowman", "Hesitation Mitchell", "Howell", "Interwoven Howell", "Mitchell"),
    *("NS Rover", "Share & Relay Mitchell", "Rover Table Mitchell", "Skip Mitchell"),
    *("Stagger Mitchell", "Twin Mitchells", "Undefined", "Web Mitchell"),
    *("Individual Howell Type", "Individual Mitchell Type", "Individual Irregular"),
    *("Individual Combination", "Individual Shomate", "Pivot Mitchell", "2T Appendix Mitchell"),
    *("Individual Played as Triples", "Individual Triples plus Quintuple", "Individual User3"),
    *("Individual User4", "Individual User5", "User1", "User2", "User3", "User4", "User5"),
    "Unable to Recommend a Movement",
)
"""The name of each type, by its number."""

CLASSES = ("pairs", "individual")
"""The class of a movement, by its number."""


def type_name(number: int | None) -> str:
    """The name of a type; an unknown number is shown as it is."""
    if number is None:
        return ""
    return TYPES[number] if 0 <= number < len(TYPES) else str(number)


def class_name(number: int | None) -> str:
    """The name of a class; an unknown number is shown as it is."""
    if number is None:
        return ""
    return CLASSES[number] if number in (0, 1) else str(number)


def is_individual(movement: Movement) -> bool:
    """Whether a movement is an individual: by the class in the index, else by the type's name."""
    if movement.class_ is not None:
        return movement.class_ == 1
    return type_name(movement.movement_type).startswith("Individual")
