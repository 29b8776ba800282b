import { agentProtocol, BoundedText } from '@assay/contract';
import { failureOutside } from './caseOf.ts';
import { JsonLines } from './jsonLines.ts';
import { membersAtStart } from './jsonStart.ts';
import { type Members, membersOf, numberOf, objectsIn, textOf } from './jsonValues.ts';
import { caseOfTest, failureOfError } from './playwrightJson.ts';
import type { ReportSink } from './reportDialect.ts';
import type { FormatReader, ReportFormat } from './reportFormat.ts';

/** Of one attempt: soft assertions may fail in a loop. */
const mostErrors = 50;
/** Steps may hold values of any length, and say nothing that the end of a test does not. */
const isStep = (start: string) => start.startsWith('{"method":"onStep') || start.startsWith('{"method":"onAttach"');

type Printed = { stdout: BoundedText; stderr: BoundedText; attachments: Members[] };
type Test = {
  file: string;
  name: string;
  projectName: string;
  mayBeRetried: boolean;
  expectedStatus: string;
  annotations: Members[];
  /** As the reporter `json` writes them. */
  results: Members[];
};

/**
 * The `report.jsonl` in a zip of Playwright's reporter `blob`. Tests are named and counted as its reporters `json` and
 * `junit` do after `merge-reports`: each shard has its own tests, and all have those of projects that others depend on.
 */
export const playwrightBlob: ReportFormat = {
  name: 'Playwright blob',
  detects: (start) => membersAtStart(start).has('params.userAgent') && start.includes('"onBlobReportMetadata"'),
  open: (sink) => new PlaywrightBlob(sink),
};

class PlaywrightBlob implements FormatReader {
  readonly #sink: ReportSink;
  readonly #lines = new JsonLines((value) => this.#take(membersOf(value)), null, isStep);
  readonly #tests = new Map<string, Test>();
  /** Of results that have not ended, by their ids. */
  readonly #printed = new Map<string, Printed>();
  #rootDir = '';
  #anyFailed = false;
  /** How the run ended; null: it has not. */
  #status: string | null = null;

  constructor(sink: ReportSink) {
    this.#sink = {
      onCase: (junitCase) => {
        this.#anyFailed ||= junitCase.outcomes.some(({ kind }) => kind === 'failure' || kind === 'error');
        sink.onCase(junitCase);
      },
    };
  }

  write(chunk: string): void {
    this.#lines.write(chunk);
  }

  end(): void {
    this.#lines.end();
    for (const test of this.#tests.values()) this.#report(test);
    if (this.#status === null) this.#fail('the report ends before the test run has finished');
    else if (this.#status !== 'passed' && !this.#anyFailed) {
      this.#fail(`the run ended as '${this.#status}', and no test in the report failed`);
    }
  }

  #take({ method, params: said }: Members): void {
    const params = membersOf(said);
    if (method === 'onConfigure') this.#rootDir = textOf(membersOf(params.config).rootDir).replaceAll('\\', '/');
    else if (method === 'onProject') this.#takeProject(membersOf(params.project));
    else if (method === 'onStdIO') this.#takeOutput(params);
    else if (method === 'onAttach') this.#printedBy(params.resultId).attachments.push(...pathsIn(params.attachments));
    else if (method === 'onTestEnd') this.#takeResult(membersOf(params.test), membersOf(params.result));
    else if (method === 'onError') this.#sink.onCase(failureOfError(membersOf(params.error), this.#rootDir));
    else if (method === 'onEnd') this.#status = textOf(membersOf(params.result).status);
  }

  #takeProject({ name, suites }: Members): void {
    for (const suite of objectsIn(suites)) {
      const file = (textOf(membersOf(suite.location).file) || textOf(suite.title)).replaceAll('\\', '/');
      this.#takeSuite(suite, [], { file, projectName: textOf(name) });
    }
  }

  #takeSuite(suite: Members, titles: readonly string[], of: Pick<Test, 'file' | 'projectName'>): void {
    for (const entry of entriesOf(suite)) {
      const around = [...titles, textOf(entry.title)].filter(Boolean);
      if (typeof entry.testId !== 'string') this.#takeSuite(entry, around, of);
      else {
        this.#tests.set(entry.testId, {
          ...of,
          name: around.join(' › '),
          mayBeRetried: (numberOf(entry.retries) ?? 0) > 0,
          expectedStatus: 'passed',
          annotations: objectsIn(entry.annotations),
          results: [],
        });
      }
    }
  }

  #takeOutput({ resultId, type, data, isBase64 }: Members): void {
    const text = isBase64 === true ? Buffer.from(String(data), 'base64').toString() : data;
    this.#printedBy(resultId)[type === 'stderr' ? 'stderr' : 'stdout'].append(textOf(text));
  }

  #printedBy(resultId: unknown): Printed {
    const id = textOf(resultId);
    const limit = agentProtocol.textLimit;
    const nothing = () => ({ stdout: new BoundedText(limit), stderr: new BoundedText(limit), attachments: [] });
    const printed = this.#printed.get(id) ?? nothing();
    // What is printed outside of tests belongs to none of them.
    if (id !== '') this.#printed.set(id, printed);
    return printed;
  }

  #takeResult({ testId, expectedStatus, annotations: ofTest }: Members, result: Members): void {
    const test = this.#tests.get(textOf(testId));
    if (!test) return;
    const id = textOf(result.id);
    const { stdout, stderr, attachments } = this.#printedBy(id);
    this.#printed.delete(id);
    test.expectedStatus = textOf(expectedStatus);
    test.annotations = [result.annotations, ofTest].map(objectsIn).find(({ length }) => length > 0) ?? test.annotations;
    test.results.push({
      status: textOf(result.status),
      duration: result.duration,
      errors: objectsIn(result.errors)
        .slice(0, mostErrors)
        .map(({ message, stack }) => ({ message: textOf(message), stack: textOf(stack) })),
      stdout: [{ text: stdout.toString() }],
      stderr: [{ text: stderr.toString() }],
      attachments: [...attachments, ...pathsIn(result.attachments)],
    });
    // In a serial group, passed tests are repeated together with a failed one.
    if (test.mayBeRetried) return;
    this.#tests.delete(textOf(testId));
    this.#report(test);
  }

  #report(test: Test): void {
    this.#sink.onCase(caseOfTest({ ...test, status: statusOf(test) }, test.name, test.file));
  }

  #fail(message: string): void {
    this.#sink.onCase(failureOutside(message));
  }
}

/** @returns the suites and tests in a suite, which earlier versions of Playwright write as two lists */
function entriesOf({ entries, suites, tests }: Members): Members[] {
  return [...objectsIn(entries), ...objectsIn(suites), ...objectsIn(tests)];
}

function pathsIn(attachments: unknown): Members[] {
  return objectsIn(attachments).flatMap(({ path }) => (typeof path === 'string' ? [{ path }] : []));
}

/** @returns the outcome of a test as Playwright computes it from its results */
function statusOf({ expectedStatus, results }: Test): 'expected' | 'unexpected' | 'flaky' | 'skipped' {
  const ran = results.filter(({ status }) => status !== 'skipped' && status !== 'interrupted');
  if (ran.length === 0) return 'skipped';
  const expected = ran.filter(({ status }) => status === expectedStatus).length;
  if (expected === ran.length) return 'expected';
  return expected === 0 && !(expectedStatus === 'skipped' && ran.length < results.length) ? 'unexpected' : 'flaky';
}
