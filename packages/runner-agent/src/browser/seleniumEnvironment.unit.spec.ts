import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { findOnMachine } from '../../test/machineFiles.ts';
import { seleniumEnvironment } from './seleniumEnvironment.ts';

describe('the Selenium environment of a project', () => {
  const folder = mkdtempSync(join(tmpdir(), 'assay-selenium-'));
  const ending = process.platform === 'win32' ? '.exe' : '';
  const place = (name: string) => {
    const path = join(folder, name + ending);
    writeFileSync(path, '');
    chmodSync(path, 0o755);
    return path;
  };
  const machine = { find: findOnMachine, isolated: false, inContainer: false };
  afterAll(() => rmSync(folder, { recursive: true }));

  it('names Chrome and the driver beside it, and is empty without either or without Selenium', async () => {
    const environment = { PATH: folder, PATHEXT: '.exe' };
    expect(await seleniumEnvironment({ usingSelenium: true }, environment, machine)).toEqual({});
    const driver = place('chromedriver');
    const chrome = place('google-chrome');
    expect(await seleniumEnvironment({ usingSelenium: true }, environment, machine)).toEqual({
      SE_CHROMEDRIVER: driver,
      CHROME_BIN: chrome,
      SE_AVOID_STATS: 'true',
    });
    // A driver in a package of the project is for another Chrome.
    const packages = join(folder, 'node_modules', '.bin');
    mkdirSync(packages, { recursive: true });
    place(join('node_modules', '.bin', 'chromedriver'));
    const withPackages = { ...environment, PATH: [packages, folder].join(delimiter) };
    expect(await seleniumEnvironment({ usingSelenium: true }, withPackages, machine)).toMatchObject({
      SE_CHROMEDRIVER: driver,
    });
    const image = { find: () => Promise.resolve(null), isolated: true, inContainer: true };
    expect(await seleniumEnvironment({ usingSelenium: true }, environment, image)).toEqual({});
    expect(await seleniumEnvironment({ usingSelenium: false }, environment, machine)).toEqual({});
    expect(await seleniumEnvironment({ usingSelenium: null }, environment, machine)).toEqual({});
  });
});
