import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { addResult, type BlobId, noTotals } from '@assay/contract';
import type { TestResultsImported } from '@assay/event-schemas';
import type { TestTexts } from '../testRuns/testDetails.ts';
import type { UploadReading } from './uploadReading.ts';

export type UploadedResult = TestResultsImported['results'][number];

/** Bytes of one chunk's results: the store takes 256 KiB, and the fact has other fields too. */
const chunkBytes = 180 * 1024;
const chunkResults = 1_000;
/** Bytes of texts in one blob: whoever looks at a test reads its chunk's. */
const detailsBytes = 2 * 1024 * 1024;

/** Writes results as the files that facts and details blobs are made of, so that no more than a chunk is in memory. */
export class ChunkWriter {
  readonly #folder: string;
  readonly chunks: UploadReading['chunks'] = [];
  #totals = noTotals;
  #results: string[] = [];
  #resultBytes = 0;
  #details: string[] = [];
  #detailBytes = 0;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** @param texts by the key that the details blob has them under */
  async add(result: UploadedResult, texts: readonly (readonly [key: string, texts: TestTexts])[]): Promise<void> {
    const json = JSON.stringify(result);
    const bytes = Buffer.byteLength(json) + 1;
    const said = texts.map(([key, value]) => `${JSON.stringify(key)}:${JSON.stringify(value)}`);
    const saidBytes = said.reduce((sum, text) => sum + text.length, 0);
    const full =
      this.#results.length >= chunkResults ||
      this.#resultBytes + bytes > chunkBytes ||
      this.#detailBytes + saidBytes > detailsBytes;
    if (full) await this.flush();
    this.#totals = addResult(this.#totals, totalled(result));
    this.#results.push(json);
    this.#resultBytes += bytes;
    this.#details.push(...said);
    this.#detailBytes += saidBytes;
  }

  async flush(): Promise<void> {
    if (this.#results.length === 0) return;
    const number = this.chunks.length;
    const details = this.#details.length > 0 ? `{${this.#details.join(',')}}` : null;
    await writeFile(chunkFile(this.#folder, number), `[${this.#results.join(',')}]`);
    if (details !== null) await writeFile(detailsFile(this.#folder, number), details);
    const blobId = details === null ? null : (createHash('sha256').update(details).digest('hex') as BlobId);
    this.chunks.push({ details: blobId, totals: this.#totals });
    this.#totals = noTotals;
    this.#results = [];
    this.#resultBytes = 0;
    this.#details = [];
    this.#detailBytes = 0;
  }
}

/** What a result counts as. */
function totalled({ attempts, quarantined, flaky }: UploadedResult): Parameters<typeof addResult>[1] {
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
