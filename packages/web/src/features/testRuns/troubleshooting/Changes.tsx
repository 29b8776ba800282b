import { type ChangeSincePass, limits, type TestAnalysisView } from '@assay/contract';
import { RelativeTime } from '../../../ui/RelativeTime.tsx';
import styles from './troubleshooting.module.css';

const kindNames = {
  COMMIT: 'Commits',
  ENVIRONMENT: 'Environment',
  VERSION: 'Versions',
  AGENT: 'Agent',
  NEIGHBORS: 'Same file',
  DURATION: 'Duration',
  TEST: 'Test',
  UNCHANGED: 'Unchanged',
} satisfies Record<ChangeSincePass['kind'], string>;

/** What differs between the last pass and the first failure, suspects first, and what could not be compared. */
export function Changes({ analysis: { changes, notCompared } }: { analysis: TestAnalysisView }) {
  if (changes.length === 0 && notCompared.length === 0) return null;
  return (
    <dl className={styles.changes} aria-label="What changed">
      {changes.map((change, index) => (
        <div
          // biome-ignore lint/suspicious/noArrayIndexKey: changes have no identity of their own
          key={index}
          className={styles.change}
          data-suspect={change.isSuspect}
          data-quiet={change.kind === 'UNCHANGED'}
        >
          <dt data-repeated={changes[index - 1]?.kind === change.kind}>{kindNames[change.kind]}</dt>
          <dd>
            <Change change={change} />
          </dd>
        </div>
      ))}
      {notCompared.length > 0 && (
        <div className={styles.change} data-quiet>
          <dt>Not compared</dt>
          <dd>{notCompared.join(' · ')}</dd>
        </div>
      )}
    </dl>
  );
}

function Change({ change }: { change: ChangeSincePass }) {
  const { kind, title, from, to, detail, commit, author, url, at } = change;
  const isCode = kind === 'ENVIRONMENT';
  return (
    <div className={styles.changeText}>
      <p>
        {commit !== null && <code>{commit.slice(0, limits.commitLength)} </code>}
        {isCode ? <code>{title}</code> : title}
        {(from !== null || to !== null) && (
          <span className={styles.values}>
            {' '}
            <s>{from ?? 'not set'}</s> → <span>{to ?? 'not set'}</span>
          </span>
        )}
        {author !== null && <span className="soft"> {author}</span>}
        {at !== null && (
          <span className="soft">
            {' '}
            <RelativeTime time={at} />
          </span>
        )}
        {change.isSuspect && <span className={styles.suspect}> suspect</span>}
      </p>
      {url !== null && (
        <a className="link" href={url} target="_blank" rel="noreferrer">
          {kind === 'COMMIT' ? 'Diff' : 'Show'}
        </a>
      )}
      {detail !== null && <p className={styles.detail}>{detail}</p>}
    </div>
  );
}
