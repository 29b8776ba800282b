import type { UnstableTest } from '@assay/contract';
import { Button } from '@mantine/core';
import {
  useDequarantineTestMutation,
  useListUserRolesQuery,
  useQuarantineTestMutation,
} from '../../../connection/serviceHooks.ts';
import { personName } from '../../../ui/format/personName.ts';
import { QuarantineForm } from '../../../ui/quarantine/QuarantineForm.tsx';
import { showFailure } from '../../../ui/showFailure.ts';

/** Quarantines a test for future runs, or releases it, where it is listed. */
export function QuarantineInRow({ test }: { test: UnstableTest }) {
  const { data: roles } = useListUserRolesQuery();
  const [quarantine, { isLoading: quarantining }] = useQuarantineTestMutation();
  const [dequarantine, { isLoading: releasing }] = useDequarantineTestMutation();
  const params = { id: test.projectId, testId: test.testId };
  const showOutcome = (answer: { error?: unknown }) => {
    if (answer.error) showFailure(answer.error);
  };
  return (
    // A click in the form is none on the row.
    // biome-ignore lint/a11y/noStaticElementInteractions: it takes no clicks, it keeps them from the row
    // biome-ignore lint/a11y/useKeyWithClickEvents: keys do not open rows
    <div onClick={(event) => event.stopPropagation()}>
      {test.quarantinedAt === null ? (
        <QuarantineForm
          rowOf={test.name}
          people={roles?.map(({ user }) => ({ id: user.id, name: personName(user) }))}
          isBusy={quarantining}
          onQuarantine={(terms) => void quarantine({ params, body: terms }).then(showOutcome)}
        />
      ) : (
        <Button
          size="compact-xs"
          variant="subtle"
          px={0}
          aria-label={`Dequarantine ${test.name}`}
          loading={releasing}
          onClick={async () => showOutcome(await dequarantine({ params }))}
        >
          Dequarantine
        </Button>
      )}
    </div>
  );
}
