import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openMachineFiles } from '../../../test/machineFiles.ts';
import { reporterEnvironment } from './reporterEnvironment.ts';

describe('the settings of JUnit XML reporters', () => {
  const files = openMachineFiles();
  const folder = mkdtempSync(join(tmpdir(), 'assay-reporters-'));
  afterAll(() => rmSync(folder, { recursive: true }));

  it('make jest-junit write files and titles', async () => {
    writeFileSync(join(folder, 'package.json'), '{"devDependencies": {"jest-junit": "17.0.0"}}');
    expect(await reporterEnvironment(files, folder, {})).toMatchObject({ JEST_JUNIT_ADD_FILE_ATTRIBUTE: 'true' });
    expect(await reporterEnvironment(files, join(folder, 'nowhere'), {})).toMatchObject({
      JEST_JUNIT_TITLE: '{classname} › {title}',
    });
  });

  it('leave jest-junit as the project or the environment configures it', async () => {
    writeFileSync(join(folder, 'package.json'), '{"jest-junit": { "titleTemplate": "{title}!" }}');
    expect(await reporterEnvironment(files, folder, {})).toEqual({});
    rmSync(join(folder, 'package.json'));
    expect(await reporterEnvironment(files, folder, { JEST_JUNIT_OUTPUT_DIR: 'reports' })).toEqual({});
  });
});
