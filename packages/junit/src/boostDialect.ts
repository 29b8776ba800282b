import { agentProtocol, BoundedText } from '@assay/contract';
import { caseOf, concludeCase, failureAt, failureOutside, outcomeOf, placeOf, suiteOf } from './caseOf.ts';
import { ElementTexts, type OpenElement } from './elementTexts.ts';
import type { JunitCase, JunitOutcome, JunitSuite } from './junitCase.ts';
import { parseJunitTime } from './junitTime.ts';
import type { ReportDialect, ReportSink } from './reportDialect.ts';

const failures = ['error', 'fatalerror', 'exception'];
const remarks = ['warning', 'message'];
const details = ['frame', 'lastcheckpoint'];

/**
 * The log of Boost.Test, whose tests are called as in its JUnit XML. Where both are printed, the result report follows the log
 * and is skipped.
 */
export class BoostDialect implements ReportDialect {
  readonly #sink: ReportSink;
  readonly #texts = new ElementTexts(...failures, ...remarks, ...details, 'testingtime');
  /** The module, and the suites within it. */
  readonly #suites: JunitSuite[] = [];
  #case: JunitCase | null = null;
  #printed = new BoundedText(agentProtocol.textLimit);
  /** What the failure that is open says below its message. */
  #details: string[] = [];
  #isLog = true;
  readonly missing = 'it holds no tests: write it with --log_level=test_suite, or all';

  constructor(sink: ReportSink) {
    this.#sink = sink;
  }

  /** @returns whether a log may be followed by a second root with this name */
  static mayFollow(root: string): boolean {
    return root === 'testlog' || root === 'testresult';
  }

  open(element: string, attributes: Readonly<Record<string, string>>): void {
    this.#texts.open(element, attributes);
    if (BoostDialect.mayFollow(element)) this.#isLog = element === 'testlog';
    if (!this.#isLog) return;
    const { name = '', skipped, reason = '' } = attributes;
    if (element === 'testsuite') {
      // One that is skipped holds none of its tests, and is itself a result.
      if (skipped === 'yes') this.#openCase(name, reason);
      this.#suites.push(suiteOf(name));
    } else if (element === 'testcase') this.#openCase(name, skipped === 'yes' ? reason : null);
  }

  close(): void {
    const element = this.#texts.close();
    if (!this.#isLog) return;
    const { name, text } = element;
    if (name === 'testcase') this.#closeCase();
    else if (name === 'testsuite') {
      this.#closeCase();
      this.#suites.pop();
    } else if (details.includes(name)) this.#details.push(name === 'frame' ? text : `last checkpoint: ${text}`);
    else if (name === 'testingtime' && this.#case) this.#case.durationMs = parseJunitTime(secondsOf(text));
    else if (failures.includes(name)) this.#fail(failureOf(element, this.#details));
    else if (remarks.includes(name)) this.#printed.append(`${name}: ${text}\n`);
    if (!details.includes(name) && name !== 'context') this.#details = [];
  }

  text(text: string): void {
    this.#texts.append(text);
  }

  /** @param skipped why; null: it ran */
  #openCase(name: string, skipped: string | null): void {
    const [module, ...inner] = this.#suites;
    this.#case = caseOf(name, inner.map((suite) => suite.name).join('.'), module ? [module] : []);
    if (skipped !== null) this.#case.outcomes.push(outcomeOf('skipped', skipped));
    this.#printed = new BoundedText(agentProtocol.textLimit);
  }

  #closeCase(): void {
    if (!this.#case) return;
    this.#case.output = this.#printed.toString().trimEnd();
    if (this.#case.outcomes.length === 0) concludeCase(this.#case, 'PASS', '');
    this.#sink.onCase(this.#case);
    this.#case = null;
  }

  /** Fixtures of suites fail outside of tests, as does all in a log of errors alone. */
  #fail(outcome: JunitOutcome): void {
    if (this.#case) this.#case.outcomes.push(outcome);
    else this.#sink.onCase(failureOutside(outcome.message, outcome.text, this.#suites));
  }
}

function failureOf({ text, attributes: { file, line } }: OpenElement, details: readonly string[]): JunitOutcome {
  return failureAt(text, placeOf(file, line), ...details);
}

function secondsOf(microseconds: string): string {
  return String(Number(microseconds) / 1e6);
}
