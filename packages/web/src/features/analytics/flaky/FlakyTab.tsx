import type { FlakyTestInfo, UnstableTest } from '@assay/contract';
import { lazy } from 'react';
import { Link } from 'react-router';
import { useGetFlakyTestInfoQuery } from '../../../connection/serviceHooks.ts';
import { csvOf } from '../../../ui/csv.ts';
import { dayRangeOf } from '../../../ui/dayRange.ts';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { FilterPill } from '../../../ui/FilterPill.tsx';
import { formatDuration } from '../../../ui/format/formatDuration.ts';
import { counted, formatCount } from '../../../ui/format/formatNumbers.ts';
import { Loaded } from '../../../ui/Loaded.tsx';
import { Pager } from '../../../ui/Pager.tsx';
import { RowsSkeleton } from '../../../ui/RowsSkeleton.tsx';
import { type Shape, StatusShape } from '../../../ui/StatusShape.tsx';
import { manyTexts, pageNumber } from '../../../ui/urlFilters.ts';
import { useUrlFilters } from '../../../ui/useUrlFilters.ts';
import styles from '../analytics.module.css';
import { ChartFrame } from '../charts/ChartFrame.tsx';
import { NoRuns } from '../NoRuns.tsx';
import { axisText } from '../periodText.ts';
import { StatsFilterBar } from '../StatsFilterBar.tsx';
import { usePickedPeriod } from '../usePickedPeriod.ts';
import { type Stats, useStats } from '../useStats.ts';
import { FlakyPeriods } from './FlakyPeriods.tsx';
import flakyStyles from './flaky.module.css';
import { ProjectScreens } from './ProjectScreens.tsx';
import { UnstableTable } from './UnstableTable.tsx';
import { type TestOwners, useTestOwners } from './useTestOwners.ts';

const PeriodBars = lazy(() => import('../charts/PeriodBars.tsx'));

const barsHeight = 120;
const pageSize = 25;
const ofTests = { page: pageNumber('page'), owner: manyTexts('owner') };

/** Which tests pass and fail without a change, how sure that is, and what it costs; broken ones apart. */
export function FlakyTab() {
  const stats = useStats();
  const info = useGetFlakyTestInfoQuery({ query: stats.query }, stats.again);
  const owners = useTestOwners(stats);
  const current = info.currentData;
  return (
    <>
      <StatsFilterBar
        stats={stats}
        csv={current && !owners.areLoading ? () => fileOf(current, stats, owners) : null}
        ofToday="So are quarantine, owners and the rules for finding flaky tests. Of a test that has run more than a hundred times since, less is known."
      />
      <Loaded
        query={info}
        failed="The statistics could not be loaded"
        skeleton={<RowsSkeleton rows={8} height={48} />}
        empty={<NoRuns stats={stats} />}
        isEmpty={({ runs }) => runs === 0}
        keepsPrevious
      >
        {(data) => (
          <>
            <Cost info={data} stats={stats} />
            <Tests info={data} owners={owners} />
            <FlakyPeriods info={data} stats={stats} />
          </>
        )}
      </Loaded>
    </>
  );
}

function Cost({ info, stats }: { info: FlakyTestInfo; stats: Stats }) {
  const { periods, outages } = info;
  const { frequency } = stats.span;
  const picked = usePickedPeriod(periods, ({ flaky }) => flaky > 0, stats);
  const { period: chosen, textOf, pathOf, pathOfAll } = picked;
  if (!chosen) return null;
  const name = picked.name.toLowerCase();
  return (
    <section className={`${styles.panel} ${flakyStyles.cost}`} aria-label={`Flaky results per ${name}`}>
      <dl className={`${flakyStyles.figures} tabular`}>
        <Figure name="Time lost" value={formatDuration(info.retryMs)} note="in retries" to={pathOfAll()} />
        <Figure
          name="Runs blocked"
          value={formatCount(info.runsBlocked)}
          note={`of ${formatCount(info.runs)}`}
          to={pathOfAll(['FAIL'])}
        />
        <Figure name="Retries" value={formatCount(info.retries)} to={pathOfAll()} />
        <Figure name="Flaky results" value={formatCount(info.flaky)} to={pathOfAll()} />
      </dl>
      <div className={flakyStyles.chart}>
        <div className={styles.panelHead}>
          <h2>Flaky results per {name}</h2>
          {outages > 0 && (
            <span className={styles.note}>{counted(outages, 'run')} left out: nearly everything failed</span>
          )}
          <div className={`${styles.readout} tabular`}>
            <strong>{textOf(chosen)}</strong>
            <span className={styles.count}>
              <strong>{formatCount(chosen.flaky)}</strong> flaky
            </span>
            <Link className="link fingerTall" to={pathOf(chosen)}>
              Open the runs
            </Link>
          </div>
        </div>
        <ChartFrame
          label={`Flaky results by ${name}`}
          count={periods.length}
          chosen={picked.index}
          textOf={(at) => (periods[at] ? `${textOf(periods[at])}: ${formatCount(periods[at].flaky)} flaky` : '')}
          onChoose={picked.pick}
          onOpen={picked.open}
          height={barsHeight}
        >
          {(width) => (
            <PeriodBars
              keys={['flaky']}
              bars={periods.map((period) => ({
                label: axisText(period, frequency),
                counts: { flaky: period.flaky },
              }))}
              width={width}
              height={barsHeight}
              hasNames
            />
          )}
        </ChartFrame>
      </div>
    </section>
  );
}

/** @param to the runs among which those are that it counts */
function Figure({ name, value, note, to }: { name: string; value: string; note?: string; to: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        <Link
          className={`${styles.opens} fingerTall`}
          to={to}
          aria-label={`${[`${name}:`, value, note].filter(Boolean).join(' ')}. Open the runs`}
        >
          {value} {note && <span className={styles.note}>{note}</span>}
        </Link>
      </dd>
    </div>
  );
}

function Tests({ info: { tests: found, total }, owners }: { info: FlakyTestInfo; owners: TestOwners }) {
  const { filters, setFilters } = useUrlFilters(ofTests);
  const isPicked = (test: UnstableTest) => owners.keysOf(test).some((key) => filters.owner.includes(key));
  const tests = filters.owner.length === 0 ? found : found.filter(isPicked);
  const flaky = tests.filter(({ state }) => state !== 'broken');
  const broken = tests.filter(({ state }) => state === 'broken');
  const quarantined = tests.filter(({ quarantinedAt }) => quarantinedAt !== null).length;
  const first = (filters.page - 1) * pageSize;
  const shown = flaky.slice(first, first + pageSize);
  if (found.length === 0) {
    return (
      <EmptyState
        title="No flaky or broken tests"
        why="No test passed and failed on the same commit, flipped on its default branch, was marked as known flaky, or kept failing."
        action={<ProjectScreens projectIds={[]} />}
      />
    );
  }
  const counts: readonly (readonly [Shape, string])[] = [
    ['flaky', `${formatCount(flaky.filter(({ state }) => state === 'flaky').length)} flaky`],
    ['pass', `${formatCount(flaky.filter(({ state }) => state === 'recovering').length)} recovering`],
    ['ignored', `${formatCount(quarantined)} quarantined`],
    ['fail', `${formatCount(broken.length)} broken, listed separately`],
  ];
  return (
    <>
      <div className={`${flakyStyles.counts} tabular`}>
        {counts.map(([shape, text]) => (
          <span key={shape}>
            <StatusShape shape={shape} label="" /> {text}
          </span>
        ))}
        {total > found.length && (
          <span>
            the surest {formatCount(found.length)} of {formatCount(total)}
          </span>
        )}
        <FilterPill
          label="Owner"
          choices={owners.choices(found)}
          picked={filters.owner}
          onChange={(owner) => setFilters({ owner, page: 1 })}
        />
        <ProjectScreens projectIds={found.map(({ projectId }) => projectId)} />
      </div>
      {tests.length === 0 && <p>No tests for the selected owner.</p>}
      {flaky.length > 0 && <Legend />}
      {flaky.length > 0 && <UnstableTable label="Flaky tests" tests={shown} firstRank={first + 1} owners={owners} />}
      {flaky.length > pageSize && (
        <Pager
          page={filters.page}
          size={pageSize}
          shown={shown.length}
          total={flaky.length}
          onPage={(page) => setFilters({ page })}
        />
      )}
      {broken.length > 0 && (
        <section className={flakyStyles.broken} aria-label="Broken">
          <h2>Broken</h2>
          <p className={styles.note}>
            They fail in 8 of 10 runs, or failed in the last 5. They need a fix and are not quarantined automatically.
          </p>
          <UnstableTable label="Broken tests" tests={broken} firstRank={1} owners={owners} />
        </section>
      )}
    </>
  );
}

/** How to read the table. */
function Legend() {
  return (
    <p className={`${styles.note} ${flakyStyles.legend}`}>
      Strongest evidence first: <b>A</b> passed and failed on the same commit, <b>B</b> flipped on the default branch,{' '}
      <b>C</b> marked as known flaky. <b>≥</b> lowest likely flake rate (95% confidence) of the runs counted. Cost: time
      spent in retries. Owner: chosen in Assay, otherwise from CODEOWNERS at the newest run’s commit.
    </p>
  );
}

function fileOf({ tests }: FlakyTestInfo, { span }: Stats, owners: TestOwners): { name: string; text: string } {
  const ownersText = (test: UnstableTest) => {
    const found = owners.of(test);
    return typeof found === 'string' ? null : found.owners.map(({ name }) => name).join(', ');
  };
  const text = csvOf(
    [
      { title: 'Test', value: ({ name }: UnstableTest) => name },
      { title: 'File', value: ({ file }) => file },
      { title: 'Project', value: ({ projectId }) => projectId },
      { title: 'State', value: ({ state }) => state },
      { title: 'Evidence', value: ({ evidence }) => evidence },
      { title: 'Seen', value: ({ seen }) => seen },
      { title: 'Of', value: ({ of }) => of },
      { title: 'Lower bound', value: ({ lowerBound }) => Number(lowerBound.toFixed(4)) },
      { title: 'Runs blocked', value: ({ runsBlocked }) => runsBlocked },
      { title: 'Retries', value: ({ retries }) => retries },
      { title: 'Retries, ms', value: ({ retryMs }) => retryMs },
      { title: 'First', value: ({ firstAt }) => firstAt },
      { title: 'Last', value: ({ lastAt }) => lastAt },
      { title: 'Owner', value: ownersText },
      { title: 'Quarantined', value: ({ quarantinedAt }) => quarantinedAt },
    ],
    tests,
  );
  return { name: `flaky-tests-${dayRangeOf(span.start, span.end - 1)}.csv`, text };
}
