import type { FlakyRules, FlakyRulesDays, FlakyRulesPreview, ProjectId } from '@assay/contract';
import { useCallback, useEffect, useRef, useState } from 'react';
import { asServiceError } from '../../../connection/serviceError.ts';
import { useLazyPreviewFlakyRulesQuery } from '../../../connection/serviceHooks.ts';

/** How far a trial of rules is. */
export type TrialState =
  | { kind: 'open' }
  /** `before`: what the latest trial found. */
  | { kind: 'trying'; before: FoundState | null }
  | { kind: 'failed'; text: string }
  | FoundState;
type FoundState = { kind: 'found'; found: FlakyRulesPreview; days: FlakyRulesDays };

/** Tries rules on past runs. A new trial takes the place of one under way; leaving the page ends it, at the service too. */
export function useRulesTrial(projectId: ProjectId) {
  const [ask] = useLazyPreviewFlakyRulesQuery();
  const [state, setState] = useState<TrialState>({ kind: 'open' });
  const running = useRef<ReturnType<typeof ask> | null>(null);
  useEffect(() => () => running.current?.abort(), []);

  const begin = useCallback(
    async (rules: FlakyRules, days: FlakyRulesDays): Promise<void> => {
      running.current?.abort();
      const mine = ask({ params: { id: projectId }, query: { days, ...rules } });
      running.current = mine;
      setState((last) => ({ kind: 'trying', before: last.kind === 'trying' ? last.before : foundOf(last) }));
      const { data, error } = await mine;
      if (running.current !== mine) return;
      running.current = null;
      const text = asServiceError(error)?.message ?? 'The rules could not be tried.';
      setState(data ? { kind: 'found', found: data, days } : { kind: 'failed', text });
    },
    [ask, projectId],
  );

  const stop = useCallback(() => {
    const mine = running.current;
    running.current = null;
    mine?.abort();
    setState({ kind: 'open' });
  }, []);
  return { state, begin, stop };
}

function foundOf(state: TrialState): FoundState | null {
  return state.kind === 'found' ? state : null;
}
