import { placeText, useBoard } from './boardContext.ts';

import { StageFacts } from './StageHead.tsx';
import { SuiteCells } from './SuiteCells.tsx';
import styles from './stages.module.css';

type Props = {
  id: string;
  number?: number | null;
  /** Below the pointer; else it is where it would be dropped. */
  floats?: boolean;
};

/** A lifted suite, or the place that waits for it while it is below the pointer. */
export function CarriedSuite({ id, number = null, floats = false }: Props) {
  const { suites, stages, order, lift } = useBoard();
  const suite = suites.get(id);
  const { lifted } = lift;
  if (!suite || !lifted) return null;
  if (!floats && lifted.by === 'pointer') return <li className={styles.slot} aria-hidden />;
  const target = stages.get(order[lifted.to.stage]?.id ?? '');
  const isParallel = target?.executionType !== 'Sequential';
  const shown = floats && !isParallel ? (lifted.to.suite ?? 0) + 1 : number;
  const Row = floats ? 'div' : 'li';
  return (
    <Row className={`${styles.row} ${styles.carried}`} aria-hidden>
      <span />
      <SuiteCells suite={suite} number={shown} isParallel={isParallel} />
      <span className={styles.to}>{placeText(lifted.to)}</span>
    </Row>
  );
}

/** A lifted stage, folded to its head. */
export function CarriedStage({ id, floats = false }: Props) {
  const { stages, lift } = useBoard();
  const stage = stages.get(id);
  if (!stage || !lift.lifted) return null;
  if (!floats && lift.lifted.by === 'pointer') return <li className={styles.slot} aria-hidden />;
  const Row = floats ? 'div' : 'li';
  return (
    <Row className={`${styles.head} ${styles.carried}`} aria-hidden>
      <span />
      <StageFacts stage={stage} number={lift.lifted.to.stage + 1} />
      <span className={styles.to}>{placeText(lift.lifted.to)}</span>
    </Row>
  );
}
