import { spawnSync } from 'node:child_process';
import { existsSync, lstatSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Adapter, adapters, type Planted } from './adapters.ts';
import { adapterOf, attackByEach, hostileWays, openHostileBench } from './hostileBench.ts';

/** A release of Yarn that a repository brings: it installs what is in `vendor`, and then runs install.sh. */
const yarn = `const fs = require('node:fs');
if (fs.existsSync('vendor')) fs.cpSync('vendor', 'node_modules', { recursive: true });
else { fs.mkdirSync('node_modules'); fs.writeFileSync('node_modules/mark', ''); }
require('node:child_process').spawnSync('/bin/sh', ['install.sh'], { stdio: 'inherit' });
`;

/** @returns the adapter's files, with its packages to be installed by the release of Yarn above */
function installedByYarn(adapter: Adapter, script: string): Record<string, Planted | null> {
  const installed = Object.keys(adapter.files).filter((name) => name.startsWith('node_modules'));
  const own = Object.entries(adapter.files).map(([name, content]) => [
    name.replace(/^node_modules/, 'vendor'),
    content,
  ]);
  return {
    ...Object.fromEntries(own),
    ...Object.fromEntries(installed.map((name) => [name, null])),
    'package.json': '{"name":"p","packageManager":"yarn@4.1.0"}',
    'yarn.lock': '__metadata:\n  version: 8\n',
    '.yarnrc.yml': 'yarnPath: .yarn/yarn.cjs\n',
    '.yarn/yarn.cjs': yarn,
    'install.sh': script,
  };
}

const withNode = adapters.filter(({ name }) => !['PyTest', 'TestNG', 'NUnit'].includes(name));
/** What an install script does with the folders that the packages are moved between. */
const ofNode = [
  ['the folder of installations', 'rm -rf "$HOME/../installs" && ln -s "$CANARY" "$HOME/../installs"'],
  [
    'every installation',
    'rm -rf "$HOME/../installs"; mkdir "$HOME/../installs"; for a in 0 1 2 3 4 5 6 7 8 9 a b c d e f; do ln -s "$CANARY/closed" "$HOME/../installs/$a"; done',
  ],
  ['node_modules', 'mv node_modules gone && ln -s "$CANARY/node_modules" node_modules'],
  ['the checkout', 'cd .. && mv repository gone && ln -s "$CANARY" repository'],
  ['the home folder', 'mv "$HOME" "$HOME-gone" && ln -s "$CANARY" "$HOME"'],
] as const;

/** A source package whose own build backend, which needs no other, runs a script. */
function sourcePackage(script: string): Buffer {
  const folder = mkdtempSync(join(tmpdir(), 'assay-evil-'));
  const backend = `import os, zipfile
def build_wheel(folder, config_settings=None, metadata_directory=None):
    os.system(${JSON.stringify(script)})
    name = "evil-1.0-py3-none-any.whl"
    with zipfile.ZipFile(os.path.join(folder, name), "w") as wheel:
        wheel.writestr("evil.py", "")
        wheel.writestr("evil-1.0.dist-info/METADATA", "Metadata-Version: 2.1\\nName: evil\\nVersion: 1.0\\n")
        wheel.writestr("evil-1.0.dist-info/WHEEL", "Wheel-Version: 1.0\\nRoot-Is-Purelib: true\\nTag: py3-none-any\\n")
        wheel.writestr("evil-1.0.dist-info/RECORD", "")
    return name
`;
  const make = `import io, sys, tarfile
files = {"PKG-INFO": "Metadata-Version: 2.1\\nName: evil\\nVersion: 1.0\\n", "evil.py": sys.stdin.read(), "pyproject.toml": '[build-system]\\nrequires = []\\nbuild-backend = "evil"\\nbackend-path = ["."]\\n'}
with tarfile.open("evil-1.0.tar.gz", "w:gz") as archive:
    for name, text in files.items():
        info = tarfile.TarInfo("evil-1.0/" + name)
        info.size = len(text.encode())
        archive.addfile(info, io.BytesIO(text.encode()))
`;
  const { status, stderr } = spawnSync('/usr/bin/python3', ['-c', make], {
    cwd: folder,
    input: backend,
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(stderr);
  const archive = readFileSync(join(folder, 'evil-1.0.tar.gz'));
  rmSync(folder, { recursive: true });
  return archive;
}

/** What a package does while it is built, in an installation that is kept for later runs. */
const ofPython = [
  ['the mark of a complete installation', 'ln -s "$CANARY/closed/secret.txt" "$(dirname "$VIRTUAL_ENV")/.complete"'],
  ['the installation', 'kept="$(dirname "$VIRTUAL_ENV")"; mv "$kept" "$kept-gone"; ln -s "$CANARY" "$kept"'],
  ['its virtual environment', 'mv "$VIRTUAL_ENV" "$VIRTUAL_ENV-gone"; ln -s "$CANARY" "$VIRTUAL_ENV"'],
  [
    'the folder of installations',
    'all="$(dirname "$(dirname "$VIRTUAL_ENV")")"; mv "$all" "$all-gone"; ln -s "$CANARY" "$all"',
  ],
] as const;

describe.each(hostileWays)('install scripts, isolated by %s', (...way) => {
  const [name, usable, needs] = way;
  const bench = openHostileBench(name, usable);

  for (const [target, script] of ofNode) {
    attackByEach(
      bench,
      way,
      {
        title: `a link that an install script puts in place of ${target} is not followed`,
        planOf: (adapter) => ({ files: installedByYarn(adapter, script) }),
        check: async ({ outcome }) => {
          expect((await outcome).setupLog).toMatch(/\$ node "[^"]*\/\.yarn\/yarn\.cjs" install/);
        },
      },
      // All of them install in the same way; one that brings a fixture, and one that does not, see each of the folders.
      target === 'node_modules' || target === 'the checkout'
        ? withNode
        : [adapterOf('Cypress'), adapterOf('CucumberJS')],
    );
  }

  attackByEach(bench, way, {
    title: 'a link that a build command puts in place of the checkout leads to no file of the agent',
    planOf: () => ({ settings: { buildCommand: 'cd .. && mv repository gone && ln -s "$CANARY" repository' } }),
  });

  const pytest = adapterOf('PyTest');
  const its = usable && pytest.usable ? it : it.skip;
  its.each(ofPython)(
    `a link that a package puts in place of %s is not followed (needs ${needs}, ${pytest.needs})`,
    async (_, script) => {
      const started = bench().attack(pytest, () => ({
        files: {
          'requirements.txt': '--no-index\n--find-links packages\nevil==1.0\n',
          'packages/evil-1.0.tar.gz': sourcePackage(`${script}; touch "$HOME/built"`),
        },
      }));
      await started.outcome;
      // Otherwise nothing was attacked.
      expect(existsSync(join(bench().projectFolder(started.order.projectId), 'home', 'built'))).toBe(true);
      expect(started.findings()).toEqual([]);
    },
  );

  its(
    `an installation that its script has replaced does not count as complete for the next run (needs ${needs})`,
    async () => {
      const replacing = 'mv node_modules gone && ln -s "$CANARY/node_modules" node_modules';
      const playwright = adapterOf('Playwright');
      const first = bench().attack(playwright, () => ({ files: installedByYarn(playwright, replacing) }));
      expect((await first.outcome).problem).toMatchObject({ code: expect.not.stringMatching('agent.failed') });
      const second = bench().attack(playwright, () => ({
        files: installedByYarn(playwright, 'true'),
        run: { projectId: first.order.projectId },
      }));
      const { problem } = await second.outcome;
      expect(problem).toBeNull();
      expect([...first.findings(), ...second.findings()]).toEqual([]);
      expect(lstatSync(bench().projectFolder(first.order.projectId)).isDirectory()).toBe(true);
    },
  );
});
