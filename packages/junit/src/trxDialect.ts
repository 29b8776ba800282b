import type { ResultStatus } from '@assay/contract';
import { caseOf, closeCase, type OpenCase, openCase, suiteOf } from './caseOf.ts';
import { CountedFailures, sumOfCounts } from './countedFailures.ts';
import { ElementTexts } from './elementTexts.ts';
import { parseJunitTime } from './junitTime.ts';
import { missingTests, type ReportDialect, type ReportSink } from './reportDialect.ts';

/** The class of each test by the test's id: TRX tells classes only after the results. */
export class TrxDefinitions implements ReportDialect {
  readonly #classes = new Map<string, string>();
  #test: string | null = null;
  readonly missing = null;

  open(element: string, { id, className, codeBase }: Readonly<Record<string, string>>): void {
    if (element === 'unittest') this.#test = id ?? null;
    // The class may be followed by its assembly.
    // mocha-trx-reporter has no classes, and says the file.
    const owner = className === 'none' ? codeBase : className?.split(',')[0];
    if (element === 'testmethod' && this.#test && owner) this.#classes.set(this.#test, owner);
  }

  close(element: string): void {
    if (element === 'unittest') this.#test = null;
  }

  text(): void {
    // Definitions have none.
  }

  classOf(testId: string | undefined): string {
    return (testId && this.#classes.get(testId)) || '';
  }
}

const results = new Set(['unittestresult', 'generictestresult', 'manualtestresult', 'webtestresult', 'loadtestresult']);
const statuses: ReadonlyMap<string, ResultStatus> = new Map([
  ['passed', 'PASS'],
  ['passedbutrunaborted', 'PASS'],
  ['completed', 'PASS'],
  ['warning', 'PASS'],
  ['failed', 'FAIL'],
  ['error', 'FAIL'],
  ['timeout', 'FAIL'],
  ['aborted', 'FAIL'],
  ['notrunnable', 'FAIL'],
  ['disconnected', 'FAIL'],
  ['inprogress', 'FAIL'],
  ['notexecuted', 'IGNORED'],
  ['inconclusive', 'IGNORED'],
  ['pending', 'IGNORED'],
]);

type OpenResult = OpenCase & { rows: number; failedRows: number };

/** TRX, as VSTest and the testing platform of .NET write it. */
export class TrxDialect implements ReportDialect {
  readonly #sink: ReportSink;
  readonly #counted: CountedFailures;
  readonly #definitions: TrxDefinitions;
  readonly #texts = new ElementTexts('stdout', 'stderr', 'debugtrace', 'message', 'stacktrace', 'text');
  readonly #run = suiteOf('');
  /** Results that are open: those of data-driven tests hold their rows. */
  readonly #results: OpenResult[] = [];
  readonly #runErrors: string[] = [];
  #output = '';
  #errorOutput = '';
  #runFailed = false;
  #declared = 0;
  #declaredFailures = 0;
  #hasResults = false;

  constructor(sink: ReportSink, definitions: TrxDefinitions) {
    this.#sink = sink;
    this.#counted = new CountedFailures(sink);
    this.#definitions = definitions;
  }

  get missing(): string | null {
    return (
      missingTests(this.#declared) ?? (this.#hasResults ? null : 'it is a <TestRun>, and holds no tests of VSTest')
    );
  }

  open(element: string, attributes: Readonly<Record<string, string>>): void {
    this.#texts.open(element, attributes);
    if (element === 'results') this.#hasResults = true;
    if (element === 'testrun') this.#run.timestamp = attributes.id ?? null;
    if (element === 'resultsummary')
      this.#runFailed = /^(failed|error|aborted|timeout)$/i.test(attributes.outcome ?? '');
    if (element === 'counters') {
      const { total, failed, error, timeout, aborted } = attributes;
      this.#declared = sumOfCounts(total);
      this.#declaredFailures = sumOfCounts(failed, error, timeout, aborted);
    }
    if (element === 'resultfile' && attributes.path) this.#results.at(-1)?.junitCase.attachments.push(attributes.path);
    if (results.has(element)) this.#openResult(attributes);
  }

  close(): void {
    const { name, text } = this.#texts.close();
    const result = this.#results.at(-1);
    if (results.has(name)) this.#closeResult();
    else if (name === 'text' && this.#texts.parent === 'runinfo') this.#runErrors.push(text);
    else if (name === 'testrun') this.#closeRun();
    else if (!result) this.#printed(name, text);
    else if (name === 'message' && this.#texts.parent === 'errorinfo') result.message = text;
    else if (name === 'stacktrace') result.trace = text;
    else if (name === 'stderr') result.junitCase.errorOutput = text;
    else if (text !== '') result.junitCase.output = [result.junitCase.output, text].filter(Boolean).join('\n');
  }

  text(text: string): void {
    this.#texts.append(text);
  }

  #openResult({ testId, testName = '', duration, outcome = '' }: Readonly<Record<string, string>>): void {
    const classname = this.#definitions.classOf(testId);
    const name = testName.startsWith(`${classname}.`) ? testName.slice(classname.length + 1) : testName;
    const junitCase = caseOf(name, classname, [this.#run]);
    junitCase.durationMs = parseJunitTime(duration);
    this.#results.push({ ...openCase(junitCase, outcome), rows: 0, failedRows: 0 });
  }

  #closeResult(): void {
    const result = this.#results.pop();
    if (!result) return;
    const { rows, failedRows } = result;
    const junitCase = closeCase(result, statuses);
    const failed = junitCase.attributeStatus === 'FAIL';
    const around = this.#results.at(-1);
    if (around) {
      around.rows += 1;
      if (failed) around.failedRows += 1;
    }
    // The rows stand for their test, unless it failed on its own.
    if (rows > 0 && !(failed && failedRows === 0)) return;
    this.#counted.add(junitCase);
  }

  #printed(name: string, text: string): void {
    if (name === 'stdout') this.#output = text;
    if (name === 'stderr') this.#errorOutput = text;
  }

  /** A run that failed without any of its tests, as when its process crashed. */
  #closeRun(): void {
    const own = this.#runFailed ? { message: this.#runErrors.join('\n') || 'the run failed' } : {};
    this.#counted.declare(Math.max(this.#declaredFailures, this.#runFailed ? 1 : 0));
    this.#counted.closeReport([this.#run], own);
    const output = { output: this.#output, errorOutput: this.#errorOutput };
    if (output.output + output.errorOutput !== '') this.#sink.onSuiteOutput?.(this.#run, output);
  }
}
