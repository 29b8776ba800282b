import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { BoundedProcesses, ProcessLimitExceeded } from './boundedProcesses.ts';

/** How long the process takes to start, which is longer than an order may take. */
const startMs = 3_000;
const limits = { ms: 2_000, heapMiB: 64, idleMs: 60_000, atOnce: 1, perAccount: 1 };
const program = `
  import { answerOrders } from ${JSON.stringify(new URL('./boundedProcesses.ts', import.meta.url).href)};
  await new Promise((resolve) => setTimeout(resolve, ${startMs}));
  answerOrders((order) => (order.ends ? { done: true } : new Promise(() => undefined)));
`;

describe('a process of limited time', () => {
  let folder: string;
  let processes: BoundedProcesses<{ ends: boolean }, { done: boolean }>;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'assay-process-'));
    writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
    writeFileSync(join(folder, 'slow.ts'), program);
    processes = new BoundedProcesses(pathToFileURL(join(folder, 'slow.ts')), limits);
  });
  afterAll(() => {
    processes.close();
    rmSync(folder, { recursive: true });
  });

  it('answers an order however long it takes to start, and is ended when an order takes too long', async () => {
    const { signal } = new AbortController();
    expect(await processes.run('acme', { ends: true }, signal)).toEqual({ done: true });
    await expect(processes.run('acme', { ends: false }, signal)).rejects.toThrow(ProcessLimitExceeded);
  });
});
