import type { ListedTest } from '@assay/contract';
import {
  attemptsOfCase,
  type JunitCase,
  JunitNames,
  type JunitProblem,
  KeptIdentities,
  readJunitFile,
  type TestName,
  testIdOf,
} from '@assay/junit';
import type { OpenedFile } from '../../projectFiles/projectFiles.ts';
import { selectorOf } from '../../testSelection/selectTests.ts';
import type { UnitReport } from '../../units/unitReport.ts';
import { attachedFiles } from '../filesNamedIn.ts';
import type { FrameworkContext } from '../frameworkAdapter.ts';
import { withoutEmptyTitle } from './reporterEnvironment.ts';
import type { ResultFiles } from './resultFiles.ts';
import { type Observation, ResultHistory, type TakenTest } from './resultHistory.ts';

/** Cases of one file: memory is for all runs of the agent. */
const maxCases = 200_000;
/** Characters of them, packed ones unpacked. */
const maxText = 64 * 1024 * 1024;
const tooLong: JunitProblem = {
  message: `it has more than ${maxCases} results, or more than ${maxText} characters in them`,
  line: 1,
  column: 0,
  otherFormat: false,
};

class TooLongError extends Error {}

/** Reports the results in the result files: those that a later writing cannot change while the command runs, the rest at its end. */
export class JunitReport {
  readonly #context: FrameworkContext;
  readonly #report: UnitReport;
  readonly #files: ResultFiles;
  readonly #names: JunitNames;
  readonly #identities: KeptIdentities;
  readonly #wanted: (test: ListedTest) => boolean;
  readonly #history: ResultHistory;
  readonly #found = new Set<string>();
  readonly #problems = new Map<string, JunitProblem>();
  #reported = 0;
  #failed = 0;
  #failedFiles = 0;

  constructor(context: FrameworkContext, report: UnitReport, files: ResultFiles) {
    this.#context = context;
    this.#report = report;
    this.#files = files;
    this.#names = new JunitNames(context.directory);
    this.#identities = new KeptIdentities(context.renamed);
    this.#history = new ResultHistory(this.#names);
    const { testFilters } = context.run;
    const fits = selectorOf({ includeTags: [], excludedTags: [], testFilters });
    const selected = context.run.selectedTests === null ? null : new Set(context.run.selectedTests);
    this.#wanted = (test) => (selected === null || selected.has(test.testId)) && fits({ ...test, tags: [] });
  }

  /**
   * Results found; how many tests were reported, how many failed, and how many of these are whole files. Complete after
   * `finish`.
   */
  get counts(): { cases: number; reported: number; failed: number; failedFiles: number } {
    const [reported, failed, failedFiles] = [this.#reported, this.#failed, this.#failedFiles];
    return { cases: this.#history.results, reported, failed, failedFiles };
  }

  get anyFile(): boolean {
    return this.#found.size > 0;
  }

  /** The files that could not be read to the end, with position and reason. */
  get unreadable(): string[] {
    return [...this.#problems].map(
      ([file, { line, column, message }]) => `${file}, line ${line}, column ${column}: ${message}`,
    );
  }

  /** Why results may be missing although the files can be read, a sentence for each reason. Complete after `finish`. */
  get doubts(): string[] {
    return this.#history.doubts;
  }

  /** What was not reported because another file holds the same results, a sentence for each pair of files. */
  get notCountedAgain(): string[] {
    return this.#names.copies.map(
      ({ file, of, results }) =>
        `${file}: ${results === 1 ? '1 result is' : `${results} results are`} not counted again, because ${of} holds the same.`,
    );
  }

  /** Reads what was written since the last time. @returns whether anything new was found. */
  async update(): Promise<boolean> {
    const before = this.#history.results;
    await this.#takeReplaced();
    for (const name of await this.#files.changed()) await this.#read(name, false);
    return this.#history.results > before;
  }

  /** Reads what the command has left, and reports what was held until now. */
  async finish(): Promise<void> {
    for (const name of await this.#files.changed()) this.#found.add(name);
    await this.#takeReplaced();
    for (const name of this.#found) await this.#read(name, true);
    await this.finishHeld();
  }

  /** Reports what was held until now, without reading on. */
  async finishHeld(): Promise<void> {
    for (const test of await this.#history.finish()) await this.#reportTest(test);
  }

  async #read(name: string, ended: boolean): Promise<void> {
    this.#found.add(name);
    const file = await this.#files.open(name);
    const { cases, problem } = file ? await this.#casesOf(file) : { cases: [], problem: null };
    // What it replaced was written before it.
    await this.#takeReplaced();
    await this.#observe(name, { cases, complete: file !== null && problem === null, ended });
    if (ended && problem) this.#problems.set(name, problem);
  }

  async #takeReplaced(): Promise<void> {
    for await (const { name, content, wasReturned } of this.#files.replaced()) {
      this.#found.add(name);
      if (content) {
        const { cases, problem } = await this.#casesOf(content);
        await this.#observe(name, { cases, complete: problem === null, ended: true });
      } else if (!wasReturned) this.#history.addLost(name);
    }
  }

  async #observe(name: string, { cases, ...state }: Observation): Promise<void> {
    const plain = cases.map((each) => ({ ...each, name: withoutEmptyTitle(each.name) }));
    for (const test of await this.#history.observe(name, { ...state, cases: plain })) await this.#reportTest(test);
  }

  async #casesOf(file: OpenedFile): Promise<{ cases: JunitCase[]; problem: JunitProblem | null }> {
    const cases: JunitCase[] = [];
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
    return { cases, problem };
  }

  async #reportTest({ named, results }: TakenTest): Promise<void> {
    const testId = this.#identities.of(testIdOf(named.file, named.name));
    const test: ListedTest = { testId, ...named, line: null, tags: [], selector: null };
    if (!this.#wanted(test)) return;
    this.#reported += 1;
    this.#report.discovered(test);
    const attempts = results.flatMap(({ junitCase, seenAt }) =>
      attemptsOfCase(junitCase).map((attempt, index, all) => ({
        attempt,
        junitCase: index === all.length - 1 ? junitCase : null,
        seenAt,
      })),
    );
    if (attempts.at(-1)?.attempt.status === 'FAIL') {
      this.#failed += 1;
      if (isWholeFile(named)) this.#failedFiles += 1;
    }
    for (const [index, { attempt, junitCase, seenAt }] of attempts.entries()) {
      const { errorOutput, ...said } = attempt;
      const durationMs = junitCase?.durationMs ?? 0;
      const { host, directory } = this.#context;
      await this.#report.finished(testId, {
        ...said,
        willRetry: index < attempts.length - 1,
        startedAt: seenAt - durationMs,
        durationMs,
        processOutput: errorOutput,
        files: junitCase ? await attachedFiles(junitCase.attachments, host.files, directory) : [],
      });
    }
  }
}

/** A file that fails before its tests begin is reported as one test with its name, by some after a title. */
function isWholeFile({ file, name }: TestName): boolean {
  const own = name.replace(/ #\d+$/, '');
  return own === file || own.endsWith(` › ${file}`);
}
