import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { BoundedProcesses } from './boundedProcesses.ts';

const limits = { ms: 60_000, heapMiB: 64, idleMs: 60_000, atOnce: 1, perAccount: 1 };

describe('a process that is started before its order', () => {
  let folder: string;
  let processes: BoundedProcesses<{ ends: boolean }, { pid: number }>;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'assay-process-'));
    writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
    const program = `
      import { appendFileSync } from 'node:fs';
      import { answerOrders } from ${JSON.stringify(new URL('./boundedProcesses.ts', import.meta.url).href)};
      appendFileSync(${JSON.stringify(join(folder, 'started'))}, process.pid + '\\n');
      answerOrders(({ ends }) => (ends ? { pid: process.pid } : new Promise(() => undefined)));
    `;
    writeFileSync(join(folder, 'prepared.ts'), program);
    processes = new BoundedProcesses(pathToFileURL(join(folder, 'prepared.ts')), limits);
  });
  afterAll(() => {
    processes.close();
    rmSync(folder, { recursive: true });
  });

  const startedPids = () => readFileSync(join(folder, 'started'), 'utf8').trim().split('\n').map(Number);

  it('answers the order, however often it is prepared, and is not joined by another beyond the limit', async () => {
    const { signal } = new AbortController();
    processes.prepare();
    processes.prepare();
    const { pid } = await processes.run('acme', { ends: true }, signal);
    processes.prepare();
    const stopping = new AbortController();
    const endless = processes.run('acme', { ends: false }, stopping.signal);
    // Its turn comes in a microtask, and the process is busy from then on.
    await Promise.resolve();
    await new Promise((resolve) => setImmediate(resolve));
    processes.prepare();
    stopping.abort(new Error('stopped'));
    await expect(endless).rejects.toThrow('stopped');
    // The one that was stopped is replaced by a new one.
    const next = await processes.run('acme', { ends: true }, signal);
    expect(startedPids()).toEqual([pid, next.pid]);
  });
});
