import { type TestAnalysisView, type TestResultView, testKeyOf } from '@assay/contract';
import { useEffect, useRef } from 'react';
import { useMay } from '../../../connection/currentUser.ts';
import { useRequestTestAnalysisMutation } from '../../../connection/serviceHooks.ts';

/**
 * Requests a suggestion about the test once, if none was requested and one may be.
 * @returns how that goes, and what requests it again
 */
export function useSuggestion(
  { id, status, refusal }: TestAnalysisView,
  { testRunId, testId, copy }: TestResultView,
): { isSending: boolean; error: unknown; request: (() => void) | null } {
  const may = useMay('analysis.request');
  const [send, { isLoading, isSuccess, error }] = useRequestTestAnalysisMutation();
  const requested = useRef<string | null>(null);
  const testKey = testKeyOf(testId, copy);
  // Without a model, rules answer.
  const mayRequest = may && (refusal === null || refusal.reason === 'NO_MODEL');
  const isWanted = mayRequest && status === 'NOT_REQUESTED';
  useEffect(() => {
    if (!isWanted || requested.current === id) return;
    requested.current = id;
    void send({ params: { id: testRunId, testId: testKey } });
  }, [isWanted, id, send, testRunId, testKey]);
  return {
    // Until the answer of the request is read.
    isSending: isLoading || (isSuccess && status === 'NOT_REQUESTED'),
    error,
    request: mayRequest ? () => void send({ params: { id: testRunId, testId: testKey } }) : null,
  };
}
