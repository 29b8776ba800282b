import { caseOf, failureOutside, outcomeOf, suiteOf } from './caseOf.ts';
import { jsonReader } from './jsonReader.ts';
import { membersAtStart } from './jsonStart.ts';
import { type Members, membersOf, numberOf, objectsIn, textOf } from './jsonValues.ts';
import type { JunitCase } from './junitCase.ts';
import { eslintText, isWarningInFile } from './lintFindings.ts';
import type { ReportFormat } from './reportFormat.ts';

const extension = /(?<=[^/\\])\.[^./\\]*$/;
const isError = 2;

/**
 * ESLint's formatters `json` and `json-with-metadata`. Each problem is a result, named as its formatter `junit` names
 * it; warnings are ignored, and a file without errors is one passed result more.
 */
export const eslintJson: ReportFormat = {
  name: 'ESLint JSON',
  detects: (start) => {
    const members = membersAtStart(start);
    return ['*', 'results.*'].some((file) => members.has(`${file}.filePath`) && members.has(`${file}.messages`));
  },
  open: (sink) => {
    const takeFile = (value: unknown) => {
      for (const junitCase of casesOfFile(membersOf(value))) sink.onCase(junitCase);
    };
    return jsonReader({ '*': takeFile, 'results.*': takeFile });
  },
};

function casesOfFile({ filePath, messages, errorCount }: Members): JunitCase[] {
  const path = textOf(filePath);
  const [around, suites] = [path.replace(extension, ''), [suiteOf(path)]];
  const problems = objectsIn(messages);
  const cases = problems.map((problem) => ({
    ...caseOf(`org.eslint.${textOf(problem.ruleId) || 'unknown'}`, around, suites),
    outcomes: [outcomeOfProblem(problem)],
  }));
  if ((numberOf(errorCount) ?? 0) > 0 && !problems.some(isFailure)) {
    return [...cases, { ...failureOutside(`${errorCount} errors without a message`, '', suites), classname: around }];
  }
  const hasPassed = cases.every(isWarningInFile);
  return hasPassed ? [...cases, caseOf(path, around, suites)] : cases;
}

function isFailure({ severity, fatal }: Members): boolean {
  return severity === isError || fatal === true;
}

function outcomeOfProblem(problem: Members) {
  const message = textOf(problem.message);
  const position = { line: numberOf(problem.line) ?? 0, column: numberOf(problem.column) ?? 0 };
  const isWarning = !isFailure(problem);
  const failure = problem.fatal === true ? 'error' : 'failure';
  const text = eslintText(position, { isWarning, message, rule: textOf(problem.ruleId) });
  return outcomeOf(isWarning ? 'skipped' : failure, message, text);
}
