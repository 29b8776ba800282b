import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isInstalled } from './install.mjs';

const wanted = {
  '': { version: '0.1.0' },
  'packages/api': { version: '0.1.0' },
  'node_modules/@assay/api': { resolved: 'packages/api', link: true },
  'node_modules/fastify': { version: '5.1.0' },
  'node_modules/only-for-windows': { version: '1.0.0', optional: true },
};
const { '': _root, 'packages/api': _api, 'node_modules/only-for-windows': _windows, ...installed } = wanted;

describe('an installation', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'assay-install-'));
    await mkdir(join(folder, 'node_modules'));
    await writeFile(join(folder, 'package-lock.json'), JSON.stringify({ packages: wanted }));
  });
  afterEach(() => rm(folder, { recursive: true }));

  const after = (packages: Record<string, unknown>) =>
    writeFile(join(folder, 'node_modules', '.package-lock.json'), JSON.stringify({ packages }));

  it('is complete when it has everything needed on this machine', async () => {
    await after(installed);
    expect(isInstalled(folder)).toBe(true);
  });

  it('is incomplete before anything was installed', () => {
    expect(isInstalled(folder)).toBe(false);
  });

  it.each<[string, Record<string, unknown>]>([
    ['a package has another version', { ...installed, 'node_modules/fastify': { version: '5.0.0' } }],
    ['a package is missing', { 'node_modules/@assay/api': installed['node_modules/@assay/api'] }],
    ['one of our own packages is new', { 'node_modules/fastify': installed['node_modules/fastify'] }],
    [
      'an optional package has another version',
      { ...installed, 'node_modules/only-for-windows': { version: '0.9.0', optional: true } },
    ],
  ])('is incomplete when %s', async (_, packages) => {
    await after(packages);
    expect(isInstalled(folder)).toBe(false);
  });
});
