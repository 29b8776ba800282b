import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Logger } from 'pino';
import { waitForDiskSpace } from './waitForDiskSpace.ts';

describe('the wait for disk space', () => {
  const parent = mkdtempSync(join(tmpdir(), 'assay-disk-'));
  const folder = join(parent, 'agent');
  afterAll(() => rmSync(parent, { recursive: true }));
  const signal = () => new AbortController().signal;

  it('ends at once where there is enough', async () => {
    const told: unknown[] = [];
    const logger = { warn: told.push, error: told.push } as unknown as Logger;
    await waitForDiskSpace(parent, 1, logger, signal());
    expect(told).toEqual([]);
  });

  it('goes on until a disk that is away can be read again', async () => {
    const errors: object[] = [];
    const logger = {
      error: (about: object) => {
        errors.push(about);
        mkdirSync(folder);
      },
    } as unknown as Logger;
    await waitForDiskSpace(folder, 1, logger, signal());
    expect(errors).toEqual([{ err: expect.objectContaining({ code: 'ENOENT' }), folder }]);
  });
});
