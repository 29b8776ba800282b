import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { holdAddress } from './agentFolder.ts';

/** A socket of Unix in place of a pipe of Windows: Node listens on both alike. */
describe('an address that one process at a time can hold', () => {
  const folder = mkdtempSync(join(tmpdir(), 'assay-held-'));
  afterAll(() => rmSync(folder, { recursive: true }));

  it('is refused while it is held, and given once it is let go', async () => {
    const address = join(folder, 'agent');
    const letGo = await holdAddress(address);
    expect(letGo).not.toBeNull();
    expect(await holdAddress(address)).toBeNull();
    await letGo?.();
    const again = await holdAddress(address);
    expect(again).not.toBeNull();
    await again?.();
  });
});
