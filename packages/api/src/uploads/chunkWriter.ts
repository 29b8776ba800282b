import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { addResult, type BlobId, noTotals, type Totals } from '@assay/contract';
import type { TestResultsImported } from '@assay/event-schemas';
import type { UploadReading } from './uploadReading.ts';

export type UploadedResult = TestResultsImported['results'][number];

/** Bytes of one chunk's results: the store takes 256 KiB, and the event has other fields too. */
const chunkBytes = 180 * 1024;
const chunkResults = 1_000;
/** Bytes of texts in one blob, which is read whole to show one test. */
const detailsBytes = 2 * 1024 * 1024;

/** Writes results to the files that become events and details blobs. Only one chunk is in memory at a time. */
export class ChunkWriter {
  readonly #folder: string;
  readonly #chunks: UploadReading['chunks'] = [];
  #offset = 0;
  #results: string[] = [];
  #bytes = 0;
  #texts: Buffer[] = [];
  #textBytes = 0;
  #totals: Totals = noTotals;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** @param texts JSON by their key in the details blob */
  add(result: UploadedResult, texts: readonly (readonly [key: string, texts: Buffer])[]): void {
    const written = JSON.stringify(result);
    const fields = texts.flatMap(([key, json]) => [Buffer.from(`,${JSON.stringify(key)}:`), json]);
    const more = Buffer.byteLength(written) + 1;
    const moreText = fields.reduce((sum, { length }) => sum + length, 0);
    const isFull =
      this.#results.length >= chunkResults ||
      this.#bytes + more > chunkBytes ||
      this.#textBytes + moreText > detailsBytes;
    if (isFull) this.#write();
    this.#results.push(written);
    this.#bytes += more;
    this.#texts.push(...fields);
    this.#textBytes += moreText;
    this.#totals = addResult(this.#totals, countedAs(result));
  }

  /** Writes the last chunk. @returns what each is */
  finish(): UploadReading['chunks'] {
    this.#write();
    return this.#chunks;
  }

  #write(): void {
    if (this.#results.length === 0) return;
    const number = this.#chunks.length;
    writeFileSync(chunkFile(this.#folder, number), `[${this.#results.join(',')}]`);
    this.#chunks.push({ offset: this.#offset, details: this.#writeTexts(number), totals: this.#totals });
    this.#offset += this.#results.length;
    [this.#results, this.#bytes, this.#texts, this.#textBytes] = [[], 0, [], 0];
    this.#totals = noTotals;
  }

  #writeTexts(number: number): BlobId | null {
    if (this.#texts.length === 0) return null;
    // Each field begins with a comma.
    const details = Buffer.concat([...this.#texts, Buffer.from('}')]);
    details.write('{');
    writeFileSync(detailsFile(this.#folder, number), details);
    return createHash('sha256').update(details).digest('hex') as BlobId;
  }
}

/** What a result counts as. */
function countedAs({ attempts, quarantined, flaky }: UploadedResult): Parameters<typeof addResult>[1] {
  const last = attempts.at(-1);
  const durationMs = attempts.reduce((sum, attempt) => sum + attempt.durationMs, 0);
  return { status: last?.status ?? 'NOT_RUN', quarantined, flaky, durationMs };
}

export function chunkFile(folder: string, number: number): string {
  return join(folder, `chunk-${number}.json`);
}

export function detailsFile(folder: string, number: number): string {
  return join(folder, `details-${number}.json`);
}
