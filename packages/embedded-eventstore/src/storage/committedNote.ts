import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DamagedStoreError } from './damagedStoreError.ts';

/** The file's name, beside the store's file. */
const noteFile = 'last-position';
/** How far the note may lag, in ms. */
const noteIntervalMs = 1_000;

/**
 * Records beside the store how far its log reaches. LMDB has two meta pages that locate its newest transaction; when
 * the newer one is damaged, LMDB silently opens the state one transaction earlier, which is consistent in itself, so
 * nothing inside can reveal it. The note is written after the events are on disk, never before, and is not flushed: it
 * may lag, by a second or by what a failing machine loses, but it is never ahead.
 */
export class CommittedNote {
  readonly #path: string;
  readonly #lastPosition: () => number;
  readonly #timer: NodeJS.Timeout;
  #noted: number;

  /** @param lastPosition position of the newest event on disk */
  constructor(dataDir: string, lastPosition: () => number) {
    this.#path = join(dataDir, noteFile);
    this.#lastPosition = lastPosition;
    this.#noted = notedPosition(dataDir);
    this.#timer = setInterval(() => this.write(), noteIntervalMs).unref();
  }

  /** Updates the note. A disk without room keeps the old note, which is still true. */
  write(): void {
    const position = this.#lastPosition();
    if (position <= this.#noted) return;
    try {
      writeFileSync(`${this.#path}.new`, `${position}\n`);
      renameSync(`${this.#path}.new`, this.#path);
      this.#noted = position;
    } catch {
      // It is tried again with the next one.
    }
  }

  close(): void {
    clearInterval(this.#timer);
    this.write();
  }
}

/**
 * @param noted {@link notedPosition} as read before the store was opened: its server may have written since
 * @param lastPosition position of the newest event found in the store
 * @throws DamagedStoreError when the store has held later events
 */
export function requireAllNoted(dataDir: string, noted: number, lastPosition: number): void {
  if (noted <= lastPosition) return;
  throw new DamagedStoreError(
    `It ends at position ${lastPosition}, but ${join(dataDir, noteFile)} says that it held position ${noted}. ` +
      'If an older file was put here on purpose, delete the note.',
  );
}

/** The position that the store of a folder has certainly reached; 0 when there is no note, or no readable one. */
export function notedPosition(dataDir: string): number {
  try {
    return Number(/^(\d{1,16})\n$/.exec(readFileSync(join(dataDir, noteFile), 'utf8'))?.[1] ?? 0);
  } catch {
    return 0;
  }
}
