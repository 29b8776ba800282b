import type { ResultStatus } from '@assay/contract';

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
  /** Where each attempt at a test is a case: equal for those at one test, and which comes first. */
  attemptAt: { test: string; order: number } | null;
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
