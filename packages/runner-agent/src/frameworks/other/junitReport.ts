import { join } from 'node:path';
import type { ListedTest } from '@assay/contract';
import { attemptsOfCase, type JunitCase, JunitNames, type JunitProblem, readJunitFile, testIdOf } from '@assay/junit';
import { selectorOf } from '../../testSelection/selectTests.ts';
import type { UnitReport } from '../../units/unitReport.ts';
import { attachedFiles } from '../filesNamedIn.ts';
import type { FrameworkContext } from '../frameworkAdapter.ts';
import { withoutEmptyTitle } from './reporterEnvironment.ts';
import type { ResultFiles } from './resultFiles.ts';

/** Cases of one file: memory is for all runs of the agent. */
const maxCases = 500_000;
/** Characters of them, packed ones unpacked. */
const maxText = 64 * 1024 * 1024;
const tooLong: JunitProblem = {
  message: `it has more than ${maxCases} results, or more than ${maxText} characters in them`,
  line: 1,
  column: 0,
  otherFormat: false,
};

class TooLongError extends Error {}

/**
 * Reports the results in the result files: while the command runs, as far as they are written; the rest at the end.
 */
export class JunitReport {
  readonly #context: FrameworkContext;
  readonly #report: UnitReport;
  readonly #files: ResultFiles;
  readonly #names: JunitNames;
  readonly #wanted: (test: ListedTest) => boolean;
  readonly #taken = new Map<string, number>();
  readonly #problems = new Map<string, JunitProblem>();
  #cases = 0;
  #reported = 0;
  #failed = 0;

  constructor(context: FrameworkContext, report: UnitReport, files: ResultFiles) {
    this.#context = context;
    this.#report = report;
    this.#files = files;
    this.#names = new JunitNames(context.directory);
    const { testFilters } = context.run;
    const fits = selectorOf({ includeTags: [], excludedTags: [], testFilters });
    const selected = context.run.selectedTests === null ? null : new Set(context.run.selectedTests);
    this.#wanted = (test) => (selected === null || selected.has(test.testId)) && fits({ ...test, tags: [] });
  }

  /** Test cases found; how many of them were reported, and how many failed. */
  get counts(): { cases: number; reported: number; failed: number } {
    return { cases: this.#cases, reported: this.#reported, failed: this.#failed };
  }

  get anyFile(): boolean {
    return this.#taken.size > 0;
  }

  /** The files that could not be read to the end, with position and reason. */
  get unreadable(): string[] {
    return [...this.#problems].map(
      ([file, { line, column, message }]) => `${file}, line ${line}, column ${column}: ${message}`,
    );
  }

  /** What was not reported because another file holds the same results, a sentence for each pair of files. */
  get notCountedAgain(): string[] {
    return this.#names.copies.map(
      ({ file, of, results }) =>
        `${file}: ${results === 1 ? '1 result is' : `${results} results are`} not counted again, because ${of} holds the same.`,
    );
  }

  /**
   * @param done the command has ended: errors in a file are final
   * @returns whether anything new was reported.
   */
  async update(done: boolean): Promise<boolean> {
    const before = this.#cases;
    for (const name of await this.#files.changed()) await this.#read(name, done);
    if (done) for (const name of this.#taken.keys()) await this.#read(name, done);
    return this.#cases > before;
  }

  async #read(name: string, done: boolean): Promise<void> {
    const cases: JunitCase[] = [];
    const { host, directory } = this.#context;
    const file = await host.files.open(join(directory, name), directory);
    const source = { size: file.size, chunks: () => file.chunks() };
    let text = 0;
    const onCase = (each: JunitCase) => {
      text += JSON.stringify(each).length;
      // Nothing more is unpacked, either.
      if (cases.length === maxCases || text > maxText) throw new TooLongError();
      cases.push(each);
    };
    const problem = await readJunitFile(source, { onCase })
      .then((reading) => reading.problem)
      .catch((error: unknown) => {
        if (error instanceof TooLongError) return tooLong;
        throw error;
      })
      .finally(() => file.close());
    const from = this.#taken.get(name) ?? 0;
    // The last case of a file that is still being written may get a second outcome.
    const to = done ? cases.length : Math.max(from, cases.length - 1);
    for (const junitCase of cases.slice(from, to)) await this.#reportCase(junitCase, name);
    this.#taken.set(name, Math.max(from, to));
    if (done && problem) this.#problems.set(name, problem);
  }

  async #reportCase(junitCase: JunitCase, resultFile: string): Promise<void> {
    const named = this.#names.take({ ...junitCase, name: withoutEmptyTitle(junitCase.name) }, resultFile);
    if (!named) return;
    this.#cases += 1;
    const testId = testIdOf(named.file, named.name);
    const test: ListedTest = { testId, ...named, line: null, tags: [], selector: null };
    if (!this.#wanted(test)) return;
    this.#reported += 1;
    this.#report.discovered(test);
    const files = await attachedFiles(junitCase.attachments, this.#context.host.files, this.#context.directory);
    const attempts = attemptsOfCase(junitCase);
    if (attempts.at(-1)?.status === 'FAIL') this.#failed += 1;
    for (const [index, { errorOutput, ...attempt }] of attempts.entries()) {
      const final = index === attempts.length - 1;
      await this.#report.finished(testId, {
        ...attempt,
        willRetry: !final,
        durationMs: final ? (junitCase.durationMs ?? 0) : 0,
        processOutput: errorOutput,
        files: final ? files : [],
      });
    }
  }
}
