import type { ResultPeriod } from '@assay/contract';
import { Link } from 'react-router';
import { DataTable } from '../../../ui/DataTable.tsx';
import { formatDuration } from '../../../ui/format/formatDuration.ts';
import { formatCount } from '../../../ui/format/formatNumbers.ts';
import styles from '../analytics.module.css';
import { PassRate } from '../PassRate.tsx';
import { judgedResults, results } from './testColumns.ts';

type Props = {
  /** What the first column is called. */
  title: string;
  /** Newest first. */
  periods: readonly ResultPeriod[];
  chosen: ResultPeriod;
  textOf: (period: ResultPeriod) => string;
  /** Where the runs of a period are. */
  pathOf: (period: ResultPeriod) => string;
};

/** The numbers of the charts, a row for each period. */
export function ResultsTable({ title, periods, chosen, textOf, pathOf }: Props) {
  const none = <span className="soft">–</span>;
  const orNone = (count: number) => (count === 0 ? none : formatCount(count));
  const time = (ms: number) => (ms === 0 ? none : formatDuration(ms));
  return (
    <DataTable
      label={`Results by ${title.toLowerCase()}`}
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
        {
          key: 'results',
          title: 'Results',
          numeric: true,
          shownFrom: 'wide',
          cell: (period) => orNone(period.results),
        },
        ...results.map(({ key, title: name }) => ({
          key,
          title: name,
          numeric: true,
          ...(key === 'ignored' || key === 'notRun' ? { shownFrom: 'widest' as const } : {}),
          cell: (period: ResultPeriod) => orNone(period[key]),
        })),
        { key: 'flaky', title: 'Flaky', numeric: true, shownFrom: 'wide', cell: ({ flaky }) => orNone(flaky) },
        {
          key: 'quarantined',
          title: 'Quarantined',
          numeric: true,
          shownFrom: 'widest',
          cell: ({ quarantined }) => orNone(quarantined),
        },
        {
          key: 'rate',
          title: 'Pass rate',
          numeric: true,
          cell: (period) => <PassRate passed={period.passed} of={judgedResults(period)} />,
        },
        { key: 'time', title: 'Test time', numeric: true, shownFrom: 'widest', cell: ({ testMs }) => time(testMs) },
      ]}
    />
  );
}
