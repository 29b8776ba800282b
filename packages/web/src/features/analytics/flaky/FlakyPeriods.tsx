import type { FlakyTestInfo } from '@assay/contract';
import { Link } from 'react-router';
import { DataTable } from '../../../ui/DataTable.tsx';
import { formatCount } from '../../../ui/format/formatNumbers.ts';
import { TableBehind } from '../TableBehind.tsx';
import { usePickedPeriod } from '../usePickedPeriod.ts';
import type { Stats } from '../useStats.ts';

/** The numbers of the chart, newest first; each leads to the runs among which they were counted. */
export function FlakyPeriods({ info: { periods }, stats }: { info: FlakyTestInfo; stats: Stats }) {
  const { name, textOf, pathOf } = usePickedPeriod(periods, ({ flaky }) => flaky > 0, stats);
  return (
    <TableBehind>
      <DataTable
        label={`Flaky results by ${name.toLowerCase()}`}
        rows={periods.toReversed()}
        keyOf={({ start }) => start}
        onOpen={pathOf}
        columns={[
          {
            key: 'period',
            title: name,
            cell: (period) => <Link to={pathOf(period)}>{textOf(period)}</Link>,
          },
          {
            key: 'flaky',
            title: 'Flaky',
            numeric: true,
            cell: ({ flaky }) => (flaky === 0 ? <span className="soft">–</span> : formatCount(flaky)),
          },
        ]}
      />
    </TableBehind>
  );
}
