import {
  attemptLimits,
  type ListedTest,
  type ResultStatus,
  type TestId,
  type TestStep,
  withoutEscapeCodes,
} from '@assay/contract';
import type { AssignedUnit } from '../connection/assignedWork.ts';
import { type FoundFile, type KeptFile, keepFiles } from '../events/artifactFiles.ts';
import type { UnitEventLog } from '../events/unitEventLog.ts';
import type { SecretMask } from '../masking/secretMask.ts';
import type { ProcessHost } from '../process/processHost.ts';
import { boundedDuration, boundedTime } from './boundedTimes.ts';
import { type CodePlaces, codeFramesOf } from './codeFrames.ts';
import { pathsWithin } from './pathsWithin.ts';

export type TestOutcome = {
  status: ResultStatus;
  /** The framework or the agent will retry it. */
  willRetry?: boolean;
  timedOut?: boolean;
  /** Where `started` was not called, ms since 1970; by default it has just ended. */
  startedAt?: number;
  durationMs: number;
  error?: string | null;
  stackTrace?: string | null;
  output?: string | null;
  processOutput?: string | null;
  files?: readonly FoundFile[];
  steps?: readonly TestStep[];
};

type Progress = { test: ListedTest; results: number; startedAt: number | null; final: boolean };
type UnitTests = Pick<AssignedUnit, 'tests' | 'earlierAttempts'>;
const maxFiles = 50;
/** Attempts of one test in one unit; no framework repeats a failed test as often. */
const maxAttempts = 200;

/**
 * Tracks a unit's tests and reports them: each attempt once, numbered after those of earlier runners of the unit, each
 * test with one final result. Repeated messages, and tests outside the unit, are ignored. Texts are masked here, and
 * escape codes of terminals removed from errors, for every adapter.
 */
export class UnitReport {
  readonly #log: UnitEventLog;
  readonly #mask: SecretMask;
  readonly #tests = new Map<TestId, Progress>();
  readonly #earlier: ReadonlyMap<TestId, number>;
  #ownPaths: RegExp | null = null;
  #host: ProcessHost | null = null;
  #code: Pick<CodePlaces, 'repository' | 'directory'> | null = null;

  constructor(log: UnitEventLog, mask: SecretMask, { tests, earlierAttempts }: UnitTests) {
    this.#log = log;
    this.#mask = mask;
    this.#earlier = new Map(earlierAttempts.map(({ testId, attempts }) => [testId, attempts]));
    for (const test of tests) this.#add(test);
  }

  #add(test: ListedTest): void {
    const results = this.#earlier.get(test.testId) ?? 0;
    this.#tests.set(test.testId, { test, results, startedAt: null, final: false });
  }

  /**
   * From now on texts name files as in the repository: the agent's own path means nothing to readers.
   * And failures show the code that they come from.
   * @param repository where it is checked out
   * @param directory where the tests run
   */
  showPathsWithin(repository: string, directory: string): void {
    this.#ownPaths = pathsWithin(repository);
    this.#code = { repository, directory };
  }

  /** From now on files that tests leave are kept. */
  takeFilesOf(host: ProcessHost): void {
    this.#host = host;
  }

  /** Tests without a final result, in the unit's order. */
  get unfinished(): ListedTest[] {
    return [...this.#tests.values()].filter((progress) => !progress.final).map(({ test }) => test);
  }

  /** Of those, the started but unfinished ones: at most one where tests run one after another. */
  get running(): ListedTest[] {
    return [...this.#tests.values()]
      .filter(({ final, startedAt }) => !final && startedAt !== null)
      .map(({ test }) => test);
  }

  /** How many attempts of a test were made so far, by this runner and earlier ones; the running one is the last. */
  attemptsOf(testId: TestId): number {
    const progress = this.#tests.get(testId);
    if (!progress) return 0;
    return progress.startedAt === null ? progress.results : progress.results + 1;
  }

  /** When the running attempt began, ms since 1970; null when none is running. */
  startOf(testId: TestId): number | null {
    return this.#tests.get(testId)?.startedAt ?? null;
  }

  knows(testId: TestId): boolean {
    return this.#tests.has(testId);
  }

  /** A test that became known only when it ran. */
  discovered(test: ListedTest): void {
    if (this.#tests.has(test.testId)) return;
    this.#add(test);
    const { testId, file, name, tags } = this.#mask.test(test);
    this.#log.append({ type: 'testDiscovered', testId, file, name, tags });
  }

  started(testId: TestId, at: number): void {
    const progress = this.#tests.get(testId);
    if (!progress || progress.final || progress.startedAt !== null) return;
    const startedAt = boundedTime(at);
    progress.startedAt = startedAt;
    this.#log.append({ type: 'testStarted', testId, attempt: progress.results + 1, startedAt: timeOf(startedAt) });
  }

  async finished(testId: TestId, outcome: TestOutcome): Promise<void> {
    const progress = this.#tests.get(testId);
    if (!progress || progress.final) return;
    const [files, codeFrames] = await Promise.all([this.#keep(outcome.files ?? []), this.#codeFrames(outcome)]);
    const durationMs = boundedDuration(outcome.durationMs);
    const startedAt = progress.startedAt ?? boundedTime(outcome.startedAt ?? Date.now() - durationMs);
    if (outcome.status !== 'NOT_RUN') this.started(testId, startedAt);
    const problems = files.flatMap((file) => ('problem' in file ? [`Assay: ${file.problem}`] : []));
    const kept = files.filter((file): file is KeptFile => !('problem' in file));
    progress.final = !outcome.willRetry || progress.results + 1 >= maxAttempts;
    progress.startedAt = null;
    progress.results += 1;
    const event = {
      type: 'testFinished' as const,
      testId,
      attempt: progress.results,
      status: outcome.status,
      final: progress.final,
      timedOut: outcome.timedOut ?? false,
      startedAt: timeOf(startedAt),
      durationMs,
      error: this.#plainText(outcome.error),
      stackTrace: this.#plainText(outcome.stackTrace),
      output: this.#text([outcome.output ?? '', ...problems].filter(Boolean).join('\n')),
      processOutput: this.#text(outcome.processOutput),
      ...(codeFrames.length > 0 && { codeFrames }),
      ...(outcome.steps?.length && {
        steps: outcome.steps.slice(0, attemptLimits.steps).map((step) => this.#step(step)),
      }),
      artifacts: kept.map(({ artifact }) => ({ ...artifact, name: this.#mask.text(artifact.name) })),
    };
    this.#log.append(event, kept);
  }

  async #codeFrames({ status, error, stackTrace }: TestOutcome) {
    if (status !== 'FAIL' || !this.#code || !this.#host) return [];
    const places = { ...this.#code, host: this.#host };
    return await codeFramesOf([stackTrace, error].filter(Boolean).join('\n'), places, this.#mask);
  }

  #step({ title, depth, status, startMs, durationMs }: TestStep): TestStep {
    return {
      title: (this.#plainText(title) ?? '').slice(0, attemptLimits.stepTitle),
      depth: Math.min(depth, attemptLimits.stepDepth),
      status,
      startMs: boundedDuration(startMs),
      durationMs: boundedDuration(durationMs),
    };
  }

  async #keep(files: readonly FoundFile[]) {
    const folder = this.#log.filesFolder;
    const host = this.#host;
    if (host === null) return [];
    if (files.length > 0) await this.#log.roomForFiles();
    const kept = await keepFiles(files.slice(0, maxFiles), folder, host, this.#mask);
    const more = files.length - maxFiles;
    return more > 0 ? [...kept, { problem: `${more} more files are left out; ${maxFiles} are kept per test.` }] : kept;
  }

  /** Before the mask: an escape code may stand within a secret. */
  #plainText(text: string | null | undefined): string | null {
    return this.#text(text && withoutEscapeCodes(text));
  }

  #text(text: string | null | undefined): string | null {
    if (text === null || text === undefined || text === '') return null;
    const masked = this.#mask.text(text);
    return this.#ownPaths ? masked.replace(this.#ownPaths, '') : masked;
  }
}

function timeOf(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}
