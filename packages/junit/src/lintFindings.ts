import { caseOf } from './caseOf.ts';
import { type JunitCase, type JunitOutcome, statusOfCase } from './junitCase.ts';

/** How the reporters of ESLint and Stylelint in JUnit XML begin the text of a finding. */
const eslintFinding = /^line \d+, col \d+, (?<severity>Error|Warning) - /;
const stylelintFinding = /^On line \d+, column \d+ in /;
/** The same of Oxlint, whose errors are `<error>`, and of Biome, which does not tell them from warnings. */
const oxlintFinding = /^line \d+, column \d+, /;
const biomeFinding = /^line \d+, col \d+, /;
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
export function isLintWarning(kind: JunitOutcome['kind'], type: string, text: string): boolean {
  return (
    eslintFinding.exec(text)?.groups?.severity === 'Warning' ||
    (type === 'warning' && stylelintFinding.test(text)) ||
    (kind === 'failure' && oxlintFinding.test(text))
  );
}

/**
 * A linter that finds nothing but warnings succeeds, so the file has passed; the warnings themselves are ignored results.
 *
 * @param warning about a line of the file
 * @returns what the linter writes of a file without findings; where it writes nothing, a case named after the file
 */
export function passedFile({ suites, classname, outcomes }: JunitCase): JunitCase {
  const isOfStylelint = outcomes.some(({ text }) => stylelintFinding.test(text));
  return caseOf(isOfStylelint ? stylelintPassed : (suites.at(-1)?.name ?? ''), classname, suites);
}

/** @returns whether a case is a warning about a line of a file; that a file is left out is about line 0 */
export function isWarningInFile(junitCase: JunitCase): boolean {
  return (
    isOfLinter(junitCase) &&
    statusOfCase(junitCase) === 'IGNORED' &&
    junitCase.outcomes.some(({ text }) => text !== '' && !/^line 0,/.test(text))
  );
}

/** @returns whether a root is that of a report of Biome which counts findings as failures, and none of them as errors */
export function hasOnlyWarnings({ name, errors }: Readonly<Record<string, string>>): boolean {
  return name === 'Biome' && errors === '0';
}

/** @returns whether a case is what a linter says of a file: its name is that of a rule, and not that of a test */
export function isOfLinter({ name, outcomes }: JunitCase): boolean {
  const findings = [stylelintFinding, oxlintFinding, biomeFinding];
  return name === stylelintPassed || outcomes.some(({ text }) => findings.some((finding) => finding.test(text)));
}
