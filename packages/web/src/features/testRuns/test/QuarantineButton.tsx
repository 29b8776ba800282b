import type { TestResultView, UserId } from '@assay/contract';
import { Button, Popover, Select, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useMay } from '../../../connection/currentUser.ts';
import { endAfter, quarantineSpans } from '../../../ui/format/quarantineEnd.ts';
import { showFailure } from '../../../ui/showFailure.ts';
import {
  useDequarantineTestMutation,
  useListQuarantinedTestsQuery,
  useQuarantineTestMutation,
} from '../../projects/projectsApi.ts';
import { useReviewers } from '../reviews/useReviewers.ts';

/**
 * Quarantines the test for future runs, with a reason, an end and who sees to it, or releases it. Shows the project's current state, not this
 * run's.
 */
export function QuarantineButton({ test }: { test: Pick<TestResultView, 'projectId' | 'testId' | 'quarantined'> }) {
  const may = useMay('test.quarantine');
  const { data: quarantined } = useListQuarantinedTestsQuery({ params: { id: test.projectId } });
  const [quarantine, { isLoading: quarantining }] = useQuarantineTestMutation();
  const [dequarantine, { isLoading: dequarantining }] = useDequarantineTestMutation();
  const [opened, setOpened] = useState(false);
  const [reason, setReason] = useState('');
  const [days, setDays] = useState('14');
  const [owner, setOwner] = useState<UserId | null>(null);
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
    <Popover opened={opened} onChange={setOpened} position="bottom-end" width={300} trapFocus returnFocus shadow="sm">
      <Popover.Target>
        <Button onClick={() => setOpened(!opened)} loading={quarantining} aria-expanded={opened}>
          Quarantine
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        <form
          onSubmit={(event) => {
            event.preventDefault();
            setOpened(false);
            const body = {
              reason: reason.trim() === '' ? null : reason.trim(),
              until: endAfter(days, Date.now()),
              ownerUserId: owner,
            };
            void quarantine({ params, body }).then(showOutcome);
          }}
        >
          <TextInput
            label="Reason"
            description="Its failures no longer fail a run, from the next run on."
            placeholder="Optional"
            maxLength={500}
            value={reason}
            onChange={(event) => setReason(event.currentTarget.value)}
            data-autofocus
          />
          <Select
            mt={8}
            label="Ends"
            data={quarantineSpans}
            value={days}
            onChange={(next) => setDays(next ?? '')}
            allowDeselect={false}
            comboboxProps={{ withinPortal: false }}
          />
          <Select
            mt={8}
            label="Who sees to it"
            description="Told some days before it ends."
            placeholder="You"
            data={people?.map(({ id, name }) => ({ value: id, label: name })) ?? []}
            value={owner}
            onChange={(next) => setOwner(people?.find(({ id }) => id === next)?.id ?? null)}
            searchable
            clearable
            comboboxProps={{ withinPortal: false }}
          />
          <Button type="submit" variant="filled" mt={12}>
            Quarantine test
          </Button>
        </form>
      </Popover.Dropdown>
    </Popover>
  );
}
