import { readJunitFile, SuiteDigests, TestTitles } from '@assay/junit';
import { type KnownReport, reportsHeldByOthers } from './reportCopies.ts';
import { findRunsInTwoFormats } from './runsInTwoFormats.ts';
import { type FoundReport, Unpacking, UnreadableArchive } from './unpackFiles.ts';
import { UploadArtifacts } from './uploadArtifacts.ts';
import type { ReadingOrder, ReceivedFile, UploadReading } from './uploadReading.ts';
import { UploadResults } from './uploadResults.ts';

/**
 * Reads an upload: unpacks it and takes the results of every fully readable report that is not there twice. A broken
 * report contributes nothing, and neither does any report of a broken archive.
 * @throws UploadTooLarge
 */
export async function readUpload(order: ReadingOrder): Promise<UploadReading> {
  const reading = new Reading(order);
  try {
    for (const file of order.files) await reading.takeFile(file);
    return reading.finish();
  } finally {
    reading.close();
  }
}

const jestJunitHint =
  'Tests of equal names have numbers, and jest-junit did not write their files. Set addFileAttribute=true and suiteNameTemplate={filepath}.';

type Said = Pick<UploadReading, 'unreadable' | 'leftOut' | 'repaired' | 'duplicates'>;

class Reading {
  readonly #artifacts: UploadArtifacts;
  readonly #unpacking: Unpacking;
  readonly #results: UploadResults;
  /** One plain report alone has no copies. */
  readonly #isAlone: boolean;
  /** The reports that were taken, and by the hash of its bytes the index of each. */
  readonly #reports: KnownReport[] = [];
  /** Indexes of reports in which tests do not say their files. */
  readonly #lackFiles = new Set<number>();
  readonly #byHash = new Map<string, number>();
  readonly #said: Said = { unreadable: [], leftOut: [], repaired: [], duplicates: [] };

  constructor(order: ReadingOrder) {
    this.#artifacts = new UploadArtifacts(order);
    this.#unpacking = new Unpacking(order.folder, this.#artifacts, (note) => this.#said.leftOut.push(note));
    this.#results = new UploadResults(order);
    this.#isAlone = order.files.length === 1;
  }

  async takeFile(file: ReceivedFile): Promise<void> {
    const [results, reports] = [this.#results.length, this.#reports.length];
    const said = Object.values(this.#said).map((notes) => [notes, notes.length] as const);
    try {
      for await (const report of this.#unpacking.reportsIn(file)) await this.#take(report);
    } catch (error) {
      if (!(error instanceof UnreadableArchive)) throw error;
      this.#results.truncate(results);
      for (const { sha256 } of this.#reports.splice(reports)) this.#byHash.delete(sha256);
      for (const index of this.#lackFiles) if (index >= reports) this.#lackFiles.delete(index);
      for (const [notes, length] of said) notes.length = length;
      this.#said.unreadable.push({ file: file.name, line: null, column: null, message: error.message });
    }
  }

  /** Writes what was read. Call it once. */
  finish(): UploadReading {
    const { unreadable, leftOut, repaired, duplicates } = this.#said;
    const names = this.#reports.map(({ name }) => name);
    const copies = reportsHeldByOthers(this.#reports);
    const inTwoFormats = findRunsInTwoFormats(this.#reports, copies);
    const held = new Map([...copies, ...inTwoFormats.held]);
    for (const [index, holder] of held) duplicates.push({ file: names[index] ?? '', of: names[holder] ?? '' });
    const { numbered, ...results } = this.#results.write(this.#artifacts, names, new Set(held.keys()));
    const videos = this.#artifacts.refusedVideos.map((file) => ({ file, message: 'the plan does not include videos' }));
    const ofNobody = this.#artifacts.ofNobody.map((file) => ({ file, message: 'no test names it' }));
    const hints = [...numbered]
      .filter((index) => this.#lackFiles.has(index))
      .map((index) => ({ file: names[index] ?? '', message: jestJunitHint }));
    for (const { parts, holder, shared } of inTwoFormats.unsure) {
      const more = parts.length > 1 ? ` This and ${parts.length - 1} more such files` : ' It';
      const message = `${shared} tests are in ${names[holder]} by the same titles, and durations do not show whether it is the same run: both count.${more} should be left out if it is.`;
      hints.push({ file: names[parts[0] ?? 0] ?? '', message });
    }
    return {
      ...results,
      readable: names.length,
      artifacts: this.#artifacts.used.map(({ path, blobId, size }) => ({ path, blobId, size })),
      unreadable,
      leftOut: [...leftOut, ...ofNobody, ...videos],
      repaired,
      hints,
      duplicates,
    };
  }

  close(): void {
    this.#results.close();
  }

  async #take({ name, source, sha256, inArchive }: FoundReport): Promise<void> {
    const known = this.#reports[this.#byHash.get(sha256) ?? -1];
    if (known) {
      this.#said.duplicates.push({ file: name, of: known.name });
      return;
    }
    const before = this.#results.length;
    const hasOthers = !this.#isAlone || inArchive;
    const digests = hasOthers ? new SuiteDigests() : null;
    const titles = hasOthers ? new TestTitles() : null;
    let isJson = false;
    const { problem, repairs, cases, formatName, lacksFiles } = await readJunitFile(source, {
      onFormat: (format) => {
        isJson = format === 'JSON';
      },
      onCase: (junitCase) => {
        digests?.add(junitCase);
        titles?.add(junitCase);
        this.#results.take(junitCase, this.#reports.length, name, isJson);
      },
      onSuiteOutput: (suite, output) => this.#results.printed(suite, output),
    });
    if (problem) {
      this.#results.truncate(before);
      const { message, line, column, otherFormat } = problem;
      if (inArchive && otherFormat) this.#said.leftOut.push({ file: name, message });
      else this.#said.unreadable.push({ file: name, line, column, message });
      return;
    }
    this.#byHash.set(sha256, this.#reports.length);
    if (lacksFiles) this.#lackFiles.add(this.#reports.length);
    this.#reports.push({ name, sha256, suites: digests?.finish() ?? [], format: formatName, titles });
    if (repairs.length > 0) this.#said.repaired.push({ file: name, message: `It has ${repairs.join('; ')}.` });
    if (cases === 0) this.#said.leftOut.push({ file: name, message: 'it holds no tests' });
  }
}
