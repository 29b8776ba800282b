import { join } from 'node:path';
import type { TestTexts } from '@assay/application';
import { agentProtocol, boundText, detailsKey } from '@assay/contract';
import {
  attemptsOfCase,
  type JunitAttempt,
  type JunitCase,
  JunitNames,
  type JunitSuite,
  KeptIdentities,
  type RepeatedAttempt,
  repeatedAttemptOf,
  type SuiteOutput,
  testIdOf,
} from '@assay/junit';
import { framesOfAttempt, headOfError } from '../testRuns/resultFacts.ts';
import { ChunkWriter, type UploadedResult } from './chunkWriter.ts';
import { joinAttempts, type Namesake } from './joinAttempts.ts';
import { InternedTexts, NumberColumn } from './numberColumn.ts';
import { ResultSpool, type SpooledText } from './resultSpool.ts';
import { SuiteOutputs } from './suiteOutputs.ts';
import { findNamesakes, identityNumberOf, numberNamesakes } from './testNumbers.ts';
import type { UploadArtifacts } from './uploadArtifacts.ts';
import { uploadLimits } from './uploadLimits.ts';
import { type ReadingOrder, type UploadReading, UploadTooLarge } from './uploadReading.ts';

/** How many attempts of one test are kept, the last ones. */
const maxAttempts = 100;

/** A result as it waits in the spool; the texts of its attempts follow it there. */
type SpooledResult = {
  file: string;
  name: string;
  attempts: UploadedResult['attempts'];
  attachments: string[];
  /** Whether cases of the same name may be other attempts at the test. */
  attempt: RepeatedAttempt | null;
  /** Bytes of each attempt's texts; 0 for none. */
  textBytes: number[];
};

type Summary = Pick<UploadReading, 'chunks' | 'testCount' | 'quarantinedCount'> & {
  /** Indexes of the reports with tests that got a number, as others have their name. */
  numbered: ReadonlySet<number>;
};

/**
 * The results of all reports together. They wait in a temporary file until all is read, because a report may turn out to
 * be broken or a copy, and tests of one name get their numbers in an order that does not depend on that of the reports.
 */
export class UploadResults {
  readonly #order: ReadingOrder;
  readonly #spool: ResultSpool;
  readonly #names: JunitNames;
  /** JSON has absolute paths where the tools' XML has relative ones. */
  readonly #namesInJson: JunitNames;
  readonly #files = new InternedTexts();
  readonly #places = new InternedTexts();
  readonly #suiteOutputs: SuiteOutputs;
  readonly #columns = {
    report: new NumberColumn(),
    file: new NumberColumn(),
    /** What tells tests of one name apart. */
    place: new NumberColumn(),
    identity: new NumberColumn(),
    spooledAt: new NumberColumn(),
    spooledBytes: new NumberColumn(),
  };
  #lastSuite: { suite: JunitSuite | undefined; report: number; place: number } | null = null;

  constructor(order: ReadingOrder) {
    this.#order = order;
    this.#names = new JunitNames(order.root);
    this.#namesInJson = new JunitNames(order.root ?? order.startedIn);
    this.#spool = new ResultSpool(join(order.folder, 'spool.json'));
    this.#suiteOutputs = new SuiteOutputs(this.#spool);
  }

  get length(): number {
    return this.#columns.report.length;
  }

  /** Forgets all results from this one on. */
  truncate(length: number): void {
    for (const column of Object.values(this.#columns)) column.truncate(length);
    this.#suiteOutputs.truncate(length);
  }

  /**
   * @param report its index among the reports, its name and format
   * @throws UploadTooLarge
   */
  take(junitCase: JunitCase, report: number, reportName: string, isJson: boolean): void {
    const index = this.length;
    if (index >= uploadLimits.tests) {
      throw new UploadTooLarge(`An upload may hold ${uploadLimits.tests} tests at most.`);
    }
    const { file, name } = (isJson ? this.#namesInJson : this.#names).nameOf(junitCase, reportName);
    const attempts = attemptsOfCase(junitCase).slice(-maxAttempts);
    const texts = attempts.map(textsOf);
    const spooled: SpooledResult = {
      file,
      name,
      attempts: attempts.map(({ status, error, stackTrace }, attempt) => ({
        status,
        durationMs: attempt === attempts.length - 1 ? (junitCase.durationMs ?? 0) : 0,
        error: error && headOfError(error),
        ...framesOfAttempt({ status, error, stackTrace }),
        hasDetails: texts[attempt] !== null,
      })),
      attachments: junitCase.attachments,
      attempt: repeatedAttemptOf(junitCase, reportName),
      textBytes: texts.map((json) => (json === null ? 0 : Buffer.byteLength(json))),
    };
    const { at, bytes } = this.#spool.add(JSON.stringify(spooled));
    for (const json of texts) if (json !== null) this.#spool.add(json);
    this.#columns.report.push(report);
    this.#columns.file.push(this.#files.numberOf(file));
    this.#columns.place.push(this.#placeOf(junitCase.suites, report, reportName));
    this.#columns.identity.push(identityNumberOf(testIdOf(file, name)));
    this.#columns.spooledAt.push(at);
    this.#columns.spooledBytes.push(bytes);
    this.#suiteOutputs.ranIn(junitCase.suites, index, attempts.at(-1)?.status === 'FAIL');
  }

  printed(suite: JunitSuite, output: SuiteOutput): void {
    this.#suiteOutputs.take(suite, output);
  }

  /**
   * Writes the results, those of one file together, in chunks.
   * @param dropped indexes of reports whose results do not count
   */
  write(artifacts: UploadArtifacts, reportNames: readonly string[], dropped: ReadonlySet<number>): Summary {
    const { report, file, place, identity } = this.#columns;
    const taken = Array.from({ length: this.length }, (_, index) => index).filter(
      (index) => !dropped.has(report.at(index)),
    );
    const earlierAttempts = this.#joinAttempts(taken);
    const repeated = new Set([...earlierAttempts.values()].flat());
    const counted = repeated.size === 0 ? taken : taken.filter((index) => !repeated.has(index));
    const [files, places] = [this.#files.ranks(), this.#places.ranks()];
    const byFile = (a: number, b: number) => (files[file.at(a)] ?? 0) - (files[file.at(b)] ?? 0) || a - b;
    const byPlace = (a: number, b: number) => (places[place.at(a)] ?? 0) - (places[place.at(b)] ?? 0) || a - b;
    const numbers = numberNamesakes(counted, identity, byPlace, (index) => this.#spooled(index));
    const writer = new ChunkWriter(this.#order.folder);
    const quarantined = new Set(this.#order.quarantined);
    const identities = this.#identitiesOf(counted);
    let quarantinedCount = 0;
    for (const index of counted.sort(byFile)) {
      const { file, name: own, attempts, attachments, texts } = this.#whole(index, earlierAttempts.get(index));
      const number = numbers.get(index);
      const name = number === undefined ? own : `${own} #${number}`;
      const testId = identities.of(testIdOf(file, name));
      if (quarantined.has(testId)) quarantinedCount += 1;
      const isFlaky = attempts.at(-1)?.status === 'PASS' && attempts.some(({ status }) => status === 'FAIL');
      const result = {
        testId,
        file,
        name,
        quarantined: quarantined.has(testId),
        flaky: isFlaky,
        attempts: attempts.map((attempt, at) => ({ ...attempt, hasDetails: texts[at] != null })),
        artifacts: artifacts.take(attachments, reportNames[report.at(index)] ?? ''),
      };
      const fields = texts.flatMap((json, at) => (json ? [[detailsKey(testId, at + 1), json] as const] : []));
      writer.add(result, fields);
    }
    const numbered = new Set(Array.from(numbers.keys(), (index) => report.at(index)));
    return { chunks: writer.finish(), testCount: counted.length, quarantinedCount, numbered };
  }

  close(): void {
    this.#spool.close();
  }

  #identitiesOf(tests: readonly number[]): KeptIdentities {
    const { renamed } = this.#order;
    const named = new Set(renamed.length > 0 ? tests.map((index) => this.#columns.identity.at(index)) : []);
    return new KeptIdentities(renamed, (testId) => named.has(identityNumberOf(testId)));
  }

  #joinAttempts(tests: readonly number[]): Map<number, number[]> {
    const { identity, report, place } = this.#columns;
    const groups = [...findNamesakes(tests, identity).values()].map((group) =>
      group.map((index): Namesake => {
        const { attempt, attempts } = this.#spooled(index);
        const status = attempts.at(-1)?.status ?? 'PASS';
        return { index, report: report.at(index), place: place.at(index), status, attempt };
      }),
    );
    return joinAttempts(groups);
  }

  /** @returns a result with all attempts at its test */
  #whole(last: number, earlier: readonly number[] = []) {
    const parts = [...earlier, last].map((index) => {
      const spooled = this.#spooled(index);
      return { ...spooled, texts: this.#textsOf(index, spooled.textBytes) };
    });
    const attempts = parts.flatMap((part, at) =>
      // What TestNG calls skipped has failed where it was tried again.
      part.attempts.map((attempt) =>
        at < earlier.length && attempt.status === part.attempt?.repeatedAs
          ? { ...attempt, status: 'FAIL' as const }
          : attempt,
      ),
    );
    const { file, name } = this.#spooled(last);
    return {
      file,
      name,
      attempts: attempts.slice(-maxAttempts),
      attachments: [...new Set(parts.flatMap(({ attachments }) => attachments))],
      texts: parts.flatMap(({ texts }) => texts).slice(-maxAttempts),
    };
  }

  /** Cases of a suite come one after the other. */
  #placeOf(suites: readonly JunitSuite[], report: number, reportName: string): number {
    const suite = suites.at(-1);
    if (!this.#lastSuite || this.#lastSuite.suite !== suite || this.#lastSuite.report !== report) {
      const names = suites.map(({ name }) => name).join('\0');
      const place = this.#places.numberOf(`${names}\0${suite?.hostname ?? ''}\0${reportName}`);
      this.#lastSuite = { suite, report, place };
    }
    return this.#lastSuite.place;
  }

  #spooled(index: number): SpooledResult {
    const { spooledAt, spooledBytes } = this.#columns;
    return JSON.parse(this.#spool.read({ at: spooledAt.at(index), bytes: spooledBytes.at(index) }).toString());
  }

  /** @returns the JSON of each attempt's texts, those of the last one with what its suite printed. */
  #textsOf(index: number, textBytes: readonly number[]): (Buffer | null)[] {
    let at = this.#columns.spooledAt.at(index) + this.#columns.spooledBytes.at(index);
    const texts = textBytes.map((bytes) => {
      const place: SpooledText = { at, bytes };
      at += bytes;
      // The spool keeps what it has read only until it reads on.
      return bytes === 0 ? null : Buffer.from(this.#spool.read(place));
    });
    const printed = this.#suiteOutputs.of(index);
    if (printed.length === 0) return texts;
    const last = texts.at(-1);
    const own: TestTexts = last
      ? JSON.parse(last.toString())
      : { error: null, stackTrace: null, output: null, processOutput: null };
    const together = (text: string | null | undefined, more: readonly string[]) =>
      boundText([text, ...more].filter(Boolean).join('\n'), agentProtocol.textLimit) || null;
    const whole: TestTexts = {
      ...own,
      output: together(
        own.output,
        printed.map(({ output }) => output),
      ),
      processOutput: together(
        own.processOutput,
        printed.map(({ errorOutput }) => errorOutput),
      ),
    };
    return [...texts.slice(0, -1), Buffer.from(JSON.stringify(whole))];
  }
}

/** @returns an attempt's texts as JSON; null when there are none. */
function textsOf({ error, stackTrace, output, errorOutput }: JunitAttempt): string | null {
  const texts: TestTexts = { error, stackTrace, output, processOutput: errorOutput };
  return Object.values(texts).some((text) => text !== null) ? JSON.stringify(texts) : null;
}
