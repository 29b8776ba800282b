import { type LeaseId, leaseIdOf, parseLeaseId } from '@assay/contract';
import { type EarlierTries, noEarlierTries, withTriesOf, workUnitDecider } from '@assay/domain';
import type { EventLog } from '@assay/event-log';

/**
 * What earlier, lost leases recorded about their unit's tests. Read from their closed streams, because a unit whose
 * tests are only discovered while running may have more than one event can name.
 */
export async function earlierTriesOf({ load }: EventLog, leaseId: LeaseId): Promise<EarlierTries> {
  const { testRunId, unit, attempt } = parseLeaseId(leaseId);
  let tries = noEarlierTries;
  for (let earlier = 1; earlier < attempt; earlier += 1) {
    const { state } = await load(workUnitDecider, leaseIdOf(testRunId, unit, earlier));
    if (state.status !== 'none') tries = withTriesOf(tries, state.tests);
  }
  return tries;
}
