import {
  nameOfReviewStatus,
  type ProjectId,
  type ReviewStatusId,
  type RootCause,
  type TestRunId,
} from '@assay/contract';
import { Button, Menu } from '@mantine/core';
import { IconCheck, IconChevronDown } from '../../../ui/icons/icons.ts';
import { useProblem } from '../problem/useProblem.ts';
import { causeKindInfo, correctionStatuses } from './causeKinds.ts';
import { KindChip } from './KindChip.tsx';

/** A cause's kind, and a menu to correct it: for every failure with the cause, in this run and in others. */
export function KindMenu({
  cause,
  projectId,
  testRunId,
  opened,
  onChange,
}: {
  cause: RootCause;
  projectId: ProjectId;
  testRunId: TestRunId;
  opened: boolean;
  onChange: (opened: boolean) => void;
}) {
  const { may, busy, change } = useProblem({ ...cause, projectId });
  if (!may) return <KindChip kind={cause.kind} />;
  const correct = (reviewStatusId: ReviewStatusId | null) => void change({ reviewStatusId, testRunId });
  const { name, icon: Icon } = causeKindInfo[cause.kind];
  return (
    <Menu opened={opened} onChange={onChange} position="bottom-start" width={220}>
      <Menu.Target>
        <Button
          size="compact-sm"
          loading={busy}
          leftSection={<Icon size={14} stroke={1.75} aria-hidden="true" />}
          rightSection={<IconChevronDown size={12} stroke={2} />}
          aria-label={`${name}, kind of ${cause.name}`}
        >
          {name}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>Applies to all failures with this cause</Menu.Label>
        {correctionStatuses.map((status) => (
          <Menu.Item
            key={status}
            rightSection={status === cause.reviewStatusId ? <IconCheck size={14} aria-label="now" /> : null}
            onClick={() => correct(status)}
          >
            {nameOfReviewStatus(status)}
          </Menu.Item>
        ))}
        {cause.reviewStatusId !== null && (
          <>
            <Menu.Divider />
            <Menu.Item onClick={() => correct(null)}>Undo correction</Menu.Item>
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
