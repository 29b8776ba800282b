import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openMachineFiles } from '../../../test/machineFiles.ts';
import { noteOnMissingFfmpeg } from './videoNote.ts';

describe('what a run with videos is told without ffmpeg', () => {
  const files = openMachineFiles();
  const folder = mkdtempSync(join(tmpdir(), 'assay-video-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  const noteOn = (config: string) => {
    const path = join(folder, 'playwright.config.ts');
    writeFileSync(path, config);
    return noteOnMissingFfmpeg(files, path);
  };

  it.each(["video: 'on'", '"video": process.env.CI ? "on" : "off"', "video : { mode: 'retain-on-failure' }"])(
    'is that tests fail, where the configuration has %s',
    async (setting) => {
      expect(await noteOn(`export default { use: { ${setting} } };`)).toMatch(/tests that open a page fail/);
    },
  );

  it('is that there are none, where the configuration wants none', async () => {
    expect(await noteOn("export default { use: { video: 'off' } };")).toMatch(/the run records none/);
    expect(await noteOnMissingFfmpeg(files, null)).toMatch(/the run records none/);
  });
});
