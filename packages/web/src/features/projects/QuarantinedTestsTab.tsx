import { messages, type ProjectTestView, type ProjectView } from '@assay/contract';
import { Button } from '@mantine/core';
import { useMay } from '../../connection/currentUser.ts';
import { useDequarantineTestMutation, useListQuarantinedTestsQuery } from '../../connection/serviceHooks.ts';
import { type Column, DataTable } from '../../ui/DataTable.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { FilePath } from '../../ui/FilePath.tsx';
import { formatExactTime } from '../../ui/format/formatTime.ts';
import { daysLeft } from '../../ui/format/quarantineEnd.ts';
import { Loaded } from '../../ui/Loaded.tsx';
import { RelativeTime } from '../../ui/RelativeTime.tsx';
import { RowsSkeleton } from '../../ui/RowsSkeleton.tsx';
import { showFailure } from '../../ui/showFailure.ts';
import styles from './projects.module.css';
import { QuarantinePreviewLink } from './quarantine/QuarantinePreviewLink.tsx';

/** The quarantined tests, with who quarantined them and why. */
export function QuarantinedTestsTab({ project }: { project: ProjectView }) {
  const query = useListQuarantinedTestsQuery({ params: { id: project.id } });
  const [dequarantine, { isLoading, originalArgs }] = useDequarantineTestMutation();
  const may = useMay('test.quarantine');

  async function release(test: ProjectTestView): Promise<void> {
    const answer = await dequarantine({ params: { id: test.projectId, testId: test.id } });
    if (answer.error) showFailure(answer.error);
  }

  const columns: Column<ProjectTestView>[] = [
    {
      key: 'test',
      title: 'Test',
      cell: (test) => (
        <div className={styles.twoLines}>
          <div>{test.name}</div>
          <div className="soft">
            <FilePath path={test.file} />
          </div>
        </div>
      ),
    },
    {
      key: 'reason',
      title: 'Reason',
      cell: (test) => test.quarantineReason ?? <span className="soft">none given</span>,
      shownFrom: 'wide',
    },
    {
      key: 'until',
      title: 'Until',
      cell: ({ quarantinedUntil: until }) =>
        until === null ? (
          <span className="soft">somebody ends it</span>
        ) : (
          <span title={formatExactTime(until)}>{daysLeft(until, Date.now())}</span>
        ),
    },
    {
      key: 'owner',
      title: 'Seen to by',
      cell: (test) => test.quarantineOwner?.fullName ?? test.quarantinedByEmail,
      shownFrom: 'wide',
    },
    { key: 'by', title: 'By', cell: (test) => test.quarantinedByEmail, shownFrom: 'wide' },
    {
      key: 'since',
      title: 'Since',
      cell: (test) => (test.quarantinedAt === null ? null : <RelativeTime time={test.quarantinedAt} />),
      shownFrom: 'wide',
    },
  ];
  if (may) {
    columns.push({
      key: 'actions',
      title: '',
      numeric: true,
      cell: (test) => (
        <Button
          size="compact-xs"
          loading={isLoading && originalArgs?.params.testId === test.id}
          onClick={() => void release(test)}
          aria-label={`Dequarantine ${test.name}`}
        >
          Dequarantine
        </Button>
      ),
    });
  }
  return (
    <Loaded
      query={query}
      failed="The quarantined tests could not be loaded"
      skeleton={<RowsSkeleton rows={4} height={40} />}
      empty={
        <EmptyState
          title={messages.noQuarantinedTests}
          why="A test is quarantined from its page in a run; from then on its failures fail no run."
          action={<QuarantinePreviewLink project={project} />}
        />
      }
    >
      {(tests) => (
        <>
          <DataTable label="Quarantined Tests" columns={columns} rows={tests} keyOf={(test) => test.id} />
          <p>
            <QuarantinePreviewLink project={project} />
          </p>
        </>
      )}
    </Loaded>
  );
}
