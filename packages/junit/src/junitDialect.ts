import { agentProtocol, BoundedText } from '@assay/contract';
import { CaseInProgress, isOutput, type Output } from './caseInProgress.ts';
import { outsideOfTests } from './caseOf.ts';
import { CountedFailures, sumOfCounts } from './countedFailures.ts';
import { type JunitCase, type JunitOutcome, type JunitSuite, statusOfCase } from './junitCase.ts';
import { hasOnlyWarnings, isWarningInFile, passedFile, stylelintPassed } from './lintFindings.ts';
import { withoutNodeEscapes } from './nodeEscapes.ts';
import { NodeSummary } from './nodeSummary.ts';
import { withoutPosition } from './positionInName.ts';
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
/** Hold text, into which writers put markup as it is. */
const textElements = new Set([...Object.keys(outcomeElements), 'system-out', 'system-err', 'stacktrace']);
/** What such an element may hold, and what a damaged one may run into. */
const elementsInTexts = new Set([
  ...textElements,
  'message',
  'stack-trace',
  'output',
  'properties',
  'property',
  'testcase',
  'testsuite',
  'testsuites',
  'testrun',
]);
/** So much of it tells surroundings apart; a suite of very many such properties means something else by them. */
const maxVariantLength = 200;
/** A suite that Mocha's reporters write only to name the file of those that follow it. */
const fileOnlySuite = 'Root Suite';

/** Of a suite: whether a case of its own failed, its cases so far, and the first warning of a linter. */
type OwnCases = { hasFailed: boolean; count: number; warning: JunitCase | null };

type OpenSuite = {
  suite: JunitSuite;
  own: OwnCases;
  fileOfSiblings: string | null;
  output: Partial<Record<Output, BoundedText>>;
  /** What WebdriverIO says of the worker. */
  specRun: { specId?: string; file?: string; capabilities?: string };
};

/**
 * JUnit XML as its many writers understand it. Header counts are not believed, except for failures where no case has
 * one; suites may contain suites and cases; texts are bounded.
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
  /** Cases that were opened. */
  #opened = 0;
  readonly #counted: CountedFailures;
  /** Of the root, which is no suite itself. */
  readonly #root: OwnCases = { hasFailed: false, count: 0, warning: null };
  #unknown: string | null = null;
  #isByJestJunit = false;
  #hasOnlyWarnings = false;
  #isByNodeTap = false;
  #lacksFiles = false;
  readonly #summary = new NodeSummary();

  constructor(sink: ReportSink) {
    this.#sink = sink;
    this.#counted = new CountedFailures(sink);
  }

  /** Written by jest-junit with its default settings: tests do not say their files. */
  get lacksFiles(): boolean {
    return this.#lacksFiles;
  }

  get missing(): string | null {
    const unknown = this.#unknown === null ? null : `it holds no <testcase>, but <${this.#unknown.slice(0, 100)}>`;
    return missingTests(this.#declared) ?? unknown;
  }

  open(element: string, attributes: Readonly<Record<string, string>>): void {
    if (this.#elements.length === 0) {
      this.#rootHasId = attributes.id !== undefined;
      this.#isByJestJunit = attributes.name === 'jest tests';
      this.#hasOnlyWarnings = hasOnlyWarnings(attributes);
      this.#isByNodeTap = attributes.name === 'TAP Tests' && this.#rootHasId;
    }
    this.#elements.push(element);
    if (element.startsWith('testsuite') || element === 'testrun') {
      for (const count of [attributes.tests, attributes.failures, attributes.errors]) {
        this.#declared = Math.max(this.#declared, Number(count ?? 0) || 0);
      }
      if (element !== 'testsuite') this.#counted.declare(sumOfCounts(attributes.failures, attributes.errors));
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
      if (kind && kind !== 'skipped') this.#counted.nameFailure();
      if (kind) this.#case?.openOutcome(this.#hasOnlyWarnings ? 'skipped' : kind, attributes);
      else if (this.#case) this.#case.openText(element);
      else this.#openOutside(element);
    }
  }

  close(): void {
    const element = this.#elements.pop();
    if (element === undefined) return;
    if (element === 'testsuite') this.#closeSuite();
    else if (element === 'testcase') this.#closeCase();
    else if (element.startsWith(outsideOfTests)) {
      this.#case?.closeOutcome();
      this.#closeCase();
    } else if (element in outcomeElements) this.#case?.closeOutcome();
    else this.#case?.closeText();
    this.#suiteText = null;
    if (this.#elements.length > 0) return;
    const leftOut = this.#summary.unnamedFailure();
    if (leftOut) this.#counted.addUnnamed(leftOut);
    else this.#counted.closeReport();
  }

  comment(comment: string): void {
    this.#summary.comment(comment);
  }

  isText(tag: string, around: string): boolean {
    return textElements.has(around) && !elementsInTexts.has(tag);
  }

  text(text: string): void {
    if (this.#case) this.#case.append(text);
    else this.#suiteText?.append(text);
  }

  #openCase(attributes: Readonly<Record<string, string>>): void {
    const { name, classname, file } = attributes;
    if (this.#isByJestJunit && file === undefined && classname === name) this.#lacksFiles = true;
    if (this.#case) this.#outerCases.push(this.#case);
    const suites = this.#suites.map(({ suite }) => suite);
    this.#opened += 1;
    this.#ownCases.count += 1;
    // tap-xunit and Perl's formatter write nothing but names, with the position in the report or the suite.
    const isNameOnly = name !== undefined && Object.keys(attributes).length === 1;
    const plain = isNameOnly
      ? { name: withoutPosition(name, this.#opened, this.#ownCases.count) }
      : this.#withFile(attributes);
    this.#case = CaseInProgress.of(plain, suites);
  }

  /** node-tap says the file of a failure, and of all tests what is around them, beginning with their files. */
  #withFile(attributes: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
    const file = attributes.classname?.split(' > ')[0];
    return this.#isByNodeTap && file ? { ...attributes, classname: '', file } : attributes;
  }

  #closeCase(): void {
    const ended = this.#case?.finish();
    this.#case = this.#outerCases.pop() ?? null;
    if (!ended) return;
    // Its suite counts warnings as failures.
    if (ended.name === stylelintPassed) this.#counted.ignoreCountsOfSuite();
    if (statusOfCase(ended) === 'FAIL') {
      this.#ownCases.hasFailed = true;
      this.#summary.caseFailed(ended.suites);
    } else if (isWarningInFile(ended)) this.#ownCases.warning ??= ended;
    this.#counted.add(withoutNodeEscapes(ended));
  }

  get #ownCases(): OwnCases {
    return this.#suites.at(-1)?.own ?? this.#root;
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
    const suite = { name, file, hostname, timestamp, variant, specRun: null };
    this.#counted.openSuite(sumOfCounts(attributes.failures, attributes.errors));
    const own = { hasFailed: false, count: 0, warning: null };
    this.#suites.push({ suite, own, fileOfSiblings: this.#fileOfSiblings, output: {}, specRun: {} });
    this.#fileOfSiblings = null;
  }

  #closeSuite(): void {
    const suites = this.#suites.map(({ suite }) => suite);
    const closed = this.#suites.pop();
    if (!closed) return;
    const { suite, own, fileOfSiblings, output } = closed;
    this.#fileOfSiblings = suite.name === fileOnlySuite && suite.file ? suite.file : fileOfSiblings;
    const [printed, errors] = [output['system-out']?.toString() ?? '', output['system-err']?.toString() ?? ''];
    const hasUnnamed = this.#counted.closeSuite(suites, { text: errors.trim() || printed.trim() });
    if (own.warning && !own.hasFailed && !hasUnnamed) this.#counted.add(passedFile(own.warning));
    if (printed.trim() !== '' || errors.trim() !== '') {
      this.#sink.onSuiteOutput?.(suite, { output: printed, errorOutput: errors });
    }
  }

  #property({ name = '', value = '' }: Readonly<Record<string, string>>): void {
    const open = this.#suites.at(-1);
    const suite = open?.suite;
    if (this.#case) this.#case.property(name, value, this.#isByNodeTap);
    else if (open && isOfSpecRun(name)) {
      open.specRun[name] = value.slice(0, maxVariantLength);
      const { specId, file, capabilities } = open.specRun;
      if (specId !== undefined && file !== undefined) open.suite.specRun = `${specId} ${file} ${capabilities}`;
    } else if (suite && variantProperty.test(name) && (suite.variant ?? '').length < maxVariantLength) {
      suite.variant = [suite.variant, value.slice(0, maxVariantLength)].filter(Boolean).join(', ') || null;
    }
  }
}

function isOfSpecRun(name: string): name is 'specId' | 'file' | 'capabilities' {
  return name === 'specId' || name === 'file' || name === 'capabilities';
}
