import type { JunitCase, JunitSuite } from './junitCase.ts';

/** What a suite printed outside of its tests. */
export type SuiteOutput = { output: string; errorOutput: string };

/** Who takes what a report says, in the order of the file. */
export type ReportSink = {
  /** Comes before the first case; messages to TeamCity are named as JSON is. */
  onFormat?(format: 'XML' | 'TAP' | 'JSON'): void;
  onCase(junitCase: JunitCase): void;
  /** Comes after the suite's cases, which name the very same object among their suites. */
  onSuiteOutput?(suite: JunitSuite, output: SuiteOutput): void;
};

/** One way of writing reports: takes the elements of a file, by their local names in lower case. */
export type ReportDialect = {
  open(element: string, attributes: Readonly<Record<string, string>>): void;
  close(element: string): void;
  text(text: string): void;
  comment?(comment: string): void;
  /** @returns whether a tag is text, as the element around it holds text only */
  isText?(tag: string, around: string): boolean;
  /** Why a report in which no case was found is not simply one without tests; null: it is. */
  readonly missing: string | null;
};

/** @returns what to tell about a report that counts tests of which it holds none. */
export function missingTests(declared: number): string | null {
  if (!(declared > 0)) return null;
  return `it declares ${declared === 1 ? '1 test' : `${declared} tests`}, and holds none that can be read`;
}
