import type { AccountId } from '@assay/contract';
import type { Operations } from '@assay/operations';

const checkpoint = 'automation.triggersLookedAt';
/** Two machines may differ by that much. */
const skewMs = 60_000;

/** Up to when triggers were checked. */
export type LookedUntil = {
  until: Date;
  /** Accounts whose read models lagged since then: theirs were checked up to an earlier time. */
  lagging: ReadonlyMap<AccountId, Date>;
};

/**
 * Up to when triggers were checked, in this history of the log. A restored or copied log starts over: it starts nothing
 * of the time in between. So does a clock that was set back from far in the future; times that fired before are in
 * their own streams, and do not fire again.
 */
export function lookedUntil(checkpoints: Operations['checkpoints'], epoch: string) {
  return {
    read: async (now: Date): Promise<LookedUntil> => {
      const stored = await checkpoints.read(checkpoint);
      const [history, until = '', ...pairs] = stored?.split(' ') ?? [];
      if (history !== epoch) return { until: now, lagging: new Map() };
      const timeOf = (text: string) => {
        const time = Date.parse(text);
        return time > now.getTime() + skewMs ? now : new Date(time);
      };
      const lagging = pairs.map((pair): [AccountId, Date] => {
        const [accountId = '', since = ''] = pair.split('=');
        return [accountId as AccountId, timeOf(since)];
      });
      return { until: timeOf(until), lagging: new Map(lagging) };
    },
    write: ({ until, lagging }: LookedUntil): Promise<void> => {
      const pairs = [...lagging].map(([accountId, since]) => `${accountId}=${since.toISOString()}`);
      return checkpoints.write(checkpoint, [epoch, until.toISOString(), ...pairs].join(' '));
    },
  };
}
