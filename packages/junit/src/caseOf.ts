import type { ResultStatus } from '@assay/contract';
import type { JunitCase, JunitOutcome, JunitSuite } from './junitCase.ts';

/** What a failure is called that belongs to no test. */
export const outsideOfTests = '(outside of any test)';
const maxNameLength = 2000;

/** @returns a case about which no more is known. */
export function caseOf(name: string, classname: string, suites: readonly JunitSuite[]): JunitCase {
  return {
    suites: [...suites],
    name: name.slice(0, maxNameLength),
    classname: classname.slice(0, maxNameLength),
    file: null,
    durationMs: null,
    attributeStatus: null,
    outcomes: [],
    output: '',
    errorOutput: '',
    attachments: [],
    attemptAt: null,
  };
}

export function suiteOf(name: string): JunitSuite {
  return { name, file: null, hostname: null, timestamp: null, variant: null, specRun: null };
}

export function outcomeOf(kind: JunitOutcome['kind'], message: string, text = ''): JunitOutcome {
  return { kind, message, text, output: '', errorOutput: '' };
}

/**
 * @param place in the code: it is in the text alone, as it moves with each change above it
 * @returns a failure with all that its writer says of it
 */
export function failureAt(message: string, place: string, ...more: readonly string[]): JunitOutcome {
  return outcomeOf('failure', message, [message, ...more, place].filter(Boolean).join('\n'));
}

/** @returns a place in the code; '' for one that is not known */
export function placeOf(file = '', line = ''): string {
  return file === '' || line === '0' ? '' : [file, line].filter(Boolean).join(':');
}

/** @returns a failure that belongs to no test. */
export function failureOutside(message: string, text = '', suites: readonly JunitSuite[] = []): JunitCase {
  return { ...caseOf(outsideOfTests, '', suites), outcomes: [outcomeOf('error', message, text)] };
}

/**
 * Adds what the report says of a case as a whole, so that a failure without any message is one as well.
 * @param status null: the report names an outcome that is not known
 */
export function concludeCase(junitCase: JunitCase, status: ResultStatus | null, said: string): void {
  junitCase.attributeStatus = status ?? 'FAIL';
  if (status === null && junitCase.outcomes.length === 0) {
    junitCase.outcomes.push(
      outcomeOf('error', said === '' ? 'the report says no outcome' : `its outcome is '${said}'`),
    );
  }
}

/** A case whose element is open, with what reports of .NET have said of it so far. */
export type OpenCase = { junitCase: JunitCase; said: string; message: string; trace: string };

export function openCase(junitCase: JunitCase, said: string): OpenCase {
  return { junitCase, said, message: '', trace: '' };
}

/** @returns the case with the outcome that the report says, by its own words for outcomes in lower case. */
export function closeCase(
  { junitCase, said, message, trace }: OpenCase,
  statuses: ReadonlyMap<string, ResultStatus>,
): JunitCase {
  const status = statuses.get(said.toLowerCase()) ?? null;
  const kind = status === 'IGNORED' ? 'skipped' : 'failure';
  if (status !== 'PASS' && message + trace !== '') junitCase.outcomes.push(outcomeOf(kind, message, trace));
  concludeCase(junitCase, status, said);
  return junitCase;
}
