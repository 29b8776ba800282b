import type { WholeRunSignal } from '@assay/contract';
import type { FailureGroup } from './groupFailures.ts';

export type RunInWhole = {
  failedCount: number;
  passedCount: number;
  /** Runners that stopped answering during the run. */
  lostRunners: number;
  /** What the set-up failed of; null: it did not. */
  setupError: string | null;
  groups: readonly FailureGroup[];
};

/** From this many tests and this share of failures on, the run itself has failed. */
const mostly = { percent: 80, tests: 5 };

/** @returns what concerns the whole run, the most telling first */
export function wholeRunSignals({ failedCount, passedCount, lostRunners, setupError }: RunInWhole): WholeRunSignal[] {
  const found: WholeRunSignal[] = [];
  if (setupError !== null) {
    found.push({ signal: 'SETUP_FAILED', title: 'The set-up failed', description: setupError, failedCount });
  }
  if (lostRunners > 0) {
    const title = lostRunners === 1 ? 'A runner was lost' : `${lostRunners} runners were lost`;
    found.push({ signal: 'AGENT_LOST', title, description: 'Unfinished tests ran again elsewhere.', failedCount: 0 });
  }
  const total = failedCount + passedCount;
  if (total >= mostly.tests && failedCount * 100 >= mostly.percent * total) {
    const description = `${failedCount} of ${total} tests failed.`;
    found.push({ signal: 'MOSTLY_FAILED', title: 'Most tests failed', description, failedCount });
  }
  return found;
}
