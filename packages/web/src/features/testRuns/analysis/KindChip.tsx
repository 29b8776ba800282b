import type { CauseKind } from '@assay/contract';
import styles from './analysis.module.css';
import { causeKindInfo } from './causeKinds.ts';

/** A cause's kind: icon and word. */
export function KindChip({ kind }: { kind: CauseKind }) {
  const { name, icon: Icon } = causeKindInfo[kind];
  return (
    <span className={styles.kind}>
      <Icon size={12} stroke={1.75} aria-hidden="true" />
      {name}
    </span>
  );
}
