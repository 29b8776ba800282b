import { GitLimitExceeded } from '../git/gitLimits.ts';
import { projectProposer } from './projectProposer.ts';

const levels = 60;
const folderAt = (level: number) => 'a/'.repeat(level);

/** A repository that takes seconds: packages in folders within each other, and 200,000 files below them. */
function nested(): { list: Uint8Array; texts: Map<string, string> } {
  const manifest = JSON.stringify({
    devDependencies: { jest: '30.0.0', cypress: '15.0.0', '@playwright/test': '1.50.0' },
  });
  const packages = Array.from({ length: levels }, (_, level) => `${folderAt(level)}package.json`);
  const tests = Array.from({ length: 200_000 }, (_, at) => `${folderAt(levels)}tests/${at}.spec.js`);
  const list = [...packages, ...tests].map((path) => `100644 blob ${'a'.repeat(40)}\t${path}\0`).join('');
  return { list: Buffer.from(list), texts: new Map(packages.map((path) => [path, manifest])) };
}

describe('proposing projects of a repository', () => {
  const never = new AbortController().signal;
  const limits = { ms: 20_000, heapMiB: 512, idleMs: 10_000, atOnce: 2, perAccount: 1 };

  it('leaves the service free for others, however many files there are', async () => {
    // A busy machine takes longer than the limit of the service.
    const proposer = projectProposer({ ...limits, ms: 600_000 });
    try {
      const { list, texts } = nested();
      let isDone = false;
      const proposed = proposer.propose('acme', { list, texts, repository: 'shop' }, never).finally(() => {
        isDone = true;
      });
      let turns = 0;
      while (!isDone) {
        await new Promise(setImmediate);
        turns += 1;
      }
      expect(await proposed).toMatchObject({ fileCount: 200_000, proposals: expect.any(Array) });
      // Work in the service's own process lets it turn once or twice.
      expect(turns).toBeGreaterThan(100);
    } finally {
      proposer.close();
    }
  });

  it('ends at its limit of time, and the next one is not affected', async () => {
    const { list, texts } = nested();
    const hasty = projectProposer({ ...limits, ms: 1 });
    const proposed = hasty.propose('acme', { list, texts, repository: 'shop' }, never);
    await expect(proposed).rejects.toThrow(new GitLimitExceeded('Reading it took longer than 0.001 seconds.'));
    hasty.close();

    const small = projectProposer({ ...limits, heapMiB: 64 });
    try {
      const tooLarge = small.propose('acme', { list, texts, repository: 'shop' }, never);
      await expect(tooLarge).rejects.toThrow(new GitLimitExceeded('Reading it takes more memory than is allowed.'));
      const few = Buffer.from(`100644 blob ${'b'.repeat(40)}\tcypress.config.ts\0`);
      expect(await small.choose('acme', few, never)).toEqual([{ id: 'b'.repeat(40), path: 'cypress.config.ts' }]);
    } finally {
      small.close();
    }
  });

  it('ends when the request is canceled', async () => {
    const proposer = projectProposer();
    try {
      const { list, texts } = nested();
      const gone = new AbortController();
      const proposed = proposer.propose('acme', { list, texts, repository: 'shop' }, gone.signal);
      gone.abort(new Error('the caller is gone'));
      await expect(proposed).rejects.toThrow('the caller is gone');
    } finally {
      proposer.close();
    }
  });
});
