import { caseOf, failureOutside, outcomeOf, suiteOf } from './caseOf.ts';
import { jsonReader } from './jsonReader.ts';
import { membersAtStart } from './jsonStart.ts';
import { type Members, membersOf, numberOf, objectsIn, textOf } from './jsonValues.ts';
import type { JunitCase, JunitOutcome } from './junitCase.ts';
import { stylelintPassed, stylelintText } from './lintFindings.ts';
import type { ReportFormat } from './reportFormat.ts';

/**
 * Stylelint's formatter `json`. Each problem is a result, named as stylelint-junit-formatter names it; warnings and
 * deprecations are ignored, and a file without errors is one passed result more. Selectors that cannot be parsed and invalid options, which that formatter leaves out, fail.
 */
export const stylelintJson: ReportFormat = {
  name: 'Stylelint JSON',
  detects: (start) => {
    const members = membersAtStart(start);
    return members.has('*.source') && (members.has('*.invalidOptionWarnings') || members.has('*.parseErrors'));
  },
  open: (sink) =>
    jsonReader({
      '*': (value) => {
        for (const junitCase of casesOfFile(membersOf(value))) sink.onCase(junitCase);
      },
    }),
};

function casesOfFile(result: Members): JunitCase[] {
  const source = textOf(result.source);
  const suites = [suiteOf(source)];
  const resultOf = (name: string, kind: JunitOutcome['kind'], problem: Members): JunitCase => {
    const position = { line: numberOf(problem.line) ?? 0, column: numberOf(problem.column) ?? 0 };
    const text = stylelintText(position, source);
    return { ...caseOf(name, '', suites), outcomes: [outcomeOf(kind, textOf(problem.text), text)] };
  };
  const failures = [
    ...objectsIn(result.parseErrors).map((problem) => resultOf('parseError', 'error', problem)),
    ...objectsIn(result.invalidOptionWarnings).map((problem) => resultOf('invalidOption', 'error', problem)),
  ];
  const warnings = objectsIn(result.deprecations).map((problem) => resultOf('deprecation', 'skipped', problem));
  const problems = objectsIn(result.warnings).map((problem) =>
    resultOf(textOf(problem.rule), problem.severity === 'warning' ? 'skipped' : 'failure', problem),
  );
  const cases = [...problems, ...failures, ...warnings];
  const isFailed = cases.some(({ outcomes }) => outcomes.some(({ kind }) => kind !== 'skipped'));
  if (result.errored === true && !isFailed) {
    cases.push(failureOutside('the file failed, and the report does not say why', '', suites));
  }
  if (isFailed || result.errored === true) return cases;
  const outcomes = result.ignored === true ? [outcomeOf('skipped', 'the file is ignored')] : [];
  return [...cases, { ...caseOf(stylelintPassed, '', suites), outcomes }];
}
