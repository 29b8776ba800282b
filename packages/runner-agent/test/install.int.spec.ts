import { lstatSync, mkdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { type AgentBench, openBench } from './agentBench.ts';
import { greeterFiles, npm, PackageServer } from './packageServer.ts';

const xml = '<testsuite><testcase classname="C" name="greets"/></testsuite>';
const script = `import { mkdirSync, writeFileSync } from 'node:fs'; import { greeting } from 'greeter';
console.log(greeting); mkdirSync('results'); writeFileSync('results/a.xml', ${JSON.stringify(xml)});`;
const settings = { testingFramework: 'Other' as const, testCommand: 'node run.mjs', resultFiles: ['results/*.xml'] };

describe("a project's packages", () => {
  const bench = openBench();
  const packages = new PackageServer();
  beforeAll(() => packages.listen(bench.folder));
  afterAll(() => packages.close());

  function projectFiles(manifest: object = {}): Record<string, string> {
    return {
      'package.json': JSON.stringify({ name: 'p', dependencies: { greeter: packages.url }, ...manifest }),
      'run.mjs': script,
    };
  }

  async function locked(files: Record<string, string>): Promise<Record<string, string>> {
    const folder = bench.repository(files);
    await npm(['install', '--package-lock-only', '--no-audit', '--silent'], { cwd: folder });
    return { ...files, 'package-lock.json': readFileSync(join(folder, 'package-lock.json'), 'utf8') };
  }

  async function run(gitUrl: string, own: Parameters<AgentBench['order']>[0] | object = {}) {
    const order = bench.order({ ...settings, gitUrl, ...own });
    const { statuses, setupLog } = await bench.outcomeOf(order);
    const modules = join(bench.workDir, 'workspaces', order.testRunId, 'repository', 'node_modules');
    return { statuses: Object.values(statuses), setupLog, modules };
  }

  it('are installed once per lock file, and reused while it stays the same', async () => {
    const files = await locked(projectFiles());
    const first = await run(bench.repository(files));
    expect(first.statuses).toEqual(['PASS']);
    expect(first.setupLog).toContain('$ npm ci');
    const afterFirst = packages.downloads;
    const second = await run(bench.repository({ ...files, 'README.md': 'another commit' }));
    expect(second.statuses).toEqual(['PASS']);
    expect(second.setupLog).toContain('package-lock.json is unchanged since an earlier run');
    expect(packages.downloads).toBe(afterFirst);
    expect(bench.installed).toHaveLength(1);
    // Where a plain installation has it: some tools resolve links and then refuse what lies outside of the checkout.
    expect(realpathSync(join(second.modules, 'greeter', 'a.js'))).toBe(join(second.modules, 'greeter', 'a.js'));
  });

  it('are installed into the checkout where the install does more than add packages', async () => {
    const files = await locked(projectFiles({ name: 'q', scripts: { postinstall: 'node -e "console.log(1+1)"' } }));
    const { statuses, setupLog, modules } = await run(bench.repository(files));
    expect(statuses).toEqual(['PASS']);
    expect(setupLog).toContain('$ npm ci');
    expect(lstatSync(modules).isSymbolicLink()).toBe(false);
  });

  it("are installed by the project's own command when it has one", async () => {
    const gitUrl = bench.repository(projectFiles({ name: 'r' }));
    const { statuses, setupLog } = await run(gitUrl, { installCommand: 'npm install --no-audit --no-fund' });
    expect(statuses).toEqual(['PASS']);
    expect(setupLog).toContain('$ npm install --no-audit --no-fund');
  });

  it.each([
    ['npm ci && npm install --no-save greeter', 'kept'],
    ['npm ci && npm install --no-save greeter && touch other', 'installed again'],
    ['npm ci && npm install --no-save ./vendor/greeter', 'installed again'],
  ])('are kept where a command only adds one to those of the lock file: %s', async (installCommand, what) => {
    const files = await locked({
      'package.json': JSON.stringify({ name: `adds-${installCommand.length}` }),
      '.npmrc': `registry=${packages.registry}\n`,
      'run.mjs': script,
      'vendor/greeter/package.json': greeterFiles['package.json'],
      'vendor/greeter/a.js': greeterFiles['a.js'],
    });
    const first = await run(bench.repository(files), { installCommand });
    expect(first.statuses).toEqual(['PASS']);
    expect(first.setupLog).toContain(`$ ${installCommand}`);
    const second = await run(bench.repository({ ...files, 'README.md': 'another commit' }), { installCommand });
    expect(second.statuses).toEqual(['PASS']);
    const wasKept = second.setupLog.includes('package-lock.json is unchanged since an earlier run');
    expect({
      what: wasKept ? 'kept' : 'installed again',
      again: second.setupLog.includes(`$ ${installCommand}`),
    }).toEqual({
      what,
      again: what !== 'kept',
    });
  });

  it('are kept with what the command has written to package.json (a fake of pnpm 12, which compares them)', async () => {
    const tools = join(bench.folder, 'pnpm');
    mkdirSync(tools);
    const pnpm = `#!/bin/sh
[ "$1" = test ] || npm install --no-audit --no-fund $([ "$1" = add ] && echo "$2 $3") || exit 1
# A package that is not in package.json is removed before the script starts.
[ "$1" = test ] && { cmp -s package.json node_modules/state || npm prune; exec node run.mjs; }
mkdir -p node_modules && cp package.json node_modules/state
`;
    writeFileSync(join(tools, 'pnpm'), pnpm, { mode: 0o755 });
    const path = process.env.PATH;
    process.env.PATH = [tools, path].join(delimiter);
    try {
      const files = {
        'package.json': '{"name":"saved"}',
        'pnpm-lock.yaml': 'lockfileVersion: "9.0"\n',
        '.npmrc': `registry=${packages.registry}\n`,
        'run.mjs': script,
      };
      const own = { installCommand: 'pnpm install && pnpm add --save-dev greeter', testCommand: 'pnpm test' };
      expect((await run(bench.repository(files), own)).statuses).toEqual(['PASS']);
      const second = await run(bench.repository({ ...files, 'README.md': 'another commit' }), own);
      expect(second.setupLog).toContain('pnpm-lock.yaml is unchanged since an earlier run');
      expect(second.statuses).toEqual(['PASS']);
    } finally {
      process.env.PATH = path;
    }
  });

  describe('of a workspace', () => {
    const inMember = { workingDirectory: 'e2e/specs' };
    const withMember = (manifest: object) =>
      locked({
        'package.json': '{"name":"shop","workspaces":["packages/*","e2e"]}',
        'packages/greeter/package.json': greeterFiles['package.json'],
        'packages/greeter/a.js': greeterFiles['a.js'],
        // It does not take the one of the workspace.
        'packages/other/package.json': JSON.stringify({ name: 'other', dependencies: { greeter: packages.url } }),
        'e2e/package.json': JSON.stringify({ name: 'e2e', dependencies: { greeter: '^1.0.0' }, ...manifest }),
        'e2e/specs/run.mjs': script,
      });

    it('are installed as a whole, with those of its members, and used again', async () => {
      const files = await withMember({});
      const first = await run(bench.repository(files), inMember);
      expect(first.statuses).toEqual(['PASS']);
      expect(first.setupLog).toContain('The packages are those of the root of the repository.\n$ npm ci');
      // Sources of a member are not part of what is installed.
      const changed = { ...files, 'packages/greeter/a.js': "export const greeting = 'good evening';" };
      const second = await run(bench.repository(changed), inMember);
      expect(second.statuses).toEqual(['PASS']);
      expect(second.setupLog).toContain('package-lock.json is unchanged since an earlier run');
      const checkout = join(second.modules, '..');
      expect(realpathSync(join(second.modules, 'greeter'))).toBe(join(checkout, 'packages/greeter'));
      const own = join(checkout, 'packages/other/node_modules/greeter/a.js');
      expect(readFileSync(own, 'utf8')).toBe(greeterFiles['a.js']);
    });

    it('are installed again where the package.json of a member has changed', async () => {
      await run(bench.repository(await withMember({ description: 'before' })), inMember);
      const { statuses, setupLog } = await run(bench.repository(await withMember({ description: 'after' })), inMember);
      expect(statuses).toEqual(['PASS']);
      expect(setupLog).toContain('$ npm ci');
    });

    it('are installed for each run where a member has a script for that', async () => {
      const files = await withMember({ scripts: { prepare: 'node --version' } });
      for (const readme of ['first', 'second']) {
        const { statuses, setupLog } = await run(bench.repository({ ...files, 'README.md': readme }), inMember);
        expect(statuses).toEqual(['PASS']);
        expect(setupLog).toContain('$ npm ci');
      }
    });
  });

  it('can be in the repository', async () => {
    const modules = {
      'node_modules/greeter/package.json': greeterFiles['package.json'],
      'node_modules/greeter/a.js': greeterFiles['a.js'],
    };
    const { statuses, setupLog } = await run(bench.repository({ 'run.mjs': script, ...modules }));
    expect(statuses).toEqual(['PASS']);
    expect(setupLog).toContain('brings its own node_modules');
  });

  it("come from Assay's installation when the project asks for nothing else", async () => {
    const manifest = JSON.stringify({ devDependencies: { '@cucumber/cucumber': '^12.0.0' } });
    const code = script
      .replace("from 'greeter'", "from '@cucumber/cucumber'")
      .replace('{ greeting }', '{ version as greeting }');
    const { statuses, setupLog } = await run(bench.repository({ 'package.json': manifest, 'run.mjs': code }));
    expect(statuses).toEqual(['PASS']);
    expect(setupLog).toMatch(/From Assay's own installation, .*: @cucumber\/cucumber\./);
  });

  it.each([
    ['a package.json', { 'package.json': '{"devDependencies":{"@cucumber/cucumber":"^12.0.0"}}' }],
    ['none', {}],
  ])("are only those that the project names, of all in Assay's installation (%s)", async (_what, files) => {
    // Assay itself depends on these; a project that does not name them fails elsewhere.
    const undeclared = ['fastify', 'typebox', 'mongodb'];
    const code = `const assert = require('node:assert');
require('@cucumber/cucumber').Given('undeclared packages', async () => {
  for (const name of ${JSON.stringify(undeclared)}) {
    assert.throws(() => require(name), { code: 'MODULE_NOT_FOUND' }, name);
    await assert.rejects(import(name), { code: 'ERR_MODULE_NOT_FOUND' }, name);
  }
  assert.equal(process.env.NODE_PATH, undefined);
});
`;
    const feature = 'Feature: F\n  Scenario: S\n    Given undeclared packages\n';
    const gitUrl = bench.repository({ ...files, 'features/a.feature': feature, 'features/steps.cjs': code });
    const order = bench.order({ gitUrl, testingFramework: 'CucumberJS' });
    expect(await bench.outcomeOf(order)).toMatchObject({ problem: null, statuses: { S: 'PASS' } });
  });

  it("have their commands when they come from Assay's installation", async () => {
    const manifest = JSON.stringify({ devDependencies: { '@cucumber/cucumber': '^12.0.0' } });
    const code = `const { execFileSync } = require('node:child_process'); const fs = require('node:fs');
execFileSync('cucumber-js', ['--version']); fs.mkdirSync('results'); fs.writeFileSync('results/a.xml', ${JSON.stringify(xml)});`;
    const files = { 'package.json': manifest, 'run.cjs': code };
    expect((await run(bench.repository(files), { testCommand: 'node run.cjs' })).statuses).toEqual(['PASS']);
  });

  it("find the project's package manager in scripts, in the version that it names (a fake of Corepack)", async () => {
    const tools = join(bench.folder, 'tools');
    const log = join(bench.folder, 'corepack.log');
    mkdirSync(tools);
    const corepack = `#!/bin/sh
echo "$@" >> ${log}
# Where its settings name Plug'n'Play, Yarn runs nothing that was installed in another way.
[ "$YARN_NODE_LINKER" = node-modules ] || exit 1
# As the operator has set it, for a mirror of the registry without signatures.
[ "$COREPACK_INTEGRITY_KEYS" = 0 ] || exit 1
case "$*" in
  "yarn install"*) npm install --no-audit --no-fund ;;
  "yarn run outer") exec sh -c 'cd deeper && yarn run inner' ;;
  "yarn run inner") cd .. && exec node run.mjs ;;
esac
`;
    writeFileSync(join(tools, 'corepack'), corepack, { mode: 0o755 });
    const path = process.env.PATH;
    process.env.PATH = [tools, path].join(delimiter);
    const keys = process.env.COREPACK_INTEGRITY_KEYS;
    process.env.COREPACK_INTEGRITY_KEYS = '0';
    try {
      const files = {
        ...projectFiles({ packageManager: 'yarn@4.5.0' }),
        'yarn.lock': '__metadata:\n  version: 8\n',
        'deeper/package.json': '{}',
      };
      const { statuses } = await run(bench.repository(files), { testCommand: 'yarn run outer' });
      expect(statuses).toEqual(['PASS']);
      const calls = readFileSync(log, 'utf8').trim().split('\n');
      expect(calls).toEqual(['yarn install --immutable', 'yarn run outer', 'yarn run inner']);
    } finally {
      process.env.PATH = path;
      if (keys === undefined) delete process.env.COREPACK_INTEGRITY_KEYS;
      else process.env.COREPACK_INTEGRITY_KEYS = keys;
    }
  });
});
