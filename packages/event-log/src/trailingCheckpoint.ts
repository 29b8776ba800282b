import type { Position } from '@assay/contract';

/** While one batch follows the other, each write of a checkpoint would cost a flush; this often is often enough. */
const everyMs = 100;

/** How far a reader has come, written down a little later than it came there: what lies between comes once more. */
export type TrailingCheckpoint = {
  /** Writes the position down, at once or with the next one. @throws what the store answers to a write made at once */
  reached(position: Position): Promise<void>;
  /** Writes down what is not yet, if the store is there; otherwise it comes once more. */
  stop(): Promise<void>;
};

/** @param log told of writes that failed, where nobody else hears of it */
export function trailingCheckpoint(
  writeDown: (position: Position) => Promise<void>,
  log: { warn(details: object, text: string): void },
): TrailingCheckpoint {
  let writtenAt = Number.NEGATIVE_INFINITY;
  let waiting: Position | null = null;
  let timer: NodeJS.Timeout | null = null;
  let writing: Promise<void> = Promise.resolve();

  /** One write after the other, so that an older position never overtakes a newer one. */
  function write(): Promise<void> {
    if (timer) clearTimeout(timer);
    timer = null;
    const written = writing.then(async () => {
      const position = waiting;
      if (position === null) return;
      waiting = null;
      writtenAt = performance.now();
      await writeDown(position);
    });
    writing = written.catch(() => undefined);
    return written;
  }

  const writeOrWarn = () => write().catch((err) => log.warn({ err }, 'a checkpoint was not written'));

  return {
    reached: async (position) => {
      waiting = position;
      const left = writtenAt + everyMs - performance.now();
      if (left <= 0) return write();
      timer ??= setTimeout(() => {
        // Not written, it is behind only: the next one is tried anew, and a store that stays away ends the reader there.
        void writeOrWarn();
      }, left);
    },
    stop: writeOrWarn,
  };
}
