import type { TestId } from '@assay/contract';
import {
  attemptsOfCase,
  type JunitAttempt,
  type JunitCase,
  JunitNames,
  type JunitProblem,
  readJunitFile,
  testIdOf,
} from '@assay/junit';
import type { UnreadableFile } from '../http/apiErrors.ts';
import { detailsKey, headOfError, type TestTexts } from '../testRuns/testDetails.ts';
import { ChunkWriter } from './chunkWriter.ts';
import { type FoundReport, unpackFiles } from './unpackFiles.ts';
import { UploadArtifacts } from './uploadArtifacts.ts';
import { uploadLimits } from './uploadLimits.ts';
import { type ReadingOrder, type UploadReading, UploadTooLarge } from './uploadReading.ts';

/** How many attempts of one test are kept, the last ones. */
const maxAttempts = 100;

/**
 * Reads an upload: unpacks it and takes the results of every fully readable report. A broken report contributes
 * nothing: among several, each is checked first; the results of a single one are dropped.
 * @throws UploadTooLarge
 */
export async function readUpload(order: ReadingOrder): Promise<UploadReading> {
  const artifacts = new UploadArtifacts();
  const { reports, unreadable } = await unpackFiles(order.files, order.folder, artifacts);
  let results = new UploadResults(order, artifacts);
  try {
    const leftOut: string[] = [];
    let readable = 0;
    for (const report of reports) {
      const flaw = reports.length > 1 ? await readJunitFile(report.path, () => undefined) : null;
      const problem = flaw ?? (await results.takeAll(report));
      if (problem === null) readable += 1;
      else if (report.inArchive && problem.otherFormat) leftOut.push(report.name);
      else unreadable.push(unreadableFile(report, problem));
      if (reports.length > 1 || problem === null) continue;
      results.close();
      results = new UploadResults(order, artifacts);
    }
    const { testCount, quarantinedCount } = results;
    const chunks = results.chunks();
    leftOut.push(...artifacts.ofNobody);
    const used = artifacts.used.map(({ path, blobId }) => ({ path, blobId }));
    return { chunks, readable, testCount, quarantinedCount, artifacts: used, unreadable, leftOut };
  } finally {
    results.close();
  }
}

function unreadableFile(
  { name }: FoundReport,
  { line, column, message }: { line: number; column: number; message: string },
): UnreadableFile {
  return { file: name, line, column, message };
}

/** The results of all reports together: identified, counted and written in chunks. */
class UploadResults {
  testCount = 0;
  quarantinedCount = 0;
  readonly #writer: ChunkWriter;
  readonly #artifacts: UploadArtifacts;
  readonly #quarantined: ReadonlySet<TestId>;
  readonly #names = new JunitNames(null);

  constructor({ folder, quarantined }: ReadingOrder, artifacts: UploadArtifacts) {
    this.#writer = new ChunkWriter(folder);
    this.#artifacts = artifacts;
    this.#quarantined = new Set(quarantined);
  }

  takeAll(report: FoundReport): Promise<JunitProblem | null> {
    return readJunitFile(report.path, (each) => this.#take(each, report));
  }

  chunks(): UploadReading['chunks'] {
    return this.#writer.chunks();
  }

  close(): void {
    this.#writer.close();
  }

  #take(junitCase: JunitCase, report: FoundReport): void {
    const named = this.#names.take(junitCase, report.name);
    if (!named) return;
    this.testCount += 1;
    if (this.testCount > uploadLimits.tests) {
      throw new UploadTooLarge(`An upload may hold ${uploadLimits.tests} tests at most.`);
    }
    const testId = testIdOf(named.file, named.name);
    const quarantined = this.#quarantined.has(testId);
    if (quarantined) this.quarantinedCount += 1;
    const attempts = attemptsOfCase(junitCase).slice(-maxAttempts);
    const status = attempts.at(-1)?.status ?? 'NOT_RUN';
    const flaky = status === 'PASS' && attempts.some((attempt) => attempt.status === 'FAIL');
    const durationMs = junitCase.durationMs ?? 0;
    const recorded = attempts.map((attempt, index) => {
      const isLast = index === attempts.length - 1;
      const texts = textsOf(attempt, isLast ? junitCase : null);
      const { status, error } = attempt;
      const fact = {
        status,
        durationMs: isLast ? durationMs : 0,
        error: error && headOfError(error),
        hasDetails: texts !== null,
      };
      return { fact, texts, key: detailsKey(testId, index + 1) };
    });
    this.#writer.add(
      {
        testId,
        file: named.file,
        name: named.name,
        quarantined,
        flaky,
        attempts: recorded.map(({ fact }) => fact),
        artifacts: this.#artifacts.take(junitCase.attachments, report.name),
      },
      recorded.flatMap(({ key, texts }) => (texts === null ? [] : [[key, texts] as const])),
    );
  }
}

/** @returns an attempt's texts, with the test's output for the last one; null when there are none. */
function textsOf({ error, stackTrace }: JunitAttempt, printed: JunitCase | null): TestTexts | null {
  const [output, processOutput] = [printed?.output || null, printed?.errorOutput || null];
  const texts = { error, stackTrace, output, processOutput };
  return Object.values(texts).some((text) => text !== null) ? texts : null;
}
