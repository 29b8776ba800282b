import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { proxiesOf } from '@assay/proxies';
import { canLimitDescriptors, withoutDescriptors } from '../../../../test/support/withoutDescriptors.ts';
import { type Git, gitCommand } from './gitCommand.ts';

const orders: Record<string, (git: Git) => Promise<unknown>> = {
  'an order': (git) => git.raw(['version']),
  'an order for the first bytes': (git) => git.first(['version'], 1),
};

(canLimitDescriptors ? describe : describe.skip)('a service that has no more descriptors', () => {
  it.each(Object.entries(orders))('fails to give git %s, and goes on (needs prlimit)', async (_, order) => {
    const folder = mkdtempSync(join(tmpdir(), 'assay-git-'));
    try {
      const addresses = { protocols: [], hosts: null, localFolders: [], guard: null, proxies: proxiesOf({}) };
      const git = gitCommand(addresses, folder)(folder);
      expect(String(await order(git))).toMatch(/^g/);
      const uncaught = await withoutDescriptors(async () => {
        await expect(order(git)).rejects.toThrow(/open files|EMFILE/);
      });
      expect(uncaught).toEqual([]);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
