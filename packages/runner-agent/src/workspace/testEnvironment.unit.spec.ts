import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import type { TestRunId } from '@assay/contract';
import { openMachineFiles } from '../../test/machineFiles.ts';
import type { AssignedRun } from '../connection/assignedWork.ts';
import type { ProcessHost } from '../process/processHost.ts';
import type { Places } from './places.ts';
import { maskOf, testEnvironment } from './testEnvironment.ts';

describe('the environment of tests', () => {
  const settings = { usingSelenium: null };
  const places: Places = ['/run/repository/e2e', '/run/repository'];
  const files = openMachineFiles();
  const environment = () => ({ PATH: '/bin', HOME: '/home/t' });
  const host: Pick<ProcessHost, 'environment' | 'files'> = { environment, files };

  const environmentWith = (values: Record<string, string>, folder = '/run', file = false) => {
    const variables = Object.entries(values).map(([key, value]) => ({ key, value, encrypted: false, file }));
    const run = { testRunId: 'r' as TestRunId, recordVideo: false, environmentUrl: null, settings, variables };
    return testEnvironment(run as AssignedRun, folder, places, host as ProcessHost);
  };

  it('has nothing that their own run would not have, but CI and what names Assay’s variables', async () => {
    const names = Object.keys(await environmentWith({}));
    expect(names.filter((name) => !name.startsWith('ASSAY_')).sort()).toEqual(['CI', 'HOME', 'PATH']);
  });

  it('finds the commands of the directory before those of the workspace and of the machine', async () => {
    const bins = places.map((place) => join(place, 'node_modules', '.bin'));
    expect((await environmentWith({})).PATH).toBe([...bins, '/bin'].join(delimiter));
  });

  it('takes CI from the environment’s variables; an empty one removes it', async () => {
    expect((await environmentWith({})).CI).toBe('true');
    expect((await environmentWith({ CI: 'false' })).CI).toBe('false');
    expect(await environmentWith({ CI: '' })).not.toHaveProperty('CI');
  });
  it('has the path of a file for a file variable, which only the tests’ user can read', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'assay-variables-'));
    const { KEY_FILE = '' } = await environmentWith({ KEY_FILE: 'tea\n' }, folder, true);
    expect(readFileSync(KEY_FILE, 'utf8')).toBe('tea\n');
    if (process.platform !== 'win32') expect(statSync(KEY_FILE).mode & 0o777).toBe(0o600);
    rmSync(folder, { recursive: true });
  });
});

describe('what is masked of a run', () => {
  const maskFor = (gitUrl: string, value: string | null = null) => {
    const variables = value === null ? [] : [{ key: 'K', value, encrypted: true, file: false }];
    return maskOf({ variables, settings: { gitUrl } } as unknown as AssignedRun);
  };

  it.each([
    ['https://ada:a%b@example.com/r.git', 'a%b'],
    ['https://ada:hunter22%@example.com/r.git', 'hunter22%'],
    ['https://to%ken%zz@example.com/r.git', 'to%ken%zz'],
    ['https://ada:p%40ss%E2%82%AC%@example.com/r.git', 'p@ss€%'],
    ['https://ada:%ff%40ss@example.com/r.git', '%ff@ss'],
  ])('is the password of %s', (gitUrl, secret) => {
    expect(maskFor(gitUrl).text(`${new URL(gitUrl).password} ${secret}!`)).not.toContain(secret);
  });

  it('is a variable with half a surrogate pair', () => {
    expect(maskFor('https://example.com/r.git', 'half\ud83d pair').text('a half\ud83d pair')).toBe('a ***');
  });
});
