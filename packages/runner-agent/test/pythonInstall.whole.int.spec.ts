import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { delimiter, join } from 'node:path';
import { openBench } from './agentBench.ts';

const hasPytest = spawnSync('python3', ['-c', 'import pytest, venv, ensurepip']).status === 0;

const usesPackage = 'import greeter\ndef test_greets():\n    assert greeter.GREETING == "good day"\n';
const where = 'import sys\ndef test_where():\n    print(sys.prefix)\n';

/** A fake of the command lines of uv and poetry: records its calls, and installs nothing. */
const fakeTool = `#!/bin/sh
echo "$(basename "$0") $*" >> "$FAKE_LOG"
`;

(hasPytest ? describe : describe.skip)('the Python packages of a project (needs python3 with pytest and venv)', () => {
  const bench = openBench();
  let tools: string;
  const path = process.env.PATH;
  beforeAll(() => {
    tools = join(bench.folder, 'tools');
    mkdirSync(tools);
  });
  afterAll(() => {
    process.env.PATH = path;
  });

  async function run(files: Record<string, string>, settings: object = {}, environment: Record<string, string> = {}) {
    const gitUrl = bench.repository(files);
    const values = { FAKE_LOG: join(bench.folder, 'fake.log'), ...environment };
    const variables = Object.entries(values).map(([key, value]) => ({ key, value, encrypted: false, file: false }));
    const order = bench.order({ gitUrl, testingFramework: 'PyTest', ...settings }, { variables });
    const { statuses, ...outcome } = await bench.outcomeOf(order);
    return { ...outcome, statuses: Object.values(statuses) };
  }

  /** A wheel that pip installs without a registry. */
  function wheel(): string {
    const folder = join(bench.folder, 'greeter');
    mkdirSync(folder, { recursive: true });
    const make = `import zipfile
with zipfile.ZipFile("greeter-1.0-py3-none-any.whl", "w") as wheel:
    wheel.writestr("greeter.py", "GREETING = 'good day'")
    wheel.writestr("greeter-1.0.dist-info/METADATA", "Metadata-Version: 2.1\\nName: greeter\\nVersion: 1.0\\n")
    wheel.writestr("greeter-1.0.dist-info/WHEEL", "Wheel-Version: 1.0\\nRoot-Is-Purelib: true\\nTag: py3-none-any\\n")
    wheel.writestr("greeter-1.0.dist-info/RECORD", "")
`;
    spawnSync('python3', ['-c', make], { cwd: folder });
    return folder;
  }

  it('are installed from requirements.txt once, and reused while it stays the same', async () => {
    const files = {
      'requirements.txt': `--no-index\n--find-links ${wheel()}\ngreeter==1.0\n`,
      'test_it.py': usesPackage,
    };
    const first = await run(files);
    expect(first.statuses).toEqual(['PASS']);
    expect(first.setupLog).toMatch(/^\$ \S+ -m pip install -r requirements\.txt$/m);
    expect(first.setupLog).toContain('requirements.txt does not bring pytest: the tests also see the packages of this');
    const second = await run({ ...files, 'README.md': 'another commit' });
    expect(second.statuses).toEqual(['PASS']);
    expect(second.setupLog).toContain('requirements.txt is unchanged since an earlier run');
    expect(second.setupLog).not.toContain('pip install');
    expect(bench.installed).toHaveLength(1);
  });

  /** This machine's pytest, with what it imports, as a wheel. */
  function pytestWheel(): string {
    const folder = join(bench.folder, 'pytest');
    mkdirSync(folder, { recursive: true });
    const make = `import importlib.util, os, zipfile
names = ("pytest", "_pytest", "py", "pluggy", "iniconfig", "packaging", "pygments", "attr", "exceptiongroup", "tomli", "typing_extensions")
with zipfile.ZipFile("pytest-1.0-py3-none-any.whl", "w") as wheel:
    for spec in filter(None, map(importlib.util.find_spec, names)):
        above = os.path.dirname(spec.origin)
        if not spec.submodule_search_locations:
            wheel.write(spec.origin, os.path.basename(spec.origin))
            continue
        for parent, _, files in os.walk(above):
            for file in files:
                if file.endswith(".py"):
                    path = os.path.join(parent, file)
                    wheel.write(path, os.path.join(spec.name, os.path.relpath(path, above)))
    wheel.writestr("pytest-1.0.dist-info/METADATA", "Metadata-Version: 2.1\\nName: pytest\\nVersion: 1.0\\n")
    wheel.writestr("pytest-1.0.dist-info/WHEEL", "Wheel-Version: 1.0\\nRoot-Is-Purelib: true\\nTag: py3-none-any\\n")
    wheel.writestr("pytest-1.0.dist-info/RECORD", "")
`;
    spawnSync('python3', ['-c', make], { cwd: folder });
    return folder;
  }

  /** A package of the user that starts the machine's Python: virtual environments see it only with all of the machine's. */
  function machinePackage(): { PYTHONUSERBASE: string } {
    const PYTHONUSERBASE = join(bench.folder, 'user');
    const asked = spawnSync('python3', ['-m', 'site', '--user-site'], { env: { ...process.env, PYTHONUSERBASE } });
    const folder = asked.stdout.toString().trim();
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'of_machine.py'), '');
    return { PYTHONUSERBASE };
  }
  const sees = (name: string, not = '') =>
    `import importlib.util\ndef test_${name}():\n    assert ${not}importlib.util.find_spec("${name}")\n`;

  it('are all that tests see where they bring pytest: nothing passes by a package of the machine', async () => {
    const files = {
      'requirements.txt': `--no-index\n--find-links ${wheel()}\n--find-links ${pytestWheel()}\ngreeter\npytest\n`,
      'test_own.py': sees('greeter'),
      'test_machine.py': sees('of_machine', 'not '),
      // As a new environment has it.
      'test_fresh.py':
        'import importlib.util, sys\ndef test_fresh():\n' +
        '    assert sys.version_info >= (3, 12) or importlib.util.find_spec("setuptools")\n',
    };
    const { statuses, setupLog } = await run(files, {}, machinePackage());
    expect(statuses).toEqual(['PASS', 'PASS', 'PASS']);
    expect(setupLog).toContain('requirements.txt brings pytest: the tests do not see the packages of this machine.');
  });

  it('are seen with those of the machine where they bring no pytest, though a folder has its name', async () => {
    const files = {
      'requirements.txt': `--no-index\n--find-links ${wheel()}\ngreeter\n`,
      'test_own.py': sees('greeter'),
      'pytest/test_machine.py': sees('of_machine'),
    };
    const { statuses } = await run(files, {}, machinePackage());
    expect(statuses).toEqual(['PASS', 'PASS']);
  });

  it("are installed by the project's own command into an environment of the run", async () => {
    const files = { 'test_it.py': usesPackage };
    const installCommand = `pip install --no-index --find-links ${wheel()} greeter`;
    const { statuses, setupLog } = await run(files, { installCommand });
    expect(statuses).toEqual(['PASS']);
    expect(setupLog).toContain(`$ ${installCommand}`);
  });

  it.each([
    ['python -m pip install', '--without-pip '],
    ['pip install', ''],
    ['echo begin && python -m pip install', ''],
  ])('are installed by "%s" with the pip of the machine where that is enough', async (install, without) => {
    const package_ = join(wheel(), 'greeter-1.0-py3-none-any.whl');
    const files = { 'test_a.py': usesPackage, 'test_b.py': where };
    const { statuses, setupLog } = await run(files, { installCommand: `${install} ${package_}` });
    expect(statuses).toEqual(['PASS', 'PASS']);
    expect(/-m venv (?:--system-site-packages )?(--without-pip )?/.exec(setupLog)?.[1] ?? '').toBe(without);
  });

  it('that cannot be installed are named, with the end of the output', async () => {
    const { problem } = await run({ 'requirements.txt': '--no-index\nnowhere-to-be-found\n', 'test_it.py': where });
    expect(problem).toMatchObject({
      code: 'install.failed',
      message: expect.stringMatching(/pip install -r requirements\.txt.*nowhere-to-be-found/s),
    });
  });

  /**
   * A PATH with everything on this machine except one tool: folders that contain it are replaced by folders of links.
   */
  function pathWithout(tool: string): string {
    const folders = (path ?? '').split(delimiter).map((folder, place) => {
      if (!existsSync(join(folder, tool))) return folder;
      const others = join(bench.folder, `without-${tool}-${place}`);
      mkdirSync(others);
      for (const name of readdirSync(folder)) if (name !== tool) symlinkSync(join(folder, name), join(others, name));
      return others;
    });
    return folders.join(delimiter);
  }

  it('a lock file requires its tool: what neither the machine nor pip has is reported', async () => {
    process.env.PATH = pathWithout('poetry');
    const { problem } = await run({ 'poetry.lock': '# none', 'test_it.py': where }, {}, { PIP_NO_INDEX: '1' });
    expect(problem).toMatchObject({ code: 'install.toolMissing', message: expect.stringContaining('needs poetry') });
  });

  it('are installed by a tool that pip brings, where the machine lacks it (a fake of it)', async () => {
    const make = `import zipfile
with zipfile.ZipFile("uv-1.0-py3-none-any.whl", "w") as wheel:
    wheel.writestr("fake_uv.py", "import os, sys\\ndef main():\\n    open(os.environ['FAKE_LOG'], 'a').write('pip brought uv ' + ' '.join(sys.argv[1:]) + chr(10))")
    wheel.writestr("uv-1.0.dist-info/METADATA", "Metadata-Version: 2.1\\nName: uv\\nVersion: 1.0\\n")
    wheel.writestr("uv-1.0.dist-info/WHEEL", "Wheel-Version: 1.0\\nRoot-Is-Purelib: true\\nTag: py3-none-any\\n")
    wheel.writestr("uv-1.0.dist-info/entry_points.txt", "[console_scripts]\\nuv = fake_uv:main\\n")
    wheel.writestr("uv-1.0.dist-info/RECORD", "")
`;
    spawnSync('python3', ['-c', make], { cwd: tools });
    process.env.PATH = pathWithout('uv');
    const pip = { PIP_NO_INDEX: '1', PIP_FIND_LINKS: tools };
    const { statuses, setupLog } = await run({ 'uv.lock': '# by pip', 'test_it.py': where }, {}, pip);
    expect(statuses).toEqual(['PASS']);
    expect(setupLog).toContain('$ python -m pip install uv');
    const log = join(bench.folder, 'fake.log');
    expect(readFileSync(log, 'utf8')).toContain('pip brought uv sync --frozen');
    rmSync(log);
  });

  it('in src are found without an installation', async () => {
    const { statuses } = await run({
      'src/shop/__init__.py': 'PRICE = 3\n',
      'tests/test_it.py': 'from shop import PRICE\ndef test_price():\n    assert PRICE == 3\n',
    });
    expect(statuses).toEqual(['PASS']);
  });

  it.each([
    ['uv', 'uv sync --frozen --all-extras'],
    ['poetry', 'poetry install --no-interaction'],
  ])('are installed by %s (a fake of its command line) into an environment that is kept', async (tool, command) => {
    writeFileSync(join(tools, tool), fakeTool);
    chmodSync(join(tools, tool), 0o755);
    process.env.PATH = [tools, path].join(delimiter);
    const files = { [`${tool}.lock`]: '# none', 'test_it.py': where };
    const first = await run(files);
    expect(first.statuses).toEqual(['PASS']);
    expect(first.finals.get('test_where')?.output).toMatch(
      /\/work\/projects\/[0-9a-f]{24}\/installs\/[0-9a-f]{32}\/venv/,
    );
    const calls = readFileSync(join(bench.folder, 'fake.log'), 'utf8').trim().split('\n');
    expect(calls.filter((call) => call.startsWith(tool))).toEqual([command]);
  });
});
