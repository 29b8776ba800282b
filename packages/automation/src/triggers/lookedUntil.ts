import type { Operations } from '@assay/operations';

const checkpoint = 'automation.triggersLookedAt';
/** Two machines may differ by that much. */
const skewMs = 60_000;

/**
 * Up to when triggers were looked at, in this history of the log. A restored or copied log starts over: it starts nothing
 * of the time in between. So does a clock that was set back from far in the future; times that fired before are in
 * their own streams, and do not fire again.
 */
export function lookedUntil(checkpoints: Operations['checkpoints'], epoch: string) {
  return {
    read: async (now: Date): Promise<Date> => {
      const stored = await checkpoints.read(checkpoint);
      if (!stored?.startsWith(`${epoch} `)) return now;
      const until = Date.parse(stored.slice(epoch.length + 1));
      return until > now.getTime() + skewMs ? now : new Date(until);
    },
    write: (now: Date): Promise<void> => checkpoints.write(checkpoint, `${epoch} ${now.toISOString()}`),
  };
}
