import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findCapabilities, versionIn, windowsChromeVersion } from './findCapabilities.ts';

describe('the version in the output of a program', () => {
  it.each([
    ['Python 3.11.7', '3.11.7'],
    ['openjdk version "17.0.15" 2025-04-15', '17.0.15'],
    ['Chromium 156.0.8078.73 built on Debian', '156.0.8078.73'],
    ['8.0.100-rc.2.23502.2', '8.0.100-rc.2.23502.2'],
    ['command not found', null],
    [null, null],
  ])('in %j is %j', (said, version) => {
    expect(versionIn(said)).toBe(version);
  });
});

describe('the capabilities of an agent', () => {
  it('include the Node that it runs on, and null for missing programs', async () => {
    const found = await findCapabilities({ PATH: '/nowhere' });
    expect(found).toMatchObject({ nodejs: process.versions.node, python: null, java: null, dotnet: null });
  });
});

describe('the version of Chrome on Windows', () => {
  const folder = mkdtempSync(join(tmpdir(), 'assay-chrome-'));
  afterAll(() => rmSync(folder, { recursive: true }));

  it('is the newest in its folder, wherever Chrome is installed', async () => {
    for (const name of ['99.0.4844.51', '141.0.7390.108', 'SetupMetrics']) {
      mkdirSync(join(folder, 'Google', 'Chrome', 'Application', name), { recursive: true });
    }
    const env = { PROGRAMFILES: join(folder, 'none'), LOCALAPPDATA: folder };
    expect(await windowsChromeVersion(env)).toBe('141.0.7390.108');
    expect(await windowsChromeVersion({})).toBeNull();
  });
});
