import type { ProblemId, ProjectId, ReviewStatusId, UserId } from '@assay/contract';
import type { ProblemEvent } from '@assay/event-schemas';
import { given } from '../../test/deciderSpec.ts';
import { type ProblemCommand, problemDecider } from './decideProblem.ts';

const named = { projectId: 'shop' as ProjectId, problemId: 'f1' as ProblemId };
const [ada, grace] = ['ada', 'grace'] as [UserId, UserId];
const owned = (formerUserId: UserId | null, userId: UserId | null): ProblemEvent => ({
  type: 'ProblemOwnerAssigned',
  data: { ...named, formerUserId, userId },
});
const classified = (from: ReviewStatusId | null, to: ReviewStatusId | null): ProblemEvent => ({
  type: 'ProblemClassified',
  data: { ...named, from, to },
});
const noted = (note: string | null): ProblemEvent => ({ type: 'ProblemNoted', data: { ...named, note } });
const problem = (...events: ProblemEvent[]) => given(problemDecider, ...events);
const change = (to: Partial<ProblemCommand>): ProblemCommand => ({ type: 'changeProblem', ...named, ...to });

describe('the problem behind failures', () => {
  it('has an owner, a classification and a note, each recorded by itself', () => {
    problem()
      .when(change({ ownerUserId: ada, status: 'PRODUCT_BUG', note: 'SHOP-812' }))
      .gives(owned(null, ada), classified(null, 'PRODUCT_BUG'), noted('SHOP-812'));
    problem(owned(null, ada), classified(null, 'PRODUCT_BUG'), noted('SHOP-812'))
      .when(change({ ownerUserId: null, status: null, note: null }))
      .gives(owned(ada, null), classified('PRODUCT_BUG', null), noted(null));
  });

  it('keeps what is left out, and does not change by what it is already', () => {
    const { state } = problem(owned(null, ada), noted('SHOP-812')).when(change({ status: 'ENVIRONMENT' }));
    expect(state).toEqual({ ownerUserId: ada, status: 'ENVIRONMENT', note: 'SHOP-812', changes: 3 });
    problem(owned(null, ada))
      .when(change({ ownerUserId: ada, seen: 0 }))
      .gives();
  });

  it('goes to one of two people who both saw it as free', () => {
    problem(owned(null, ada))
      .when(change({ ownerUserId: grace, seen: 0 }))
      .refuses('problem.changed');
    problem(owned(null, ada))
      .when(change({ ownerUserId: grace, seen: 1 }))
      .gives(owned(ada, grace));
  });
});
