import { chmodSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import type { ProjectSettings } from '@assay/contract';
import { readIsolation } from '../src/isolation/isolationSettings.ts';
import { findCommand } from '../src/process/findCommand.ts';
import { AgentBench, type RunOutcome } from './agentBench.ts';

const python = findCommand({ PATH: '/usr/bin:/usr/local/bin' }, ['python3']);
const known = ['NVM_DIR', 'PYENV_ROOT', 'PATH'] as const;

/** A test is named after the runtime that it runs on. */
const nodeFiles = {
  'run.mjs': `import { writeFileSync } from 'node:fs';
writeFileSync('a.xml', '<testsuite><testcase classname="C" name="Node ' + (process.env.CHOSEN ?? 'of the agent') + '"/></testsuite>');`,
};
const pythonFiles = {
  'run.py': `import os
open('a.xml', 'w').write('<testsuite><testcase classname="C" name="Python ' + os.environ.get('CHOSEN', 'of the agent') + '"/></testsuite>')`,
};
const other = { testingFramework: 'Other' as const, resultFiles: ['*.xml'] };
const byNode = { ...other, testCommand: 'node run.mjs' };
const byPython = { ...other, testCommand: 'python3 run.py' };

/** Makes a program that is the real one and says another version. */
function install(program: string, real: string, says: string, version: string): void {
  mkdirSync(dirname(program), { recursive: true });
  const script = `#!/bin/sh\n[ "$1" = --version ] && echo '${says}' && exit ${existsSync(real) ? 0 : 1}\nCHOSEN=${version} exec '${real}' "$@"\n`;
  writeFileSync(program, script, { mode: 0o755 });
}

/** @param needs what the way of isolating needs */
export function describeRuntimes(way: string, usable: boolean, needs: string): void {
  const bench = new AgentBench();
  const its = usable ? it : it.skip;
  const pythons = usable && python !== null ? it : it.skip;
  const before = Object.fromEntries(known.map((name) => [name, process.env[name]]));

  beforeAll(async () => {
    if (!usable) return;
    chmodSync(bench.folder, 0o711);
    // As a home folder that no other user may enter.
    const home = join(bench.folder, 'home');
    const [nvm, pyenv] = [join(home, 'nvm'), join(home, 'pyenv')];
    for (const version of ['98.1.0', '98.2.0', '16.20.2']) {
      const program = join(nvm, 'versions', 'node', `v${version}`, 'bin', 'node');
      install(program, process.execPath, `v${version}`, version);
    }
    const program = join(pyenv, 'versions', '3.98.4', 'bin', 'python3');
    install(program, python ?? '', 'Python 3.98.4', '3.98.4');
    // Of it, nothing but a broken program is left.
    install(join(nvm, 'versions', 'node', 'v97.0.0', 'bin', 'node'), '/gone', 'v97.0.0', 'none');
    // As a system has them, in one folder.
    const programs = join(bench.folder, 'programs');
    for (const [version, real] of [
      ['3.97', python ?? ''],
      ['3.96', '/gone'],
    ] as const)
      install(join(programs, `python${version}`), real, `Python ${version}.2`, `${version}.2`);
    install(join(programs, 'python3.98'), python ?? '', 'Python 3.98.1', 'that of the system');
    for (const folder of [home, programs]) chmodSync(folder, folder === home ? 0o700 : 0o755);
    const PATH = [process.env.PATH, programs].filter(Boolean).join(delimiter);
    Object.assign(process.env, { NVM_DIR: nvm, PYENV_ROOT: pyenv, PATH });
    await bench.open({ isolation: readIsolation({ isolate: way }, {}) });
  });
  afterAll(async () => {
    for (const name of known) {
      if (before[name] === undefined) delete process.env[name];
      else process.env[name] = before[name];
    }
    if (!usable) return;
    await bench.close();
    expect(bench.service.violations).toEqual([]);
  });

  async function run(
    files: Record<string, string>,
    settings: Partial<ProjectSettings>,
    more = {},
  ): Promise<RunOutcome> {
    return await bench.outcomeOf(bench.order({ gitUrl: bench.repository(files), ...settings }, more));
  }

  its(`are those that the repository asks for (needs ${needs})`, async () => {
    const outcome = await run({ ...nodeFiles, '.nvmrc': 'v98.1.0\n' }, byNode);
    expect(outcome).toMatchObject({ statuses: { 'Node 98.1.0': 'PASS' }, problem: null });
    expect(outcome.setupLog).toContain('Node 98.1.0 of nvm is used: .nvmrc asks for 98.1.0.\n');
  });

  its(`are those of frameworks as well (needs ${needs})`, async () => {
    const files = {
      'package.json': '{"engines":{"node":">=98"},"devDependencies":{"@cucumber/cucumber":"^12.0.0"}}',
      'features/a.feature': 'Feature: F\n  Scenario: S\n    Given it runs\n',
      'features/steps.cjs': `require('@cucumber/cucumber').Given('it runs', () => {
  if (process.env.CHOSEN !== '98.2.0') throw new Error('runs on ' + process.env.CHOSEN);
});`,
    };
    const outcome = await run(files, { testingFramework: 'CucumberJS' });
    expect(outcome).toMatchObject({ statuses: { S: 'PASS' }, problem: null });
    expect(outcome.setupLog).toContain('Node 98.2.0 of nvm is used: package.json asks for >=98.\n');
  });

  pythons(`may be a Python (needs ${needs}, python3 in /usr)`, async () => {
    const outcome = await run({ ...pythonFiles, '.python-version': '3.98\n' }, byPython);
    expect(outcome).toMatchObject({ statuses: { 'Python 3.98.4': 'PASS' }, problem: null });
    expect(outcome.setupLog).toContain('Python 3.98.4 of pyenv is used: .python-version asks for 3.98.\n');
  });

  pythons.each([
    ['.python-version', '3.97\n', '3.97'],
    ['pyproject.toml', '[project]\nrequires-python = ">=3.97,<3.98"\n', '>=3.97,<3.98'],
    ['setup.cfg', '[options]\npython_requires = ==3.97.*\n', '==3.97.*'],
  ])(
    `may be a Python among the machine's programs, by %s (needs ${needs}, python3 in /usr)`,
    async (file, text, asked) => {
      const files = { ...pythonFiles, 'own.py': "import subprocess; subprocess.run(['python', 'run.py'], check=True)" };
      const outcome = await run({ ...files, [file]: text }, { ...byPython, testCommand: 'python3 own.py' });
      expect(outcome).toMatchObject({ statuses: { 'Python 3.97.2': 'PASS' }, problem: null });
      const folder = join(bench.folder, 'programs');
      expect(outcome.setupLog).toContain(`Python 3.97.2 of ${folder} is used: ${file} asks for ${asked}.\n`);
    },
  );

  pythons(`are missing where another patch version is there, or none starts (needs ${needs})`, async () => {
    const other = { 'pyproject.toml': '[project]\nrequires-python = ">=3.97.3,<3.98"\n' };
    const { setupLog } = await run({ ...pythonFiles, ...other }, byPython);
    expect(setupLog).toContain('pyproject.toml asks for Python >=3.97.3,<3.98, the agent has 3.98.4, ');
    const broken = await run({ ...pythonFiles, '.python-version': '3.96' }, byPython);
    expect(broken.setupLog).toContain('.python-version asks for Python 3.96, the agent has 3.98.4, 3.97, ');
  });

  its(`are the agent's where these fit (needs ${needs})`, async () => {
    const outcome = await run({ ...nodeFiles, 'package.json': '{"engines":{"node":">=18"}}' }, byNode);
    expect(outcome).toMatchObject({ statuses: { 'Node of the agent': 'PASS' }, problem: null });
    expect(outcome.setupLog).not.toContain('asks for');
  });

  its(`are named in the log, and with a failure, where the machine lacks them (needs ${needs})`, async () => {
    const said = `app/.nvmrc asks for Node 97.0.0, the agent has 98.2.0, 98.1.0, ${process.versions.node}, 16.20.2.`;
    const files = { 'app/run.mjs': nodeFiles['run.mjs'], 'app/.nvmrc': '97.0.0' };
    const passed = await run(files, { ...byNode, workingDirectory: 'app' });
    expect(passed).toMatchObject({ statuses: { 'Node of the agent': 'PASS' }, problem: null });
    expect(passed.setupLog).toContain('Node 97.0.0 of nvm does not start where the tests run: ');
    expect(passed.setupLog).toContain(`${said}\n`);
    const failed = await run(files, { ...byNode, workingDirectory: 'app', buildCommand: 'exit 3' });
    expect(failed.problem?.code).toBe('build.failed');
    expect(failed.problem?.message).toMatch(`${said} 'exit 3' failed`);
  });

  its(`are too old for frameworks below Node 18 (needs ${needs})`, async () => {
    const files = { '.nvmrc': '16', 'features/a.feature': 'Feature: F\n  Scenario: S\n    Given it runs\n' };
    const outcome = await run(files, { testingFramework: 'CucumberJS' });
    expect(outcome.setupLog).toContain('.nvmrc asks for Node 16, the agent has 98.2.0, 98.1.0');
    expect(await run({ ...nodeFiles, '.nvmrc': '16' }, byNode)).toMatchObject({ statuses: { 'Node 16.20.2': 'PASS' } });
  });

  its(`are found out without starting anything of the repository (needs ${needs})`, async () => {
    const started = join(bench.folder, 'started');
    const script = `#!/bin/sh\ntouch '${started}' started-here\n`;
    const names = ['node', 'python3', 'python'].map((name) => `node_modules/.bin/${name}`);
    const files = {
      ...Object.fromEntries(names.map((name) => [name, script])),
      '.nvmrc': '98',
      '.python-version': '3.99',
    };
    const { setupLog } = await run(files, { ...byNode, testCommand: 'ls' });
    expect(setupLog).toContain('Node 98.2.0 of nvm is used');
    expect(existsSync(started)).toBe(false);
  });

  its(`are left alone where the run has a PATH of its own (needs ${needs})`, async () => {
    const variables = [{ key: 'PATH', value: process.env.PATH ?? '', encrypted: false, file: false }];
    const outcome = await run({ ...nodeFiles, '.nvmrc': '98.1.0' }, byNode, { variables });
    expect(outcome).toMatchObject({ statuses: { 'Node of the agent': 'PASS' }, problem: null });
  });
}
