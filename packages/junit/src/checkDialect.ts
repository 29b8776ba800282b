import type { ResultStatus } from '@assay/contract';
import { caseOf, concludeCase, failureAt, suiteOf } from './caseOf.ts';
import { ElementTexts } from './elementTexts.ts';
import { parseJunitTime } from './junitTime.ts';
import type { ReportDialect, ReportSink } from './reportDialect.ts';

const statuses: ReadonlyMap<string, ResultStatus> = new Map([
  ['success', 'PASS'],
  ['failure', 'FAIL'],
  ['error', 'FAIL'],
]);
const fields = ['fn', 'id', 'iteration', 'duration', 'description', 'message'];

/** The XML of Check, a framework for C: its root is that of JUnit XML in a namespace of its own. */
export class CheckDialect implements ReportDialect {
  readonly #sink: ReportSink;
  readonly #texts = new ElementTexts('title', ...fields);
  /** What the test that is open says, by element. */
  #said = new Map<string, string>();
  #suite = '';
  readonly missing = null;

  constructor(sink: ReportSink) {
    this.#sink = sink;
  }

  static isNamespace(namespace = ''): boolean {
    return namespace.startsWith('http://check.sourceforge.net/');
  }

  open(element: string, attributes: Readonly<Record<string, string>>): void {
    this.#texts.open(element, attributes);
    if (element === 'test') this.#said = new Map();
    if (element === 'suite') this.#suite = '';
  }

  close(): void {
    const { name, attributes, text } = this.#texts.close();
    if (name === 'test') this.#hand(attributes.result ?? '');
    else if (name === 'title') this.#suite = text;
    else if (this.#texts.parent === 'test') this.#said.set(name, text);
  }

  text(text: string): void {
    this.#texts.append(text);
  }

  #hand(result: string): void {
    const said = (name: string) => this.#said.get(name) ?? '';
    // A test of a loop is there once for each iteration; any other one is the first.
    const iteration = said('iteration');
    const name = iteration === '' || iteration === '0' ? said('id') : `${said('id')}[${iteration}]`;
    const junitCase = caseOf(name, '', [suiteOf(this.#suite), suiteOf(said('description'))]);
    junitCase.durationMs = parseJunitTime(said('duration'));
    const status = statuses.get(result.toLowerCase()) ?? null;
    if (status === 'FAIL') junitCase.outcomes.push(failureAt(said('message'), said('fn')));
    concludeCase(junitCase, status, result);
    this.#sink.onCase(junitCase);
  }
}
