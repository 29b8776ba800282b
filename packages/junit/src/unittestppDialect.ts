import { caseOf, concludeCase, failureAt } from './caseOf.ts';
import type { JunitCase } from './junitCase.ts';
import { parseJunitTime } from './junitTime.ts';
import { missingTests, type ReportDialect, type ReportSink } from './reportDialect.ts';

/** Each message begins with the place in the code. */
const placed = /^(?<place>[^\n]{1,1000}?\(\d+\)) : (?<said>[\s\S]*)$/;

/** The XML of UnitTest++. */
export class UnittestppDialect implements ReportDialect {
  readonly #sink: ReportSink;
  #case: JunitCase | null = null;
  #declared = 0;

  constructor(sink: ReportSink) {
    this.#sink = sink;
  }

  get missing(): string | null {
    return missingTests(this.#declared);
  }

  open(element: string, attributes: Readonly<Record<string, string>>): void {
    if (element === 'unittest-results') this.#declared = Number(attributes.tests) || 0;
    if (element === 'test') {
      this.#case = caseOf(attributes.name ?? '', attributes.suite ?? '', []);
      this.#case.durationMs = parseJunitTime(attributes.time);
    } else if (element === 'failure') {
      const { message = '' } = attributes;
      const { place = '', said = message } = placed.exec(message)?.groups ?? {};
      this.#case?.outcomes.push(failureAt(said, place));
    }
  }

  close(element: string): void {
    if (element !== 'test' || !this.#case) return;
    concludeCase(this.#case, this.#case.outcomes.length > 0 ? 'FAIL' : 'PASS', '');
    this.#sink.onCase(this.#case);
    this.#case = null;
  }

  text(): void {
    // Tests have none.
  }
}
