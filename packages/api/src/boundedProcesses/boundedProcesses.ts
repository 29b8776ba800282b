import { type ChildProcess, fork } from 'node:child_process';
import type { Socket } from 'node:net';
import { fileURLToPath } from 'node:url';
import { FairSemaphore } from '@assay/concurrency';

export type ProcessLimits = {
  /** Of one order, in milliseconds; the start of the process does not count. */
  ms: number;
  /** Of a process's heap, in MiB. */
  heapMiB: number;
  /** How long an idle process waits for its next order, in milliseconds. */
  idleMs: number;
  /** Orders that run at a time, and how many of them may be one account's; others wait. */
  atOnce: number;
  perAccount: number;
};

/** An order took more time or memory than it may; its message can be shown to callers. */
export class ProcessLimitExceeded extends Error {}

/** They get nothing of the service's environment, which holds its secrets, but what Node itself needs. */
const inherited = ['PATH', 'TMPDIR', 'TEMP', 'TMP', 'SYSTEMROOT', 'LANG', 'TZ', 'NODE_ENV'];
const loaderOfSources = new URL('./loadSources.mjs', import.meta.url).href;
/** How V8 ends a process whose heap is full: by a signal, on Windows by a code. */
const outOfMemory = { signal: 'SIGABRT', code: 134 };

/** What a process says once it takes orders. */
const started = 'started';

/** @returns the file that a process runs: in the sources, and by the same name in a build */
export function processFile(importedBy: string, name: string): URL {
  return new URL(`./${name}${importedBy.endsWith('.ts') ? '.ts' : '.js'}`, importedBy);
}

/** Answers each message of the process that has started this one by one message; an error ends the process. */
export function answerOrders<Order, Answer>(answer: (order: Order) => Answer | Promise<Answer>): void {
  process.on('message', async (order: Order) => process.send?.(await answer(order)));
  process.on('disconnect', () => process.exit());
  process.send?.(started);
}

/**
 * Works on hostile data in processes of limited time and memory, while the service goes on with everything else. A thread
 * would not do: V8 ends the whole process when a thread's heap fills up within one call of a built-in function.
 */
export class BoundedProcesses<Order extends object, Answer> {
  readonly #file: URL;
  readonly #limits: ProcessLimits;
  readonly #permits: FairSemaphore;
  readonly #started = new WeakSet<ChildProcess>();
  /** Kept for a while after its work, because orders arrive together; it then ends and frees its memory. */
  #idle: ChildProcess | null = null;
  #idleTimer: NodeJS.Timeout | undefined;
  /** Processes that have an order. */
  #busy = 0;

  constructor(file: URL, limits: ProcessLimits) {
    this.#file = file;
    this.#limits = limits;
    this.#permits = new FairSemaphore(limits.atOnce, limits.perAccount);
  }

  /** Starts a process for an order that follows soon, unless one is idle or the limit is reached. */
  prepare(): void {
    if (this.#idle === null && this.#busy < this.#limits.atOnce) this.#keep(this.#start());
  }

  /**
   * @param accountId whose order it is: accounts take turns
   * @param order what structured clone takes
   * @param signal ends the work, and the wait for it
   * @throws ProcessLimitExceeded; the signal's reason; an Error with what the process printed when it failed
   */
  async run(accountId: string, order: Order, signal: AbortSignal): Promise<Answer> {
    return await this.#permits.run(accountId, () => this.#run(order, signal), signal);
  }

  async #run(order: Order, signal: AbortSignal): Promise<Answer> {
    const child = this.#take();
    this.#busy += 1;
    try {
      const answer = await this.#answerOf(child, order, signal);
      this.#keep(child);
      return answer;
    } catch (error) {
      child.kill('SIGKILL');
      throw error;
    } finally {
      this.#busy -= 1;
    }
  }

  close(): void {
    clearTimeout(this.#idleTimer);
    this.#idle?.kill('SIGKILL');
    this.#idle = null;
  }

  #take(): ChildProcess {
    const kept = this.#idle;
    this.#idle = null;
    clearTimeout(this.#idleTimer);
    if (!kept) return this.#start();
    kept.ref();
    kept.channel?.ref();
    return kept;
  }

  #keep(child: ChildProcess): void {
    if (this.#idle) {
      child.kill('SIGKILL');
      return;
    }
    child.unref();
    child.channel?.unref();
    (child.stderr as Socket | null)?.unref();
    this.#idle = child;
    this.#idleTimer = setTimeout(() => this.close(), this.#limits.idleMs).unref();
  }

  #start(): ChildProcess {
    const isSource = this.#file.pathname.endsWith('.ts');
    const child = fork(fileURLToPath(this.#file), {
      execArgv: [...(isSource ? ['--import', loaderOfSources] : []), `--max-old-space-size=${this.#limits.heapMiB}`],
      env: Object.fromEntries(inherited.map((name) => [name, process.env[name]])),
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    });
    // The order that waits gets the error; an idle process that fails just ends.
    child.on('error', () => undefined);
    child.on('message', (message) => {
      if (message === started) this.#started.add(child);
    });
    child.once('exit', () => {
      if (this.#idle === child) this.#idle = null;
    });
    return child;
  }

  #answerOf(child: ChildProcess, order: Order, signal: AbortSignal): Promise<Answer> {
    const { ms } = this.#limits;
    const done = new AbortController();
    return new Promise<Answer>((resolve, reject) => {
      const tooSlow = new ProcessLimitExceeded(`Reading it took longer than ${ms / 1000} seconds.`);
      let timer: NodeJS.Timeout | undefined;
      const startClock = () => {
        timer = setTimeout(() => reject(tooSlow), ms);
      };
      if (this.#started.has(child)) startClock();
      const abort = () => reject(signal.reason);
      const told = (message: unknown) => {
        if (message === started) startClock();
        else resolve(message as Answer);
      };
      const ended = (code: number | null, by: NodeJS.Signals | null) => {
        const isFull = by === outOfMemory.signal || code === outOfMemory.code;
        reject(isFull ? new ProcessLimitExceeded('Reading it takes more memory than is allowed.') : failed(printed));
      };
      let printed = '';
      const print = (chunk: Buffer) => {
        printed = `${printed}${chunk}`.slice(-10_000);
      };
      signal.addEventListener('abort', abort, { once: true });
      child.stderr?.on('data', print);
      child.on('message', told).once('error', reject).once('close', ended);
      done.signal.addEventListener('abort', () => {
        clearTimeout(timer);
        signal.removeEventListener('abort', abort);
        child.stderr?.off('data', print);
        child.off('message', told).off('error', reject).off('close', ended);
      });
      child.send(order);
    }).finally(() => done.abort());
  }
}

function failed(printed: string): Error {
  return new Error(`a process ended without an answer: ${printed.trim()}`);
}
