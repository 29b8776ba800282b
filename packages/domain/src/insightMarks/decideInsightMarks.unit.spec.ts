import type { AccountId, InsightId, UserId } from '@assay/contract';
import type { InsightMarksEvent } from '@assay/event-schemas';
import { given } from '../../test/deciderSpec.ts';
import { insightMarksDecider } from './decideInsightMarks.ts';

const mark = (read: boolean, useful = true, insightId = 'a') => ({
  accountId: 'acme' as AccountId,
  userId: 'ada' as UserId,
  insightId: insightId as InsightId,
  read,
  useful,
});
const marked = (...facts: Parameters<typeof mark>): InsightMarksEvent => ({
  type: 'InsightMarked',
  data: mark(...facts),
});
const ask = (...facts: Parameters<typeof mark>) => ({ type: 'markInsight' as const, ...mark(...facts) });

describe('the marks of somebody on insights', () => {
  it('are made once, and taken back', () => {
    given(insightMarksDecider).when(ask(true)).gives(marked(true));
    given(insightMarksDecider, marked(true)).when(ask(true)).gives();
    given(insightMarksDecider, marked(true)).when(ask(false)).gives(marked(false));
    given(insightMarksDecider).when(ask(false)).gives();
  });

  it('say that one is not useful', () => {
    given(insightMarksDecider, marked(true)).when(ask(true, false)).gives(marked(true, false));
  });

  it('forget the oldest', () => {
    const many = Array.from({ length: 501 }, (_, at) => marked(true, true, `i${at}`));
    given(insightMarksDecider, ...many)
      .when(ask(true, true, 'i500'))
      .gives();
    given(insightMarksDecider, ...many)
      .when(ask(true, true, 'i0'))
      .gives(marked(true, true, 'i0'));
  });
});
