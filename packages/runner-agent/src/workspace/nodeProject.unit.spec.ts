import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { openMachineFiles } from '../../test/machineFiles.ts';
import { findNodeProject } from './nodeProject.ts';
import { placesOf } from './places.ts';

describe('where the packages of a project are installed', () => {
  const machine = openMachineFiles();
  let outside: string;
  let repository: string;
  beforeEach(() => {
    outside = mkdtempSync(join(tmpdir(), 'assay-monorepo-'));
    repository = join(outside, 'repository');
  });
  afterEach(() => rmSync(outside, { recursive: true }));

  const at = async (directory: string, files: Record<string, string>) => {
    for (const [name, content] of Object.entries({ 'e2e/specs/a.js': '', ...files })) {
      mkdirSync(dirname(join(repository, name)), { recursive: true });
      writeFileSync(join(repository, name), content);
    }
    const places = placesOf(repository, join(repository, directory));
    const { folder, manifest } = await findNodeProject(machine, places);
    return [folder === repository ? 'root' : folder.slice(repository.length + 1), manifest?.packageManager ?? null];
  };
  const member = { 'e2e/package.json': '{"devDependencies":{"mocha":"12"}}' };

  it.each([
    ['npm', { 'package.json': '{"workspaces":["packages/*","e2e"]}', 'package-lock.json': '{}' }, null],
    [
      'Yarn',
      { 'package.json': '{"workspaces":{"packages":["./e2e/"]},"packageManager":"yarn@4.5.0"}', 'yarn.lock': '' },
      'yarn@4.5.0',
    ],
    [
      'pnpm',
      {
        'package.json': '{"packageManager":"pnpm@9.1.0"}',
        'pnpm-workspace.yaml': "packages:\n  # all\n  - 'e*'\n",
        'pnpm-lock.yaml': '',
      },
      'pnpm@9.1.0',
    ],
  ])('is the root of the workspace of %s', async (_, files, packageManager) => {
    expect(await at('e2e', { ...member, ...files })).toEqual(['root', packageManager]);
    expect(await at('e2e/specs', {})).toEqual(['root', packageManager]);
  });

  it('is the package itself where it is no part of the workspace, or has a lock file', async () => {
    const root = {
      'package.json': '{"workspaces":["packages/*"],"packageManager":"npm@10.0.0"}',
      'package-lock.json': '',
    };
    expect(await at('e2e', { ...member, ...root })).toEqual(['e2e', 'npm@10.0.0']);
    expect(await at('e2e', { 'package.json': '{"workspaces":["*","!e2e"]}' })).toEqual(['e2e', null]);
    expect(await at('e2e', { 'package.json': '{"workspaces":["e2e"]}', 'e2e/yarn.lock': '' })).toEqual(['e2e', null]);
  });

  it('is the package above a folder without one, or with one that asks for nothing', async () => {
    expect(await at('e2e/specs', { 'package.json': '{}', 'package-lock.json': '{}' })).toEqual(['root', null]);
    expect(await at('e2e/specs', { 'e2e/package.json': '{"type":"module"}' })).toEqual(['root', null]);
  });

  describe('where the workspace file is long', () => {
    const keys = (length: number) => Array.from({ length }, (_, at) => `k${at}: 1\n`).join('');
    const rootWith = async (text: string) => {
      const root = { 'package.json': '{}', 'pnpm-lock.yaml': '', 'pnpm-workspace.yaml': text };
      return (await at('e2e', { ...member, ...root }))[0] === 'root';
    };

    it('is found by its packages alone', async () => {
      const catalog = `catalog:\n${keys(4000).replaceAll(/^/gm, '  ')}`.trimEnd();
      expect(await rootWith(`${catalog}\npackages:\n# all\n- 'e*'\nnodeLinker: hoisted\n`)).toBe(true);
      expect(await rootWith(`packages:\n  - e2e\n${catalog}\n`)).toBe(true);
      expect(await rootWith(catalog)).toBe(false);
    });

    it('is not compared key by key, nor parsed beyond a limit', async () => {
      expect(await rootWith('a: 1\na: 2\npackages: [e2e]\n')).toBe(true);
      expect(await rootWith(`packages:\n  - e2e\n${'  - other/folder\n'.repeat(1200)}`)).toBe(false);
    });
  });

  it('is not searched above many packages', async () => {
    const nested = (count: number) => Array.from({ length: count }, (_, at) => `p${at}`).join('/');
    const manifests = (count: number) =>
      Object.fromEntries(
        Array.from({ length: count }, (_, at) => [`${nested(at + 1)}/package.json`, member['e2e/package.json']]),
      );
    const root = { 'package.json': '{"workspaces":["**"]}', 'package-lock.json': '{}' };
    expect((await at(nested(7), { ...root, ...manifests(7) }))[0]).toBe('root');
    expect((await at(nested(8), { ...root, ...manifests(8) }))[0]).toBe(nested(8));
  });

  it('is never above the repository', async () => {
    writeFileSync(join(outside, 'package.json'), '{"workspaces":["**"],"packageManager":"yarn@1.22.22"}');
    writeFileSync(join(outside, 'yarn.lock'), '');
    expect(await at('e2e', member)).toEqual(['e2e', null]);
    rmSync(join(repository, 'e2e/package.json'));
    expect(await at('e2e', {})).toEqual(['e2e', null]);
  });
});
