import type { AccountId } from '@assay/contract';
import type { Collections } from '../collections.ts';
import type { InsightFact } from './insightFacts.ts';
import { openInsights } from './openInsights.ts';

const acme = 'acme' as AccountId;
const globex = 'globex' as AccountId;
const nothing = {} as Collections;

/** @param tookMs how long each look takes, by a clock of its own */
function opened({ tookMs, fails = false }: { tookMs: number; fails?: boolean }) {
  const time = { now: 1_000_000 };
  const asked: AccountId[] = [];
  const find = async (_: Collections, accountId: AccountId): Promise<InsightFact[]> => {
    asked.push(accountId);
    time.now += tookMs;
    if (fails) throw new Error('no store');
    return [];
  };
  const insights = openInsights({ find, clock: () => time.now });
  return { asked, time, ask: (accountId: AccountId) => insights(nothing, accountId, time.now) };
}

describe('insights that are looked for', () => {
  it('are kept by account, a hundred times as long as it took to find them', async () => {
    const { asked, time, ask } = opened({ tookMs: 20 });
    await ask(acme);
    time.now += 1_900;
    await ask(acme);
    await ask(globex);
    expect(asked).toEqual([acme, globex]);
    time.now += 100;
    await ask(acme);
    expect(asked).toEqual([acme, globex, acme]);
  });

  it('are kept for five minutes at most', async () => {
    const { asked, time, ask } = opened({ tookMs: 60_000 });
    await ask(acme);
    time.now += 5 * 60_000;
    await ask(acme);
    expect(asked).toEqual([acme, acme]);
  });

  it('are looked for once by those who ask at the same time', async () => {
    const { asked, ask } = opened({ tookMs: 0 });
    await Promise.all([ask(acme), ask(acme)]);
    expect(asked).toEqual([acme]);
  });

  it('are looked for again after a failure', async () => {
    const { asked, ask } = opened({ tookMs: 20, fails: true });
    await expect(ask(acme)).rejects.toThrow('no store');
    await expect(ask(acme)).rejects.toThrow('no store');
    expect(asked).toEqual([acme, acme]);
  });
});
