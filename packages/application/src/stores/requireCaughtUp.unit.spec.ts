import type { AccountId, Position } from '@assay/contract';
import { ReadModelsBehind, requireCaughtUp } from './requireCaughtUp.ts';

const acme = 'acme' as AccountId;
const newest = 'e-00000000000000000042' as Position;
const before = 'e-00000000000000000041' as Position;

/** Stores whose read models have reached that position. @param own what the account recorded last */
function storesAt(reached: Position | null, head: Position | null = newest, own = head ?? newest) {
  return {
    eventLog: {
      head: async () => head && { position: head, recordedAt: new Date() },
      newestOf: async () => own,
    },
    readModels: {
      waitFor: async (position: Position) => reached !== null && reached >= position,
      reached: async () => reached,
    },
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
    await expect(requireCaughtUp(storesAt(before), acme)).rejects.toThrow(ReadModelsBehind);
    await expect(requireCaughtUp(storesAt(null), acme)).rejects.toThrow(ReadModelsBehind);
  });

  it('waits for what its own account recorded, not for what others did', async () => {
    const stores = storesAt(before, newest, before);
    await expect(requireCaughtUp(stores, acme)).resolves.toBeUndefined();
    await expect(requireCaughtUp(stores, 'all')).rejects.toThrow(ReadModelsBehind);
    await expect(requireCaughtUp(stores, 'installation')).rejects.toThrow(ReadModelsBehind);
  });
});
