import { issueTrackerNames, limits, type ProjectView, type TrackedIssueView } from '@assay/contract';
import { Button, SegmentedControl } from '@mantine/core';
import { Link } from 'react-router';
import { useMay } from '../../connection/currentUser.ts';
import { useListIssueTrackersQuery, useListTrackedIssuesQuery } from '../../connection/serviceHooks.ts';
import { useAccountPath } from '../../connection/useAccountPath.ts';
import { type Column, DataTable } from '../../ui/DataTable.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { counted } from '../../ui/format/formatNumbers.ts';
import { Loaded } from '../../ui/Loaded.tsx';
import { RelativeTime } from '../../ui/RelativeTime.tsx';
import { RowsSkeleton } from '../../ui/RowsSkeleton.tsx';
import { IssueChip } from '../../ui/trackedIssues/IssueChip.tsx';
import { IssueFinding } from '../../ui/trackedIssues/IssueFinding.tsx';
import { IssueOrigin } from '../../ui/trackedIssues/IssueOrigin.tsx';
import { issueInShort } from '../../ui/trackedIssues/issueInShort.ts';
import { oneText } from '../../ui/urlFilters.ts';
import { useUrlFilters } from '../../ui/useUrlFilters.ts';
import styles from './projects.module.css';

const shownIssues = {
  show: oneText('show', (text) => text === 'open' || text === 'check'),
};

const kinds: { value: string; label: string; has: (issue: TrackedIssueView) => boolean }[] = [
  { value: '', label: 'All', has: () => true },
  { value: 'open', label: 'Open', has: ({ isOpen }) => isOpen },
  { value: 'check', label: 'To check', has: ({ finding }) => finding !== null },
];

const columns: Column<TrackedIssueView>[] = [
  {
    key: 'issue',
    title: 'Issue',
    cell: (issue) => {
      const inShort = issueInShort(issue);
      return inShort ? (
        <IssueChip issue={inShort} />
      ) : (
        <span className="soft">{issueTrackerNames[issue.provider]} has not answered yet</span>
      );
    },
  },
  {
    key: 'summary',
    title: 'Summary',
    cell: (issue) => (
      <div className={styles.twoLines}>
        <div>{issue.summary}</div>
        <IssueFinding issue={issue} />
      </div>
    ),
  },
  {
    key: 'tests',
    title: 'Tests',
    cell: ({ testCount, failingTests }) =>
      `${counted(testCount, 'test')}${failingTests > 0 ? `, ${failingTests} failing` : ''}`,
    shownFrom: 'wide',
  },
  { key: 'status', title: 'Status since', cell: ({ status }) => <RelativeTime time={status.at} />, shownFrom: 'wide' },
  {
    key: 'from',
    title: 'Created',
    cell: (issue) => (
      <span className="soft">
        <IssueOrigin issue={issue} />
      </span>
    ),
    shownFrom: 'wide',
  },
];

/** What was reported about failures of the project, with the status that the tracker has and what the tests say. */
export function ProjectIssuesTab({ project }: { project: ProjectView }) {
  const query = useListTrackedIssuesQuery({ params: { id: project.id } });
  const { filters, setFilters } = useUrlFilters(shownIssues, { replace: true });
  return (
    <Loaded
      query={query}
      failed="The issues could not be loaded"
      skeleton={<RowsSkeleton rows={4} height={40} />}
      empty={<NoIssues />}
    >
      {(issues) => {
        const shown = issues.filter(kinds.find(({ value }) => value === filters.show)?.has ?? (() => true));
        return (
          <>
            <SegmentedControl
              aria-label="Issues shown"
              mb={12}
              data={kinds.map(({ value, label, has }) => ({ value, label: `${label} ${issues.filter(has).length}` }))}
              value={filters.show}
              onChange={(show) => setFilters({ show })}
            />
            {shown.length === 0 ? (
              <EmptyState
                title="No issues match"
                why={
                  filters.show === 'check'
                    ? 'No issue says something else than the results of its tests.'
                    : 'All issues about failures of this project are closed.'
                }
              />
            ) : (
              <DataTable label="Issues" columns={columns} rows={shown} keyOf={({ id }) => id} stacks />
            )}
            {issues.length >= limits.shownTrackedIssues && (
              <p className="soft">Open issues and the latest others, {limits.shownTrackedIssues} in all.</p>
            )}
          </>
        );
      }}
    </Loaded>
  );
}

function NoIssues() {
  const { data: trackers } = useListIssueTrackersQuery();
  const mayConnect = useMay('authorization.write');
  const path = useAccountPath();
  if (trackers?.length === 0) {
    return (
      <EmptyState
        title="No issue tracker is connected"
        why="Once Jira, GitHub or GitLab is connected, failures can be reported there."
        action={
          mayConnect && (
            <Button component={Link} to={path('settings/integrations')} variant="filled">
              Integrations
            </Button>
          )
        }
      />
    );
  }
  return (
    <EmptyState
      title="No issues yet"
      why="An issue is created from the failed tests of a run, and listed here with its status."
      action={
        <Button component={Link} to={path('test-runs?status=FAIL')}>
          Failed test runs
        </Button>
      }
    />
  );
}
