import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DamagedStoreError } from './damagedStoreError.ts';

/** Beside the store's file. */
const noteFile = 'last-position';
/** How far it may be behind, in ms. */
const noteIntervalMs = 1_000;

/**
 * Notes beside the store how far it has come. LMDB has two pages that say where its newest transaction is; when the newer
 * one is damaged it opens, without a word, as it was one transaction before: whole in itself, so that nothing inside can
 * tell. The note is written after the disk has the events, never before, and is not flushed: it may be behind, by a second
 * or by what a failing machine loses, but never ahead.
 */
export class CommittedNote {
  readonly #path: string;
  readonly #lastPosition: () => number;
  readonly #timer: NodeJS.Timeout;
  #noted: number;

  /** @param lastPosition of the newest event that is on disk */
  constructor(dataDir: string, lastPosition: () => number) {
    this.#path = join(dataDir, noteFile);
    this.#lastPosition = lastPosition;
    this.#noted = notedPosition(dataDir);
    this.#timer = setInterval(() => this.write(), noteIntervalMs).unref();
  }

  /** Brings the note up to date. A disk that has no room for it keeps the old one, which is as true. */
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
 * @param noted {@link notedPosition}, as it was before the store was looked at: its server may have gone on since
 * @param lastPosition of the newest event that was found in the store
 * @throws DamagedStoreError when it held later ones
 */
export function requireAllNoted(dataDir: string, noted: number, lastPosition: number): void {
  if (noted <= lastPosition) return;
  throw new DamagedStoreError(
    `It ends at position ${lastPosition}, but ${join(dataDir, noteFile)} says that it held position ${noted}. ` +
      'If an older file was put here on purpose, delete that note.',
  );
}

/** How far the store of a folder has come for certain; 0 when there is no note, or none that can be read. */
export function notedPosition(dataDir: string): number {
  try {
    return Number(/^(\d{1,16})\n$/.exec(readFileSync(join(dataDir, noteFile), 'utf8'))?.[1] ?? 0);
  } catch {
    return 0;
  }
}
