import { releaseUnrequested } from '@assay/application';
import type { AiUseKind } from '@assay/domain';
import type { Job } from '../jobs/jobs.ts';
import { byItself } from '../policy.ts';

/** Far longer than a request takes from its reservation to its record. */
const requestMs = 10 * 60_000;

/** Releases what was reserved of quotas for requests that no process recorded, because it ended in between. */
export const releaseUnrequestedUses: Job = {
  className: 'Analysis',
  functionName: 'releaseUnrequestedUses',
  schedule: '30 * * * * *',
  run: async (deps, now) => {
    const before = new Date(now.getTime() - requestMs).toISOString();
    for (const use of await deps.readModels.openAiUses(before)) {
      const context = byItself(use.accountId, 'releaseUnrequestedUses');
      await releaseUnrequested(deps, { ...use, kind: use.kind as AiUseKind }, context);
    }
  },
};
