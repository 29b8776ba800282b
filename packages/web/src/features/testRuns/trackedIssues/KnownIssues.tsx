import type { IssueDraft, ReportedRequest, TrackedIssueView } from '@assay/contract';
import { Button } from '@mantine/core';
import { useRef } from 'react';
import { useAddToIssueMutation } from '../../../connection/serviceHooks.ts';
import { IconTicket } from '../../../ui/icons/icons.ts';
import { RelativeTime } from '../../../ui/RelativeTime.tsx';
import { showDone } from '../../../ui/showDone.ts';
import { showFailure } from '../../../ui/showFailure.ts';
import { Tag } from '../../../ui/Tag.tsx';
import { IssueChip } from '../../../ui/trackedIssues/IssueChip.tsx';
import { IssueFinding } from '../../../ui/trackedIssues/IssueFinding.tsx';
import { IssueOrigin } from '../../../ui/trackedIssues/IssueOrigin.tsx';
import { issueInShort } from '../../../ui/trackedIssues/issueInShort.ts';
import styles from './createIssue.module.css';
import { useFirstFocus } from './useFirstFocus.ts';

type Props = { draft: IssueDraft; reported: ReportedRequest; number: number; onDone: () => void };

/** Issues that are open for the same failure: adding to one spares another. */
export function OpenIssues({ draft: { open }, ...props }: Props) {
  return open.map((issue, index) => <OpenIssue key={issue.id} issue={issue} isFirst={index === 0} {...props} />);
}

type OpenIssueProps = Omit<Props, 'draft'> & { issue: TrackedIssueView; isFirst: boolean };

function OpenIssue({ issue, isFirst, reported, number, onDone }: OpenIssueProps) {
  const { id, issueKey, url, summary, status } = issue;
  const [add, { isLoading }] = useAddToIssueMutation();
  const button = useRef<HTMLButtonElement>(null);
  useFirstFocus(button, isFirst);

  async function addTo(): Promise<void> {
    const { error } = await add({ params: { id }, body: reported });
    if (error) {
      showFailure(error);
      return;
    }
    showDone(`#${number} was added to ${issueKey}`);
    onDone();
  }
  return (
    <section className={styles.open} aria-label={`${issueKey ?? 'An issue'} is open for the same failure`}>
      <IconTicket size={16} stroke={1.75} aria-hidden />
      <div className={styles.openText}>
        <p className={styles.openHead}>
          {url === null ? (
            <strong>Being created</strong>
          ) : (
            <a className="link" href={url} target="_blank" rel="noreferrer">
              <strong>{issueKey}</strong>
            </a>
          )}{' '}
          <strong>{summary}</strong> <Tag>{status.name}</Tag> <IssueFinding issue={issue} />
        </p>
        <p className={styles.hint}>
          open for the same failure, <IssueOrigin issue={issue} />
        </p>
      </div>
      {url !== null && (
        <div className={styles.openActions}>
          <Button component="a" href={url} target="_blank" rel="noreferrer" aria-label={`Open ${issueKey}`}>
            Open
          </Button>
          <Button variant="filled" loading={isLoading} onClick={() => void addTo()} ref={button}>
            Add #{number} to it
          </Button>
        </div>
      )}
    </section>
  );
}

const shownEarlier = 3;

/** What came of earlier issues about the failure. */
export function EarlierIssues({ issues }: { issues: readonly TrackedIssueView[] }) {
  if (issues.length === 0) return null;
  const more = issues.length - shownEarlier;
  return (
    <section className={styles.earlier} aria-label="Earlier issues for the same failure">
      <h3 className={styles.earlierTitle}>Earlier, for the same failure</h3>
      <ul className={styles.list}>
        {issues.slice(0, shownEarlier).map((issue) => {
          const inShort = issueInShort(issue);
          return (
            <li key={issue.id}>
              {inShort && <IssueChip issue={inShort} />} <span className="soft">since</span>{' '}
              <span className="soft">
                <RelativeTime time={issue.status.at} />
              </span>{' '}
              <IssueFinding issue={issue} />
            </li>
          );
        })}
      </ul>
      {more > 0 && <p className={styles.hint}>and {more} more</p>}
    </section>
  );
}
