import { nothingCouldPassText, passedText } from '@assay/contract';
import { Modal, UnstyledButton } from '@mantine/core';
import type { CSSProperties } from 'react';
import { useSelector } from 'react-redux';
import type { ConnectionState } from '../../../connection/connectionTools.ts';
import { displayOfLive } from '../../../connection/liveSlice.ts';
import { counted, formatCount } from '../../../ui/format/formatNumbers.ts';
import { formatClock, formatSpan, timeOf } from '../../../ui/format/formatTime.ts';
import { finishedCount } from '../../../ui/runSegments.ts';
import { type Shape, StatusShape } from '../../../ui/StatusShape.tsx';
import { useNow } from '../../../ui/useNow.ts';
import type { Card, Column } from './columns.ts';
import styles from './wall.module.css';
import { rowsOf, type WallStage, wallStagesOf } from './wallStages.ts';

const words: Partial<Record<Shape, string>> = {
  fail: 'Failing',
  running: 'Running',
  pass: 'Passing',
  notRun: 'No result',
};

/** What has failed for less time has only begun to. */
const minToldMs = 60_000;

type Props = {
  columns: readonly Column[];
  /** ISO 8601, of a moment of the past; '': now. */
  at: string;
  onLeave: () => void;
};

/** The dashboard on a wall screen: as large as the screen allows, without what is to be clicked, and never scrolled. */
export function Wall({ columns, at, onLeave }: Props) {
  const stages = wallStagesOf(columns);
  const cards = columns.flatMap((column) => column.cards);
  const failing = cards.filter(({ standing }) => standing === 'fail').length;
  const running = cards.filter(({ standing }) => standing === 'running').length;
  const size = {
    '--columns': stages.reduce((sum, { width }) => sum + width, 0),
    '--rows': rowsOf(stages),
  } as CSSProperties;
  return (
    <Modal.Root opened onClose={onLeave} fullScreen padding={0} transitionProps={{ duration: 0 }}>
      <Modal.Content aria-label="Dashboard on a wall" className={styles.content} radius={0}>
        <Modal.Body className={styles.wall} style={size}>
          <div className={styles.head}>
            <h1 className={styles.sum} data-failing={failing > 0}>
              <Mark shape={failing > 0 ? 'fail' : running > 0 ? 'running' : 'pass'} />
              {failing > 0
                ? `${formatCount(failing)} of ${counted(cards.length, 'environment')} failing`
                : 'Nothing fails'}
              {running > 0 && <span className={styles.also}> · {formatCount(running)} running</span>}
            </h1>
            <Freshness at={at} />
            <UnstyledButton className={styles.leave} onClick={onLeave}>
              Leave wall view
            </UnstyledButton>
          </div>
          <div className={styles.stages}>
            {stages.map((stage) => (
              <WallColumn key={stage.name} stage={stage} />
            ))}
          </div>
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
}

/** A screen that nobody touches must not show what is long over as if it were so now. */
function Freshness({ at }: { at: string }) {
  const display = displayOfLive(useSelector((state: ConnectionState) => state.live));
  const now = useNow(10_000);
  const isOff = at === '' && display.kind === 'offline';
  return (
    <p className={`${styles.clock} tabular`} data-off={isOff} role="status">
      {isOff ? `Not connected since ${formatClock(display.since)}` : formatClock(new Date(now).toISOString())}
    </p>
  );
}

function WallColumn({ stage: { name, width, shown, rest } }: { stage: WallStage }) {
  return (
    <section className={styles.stage} style={{ '--width': width } as CSSProperties} aria-label={name}>
      <h2 className={`${styles.stageName} truncate`}>{name}</h2>
      <ul className={styles.cards}>
        {shown.map((card) => (
          <WallCard key={card.id} card={card} />
        ))}
        {rest.length > 0 && (
          <li className={`${styles.card} ${styles.rest}`}>
            <p className={styles.facts}>
              And{' '}
              {rest.map(({ shape, count }) => (
                <span key={shape} className={styles.other}>
                  <Mark shape={shape} /> {formatCount(count)} {words[shape]?.toLowerCase()}
                </span>
              ))}
            </p>
          </li>
        )}
      </ul>
    </section>
  );
}

function WallCard({ card }: { card: Card }) {
  const now = useNow(10_000);
  const { name, standing } = card;
  return (
    <li className={styles.card} data-standing={standing}>
      <Mark shape={standing} />
      <h3 className={`${styles.name} truncate`}>{name}</h3>
      <p className={`${styles.word} truncate`}>{wordOf(card, now)}</p>
      <p className={`${styles.facts} tabular truncate`}>{factsOf(card)}</p>
    </li>
  );
}

function Mark({ shape }: { shape: Shape }) {
  return (
    <span className={styles.mark}>
      <StatusShape shape={shape} label="" />
    </span>
  );
}

function wordOf({ standing, runs }: Card, now: number): string {
  const word = words[standing] ?? '';
  const began = runs.latest.find(({ failingSince }) => failingSince !== null)?.failingSince?.first.endTime;
  const lasts = began ? now - timeOf(began) : 0;
  return standing === 'fail' && lasts >= minToldMs ? `${word} for ${formatSpan(lasts)}` : word;
}

/** What the run says that matters most. */
function factsOf({ runs: { latest } }: Card): string {
  const [first] = latest;
  if (!first) return '';
  const { run, countsUnknown } = first;
  const name = `${run.project.name} #${run.number}`;
  const failed = latest.filter((one) => one.run.status === 'FAIL').length;
  if (failed > 1) return `${name} and ${counted(failed - 1, 'more run')}`;
  if (countsUnknown || (run.testCount === 0 && !run.nothingCouldPass)) return name;
  const total = formatCount(run.testCount);
  if (run.status === 'FAIL') return `${name} · ${formatCount(run.failCount)} of ${total} failed`;
  if (run.nothingCouldPass) return `${name} · ${nothingCouldPassText}`;
  if (run.status === 'PASS') return `${name} · ${passedText(run)}`;
  return `${name} · ${formatCount(finishedCount(run))} of ${total}`;
}
