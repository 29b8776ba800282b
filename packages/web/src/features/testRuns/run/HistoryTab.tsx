import type { HistoryItem } from '@assay/contract';
import { useListHistoryQuery } from '../../../connection/serviceHooks.ts';
import { type Column, DataTable } from '../../../ui/DataTable.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { formatExactTime } from '../../../ui/format/formatTime.ts';
import { Loaded } from '../../../ui/Loaded.tsx';
import { RowsSkeleton } from '../../../ui/RowsSkeleton.tsx';

const columns: readonly Column<HistoryItem>[] = [
  { key: 'time', title: 'Time', cell: (item) => <span className="tabular">{formatExactTime(item.timeStamp)}</span> },
  { key: 'user', title: 'User', cell: (item) => item.userName ?? <span className="soft">Assay</span> },
  { key: 'email', title: 'Email', cell: (item) => item.userEmail, shownFrom: 'widest' },
  { key: 'field', title: 'Updated field', cell: (item) => item.updatedColumn },
  { key: 'value', title: 'New value', cell: (item) => item.updatedValue },
];

/** Who changed what about the run, and when. */
export function HistoryTab({ testRunId }: { testRunId: string }) {
  const query = useListHistoryQuery({ params: { id: testRunId } });
  return (
    <Loaded
      query={query}
      failed="The history could not be loaded"
      skeleton={<RowsSkeleton rows={5} height={40} />}
      empty={<EmptyState title="No Items Found" why="Nothing about this run has changed yet." />}
    >
      {(items) => <DataTable stacks label="History" columns={columns} rows={items} keyOf={(item) => item.id} />}
    </Loaded>
  );
}
