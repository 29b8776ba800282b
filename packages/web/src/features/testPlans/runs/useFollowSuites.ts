import { type TestPlanRunView, topics } from '@assay/contract';
import { useEffect, useMemo, useRef } from 'react';
import { throttled } from '../../../connection/keepFresh.ts';
import { useLiveTopic } from '../../../connection/useLiveTopic.ts';

/** A run of many tests changes all the time. */
const atMostEveryMilliseconds = 2_000;

/** Reads the plan runs again while their test runs go on, which change without them. */
export function useFollowSuites(runs: readonly TestPlanRunView[], read: () => unknown): void {
  const latest = useRef(read);
  useEffect(() => {
    latest.current = read;
  });
  const again = useMemo(() => throttled(() => latest.current(), atMostEveryMilliseconds), []);
  useEffect(() => () => again.stop(), [again]);
  const followed = new Set<string>(
    runs.flatMap(({ stages }) =>
      stages.flatMap(({ suites }) => suites.flatMap(({ isRunning, testRunId }) => (isRunning && testRunId) || [])),
    ),
  );
  useLiveTopic(topics.testRuns, (change) => {
    if (followed.size === 0 || change.kind === 'resync') return;
    if (change.ids.length === 0 || change.ids.some((id) => followed.has(id))) again.call();
  });
}
