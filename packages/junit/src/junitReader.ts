import { stripVTControlCharacters } from 'node:util';
import { agentProtocol, BoundedText } from '@assay/contract';
import { SaxesParser, type SaxesTagPlain } from 'saxes';
import { type JunitCase, type JunitOutcome, type JunitSuite, statusOfAttributes } from './junitCase.ts';
import { parseJunitTime } from './junitTime.ts';

/** The file cannot be read on; what stood before the place can still be used. */
export class JunitSyntaxError extends Error {
  readonly line: number;
  readonly column: number;

  constructor(message: string, line: number, column: number) {
    super(message);
    this.name = 'JunitSyntaxError';
    this.line = line;
    this.column = column;
  }
}

const deepest = 100;
const outcomeElements: Record<string, JunitOutcome['kind']> = {
  failure: 'failure',
  error: 'error',
  skipped: 'skipped',
  flakyfailure: 'flaky',
  flakyerror: 'flaky',
  rerunfailure: 'rerun',
  rerunerror: 'rerun',
};
/** What real tools write and the grammar forbids, but a reader can get past: raw escape codes, `]]>`, `<` in attributes. */
const forgivable = /disallowed character|"\]\]>"/i;

type Element = { name: string; text: BoundedText | null };

/**
 * Reads JUnit XML piece by piece. Header counts are not believed, suites may be nested and stand beside cases, no
 * document type and no entities but XML's own are known; texts are bounded.
 */
export class JunitReader {
  readonly #onCase: (junitCase: JunitCase) => void;
  readonly #parser = new SaxesParser({ position: true, xmlns: false as const });
  readonly #elements: Element[] = [];
  readonly #suites: JunitSuite[] = [];
  #case: JunitCase | null = null;
  #outcome: JunitOutcome | null = null;
  #ended: JunitCase | null = null;

  constructor(onCase: (junitCase: JunitCase) => void) {
    this.#onCase = onCase;
    this.#parser.on('error', (error) => {
      if (forgivable.test(error.message)) return;
      if (!/clos(e|ing) tag/.test(error.message)) this.#handOver();
      this.#fail(error.message.replace(/^.*?\d+:\d+: /, ''));
    });
    this.#parser.on('doctype', () => this.#fail('document type declarations are not read'));
    this.#parser.on('opentag', (tag) => this.#open(tag));
    this.#parser.on('closetag', () => this.#close());
    this.#parser.on('text', (text) => this.#elements.at(-1)?.text?.append(text));
    this.#parser.on('cdata', (text) => this.#elements.at(-1)?.text?.append(text));
  }

  /** @throws JunitSyntaxError */
  write(chunk: string): void {
    this.#parser.write(chunk);
  }

  /** @throws JunitSyntaxError when the file ends too early. */
  end(): void {
    this.#parser.close();
    this.#handOver();
  }

  // The parser tells the end of an element before it looks whether it was ended rightly: a case counts once what
  // follows it is right as well.
  #handOver(): void {
    if (this.#ended) this.#onCase(this.#ended);
    this.#ended = null;
  }

  #open({ name, attributes }: SaxesTagPlain): void {
    this.#handOver();
    const element = name.toLowerCase();
    if (this.#elements.length >= deepest) this.#fail(`elements are nested more than ${deepest} deep`);
    if (this.#elements.length === 0 && !/^testsuites?$|^testcase$/.test(element)) {
      this.#fail(`this is not JUnit XML: its root is <${name}>`);
    }
    const kind = outcomeElements[element];
    const takesText = kind !== undefined || element === 'system-out' || element === 'system-err';
    this.#elements.push({ name: element, text: takesText ? new BoundedText(agentProtocol.textLimit) : null });
    if (element === 'testsuite') {
      const { name: suite = '', hostname = null } = attributes;
      this.#suites.push({ name: suite, file: attributes.file ?? attributes.filepath ?? null, hostname });
    } else if (element === 'testcase') this.#case = this.#caseOf(attributes);
    else if (kind && this.#case && !this.#outcome) {
      this.#outcome = { kind, message: stripVTControlCharacters(attributes.message ?? ''), text: '' };
      this.#case.outcomes.push(this.#outcome);
    }
  }

  #close(): void {
    this.#handOver();
    const element = this.#elements.pop();
    if (!element) return;
    const text = element.text?.toString() ?? '';
    if (element.name === 'testsuite') this.#suites.pop();
    else if (element.name === 'testcase') {
      this.#ended = this.#case;
      this.#case = null;
    } else if (element.name in outcomeElements) {
      if (this.#outcome) this.#outcome.text = stripVTControlCharacters(text);
      this.#outcome = null;
    } else if (element.name === 'system-out' && this.#case && !this.#outcome) this.#case.output += text;
    else if (element.name === 'system-err' && this.#case && !this.#outcome) this.#case.errorOutput += text;
  }

  #caseOf(attributes: Record<string, string>): JunitCase {
    return {
      suites: [...this.#suites],
      name: attributes.name ?? '',
      classname: attributes.classname ?? attributes.class ?? '',
      file: attributes.file ?? attributes.filepath ?? null,
      durationMs: parseJunitTime(attributes.time ?? attributes.duration),
      attributeStatus: statusOfAttributes(attributes),
      outcomes: [],
      output: '',
      errorOutput: '',
    };
  }

  #fail(message: string): never {
    throw new JunitSyntaxError(message, this.#parser.line, this.#parser.column);
  }
}
