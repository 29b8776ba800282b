import type { TestRunPeriod } from '@assay/contract';
import { Link } from 'react-router';
import { DataTable } from '../../../ui/DataTable.tsx';
import { formatDuration } from '../../../ui/format/formatDuration.ts';
import { formatCount } from '../../../ui/format/formatNumbers.ts';
import styles from '../analytics.module.css';
import { PassRate } from '../PassRate.tsx';
import { judged, outcomes } from './runColumns.ts';

type Props = {
  /** What the first column is called. */
  title: string;
  /** Newest first. */
  periods: readonly TestRunPeriod[];
  chosen: TestRunPeriod | undefined;
  textOf: (period: TestRunPeriod) => string;
  /** Where the runs of a period are. */
  pathOf: (period: TestRunPeriod) => string;
};

/** The numbers of the charts, a row for each period. */
export function RunsTable({ title, periods, chosen, textOf, pathOf }: Props) {
  const orNone = (count: number) => (count === 0 ? <span className="soft">–</span> : formatCount(count));
  const duration = (ms: number | null) => (ms === null ? <span className="soft">–</span> : formatDuration(ms));
  return (
    <DataTable
      label={`Runs by ${title.toLowerCase()}`}
      keyOf={({ start }) => start}
      rows={periods}
      onOpen={pathOf}
      columns={[
        {
          key: 'period',
          title,
          cell: (period) => (
            <Link to={pathOf(period)} className={period === chosen ? styles.chosen : undefined}>
              {textOf(period)}
            </Link>
          ),
        },
        { key: 'runs', title: 'Runs', numeric: true, cell: ({ runs }) => orNone(runs) },
        ...outcomes.map(({ key, title: name }) => ({
          key,
          title: name,
          numeric: true,
          ...(key === 'setupFailed' || key === 'inconclusive' || key === 'canceled'
            ? { shownFrom: 'wide' as const }
            : {}),
          cell: (period: TestRunPeriod) => orNone(period[key]),
        })),
        {
          key: 'rate',
          title: 'Pass rate',
          numeric: true,
          cell: (period) => <PassRate passed={period.passed} of={judged(period)} />,
        },
        { key: 'p50', title: 'p50', numeric: true, shownFrom: 'wide', cell: ({ p50Ms }) => duration(p50Ms) },
        { key: 'p95', title: 'p95', numeric: true, shownFrom: 'wide', cell: ({ p95Ms }) => duration(p95Ms) },
      ]}
    />
  );
}
