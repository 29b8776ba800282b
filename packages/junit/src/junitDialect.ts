import { agentProtocol, BoundedText } from '@assay/contract';
import { CaseInProgress, isOutput, type Output } from './caseInProgress.ts';
import { outsideOfTests } from './caseOf.ts';
import type { JunitOutcome, JunitSuite } from './junitCase.ts';
import { withoutNodeEscapes } from './nodeEscapes.ts';
import { NodeSummary } from './nodeSummary.ts';
import { missingTests, type ReportDialect, type ReportSink } from './reportDialect.ts';
import { variantOfHost, variantProperty } from './variants.ts';

const outcomeElements: Readonly<Record<string, JunitOutcome['kind']>> = {
  failure: 'failure',
  error: 'error',
  skipped: 'skipped',
  flakyfailure: 'flaky',
  flakyerror: 'flaky',
  rerunfailure: 'rerun',
  rerunerror: 'rerun',
  rerun: 'rerun',
};
/** Elements that a report without any test may have. */
const outsideOfCases = /^(testrun|testsuites?|propert(y|ies)|system-(out|err))$/;
/** So much of it tells surroundings apart; a suite of very many such properties means something else by them. */
const maxVariantLength = 200;
/** A suite that Mocha's reporters write only to name the file of those that follow it. */
const fileOnlySuite = 'Root Suite';

type OpenSuite = {
  suite: JunitSuite;
  fileOfSiblings: string | null;
  output: Partial<Record<Output, BoundedText>>;
};

/**
 * JUnit XML as its many writers understand it. Header counts are not believed, suites may be nested and stand beside
 * cases; texts are bounded.
 */
export class JunitDialect implements ReportDialect {
  readonly #sink: ReportSink;
  readonly #elements: string[] = [];
  readonly #suites: OpenSuite[] = [];
  #rootHasId = false;
  #fileOfSiblings: string | null = null;
  #case: CaseInProgress | null = null;
  /** Cases that hold the present one. */
  readonly #outerCases: CaseInProgress[] = [];
  /** Where text belongs that a suite printed. */
  #suiteText: BoundedText | null = null;
  #declared = 0;
  #unknown: string | null = null;
  readonly #summary = new NodeSummary();

  constructor(sink: ReportSink) {
    this.#sink = sink;
  }

  get missing(): string | null {
    const unknown = this.#unknown === null ? null : `it holds no <testcase>, but <${this.#unknown.slice(0, 100)}>`;
    return missingTests(this.#declared) ?? unknown;
  }

  open(element: string, attributes: Readonly<Record<string, string>>): void {
    if (this.#elements.length === 0) this.#rootHasId = attributes.id !== undefined;
    this.#elements.push(element);
    if (element.startsWith('testsuite') || element === 'testrun') {
      for (const count of [attributes.tests, attributes.failures, attributes.errors]) {
        this.#declared = Math.max(this.#declared, Number(count ?? 0) || 0);
      }
    }
    if (element === 'testsuite') this.#openSuite(attributes);
    else if (element === 'testcase') this.#openCase(attributes);
    else if (element === 'property') this.#property(attributes);
    else {
      const kind = outcomeElements[element];
      // A suite that failed outside of its tests must not look as if nothing had happened.
      if (this.#case === null && (kind === 'failure' || kind === 'error')) {
        this.#openCase({ name: outsideOfTests });
        this.#elements[this.#elements.length - 1] = `${outsideOfTests}${element}`;
      }
      if (kind) this.#case?.openOutcome(kind, attributes);
      else if (this.#case) this.#case.openText(element);
      else this.#openOutside(element);
    }
  }

  close(): void {
    const element = this.#elements.pop();
    if (element === undefined) return;
    if (element === 'testsuite') this.#closeSuite();
    else if (element === 'testcase' || element.startsWith(outsideOfTests)) this.#closeCase();
    else if (element in outcomeElements) this.#case?.closeOutcome();
    else this.#case?.closeText();
    this.#suiteText = null;
    if (this.#elements.length > 0) return;
    const unnamed = this.#summary.unnamedFailure();
    if (unnamed) this.#sink.onCase(unnamed);
  }

  comment(comment: string): void {
    this.#summary.comment(comment);
  }

  text(text: string): void {
    if (this.#case) this.#case.append(text);
    else this.#suiteText?.append(text);
  }

  #openCase(attributes: Readonly<Record<string, string>>): void {
    if (this.#case) this.#outerCases.push(this.#case);
    const suites = this.#suites.map(({ suite }) => suite);
    this.#case = CaseInProgress.of(attributes, suites);
  }

  #closeCase(): void {
    const ended = this.#case?.finish();
    this.#case = this.#outerCases.pop() ?? null;
    if (!ended) return;
    this.#summary.ended(ended);
    this.#sink.onCase(withoutNodeEscapes(ended));
  }

  #openOutside(element: string): void {
    const output = this.#suites.at(-1)?.output;
    if (output && isOutput(element)) {
      output[element] ??= new BoundedText(agentProtocol.textLimit);
      this.#suiteText = output[element];
    } else if (!outsideOfCases.test(element)) this.#unknown ??= element;
  }

  #openSuite(attributes: Readonly<Record<string, string>>): void {
    const { name = '', hostname = null, timestamp = null } = attributes;
    const file = attributes.file ?? attributes.filepath ?? this.#fileOfSiblings;
    const variant = variantOfHost({ name, hostname, rootHasId: this.#rootHasId });
    const suite = { name, file, hostname, timestamp, variant };
    this.#suites.push({ suite, fileOfSiblings: this.#fileOfSiblings, output: {} });
    this.#fileOfSiblings = null;
  }

  #closeSuite(): void {
    const closed = this.#suites.pop();
    if (!closed) return;
    const { suite, fileOfSiblings, output } = closed;
    this.#fileOfSiblings = suite.name === fileOnlySuite && suite.file ? suite.file : fileOfSiblings;
    const [printed, errors] = [output['system-out']?.toString() ?? '', output['system-err']?.toString() ?? ''];
    if (printed.trim() !== '' || errors.trim() !== '') {
      this.#sink.onSuiteOutput?.(suite, { output: printed, errorOutput: errors });
    }
  }

  #property({ name = '', value = '' }: Readonly<Record<string, string>>): void {
    const suite = this.#suites.at(-1)?.suite;
    if (this.#case) this.#case.property(name, value);
    else if (suite && variantProperty.test(name) && (suite.variant ?? '').length < maxVariantLength) {
      suite.variant = [suite.variant, value.slice(0, maxVariantLength)].filter(Boolean).join(', ') || null;
    }
  }
}
