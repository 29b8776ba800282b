import { Worker } from 'node:worker_threads';
import { FairSemaphore } from '../fairness/fairSemaphore.ts';

export type ThreadLimits = {
  /** Of one order, in milliseconds. */
  ms: number;
  /** Of a thread, in MiB. */
  heapMiB: number;
  youngMiB: number;
  /** How long an idle thread waits for its next order, in milliseconds. */
  idleMs: number;
  /** Orders that run at a time, and how many of them may be one account's; others wait. */
  atOnce: number;
  perAccount: number;
};

/** An order took more time or memory than it may; its message can be shown to callers. */
export class ThreadLimitExceeded extends Error {}

/** Files that threads run: in the sources and, by the same name, in a build. */
export function threadFile(importedBy: string, name: string): URL {
  return new URL(`./${name}${importedBy.endsWith('.ts') ? '.ts' : '.js'}`, importedBy);
}

const loaderOfSources = new URL('./threadFromSource.mjs', import.meta.url);

/**
 * Works on hostile data in threads of limited time and memory, while the service goes on with everything else. The file
 * of a thread answers each message by one message.
 */
export class BoundedThreads<Order, Answer> {
  readonly #file: URL;
  readonly #limits: ThreadLimits;
  readonly #turns: FairSemaphore;
  /** Kept for a while after its work, because orders arrive together; it then ends and frees its memory. */
  #idle: Worker | null = null;
  #idleTimer: NodeJS.Timeout | undefined;

  constructor(file: URL, limits: ThreadLimits) {
    this.#file = file;
    this.#limits = limits;
    this.#turns = new FairSemaphore(limits.atOnce, limits.perAccount);
  }

  /**
   * @param accountId whose order it is: accounts take turns
   * @param signal ends the work, and the wait for it
   * @throws ThreadLimitExceeded; the signal's reason; what the thread throws
   */
  async run(accountId: string, order: Order, signal: AbortSignal): Promise<Answer> {
    const end = await this.#turns.take(accountId, signal);
    try {
      // Aborted between its turn and here, which no listener would hear of any more.
      signal.throwIfAborted();
      const worker = this.#take();
      try {
        const answer = await this.#answerOf(worker, order, signal);
        this.#keep(worker);
        return answer;
      } catch (error) {
        // This also ends its work and frees its memory.
        await worker.terminate();
        throw error;
      }
    } finally {
      end();
    }
  }

  async close(): Promise<void> {
    clearTimeout(this.#idleTimer);
    const kept = this.#idle;
    this.#idle = null;
    await kept?.terminate();
  }

  #take(): Worker {
    const kept = this.#idle;
    this.#idle = null;
    clearTimeout(this.#idleTimer);
    kept?.ref();
    return kept ?? this.#start();
  }

  #keep(worker: Worker): void {
    if (this.#idle) {
      void worker.terminate();
      return;
    }
    worker.unref();
    this.#idle = worker;
    this.#idleTimer = setTimeout(() => void this.close(), this.#limits.idleMs).unref();
  }

  #start(): Worker {
    const isSource = this.#file.pathname.endsWith('.ts');
    const worker = new Worker(isSource ? loaderOfSources : this.#file, {
      workerData: this.#file.href,
      // Without the process's own arguments: preloaded modules, for one, may end the thread.
      execArgv: [],
      resourceLimits: {
        maxOldGenerationSizeMb: this.#limits.heapMiB,
        maxYoungGenerationSizeMb: this.#limits.youngMiB,
      },
    });
    // Whoever waits for the answer gets the error; an idle thread that fails just ends.
    worker.on('error', () => undefined);
    worker.once('exit', () => {
      if (this.#idle === worker) this.#idle = null;
    });
    return worker;
  }

  #answerOf(worker: Worker, order: Order, signal: AbortSignal): Promise<Answer> {
    const { ms } = this.#limits;
    const done = new AbortController();
    return new Promise<Answer>((resolve, reject) => {
      const tooSlow = new ThreadLimitExceeded(`Reading it took longer than ${ms / 1000} seconds.`);
      const timer = setTimeout(() => reject(tooSlow), ms);
      const abort = () => reject(signal.reason);
      const answered = (answer: Answer) => resolve(answer);
      const failed = (error: NodeJS.ErrnoException) => {
        const outOfMemory = error.code === 'ERR_WORKER_OUT_OF_MEMORY';
        reject(outOfMemory ? new ThreadLimitExceeded('Reading it takes more memory than is allowed.') : error);
      };
      const ended = () => reject(new Error('a thread ended without an answer'));
      signal.addEventListener('abort', abort, { once: true });
      worker.once('message', answered).once('error', failed).once('exit', ended);
      done.signal.addEventListener('abort', () => {
        clearTimeout(timer);
        signal.removeEventListener('abort', abort);
        worker.off('message', answered).off('error', failed).off('exit', ended);
      });
      worker.postMessage(order);
    }).finally(() => done.abort());
  }
}
