import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { CommandAnswer, EnvironmentView } from '@assay/contract';
import type { Caller } from '../support/caller.ts';
import { eventually } from '../support/eventually.ts';

/** As a client does: to ask without pause would slow down the process that is starting again. */
const askAgainMs = 50;

export type Written = {
  /** Of all environments that the service said it had made. */
  keys: string[];
  /** Answers that blame the client, who did nothing wrong. */
  refusals: string[];
};

export type Writing = {
  /** Resolves once the service has said of some environments that it has made them. */
  underWay(): Promise<void>;
  /** Ends after the call that is under way. */
  stop(): Promise<Written>;
};

/**
 * Makes one environment after another, whatever happens to the service meanwhile. A call without an answer is made
 * again under the same Idempotency-Key, as a client does that does not know whether it was heard.
 */
export function keepWriting(caller: Caller, name: string): Writing {
  const written: Written = { keys: [], refusals: [] };
  let stopped = false;

  const make = async (key: string, idempotencyKey: string): Promise<'made' | 'unheard' | 'undecided'> => {
    try {
      const headers = { 'idempotency-key': idempotencyKey };
      const { status, body } = await caller.call<CommandAnswer>('POST', '/environments', { key, name: key }, headers);
      // The first try was cut off by a kill and may be under way for all the service knows: nothing was promised.
      if (status === 409) return 'undecided';
      if (status >= 400 && status < 500) written.refusals.push(`${status} ${JSON.stringify(body)}`);
      if (status !== 201) return 'unheard';
      // Asked again because only the look failed, it is the same one.
      if (!written.keys.includes(key)) written.keys.push(key);
      // Looking at what was written is the pace of it, so that the service is busy and not flooded.
      await caller.call('GET', '/account', undefined, { 'min-position': body.position });
      return 'made';
    } catch (error) {
      // How fetch says that the service is away, which is what this is about; anything else is not. It is told by its
      // name, for it comes from outside of the realm that Jest runs tests in.
      if (error !== null && typeof error === 'object' && 'name' in error && error.name === 'TypeError')
        return 'unheard';
      throw error;
    }
  };

  const writing = (async () => {
    for (let count = 1; !stopped; count += 1) {
      const idempotencyKey = randomUUID();
      while ((await make(`${name}-${count}`, idempotencyKey)) === 'unheard') {
        if (stopped) return;
        await delay(askAgainMs);
      }
    }
  })();
  return {
    underWay: () => eventually(() => written.keys.length >= 5).then(() => undefined),
    stop: async () => {
      stopped = true;
      await writing;
      return written;
    },
  };
}

/** That the service has everything that it said it had made, and blamed nobody. */
export async function expectAllThere(caller: Caller, { keys, refusals }: Written): Promise<void> {
  expect(refusals).toEqual([]);
  expect(keys.length).toBeGreaterThan(0);
  // A read waits for what was just written, but not for as long as a disk may take.
  await eventually(async () => {
    const there = (await caller.get<EnvironmentView[]>('/environments')).map(({ key }) => key);
    expect(there.filter((key) => keys.includes(key)).sort()).toEqual([...keys].sort());
  });
}
