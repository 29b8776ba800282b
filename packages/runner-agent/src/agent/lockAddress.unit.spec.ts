import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { lockAddress } from './agentFolder.ts';

/** A Unix socket instead of a Windows pipe: Node listens on both in the same way. */
describe('an address that one process at a time can hold', () => {
  const folder = mkdtempSync(join(tmpdir(), 'assay-held-'));
  afterAll(() => rmSync(folder, { recursive: true }));

  it('is refused while it is held, and available once it is released', async () => {
    const address = join(folder, 'agent');
    const letGo = await lockAddress(address);
    expect(letGo).not.toBeNull();
    expect(await lockAddress(address)).toBeNull();
    await letGo?.();
    const again = await lockAddress(address);
    expect(again).not.toBeNull();
    await again?.();
  });
});
