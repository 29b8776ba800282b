import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestingFramework } from '@assay/contract';
import { frameworkContext } from '../../test/frameworkContext.ts';
import { openMachineFiles } from '../../test/machineFiles.ts';
import type { AssignedRun } from '../connection/assignedWork.ts';
import { usedVersions } from './usedVersions.ts';

describe('the versions of what runs the tests', () => {
  const machine = openMachineFiles();
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'assay-versions-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  function put(path: string, content: string, mode = 0o644): void {
    mkdirSync(join(folder, path, '..'), { recursive: true });
    writeFileSync(join(folder, path), content, { mode });
  }
  function install(name: string, version: unknown): void {
    put(`node_modules/${name}/package.json`, JSON.stringify({ name, version }));
  }
  async function found(testingFramework: TestingFramework, environment: NodeJS.ProcessEnv = {}, inContainer = false) {
    const context = frameworkContext(folder, machine, {
      settings: { testingFramework } as AssignedRun['settings'],
    });
    const host = { ...context.host, inContainer };
    const all = await usedVersions({ ...context, host, environment: { ...context.environment, ...environment } });
    return Object.fromEntries(all.map(({ name, version }) => [name, version]));
  }

  it('are those of its packages, of Node, and of the browsers that Playwright brings', async () => {
    install('mocha', '11.7.4');
    install('@playwright/test', '1.56.1');
    install('playwright-core', '1.56.1');
    const browsers = [
      { name: 'chromium', browserVersion: '141.0.7390.37' },
      { name: 'ffmpeg', revision: '1011' },
    ];
    put('node_modules/playwright-core/browsers.json', JSON.stringify({ browsers }));
    expect(await found('Other')).toEqual({
      '@playwright/test': '1.56.1',
      mocha: '11.7.4',
      Node: expect.stringMatching(/^\d+\.\d+\.\d+/),
      "Playwright's chromium": '141.0.7390.37',
    });
  });

  it('have the browser of the machine where something drives it', async () => {
    put('bin/chromium', "#!/bin/sh\necho 'Chromium 143.0.7499.40 built on Debian'\n", 0o755);
    const environment = { PATH: `${join(folder, 'bin')}:${process.env.PATH}` };
    expect(await found('Other', environment)).not.toHaveProperty('Chrome');
    install('selenium-webdriver', '4.38.0');
    expect(await found('Other', environment)).toMatchObject({ Chrome: '143.0.7499.40' });
  });

  it.each([
    ['another kind of value', 7],
    ['more than a version', 'v'.repeat(101)],
  ])('leave out a package that names %s', async (_, version) => {
    install('mocha', version);
    expect(await found('Other')).not.toHaveProperty('mocha');
  });

  it('are those of Python and its packages, whatever else a program prints', async () => {
    const lines = ['Python 3.13.1', 'pytest 9.0.1', 'unknown 1', 'pytest-xdist', `selenium ${'4'.repeat(200)}`];
    put('bin/python3', `#!/bin/sh\nprintf '%s\\n' ${lines.map((line) => `'${line}'`).join(' ')}\n`, 0o755);
    const environment = { PATH: `${join(folder, 'bin')}:${process.env.PATH}` };
    expect(await found('PyTest', environment)).toEqual({ Python: '3.13.1', pytest: '9.0.1' });
  });

  it('are those of its packages alone in containers, as each question would start one', async () => {
    install('mocha', '11.7.4');
    expect(await found('Other', {}, true)).toEqual({ mocha: '11.7.4' });
  });

  it('are left out where nothing can be found out', async () => {
    expect(await found('TestNG', { PATH: folder })).toEqual({});
  });
});
