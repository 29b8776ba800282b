import type { TestPlanStageView } from '@assay/contract';
import { useDroppable } from '@dnd-kit/core';
import { IconArrowNarrowDown } from '../../../ui/icons/icons.ts';
import { useBoard } from './boardContext.ts';
import { CarriedSuite } from './Carried.tsx';
import { type Row, rowsWith } from './planOrder.ts';
import { StageHead } from './StageHead.tsx';
import { SuiteRow } from './SuiteRow.tsx';
import styles from './stages.module.css';

type Props = {
  stage: TestPlanStageView;
  /** Its place as people count it, also while another one is carried. */
  number: number;
  is: Row['is'];
  /** What has to be so before it starts. */
  gate: string | null;
};

/** A stage: its head, and its suites in their order. */
export function StageCard({ stage, number: stageNumber, is, gate }: Props) {
  const { order, suites, lift } = useBoard();
  const { lifted } = lift;
  const { setNodeRef } = useDroppable({ id: stage.id });
  const at = order.findIndex(({ id }) => id === stage.id);
  const ids = order[at]?.suiteIds ?? [];
  const isSuiteLifted = lifted !== null && lifted.to.suite !== null;
  const isTarget = isSuiteLifted && lifted.to.stage === at;
  const rows = rowsWith(ids, isSuiteLifted ? lifted.id : null, isTarget ? lifted.to.suite : null);
  // A ghost has no place of its own.
  const placed = rows.filter((row) => row.is !== 'ghost');
  const isSequential = stage.executionType === 'Sequential';
  return (
    <li className={styles.stageItem} data-stage={is} aria-label={stage.name}>
      {gate !== null && (
        <p className={styles.gate}>
          <IconArrowNarrowDown size={20} stroke={1.5} aria-hidden />
          {gate}
        </p>
      )}
      <div ref={setNodeRef} className={styles.card} data-target={isTarget}>
        <StageHead stage={stage} number={stageNumber} />
        {rows.length === 0 ? (
          <p className={styles.noSuites}>No suites yet: the stage is passed at once.</p>
        ) : (
          <ol className={styles.suites} aria-label={`Suites of ${stage.name}`}>
            {rows.map((row) => {
              const number = isSequential && row.is !== 'ghost' ? placed.indexOf(row) + 1 : null;
              if (row.is === 'slot') return <CarriedSuite key="slot" id={row.id} number={number} />;
              const suite = suites.get(row.id);
              return suite && <SuiteRow key={row.id} stage={stage} suite={suite} is={row.is} number={number} />;
            })}
          </ol>
        )}
      </div>
    </li>
  );
}
