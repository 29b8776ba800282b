import type { TestResultView } from '@assay/contract';
import { Button } from '@mantine/core';
import { useMay } from '../../../connection/currentUser.ts';
import {
  useDequarantineTestMutation,
  useListQuarantinedTestsQuery,
  useQuarantineTestMutation,
} from '../../../connection/serviceHooks.ts';
import { QuarantineForm } from '../../../ui/quarantine/QuarantineForm.tsx';
import { showFailure } from '../../../ui/showFailure.ts';
import { useReviewers } from '../reviews/useReviewers.ts';

/**
 * Quarantines the test for future runs, with a reason, an end and an owner, or releases it. Shows the project's current state, not
 * this run's.
 */
export function QuarantineButton({ test }: { test: Pick<TestResultView, 'projectId' | 'testId' | 'quarantined'> }) {
  const may = useMay('test.quarantine');
  const { data: quarantined } = useListQuarantinedTestsQuery({ params: { id: test.projectId } });
  const [quarantine, { isLoading: quarantining }] = useQuarantineTestMutation();
  const [dequarantine, { isLoading: dequarantining }] = useDequarantineTestMutation();
  const people = useReviewers();
  if (!may) return null;
  const params = { id: test.projectId, testId: test.testId };
  const isQuarantined = quarantined ? quarantined.some((other) => other.id === test.testId) : test.quarantined;
  const showOutcome = (answer: { error?: unknown }) => {
    if (answer.error) showFailure(answer.error);
  };

  if (isQuarantined) {
    return (
      <Button loading={dequarantining} onClick={async () => showOutcome(await dequarantine({ params }))}>
        Dequarantine
      </Button>
    );
  }
  return (
    <QuarantineForm
      people={people}
      isBusy={quarantining}
      onQuarantine={(terms) => void quarantine({ params, body: terms }).then(showOutcome)}
    />
  );
}
