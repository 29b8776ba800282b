import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { installArguments, isInstalled } from './install.mjs';

const wanted = {
  '': { version: '0.1.0' },
  'packages/api': { version: '0.1.0' },
  'node_modules/@assay/api': { resolved: 'packages/api', link: true },
  'node_modules/fastify': { version: '5.1.0' },
  'node_modules/only-for-windows': { version: '1.0.0', optional: true },
  'node_modules/jest': { version: '30.0.0', dev: true },
};
const { '': _root, 'packages/api': _api, 'node_modules/only-for-windows': _windows, ...everything } = wanted;
const { 'node_modules/jest': _jest, ...forStart } = everything;

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'assay-install-'));
  await mkdir(join(folder, 'node_modules'));
  await writeFile(join(folder, 'package-lock.json'), JSON.stringify({ packages: wanted }));
});
afterEach(() => rm(folder, { recursive: true }));

const after = (packages: Record<string, unknown>) =>
  writeFile(join(folder, 'node_modules', '.package-lock.json'), JSON.stringify({ packages }));
const interrupt = () => writeFile(join(folder, 'node_modules', '.unfinished'), '');

describe('an installation', () => {
  it('is complete when it has everything needed on this machine', async () => {
    await after(everything);
    expect(isInstalled(folder, 'everything')).toBe(true);
    expect(isInstalled(folder, 'start')).toBe(true);
  });

  it('is complete for a start, and for nothing else, without the packages of development', async () => {
    await after(forStart);
    expect(isInstalled(folder, 'start')).toBe(true);
    expect(isInstalled(folder, 'everything')).toBe(false);
  });

  it('is incomplete before anything was installed', () => {
    expect(isInstalled(folder, 'start')).toBe(false);
  });

  it('is incomplete after an addition that was interrupted', async () => {
    await after(everything);
    await interrupt();
    expect(isInstalled(folder, 'start')).toBe(false);
  });

  it.each<[string, Record<string, unknown>]>([
    ['a package has another version', { ...everything, 'node_modules/fastify': { version: '5.0.0' } }],
    ['a package is missing', { 'node_modules/@assay/api': everything['node_modules/@assay/api'] }],
    ['one of our own packages is new', { 'node_modules/fastify': everything['node_modules/fastify'] }],
    [
      'an optional package has another version',
      { ...everything, 'node_modules/only-for-windows': { version: '0.9.0', optional: true } },
    ],
  ])('is incomplete when %s', async (_, packages) => {
    await after(packages);
    expect(isInstalled(folder, 'start')).toBe(false);
    expect(isInstalled(folder, 'everything')).toBe(false);
  });
});

describe('what npm is asked for', () => {
  it.each([
    ['start', '--omit=dev'],
    ['everything', '--include=dev'],
  ] as const)('is a clean installation for %s where nothing is installed', (scope, included) => {
    expect(installArguments(folder, scope)).toEqual(['ci', included]);
  });

  it('adds the packages of development without removing those of a running service', async () => {
    await after(forStart);
    expect(installArguments(folder, 'everything')).toEqual(['install', '--no-save', '--include=dev']);
  });

  it('updates what a start needs alone if nothing else is installed', async () => {
    await after(forStart);
    expect(installArguments(folder, 'start')).toEqual(['install', '--no-save', '--omit=dev']);
  });

  it('retains the packages of development when a start updates the others', async () => {
    await after(everything);
    expect(installArguments(folder, 'start')).toEqual(['install', '--no-save', '--include=dev']);
  });

  it('is a clean installation after an addition that was interrupted', async () => {
    await after(forStart);
    await interrupt();
    expect(installArguments(folder, 'everything')).toEqual(['ci', '--include=dev']);
  });
});
