"""A message about a missing extra names the right command; `make package` runs these commands."""

import sys
from importlib import metadata

import pytest

from bmconv.errors import MissingExtra, install_command

REQUIRES = [
    "click>=8.2",
    "endplay>=0.5.12; extra == 'all'",
    "endplay>=0.5.12; extra == 'dd'",
    "one-part>=1; extra == 'parts'",
    "other-part; extra == 'parts'",
]


class Installation:
    """Stands in for the metadata of an installed bmconv."""

    requires = REQUIRES
    origin: str | None = None

    def read_text(self, name: str) -> str | None:
        assert name == "direct_url.json"
        return self.origin


@pytest.fixture
def installation(monkeypatch, tmp_path):
    """An installation in an environment of its own, which has pip."""
    installation = Installation()
    monkeypatch.setattr(metadata, "distribution", {"bmconv": installation}.__getitem__)
    monkeypatch.setattr(sys, "prefix", str(tmp_path))
    monkeypatch.setattr(sys, "executable", "/home/ada/a club/.venv/bin/python")
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.setattr("importlib.util.find_spec", lambda name: name == "pip")
    return installation


def test_pip_of_the_same_environment_installs_the_packages_of_the_extra(installation):
    assert install_command("dd") == (
        "'/home/ada/a club/.venv/bin/python' -m pip install 'endplay>=0.5.12'"
    )
    assert install_command("parts").endswith("-m pip install 'one-part>=1' other-part")


def test_uv_installs_into_an_environment_without_pip(installation, monkeypatch):
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    assert install_command("dd") == (
        "uv pip install -p '/home/ada/a club/.venv/bin/python' 'endplay>=0.5.12'"
    )


def test_pipx_injects_the_packages(installation, tmp_path):
    (tmp_path / "pipx_metadata.json").touch()
    assert install_command("dd") == "pipx inject bmconv 'endplay>=0.5.12'"


def test_uv_installs_its_tool_again_from_the_same_source(installation, tmp_path):
    (tmp_path / "uv-receipt.toml").touch()
    assert install_command("dd") == "uv tool install 'bmconv[dd]'"
    installation.origin = '{"dir_info": {"editable": true}, "url": "file:///home/ada/bmconv"}'
    assert install_command("dd") == "uv tool install 'bmconv[dd] @ file:///home/ada/bmconv'"


def test_an_extra_that_the_metadata_lack_is_installed_by_its_name(installation):
    assert install_command("new").endswith(" -m pip install 'bmconv[new]'")


def test_the_command_has_double_quotes_on_windows(installation, monkeypatch):
    monkeypatch.setattr(sys, "platform", "win32")
    assert install_command("dd") == (
        '"/home/ada/a club/.venv/bin/python" -m pip install "endplay>=0.5.12"'
    )


def test_the_message_says_what_the_extra_is_for_and_how_to_install_it(installation):
    text = str(MissingExtra("this needs a solver", "dd"))
    assert text.startswith("this needs a solver; install the extra dd with: '/home/ada")
    assert MissingExtra("this needs a solver", "dd").code == "missing-extra"


def test_the_message_in_the_zip_file_for_windows_names_an_installed_python(installation, tmp_path):
    (tmp_path / "python313._pth").touch()
    assert str(MissingExtra("this needs a solver", "dd")) == (
        "this needs a solver; the zip file for Windows does not have it; with an installed "
        "Python: pip install bmconv[dd]"
    )
