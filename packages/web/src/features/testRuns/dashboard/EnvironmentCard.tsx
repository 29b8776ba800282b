import { type RecentRunView, type RunMark, verdictOfRun } from '@assay/contract';
import { UnstyledButton } from '@mantine/core';
import { useState } from 'react';
import { counted, formatCount } from '../../../ui/format/formatNumbers.ts';
import { type RecentBar, RecentBars } from '../../../ui/RecentBars.tsx';
import { RelativeTime } from '../../../ui/RelativeTime.tsx';
import { StatusShape } from '../../../ui/StatusShape.tsx';
import { wordOfShape } from '../status/statusShapes.ts';
import type { Card } from './columns.ts';
import styles from './dashboard.module.css';
import { RecentRunRow } from './RecentRunRow.tsx';

const shownRuns = 3;

type Props = {
  card: Card;
  /** Whether what fails here stands out: in the last stage. */
  alarms: boolean;
  isFiltered: boolean;
  isNew: (run: RecentRunView) => boolean;
  onCommit: (run: RecentRunView) => void;
};

export function EnvironmentCard({ card: { name, standing, runs }, alarms, isFiltered, isNew, onCommit }: Props) {
  const [showsAll, setShowsAll] = useState(false);
  const { latest, recent, lastRunAt } = runs;
  const shown = showsAll ? latest : latest.slice(0, shownRuns);
  const hiddenNew = latest.slice(shown.length).filter(({ run }) => isNew(run)).length;
  const failing = latest.find(({ failingSince }) => failingSince !== null);
  const isAlarm = alarms && standing === 'fail';
  return (
    <section className={isAlarm ? `${styles.card} ${styles.alarm}` : styles.card} aria-label={name}>
      <header className={styles.cardHead}>
        <StatusShape shape={standing} label={latest.length === 0 ? 'No runs' : wordOfShape(standing)} />
        <h3 className={`${styles.cardName} truncate`} title={name}>
          {name}
        </h3>
        <RecentBars bars={recent.map(barOf)} />
        {failing?.failingSince && <FailingSince run={failing.run} first={failing.failingSince.first} />}
      </header>
      {latest.length > 0 && (
        <ul className={styles.runs}>
          {shown.map(({ run, countsUnknown }) => (
            <RecentRunRow key={run.id} run={run} countsUnknown={countsUnknown} isNew={isNew(run)} onCommit={onCommit} />
          ))}
        </ul>
      )}
      {latest.length === 0 && (
        <p className={styles.none}>
          {isFiltered && lastRunAt
            ? 'No runs match these filters.'
            : lastRunAt
              ? 'Its runs were canceled.'
              : 'No runs yet.'}
          {lastRunAt && (
            <>
              {' '}
              Last run <RelativeTime time={lastRunAt} />.
            </>
          )}
        </p>
      )}
      {latest.length > shownRuns && (
        <UnstyledButton className={styles.more} onClick={() => setShowsAll(!showsAll)} aria-expanded={showsAll}>
          {showsAll ? 'Show fewer runs' : `Show ${counted(latest.length - shownRuns, 'more run')}`}
          {hiddenNew > 0 && `, ${formatCount(hiddenNew)} new`}
        </UnstyledButton>
      )}
    </section>
  );
}

type Since = NonNullable<Card['runs']['latest'][number]['failingSince']>;

/** A card has runs of several projects, whose numbers are their own. */
function FailingSince({ run, first }: { run: RecentRunView; first: Since['first'] }) {
  return (
    <p className={styles.since}>
      Failing since {run.project.name} #{first.number}
      {first.endTime && (
        <>
          , <RelativeTime time={first.endTime} />
        </>
      )}
    </p>
  );
}

function barOf(run: RunMark): RecentBar {
  const verdict = verdictOfRun(run);
  const shape = verdict === 'passed' ? 'pass' : verdict === 'failed' ? 'fail' : 'other';
  return { shape, durationMs: run.calculatedDuration ?? 0 };
}
