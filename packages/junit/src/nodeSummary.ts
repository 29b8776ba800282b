import { caseOf, outcomeOf, outsideOfTests } from './caseOf.ts';
import { attemptsOfCase, type JunitCase, type JunitSuite } from './junitCase.ts';

/** The comments at the end of a report of node:test: one for each count. */
const count = /^\s*(tests|fail|cancelled) (\d{1,9})\s*$/;
const belowThreshold = /^\s*Error: (\d[\d.]*% \w+ coverage does not meet threshold of \d[\d.]*%\.)\s*$/;

/**
 * What node:test reports in comments alone: coverage below its threshold, and the failure of a test with subtests
 * itself, as such a test is written as a suite, without its error.
 */
export class NodeSummary {
  readonly #counts = new Map<string, number>();
  readonly #belowThreshold = new Set<string>();
  readonly #failedSuites = new Set<JunitSuite>();
  #failedCases = 0;

  comment(comment: string): void {
    const [, name, value] = count.exec(comment) ?? [];
    if (name !== undefined) this.#counts.set(name, Number(value));
    const [, coverage] = belowThreshold.exec(comment) ?? [];
    if (coverage !== undefined) this.#belowThreshold.add(coverage);
  }

  /** Takes the outcome of a case that was read to its end. */
  ended(junitCase: JunitCase): void {
    if (attemptsOfCase(junitCase).at(-1)?.status !== 'FAIL') return;
    this.#failedCases += 1;
    for (const suite of junitCase.suites) this.#failedSuites.add(suite);
  }

  /** @returns a failed case for what no element of the report tells; null: the elements tell all. */
  unnamedFailure(): JunitCase | null {
    if (!this.#counts.has('tests')) return null;
    const counted = (this.#counts.get('fail') ?? 0) + (this.#counts.get('cancelled') ?? 0);
    // A suite with a failed case may be a test as well, which failed with it and is counted.
    const unnamed = counted - this.#failedCases - this.#failedSuites.size;
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
