import { delimiter, join } from 'node:path';
import type { AssignedRun } from '../connection/assignedWork.ts';
import type { ProcessHost } from '../process/processHost.ts';
import type { Places } from './places.ts';
import { testEnvironment } from './testEnvironment.ts';

describe('the environment of tests', () => {
  const settings = { usingSelenium: null };
  const places: Places = ['/run/repository/e2e', '/run/repository'];
  const host: Pick<ProcessHost, 'environment'> = { environment: () => ({ PATH: '/bin', HOME: '/home/t' }) };

  const environmentWith = (variables: Record<string, string>) => {
    const given = Object.entries(variables).map(([key, value]) => ({ key, value, encrypted: false, file: false }));
    const run = { testRunId: 'r', recordVideo: false, environmentUrl: null, settings, variables: given };
    return testEnvironment(run as unknown as AssignedRun, '/run', places, null, host as ProcessHost);
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
});
