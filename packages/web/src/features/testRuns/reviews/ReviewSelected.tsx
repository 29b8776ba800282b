import { limits, type ReviewOfTest, reviewStatuses, type TestResultRow, type TestRunId } from '@assay/contract';
import { Button, Popover, Select } from '@mantine/core';
import { useState } from 'react';
import { counted } from '../../../ui/format/formatNumbers.ts';
import { showDone } from '../../../ui/showDone.ts';
import { showFailure } from '../../../ui/showFailure.ts';
import { showUndo } from '../../../ui/showUndo.tsx';
import { useChangeReviewsMutation } from './reviewEndpoints.ts';
import styles from './reviews.module.css';
import { reviewsToChange } from './reviewsToChange.ts';
import { useReviewers } from './useReviewers.ts';

const asItIs = { value: '', label: 'As it is' };
const nobody = 'none';

/** Reviewer and status for the selected tests at once; says what will change before, and takes it back after. */
export function ReviewSelected({
  testRunId,
  tests,
  onDone,
}: {
  testRunId: TestRunId;
  tests: readonly TestResultRow[];
  onDone: () => void;
}) {
  const reviewers = useReviewers() ?? [];
  const [changeReviews, { isLoading }] = useChangeReviewsMutation();
  const [opened, setOpened] = useState(false);
  const [reviewer, setReviewer] = useState('');
  const [status, setStatus] = useState('');
  const tooMany = tests.length > limits.reviewedTests;
  const assigneeUserId = reviewer === nobody ? null : reviewers.find(({ id }) => id === reviewer)?.id;
  const reviewStatusId = reviewStatuses.find(({ id }) => id === status)?.id;
  const changed = reviewsToChange(tests, { assigneeUserId, reviewStatusId });

  async function undo(before: ReviewOfTest[]): Promise<void> {
    const answer = await changeReviews({ body: { testRunId, tests: before } });
    if (answer.error) showFailure(answer.error);
    else showDone('Taken back');
  }

  async function apply(): Promise<void> {
    const answer = await changeReviews({ body: { testRunId, tests: changed.requests } });
    if (!answer.data) {
      showFailure(answer.error);
      return;
    }
    setOpened(false);
    onDone();
    const before = answer.data.undo;
    showUndo(`Reviewed ${counted(before.length, 'test')}.`, () => void undo(before));
  }

  return (
    <Popover opened={opened} onChange={setOpened} position="bottom-start" width={280} trapFocus returnFocus shadow="sm">
      <Popover.Target>
        <Button size="compact-xs" onClick={() => setOpened(!opened)} aria-expanded={opened}>
          Review selected
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        <form
          className={styles.many}
          onSubmit={(event) => {
            event.preventDefault();
            void apply();
          }}
        >
          <Select
            label="Reviewer"
            data={[
              asItIs,
              ...reviewers.map(({ id, name, isMe }) => ({ value: id, label: isMe ? 'Me' : name })),
              { value: nobody, label: 'No reviewer' },
            ]}
            value={reviewer}
            onChange={(value) => setReviewer(value ?? '')}
            allowDeselect={false}
            comboboxProps={{ withinPortal: false }}
            data-autofocus
          />
          <Select
            label="Status"
            data={[asItIs, ...reviewStatuses.map(({ id, name }) => ({ value: id, label: name }))]}
            value={status}
            onChange={(value) => setStatus(value ?? '')}
            allowDeselect={false}
            comboboxProps={{ withinPortal: false }}
          />
          <p className={styles.preview} role="status">
            {tooMany
              ? `At most ${limits.reviewedTests} tests at once.`
              : `${counted(changed.requests.length, 'test')} of ${tests.length} will change.`}
            {changed.taken > 0 &&
              ` ${changed.taken} of them now ${changed.taken === 1 ? 'has' : 'have'} another reviewer.`}
          </p>
          <Button
            type="submit"
            variant="filled"
            loading={isLoading}
            disabled={tooMany || changed.requests.length === 0}
          >
            Apply
          </Button>
        </form>
      </Popover.Dropdown>
    </Popover>
  );
}
