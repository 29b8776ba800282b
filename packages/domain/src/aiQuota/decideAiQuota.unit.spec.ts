import type { AccountId } from '@assay/contract';
import type { AiQuotaEvent } from '@assay/event-schemas';
import { given } from '../../test/deciderSpec.ts';
import { type AiQuotaCommand, type AiUseKind, aiQuotaDecider } from './decideAiQuota.ts';

const use = (useId: string, kind: AiUseKind = 'RUN_ANALYSIS') => ({
  accountId: 'acme' as AccountId,
  month: '2026-03',
  kind,
  useId,
});
const reserve = (useId: string, limit: number | null, kind?: AiUseKind): AiQuotaCommand => ({
  type: 'reserve',
  limit,
  ...use(useId, kind),
});
const settle = (type: 'spend' | 'release', useId: string): AiQuotaCommand => ({ type, ...use(useId) });
const fact = (type: AiQuotaEvent['type'], useId: string, kind?: AiUseKind): AiQuotaEvent => ({
  type,
  data: use(useId, kind),
});
const month = (...events: AiQuotaEvent[]) => given(aiQuotaDecider, ...events);

describe('the requests of an account to a model in a month', () => {
  it('are reserved once, and refused beyond the limit', () => {
    month().when(reserve('a', 1)).gives(fact('AiUseReserved', 'a'));
    month(fact('AiUseReserved', 'a')).when(reserve('a', 1)).gives();
    month(fact('AiUseReserved', 'a')).when(reserve('b', 1)).refuses('analysis.quotaUsed');
    month(fact('AiUseReserved', 'a'), fact('AiUseSpent', 'a')).when(reserve('b', 1)).refuses('analysis.quotaUsed');
    month(fact('AiUseReserved', 'a')).when(reserve('b', null)).gives(fact('AiUseReserved', 'b'));
  });

  it('are counted by kind', () => {
    const ofRun = fact('AiUseReserved', 'a');
    month(ofRun)
      .when(reserve('b', 1, 'SUGGESTION'))
      .gives(fact('AiUseReserved', 'b', 'SUGGESTION'));
    month(fact('AiUseReserved', 'a', 'SUGGESTION'))
      .when(reserve('b', 1, 'SUGGESTION'))
      .refuses('analysis.suggestionsUsed');
  });

  it('are settled once, and a released one is free again', () => {
    month().when(settle('spend', 'a')).gives();
    month(fact('AiUseReserved', 'a')).when(settle('spend', 'a')).gives(fact('AiUseSpent', 'a'));
    month(fact('AiUseReserved', 'a')).when(settle('release', 'a')).gives(fact('AiUseReleased', 'a'));
    const released = [fact('AiUseReserved', 'a'), fact('AiUseReleased', 'a')];
    month(...released)
      .when(settle('spend', 'a'))
      .gives();
    month(...released)
      .when(reserve('b', 1))
      .gives(fact('AiUseReserved', 'b'));
  });
});
