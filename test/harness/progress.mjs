// What `npm test` shows: a line for each spec with how many are done and the time left, failures in full as they come,
// and at the end the ten slowest specs, what was skipped, what failed, the newest run of both tiers, and the count.
import { writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import { rememberDurations } from './durations.mjs';
import { describeWholeRun } from './wholeRun.mjs';

const slowestShown = 10;
const failureLines = 30;

const clock = (ms) => {
  const seconds = Math.max(0, Math.round(ms / 1_000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
};

const tenths = (seconds) => Math.round(seconds * 10) / 10;

/** Enough of a failure to know it by where only the end of what was printed is kept. */
function beginningOf(failure) {
  const lines = failure.trimEnd().split('\n');
  return lines.length > failureLines ? [...lines.slice(0, failureLines), '…'].join('\n') : lines.join('\n');
}

/** A reporter of Jest: https://jestjs.io/docs/configuration#custom-reporters */
export default class Progress {
  #workers;
  #rootDir;
  #began = 0;
  #all = 0;
  #done = 0;
  /** What all specs together take as far as is known, in milliseconds of one worker. */
  #expectedMs = 0;
  #expectedOfDoneMs = 0;
  /** What each has taken, by its path. */
  #taken = new Map();
  /** Seconds of each as they are recorded, by its name. */
  #durations = {};
  #skipped = [];
  #failures = [];
  #failedSpecs = [];
  #passedInFailedSpecs = 0;
  #error;

  constructor({ maxWorkers, rootDir }) {
    this.#workers = maxWorkers;
    this.#rootDir = rootDir;
  }

  onRunStart({ numTotalTestSuites }, { estimatedTime }) {
    this.#began = Date.now();
    this.#all = numTotalTestSuites;
    this.#expectedMs = estimatedTime * 1_000 * Math.min(this.#workers, numTotalTestSuites);
    if (numTotalTestSuites > 1) console.log(`${numTotalTestSuites} specs, about ${clock(estimatedTime * 1_000)}`);
  }

  onTestFileResult({ path, duration: expectedMs = 0, context }, result) {
    const { perfStats, failureMessage, testExecError, testResults, skipped, processorSeconds } = result;
    const tookMs = perfStats.end - perfStats.start;
    if (tookMs > 0) {
      this.#taken.set(path, tookMs);
      this.#durations[relative(this.#rootDir, path).replaceAll('\\', '/')] = {
        seconds: tenths(tookMs / 1_000),
      };
    }
    this.#expectedOfDoneMs += expectedMs;
    for (const { status, fullName } of testResults) if (status === 'pending') this.#skipped.push(fullName);

    const failed = Boolean(testExecError || failureMessage);
    const outcome = failed ? 'FAILED ' : skipped ? 'skipped' : 'ok     ';
    const done = String(this.#done + 1).padStart(String(this.#all).length);
    this.#done += 1;
    // Specs in Jest's sandbox do not tell.
    const computed = processorSeconds === undefined ? '' : `, ${processorSeconds.toFixed(1)} of a processor`;
    const spec = `${context.config.displayName?.name ?? ''} ${relative(this.#rootDir, path)}`;
    console.log(
      `${done}/${this.#all}  ${clock(Date.now() - this.#began)}, ${clock(this.#leftMs())} left  ${outcome} ${spec} (${(tookMs / 1_000).toFixed(1)} s${computed})`,
    );
    if (failed) {
      this.#failedSpecs.push(relative(this.#rootDir, path).replaceAll('\\', '/'));
      this.#passedInFailedSpecs += result.numPassingTests;
    }
    if (failed) this.#failures.push(`FAILED: ${spec}\n${failureMessage ?? testExecError.message}`);
    if (failed && failureMessage) console.log(failureMessage);
    for (const { message, origin } of result.console ?? []) console.log(`${message.trimEnd()}\n${origin}`);
  }

  /** What is left goes by what was expected of it, and by how far the specs so far were from what was expected of them. */
  #leftMs() {
    if (this.#done === this.#all) return 0;
    const tookMs = [...this.#taken.values()].reduce((sum, ms) => sum + ms, 0);
    const pace = this.#expectedOfDoneMs > 0 ? tookMs / this.#expectedOfDoneMs : 1;
    return ((this.#expectedMs - this.#expectedOfDoneMs) * pace) / this.#workers;
  }

  onRunComplete(_contexts, results) {
    const { numPassedTests, numFailedTests, numRuntimeErrorTestSuites, numTotalTests } = results;
    const failed = numFailedTests + numRuntimeErrorTestSuites;
    const slowest = [...this.#taken].sort(([, a], [, b]) => b - a).slice(0, slowestShown);
    if (slowest.length > 1) console.log('\nThe slowest specs:');
    for (const [path, ms] of slowest.length > 1 ? slowest : [])
      console.log(`${(ms / 1_000).toFixed(1).padStart(7)} s  ${relative(this.#rootDir, path)}`);
    for (const name of this.#skipped) console.log(`skipped: ${name}`);
    for (const failure of this.#failures) console.log(`\n${beginningOf(failure)}`);
    if (numTotalTests === 0) this.#error = new Error('no test was run');
    const missing = this.#all - this.#done;
    if (missing > 0) this.#error = new Error(`${missing} specs were not run`);
    rememberDurations(this.#durations);
    const { ASSAY_TEST_OUTCOME: outcomeFile, ASSAY_TEST_TIER: tier } = process.env;
    const outcome = {
      passed: numPassedTests - this.#passedInFailedSpecs,
      skipped: this.#skipped.length,
      durations: this.#durations,
      failedSpecs: this.#failedSpecs,
      isComplete: missing === 0 && numTotalTests > 0,
    };
    if (outcomeFile) writeFileSync(outcomeFile, JSON.stringify(outcome));
    if (tier === 'first') console.log(`\n${describeWholeRun()}`);
    const tail = this.#skipped.length > 0 ? `, ${this.#skipped.length} skipped` : '';
    console.log(`\n${numPassedTests} passed, ${failed} failed${tail}`);
  }

  /** What makes the run red beside the tests themselves. */
  getLastError() {
    return this.#error;
  }
}
