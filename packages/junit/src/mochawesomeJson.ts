import { caseOf, failureOutside, outcomeOf } from './caseOf.ts';
import { jsonReader } from './jsonReader.ts';
import { membersAtStart } from './jsonStart.ts';
import { type Members, membersOf, millisecondsOf, numberOf, objectsIn, textOf } from './jsonValues.ts';
import type { JunitCase } from './junitCase.ts';
import type { ReportFormat } from './reportFormat.ts';

/**
 * mochawesome, which Cypress users know best. Tests are named as Mocha's own reporters name them. Failed hooks
 * have lists of their own, and are not counted as failures.
 */
export const mochawesomeJson: ReportFormat = {
  name: 'mochawesome',
  detects: (start) => {
    const members = membersAtStart(start);
    return members.has('stats.testsRegistered') && members.has('stats.passes');
  },
  open: (sink) => {
    let [declared, failures] = [0, 0];
    return jsonReader(
      {
        'stats.failures': (value) => {
          declared = numberOf(value) ?? 0;
        },
        'results.*': (value) => {
          for (const junitCase of casesOf(membersOf(value), '')) {
            if (junitCase.outcomes.some(({ kind }) => kind === 'failure')) failures += 1;
            sink.onCase(junitCase);
          }
        },
      },
      () => {
        if (declared > 0 && failures === 0) sink.onCase(failureOutside(`${declared} failures without a name`));
      },
    );
  },
};

function* casesOf(suite: Members, around: string): Generator<JunitCase> {
  const whole = [around, textOf(suite.title)].filter(Boolean).join(' ');
  const file = textOf(suite.fullFile) || textOf(suite.file) || null;
  const hooks = [...objectsIn(suite.beforeHooks), ...objectsIn(suite.afterHooks)];
  for (const hook of hooks) if (hook.fail === true) yield caseOfTest(hook, whole, file);
  for (const test of objectsIn(suite.tests)) yield caseOfTest(test, whole, file);
  for (const inner of objectsIn(suite.suites)) yield* casesOf(inner, whole);
}

function caseOfTest(test: Members, around: string, file: string | null): JunitCase {
  const junitCase = caseOf(textOf(test.title), around, []);
  junitCase.file = file;
  junitCase.durationMs = millisecondsOf(test.duration);
  const { message, estack } = membersOf(test.err);
  if (test.fail === true) junitCase.outcomes.push(outcomeOf('failure', textOf(message), textOf(estack)));
  else if (test.pending === true) junitCase.outcomes.push(outcomeOf('skipped', ''));
  else if (test.pass !== true) junitCase.outcomes.push(outcomeOf('skipped', 'did not run'));
  return junitCase;
}
