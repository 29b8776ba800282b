import { type LeaseId, leaseIdOf, parseLeaseId } from '@assay/contract';
import { type EarlierTries, noEarlierTries, withTriesOf, workUnitDecider } from '@assay/domain';
import type { EventLog } from '@assay/event-log';

/**
 * What the lost leases before this one have to show of their unit's tests. Read from their streams, which nothing is
 * added to any more: a unit whose tests only show themselves may have more of them than one event can name.
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
