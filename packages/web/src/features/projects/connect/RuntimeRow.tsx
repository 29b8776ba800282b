import type { ProposedRuntime } from '@assay/contract';
import { StatusShape } from '../../../ui/StatusShape.tsx';
import styles from './connect.module.css';

/** A version of Node or Python that the repository asks for, and the one that an agent has for it. */
export function RuntimeRow({ runtime: { name, asked, file, line, used, missing } }: { runtime: ProposedRuntime }) {
  const isMissing = missing !== null;
  const place = file.split('/').at(-1) ?? file;
  return (
    <li className={isMissing ? `${styles.line} ${styles.lineToCheck}` : styles.line}>
      <StatusShape shape={isMissing ? 'ignored' : 'pass'} label={isMissing ? 'To check' : 'Found'} />
      <span className={styles.label}>{name}</span>
      <span className={`${styles.value} ${styles.mono}`}>{used ?? asked}</span>
      <div className={styles.why}>
        <span title={line === null ? file : `${file}, line ${line}`}>
          {missing ?? (
            <>
              <code>{place}</code> asks for {asked}
              {used !== null && '; an agent has it'}
            </>
          )}
        </span>
      </div>
    </li>
  );
}
