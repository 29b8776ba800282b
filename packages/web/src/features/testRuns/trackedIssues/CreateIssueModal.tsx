import {
  type IssueDraft,
  type IssueTracker,
  type IssueTrackerView,
  issueTrackerNames,
  type ReportedRequest,
  topics,
} from '@assay/contract';
import { Button, Group, Modal, SegmentedControl, Text } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router';
import { useMay } from '../../../connection/currentUser.ts';
import { useDraftIssueMutation, useListIssueTrackersQuery } from '../../../connection/serviceHooks.ts';
import { useAccountPath } from '../../../connection/useAccountPath.ts';
import { useLiveTopic } from '../../../connection/useLiveTopic.ts';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { ErrorState } from '../../../ui/ErrorState.tsx';
import { Loaded } from '../../../ui/Loaded.tsx';
import { RowsSkeleton } from '../../../ui/RowsSkeleton.tsx';
import { useOnce } from '../../../ui/useOnce.ts';
import { CreateIssueForm } from './CreateIssueForm.tsx';
import styles from './createIssue.module.css';

type Props = {
  /** Null: closed. */
  reported: ReportedRequest | null;
  /** The run's number: 'Add #418 to it'. */
  number: number;
  onClose: () => void;
};

/** Creates an issue about failures. Closing asks before something that was typed is lost. */
export function CreateIssueModal({ reported, number, onClose }: Props) {
  const [title, setTitle] = useState<string | null>(null);
  const { data: [first] = [] } = useListIssueTrackersQuery();
  const [chosen, setProvider] = useState<IssueTracker | null>(null);
  const provider = chosen ?? first?.provider ?? 'Jira';
  const [isUsed, setUsed] = useState(false);
  const [isAsking, setAsking] = useState(false);

  function close(): void {
    setAsking(false);
    setUsed(false);
    setTitle(null);
    onClose();
  }
  return (
    <>
      <Modal
        opened={reported !== null}
        onClose={() => (isUsed ? setAsking(true) : close())}
        // Escape closes only the topmost layer.
        closeOnEscape={!isAsking}
        size={900}
        classNames={{ body: styles.body, header: styles.header }}
        title={
          <>
            Create {issueTrackerNames[provider]} issue{' '}
            {title !== null && <span className={styles.of}>for {title}</span>}
          </>
        }
      >
        {reported && (
          <Drafted
            reported={reported}
            number={number}
            provider={provider}
            onProvider={setProvider}
            onTitle={setTitle}
            onUsed={setUsed}
            onClose={() => (isUsed ? setAsking(true) : close())}
            onDone={close}
          />
        )}
      </Modal>
      <Modal opened={isAsking} onClose={() => setAsking(false)} title="Discard this issue?" size="sm" centered>
        <Text size="sm">It has not been created yet.</Text>
        <Group justify="flex-end" mt="md">
          <Button onClick={close}>Discard</Button>
          <Button variant="filled" onClick={() => setAsking(false)} data-autofocus>
            Keep editing
          </Button>
        </Group>
      </Modal>
    </>
  );
}

type DraftedProps = {
  reported: ReportedRequest;
  number: number;
  provider: IssueTracker;
  onProvider: (provider: IssueTracker) => void;
  onTitle: (title: string) => void;
  onUsed: (isUsed: boolean) => void;
  onClose: () => void;
  onDone: () => void;
};

function Drafted(props: DraftedProps) {
  const { reported, onTitle } = props;
  const query = useListIssueTrackersQuery();
  const [read] = useDraftIssueMutation();
  const [draft, setDraft] = useState<IssueDraft | null>(null);
  const [error, setError] = useState<unknown>(null);

  async function load(): Promise<void> {
    const { data, error: failure } = await read({ body: reported });
    setError(data ? null : failure);
    if (!data) return;
    setDraft(data);
    onTitle(data.title);
  }
  useOnce(load);
  // Another user may create the issue while this one is being written. What was typed stays.
  useLiveTopic(topics.trackedIssues, () => void load());

  return (
    <Loaded
      query={query}
      failed="The issue trackers could not be loaded"
      skeleton={<Skeleton />}
      empty={<NotConnected />}
    >
      {(trackers) => {
        if (draft) return <AtTracker {...props} trackers={trackers} draft={draft} onStale={load} />;
        return error === null ? (
          <Skeleton />
        ) : (
          <ErrorState title="The issue could not be drafted" error={error} onRetry={() => void load()} />
        );
      }}
    </Loaded>
  );
}

type AtTrackerProps = DraftedProps & {
  trackers: readonly IssueTrackerView[];
  draft: IssueDraft;
  onStale: () => Promise<void>;
};

function AtTracker({ trackers, provider, onProvider, ...props }: AtTrackerProps) {
  const tracker = trackers.find((one) => one.provider === provider) ?? trackers[0];
  if (!tracker) return null;
  return (
    <>
      {trackers.length > 1 && (
        <SegmentedControl
          className={styles.trackers}
          aria-label="Issue tracker"
          data={trackers.map((one) => ({ value: one.provider, label: one.name }))}
          value={tracker.provider}
          onChange={(next) => onProvider(next as IssueTracker)}
        />
      )}
      <CreateIssueForm key={tracker.provider} tracker={tracker} {...props} />
    </>
  );
}

function Skeleton() {
  return (
    <div className={styles.pad} role="status" aria-label="Drafting the issue">
      <RowsSkeleton rows={6} />
    </div>
  );
}

function NotConnected() {
  const path = useAccountPath();
  const mayConnect = useMay('authorization.write');
  return (
    <EmptyState
      title="No issue tracker is connected"
      why={
        mayConnect
          ? 'Connect Jira, GitHub or GitLab, and failures can be reported there.'
          : 'An administrator can connect Jira, GitHub or GitLab in the settings, under Integrations.'
      }
      action={
        mayConnect && (
          <Button component={Link} to={path('settings/integrations')} variant="filled" data-autofocus>
            Integrations
          </Button>
        )
      }
    />
  );
}
