import type { FlakyRules, FlakyRulesDays, FlakyRulesPreview, ProjectId } from '@assay/contract';
import { useCallback, useEffect, useRef, useState } from 'react';
import { asServiceError } from '../../../connection/serviceError.ts';
import { useLazyPreviewFlakyRulesQuery } from '../../../connection/serviceHooks.ts';

/** How far a trial of rules is. */
export type TrialState =
  | { kind: 'open' }
  | { kind: 'trying' }
  | { kind: 'failed'; text: string }
  | { kind: 'found'; found: FlakyRulesPreview; days: FlakyRulesDays };

/** Tries rules on past runs. A new trial takes the place of one under way; leaving the page ends it, at the service too. */
export function useRulesTrial(projectId: ProjectId) {
  const [ask] = useLazyPreviewFlakyRulesQuery();
  const [state, setState] = useState<TrialState>({ kind: 'open' });
  const running = useRef<ReturnType<typeof ask> | null>(null);
  useEffect(() => () => running.current?.abort(), []);

  async function tryRules(rules: FlakyRules, days: FlakyRulesDays): Promise<void> {
    running.current?.abort();
    const mine = ask({ params: { id: projectId }, query: { days, ...rules } });
    running.current = mine;
    setState({ kind: 'trying' });
    const { data, error } = await mine;
    if (running.current !== mine) return;
    running.current = null;
    const text = asServiceError(error)?.message ?? 'The rules could not be tried.';
    setState(data ? { kind: 'found', found: data, days } : { kind: 'failed', text });
  }

  const stop = useCallback(() => {
    const mine = running.current;
    running.current = null;
    mine?.abort();
    setState({ kind: 'open' });
  }, []);
  return { state, begin: (rules: FlakyRules, days: FlakyRulesDays) => void tryRules(rules, days), stop };
}
