import { caseOf, outcomeOf, outsideOfTests } from './caseOf.ts';
import type { JunitCase, JunitSuite } from './junitCase.ts';

/** The comments at the end of a report of node:test: one for each count. */
const count = /^\s*(tests|fail|cancelled) (\d{1,9})\s*$/;
const belowThreshold = /^\s*Error: (\d[\d.]*% \w+ coverage does not meet threshold of \d[\d.]*%\.)\s*$/;
/** There are thresholds for lines, branches and functions. */
const mostThresholds = 10;

/**
 * What node:test reports in comments alone: coverage below its threshold, and the failure of a test with subtests
 * itself, as such a test is written as a suite, without its error.
 */
export class NodeSummary {
  readonly #counts = new Map<string, number>();
  readonly #belowThreshold = new Set<string>();
  readonly #failedSuites = new WeakSet<JunitSuite>();
  /** Of cases, and of the suites that hold them. */
  #failed = 0;

  comment(comment: string): void {
    const [, name, value] = count.exec(comment) ?? [];
    if (name !== undefined) this.#counts.set(name, Number(value));
    const [, coverage] = belowThreshold.exec(comment) ?? [];
    if (coverage !== undefined && this.#belowThreshold.size < mostThresholds) this.#belowThreshold.add(coverage);
  }

  /** @param suites that hold a case which failed in the end */
  caseFailed(suites: readonly JunitSuite[]): void {
    this.#failed += 1;
    for (const suite of suites) {
      if (this.#failedSuites.has(suite)) continue;
      this.#failedSuites.add(suite);
      this.#failed += 1;
    }
  }

  /** @returns a failed case for what no element of the report tells; null: the elements tell all. */
  unnamedFailure(): JunitCase | null {
    if (!this.#counts.has('tests')) return null;
    const counted = (this.#counts.get('fail') ?? 0) + (this.#counts.get('cancelled') ?? 0);
    // A suite with a failed case may be a test as well, which failed with it and is counted.
    const unnamed = counted - this.#failed;
    const messages = [...this.#belowThreshold];
    if (unnamed > 0) {
      const tests = unnamed === 1 ? '1 failed test' : `${unnamed} failed tests`;
      messages.unshift(
        `node:test counts ${tests} more than its report names. It leaves out the failure of a test with subtests.`,
      );
    }
    if (messages.length === 0) return null;
    return { ...caseOf(outsideOfTests, '', []), outcomes: messages.map((message) => outcomeOf('error', message)) };
  }
}
