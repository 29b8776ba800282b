import { setImmediate } from 'node:timers/promises';
import type { AccountId } from '@assay/contract';
import { compareFingerprints, type FingerprintDifference, type FingerprintVersion } from '@assay/root-causes';
import type { Collections } from '../collections.ts';
import { type CausedFailure, failedOf, failedRowsOf } from './runCauses.ts';

/** Runs that are read at most, the newest first. */
const mostRuns = 2_000;
/** Failures that are read without a pause for other requests. */
const atOnce = 50;

export type PastFingerprints = FingerprintDifference & { runCount: number };

/**
 * @param mostFailures of the account's newest runs
 * @returns what would change in the account if another version of the fingerprint decided
 */
export async function comparePastFingerprints(
  collections: Collections,
  accountId: AccountId,
  { from, to, mostFailures }: { from: FingerprintVersion; to: FingerprintVersion; mostFailures: number },
): Promise<PastFingerprints> {
  let runCount = 0;
  async function* past(): AsyncGenerator<CausedFailure> {
    let count = 0;
    const runs = collections.testRunSummaries
      .find({ accountId, 'totals.failed': { $gt: 0 } }, { batchSize: 20 })
      .sort({ _id: -1 })
      .limit(mostRuns);
    for await (const run of runs) {
      runCount++;
      for await (const row of failedRowsOf(collections, run)) {
        if (row.status !== 'FAIL') continue;
        if (count === mostFailures) return;
        count++;
        yield failedOf(row, row.attempts.at(-1));
        if (count % atOnce === 0) await setImmediate();
      }
    }
  }
  return { ...(await compareFingerprints(past(), from, to)), runCount };
}
