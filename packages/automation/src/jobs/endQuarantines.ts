import { limits } from '@assay/contract';
import { projectTestsDecider } from '@assay/domain';
import { byItself } from '../policy.ts';
import type { Job } from './jobs.ts';

const dayMs = 86_400_000;

/** Ends expired quarantines, and notifies those responsible some days before. */
export const endQuarantines: Job = {
  className: 'Quarantines',
  functionName: 'endQuarantines',
  schedule: '*/10 * * * * *',
  run: async ({ eventLog, readModels }, now) => {
    const before = new Date(now.getTime() + limits.quarantineNoticeDays * dayMs).toISOString();
    for (const { accountId, reminded, userId, testRunId, ...quarantine } of await readModels.quarantinesToEnd(before)) {
      const sign = byItself(accountId, 'endQuarantines');
      if (Date.parse(quarantine.until) <= now.getTime()) {
        const command = { type: 'lapseQuarantine' as const, ...quarantine };
        await eventLog.handle(projectTestsDecider, quarantine.projectId, command, sign);
      } else if (!reminded && userId !== null && testRunId !== null) {
        const command = { type: 'remindOfQuarantine' as const, ...quarantine, userId, testRunId };
        await eventLog.handle(projectTestsDecider, quarantine.projectId, command, sign);
      }
    }
  },
};
