import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { addResult, type BlobId, noTotals } from '@assay/contract';
import type { TestResultsImported } from '@assay/event-schemas';
import type { TestTexts } from '../testRuns/testDetails.ts';
import { ResultSpool, type SpooledText } from './resultSpool.ts';
import type { UploadReading } from './uploadReading.ts';

export type UploadedResult = TestResultsImported['results'][number];

/** Bytes of one chunk's results: the store takes 256 KiB, and the event has other fields too. */
const chunkBytes = 180 * 1024;
const chunkResults = 1_000;
/** Bytes of texts in one blob, which is read whole to show one test. */
const detailsBytes = 2 * 1024 * 1024;

type Spooled = { file: string; result: SpooledText; texts: SpooledText | null; counted: Counted };
type Counted = Parameters<typeof addResult>[1];

/**
 * Writes results to the files that become events and details blobs. Results arrive in the order of the reports and are
 * written grouped by test file, as they are shown, so that a page of them is in one or two chunks. Only one chunk is in
 * memory at a time.
 */
export class ChunkWriter {
  readonly #folder: string;
  readonly #spool: ResultSpool;
  readonly #spooled: Spooled[] = [];

  constructor(folder: string) {
    this.#folder = folder;
    this.#spool = new ResultSpool(join(folder, 'spool.json'));
  }

  /** @param texts by their key in the details blob */
  add(result: UploadedResult, texts: readonly (readonly [key: string, texts: TestTexts])[]): void {
    const fields = texts.map(([key, value]) => `${JSON.stringify(key)}:${JSON.stringify(value)}`).join(',');
    this.#spooled.push({
      file: result.file,
      result: this.#spool.add(JSON.stringify(result)),
      texts: fields === '' ? null : this.#spool.add(fields),
      counted: countedAs(result),
    });
  }

  /** Writes the chunks. @returns what each is */
  chunks(): UploadReading['chunks'] {
    // Sorting is stable, so tests of one file keep their order.
    this.#spooled.sort((a, b) => (a.file < b.file ? -1 : a.file > b.file ? 1 : 0));
    const chunks: UploadReading['chunks'] = [];
    let offset = 0;
    for (const chunk of cut(this.#spooled)) {
      chunks.push({ offset, details: this.#write(chunks.length, chunk), totals: totalsOf(chunk) });
      offset += chunk.length;
    }
    return chunks;
  }

  close(): void {
    this.#spool.close();
  }

  #write(number: number, chunk: readonly Spooled[]): BlobId | null {
    writeFileSync(
      chunkFile(this.#folder, number),
      this.#joined(
        '[',
        chunk.map(({ result }) => result),
        ']',
      ),
    );
    const texts = chunk.flatMap((spooled) => spooled.texts ?? []);
    if (texts.length === 0) return null;
    const details = this.#joined('{', texts, '}');
    writeFileSync(detailsFile(this.#folder, number), details);
    return createHash('sha256').update(details).digest('hex') as BlobId;
  }

  #joined(start: string, texts: readonly SpooledText[], end: string): Buffer {
    const whole = Buffer.allocUnsafe(texts.reduce((sum, { bytes }) => sum + bytes + 1, 0) + 1);
    let at = whole.write(start);
    for (const [index, text] of texts.entries()) {
      if (index > 0) at += whole.write(',', at);
      at += this.#spool.read(text).copy(whole, at);
    }
    return whole.subarray(0, at + whole.write(end, at));
  }
}

/** Cuts results so that each part fits into one event, and its texts into one blob. */
function* cut(spooled: readonly Spooled[]): Generator<Spooled[]> {
  let [from, bytes, textBytes] = [0, 0, 0];
  for (const [index, { result, texts }] of spooled.entries()) {
    const [more, moreText] = [result.bytes + 1, (texts?.bytes ?? 0) + 1];
    const full = index - from >= chunkResults || bytes + more > chunkBytes || textBytes + moreText > detailsBytes;
    if (index > from && full) {
      yield spooled.slice(from, index);
      [from, bytes, textBytes] = [index, 0, 0];
    }
    bytes += more;
    textBytes += moreText;
  }
  if (from < spooled.length) yield spooled.slice(from);
}

function totalsOf(chunk: readonly Spooled[]) {
  return chunk.reduce((totals, { counted }) => addResult(totals, counted), noTotals);
}

/** What a result counts as. */
function countedAs({ attempts, quarantined, flaky }: UploadedResult): Counted {
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
