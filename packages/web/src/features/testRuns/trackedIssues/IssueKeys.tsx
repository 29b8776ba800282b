import { type IssueKeyView, type IssueTrackerView, issueAddress, type TestResultView } from '@assay/contract';
import { CloseButton } from '@mantine/core';
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

/** The issues that people have named at a test, and a form that adds one. */
export function IssueKeys({ test }: { test: Named }) {
  const mayRead = useMay('trackedIssue.read');
  const may = useMay('trackedIssue.write');
  const params = { id: test.projectId, testId: test.testId };
  const { data: keys, isError, refetch } = useListIssueKeysQuery({ params }, { skip: !mayRead });
  const { data: trackers = [] } = useListIssueTrackersQuery(undefined, { skip: !keys?.length });
  if (!mayRead) return null;
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
      {may && keys && <AddIssueKey test={test} count={keys.length} />}
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
