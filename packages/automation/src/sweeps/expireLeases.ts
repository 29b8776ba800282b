import { workUnitDecider } from '@assay/domain';
import { byItself } from '../policy.ts';
import type { Sweep } from './sweep.ts';

/**
 * Claims that were not renewed are lost. The loss is appended to the unit's stream, which from then on refuses the old
 * runner. A claim with nothing recorded (the api died half-way through it) is simply ready again.
 */
export const expireLeases: Sweep = {
  name: 'expireLeases',
  everyMs: 1_000,
  look: async ({ eventLog, operations, log }, now) => {
    for (const { _id: leaseId, accountId } of await operations.workQueue.expired(now)) {
      const { state } = await eventLog.load(workUnitDecider, leaseId);
      if (state.status === 'none') {
        await operations.workQueue.returnToReady(leaseId);
        continue;
      }
      log.info({ leaseId }, 'a lease ran out');
      const context = byItself(accountId, 'expireLeases');
      await eventLog.handle(workUnitDecider, leaseId, { type: 'loseWorkUnit', reason: 'leaseExpired' }, context);
      if (state.status === 'completed') await operations.workQueue.finishUnit(leaseId);
      else await operations.workQueue.loseUnit(leaseId);
    }
  },
};
