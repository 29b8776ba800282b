import { agentProtocol, boundText, type ResultStatus } from '@assay/contract';
import { type JunitCase, type JunitOutcome, statusOfCase } from './junitCase.ts';
import { tellingMessage } from './tellingMessage.ts';

export type JunitAttempt = {
  status: ResultStatus;
  error: string | null;
  stackTrace: string | null;
  output: string | null;
  errorOutput: string | null;
};

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
  // Reruns without a failure of its own: it passed in the end, as the flaky ones did.
  return [...flaky, ...reruns, own(status, [])];
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
