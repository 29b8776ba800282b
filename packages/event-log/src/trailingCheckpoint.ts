import { Mutex } from '@assay/concurrency';
import type { Position } from '@assay/contract';

/** Minimum time between two writes: a write costs a flush, and batches may follow each other quickly. */
const usualMs = 100;

/** A checkpoint that is written a little late. After a crash, the events in between are delivered again. */
export type TrailingCheckpoint = {
  /** Writes the position, at once or with the next one. @throws the error of a write made at once */
  reached(position: Position): Promise<void>;
  /** Writes the last position if the store answers; otherwise its events are delivered again. */
  stop(): Promise<void>;
};

/**
 * @param log gets the failed writes that no caller learns about
 * @param everyMs minimum time between two writes
 */
export function trailingCheckpoint(
  writeDown: (position: Position) => Promise<void>,
  log: { warn(details: object, text: string): void },
  everyMs = usualMs,
): TrailingCheckpoint {
  let writtenAt = Number.NEGATIVE_INFINITY;
  let waiting: Position | null = null;
  let timer: NodeJS.Timeout | null = null;
  /** An older position never overwrites a newer one. */
  const writes = new Mutex();

  function write(): Promise<void> {
    if (timer) clearTimeout(timer);
    timer = null;
    return writes.run(async () => {
      const position = waiting;
      if (position === null) return;
      waiting = null;
      writtenAt = performance.now();
      await writeDown(position);
    });
  }

  const writeOrWarn = () => write().catch((err) => log.warn({ err }, 'a checkpoint was not written'));

  return {
    reached: async (position) => {
      waiting = position;
      const left = writtenAt + everyMs - performance.now();
      if (left <= 0) return write();
      timer ??= setTimeout(() => {
        // A failed write only leaves the checkpoint behind. The next write tries again, and ends the reader if it fails.
        void writeOrWarn();
      }, left);
    },
    stop: writeOrWarn,
  };
}
