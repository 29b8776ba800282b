import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { BoundedProcesses, ProcessLimitExceeded } from './boundedProcesses.ts';

const limits = { ms: 2_000, heapMiB: 64, idleMs: 60_000, atOnce: 1, perAccount: 1 };
/** @returns a program that takes orders once the port answers it, and never answers an order that does not end */
const program = (port: number) => `
  import { once } from 'node:events';
  import { connect } from 'node:net';
  import { answerOrders } from ${JSON.stringify(new URL('./boundedProcesses.ts', import.meta.url).href)};
  await once(connect(${port}, '127.0.0.1'), 'data');
  answerOrders((order) => (order.ends ? { done: true } : new Promise(() => undefined)));
`;

/** Time that passes only when the test says so, for timers of this process. */
class StandingClock {
  readonly #real = { setTimeout: globalThis.setTimeout, clearTimeout: globalThis.clearTimeout };
  readonly #timers = new Map<object, { at: number; fire: () => void }>();
  #now = 0;

  start(): void {
    const setTimer = (fire: () => void, ms = 0) => {
      const timer = { unref: () => timer };
      this.#timers.set(timer, { at: this.#now + ms, fire });
      return timer;
    };
    Object.assign(globalThis, { setTimeout: setTimer, clearTimeout: (timer: object) => this.#timers.delete(timer) });
  }

  pass(ms: number): void {
    this.#now += ms;
    for (const [timer, { at, fire }] of this.#timers) {
      if (at > this.#now) continue;
      this.#timers.delete(timer);
      fire();
    }
  }

  stop(): void {
    Object.assign(globalThis, this.#real);
  }
}

describe('a process of limited time', () => {
  const clock = new StandingClock();
  let folder: string;
  let gate: Server;
  let processes: BoundedProcesses<{ ends: boolean }, { done: boolean }>;
  beforeAll(async () => {
    gate = createServer().listen(0, '127.0.0.1');
    await once(gate, 'listening');
    folder = mkdtempSync(join(tmpdir(), 'assay-process-'));
    writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
    writeFileSync(join(folder, 'slow.ts'), program((gate.address() as AddressInfo).port));
    clock.start();
    processes = new BoundedProcesses(pathToFileURL(join(folder, 'slow.ts')), limits);
  });
  afterAll(() => {
    processes.close();
    clock.stop();
    gate.close();
    rmSync(folder, { recursive: true });
  });

  it('answers an order however long it takes to start, and is ended when an order takes too long', async () => {
    const { signal } = new AbortController();
    const first = processes.run('acme', { ends: true }, signal);
    const [starting] = (await once(gate, 'connection')) as [Socket];
    clock.pass(10 * limits.ms);
    starting.end('start');
    expect(await first).toEqual({ done: true });

    const second = processes.run('acme', { ends: false }, signal);
    // The process is there already, so the limit begins in the same turn of the event loop.
    await new Promise((resolve) => setImmediate(resolve));
    clock.pass(limits.ms);
    await expect(second).rejects.toThrow(ProcessLimitExceeded);
  });
});
