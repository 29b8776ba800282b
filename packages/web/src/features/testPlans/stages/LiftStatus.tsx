import { KeyHint } from '../../../ui/KeyHint.tsx';
import { placeText, useBoard } from './boardContext.ts';
import styles from './stages.module.css';

/** What is carried and where to, and what came of it: seen by some, read out to others. */
export function LiftStatus() {
  const {
    lift: { lifted, landed },
    stages,
    suites,
  } = useBoard();
  const nameOf = (id: string) => stages.get(id)?.name ?? suites.get(id)?.testSuite.name ?? '';
  return (
    <p className={styles.status} role="status" aria-label="Moving">
      {lifted && (
        <span className={styles.moving}>
          <span>
            Moving <strong>{nameOf(lifted.id)}</strong> to {placeText(lifted.to)}
          </span>
          <span className={styles.hints} aria-hidden>
            <KeyHint>↑</KeyHint>
            <KeyHint>↓</KeyHint> move <KeyHint>Space</KeyHint> drops <KeyHint>Esc</KeyHint> puts it back
          </span>
        </span>
      )}
      {landed && (
        <span className="visuallyHidden">
          {nameOf(landed.id)} is {landed.moved ? 'dropped' : 'put back'} at {placeText(landed.at)}.
        </span>
      )}
    </p>
  );
}
