import { releaseUnrequested } from '@assay/application';
import type { AiUseKind } from '@assay/domain';
import type { Job } from '../jobs/jobs.ts';
import { byItself } from '../policy.ts';

/** Much longer than the time between reserving and recording a request. */
const requestMs = 10 * 60_000;

/** Releases quota reservations whose process ended before it recorded the request. */
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
