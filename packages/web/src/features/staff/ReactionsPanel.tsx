import type { SetAsideReactionView } from '@assay/contract';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useListSetAsideReactionsQuery, useRetrySetAsideReactionMutation } from '../../connection/serviceHooks.ts';
import { type Column, DataTable } from '../../ui/DataTable.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { formatCount } from '../../ui/format/formatNumbers.ts';
import { Loaded } from '../../ui/Loaded.tsx';
import { Pager } from '../../ui/Pager.tsx';
import { PastLastPage } from '../../ui/PastLastPage.tsx';
import { RelativeTime } from '../../ui/RelativeTime.tsx';
import { RowsSkeleton } from '../../ui/RowsSkeleton.tsx';
import { showFailure } from '../../ui/showFailure.ts';
import styles from './staff.module.css';
import { pageQueryOf, staffPageSize } from './staffFilters.ts';

const refreshEveryMs = 5_000;

/** Reactions to events that keep failing, each with its error; retried one by one. */
export function ReactionsPanel() {
  const [page, setPage] = useState(1);
  // They come and go by themselves, and no socket tells of them.
  const query = useListSetAsideReactionsQuery(
    { query: pageQueryOf(page) },
    { pollingInterval: refreshEveryMs, skipPollingIfUnfocused: true },
  );
  return (
    <section aria-label="Set-aside reactions">
      <p className={`${styles.about} ${styles.alone}`}>
        What should have followed from an event, and kept failing. Everything else goes on without it; once the cause is
        mended, it is retried here.
      </p>
      <Loaded
        query={query}
        failed="The reactions could not be loaded"
        skeleton={<RowsSkeleton rows={4} height={40} />}
        isEmpty={({ total }) => total === 0}
        empty={<EmptyState title="Nothing is set aside" why="Every reaction to what happened was carried out." />}
        keepsPrevious
        framed
      >
        {({ reactions, total }) =>
          reactions.length === 0 ? (
            <PastLastPage size={staffPageSize} total={total} onPage={setPage} />
          ) : (
            <>
              <DataTable label="Set-aside reactions" columns={columns} rows={reactions} keyOf={({ id }) => id} stacks />
              <Pager page={page} size={staffPageSize} shown={reactions.length} total={total} onPage={setPage} />
            </>
          )
        }
      </Loaded>
    </section>
  );
}

const columns: readonly Column<SetAsideReactionView>[] = [
  {
    key: 'policy',
    title: 'Reaction',
    cell: ({ policy, eventType, stream }) => (
      <span title={stream}>
        <strong>{policy}</strong> <span className="soft">to {eventType}</span>
      </span>
    ),
  },
  {
    key: 'error',
    title: 'Error',
    cell: ({ error }) => (
      <span className={styles.error} title={error}>
        {error}
      </span>
    ),
  },
  { key: 'failures', title: 'Set aside', numeric: true, cell: ({ failures }) => `${formatCount(failures)}×` },
  { key: 'last', title: 'Last', cell: ({ lastFailedAt }) => <RelativeTime time={lastFailedAt} />, shownFrom: 'wide' },
  { key: 'actions', title: '', numeric: true, cell: (reaction) => <RetryButton reaction={reaction} /> },
];

function RetryButton({ reaction: { id, policy, retrying } }: { reaction: SetAsideReactionView }) {
  const [retry, { isLoading }] = useRetrySetAsideReactionMutation();
  async function again(): Promise<void> {
    const { error } = await retry({ params: { id } });
    if (error) showFailure(error);
  }
  return (
    <Button
      size="compact-xs"
      loading={isLoading || retrying}
      onClick={() => void again()}
      aria-label={`Retry ${policy}`}
    >
      Retry
    </Button>
  );
}
