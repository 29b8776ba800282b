import pathlib
import urllib.request

import pytest

from clinic.patients import connect


@pytest.fixture
def db():
    return connect()


@pytest.fixture
def ward():
    return pathlib.Path("tests/data/ward.json").read_text()


@pytest.fixture
def laboratory():
    return urllib.request.urlopen("http://127.0.0.1:9/laboratory")


def pytest_configure(config):
    config.addinivalue_line("markers", "slow")
