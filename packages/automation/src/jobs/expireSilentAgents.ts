import { agentDecider } from '@assay/domain';
import { byItself } from '../policy.ts';
import type { Job } from './jobs.ts';

/** An agent that has been silent for this long is removed; it registers again when it comes back. */
const silentMs = 30_000;

export const expireSilentAgents: Job = {
  className: 'Agents',
  functionName: 'expireSilentAgents',
  schedule: '*/5 * * * * *',
  run: async ({ eventLog, operations }, now) => {
    const silent = await operations.agentPresence.silentSince(new Date(now.getTime() - silentMs));
    for (const { agentId, accountId, lastSeenAt } of silent) {
      const command = { type: 'exitAgent', reason: 'silent', lastSeenAt: lastSeenAt.toISOString() } as const;
      await eventLog.handle(agentDecider, agentId, command, byItself(accountId, 'expireSilentAgents'));
      await operations.agentPresence.forget(agentId);
    }
  },
};
