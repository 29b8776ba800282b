import type { ReleaseView } from '@assay/contract';
import { ReadModelsLagging } from '@assay/projections';
import { countedReleases } from './answeredReleases.ts';

const release = {
  id: 'one',
  ships: [{ projectId: 'shop', commit: 'abcdef0' }],
  decision: null,
  criteriaCount: 2,
  completedCount: 1,
} as unknown as ReleaseView;
const rules = new Map([['one', [{ kind: 'runsPass' }]]]);
/** A fake of an account whose read models have no release but the one above. */
const caller = { accountId: 'acme', models: { openRules: async () => rules } } as never;
const failing = (error: Error) => ({ readModels: { require: () => Promise.reject(error) } }) as never;

describe('a release in a list', () => {
  it('has its criteria open whose answers are not known yet, as read models lag', async () => {
    const lagging = new ReadModelsLagging({ scope: 'all', tier: 'prompt', position: 'e-1' as never });
    expect(await countedReleases(failing(lagging), caller, [release])).toEqual([release]);
  });

  it('is not shown where its criteria cannot be read at all', async () => {
    await expect(countedReleases(failing(new Error('the store is away')), caller, [release])).rejects.toThrow('away');
  });
});
