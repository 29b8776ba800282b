import type { AccountId, Position } from '@assay/contract';
import { patienceMs } from '../../../test/support/patience.ts';
import { openConsistency, ReadModelsLagging } from './consistency.ts';
import { progressNotice } from './progress.ts';
import type { ProjectionTier } from './projection.ts';

const acme = 'acme' as AccountId;
const globex = 'globex' as AccountId;
const at = (commit: number) => `e-${String(commit).padStart(20, '0')}` as Position;
const newest = at(42);
const before = at(41);
/** Short, but longer than the first look. */
const budgetMs = 150;

/**
 * Waits over a log that ends at a position.
 * @param own what every account recorded last
 * @param stored how far the stored states of the read models are
 */
function openWaits({ head = newest as Position | null, own = newest, stored = null as Position | null } = {}) {
  const reads = { stored: 0 };
  const consistency = openConsistency({
    eventLog: {
      epoch: 'e',
      head: async () => head && { position: head, recordedAt: new Date(0) },
      newestOf: async () => own,
    },
    storedPosition: async () => {
      reads.stored += 1;
      return stored;
    },
  });
  const notice = (front: Position, lagging: [AccountId, Position][] = [], tier: ProjectionTier = 'prompt') =>
    consistency.onNotice(progressNotice(tier, { front, behind: new Map(lagging) }));
  return { ...consistency, notice, reads };
}

describe('a decision by a read model', () => {
  it.each(['notices', 'stored positions'])('goes ahead once everything recorded is shown, by %s', async (by) => {
    const waits = openWaits({ stored: by === 'stored positions' ? newest : null });
    const decision = waits.require({ scope: acme }, patienceMs);
    if (by === 'notices') waits.notice(newest);
    await expect(decision).resolves.toBeUndefined();
  });

  it('goes ahead if nothing was ever recorded', async () => {
    await expect(openWaits({ head: null }).require({ scope: acme })).resolves.toBeUndefined();
  });

  it.each([before, null])('is refused for now rather than made on stale data, at %s', async (stored) => {
    const refused = openWaits({ stored }).require({ scope: acme, tier: 'trailing' }, budgetMs);
    await expect(refused).rejects.toThrow(ReadModelsLagging);
    await expect(refused).rejects.toMatchObject({ scope: acme, tier: 'trailing', position: newest });
  });

  it('waits for the events of its own account only', async () => {
    const waits = openWaits({ own: before });
    waits.notice(before, [[globex, at(3)]]);
    await expect(waits.require({ scope: acme }, budgetMs)).resolves.toBeUndefined();
    await expect(waits.require({ scope: globex }, budgetMs)).rejects.toThrow(ReadModelsLagging);
    await expect(waits.require({ scope: 'all' }, budgetMs)).rejects.toThrow(ReadModelsLagging);
    await expect(waits.require({ scope: 'installation' }, budgetMs)).rejects.toThrow(ReadModelsLagging);
  });

  it('waits up to the position that is named, whatever was recorded since', async () => {
    const waits = openWaits();
    waits.notice(before);
    await expect(waits.require({ scope: acme, upTo: before }, budgetMs)).resolves.toBeUndefined();
  });
});

describe('a wait for read models', () => {
  it('reads no stored position where notices arrive in time', async () => {
    const waits = openWaits();
    waits.notice(before);
    const reached = waits.waitFor(newest, patienceMs, { scope: acme });
    waits.notice(at(43));
    expect(await reached).toBe(true);
    expect(waits.reads.stored).toBe(0);
  });

  it('ends although notices have stopped, by the stored positions', async () => {
    const waits = openWaits({ stored: newest });
    waits.notice(before);
    expect(await waits.waitFor(newest, patienceMs)).toBe(true);
    expect(waits.reads.stored).toBe(1);
  });

  it('of all accounts goes on until the last one is shown', async () => {
    const waits = openWaits();
    waits.notice(newest, [[globex, before]]);
    const reached = waits.waitFor(newest, patienceMs, { scope: 'all' });
    expect(await waits.waitFor(newest, 0, { scope: acme })).toBe(true);
    expect(await waits.waitFor(newest, 0, { scope: 'all' })).toBe(false);
    waits.notice(newest);
    expect(await reached).toBe(true);
  });

  it('of the trailing tier includes the prompt one, which may lag behind it', async () => {
    const waits = openWaits();
    waits.notice(newest, [], 'trailing');
    expect(await waits.waitFor(newest, 0, { tier: 'trailing' })).toBe(false);
    const reached = waits.waitFor(newest, patienceMs, { tier: 'trailing' });
    waits.notice(newest);
    expect(await reached).toBe(true);
  });

  it('reads stored positions less and less often where notices do not arrive', async () => {
    const waits = openWaits();
    expect(await waits.waitFor(newest, 400)).toBe(false);
    // Every 5 ms would be 80 times.
    expect(waits.reads.stored).toBeLessThan(20);
  });
});
