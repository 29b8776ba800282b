import type { AccountId, Position } from '@assay/contract';
import { ReadModelsBehind, requireCaughtUp } from './requireCaughtUp.ts';

const acme = 'acme' as AccountId;
const newest = 'e-00000000000000000042' as Position;

/** Stores whose read models have reached that position. */
function storesAt(reached: Position | null, head: Position | null = newest) {
  return {
    eventLog: { head: async () => head && { position: head, recordedAt: new Date() } },
    readModels: { waitFor: async (position: Position) => reached !== null && reached >= position },
  };
}

describe('a command that decides by a read model', () => {
  it('continues once the read models show everything recorded', async () => {
    await expect(requireCaughtUp(storesAt(newest), acme)).resolves.toBeUndefined();
  });

  it('continues if nothing was ever recorded', async () => {
    await expect(requireCaughtUp(storesAt(null, null), acme)).resolves.toBeUndefined();
  });

  it('is refused for now rather than decided on old data', async () => {
    const behind = requireCaughtUp(storesAt('e-00000000000000000041' as Position), acme);
    await expect(behind).rejects.toThrow(ReadModelsBehind);
  });
});
