import { caseOf, concludeCase, failureAt, failureOutside, placeOf, suiteOf } from './caseOf.ts';
import { ElementTexts } from './elementTexts.ts';
import type { JunitCase } from './junitCase.ts';
import type { ReportDialect, ReportSink } from './reportDialect.ts';

const fields = ['suite_name', 'test_name', 'file_name', 'line_number', 'condition', 'failure_reason'];

/** The results of CUnit's automated mode. */
export class CunitDialect implements ReportDialect {
  readonly #sink: ReportSink;
  readonly #texts = new ElementTexts(...fields);
  /** What the suite and the record that are open say, by element. */
  readonly #said = new Map<string, string>();
  /** A test with several failures has a record for each. */
  #failed: JunitCase | null = null;
  readonly missing = null;

  constructor(sink: ReportSink) {
    this.#sink = sink;
  }

  open(element: string, attributes: Readonly<Record<string, string>>): void {
    this.#texts.open(element, attributes);
  }

  close(): void {
    const { name, text } = this.#texts.close();
    if (fields.includes(name)) this.#said.set(name, text);
    else if (name === 'cunit_run_test_success') this.#pass();
    else if (name === 'cunit_run_test_failure') this.#fail();
    else if (name === 'cunit_run_suite') this.#handFailed();
    else if (name === 'cunit_run_suite_failure') {
      this.#handFailed();
      this.#sink.onCase(failureOutside(this.#of('failure_reason'), '', [suiteOf(this.#of('suite_name'))]));
    }
  }

  text(text: string): void {
    this.#texts.append(text);
  }

  /** Names are written as they are, with all their < and &. */
  isText(tag: string, around: string): boolean {
    return fields.includes(around) && !fields.includes(tag) && !tag.startsWith('cunit_');
  }

  #of(field: string): string {
    return this.#said.get(field) ?? '';
  }

  #named(): JunitCase {
    return caseOf(this.#of('test_name'), this.#of('suite_name'), []);
  }

  #pass(): void {
    this.#handFailed();
    const passed = this.#named();
    concludeCase(passed, 'PASS', '');
    this.#sink.onCase(passed);
  }

  #fail(): void {
    if (this.#failed?.name !== this.#named().name) this.#handFailed();
    this.#failed ??= this.#named();
    this.#failed.outcomes.push(
      failureAt(this.#of('condition'), placeOf(this.#of('file_name'), this.#of('line_number'))),
    );
    concludeCase(this.#failed, 'FAIL', '');
  }

  #handFailed(): void {
    if (this.#failed) this.#sink.onCase(this.#failed);
    this.#failed = null;
  }
}
