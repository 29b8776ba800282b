import type { ResultPeriod, TestInfo } from '@assay/contract';
import { lazy } from 'react';
import { Link } from 'react-router';
import { useGetTestInfoQuery } from '../../../connection/serviceHooks.ts';
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
import { ResultsTable } from './ResultsTable.tsx';
import { SlowerTests } from './SlowerTests.tsx';
import { resultSummary, results } from './testColumns.ts';

const PeriodBars = lazy(() => import('../charts/PeriodBars.tsx'));

const barsHeight = 170;
const flakyHeight = 90;
/** The head between the charts. */
const betweenHeight = 28;

/** How many results of tests passed and failed over time, and how many were flaky. */
export function TestsTab() {
  const stats = useStats();
  const info = useGetTestInfoQuery({ query: stats.query }, stats.again);
  const current = info.currentData;
  return (
    <>
      <StatsFilterBar
        stats={stats}
        csv={current ? () => fileOf(current, stats) : null}
        ofToday="Slower tests are told by the newest hundred results of each."
      />
      <Loaded
        query={info}
        failed="The statistics could not be loaded"
        skeleton={<RowsSkeleton rows={6} height={60} />}
        empty={<NoRuns stats={stats} />}
        isEmpty={({ all }) => all.results + all.quarantined === 0}
        keepsPrevious
      >
        {(data) => (
          <>
            <ResultsOverTime info={data} stats={stats} />
            <SlowerTests stats={stats} />
          </>
        )}
      </Loaded>
    </>
  );
}

function ResultsOverTime({ info: { periods, all }, stats }: { info: TestInfo; stats: Stats }) {
  const { frequency } = stats.span;
  const picked = usePickedPeriod(periods, (period) => period.results + period.quarantined > 0, stats);
  const { name, period: chosen, textOf, pathOf, pathOfAll } = picked;
  if (!chosen) return null;
  const lower = name.toLowerCase();
  return (
    <>
      <section className={styles.panel} aria-label={`Results per ${lower}`}>
        <div className={styles.panelHead}>
          <h2>Results per {lower}</h2>
          <Link className={`${styles.note} ${styles.opens} tabular fingerTall`} to={pathOfAll()}>
            {resultSummary(all)}
          </Link>
          <div className={`${styles.readout} tabular`}>
            <strong>{textOf(chosen)}</strong>
            {results.map(({ key, word }) => (
              <span key={key} className={styles.count}>
                <Swatch of={key} />
                <strong>{formatCount(chosen[key])}</strong> {word}
              </span>
            ))}
            <Link className="link fingerTall" to={pathOf(chosen)}>
              Open the runs
            </Link>
          </div>
        </div>
        <ChartFrame
          label={`Results of tests by ${lower}`}
          count={periods.length}
          chosen={picked.index}
          textOf={(at) => (periods[at] ? `${textOf(periods[at])}: ${resultSummary(periods[at])}` : '')}
          onChoose={picked.pick}
          onOpen={picked.open}
          height={barsHeight + betweenHeight + flakyHeight}
        >
          {(width) => (
            <>
              <PeriodBars
                keys={results.map(({ key }) => key)}
                bars={periods.map((period) => ({ label: axisText(period, frequency), counts: period }))}
                width={width}
                height={barsHeight}
                hasNames={false}
              />
              <div className={`${styles.panelHead} ${styles.between}`} style={{ height: betweenHeight }}>
                <h2>Flaky</h2>
                <span className={styles.note}>
                  failed, and passed when tried again in the same run; {formatDuration(all.retryMs)} went into{' '}
                  {counted(all.retries, 'retry', 'retries')}
                </span>
                <div className={`${styles.readout} tabular`}>
                  <span className={styles.count}>
                    <Swatch of="flaky" />
                    <strong>{formatCount(chosen.flaky)}</strong> flaky
                  </span>
                </div>
              </div>
              <PeriodBars
                keys={['flaky']}
                bars={periods.map(({ flaky, ...period }) => ({
                  label: axisText(period, frequency),
                  counts: { flaky },
                }))}
                width={width}
                height={flakyHeight}
                hasNames
              />
            </>
          )}
        </ChartFrame>
      </section>
      <TableBehind>
        <ResultsTable title={name} periods={periods.toReversed()} chosen={chosen} textOf={textOf} pathOf={pathOf} />
      </TableBehind>
    </>
  );
}

function fileOf({ periods }: TestInfo, { span }: Stats): { name: string; text: string } {
  const text = csvOf(
    [
      { title: 'Start', value: ({ start }: ResultPeriod) => start },
      { title: 'End', value: ({ end }) => end },
      { title: 'Results', value: (period) => period.results },
      ...results.map(({ key, title }) => ({ title, value: (period: ResultPeriod) => period[key] })),
      { title: 'Flaky', value: ({ flaky }) => flaky },
      { title: 'Quarantined', value: ({ quarantined }) => quarantined },
      { title: 'Retries', value: ({ retries }) => retries },
      { title: 'Retries, ms', value: ({ retryMs }) => retryMs },
      { title: 'Test time, ms', value: ({ testMs }) => testMs },
    ],
    periods,
  );
  return { name: `tests-${dayRangeOf(span.start, span.end - 1)}.csv`, text };
}
