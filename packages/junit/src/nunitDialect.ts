import type { ResultStatus } from '@assay/contract';
import { caseOf, closeCase, type OpenCase, openCase, outcomeOf, outsideOfTests, suiteOf } from './caseOf.ts';
import { ElementTexts } from './elementTexts.ts';
import type { JunitCase, JunitSuite } from './junitCase.ts';
import { parseJunitTime } from './junitTime.ts';
import { missingTests, type ReportDialect, type ReportSink } from './reportDialect.ts';

const statuses: ReadonlyMap<string, ResultStatus> = new Map([
  ['passed', 'PASS'],
  ['warning', 'PASS'],
  ['failed', 'FAIL'],
  ['skipped', 'IGNORED'],
  ['inconclusive', 'IGNORED'],
]);

type OpenSuite = {
  suite: JunitSuite;
  /** Where the suite failed: in itself, or in the tests within it. */
  failedIn: string | null;
  anyFailed: boolean;
  message: string;
  trace: string;
  output: string;
};

/** The result files of NUnit 3 and 4. */
export class NunitDialect implements ReportDialect {
  readonly #sink: ReportSink;
  readonly #texts = new ElementTexts('message', 'stack-trace', 'output', 'filepath');
  readonly #suites: OpenSuite[] = [];
  #case: OpenCase | null = null;
  #declared = 0;

  constructor(sink: ReportSink) {
    this.#sink = sink;
  }

  get missing(): string | null {
    return missingTests(this.#declared);
  }

  open(element: string, attributes: Readonly<Record<string, string>>): void {
    this.#texts.open(element, attributes);
    if (element === 'test-run') this.#declared = Number(attributes.total ?? attributes.testcasecount ?? 0) || 0;
    if (element === 'test-suite') this.#openSuite(attributes);
    if (element === 'test-case') this.#openCase(attributes);
  }

  close(): void {
    const { name, text } = this.#texts.close();
    if (name === 'test-case') this.#closeCase();
    else if (name === 'test-suite') this.#closeSuite();
    else if (this.#case) this.#ofCase(this.#case, name, text);
    else this.#ofSuite(name, text);
  }

  text(text: string): void {
    this.#texts.append(text);
  }

  #openSuite({ name = '', result, site }: Readonly<Record<string, string>>): void {
    const suite = suiteOf(name);
    const failedIn = result === 'Failed' ? (site ?? 'Test') : null;
    this.#suites.push({ suite, failedIn, anyFailed: false, message: '', trace: '', output: '' });
  }

  #openCase({ name = '', classname = '', duration, result = '' }: Readonly<Record<string, string>>): void {
    const suites = this.#suites.map(({ suite }) => suite);
    const junitCase = caseOf(name, classname, suites);
    junitCase.durationMs = parseJunitTime(duration);
    this.#case = openCase(junitCase, result);
  }

  #ofCase(open: OpenCase, name: string, text: string): void {
    // Of several assertions the failure itself holds the messages together.
    if (this.#texts.within('assertions')) return;
    if (name === 'message') open.message = text;
    else if (name === 'stack-trace') open.trace = text;
    else if (name === 'output') open.junitCase.output = text;
    else if (name === 'filepath' && text !== '') open.junitCase.attachments.push(text);
  }

  #ofSuite(name: string, text: string): void {
    const open = this.#suites.at(-1);
    if (!open || text === '') return;
    if (name === 'message') open.message = text;
    else if (name === 'stack-trace') open.trace = text;
    else if (name === 'output') open.output = text;
  }

  #closeCase(): void {
    if (this.#case) this.#hand(closeCase(this.#case, statuses));
    this.#case = null;
  }

  #hand(junitCase: JunitCase): void {
    if (junitCase.attributeStatus === 'FAIL') for (const suite of this.#suites) suite.anyFailed = true;
    this.#sink.onCase(junitCase);
  }

  /** A suite whose tear-down failed is no failure of any of its tests, and must not look as if nothing had happened. */
  #closeSuite(): void {
    const closed = this.#suites.at(-1);
    if (!closed) return;
    const { suite, failedIn, anyFailed, message, trace } = closed;
    if (failedIn !== null && !anyFailed) {
      const outside = caseOf(
        outsideOfTests,
        '',
        this.#suites.map((open) => open.suite),
      );
      outside.outcomes.push(outcomeOf('error', message || `failed in ${failedIn}`, trace));
      outside.attributeStatus = 'FAIL';
      this.#hand(outside);
    }
    this.#suites.pop();
    if (closed.output !== '') this.#sink.onSuiteOutput?.(suite, { output: closed.output, errorOutput: '' });
  }
}
