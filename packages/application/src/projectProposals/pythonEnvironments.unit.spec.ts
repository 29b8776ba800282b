import { findingOf, onlyOf } from '../../test/proposedFor.ts';

const project = '[build-system]\nrequires = ["hatchling"]\n\n[project]\nname = "shop"\n';
const test = { 'tests/test_cart.py': 'def test_adds(): pass' };

const environments: readonly [what: string, tree: Record<string, string>, installCommand: string, why: string][] = [
  [
    'tox',
    {
      'setup.py': 'setup(name="shop")',
      'tox.ini':
        '[tox]\nenvlist = lint, py\n\n[testenv:lint]\ndeps = ruff\ncommands = ruff check\n\n[testenv]\ndeps =\n    pytest>=8\n    # of the plugins\n    py312: pytest-xdist\n    -r{toxinidir}/requirements/test.txt\nextras = redis\ncommands = pytest {posargs}\n',
      'requirements/test.txt': 'hypothesis',
    },
    'python -m pip install -e ".[redis]" "pytest>=8" pytest-xdist -r requirements/test.txt',
    'As the environment testenv of tox.ini has them',
  ],
  [
    'tox without the project itself',
    { 'tox.ini': '[testenv:unit]\nskip_install = true\ndeps = pytest\ncommands = python -m pytest\n' },
    'python -m pip install pytest',
    'As the environment testenv:unit of tox.ini has them',
  ],
  [
    'nox',
    {
      'pyproject.toml': project,
      'noxfile.py':
        'import nox\n\n@nox.session\ndef lint(session):\n    session.install("ruff")\n\n@nox.session(python=["3.12"])\ndef tests(session):\n    session.install("-e", ".[test]")\n    session.install("pytest-cov", "-r", "requirements.txt")\n    session.run("pytest", *session.posargs)\n',
    },
    'python -m pip install -e ".[test]" pytest-cov -r requirements.txt pytest',
    'As the session tests of noxfile.py has them',
  ],
  [
    'hatch',
    {
      'pyproject.toml': `${project}\n[tool.hatch.envs.default]\ndependencies = [\n  "pytest",\n  "httpx[http2]>=0.27", # of the client\n]\nfeatures = ["cli"]\n`,
    },
    'python -m pip install -e ".[cli]" pytest "httpx[http2]>=0.27"',
    'As the environment default of pyproject.toml has them',
  ],
  [
    'hatch test',
    { 'pyproject.toml': project, 'hatch.toml': '[envs.hatch-test]\nextra-dependencies = ["respx"]\n' },
    'python -m pip install -e . respx pytest',
    'As the environment hatch-test of hatch.toml has them',
  ],
  [
    'dependency groups',
    { 'pyproject.toml': `${project}\n[dependency-groups]\nlint = ["ruff"]\ntest = ["pytest", "coverage"]\n` },
    'python -m pip install -e . pytest coverage',
    'As the group test of pyproject.toml has them',
  ],
];

describe('environments of Python tests', () => {
  it.each(environments)('%s', (_, tree, installCommand, why) => {
    const proposal = onlyOf({ ...tree, ...test });
    expect(proposal.settings).toMatchObject({ testingFramework: 'PyTest', installCommand });
    expect(findingOf(proposal, 'installCommand')).toMatchObject({ certain: false, why });
  });

  it('count where requirements do not bring pytest', () => {
    const tox = {
      'tox.ini': '[testenv]\nskip_install = true\ndeps =\n  -rrequirements.txt\n  pytest\ncommands = pytest',
    };
    const proposal = onlyOf({ ...tox, 'requirements.txt': 'flask\n', ...test });
    expect(proposal.settings.installCommand).toBe('python -m pip install -r requirements.txt pytest');
  });

  it('do not count where requirements bring it', () => {
    const tox = { 'tox.ini': '[testenv]\ndeps = pytest\ncommands = pytest\n' };
    expect(onlyOf({ ...tox, 'requirements-dev.txt': 'pytest\n', ...test }).settings.installCommand).toBeNull();
  });
});
