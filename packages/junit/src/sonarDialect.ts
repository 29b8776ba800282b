import { JunitDialect } from './junitDialect.ts';
import type { ReportDialect, ReportSink } from './reportDialect.ts';

/**
 * SonarQube's generic test execution, which reporters of many frameworks write: the cases of JUnit XML in elements that
 * name their files, with durations in milliseconds.
 */
export class SonarDialect implements ReportDialect {
  readonly #cases: JunitDialect;

  constructor(sink: ReportSink) {
    this.#cases = new JunitDialect(sink);
  }

  get missing(): string | null {
    return this.#cases.missing;
  }

  open(element: string, attributes: Readonly<Record<string, string>>): void {
    const { path = '', duration, ...others } = attributes;
    if (/^(testexecutions|unittest)$/.test(element)) this.#cases.open('testsuites', {});
    else if (element === 'file') this.#cases.open('testsuite', { name: path, file: path });
    else if (element === 'testcase') {
      const inSeconds = duration === undefined ? others : { ...others, time: String(Number(duration) / 1000) };
      this.#cases.open(element, inSeconds);
    } else this.#cases.open(element, attributes);
  }

  close(): void {
    this.#cases.close();
  }

  text(text: string): void {
    this.#cases.text(text);
  }

  isText(tag: string, around: string): boolean {
    return this.#cases.isText(tag, around);
  }
}
