import { Worker } from 'node:worker_threads';
import { FairSemaphore } from '../fairness/fairSemaphore.ts';
import { uploadLimits } from './uploadLimits.ts';
import { type ReadingAnswer, type ReadingOrder, type UploadReading, UploadTooLarge } from './uploadReading.ts';

/** Reads uploads in threads: a hostile file costs neither the service's time nor its memory. */
export type UploadReader = {
  /**
   * @param signal ends the reading, and the wait for it
   * @throws UploadTooLarge also when it takes more time or memory than allowed.
   */
  read(order: ReadingOrder, signal: AbortSignal): Promise<UploadReading>;
  close(): Promise<void>;
};

const here = import.meta.url;
const thread = new URL(here.endsWith('.ts') ? './readUploadThreadFromSource.mjs' : './readUpload.js', here);

export function uploadReader(): UploadReader {
  const turns = new FairSemaphore(uploadLimits.readersAtOnce, uploadLimits.readersPerAccount);
  const threads = new IdleThread();

  return {
    read: async (order, signal) => {
      const end = await turns.take(order.accountId, signal);
      try {
        const worker = threads.take();
        try {
          const answer = await readInThread(worker, order, signal);
          threads.giveBack(worker);
          if ('tooLarge' in answer) throw new UploadTooLarge(answer.tooLarge);
          return answer.reading;
        } catch (error) {
          // This also ends its work and frees its memory.
          if (!(error instanceof UploadTooLarge) || threads.idle !== worker) await worker.terminate();
          throw error;
        }
      } finally {
        end();
      }
    },
    close: () => threads.close(),
  };
}

/**
 * Keeps one thread for a while after its work, because uploads from CI arrive together; it then ends and frees its
 * memory.
 */
class IdleThread {
  idle: Worker | null = null;
  #timer: NodeJS.Timeout | undefined;

  take(): Worker {
    const kept = this.idle;
    this.idle = null;
    clearTimeout(this.#timer);
    kept?.ref();
    return kept ?? this.#start();
  }

  giveBack(worker: Worker): void {
    if (this.idle) {
      void worker.terminate();
      return;
    }
    worker.unref();
    this.idle = worker;
    this.#timer = setTimeout(() => void this.close(), uploadLimits.idleMs).unref();
  }

  async close(): Promise<void> {
    clearTimeout(this.#timer);
    const kept = this.idle;
    this.idle = null;
    await kept?.terminate();
  }

  #start(): Worker {
    const worker = new Worker(thread, {
      // Without the process's own arguments: preloaded modules, for one, may end the thread.
      execArgv: [],
      resourceLimits: {
        maxOldGenerationSizeMb: uploadLimits.readingHeapMiB,
        maxYoungGenerationSizeMb: uploadLimits.readingYoungMiB,
      },
    });
    // Whoever waits for the answer gets the error; an idle thread that fails just ends.
    worker.on('error', () => undefined);
    worker.once('exit', () => {
      if (this.idle === worker) this.idle = null;
    });
    return worker;
  }
}

function readInThread(worker: Worker, order: ReadingOrder, signal: AbortSignal): Promise<ReadingAnswer> {
  const done = new AbortController();
  return new Promise<ReadingAnswer>((resolve, reject) => {
    const timer = setTimeout(
      () => reject(new UploadTooLarge(`Reading it took longer than ${uploadLimits.readingMs / 1000} seconds.`)),
      uploadLimits.readingMs,
    );
    const abort = () => reject(signal.reason);
    const answered = (answer: ReadingAnswer) => resolve(answer);
    const failed = (error: NodeJS.ErrnoException) => {
      const outOfMemory = error.code === 'ERR_WORKER_OUT_OF_MEMORY';
      reject(outOfMemory ? new UploadTooLarge('Reading it takes more memory than is allowed.') : error);
    };
    const ended = () => reject(new Error('the thread that reads an upload ended without an answer'));
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
