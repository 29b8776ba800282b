import { agentProtocol, BoundedText, type ResultStatus } from '@assay/contract';
import { caseOf, concludeCase, failureAt, outcomeOf, placeOf, suiteOf } from './caseOf.ts';
import { ElementTexts, type OpenElement } from './elementTexts.ts';
import type { JunitOutcome } from './junitCase.ts';
import { parseJunitTime } from './junitTime.ts';
import type { ReportDialect, ReportSink } from './reportDialect.ts';

/** A failure of a test that is blacklisted does not count. */
const kinds: ReadonlyMap<string, JunitOutcome['kind'] | null> = new Map([
  ['pass', null],
  ['xfail', null],
  ['bpass', null],
  ['bxfail', null],
  ['fail', 'failure'],
  ['xpass', 'failure'],
  ['skip', 'skipped'],
  ['bfail', 'todo'],
  ['bxpass', 'todo'],
]);

/** A row of a test function, or all of one without data. */
type Row = { tag: string; outcomes: JunitOutcome[]; said: string | null; printed: BoundedText };

/** The XML of Qt Test, whose rows of data are called as on its console. */
export class QtestDialect implements ReportDialect {
  readonly #sink: ReportSink;
  readonly #texts = new ElementTexts('datatag', 'description');
  #object = '';
  #function = '';
  #row: Row | null = null;
  #rows = 0;
  #durationMs: number | null = null;
  #tag = '';
  #description = '';
  readonly missing = null;

  constructor(sink: ReportSink) {
    this.#sink = sink;
  }

  open(element: string, attributes: Readonly<Record<string, string>>): void {
    this.#texts.open(element, attributes);
    const { name = '' } = attributes;
    if (element === 'testcase') this.#object = name;
    else if (element === 'testfunction') {
      this.#function = name;
      this.#rows = 0;
      this.#durationMs = null;
    } else if (element === 'incident' || element === 'message') {
      this.#tag = '';
      this.#description = '';
    }
  }

  close(): void {
    const element = this.#texts.close();
    const { name, attributes, text } = element;
    const isInFunction = this.#texts.parent === 'testfunction';
    if (name === 'testfunction') this.#closeFunction();
    else if (name === 'datatag') this.#tag = text;
    else if (name === 'description') this.#description = text;
    else if (name === 'incident' && isInFunction) this.#conclude(element);
    else if (name === 'message' && isInFunction) this.#print(element);
    else if (name === 'duration' && isInFunction) {
      this.#durationMs = parseJunitTime(String(Number(attributes.msecs) / 1000));
    }
  }

  text(text: string): void {
    this.#texts.append(text);
  }

  #conclude({ attributes: { type = '', file, line } }: OpenElement): void {
    const row = this.#rowOf(this.#tag);
    row.said = type;
    const kind = kinds.get(type);
    if (kind === 'skipped') row.outcomes.push(outcomeOf(kind, this.#description));
    else if (kind) {
      const told = failureAt(this.#description, placeOf(file, line));
      row.outcomes.push({ ...told, message: withValues(this.#description), kind });
    } else if (type.endsWith('xfail')) row.printed.append(`${type}: ${this.#description}\n`);
  }

  #print(element: OpenElement): void {
    // Qt 4 and 5 write a skip as a message.
    if (element.attributes.type === 'skip') this.#conclude(element);
    else this.#rowOf(this.#tag).printed.append(`${element.attributes.type}: ${this.#description}\n`);
  }

  /** Rows follow one another. */
  #rowOf(tag: string): Row {
    if (this.#row && this.#row.tag !== tag) this.#hand(this.#row);
    this.#row ??= { tag, outcomes: [], said: null, printed: new BoundedText(agentProtocol.textLimit) };
    return this.#row;
  }

  #closeFunction(): void {
    if (this.#row) this.#hand(this.#row, this.#rows === 0);
    if (this.#rows === 0) this.#hand(this.#rowOf(''), true);
  }

  /** @param isOnly whether it is all of the function, which alone has a duration */
  #hand({ tag, outcomes, said, printed }: Row, isOnly = false): void {
    this.#row = null;
    // What is printed before the first row belongs to none.
    if (said === null && !isOnly) return;
    this.#rows += 1;
    const name = tag === '' ? this.#function : `${this.#function}(${tag})`;
    const junitCase = caseOf(name, this.#object, [suiteOf(this.#object)]);
    junitCase.outcomes.push(...outcomes);
    junitCase.output = printed.toString().trimEnd();
    if (isOnly) junitCase.durationMs = this.#durationMs;
    concludeCase(junitCase, statusOf(said), said ?? '');
    this.#sink.onCase(junitCase);
  }
}

/** What was compared is on the lines below the first, indented and in columns. */
function withValues(description: string): string {
  const [first = '', ...values] = description.split('\n');
  if (values.length === 0 || !values.every((line) => /^ {3}\S/.test(line))) return description;
  return `${first}: ${values.map((line) => line.trim().replace(/\s+/g, ' ').replace(' :', ':')).join(', ')}`;
}

/** @returns null: the report names no outcome, or one that is not known */
function statusOf(said: string | null): ResultStatus | null {
  const kind = kinds.get(said ?? '');
  if (kind === undefined) return null;
  return kind === 'failure' ? 'FAIL' : kind === null ? 'PASS' : 'IGNORED';
}
