import type { MonthlyUsage, UsageCounts } from '@assay/contract';
import { lazy, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { useGetUsageQuery, useListProjectsQuery } from '../../../connection/serviceHooks.ts';
import { useAccountPath } from '../../../connection/useAccountPath.ts';
import { AsOfPill } from '../../../ui/asOf/AsOfPill.tsx';
import { csvOf } from '../../../ui/csv.ts';
import { type Column, DataTable } from '../../../ui/DataTable.tsx';
import { dayRangeOf } from '../../../ui/dayRange.ts';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { formatDuration } from '../../../ui/format/formatDuration.ts';
import { counted, formatCount } from '../../../ui/format/formatNumbers.ts';
import { Loaded } from '../../../ui/Loaded.tsx';
import { RowsSkeleton } from '../../../ui/RowsSkeleton.tsx';
import { filtersToUrl } from '../../../ui/urlFilters.ts';
import { AsOfNote } from '../AsOfNote.tsx';
import styles from '../analytics.module.css';
import { ChartFrame } from '../charts/ChartFrame.tsx';
import { ExportButtons } from '../ExportButtons.tsx';
import { statsFilters } from '../statsFilters.ts';
import { useStats } from '../useStats.ts';

const PeriodBars = lazy(() => import('../charts/PeriodBars.tsx'));

const barsHeight = 150;
const shortMonth = new Intl.DateTimeFormat('en-US', { month: 'short', year: '2-digit' });
const longMonth = new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric' });

/** What was run in the last twelve months, and by which projects. */
export function UsageTab() {
  const { filters, setFilters } = useStats();
  const { at } = filters;
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  const usage = useGetUsageQuery({ query: { timeZone, ...(at !== '' && { at }) } });
  const { data: projects } = useListProjectsQuery();
  const nameOf = (id: string) => projects?.find((project) => project.id === id)?.name ?? 'A deleted project';
  const current = usage.currentData;
  const onMoment = (next: string) => setFilters({ at: next });
  // The last twelve months are others in a year; as of a moment they stay the same.
  const permanentQuery = () =>
    filtersToUrl(
      statsFilters,
      { ...filters, at: at || new Date().toISOString() },
      new URLSearchParams(window.location.search),
    );
  return (
    <>
      {/* biome-ignore lint/a11y/useSemanticElements: <search> is too new for some browsers */}
      <div className={styles.bar} role="search" aria-label="Filters">
        <AsOfPill at={at} onChange={onMoment} />
        <ExportButtons
          query={permanentQuery}
          csv={current ? () => ({ name: 'usage.csv', text: fileOf(current, nameOf) }) : null}
        />
      </div>
      <AsOfNote at={at} onChange={onMoment} />
      <Loaded
        query={usage}
        failed="The usage could not be loaded"
        skeleton={<RowsSkeleton rows={6} height={60} />}
        isEmpty={(months) => months.every(({ testRuns }) => testRuns === 0)}
        empty={<EmptyState title="Nothing was run yet" why="No test run passed or failed in the last twelve months." />}
        keepsPrevious
      >
        {(months) => <Months months={months} nameOf={nameOf} />}
      </Loaded>
    </>
  );
}

function summaryOf({ testRuns, totalTests, totalTestingTime }: UsageCounts): string {
  return `${counted(testRuns, 'run')}, ${counted(totalTests, 'test')}, ${formatDuration(totalTestingTime)} of testing`;
}

function Months({ months, nameOf }: { months: readonly MonthlyUsage[]; nameOf: (id: string) => string }) {
  const path = useAccountPath();
  const navigate = useNavigate();
  const [picked, setPicked] = useState<number | null>(null);
  const index = picked ?? months.findLastIndex(({ testRuns }) => testRuns > 0);
  const month = months[index];
  if (!month) return null;
  const runsOf = ({ start, end }: MonthlyUsage, project?: string) => {
    const query = new URLSearchParams({ date: dayRangeOf(Date.parse(start), Date.parse(end) - 1) });
    if (project) query.append('project', project);
    return path(`test-runs?${query}`);
  };
  const textOf = (one: MonthlyUsage) => {
    const text = longMonth.format(new Date(one.start));
    return one === months.at(-1) ? `${text} so far` : text;
  };
  return (
    <>
      <section className={styles.panel} aria-label="Tests per month">
        <div className={styles.panelHead}>
          <h2>Tests per month</h2>
          <div className={`${styles.readout} tabular`}>
            <strong>{textOf(month)}</strong>
            <span>{summaryOf(month)}</span>
          </div>
        </div>
        <ChartFrame
          label="Tests by month"
          count={months.length}
          chosen={index}
          textOf={(at) => (months[at] ? `${textOf(months[at])}: ${summaryOf(months[at])}` : '')}
          onChoose={setPicked}
          onOpen={(at) => months[at] && void navigate(runsOf(months[at]))}
          height={barsHeight}
        >
          {(width) => (
            <PeriodBars
              keys={['amount']}
              bars={months.map(({ start, totalTests }) => ({
                label: shortMonth.format(new Date(start)),
                counts: { amount: totalTests },
              }))}
              width={width}
              height={barsHeight}
              hasNames
            />
          )}
        </ChartFrame>
      </section>
      <h2 className={styles.tableTitle}>Projects in {longMonth.format(new Date(month.start))}</h2>
      <DataTable
        label="Usage by project"
        rows={month.projects}
        keyOf={({ projectId }) => projectId}
        onOpen={({ projectId }) => runsOf(month, projectId)}
        columns={[
          {
            key: 'project',
            title: 'Project',
            cell: ({ projectId }) => <Link to={runsOf(month, projectId)}>{nameOf(projectId)}</Link>,
          },
          ...countColumns(),
        ]}
      />
      <h2 className={styles.tableTitle}>Months</h2>
      <DataTable
        label="Usage by month"
        rows={months.toReversed()}
        keyOf={({ start }) => start}
        onOpen={(one) => runsOf(one)}
        columns={[
          { key: 'month', title: 'Month', cell: (one) => <Link to={runsOf(one)}>{textOf(one)}</Link> },
          ...countColumns(),
        ]}
      />
    </>
  );
}

function countColumns<Row extends UsageCounts>(): Column<Row>[] {
  const orNone = (text: string, amount: number) => (amount === 0 ? <span className="soft">–</span> : text);
  return [
    {
      key: 'runs',
      title: 'Test runs',
      numeric: true,
      cell: ({ testRuns }) => orNone(formatCount(testRuns), testRuns),
    },
    {
      key: 'tests',
      title: 'Tests',
      numeric: true,
      cell: ({ totalTests }) => orNone(formatCount(totalTests), totalTests),
    },
    {
      key: 'time',
      title: 'Testing time',
      numeric: true,
      cell: ({ totalTestingTime }) => orNone(formatDuration(totalTestingTime), totalTestingTime),
    },
  ];
}

function fileOf(months: readonly MonthlyUsage[], nameOf: (id: string) => string): string {
  return csvOf(
    [
      { title: 'Year', value: ({ year }) => year },
      { title: 'Month', value: ({ month }) => month },
      { title: 'Project', value: ({ projectId }) => nameOf(projectId) },
      { title: 'Test runs', value: ({ testRuns }) => testRuns },
      { title: 'Tests', value: ({ totalTests }) => totalTests },
      { title: 'Testing time, ms', value: ({ totalTestingTime }) => totalTestingTime },
    ],
    months.flatMap(({ year, month, projects }) => projects.map((project) => ({ year, month, ...project }))),
  );
}
