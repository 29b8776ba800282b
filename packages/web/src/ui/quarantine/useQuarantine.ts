import type { ProjectId, TestId } from '@assay/contract';
import { useDequarantineTestMutation, useQuarantineTestMutation } from '../../connection/serviceHooks.ts';
import { extendedEnd } from '../format/quarantineEnd.ts';
import { showFailure } from '../showFailure.ts';

/** Gives a quarantined test more time, or lets it go; what fails is said. */
export function useQuarantine(projectId: ProjectId, testId: TestId) {
  const [quarantine, { isLoading: extending }] = useQuarantineTestMutation();
  const [dequarantine, { isLoading: releasing }] = useDequarantineTestMutation();
  const params = { id: projectId, testId };
  const showOutcome = (answer: { error?: unknown }) => {
    if (answer.error) showFailure(answer.error);
  };
  return {
    extending,
    releasing,
    extend: async (until: string) =>
      showOutcome(await quarantine({ params, body: { until: extendedEnd(until, Date.now()) } })),
    release: async () => showOutcome(await dequarantine({ params })),
  };
}
