import type { ResultStatus } from '@assay/contract';
import { caseOf, closeCase, type OpenCase, openCase, suiteOf } from './caseOf.ts';
import { CountedFailures, type OwnFailure, sumOfCounts } from './countedFailures.ts';
import { ElementTexts } from './elementTexts.ts';
import type { JunitSuite } from './junitCase.ts';
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
  message: string;
  trace: string;
  output: string;
};

/** The result files of NUnit 3 and 4, whose root may be a suite. */
export class NunitDialect implements ReportDialect {
  readonly #sink: ReportSink;
  readonly #counted: CountedFailures;
  readonly #texts = new ElementTexts('message', 'stack-trace', 'output', 'filepath');
  readonly #suites: OpenSuite[] = [];
  #case: OpenCase | null = null;
  #declared = 0;

  constructor(sink: ReportSink) {
    this.#sink = sink;
    this.#counted = new CountedFailures(sink);
  }

  get missing(): string | null {
    return missingTests(this.#declared);
  }

  open(element: string, attributes: Readonly<Record<string, string>>): void {
    this.#texts.open(element, attributes);
    if (element === 'test-run') this.#counted.declare(failuresOf(attributes));
    if (element === 'test-run' || element === 'test-suite')
      this.#declared = Math.max(this.#declared, sumOfCounts(attributes.total ?? attributes.testcasecount));
    if (element === 'test-suite') this.#openSuite(attributes);
    if (element === 'test-case') this.#openCase(attributes);
    // NUnit 2 could leave out that a test failed.
    if (element === 'failure' && this.#case?.said === 'Passed') this.#case.said = 'Failed';
  }

  close(): void {
    const { name, attributes, text } = this.#texts.close();
    if (name === 'test-case') this.#closeCase();
    else if (name === 'test-suite') this.#closeSuite();
    else if (name === 'test-run') this.#counted.closeReport([], ofRun(attributes));
    else if (this.#case) this.#ofCase(this.#case, name, text);
    else this.#ofSuite(name, text);
  }

  text(text: string): void {
    this.#texts.append(text);
  }

  #openSuite(attributes: Readonly<Record<string, string>>): void {
    const { name = '', site = 'Test' } = attributes;
    const suite = suiteOf(name);
    const failedIn = hasFailed(attributes) ? site : null;
    this.#counted.openSuite(failuresOf(attributes));
    this.#suites.push({ suite, failedIn, message: '', trace: '', output: '' });
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
    if (this.#case) this.#counted.add(closeCase(this.#case, statuses));
    this.#case = null;
  }

  /** A suite whose tear-down failed is no failure of any of its tests, and must not look as if nothing had happened. */
  #closeSuite(): void {
    const closed = this.#suites.at(-1);
    if (!closed) return;
    const { suite, failedIn, message, trace, output } = closed;
    const own = failedIn === null ? {} : { message: message || `failed in ${failedIn}`, text: trace };
    this.#counted.closeSuite(
      this.#suites.map((open) => open.suite),
      own,
    );
    this.#suites.pop();
    if (output !== '') this.#sink.onSuiteOutput?.(suite, { output, errorOutput: '' });
  }
}

/** Unity writes 'Failed(Child)'. */
function hasFailed({ result = '' }: Readonly<Record<string, string>>): boolean {
  return result.startsWith('Failed');
}

/** A run can fail without a failure that it counts, as one whose assembly was not loaded. */
function ofRun(attributes: Readonly<Record<string, string>>): OwnFailure {
  return hasFailed(attributes) && sumOfCounts(attributes.failed) === 0 ? { message: 'the run failed' } : {};
}

function failuresOf(attributes: Readonly<Record<string, string>>): number {
  return Math.max(sumOfCounts(attributes.failed), hasFailed(attributes) ? 1 : 0);
}
