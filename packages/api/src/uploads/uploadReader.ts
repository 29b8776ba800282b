import { BoundedProcesses, ProcessLimitExceeded, processFile } from '../boundedProcesses/boundedProcesses.ts';
import { uploadLimits } from './uploadLimits.ts';
import { type ReadingAnswer, type ReadingOrder, type UploadReading, UploadTooLarge } from './uploadReading.ts';

/** Reads uploads in processes: a hostile file costs neither the service's time nor its memory. */
export type UploadReader = {
  /** To be called when an upload begins: a process starts while its files arrive. */
  prepare(): void;
  /**
   * @param signal ends the reading, and the wait for it
   * @throws UploadTooLarge also when it takes more time or memory than allowed.
   */
  read(order: ReadingOrder, signal: AbortSignal): Promise<UploadReading>;
  close(): void;
};

export function uploadReader(): UploadReader {
  const file = processFile(import.meta.url, 'readUploadProcess');
  const processes = new BoundedProcesses<ReadingOrder, ReadingAnswer>(file, uploadLimits.reading);

  return {
    prepare: () => processes.prepare(),
    read: async (order, signal) => {
      const answer = await processes.run(order.accountId, order, signal).catch((error: unknown) => {
        throw error instanceof ProcessLimitExceeded ? new UploadTooLarge(error.message) : error;
      });
      if ('tooLarge' in answer) throw new UploadTooLarge(answer.tooLarge);
      return answer.reading;
    },
    close: () => processes.close(),
  };
}
