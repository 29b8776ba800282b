import { caseOf, concludeCase, failureAt, failureOutside, placeOf } from './caseOf.ts';
import { ElementTexts } from './elementTexts.ts';
import { missingTests, type ReportDialect, type ReportSink } from './reportDialect.ts';

const beginnings = new Set(['failedtests', 'successfultests', 'statistics']);
const fields = ['name', 'message', 'file', 'line', 'tests', 'failurestotal'];

/** The XML of CppUnit, which AUnit writes as well. */
export class CppunitDialect implements ReportDialect {
  readonly #sink: ReportSink;
  readonly #texts = new ElementTexts(...fields);
  /** What the test that is open says, by element. */
  #said = new Map<string, string>();
  #declared = new Map<string, number>();
  #failed = false;

  constructor(sink: ReportSink) {
    this.#sink = sink;
  }

  /** @returns whether the root, which TRX has as well, is CppUnit's, by an element in it */
  static begins(element: string): boolean {
    return beginnings.has(element);
  }

  get missing(): string | null {
    return missingTests(this.#declared.get('tests') ?? 0);
  }

  open(element: string, attributes: Readonly<Record<string, string>>): void {
    this.#texts.open(element, attributes);
    if (element === 'test' || element === 'failedtest') this.#said = new Map();
  }

  close(element: string): void {
    const { name, text } = this.#texts.close();
    const { parent } = this.#texts;
    // The root has been opened before it was known whose it is.
    if (element === 'testrun') this.#end();
    else if (name === 'test' || name === 'failedtest') this.#hand(parent === 'failedtests');
    else if (parent === 'statistics') this.#declared.set(name, Number(text) || 0);
    else if (fields.includes(name)) this.#said.set(name, text);
  }

  text(text: string): void {
    this.#texts.append(text);
  }

  #hand(failed: boolean): void {
    const written = this.#said.get('name') ?? '';
    const { classname, name } = namesOf(written);
    const junitCase = caseOf(name, classname, []);
    if (failed) {
      const said = this.#said.get('message') ?? '';
      const place = placeOf(this.#said.get('file'), this.#said.get('line'));
      junitCase.outcomes.push(failureAt(inOneLine(said), place));
      this.#failed = true;
    }
    concludeCase(junitCase, failed ? 'FAIL' : 'PASS', '');
    this.#sink.onCase(junitCase);
  }

  #end(): void {
    const failures = this.#declared.get('failurestotal') ?? 0;
    if (failures > 0 && !this.#failed) {
      this.#sink.onCase(failureOutside(`the report counts ${failures} failures, and holds none`));
    }
  }
}

/** CppUnit writes `Class::test`, whose class may have types in it; AUnit `case : test`, or `Case.Test` by its author. */
function namesOf(written: string): { classname: string; name: string } {
  const before = /^[^(]*/.exec(written)?.[0] ?? '';
  const ends = [before.lastIndexOf('::'), written.search(/\s:\s/), written.search(/\.[a-z]\w*$/i)];
  const end = ends.find((at) => at > 0);
  if (end === undefined) return { classname: '', name: written };
  return { classname: written.slice(0, end), name: written.slice(end).replace(/^(?:::|\s:\s+|\.)/, '') };
}

/** The first line says the kind of failure, and a list below it what was compared. */
function inOneLine(message: string): string {
  const [kind = '', ...details] = message.split(/\n- /).map((part) => part.trim());
  const said = details.map((detail) => detail.replace(/^(\w+) *: */, '$1: ').replace(/\.$/, ''));
  return said.length === 0 ? kind : `${kind.replace(/\.$/, '')}: ${said.join(', ')}`;
}
