import { mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { openMachineFiles } from '../../../test/machineFiles.ts';
import { outputFolder } from './outputFolder.ts';

describe("the folder for Playwright's output", () => {
  const host = { files: openMachineFiles() };
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'assay-output-')));
  afterAll(() => rmSync(folder, { recursive: true }));
  const put = (path: string) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), '');
    return join(folder, path);
  };

  it('has the packages of the tests, and those of the parent folders that belong to the run', async () => {
    const near = put('run/repository/apps/shop/node_modules/near/index.js');
    const far = put('run/repository/node_modules/far/index.js');
    const [directory, scratch] = [join(folder, 'run/repository/apps/shop'), join(folder, 'run/unit-1-1')];
    mkdirSync(scratch);
    const place = await outputFolder({ directory, scratch, host });
    const found = createRequire(join(place, 'output-1/cart-adds/script.js'));
    expect([found.resolve('near'), found.resolve('far')]).toEqual([near, far]);
    rmSync(scratch, { recursive: true });
    expect(readdirSync(join(directory, 'node_modules'))).toEqual(['near']);
  });
});
