import type { TestRunInfo, TestRunPeriod } from '@assay/contract';
import { lazy } from 'react';
import { Link } from 'react-router';
import { useGetTestRunInfoQuery } from '../../../connection/serviceHooks.ts';
import { csvOf } from '../../../ui/csv.ts';
import { dayRangeOf } from '../../../ui/dayRange.ts';
import { formatDuration } from '../../../ui/format/formatDuration.ts';
import { counted, formatCount } from '../../../ui/format/formatNumbers.ts';
import { Loaded } from '../../../ui/Loaded.tsx';
import { RowsSkeleton } from '../../../ui/RowsSkeleton.tsx';
import styles from '../analytics.module.css';
import { ChartFrame } from '../charts/ChartFrame.tsx';
import { Swatch } from '../charts/Swatch.tsx';
import { NoRuns } from '../NoRuns.tsx';
import { axisText } from '../periodText.ts';
import { StatsFilterBar } from '../StatsFilterBar.tsx';
import { TableBehind } from '../TableBehind.tsx';
import { usePickedPeriod } from '../usePickedPeriod.ts';
import { type Stats, useStats } from '../useStats.ts';
import { RunsTable } from './RunsTable.tsx';
import { outcomes, summaryOf } from './runColumns.ts';

const PeriodBars = lazy(() => import('../charts/PeriodBars.tsx'));
const DurationLines = lazy(() => import('../charts/DurationLines.tsx'));

const barsHeight = 160;
const linesHeight = 120;
/** The head between the charts. */
const betweenHeight = 28;

/** How many runs passed and failed over time, and how long they took. */
export function RunsTab() {
  const stats = useStats();
  const info = useGetTestRunInfoQuery({ query: stats.query }, stats.again);
  const current = info.currentData;
  return (
    <>
      <StatsFilterBar stats={stats} csv={current ? () => fileOf(current, stats) : null} />
      <Loaded
        query={info}
        failed="The statistics could not be loaded"
        skeleton={<RowsSkeleton rows={6} height={60} />}
        empty={<NoRuns stats={stats} />}
        isEmpty={({ all }) => all.runs + all.unfinished === 0}
        keepsPrevious
      >
        {(data) => <RunsOverTime info={data} stats={stats} />}
      </Loaded>
    </>
  );
}

function RunsOverTime({ info: { periods, all }, stats }: { info: TestRunInfo; stats: Stats }) {
  const { frequency } = stats.span;
  const picked = usePickedPeriod(periods, ({ runs }) => runs > 0, stats);
  const { name, period: chosen, textOf, pathOf, pathOfAll } = picked;
  if (!chosen) return null;
  return (
    <>
      <section className={styles.panel} aria-label={`Runs per ${name.toLowerCase()}`}>
        <div className={styles.panelHead}>
          <h2>Runs per {name.toLowerCase()}</h2>
          <Link className={`${styles.note} ${styles.opens} tabular fingerTall`} to={pathOfAll()}>
            {summaryOf(all)}
          </Link>
          <div className={`${styles.readout} tabular`}>
            <strong>{textOf(chosen)}</strong>
            {outcomes.map(({ key, word }) => (
              <span key={key} className={styles.count}>
                <Swatch of={key} />
                <strong>{formatCount(chosen[key])}</strong> {word}
              </span>
            ))}
            <Link className="link fingerTall" to={pathOf(chosen)}>
              Open {frequency === 'Hourly' ? "the day's runs" : counted(chosen.runs + chosen.unfinished, 'run')}
            </Link>
          </div>
        </div>
        <ChartFrame
          label={`Runs and durations by ${name.toLowerCase()}`}
          count={periods.length}
          chosen={picked.index}
          textOf={(at) => (periods[at] ? `${textOf(periods[at])}: ${summaryOf(periods[at])}` : '')}
          onChoose={picked.pick}
          onOpen={picked.open}
          height={barsHeight + betweenHeight + linesHeight}
        >
          {(width) => (
            <>
              <PeriodBars
                keys={outcomes.map(({ key }) => key)}
                bars={periods.map((period) => ({ label: axisText(period, frequency), counts: period }))}
                width={width}
                height={barsHeight}
                hasNames={false}
              />
              <div className={`${styles.panelHead} ${styles.between}`} style={{ height: betweenHeight }}>
                <h2>Duration</h2>
                <span className={styles.note}>of passed and failed runs; of an upload, the time of its tests</span>
                <div className={`${styles.readout} tabular`}>
                  <Quantile name="p50" ms={chosen.p50Ms} />
                  <Quantile name="p95" ms={chosen.p95Ms} />
                </div>
              </div>
              <DurationLines
                points={periods.map((period) => ({ label: axisText(period, frequency), ...period }))}
                width={width}
                height={linesHeight}
              />
            </>
          )}
        </ChartFrame>
      </section>
      <TableBehind>
        <RunsTable title={name} periods={periods.toReversed()} chosen={chosen} textOf={textOf} pathOf={pathOf} />
      </TableBehind>
    </>
  );
}

function Quantile({ name, ms }: { name: string; ms: number | null }) {
  return (
    <span className={styles.count}>
      {name} <strong>{ms === null ? '–' : formatDuration(ms)}</strong>
    </span>
  );
}

function fileOf({ periods }: TestRunInfo, { span }: Stats): { name: string; text: string } {
  const text = csvOf(
    [
      { title: 'Start', value: ({ start }: TestRunPeriod) => start },
      { title: 'End', value: ({ end }) => end },
      { title: 'Runs', value: ({ runs }) => runs },
      ...outcomes.map(({ key, title }) => ({ title, value: (period: TestRunPeriod) => period[key] })),
      { title: 'Not finished', value: ({ unfinished }) => unfinished },
      { title: 'p50, ms', value: ({ p50Ms }) => p50Ms },
      { title: 'p95, ms', value: ({ p95Ms }) => p95Ms },
    ],
    periods,
  );
  return { name: `test-runs-${dayRangeOf(span.start, span.end - 1)}.csv`, text };
}
