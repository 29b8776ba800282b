import { issueTrackerNames, type TrackedIssueInShort } from '@assay/contract';
import { IconTicket } from '../icons/icons.ts';
import styles from './trackedIssues.module.css';

type Props = {
  issue: TrackedIssueInShort;
  /** In a row that handles keys itself, such as one of a tree, the link is not a tab stop of its own. */
  inRow?: boolean;
};

/** An issue by its key and status; opens it at the tracker in a new tab. */
export function IssueChip({ issue: { issueKey, url, provider, status, isOpen }, inRow = false }: Props) {
  return (
    <a
      className={styles.chip}
      data-open={isOpen}
      href={url}
      target="_blank"
      rel="noreferrer"
      title={`${issueKey}, ${status}: opens ${issueTrackerNames[provider]} in a new tab`}
      tabIndex={inRow ? -1 : undefined}
      onClick={(event) => event.stopPropagation()}
      onDoubleClick={(event) => event.stopPropagation()}
    >
      <IconTicket size={12} stroke={1.75} aria-hidden />
      <span className={styles.key}>{issueKey}</span> <span className={styles.status}>{status}</span>
    </a>
  );
}
