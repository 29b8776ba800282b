import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { CommandAnswer, EnvironmentView, HealthView } from '@assay/contract';
import type { Caller } from '../support/caller.ts';
import { eventually } from '../support/eventually.ts';

/** A pause as clients make: polling without it would slow down the restarting process. */
const askAgainMs = 50;

export type Written = {
  /** The ids of all environments that the service acknowledged. */
  keys: string[];
  /** Answers that wrongly blame the client. */
  refusals: string[];
};

export type Writing = {
  /** Resolves once the service has acknowledged some environments. */
  underWay(): Promise<void>;
  /** Ends after the current call. */
  stop(): Promise<Written>;
};

/**
 * Creates one environment after another, whatever happens to the service meanwhile. A call without an answer is
 * repeated with the same Idempotency-Key, as a client does that does not know its outcome.
 */
export function keepWriting(caller: Caller, name: string): Writing {
  const written: Written = { keys: [], refusals: [] };
  let stopped = false;

  const make = async (key: string, idempotencyKey: string): Promise<'made' | 'unheard' | 'undecided'> => {
    try {
      const headers = { 'idempotency-key': idempotencyKey };
      const { status, body } = await caller.call<CommandAnswer>('POST', '/environments', { key, name: key }, headers);
      // The first attempt was cut off by a kill and may still count as running: nothing was acknowledged.
      if (status === 409) return 'undecided';
      if (status >= 400 && status < 500) written.refusals.push(`${status} ${JSON.stringify(body)}`);
      if (status !== 201) return 'unheard';
      // Repeated because only the read failed, it is the same one.
      if (!written.keys.includes(key)) written.keys.push(key);
      // Reading back each write sets the pace, so that the service is busy but not flooded.
      await caller.call('GET', '/account', undefined, { 'min-position': body.position });
      return 'made';
    } catch (error) {
      // The error of fetch when the service is down, which is expected here; anything else is not. Checked by name,
      // because it comes from outside Jest's realm.
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

/** Asserts that the service has everything it acknowledged, and blamed nobody. */
export async function expectAllThere(caller: Caller, { keys, refusals }: Written): Promise<void> {
  expect(refusals).toEqual([]);
  expect(keys.length).toBeGreaterThan(0);
  // Says which store is away, should one stay away.
  await eventually(async () => {
    const { body } = await caller.call<HealthView>('GET', '/health');
    expect(body.parts).toMatchObject({ eventStore: { status: 'ok' }, documentStore: { status: 'ok' } });
  });
  // A read waits for the last write, but not as long as a slow disk may take.
  await eventually(async () => {
    const there = (await caller.get<EnvironmentView[]>('/environments')).map(({ key }) => key);
    expect(there.filter((key) => keys.includes(key)).sort()).toEqual([...keys].sort());
  });
}
