import { type SampleRepository, sums } from './sampleRepository.ts';

/** @param from where the tests import the sums from */
function pythonTests(from: string): string {
  return `import pytest

from ${from} import add, subtract


def test_adds_up():
    assert add(1, 2) == 3


def test_takes_away():
    assert subtract(3, 2) == 1


@pytest.mark.skip(reason="not yet")
def test_multiplies_later():
    assert add(2, 2) == 8
`;
}

const tests = {
  test_adds_up: 'PASS',
  test_takes_away: 'PASS',
  test_multiplies_later: 'SKIPPED',
} as const;
const venv = 'python3 -m venv .venv';
const pip = '.venv/bin/python -m pip install';
const pytest = (install: string) =>
  ({ install: `${venv} && ${pip} ${install}`, test: '.venv/bin/python -m pytest', countedBy: 'pytest' }) as const;
const setuptools = '[build-system]\nrequires = ["setuptools>=64"]\nbuild-backend = "setuptools.build_meta"\n';
const project = (more: string) => `${setuptools}
[project]
name = "sums"
version = "1.0"
requires-python = ">=3.9"
${more}`;

/** Repositories of Python. */
export const pythonSamples: readonly SampleRepository[] = [
  {
    name: 'pytest-requirements',
    kind: 'pytest, requirements.txt, a flat layout',
    files: { 'requirements.txt': 'pytest==8.4.2\n', 'sums.py': sums.python, 'test_sums.py': pythonTests('sums') },
    proposed: { framework: 'PyTest' },
    bare: pytest('-r requirements.txt'),
    tests,
  },
  {
    name: 'pytest-dev-requirements',
    kind: 'pytest, setup.py and requirements-dev.txt, a failing test',
    files: {
      'setup.py': 'from setuptools import setup\n\nsetup(name="sums", version="1.0", packages=["sums"])\n',
      'requirements-dev.txt': '-e .\npytest>=8\n',
      'sums/__init__.py': sums.python,
      'tests/test_sums.py': `${pythonTests('sums')}

def test_divides():
    assert add(4, 2) == 2
`,
    },
    proposed: { framework: 'PyTest' },
    bare: pytest('-r requirements-dev.txt'),
    tests: { ...tests, test_divides: 'FAIL' },
  },
  {
    name: 'pytest-pyproject',
    kind: 'pytest, pyproject.toml with an extra, `src` layout',
    files: {
      'pyproject.toml': project(`
[project.optional-dependencies]
test = ["pytest>=8"]

[tool.pytest.ini_options]
testpaths = ["tests"]
`),
      'src/sums/__init__.py': sums.python,
      'tests/test_sums.py': pythonTests('sums'),
    },
    proposed: { framework: 'PyTest' },
    bare: pytest('-e ".[test]"'),
    tests,
  },
  {
    name: 'pytest-groups',
    kind: 'pytest, dependency groups of pyproject.toml, `.python-version`',
    files: {
      'pyproject.toml': project(`
[dependency-groups]
dev = ["pytest>=8", "pytest-cov"]

[tool.pytest.ini_options]
addopts = "--cov=sums"
`),
      '.python-version': '3.11\n',
      'src/sums/__init__.py': sums.python,
      'tests/test_sums.py': pythonTests('sums'),
    },
    proposed: { framework: 'PyTest' },
    bare: pytest('-e . pytest pytest-cov'),
    tests,
  },
  {
    name: 'tox',
    kind: 'pytest, setup.cfg and tox.ini',
    files: {
      'setup.cfg': `[metadata]
name = sums
version = 1.0

[options]
packages = find:

[tool:pytest]
addopts = -ra
`,
      'setup.py': 'from setuptools import setup\n\nsetup()\n',
      'tox.ini': `[tox]
envlist = py39,py311

[testenv]
deps =
    pytest>=8
commands = pytest {posargs}
`,
      'sums/__init__.py': sums.python,
      'tests/__init__.py': '',
      'tests/test_sums.py': pythonTests('sums'),
    },
    proposed: { framework: 'PyTest' },
    bare: pytest('-e . "pytest>=8"'),
    tests,
  },
  {
    name: 'nox',
    kind: 'pytest, noxfile.py',
    files: {
      'pyproject.toml': project(''),
      'noxfile.py': `import nox


@nox.session
def lint(session):
    session.install("ruff")
    session.run("ruff", "check", ".")


@nox.session
def tests(session):
    session.install("-e", ".", "pytest", "hypothesis")
    session.run("pytest", *session.posargs)
`,
      'sums.py': sums.python,
      'tests/test_sums.py': `from hypothesis import given, strategies

from sums import add, subtract


@given(strategies.integers(), strategies.integers())
def test_adds_up(a, b):
    assert add(a, b) == a + b


def test_takes_away():
    assert subtract(3, 2) == 1
`,
    },
    proposed: { framework: 'PyTest' },
    bare: pytest('-e . pytest hypothesis'),
    tests: { test_adds_up: 'PASS', test_takes_away: 'PASS' },
  },
  {
    name: 'setuptools-scm',
    kind: 'pytest, its version from the tag (setuptools-scm)',
    files: {
      'pyproject.toml': `[build-system]
requires = ["setuptools>=64", "setuptools-scm>=8"]
build-backend = "setuptools.build_meta"

[project]
name = "sums"
dynamic = ["version"]
requires-python = ">=3.9"

[project.optional-dependencies]
testing = ["pytest>=8"]

[tool.setuptools_scm]
`,
      'src/sums/__init__.py': sums.python,
      'tests/test_sums.py': `from importlib.metadata import version

from sums import add, subtract


def test_adds_up():
    assert add(1, 2) == 3


def test_takes_away():
    assert subtract(3, 2) == 1


def test_version():
    assert version("sums") == "2.3.4"
`,
    },
    tag: 'v2.3.4',
    proposed: { framework: 'PyTest' },
    bare: pytest('-e ".[testing]"'),
    tests: { test_adds_up: 'PASS', test_takes_away: 'PASS', test_version: 'PASS' },
  },
  {
    name: 'unittest',
    kind: 'unittest without any package',
    files: {
      'sums.py': sums.python,
      'tests/__init__.py': '',
      'tests/test_sums.py': `import unittest

from sums import add, subtract


class SumsTest(unittest.TestCase):
    def test_adds_up(self):
        self.assertEqual(add(1, 2), 3)

    def test_takes_away(self):
        self.assertEqual(subtract(3, 2), 1)
`,
    },
    proposed: { framework: 'PyTest' },
    bare: { test: 'python3 -m unittest discover', countedBy: 'unittest' },
    tests: { test_adds_up: 'PASS', test_takes_away: 'PASS' },
  },
];
