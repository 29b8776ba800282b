import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { openMachineFiles } from '../../test/machineFiles.ts';
import { filledFoldersOf, linksOnlyTo } from './nodeWorkspace.ts';
import { readManifest } from './packageManifest.ts';

const onUnix = process.platform === 'win32' ? describe.skip : describe;

onUnix('the folders that the installation of a workspace fills', () => {
  const machine = openMachineFiles();
  let root: string;
  beforeEach(() => {
    root = realpathSync(mkdtempSync(join(tmpdir(), 'assay-workspace-')));
  });
  afterEach(() => rmSync(root, { recursive: true }));

  const member = (name: string, more: object = {}) => JSON.stringify({ name, ...more });
  const ofNpm = {
    'package.json': '{"workspaces":["packages/*"]}',
    'packages/a/package.json': member('a'),
    'packages/b/package.json': member('b', { dependencies: { a: '^1.0.0' } }),
  };
  const ofPnpm = {
    ...ofNpm,
    'package.json': '{}',
    'pnpm-workspace.yaml': "packages:\n  - 'packages/*'\n",
    'packages/b/package.json': member('b', { dependencies: { a: 'workspace:*' } }),
  };

  async function filled(files: Record<string, string>) {
    for (const [name, content] of Object.entries(files)) {
      mkdirSync(dirname(join(root, name)), { recursive: true });
      writeFileSync(join(root, name), content);
    }
    const manifest = await readManifest(machine, root);
    if (!manifest) throw new Error('no package.json');
    const found = await filledFoldersOf(machine, root, manifest);
    return found && { folders: found.folders.map((each) => relative(root, each)), inputs: found.inputs };
  }

  it.each([
    ['npm and Yarn', ofNpm],
    ['pnpm', ofPnpm],
  ])('are its root and its members, whose manifests it depends on (%s)', async (_, files) => {
    const found = await filled(files);
    expect(found?.folders).toEqual(['', 'packages/a', 'packages/b']);
    expect(found?.inputs.slice(1)).toEqual([
      'packages/a',
      files['packages/a/package.json'],
      'packages/b',
      files['packages/b/package.json'],
    ]);
  });

  it('are the package alone where there is no workspace, and where pnpm has settings only', async () => {
    expect(await filled({ 'package.json': '{}', 'fixtures/c/package.json': '{}' })).toEqual({
      folders: [''],
      inputs: [],
    });
    rmSync(join(root, 'fixtures'), { recursive: true });
    const settings = 'onlyBuiltDependencies: [esbuild]\n';
    expect(await filled({ 'pnpm-workspace.yaml': settings })).toEqual({ folders: [''], inputs: [settings] });
    // Older versions of pnpm take every package there.
    expect((await filled({ 'examples/d/package.json': member('d') }))?.folders).toEqual(['', 'examples/d']);
  });

  it.each<[string, Record<string, string>]>([
    [
      'a member has a script that the installation runs',
      { 'packages/a/package.json': member('a', { scripts: { prepare: 'tsc' } }) },
    ],
    [
      'a member depends on other files',
      { 'packages/a/package.json': member('a', { dependencies: { z: 'file:../z' } }) },
    ],
    ['a member cannot be read', { 'packages/a/package.json': '{' }],
    ['a member has a lock file of its own', { 'packages/a/yarn.lock': '' }],
    ['pnpm copies members', { 'pnpm-workspace.yaml': 'packages: [packages/*]\ninjectWorkspacePackages: true\n' }],
    ['pnpm copies members by an older setting', { '.npmrc': 'inject-workspace-packages=true\n' }],
    ['the file of the workspace is too long', { 'pnpm-workspace.yaml': `# ${'x'.repeat(70_000)}` }],
  ])('are not known where %s', async (_, files) => {
    expect(await filled(ofNpm)).not.toBeNull();
    expect(await filled(files)).toBeNull();
  });

  it('are not known where pnpm copies a dependency', async () => {
    const meta = { dependenciesMeta: { a: { injected: true } } };
    const own = { dependencies: { a: 'workspace:*' }, ...meta };
    expect(await filled({ ...ofPnpm, 'packages/b/package.json': member('b', own) })).toBeNull();
    expect(await filled(ofPnpm)).not.toBeNull();
  });

  it('have links to each other and to packages in them, and else they are not all that was filled', async () => {
    const packages = ['', 'packages/a'].map((each) => join(root, each));
    const modules = join(root, 'node_modules');
    for (const each of ['node_modules/@own', 'node_modules/.pnpm/z', 'packages/a', 'elsewhere']) {
      mkdirSync(join(root, each), { recursive: true });
    }
    symlinkSync('../../packages/a', join(modules, '@own/a'));
    symlinkSync('.pnpm/z', join(modules, 'z'));
    expect(await linksOnlyTo(machine, packages, modules)).toBe(true);
    symlinkSync('../elsewhere', join(root, 'packages/b'));
    symlinkSync('../../packages/b', join(modules, '@own/b'));
    expect(await linksOnlyTo(machine, packages, modules)).toBe(false);
    symlinkSync('nowhere', join(modules, 'gone'));
    rmSync(join(modules, '@own/b'));
    expect(await linksOnlyTo(machine, packages, modules)).toBe(false);
  });
});
