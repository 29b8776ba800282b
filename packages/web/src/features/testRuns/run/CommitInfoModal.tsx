import { messages } from '@assay/contract';
import { Button, Modal } from '@mantine/core';
import { CopyableId } from '../../../ui/CopyableId.tsx';
import { RelativeTime } from '../../../ui/RelativeTime.tsx';
import { RowsSkeleton } from '../../../ui/RowsSkeleton.tsx';
import { useGetCommitQuery } from '../../projects/projectsApi.ts';
import styles from './CommitInfoModal.module.css';

/** Who committed what when, as the repository says. */
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
  const { data, isError } = useGetCommitQuery({ params: { id: projectId, commit } }, { skip: !opened });
  return (
    <Modal opened={opened} onClose={onClose} title="Commit Info" size={520}>
      {data && (
        <dl className={styles.facts}>
          <dt>Commit</dt>
          <dd>
            <CopyableId id={data.id} length={data.id.length} />
          </dd>
          <dt>By</dt>
          <dd>{data.user}</dd>
          <dt>Date</dt>
          <dd>
            <RelativeTime time={data.date} />
          </dd>
          <dt>Message</dt>
          <dd className={styles.message}>{data.message}</dd>
        </dl>
      )}
      {isError && <p role="alert">{messages.commitInfoFailed}</p>}
      {!data && !isError && <RowsSkeleton rows={2} height={40} />}
      <div className={styles.actions}>
        <Button onClick={onClose}>Close</Button>
      </div>
    </Modal>
  );
}
