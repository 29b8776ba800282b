import { linkSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { diskUsage } from './diskUsage.ts';

(process.platform === 'linux' ? describe : describe.skip)('what folders occupy', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'assay-usage-'));
    mkdirSync(join(folder, 'inner'));
    writeFileSync(join(folder, 'inner', 'large'), Buffer.alloc(300 * 1024, 'x'));
    linkSync(join(folder, 'inner', 'large'), join(folder, 'inner', 'again'));
    for (let at = 0; at < 50; at += 1) writeFileSync(join(folder, `empty-${at}`), '');
  });
  afterEach(() => rmSync(folder, { recursive: true }));
  const patient = () => AbortSignal.timeout(60_000);

  it('is counted in bytes or in files; a file with two names counts once', async () => {
    const bytes = await diskUsage([folder], 'bytes', patient());
    expect(bytes).toBeGreaterThanOrEqual(300 * 1024);
    expect(bytes).toBeLessThan(600 * 1024);
    expect(await diskUsage([folder], 'files', patient())).toBe(53);
  });

  it('is measured whatever number of errors there are', async () => {
    const missing = Array.from({ length: 300 }, (_, at) =>
      join(folder, `missing-${at}-${'x'.repeat(200)}`, 'y'.repeat(3500)),
    );
    expect(await diskUsage([...missing, folder], 'files', patient())).toBe(53);
  });

  it('is measured of more paths than a command line has room for', async () => {
    const many = Array.from({ length: 9000 }, (_, at) => join(folder, `missing-${at}-${'x'.repeat(230)}`));
    expect(await diskUsage([folder, ...many], 'files', patient())).toBe(53);
  });

  it('is infinite where the measurement was ended', async () => {
    expect(await diskUsage([folder], 'bytes', AbortSignal.abort())).toBe(Number.POSITIVE_INFINITY);
  });

  it('is nothing for no folders', async () => {
    expect(await diskUsage([], 'bytes', patient())).toBe(0);
  });
});
