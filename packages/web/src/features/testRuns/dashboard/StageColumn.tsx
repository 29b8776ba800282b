import type { RecentRunView } from '@assay/contract';
import type { ReactNode } from 'react';
import { type Shape, StatusShape } from '../../../ui/StatusShape.tsx';
import { wordOfShape } from '../status/statusShapes.ts';
import type { Column } from './columns.ts';
import styles from './dashboard.module.css';
import { EnvironmentCard } from './EnvironmentCard.tsx';

type Props = {
  column: Column;
  alarms: boolean;
  isFiltered: boolean;
  isNew: (run: RecentRunView) => boolean;
  onCommit: (run: RecentRunView) => void;
  children?: ReactNode;
};

const counted: readonly Shape[] = ['fail', 'running', 'pass', 'notRun'];

/** A stage of the pipeline with its environments. */
export function StageColumn({ column: { id, name, cards }, alarms, isFiltered, isNew, onCommit, children }: Props) {
  return (
    <section className={styles.column} aria-label={name}>
      <header className={id === null ? `${styles.columnHead} ${styles.noStage}` : styles.columnHead}>
        <h2 className="truncate" title={name}>
          {name}
        </h2>
        {counted.map((shape) => (
          <StandingCount key={shape} shape={shape} count={cards.filter(({ standing }) => standing === shape).length} />
        ))}
      </header>
      {cards.map((card) => (
        <EnvironmentCard
          key={card.id}
          card={card}
          alarms={alarms}
          isFiltered={isFiltered}
          isNew={isNew}
          onCommit={onCommit}
        />
      ))}
      {cards.length === 0 && <p className={styles.emptyColumn}>No environments</p>}
      {children}
    </section>
  );
}

function StandingCount({ shape, count }: { shape: Shape; count: number }) {
  if (count === 0) return null;
  return (
    <span className={`${styles.count} tabular`}>
      <StatusShape shape={shape} label={shape === 'notRun' ? 'No result' : wordOfShape(shape)} size={12} /> {count}
    </span>
  );
}
