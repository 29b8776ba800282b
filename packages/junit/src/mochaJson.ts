import { caseOf, failureOutside, outcomeOf } from './caseOf.ts';
import { jsonReader } from './jsonReader.ts';
import { membersAtStart } from './jsonStart.ts';
import { type Members, membersOf, millisecondsOf, numberOf, textOf } from './jsonValues.ts';
import type { JunitCase } from './junitCase.ts';
import type { ReportFormat } from './reportFormat.ts';

/**
 * Mocha's reporter `json`. Tests are named as its reporter `xunit` names them. Failed hooks are only in the list of
 * failures, after the tests.
 */
export const mochaJson: ReportFormat = {
  name: 'Mocha JSON',
  detects: (start) => {
    const members = membersAtStart(start);
    // mochawesome begins in the same way, and has no list of tests.
    return members.has('stats.suites') && members.has('stats.passes') && !members.has('stats.testsRegistered');
  },
  open: (sink) => {
    const failedTests = new Map<string, number>();
    let [declared, failures] = [0, 0];
    const fail = (junitCase: JunitCase) => {
      failures += 1;
      sink.onCase(junitCase);
    };
    return jsonReader(
      {
        'stats.failures': (value) => {
          declared = numberOf(value) ?? 0;
        },
        'tests.*': (value) => {
          const junitCase = caseOfTest(membersOf(value));
          const failed = junitCase.outcomes.some(({ kind }) => kind === 'failure');
          if (!failed) return sink.onCase(junitCase);
          const title = textOf(membersOf(value).fullTitle);
          failedTests.set(title, (failedTests.get(title) ?? 0) + 1);
          fail(junitCase);
        },
        'failures.*': (value) => {
          const title = textOf(membersOf(value).fullTitle);
          const known = failedTests.get(title) ?? 0;
          if (known > 0) failedTests.set(title, known - 1);
          else fail(caseOfTest(membersOf(value)));
        },
      },
      () => {
        if (declared > 0 && failures === 0) sink.onCase(failureOutside(`${declared} failures without a name`));
      },
    );
  },
};

function caseOfTest({ title: said, fullTitle, file, duration, currentRetry, err }: Members): JunitCase {
  const [title, whole] = [textOf(said), textOf(fullTitle)];
  const around = whole.endsWith(` ${title}`) ? whole.slice(0, -title.length - 1) : '';
  const junitCase = caseOf(title, around, []);
  junitCase.file = typeof file === 'string' ? file : null;
  junitCase.durationMs = millisecondsOf(duration);
  const retries = Math.min(numberOf(currentRetry) ?? 0, 10);
  for (let retry = 0; retry < retries; retry += 1) {
    junitCase.outcomes.push(outcomeOf('flaky', 'failed and was run again; the report does not say why'));
  }
  const error = membersOf(err);
  if (Object.keys(error).length > 0) {
    junitCase.outcomes.push(outcomeOf('failure', textOf(error.message).trim(), textOf(error.stack)));
  } else if (duration === undefined) junitCase.outcomes.push(outcomeOf('skipped', ''));
  return junitCase;
}
