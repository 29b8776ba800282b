import type { AccountId, Position } from '@assay/contract';
import { furthest, type Progress, progressNotice, progressOf, reachedFor } from './progress.ts';

const [acme, globex] = ['acme', 'globex'] as AccountId[] as [AccountId, AccountId];
const at = (commit: number) => `history-${String(commit).padStart(20, '0')}` as Position;
const progress = (front: number, behind: Record<string, number> = {}): Progress => ({
  front: at(front),
  behind: new Map(Object.entries(behind).map(([id, commit]) => [id as AccountId, at(commit)])),
});

describe('how far read models are', () => {
  it('differs for an account that is behind', () => {
    const now = progress(9, { acme: 4 });
    expect(reachedFor(acme, now)).toBe(at(4));
    expect(reachedFor(globex, now)).toBe(at(9));
    expect(reachedFor('installation', now)).toBe(at(9));
    expect(reachedFor('all', now)).toBe(at(4));
  });

  it.each<Record<string, number>>([{}, { acme: 4 }, { acme: 4, globex: 7 }])(
    'is told in one notice, with %j behind',
    (behind) => {
      const now = progress(9, behind);
      expect(progressOf(progressNotice('trailing', now))).toEqual({ tier: 'trailing', progress: now });
    },
  );

  it('is not told by other notices', () => {
    expect(progressOf({ topic: 'projects', ids: ['prompt'], position: at(1) })).toBeNull();
  });

  it.each([
    ['an account has caught up', progress(9, { acme: 4 }), progress(12), progress(12)],
    ['another projector begins before the account', progress(9, { acme: 4 }), progress(2), progress(9, { acme: 4 })],
    ['another projector has passed the account', progress(9, { acme: 4 }), progress(6), progress(9, { acme: 6 })],
    [
      'the account is behind again, less far than it was',
      progress(9, { acme: 4 }),
      progress(10, { acme: 2 }),
      progress(10, { acme: 4 }),
    ],
    ['an account falls behind', progress(9), progress(12, { acme: 10 }), progress(12, { acme: 10 })],
    ['an account falls behind what it was at', progress(9), progress(8, { acme: 3 }), progress(9)],
  ])('never goes back for anybody: %s', (_, known, told, expected) => {
    expect(furthest(known, told)).toEqual(expected);
  });

  it('is what was told first', () => {
    expect(furthest(null, progress(3, { acme: 1 }))).toEqual(progress(3, { acme: 1 }));
  });
});
