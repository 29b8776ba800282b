import { messages } from '@assay/contract';
import { Button, Modal } from '@mantine/core';
import { useGetCommitQuery } from '../../../connection/serviceHooks.ts';
import { CopyableId } from '../../../ui/copy/CopyableId.tsx';
import { Loaded } from '../../../ui/Loaded.tsx';
import { RelativeTime } from '../../../ui/RelativeTime.tsx';
import { RowsSkeleton } from '../../../ui/RowsSkeleton.tsx';
import styles from './CommitInfoModal.module.css';

/** Who committed what and when, from the repository. */
export function CommitInfoModal({
  projectId,
  commit,
  opened,
  onClose,
}: {
  projectId: string;
  commit: string;
  opened: boolean;
  onClose: () => void;
}) {
  return (
    <Modal opened={opened} onClose={onClose} title="Commit Info" size={520}>
      <CommitFacts projectId={projectId} commit={commit} />
      <div className={styles.actions}>
        <Button onClick={onClose}>Close</Button>
      </div>
    </Modal>
  );
}

function CommitFacts({ projectId, commit }: { projectId: string; commit: string }) {
  const query = useGetCommitQuery({ params: { id: projectId, commit } });
  return (
    <Loaded
      query={query}
      failed={<p role="alert">{messages.commitInfoFailed}</p>}
      skeleton={<RowsSkeleton rows={2} height={40} />}
    >
      {({ id, user, date, message }) => (
        <dl className={styles.facts}>
          <dt>Commit</dt>
          <dd>
            <CopyableId id={id} length={id.length} />
          </dd>
          <dt>By</dt>
          <dd>{user}</dd>
          <dt>Date</dt>
          <dd>
            <RelativeTime time={date} />
          </dd>
          <dt>Message</dt>
          <dd className={styles.message}>{message}</dd>
        </dl>
      )}
    </Loaded>
  );
}
