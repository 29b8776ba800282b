import type { WholeRunSignal } from '@assay/contract';
import { StatusShape } from '../../../ui/StatusShape.tsx';
import styles from './analysis.module.css';

/** What concerns the whole run, to be checked before its tests. */
export function WholeRunSignals({ signals }: { signals: readonly WholeRunSignal[] }) {
  if (signals.length === 0) return null;
  return (
    <ul className={styles.signals} aria-label="Whole run">
      {signals.map(({ signal, title, description }) => (
        <li key={`${signal} ${title}`}>
          <StatusShape shape="ignored" label="" />
          <span>
            <strong>Whole run: {title}.</strong> {description}
          </span>
        </li>
      ))}
    </ul>
  );
}
