import type { JunitCase } from './junitCase.ts';

/** How the reporters of ESLint and Stylelint in JUnit XML begin the text of a finding. */
const eslintFinding = /^line \d+, col \d+, (?<severity>Error|Warning) - /;
const stylelintFinding = /^On line \d+, column \d+ in /;
/** What Stylelint's reporter calls a file without findings. */
export const stylelintPassed = 'stylelint.passed';

/** Where a finding is. Names of results do not contain it: lines change with every edit. */
export type FindingPosition = { line: number; column: number };

/** @returns the text of a finding as ESLint's reporter in JUnit XML writes it */
export function eslintText(
  { line, column }: FindingPosition,
  { isWarning, message, rule }: { isWarning: boolean; message: string; rule: string },
): string {
  const place = `line ${line}, col ${column}, ${isWarning ? 'Warning' : 'Error'}`;
  return `${place} - ${message}${rule === '' ? '' : ` (${rule})`}`;
}

/** @returns the text of a finding as Stylelint's reporter in JUnit XML writes it */
export function stylelintText({ line, column }: FindingPosition, source: string): string {
  return `On line ${line}, column ${column} in ${source}`;
}

/** @returns whether a failure is a warning, which the reporters write as a failure and the linters do not fail for */
export function isLintWarning(type: string, text: string): boolean {
  return (
    eslintFinding.exec(text)?.groups?.severity === 'Warning' || (type === 'warning' && stylelintFinding.test(text))
  );
}

/** @returns whether a case is what a linter says of a file: its name is that of a rule, and not that of a test */
export function isOfLinter({ name, outcomes }: JunitCase): boolean {
  return (
    name === stylelintPassed || outcomes.some(({ text }) => eslintFinding.test(text) || stylelintFinding.test(text))
  );
}
