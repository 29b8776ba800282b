import type { AccountId, Position } from '@assay/contract';
import { DomainError } from '@assay/domain';
import type { WaitScope } from '@assay/projections';
import { withNewest } from './withNewest.ts';

const history: WaitScope = { scope: 'acme' as AccountId, tier: 'trailing' };
const head = { position: 'e-00000000000000000009' as Position, recordedAt: new Date(0) };

/** A thing that is projected once somebody waits for it, unless that takes too long. */
function justMade({ inTime = true, logged = true } = {}) {
  const awaited: unknown[] = [];
  let projected = false;
  const deps = {
    eventLog: { head: async () => (logged ? head : null) },
    readModels: {
      waitFor: async (...asked: unknown[]) => {
        awaited.push(asked);
        projected = inTime;
        return inTime;
      },
    },
  };
  const read = async () => {
    if (!projected) throw new DomainError('pipelineStage.notFound');
    return 'the stage';
  };
  return { deps, read, awaited };
}

describe('a query', () => {
  it('waits for what is not found to be projected', async () => {
    const { deps, read, awaited } = justMade();
    expect(await withNewest(deps, history, read)).toBe('the stage');
    expect(awaited).toEqual([[head.position, expect.any(Number), history]]);
  });

  it.each([{ inTime: false }, { logged: false }])(
    'answers that there is nothing when the read models are %j',
    async (how) => {
      const { deps, read } = justMade(how);
      await expect(withNewest(deps, {}, read)).rejects.toMatchObject({ code: 'pipelineStage.notFound' });
    },
  );

  it('waits for nothing else', async () => {
    const { deps, awaited } = justMade();
    expect(await withNewest(deps, {}, async () => 'found')).toBe('found');
    const refused = withNewest(deps, {}, () => Promise.reject(new DomainError('testRun.notFinished')));
    await expect(refused).rejects.toThrow();
    expect(awaited).toEqual([]);
  });
});
