import type { ProjectId, TestId } from '@assay/contract';
import { extendedEnd } from '../../ui/format/quarantineEnd.ts';
import { showFailure } from '../../ui/showFailure.ts';
import { useDequarantineTestMutation, useQuarantineTestMutation } from './projectsApi.ts';

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
