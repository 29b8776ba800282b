import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import type { TestingFramework } from '@assay/contract';
import { openMachineFiles } from '../../test/machineFiles.ts';
import { findWorkingDirectory } from './workingDirectory.ts';

describe('where tests run', () => {
  const files = openMachineFiles();
  let repository: string;
  beforeEach(() => {
    repository = mkdtempSync(join(tmpdir(), 'assay-directory-'));
  });
  afterEach(() => rmSync(repository, { recursive: true }));

  async function found(
    names: string[],
    own: { testingFramework?: TestingFramework; workingDirectory?: string; configFile?: string } = {},
  ) {
    for (const name of names) {
      mkdirSync(join(repository, dirname(name)), { recursive: true });
      writeFileSync(join(repository, name), '');
    }
    const told: string[] = [];
    const log = { line: (text: string) => void told.push(text) };
    const settings = { testingFramework: 'WebDriverIO' as const, workingDirectory: null, configFile: null, ...own };
    const directory = await findWorkingDirectory(files, repository, settings, log);
    return [relative(repository, directory), told.join()];
  }

  it('is the folder of the only config file below the root, which is told', async () => {
    const names = ['apps/shop/e2e/wdio.conf.ts', 'node_modules/x/wdio.conf.js', 'apps/shop/playwright.config.ts'];
    expect(await found(names)).toEqual(['apps/shop/e2e', expect.stringContaining('apps/shop/e2e/wdio.conf.ts')]);
    expect(await found([], { testingFramework: 'Playwright' })).toEqual(['apps/shop', expect.anything()]);
    // A framework in the middle of a migration.
    const both = ['shop/cypress.json', 'shop/cypress.config.ts'];
    expect(await found(both, { testingFramework: 'Cypress' })).toEqual(['shop', expect.anything()]);
  });

  it('is the root where that has a config file, or nothing has', async () => {
    expect(await found(['specs/a.js'])).toEqual(['', '']);
    expect(await found(['e2e/wdio.conf.ts', 'wdio.conf.js'])).toEqual(['', '']);
    expect(await found(['e2e/cucumber.js'], { testingFramework: 'CucumberJS' })).toEqual(['', '']);
  });

  it('is asked for where several folders have a config file', async () => {
    const names = ['shop/wdio.conf.ts', 'stock/wdio.conf.ts'];
    await expect(found(names)).rejects.toMatchObject({
      code: 'config.ambiguous',
      message: expect.stringContaining(names.join(', ')),
    });
    expect(await found([], { workingDirectory: 'stock' })).toEqual(['stock', '']);
    expect(await found([], { workingDirectory: '.' })).toEqual(['', '']);
    expect(await found([], { configFile: 'shop/wdio.conf.ts' })).toEqual(['', '']);
  });

  it('is never outside the repository', async () => {
    for (const workingDirectory of ['..', '../..', 'nowhere']) {
      await expect(found([], { workingDirectory })).rejects.toMatchObject({ code: 'workspace.directoryNotFound' });
    }
  });
});
