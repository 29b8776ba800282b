import { Worker } from 'node:worker_threads';
import { uploadLimits } from './uploadLimits.ts';
import { type ReadingAnswer, type ReadingOrder, type UploadReading, UploadTooLarge } from './uploadReading.ts';

/** Reads uploads, each in a thread of its own that ends with it: neither its time nor its memory is the service's. */
export type UploadReader = {
  /**
   * @param signal ends the reading
   * @throws UploadTooLarge also where it takes more time or memory than is allowed.
   */
  read(order: ReadingOrder, signal: AbortSignal): Promise<UploadReading>;
};

const here = import.meta.url;
const thread = new URL(here.endsWith('.ts') ? './readUploadThreadFromSource.mjs' : './readUpload.js', here);

export function uploadReader(): UploadReader {
  let reading = 0;
  const waiting: (() => void)[] = [];

  async function turn(): Promise<void> {
    if (reading >= uploadLimits.readersAtOnce) await new Promise<void>((resolve) => waiting.push(resolve));
    else reading += 1;
  }

  function end(): void {
    const next = waiting.shift();
    if (next) next();
    else reading -= 1;
  }

  return {
    read: async (order, signal) => {
      await turn();
      try {
        signal.throwIfAborted();
        return await readInThread(order, signal);
      } finally {
        end();
      }
    },
  };
}

function readInThread(order: ReadingOrder, signal: AbortSignal): Promise<UploadReading> {
  const worker = new Worker(thread, {
    workerData: order,
    // What the process was started with is not the thread's affair: preloaded modules may end it, for one.
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: uploadLimits.readingHeapMiB },
  });
  return new Promise<UploadReading>((resolve, reject) => {
    const timer = setTimeout(
      () => reject(new UploadTooLarge(`Reading it took longer than ${uploadLimits.readingMs / 1000} seconds.`)),
      uploadLimits.readingMs,
    );
    const abort = () => reject(signal.reason);
    signal.addEventListener('abort', abort, { once: true });
    worker.once('message', (answer: ReadingAnswer) => {
      if ('reading' in answer) resolve(answer.reading);
      else reject(new UploadTooLarge(answer.tooLarge));
    });
    worker.once('error', (error: NodeJS.ErrnoException) => {
      const outOfMemory = error.code === 'ERR_WORKER_OUT_OF_MEMORY';
      reject(outOfMemory ? new UploadTooLarge('Reading it takes more memory than is allowed.') : error);
    });
    worker.once('exit', () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', abort);
      reject(new Error('the thread that reads an upload ended without an answer'));
    });
  }).finally(() => worker.terminate());
}
