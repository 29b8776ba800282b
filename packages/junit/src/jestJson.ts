import { caseOf, failureOutside, outcomeOf, suiteOf } from './caseOf.ts';
import { jsonReader } from './jsonReader.ts';
import { membersAtStart } from './jsonStart.ts';
import {
  elementsOf,
  type Members,
  membersOf,
  millisecondsOf,
  numberOf,
  objectsIn,
  textOf,
  textsIn,
} from './jsonValues.ts';
import type { JunitCase } from './junitCase.ts';
import type { ReportSink } from './reportDialect.ts';
import type { ReportFormat } from './reportFormat.ts';

const unloaded = 'Test suite failed to run';
const endOfPart = /\n {2}● /;

/**
 * The JSON of Jest (`--json`) and of Vitest's reporter `json`. Both tell what failed outside of tests only by the state
 * of the file: Jest with a text, Vitest mostly without.
 */
export const jestJson: ReportFormat = {
  name: 'Jest and Vitest JSON',
  detects: (start) => {
    const members = membersAtStart(start);
    return members.has('numTotalTests') || members.has('numFailedTests') || members.has('numTotalTestSuites');
  },
  open: (sink) => {
    let [isFailed, anyFailed] = [false, false];
    return jsonReader(
      {
        success: (value) => {
          isFailed = value === false;
        },
        'testResults.*': (value) => {
          if (takeFile(membersOf(value), sink)) anyFailed = true;
        },
      },
      () => {
        if (isFailed && !anyFailed) sink.onCase(failureOutside('the run failed, and the report does not say why'));
      },
    );
  },
};

/** @returns whether anything in the file failed */
function takeFile({ name, status, message, assertionResults }: Members, sink: ReportSink): boolean {
  const file = textOf(name);
  let isFailed = false;
  for (const assertion of objectsIn(assertionResults)) {
    const junitCase = caseOfAssertion(assertion, file);
    if (junitCase.outcomes.some(({ kind }) => kind === 'failure')) isFailed = true;
    sink.onCase(junitCase);
  }
  if (status !== 'failed') return isFailed;
  const outside = outsideOf(textOf(message), isFailed);
  if (outside !== null) sink.onCase({ ...failureOutside(outside.message, outside.text), file });
  return true;
}

/** @returns what failed in a file outside of its tests; null: nothing that the report tells apart from its tests */
function outsideOf(message: string, anyTestFailed: boolean): { message: string; text: string } | null {
  const at = message.indexOf(unloaded);
  if (at !== -1) {
    const said = message.slice(at + unloaded.length);
    const end = endOfPart.exec(said)?.index ?? said.length;
    const text = said.slice(0, end).trim();
    return { message: text.split(/\r?\n\s*\r?\n/)[0] ?? text, text };
  }
  if (anyTestFailed) return null;
  if (message !== '') return { message: message.split('\n')[0] ?? '', text: message };
  return { message: 'a hook or the file failed, and the report does not say why', text: '' };
}

function caseOfAssertion(assertion: Members, file: string): JunitCase {
  const titles = textsIn(assertion.ancestorTitles).filter(Boolean);
  const junitCase = caseOf(textOf(assertion.title), '', titles.map(suiteOf));
  junitCase.file = file;
  junitCase.durationMs = millisecondsOf(assertion.duration);
  const messages = textsIn(assertion.failureMessages);
  const [earlier, retries] = [textsIn(assertion.retryReasons), (numberOf(assertion.invocations) ?? 1) - 1];
  const isPassed = assertion.status === 'passed';
  // Vitest keeps the failures of earlier attempts among those of a test that passed.
  const failedBefore = isPassed && elementsOf(assertion.retryReasons).length === 0 ? messages : earlier;
  for (const said of failedBefore) junitCase.outcomes.push(outcomeOf('flaky', messageOf(said), said));
  for (let retry = failedBefore.length; retry < Math.min(retries, 10); retry += 1) {
    junitCase.outcomes.push(outcomeOf('flaky', 'failed and was run again; the report does not say why'));
  }
  if (assertion.status === 'failed') {
    const failures = messages.length > 0 ? messages : ['the report does not say why'];
    for (const said of failures) junitCase.outcomes.push(outcomeOf('failure', messageOf(said), said));
  } else if (!isPassed) {
    const kind = assertion.status === 'todo' ? 'todo' : 'skipped';
    junitCase.outcomes.push(outcomeOf(kind, kind === 'todo' ? 'todo' : ''));
  }
  return junitCase;
}

/** @returns the message before the stack trace */
function messageOf(said: string): string {
  const frames = /\n\s+at\s/.exec(said)?.index ?? said.length;
  return said.slice(0, frames).trim();
}
