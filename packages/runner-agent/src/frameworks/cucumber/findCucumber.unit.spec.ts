import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openMachineFiles } from '../../../test/machineFiles.ts';
import { findCucumber } from './findCucumber.ts';

describe('the CucumberJS of a project', () => {
  const files = openMachineFiles();
  let project: string;
  beforeEach(() => {
    project = realpathSync(mkdtempSync(join(tmpdir(), 'assay-cucumber-')));
  });
  afterEach(() => rmSync(project, { recursive: true }));

  const install = (folder: string, name: string, version: string) => {
    const place = join(folder, 'node_modules', name);
    mkdirSync(place, { recursive: true });
    writeFileSync(join(place, 'package.json'), JSON.stringify({ name, version }));
    return place;
  };

  it('is refused by name and version before version 7', async () => {
    install(project, 'cucumber', '6.0.5');
    await expect(findCucumber(files, project)).rejects.toMatchObject({
      code: 'framework.tooOld',
      message: expect.stringContaining("CucumberJS 6.0.5 (the package 'cucumber')"),
    });
  });

  it('is the nearest: an old one elsewhere in a monorepo does not count', async () => {
    install(project, 'cucumber', '6.0.5');
    const suite = join(project, 'e2e');
    const own = install(suite, '@cucumber/cucumber', '11.2.0');
    expect(await findCucumber(files, suite)).toBe(own);
  });

  it('is the later one of two in the same place', async () => {
    install(project, 'cucumber', '6.0.5');
    const own = install(project, '@cucumber/cucumber', '7.3.2');
    expect(await findCucumber(files, project)).toBe(own);
  });
});
