import { agentProtocol, boundText, type ResultStatus } from '@assay/contract';
import { tellingMessage } from './tellingMessage.ts';

export type JunitOutcome = {
  kind: 'failure' | 'error' | 'skipped' | 'todo' | 'flaky' | 'rerun';
  message: string;
  /** The element's text: mostly a stack trace. */
  text: string;
  /** What this attempt printed, if the report keeps it with the outcome. */
  output: string;
  errorOutput: string;
};

export type JunitSuite = {
  name: string;
  file: string | null;
  hostname: string | null;
  timestamp: string | null;
  /** Values that distinguish runs of the same tests, such as the browser. */
  variant: string | null;
  /** The spec file and the browser of a worker of WebdriverIO; null: another writer. */
  specRun: string | null;
};

/** One testcase element, as it stood in the file. */
export type JunitCase = {
  /** From the outermost to the innermost. */
  suites: JunitSuite[];
  name: string;
  classname: string;
  file: string | null;
  durationMs: number | null;
  /** The outcome given by an attribute alone. */
  attributeStatus: ResultStatus | null;
  outcomes: JunitOutcome[];
  output: string;
  errorOutput: string;
  /** Paths of files that belong to the case, as the report names them. */
  attachments: string[];
};

export type JunitAttempt = {
  status: ResultStatus;
  error: string | null;
  stackTrace: string | null;
  output: string | null;
  errorOutput: string | null;
};

const notRun = /^(notrun|not_run|not run|disabled|skipped|ignored|suppressed|pending|inconclusive)$/i;
/** Why CTest did not run a test that it calls skipped, and yet counts as failed. */
const neverRunByCtest = [
  'Unable to find executable',
  'Required Files Missing',
  'Missing Configuration',
  'Insufficient resources',
  'Fixture dependency failed',
];
const failed = /^(failed|failure|fail|error|errored|broken)$/i;

/** @returns what `status`, `result` and the like say without an element: gtest, for one, tells skips only so. */
export function statusOfAttributes(attributes: Record<string, string>): ResultStatus | null {
  const said = [attributes.result, attributes.status].filter((value) => value !== undefined);
  if (said.some((value) => failed.test(value))) return 'FAIL';
  return said.some((value) => notRun.test(value)) || attributes.disabled === 'true' ? 'IGNORED' : null;
}

/**
 * The attempts of one case in their order, the last one final. Of several outcomes in one attempt the worst counts and
 * every message is kept. A flaky failure came before the pass, a rerun's after the first failure.
 */
export function attemptsOfCase(junitCase: JunitCase): JunitAttempt[] {
  const { outcomes } = junitCase;
  const failedBy = (outcome: JunitOutcome) => attempt(junitCase, 'FAIL', [outcome], [outcome]);
  const flaky = outcomes.filter(({ kind }) => kind === 'flaky').map(failedBy);
  const reruns = outcomes.filter(({ kind }) => kind === 'rerun').map(failedBy);
  const failures = outcomes.filter(({ kind }) => kind === 'failure' || kind === 'error');
  const skips = outcomes.filter(({ kind }) => kind === 'skipped' || kind === 'todo');
  const own = (status: ResultStatus, because: readonly JunitOutcome[]) =>
    attempt(junitCase, status, because, [...because, junitCase]);
  const status = statusOfCase(junitCase);
  if (outcomes.some(({ kind }) => kind === 'todo')) return [...flaky, own(status, [...skips, ...failures])];
  if (failures.length > 0) return [...flaky, own(status, [...failures, ...skips]), ...reruns];
  if (skips.length > 0) return [...flaky, own(status, skips)];
  // Reruns beside no failure of its own: it passed in the end, as the flaky ones did.
  return [...flaky, ...reruns, own(status, [])];
}

/** @returns what became of a case in the end: the status of its last attempt */
export function statusOfCase(junitCase: JunitCase): ResultStatus {
  const { outcomes, attributeStatus } = junitCase;
  const has = (...kinds: readonly JunitOutcome['kind'][]) => outcomes.some(({ kind }) => kinds.includes(kind));
  // node:test runs a todo test, as Catch2 one that may fail, and does not count its failure.
  if (has('todo')) return 'IGNORED';
  if (has('failure', 'error')) return 'FAIL';
  if (has('skipped')) return isNeverRun(junitCase) ? 'FAIL' : 'IGNORED';
  return attributeStatus ?? 'PASS';
}

/** What a person has switched off CTest words otherwise: by the exit code, a pattern, or as disabled. */
function isNeverRun({ name, classname, attributeStatus, outcomes }: JunitCase): boolean {
  const byCtest = attributeStatus === 'IGNORED' && classname === name;
  return byCtest && outcomes.some(({ kind, message }) => kind === 'skipped' && neverRunByCtest.includes(message));
}

function attempt(
  junitCase: JunitCase,
  status: ResultStatus,
  outcomes: readonly JunitOutcome[],
  printed: readonly Pick<JunitOutcome, 'output' | 'errorOutput'>[],
): JunitAttempt {
  const heads = outcomes.map((outcome) => tellingMessage(outcome, junitCase));
  const texts = outcomes.map(({ message, text }) => text.trim() || message);
  return {
    status,
    error: joined(heads, '\n'),
    stackTrace: joined(texts, '\n\n'),
    output: joined(
      printed.map(({ output }) => output),
      '\n',
    ),
    errorOutput: joined(
      printed.map(({ errorOutput }) => errorOutput),
      '\n',
    ),
  };
}

function joined(texts: readonly string[], by: string): string | null {
  return boundText([...new Set(texts.filter(Boolean))].join(by), agentProtocol.textLimit) || null;
}
