import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Installation, spawnLauncher, startInstallation } from '../support/installation.ts';

/** Data written by a future version. */
const makeTooNew = (dataDir: string) => writeFile(join(dataDir, 'mongo', 'FORMAT'), '999\n');

describe('a store that cannot be used any more', () => {
  let installation: Installation;
  afterAll(() => installation.remove());

  const times = (lines: string[], pattern: RegExp) => lines.filter((line) => pattern.test(line)).length;

  it('ends a running service, with one sentence and the way out, and is not restarted forever', async () => {
    installation = await startInstallation({ env: { ASSAY_AGENT: '0' } });
    const { dataDir } = installation;
    await makeTooNew(dataDir);
    await installation.kill('document store');
    expect(await installation.ended).toBe(1);
    expect(times(installation.lines, /The document store no longer starts: .*in format 999/)).toBe(1);
    expect(times(installation.lines, /in format 999/)).toBe(1);
    expect(times(installation.lines, /npm run verify. .*npm run restore/)).toBe(1);
  });

  it('ends a starting one the same way', async () => {
    const { dataDir } = installation;
    const { exited, lines } = await spawnLauncher({ dataDir });
    expect(await exited).toBe(1);
    expect(times(lines, /in format 999/)).toBe(1);
    expect(times(lines, /npm run verify. .*npm run restore/)).toBe(1);
  });
});
