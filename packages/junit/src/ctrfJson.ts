import { posix } from 'node:path';
import { caseOf, failureOutside, outcomeOf, suiteOf } from './caseOf.ts';
import { jsonReader } from './jsonReader.ts';
import { membersAtStart } from './jsonStart.ts';
import {
  joinTexts,
  type Members,
  membersOf,
  millisecondsOf,
  numberOf,
  objectsIn,
  textOf,
  textsIn,
} from './jsonValues.ts';
import { type JunitCase, statusOfCase } from './junitCase.ts';
import { missingTests } from './reportDialect.ts';
import type { ReportFormat } from './reportFormat.ts';

const notRun = /^(skipped|pending|todo|disabled|ignored)$/;

/** The Common Test Report Format, whose writers are plugins of many tools. */
export const ctrfJson: ReportFormat = {
  name: 'CTRF',
  detects: (start) => {
    const members = membersAtStart(start);
    return members.has('results.tool') || members.has('results.summary') || /"reportFormat"\s*:\s*"CTRF"/.test(start);
  },
  open: (sink) => {
    let [tool, declaredTests, declaredFailures, tests, failures] = ['', 0, 0, 0, 0];
    return jsonReader(
      {
        'results.tool.name': (value) => {
          tool = textOf(value);
        },
        'results.summary.tests': (value) => {
          declaredTests = numberOf(value) ?? 0;
        },
        'results.summary.failed': (value) => {
          declaredFailures = numberOf(value) ?? 0;
        },
        'results.tests.*': (value) => {
          const junitCase = caseOfTest(membersOf(value), tool);
          tests += 1;
          if (statusOfCase(junitCase) === 'FAIL') failures += 1;
          sink.onCase(junitCase);
        },
      },
      () => {
        const missing = tests === 0 ? missingTests(declaredTests) : null;
        const unnamed = declaredFailures > 0 && failures === 0 ? `${declaredFailures} failures without a name` : null;
        const message = missing ?? unnamed;
        if (message !== null) sink.onCase(failureOutside(message));
      },
    );
  },
};

function caseOfTest(test: Members, tool: string): JunitCase {
  const junitCase = namedCase(test, tool);
  junitCase.durationMs = millisecondsOf(test.duration);
  junitCase.output = joinTexts(textsIn(test.stdout), '');
  junitCase.errorOutput = joinTexts(textsIn(test.stderr), '');
  junitCase.attachments = objectsIn(test.attachments)
    .map(({ path }) => textOf(path))
    .filter(Boolean);
  const [message, trace, status] = [textOf(test.message), textOf(test.trace), textOf(test.status)];
  const attempts = objectsIn(test.retryAttempts);
  const failedBefore = attempts.filter((attempt) => attempt.status === 'failed');
  // Playwright runs a test again that passed only where it was expected to fail.
  const isUnexpected = status === 'passed' && attempts.length > 0 && failedBefore.length === 0;
  for (const attempt of failedBefore) {
    junitCase.outcomes.push(outcomeOf('flaky', textOf(attempt.message), textOf(attempt.trace)));
  }
  if (isUnexpected) junitCase.outcomes.push(outcomeOf('failure', 'expected to fail, and passed'));
  else if (test.flaky === true && status === 'passed' && failedBefore.length === 0) {
    junitCase.outcomes.push(outcomeOf('flaky', 'failed and was run again; the report does not say why'));
  }
  if (status === 'skipped' || status === 'pending') junitCase.outcomes.push(outcomeOf('skipped', message));
  else if (status === 'other' && notRun.test(textOf(test.rawStatus))) {
    junitCase.outcomes.push(outcomeOf('skipped', message || textOf(test.rawStatus)));
  } else if (status !== 'passed') {
    const said = status === 'failed' ? '' : `its outcome is '${textOf(test.rawStatus) || status}'`;
    junitCase.outcomes.push(outcomeOf('failure', message || said, trace));
  }
  return junitCase;
}

/** What stands before the file among a test's suites is what it ran in, such as a browser. */
function namedCase({ name: said, suite, filePath }: Members, tool: string): JunitCase {
  const name = textOf(said);
  const path = textOf(filePath).replaceAll('\\', '/');
  const parts = typeof suite === 'string' ? textOf(suite).split(' > ') : textsIn(suite);
  const at = path === '' ? -1 : parts.findIndex((part) => part !== '' && (path === part || path.endsWith(`/${part}`)));
  const [variant, titles] = [
    parts.slice(0, Math.max(at, 0)).filter(Boolean).join(' '),
    parts.slice(at + 1).filter(Boolean),
  ];
  if (tool === 'playwright' && at !== -1) {
    const file = parts[at] ?? path;
    const around = { ...suiteOf(file), hostname: variant, variant: variant || null };
    return caseOf([...titles, name].join(' › '), file, [around]);
  }
  const isWhole = name === textOf(suite) || name === titles.join(' ');
  const isSaid = titles.length > 0 && (isWhole || name.startsWith(`${titles.join(' ')} `));
  const suites = isSaid ? [] : titles.map(suiteOf);
  const around = variant === '' ? suites : [{ ...suiteOf(variant), variant }, ...suites];
  return { ...caseOf(name, '', around), file: path === '' ? null : posix.normalize(path) };
}
