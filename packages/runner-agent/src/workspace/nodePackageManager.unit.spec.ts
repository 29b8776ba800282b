import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openMachineFiles } from '../../test/machineFiles.ts';
import { lockedInstallOf } from './nodePackageManager.ts';

const berryLock = '__metadata:\n  version: 8\n';

describe('installing from a lock file', () => {
  const machine = openMachineFiles();
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'assay-lock-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  async function commandOf(files: Record<string, string>, tools: string[], packageManager: string | null = null) {
    for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content);
    const manifest = {
      text: '{}',
      dependencies: {},
      doesMoreThanInstall: false,
      packageManager,
      workspaces: [],
      hasWorkspaces: false,
    };
    const has = async (name: string) => tools.includes(name);
    return await lockedInstallOf(folder, manifest, { files: machine, has });
  }

  it.each([
    ['npm', { 'package-lock.json': '{}' }, ['npm'], null, 'npm ci --no-audit --no-fund'],
    ['pnpm', { 'pnpm-lock.yaml': '' }, ['pnpm', 'corepack'], null, 'pnpm install --frozen-lockfile'],
    [
      'pnpm by corepack',
      { 'pnpm-lock.yaml': '' },
      ['corepack'],
      'pnpm@9.1.0',
      'corepack pnpm install --frozen-lockfile',
    ],
    ['Yarn 1', { 'yarn.lock': '# v1' }, ['yarn'], null, 'yarn install --frozen-lockfile --non-interactive'],
    [
      'Yarn 1 by corepack',
      { 'yarn.lock': '' },
      ['corepack'],
      null,
      'corepack yarn@1 install --frozen-lockfile --non-interactive',
    ],
    ['Yarn 4', { 'yarn.lock': berryLock }, ['yarn', 'corepack'], 'yarn@4.5.0', 'corepack yarn install --immutable'],
    [
      'Yarn 4 without a name',
      { 'yarn.lock': berryLock },
      ['corepack'],
      null,
      'corepack yarn@stable install --immutable',
    ],
    [
      'the committed Yarn',
      { 'yarn.lock': berryLock, '.yarnrc.yml': 'yarnPath: own.cjs\n', 'own.cjs': '' },
      [],
      null,
      'node "own.cjs" install --immutable',
    ],
    [
      'the one in package.json',
      { 'package-lock.json': '{}', 'yarn.lock': '' },
      ['npm', 'yarn'],
      'yarn@1.22.22',
      'yarn install --frozen-lockfile --non-interactive',
    ],
  ])('is done by %s', async (_, files, tools, packageManager, command) => {
    expect((await commandOf(files, tools, packageManager))?.command.replace(join(folder, '/'), '')).toBe(command);
  });

  it('fills node_modules with every version of Yarn', async () => {
    expect((await commandOf({ 'yarn.lock': berryLock }, ['yarn']))?.environment).toMatchObject({
      YARN_NODE_LINKER: 'node-modules',
    });
  });

  it('says which tool is missing, and how to get it', async () => {
    await expect(commandOf({ 'pnpm-lock.yaml': '' }, ['npm'])).rejects.toMatchObject({
      code: 'install.toolMissing',
      message: expect.stringContaining('npm install --global pnpm'),
    });
  });

  it('does nothing without a lock file', async () => {
    expect(await commandOf({}, ['npm'])).toBeNull();
  });
});
