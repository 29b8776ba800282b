import { FilePath } from '../../../ui/FilePath.tsx';
import { formatDuration } from '../../../ui/format/formatDuration.ts';
import { StatusShape } from '../../../ui/StatusShape.tsx';
import { wordOfShape } from '../status/statusShapes.ts';
import { placeOfTest } from '../test/pathOfTest.ts';
import styles from './Timeline.module.css';
import { type Bar, lengthOf } from './timelineLanes.ts';
import { formatOffset } from './timelineView.ts';

const cardWidth = 320;

/** What a bar stands for, beside it. */
export function TimelineCard({
  bar,
  start,
  x,
  y,
  width,
}: {
  bar: Bar;
  /** When the run began, in milliseconds since 1970. */
  start: number;
  x: number;
  y: number;
  /** Of what it has to stay within. */
  width: number;
}) {
  const { test, attempts, shape } = bar;
  return (
    <div
      className={styles.card}
      style={{ left: Math.max(0, Math.min(x, width - cardWidth)), top: y, width: cardWidth }}
    >
      <p className={styles.cardTitle}>
        <StatusShape shape={shape} label={wordOfShape(shape)} />
        <strong dir="auto">{test.name}</strong>
      </p>
      <p className={`${styles.where} soft`}>
        <FilePath path={placeOfTest(test)} after={test.copy === null ? null : `copy ${test.copy}`} />
      </p>
      <dl className={`${styles.facts} tabular`}>
        <dt>{attempts.length === 1 ? 'Attempt' : 'Attempts'}</dt>
        <dd>
          {attempts.map((attempt) => (
            <span key={attempt.attempt} className={styles.attempt}>
              {attempts.length === 1 && attempt.attempt}
              <StatusShape shape={attempt.shape} label={wordOfShape(attempt.shape)} />
              {formatDuration(lengthOf(attempt))}
            </span>
          ))}
        </dd>
        <dt>Took</dt>
        <dd>
          {formatDuration(lengthOf(bar))}
          <span className="soft">
            {' '}
            · {formatOffset(bar.from - start)} – {formatOffset(bar.to - start)}
          </span>
        </dd>
      </dl>
      {test.error !== null && shape === 'fail' && <pre className={styles.error}>{test.error}</pre>}
    </div>
  );
}
