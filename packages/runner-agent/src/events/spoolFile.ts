import { type FileHandle, open, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Mutex } from '@assay/concurrency';
import { type BlobId, type LeaseId, UnitEvent } from '@assay/contract';
import { type Static, Type } from 'typebox';
import { Value } from 'typebox/value';

/** One event as it waits on disk, with the files that the service needs first. */
export const SpooledEvent = Type.Object({
  sequence: Type.Integer({ minimum: 1 }),
  files: Type.Array(Type.Object({ blobId: Type.Unsafe<BlobId>(Type.String()), path: Type.String() })),
  event: UnitEvent,
});
export type SpooledEvent = Static<typeof SpooledEvent>;

/** @returns the folder of the files that waiting events of the lease name */
export function spoolFilesOf(spoolFolder: string, lease: LeaseId): string {
  return join(spoolFolder, `${lease}.files`);
}

type Entry = { sequence: number; at: number; length: number };

/**
 * The events of one lease on disk, until the service has them. Memory holds the place of each one in the file, never
 * its text. One line per event; the file is emptied when everything is acknowledged.
 */
export class SpoolFile {
  readonly path: string;
  readonly #file: FileHandle;
  #entries: Entry[] = [];
  #end = 0;
  /** Writing and sending run concurrently; emptying the file between two steps of a write would corrupt it. */
  readonly #steps = new Mutex();

  private constructor(path: string, file: FileHandle) {
    this.path = path;
    this.#file = file;
  }

  static async create(path: string): Promise<SpoolFile> {
    return new SpoolFile(path, await open(path, 'w+', 0o600));
  }

  get length(): number {
    return this.#entries.length;
  }

  async append(events: readonly SpooledEvent[]): Promise<void> {
    await this.#steps.run(() => this.#append(events));
  }

  async #append(events: readonly SpooledEvent[]): Promise<void> {
    const lines = events.map((event) => Buffer.from(`${JSON.stringify(event)}\n`));
    const written = Buffer.concat(lines);
    const { bytesWritten } = await this.#file.write(written, 0, written.length, this.#end);
    // On a full disk, as much as fits is written without an error. The next try overwrites it.
    if (bytesWritten < written.length)
      throw new Error(`only ${bytesWritten} of ${written.length} bytes fit on the disk`);
    for (const [index, line] of lines.entries()) {
      const sequence = events[index]?.sequence ?? 0;
      this.#entries.push({ sequence, at: this.#end, length: line.length });
      this.#end += line.length;
    }
  }

  /** @returns the first waiting events: at least one if there is any, as many as both limits allow. */
  async first(count: number, bytes: number): Promise<SpooledEvent[]> {
    return await this.#steps.run(() => this.#first(count, bytes));
  }

  async #first(count: number, bytes: number): Promise<SpooledEvent[]> {
    const taken: Entry[] = [];
    let size = 0;
    for (const entry of this.#entries) {
      if (taken.length > 0 && (taken.length >= count || size + entry.length > bytes)) break;
      taken.push(entry);
      size += entry.length;
    }
    const start = taken[0]?.at;
    if (start === undefined) return [];
    const buffer = Buffer.alloc(size);
    await this.#file.read(buffer, 0, size, start);
    return parseSpool(buffer.toString('utf8'));
  }

  /** Drops every event before this sequence number. */
  async acknowledge(nextSequence: number): Promise<void> {
    await this.#steps.run(() => this.#acknowledge(nextSequence));
  }

  async #acknowledge(nextSequence: number): Promise<void> {
    this.#entries = this.#entries.filter((entry) => entry.sequence >= nextSequence);
    if (this.#entries.length > 0 || this.#end === 0) return;
    this.#end = 0;
    await this.#file.truncate(0);
  }

  /** Leaves the file as it is. */
  async close(): Promise<void> {
    await this.#file.close();
  }

  /** Removes the file. */
  async remove(): Promise<void> {
    await this.close();
    await rm(this.path, { force: true });
  }
}

/** @returns the events of a spool that an agent left behind, without a truncated last line. */
export async function readSpool(path: string): Promise<SpooledEvent[]> {
  return parseSpool(await readFile(path, 'utf8'));
}

function parseSpool(text: string): SpooledEvent[] {
  return text.split('\n').flatMap((line) => {
    if (line === '') return [];
    try {
      const event: unknown = JSON.parse(line);
      return Value.Check(SpooledEvent, event) ? [event] : [];
    } catch {
      // In a killed agent's file, only the last line can be incomplete.
      return [];
    }
  });
}
