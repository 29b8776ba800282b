import { SaxesParser, type SaxesTagPlain } from 'saxes';
import { CaseInProgress } from './caseInProgress.ts';
import { withControls } from './controlReferences.ts';
import type { JunitCase, JunitOutcome, JunitSuite } from './junitCase.ts';
import { withoutNodeEscapes } from './nodeEscapes.ts';

/** The file cannot be read on; what stood before the place can still be used. */
export class JunitSyntaxError extends Error {
  readonly line: number;
  readonly column: number;
  /** XML, but of another kind. */
  readonly otherFormat: boolean;

  constructor(message: string, line: number, column: number, otherFormat = false) {
    super(message);
    this.name = 'JunitSyntaxError';
    this.line = line;
    this.column = column;
    this.otherFormat = otherFormat;
  }
}

const deepest = 100;
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
/**
 * What real tools write and the grammar forbids, but a reader can get past: escape codes, raw or as a reference, `]]>`,
 * `<` in attributes.
 */
const forgivable = /disallowed character|"\]\]>"|malformed character entity/i;
/** Properties of a suite that say in which of several surroundings its tests ran. */
const variantProperty = /^(browser|browser[._-]?name|device|platform|os|project)$/i;
/** So much of it tells surroundings apart; a suite of very many such properties means something else by them. */
const maxVariantLength = 200;
/** A suite that Mocha's reporters write only to name the file of those that follow it. */
const fileOnlySuite = 'Root Suite';
const outsideOfTests = '(outside of any test)';

type OpenSuite = JunitSuite & { fileOfSiblings: string | null };

/**
 * Reads JUnit XML piece by piece. Header counts are not believed, suites may be nested and stand beside cases, no
 * document type and no entities but XML's own are known; texts are bounded.
 */
export class JunitReader {
  readonly #onCase: (junitCase: JunitCase) => void;
  readonly #parser = new SaxesParser({ position: true, xmlns: false as const });
  readonly #elements: string[] = [];
  readonly #suites: OpenSuite[] = [];
  #fileOfSiblings: string | null = null;
  #case: CaseInProgress | null = null;
  /** Cases that hold the present one. */
  readonly #outerCases: CaseInProgress[] = [];
  #ended: CaseInProgress | null = null;

  constructor(onCase: (junitCase: JunitCase) => void) {
    this.#onCase = onCase;
    this.#parser.on('error', (error) => {
      // Before the root there is nothing to forgive: a file of such characters is no report.
      if (this.#elements.length > 0 && forgivable.test(error.message)) return;
      if (!/clos(e|ing) tag/.test(error.message)) this.#handOver();
      this.#fail(error.message.replace(/^.*?\d+:\d+: /, ''));
    });
    this.#parser.on('doctype', () => this.#fail('document type declarations are not read'));
    this.#parser.on('opentag', (tag) => this.#open(tag));
    this.#parser.on('closetag', () => this.#close());
    this.#parser.on('text', (text) => this.#case?.append(withControls(text)));
    this.#parser.on('cdata', (text) => this.#case?.append(text));
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
    if (this.#ended) this.#onCase(withoutNodeEscapes(this.#ended.finish()));
    this.#ended = null;
  }

  #open({ name, attributes: written }: SaxesTagPlain): void {
    this.#handOver();
    const attributes = Object.fromEntries(Object.entries(written).map(([key, value]) => [key, withControls(value)]));
    const element = localName(name);
    if (this.#elements.length >= deepest) this.#fail(`elements are nested more than ${deepest} deep`);
    if (this.#elements.length === 0 && !/^testsuites?$|^testcase$|^testrun$/.test(element)) {
      this.#fail(`this is not JUnit XML: its root is <${name.slice(0, 100)}>`, true);
    }
    this.#elements.push(element);
    if (element === 'testsuite') this.#openSuite(attributes);
    else if (element === 'testcase') this.#openCase(attributes);
    else if (element === 'property') this.#property(attributes);
    else {
      const kind = outcomeElements[element];
      // A suite that failed outside of its tests must not look as if nothing had happened.
      if (this.#case === null && (kind === 'failure' || kind === 'error')) {
        this.#case = CaseInProgress.of({ name: outsideOfTests }, [...this.#suites]);
        this.#elements[this.#elements.length - 1] = `${outsideOfTests}${element}`;
      }
      if (kind) this.#case?.openOutcome(kind, attributes);
      else this.#case?.openText(element);
    }
  }

  #openCase(attributes: Record<string, string>): void {
    if (this.#case) this.#outerCases.push(this.#case);
    this.#case = CaseInProgress.of(attributes, [...this.#suites]);
  }

  #openSuite(attributes: Record<string, string>): void {
    const file = attributes.file ?? attributes.filepath ?? this.#fileOfSiblings;
    const { name = '', hostname = null } = attributes;
    this.#suites.push({ name, file, hostname, variant: null, fileOfSiblings: this.#fileOfSiblings });
    this.#fileOfSiblings = null;
  }

  #closeSuite(): void {
    const suite = this.#suites.pop();
    if (!suite) return;
    this.#fileOfSiblings = suite.name === fileOnlySuite && suite.file ? suite.file : suite.fileOfSiblings;
  }

  #property({ name = '', value = '' }: Record<string, string>): void {
    const suite = this.#suites.at(-1);
    if (this.#case) this.#case.property(name, value);
    else if (suite && variantProperty.test(name) && (suite.variant ?? '').length < maxVariantLength) {
      suite.variant = [suite.variant, value.slice(0, maxVariantLength)].filter(Boolean).join(', ');
    }
  }

  #close(): void {
    this.#handOver();
    const element = this.#elements.pop();
    if (element === undefined) return;
    if (element === 'testsuite') this.#closeSuite();
    else if (element === 'testcase' || element.startsWith(outsideOfTests)) {
      this.#ended = this.#case;
      this.#case = this.#outerCases.pop() ?? null;
    } else if (element in outcomeElements) this.#case?.closeOutcome();
    else this.#case?.closeText(element);
  }

  #fail(message: string, otherFormat = false): never {
    throw new JunitSyntaxError(message, this.#parser.line, this.#parser.column, otherFormat);
  }
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1).toLowerCase();
}
