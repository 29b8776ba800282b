import { type IssueKeyView, type IssueTrackerView, issueAddress, limits, type TestResultView } from '@assay/contract';
import { CloseButton, UnstyledButton } from '@mantine/core';
import { useState } from 'react';
import { useMay } from '../../../connection/currentUser.ts';
import {
  useListIssueKeysQuery,
  useListIssueTrackersQuery,
  useRemoveIssueKeyMutation,
} from '../../../connection/serviceHooks.ts';
import { FailedPart } from '../../../ui/FailedPart.tsx';
import { showFailure } from '../../../ui/showFailure.ts';
import { AddIssueKey } from './AddIssueKey.tsx';
import styles from './issueKeys.module.css';

type Named = Pick<TestResultView, 'projectId' | 'testId' | 'name'>;

/** The issues that people have named at a test, and a form that adds one unless another control of the page does. */
export function IssueKeys({ test, addsElsewhere = false }: { test: Named; addsElsewhere?: boolean }) {
  const [adding, setAdding] = useState(false);
  const may = useMay('trackedIssue.write');
  const mayReadTrackers = useMay('trackedIssue.read');
  const params = { id: test.projectId, testId: test.testId };
  const { data: keys, isError, refetch } = useListIssueKeysQuery({ params });
  const { data: trackers = [] } = useListIssueTrackersQuery(undefined, { skip: !keys?.length || !mayReadTrackers });
  if (addsElsewhere && !keys?.length) return null;
  if (isError && !keys) return <FailedPart what="The issue keys" onRetry={() => void refetch()} />;
  return (
    <div className={styles.keys}>
      {keys && keys.length > 0 && (
        <ul className={styles.list} aria-label="Issue keys">
          {keys.map((issue) => (
            <li key={issue.key}>
              <IssueKey issue={issue} test={test} trackers={trackers} may={may} />
            </li>
          ))}
        </ul>
      )}
      {may && !addsElsewhere && keys && keys.length < limits.issueKeysOfTest && (
        <AddIssueKey test={test} opened={adding} onChange={setAdding}>
          <UnstyledButton
            className={`link ${styles.add}`}
            aria-label={`Add issue key to ${test.name}`}
            aria-expanded={adding}
            onClick={() => setAdding(!adding)}
          >
            Add issue key
          </UnstyledButton>
        </AddIssueKey>
      )}
    </div>
  );
}

function IssueKey({
  issue: { key, addedBy },
  test: { projectId, testId, name },
  trackers,
  may,
}: {
  issue: IssueKeyView;
  test: Named;
  trackers: readonly IssueTrackerView[];
  may: boolean;
}) {
  const [remove, { isLoading }] = useRemoveIssueKeyMutation();
  const address = issueAddress(key, trackers);
  const title = addedBy === null ? key : `${key}, added by ${addedBy.fullName}`;
  return (
    <span className={styles.key}>
      {address === null ? (
        <span title={title}>{key}</span>
      ) : (
        <a className="link" href={address} target="_blank" rel="noreferrer" title={title}>
          {key}
        </a>
      )}
      {may && (
        <CloseButton
          size={18}
          iconSize={12}
          disabled={isLoading}
          aria-label={`Remove ${key} from ${name}`}
          onClick={async () => {
            const { error } = await remove({ params: { id: projectId, testId }, query: { key } });
            if (error) showFailure(error);
          }}
        />
      )}
    </span>
  );
}
