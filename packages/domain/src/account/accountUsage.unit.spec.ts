import { type AccountId, planOf } from '@assay/contract';
import type { AccountEvent } from '@assay/event-schemas';
import { given } from '../../test/deciderSpec.ts';
import { accountDecider } from './decideAccount.ts';

const accountId = 'acme' as AccountId;
const created: AccountEvent = { type: 'AccountCreated', data: { accountId, name: 'acme' } };
const onTier1: AccountEvent = { type: 'AccountPlanChanged', data: { accountId, plan: planOf(1) } };
const used = (usedMinutes: number, month = '2026-11') => ({ type: 'recordUsage' as const, month, usedMinutes });
const reached = (percent: number, month = '2026-11'): AccountEvent => ({
  type: 'TestingMinutesReached',
  data: { accountId, month, percent, includedMinutes: 300 },
});

describe('the testing minutes of a month', () => {
  it('are recorded at 80 and 100 percent, once each', () => {
    given(accountDecider, created, onTier1).when(used(239)).gives();
    given(accountDecider, created, onTier1).when(used(240)).gives(reached(80));
    given(accountDecider, created, onTier1, reached(80)).when(used(299)).gives();
    given(accountDecider, created, onTier1, reached(80)).when(used(300)).gives(reached(100));
    given(accountDecider, created, onTier1, reached(80), reached(100)).when(used(900)).gives();
  });

  it('are recorded at 100 percent alone where both are reached at once', () => {
    given(accountDecider, created, onTier1).when(used(400)).gives(reached(100));
    given(accountDecider, created, onTier1, reached(100)).when(used(250)).gives();
  });

  it('begin anew with each month, and a late result of the last one records nothing', () => {
    given(accountDecider, created, onTier1, reached(100)).when(used(250, '2026-12')).gives(reached(80, '2026-12'));
    given(accountDecider, created, onTier1, reached(80, '2026-12')).when(used(400, '2026-11')).gives();
  });

  it('are not recorded where the plan has no limit', () => {
    given(accountDecider, created).when(used(1_000_000)).gives();
  });
});
