import { spawnSync } from 'node:child_process';
import { chmodSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readIsolation } from '../src/isolation/isolationSettings.ts';
import { AgentBench } from './agentBench.ts';
import { isEngine, isolationWays } from './isolationWays.ts';
import { npm, PackageServer } from './packageServer.ts';

const python = spawnSync('python3', ['-c', 'import pytest, venv, ensurepip, sys; print(sys.prefix)'], {
  encoding: 'utf8',
});
const hasPython = { bubblewrap: python.status === 0, user: python.stdout?.startsWith('/usr') ?? false };
const report = '<testsuite><testcase classname="C" name="greets"/></testsuite>';
const node = { testingFramework: 'Other', testCommand: 'node run.mjs', resultFiles: ['results/*.xml'] } as const;
const nodeFiles = {
  'run.mjs': `import { mkdirSync, writeFileSync } from 'node:fs'; import { greeting } from 'greeter';
console.log(greeting); mkdirSync('results'); writeFileSync('results/a.xml', ${JSON.stringify(report)});`,
};
const pythonFiles = { 'test_it.py': 'import greeter\ndef test_greets():\n    assert greeter.GREETING == "good day"\n' };
const makeWheel = `import sys, zipfile
with zipfile.ZipFile(sys.argv[1], "w") as wheel:
    wheel.writestr("greeter.py", "GREETING = 'good day'")
    wheel.writestr("greeter-1.0.dist-info/METADATA", "Metadata-Version: 2.1\\nName: greeter\\nVersion: 1.0\\n")
    wheel.writestr("greeter-1.0.dist-info/WHEEL", "Wheel-Version: 1.0\\nRoot-Is-Purelib: true\\nTag: py3-none-any\\n")
    wheel.writestr("greeter-1.0.dist-info/RECORD", "")
`;

describe.each(isolationWays.filter(([way]) => !isEngine(way)))('packages isolated by %s', (way, usable, needs) => {
  const bench = new AgentBench();
  const packages = new PackageServer();
  const its = usable ? it : it.skip;
  const pythons = usable && hasPython[way as keyof typeof hasPython] ? it : it.skip;

  beforeAll(async () => {
    if (!usable) return;
    chmodSync(bench.folder, 0o711);
    await packages.listen(bench.folder);
    await bench.open({ isolation: readIsolation({ isolate: way }, {}) });
  });
  afterAll(async () => {
    if (!usable) return;
    await packages.close();
    await bench.close();
    expect(bench.service.violations).toEqual([]);
  });

  async function run(files: Record<string, string>, settings: object) {
    const { statuses, setupLog, problem } = await bench.outcomeOf(
      bench.order({ gitUrl: bench.repository(files), ...settings }),
    );
    return { statuses: Object.values(statuses), setupLog, problem };
  }

  async function locked(files: Record<string, string>): Promise<Record<string, string>> {
    const folder = bench.repository(files);
    await npm(['install', '--package-lock-only', '--no-audit', '--silent'], { cwd: folder });
    return { ...files, 'package-lock.json': readFileSync(join(folder, 'package-lock.json'), 'utf8') };
  }
  const files = () => ({
    ...nodeFiles,
    'package.json': JSON.stringify({ name: 'p', dependencies: { greeter: packages.url } }),
  });

  its(`are installed by npm from a lock file, and used again (needs ${needs})`, async () => {
    const all = await locked(files());
    expect(await run(all, node)).toMatchObject({ statuses: ['PASS'], problem: null });
    const second = await run({ ...all, 'README.md': 'another commit' }, node);
    expect(second).toMatchObject({ statuses: ['PASS'], problem: null });
    expect(second.setupLog).toContain('package-lock.json is unchanged since an earlier run');
  });

  its(`are those of a workspace and its members, used again (needs ${needs})`, async () => {
    const member = (name: string) =>
      JSON.stringify({ name, version: '1.0.0', dependencies: { greeter: packages.url } });
    const all = await locked({
      'package.json': '{"name":"shop","workspaces":["packages/*"]}',
      // Another version of that name, so that the other member has packages of its own.
      'packages/greeter/package.json': '{"name":"greeter","version":"2.0.0"}',
      'packages/e2e/package.json': member('e2e'),
      'packages/e2e/run.mjs': nodeFiles['run.mjs'],
    });
    const settings = { ...node, workingDirectory: 'packages/e2e' };
    expect(await run(all, settings)).toMatchObject({ statuses: ['PASS'], problem: null });
    const second = await run({ ...all, 'README.md': 'another commit' }, settings);
    expect(second).toMatchObject({ statuses: ['PASS'], problem: null });
    expect(second.setupLog).toContain('package-lock.json is unchanged since an earlier run');
  });

  its(`are installed by the project's own command (needs ${needs})`, async () => {
    const installCommand = 'npm install --no-audit --no-fund';
    expect(await run(files(), { ...node, installCommand })).toMatchObject({ statuses: ['PASS'], problem: null });
  });

  pythons(`are installed by pip with a command (needs ${needs}, python3 with pytest)`, async () => {
    const wheel = 'greeter-1.0-py3-none-any.whl';
    const files = { ...pythonFiles, 'make.py': makeWheel };
    const byCommand = {
      testingFramework: 'PyTest',
      installCommand: `python make.py ${wheel} && pip install ./${wheel}`,
    };
    expect(await run(files, byCommand)).toMatchObject({ statuses: ['PASS'], problem: null });
  });

  pythons(`without pytest are seen with those of the machine (needs ${needs}, python3 with pytest)`, async () => {
    const files = { 'requirements.txt': '# none\n', 'test_it.py': 'def test_it():\n    pass\n' };
    const result = await run(files, { testingFramework: 'PyTest' });
    expect(result).toMatchObject({ statuses: ['PASS'], problem: null });
    expect(result.setupLog).toContain('requirements.txt does not bring pytest');
  });
});
