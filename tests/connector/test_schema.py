"""The properties of Data Transfer Objects, compared with the vendor's client."""

import msgspec
import pytest

from bmconv.connector import schema
from tests.helpers.vendor import VALIDATORS, parse


@pytest.mark.parametrize("name", VALIDATORS)
def test_a_missing_property_has_the_default_of_the_client(name):
    ours = msgspec.to_builtins(getattr(schema, name)())
    assert ours == parse(name, {}).to_dict()
    assert len(ours) > 2
