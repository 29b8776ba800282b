import { settleAiUse, useIdOfRun, useIdOfTest } from '@assay/application';
import { accountOf } from '@assay/event-log';
import { policy, reactingTo } from '../policy.ts';

/** Counts a request in the account's quota once a model has answered it, and releases it otherwise. */
export const settleAiUses = policy({
  name: 'settleAiUses',
  on: ['RunAnalysisCompleted', 'TestAnalysisCompleted'],
  react: async (event, deps) => {
    const { attempt, month, usesQuota, model } = event.data;
    if (!usesQuota) return;
    const of =
      event.type === 'RunAnalysisCompleted'
        ? { kind: 'RUN_ANALYSIS' as const, useId: useIdOfRun(event.data.testRunId, attempt) }
        : { kind: 'SUGGESTION' as const, useId: useIdOfTest(event.data.testRunTestId, attempt) };
    const use = { accountId: accountOf(event), month, ...of };
    await settleAiUse(deps, use, model !== null, reactingTo(event, 'settleAiUses'));
  },
});
