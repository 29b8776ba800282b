import type { UsageMonthView } from '@assay/contract';
import { useGetUsageHistoryQuery } from '../../../connection/serviceHooks.ts';
import { type Column, DataTable } from '../../../ui/DataTable.tsx';
import { formatCount } from '../../../ui/format/formatNumbers.ts';
import { Loaded } from '../../../ui/Loaded.tsx';
import { RowsSkeleton } from '../../../ui/RowsSkeleton.tsx';
import { dayText } from './usageDays.ts';

/** Administrators are sent a mail at these shares. */
const mailedShares = [80, 100];

const longMonth = new Intl.DateTimeFormat('en-US', { timeZone: 'UTC', month: 'long', year: 'numeric' });
const none = <span className="soft">–</span>;

function shareCell({ reached }: UsageMonthView, percent: number) {
  const share = reached.find((one) => one.percent === percent);
  if (!share) return none;
  const day = dayText(new Date(share.at));
  return share.mailedAt === null ? `${day}, not mailed` : `${day}, mailed`;
}

const columns: Column<UsageMonthView>[] = [
  { key: 'month', title: 'Month', cell: ({ month }) => longMonth.format(new Date(`${month}-01T00:00:00Z`)) },
  {
    key: 'runners',
    title: 'Most runners at once',
    numeric: true,
    cell: ({ peakRunners }) => (peakRunners === 0 ? none : formatCount(peakRunners)),
  },
  {
    key: 'day',
    title: 'First on',
    cell: ({ peakRunners, peakAt }) => (peakRunners === 0 ? none : dayText(new Date(peakAt))),
  },
  ...mailedShares.map((percent) => ({
    key: String(percent),
    title: `${percent}% of minutes`,
    cell: (month: UsageMonthView) => shareCell(month, percent),
  })),
];

/** What is recorded of the months before this one. */
export function UsageMonths() {
  const history = useGetUsageHistoryQuery();
  return (
    <Loaded
      query={history}
      failed="The earlier months could not be loaded"
      skeleton={<RowsSkeleton rows={2} height={32} />}
      isEmpty={({ months }) => months.length < 2}
      empty={null}
    >
      {({ months }) => (
        <DataTable label="Earlier months" columns={columns} rows={months.slice(1)} keyOf={({ month }) => month} />
      )}
    </Loaded>
  );
}
