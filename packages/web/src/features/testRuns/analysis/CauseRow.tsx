import { limits, type RootCause, seenBeforeText } from '@assay/contract';
import { UnstyledButton } from '@mantine/core';
import type { KeyboardEvent, ReactNode } from 'react';
import { formatCount } from '../../../ui/format/formatNumbers.ts';
import { formatSpan, timeOf } from '../../../ui/format/formatTime.ts';
import { IssueChip } from '../../../ui/trackedIssues/IssueChip.tsx';
import { useNow } from '../../../ui/useNow.ts';
import styles from './analysis.module.css';
import { KindChip } from './KindChip.tsx';

/** A cause in the list: how many tests it has, what it is, since when, and whether it is known. */
export function CauseRow({
  cause,
  isChosen,
  onChoose,
  onOpenTests,
  children,
}: {
  cause: RootCause;
  isChosen: boolean;
  onChoose: () => void;
  onOpenTests: () => void;
  /** The cause in full, where there is no room next to the list. */
  children?: ReactNode;
}) {
  const [issue] = cause.trackedIssues;
  function press(event: KeyboardEvent): void {
    if (event.key !== 'Enter') return;
    event.preventDefault();
    onOpenTests();
  }
  return (
    <li className={styles.cause} data-chosen={isChosen} data-cause={cause.id}>
      <span className={styles.size}>
        <strong className="tabular">{formatCount(cause.testCount)}</strong> {cause.testCount === 1 ? 'test' : 'tests'}
      </span>
      <div className={styles.about}>
        <UnstyledButton className={styles.name} data-row aria-current={isChosen} onClick={onChoose} onKeyDown={press}>
          {cause.name}
        </UnstyledButton>
        <span className={styles.facts}>
          <KindChip kind={cause.kind} />
          {cause.frame && <code className="truncate">{cause.frame.text}</code>}
        </span>
        <Since cause={cause} />
        <span className={styles.known}>
          {seenBeforeText(cause.seenBefore)}
          {issue && (
            <>
              {' · '}
              <IssueChip issue={issue} />
            </>
          )}
        </span>
      </div>
      {children}
    </li>
  );
}

function Since({ cause: { isNew, firstSeen } }: { cause: RootCause }) {
  const now = useNow(60_000);
  if (isNew || firstSeen === null) return <span className={styles.new}>{isNew ? 'first in this run' : ''}</span>;
  const span = now - timeOf(firstSeen.at);
  return (
    <span>
      <span className={styles.new}>since #{firstSeen.number}</span>
      {span >= 60_000 && `, ${formatSpan(span)}`}
      {firstSeen.commit !== null && (
        <>
          , <code>{firstSeen.commit.slice(0, limits.commitLength)}</code>
        </>
      )}
    </span>
  );
}
