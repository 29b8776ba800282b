import type { ProjectTrialFound } from '@assay/contract';
import { limits } from '@assay/contract';
import { counted, formatCount } from '../../../ui/format/formatNumbers.ts';
import { StatusShape } from '../../../ui/StatusShape.tsx';
import styles from './tryIt.module.css';

/** What a trial found: how many tests, the first of them, and files that cannot be loaded. */
export function TrialFound({ found }: { found: ProjectTrialFound }) {
  const { commit, count, first, unloaded } = found;
  const at = commit === null ? '' : ` at ${commit.slice(0, limits.gitRefLengthOnRun)}`;
  const rest = (count ?? 0) - first.length;
  return (
    <>
      <p className={styles.line} role="status">
        <StatusShape shape={unloaded.length > 0 ? 'fail' : 'pass'} label="" />
        {count === null
          ? `The set-up works${at}. The tests become known once the command runs.`
          : `Found ${counted(count, 'test')}${at}.`}
      </p>
      {first.length > 0 && (
        <ul className={styles.tests} aria-label="Tests found">
          {first.map(({ file, name, line }) => (
            <li key={`${file} ${name}`}>
              <span>{name}</span> <code className="soft">{line === null ? file : `${file}:${line}`}</code>
            </li>
          ))}
        </ul>
      )}
      {rest > 0 && <p className="soft">and {formatCount(rest)} more</p>}
      {unloaded.length > 0 && (
        <ul className={styles.tests} aria-label="Files that cannot be loaded">
          {unloaded.map(({ file, message }) => (
            <li key={file}>
              <code>{file}</code> cannot be loaded
              <pre className={styles.log}>{message}</pre>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
