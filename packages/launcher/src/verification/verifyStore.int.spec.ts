import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { verifyStore } from './verifyStore.ts';

/** Stands in for the process that reads a store: it does what a damaged file has made of that one. */
const processes = {
  waits: 'console.log(JSON.stringify({ progress: 2000 })); setInterval(() => undefined, 1000);',
  crashes: "process.kill(process.pid, 'SIGSEGV'); setInterval(() => undefined, 1000);",
  refuses: "console.error('There is no event store here.'); process.exitCode = 1;",
};

describe('the verification of a store that cannot be read', () => {
  let distDir: string;
  beforeAll(async () => {
    distDir = await mkdtemp(join(tmpdir(), 'assay-verify-'));
  });
  afterAll(() => rm(distDir, { recursive: true }));

  it.each([
    ['waits', 'reading it came to no end'],
    ['crashes', 'reading it ended the process (SIGSEGV)'],
    ['refuses', 'There is no event store here.'],
  ] as const)('ends with a problem where its process %s', async (what, why) => {
    await writeFile(join(distDir, 'verifyStore.js'), processes[what]);
    const stop = new AbortController().signal;
    const given = { dataDir: '/data', distDir, stop, ...(what === 'waits' ? { maxSilenceMs: 1_000 } : {}) };
    expect(await verifyStore('eventstore', given, () => undefined)).toEqual({
      holds: null,
      problems: [`/data/eventstore cannot be read: ${why}`],
    });
  });
});
