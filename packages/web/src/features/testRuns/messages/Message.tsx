import type { TestRunMessageView } from '@assay/contract';
import { ActionIcon, Menu } from '@mantine/core';
import { modals } from '@mantine/modals';
import { useState } from 'react';
import { useRights } from '../../../connection/currentUser.ts';
import { useDeleteTestRunMessageMutation, useGetMeQuery } from '../../../connection/serviceHooks.ts';
import { Initial } from '../../../ui/Initial.tsx';
import { IconDots } from '../../../ui/icons/icons.ts';
import { RelativeTime } from '../../../ui/RelativeTime.tsx';
import { showFailure } from '../../../ui/showFailure.ts';
import { useNow } from '../../../ui/useNow.ts';
import { MessageEditor } from './MessageEditor.tsx';
import { MessageText } from './MessageText.tsx';
import type { Member } from './mentionDraft.ts';
import styles from './messages.module.css';

/** One message: who wrote it, when, and what; its author may change it for a while. */
export function Message({ message, members }: { message: TestRunMessageView; members: readonly Member[] }) {
  const { data: me } = useGetMeQuery();
  const [isEditing, setEditing] = useState(false);
  const isMine = message.userId !== null && message.userId === me?.id;
  const author = message.userId === null ? 'CI' : (message.user?.fullName ?? 'Somebody who is gone');
  return (
    <li className={styles.message}>
      <Initial name={author} isMe={isMine} />
      <article className={styles.body} aria-label={`Message of ${author}`}>
        <div className={styles.head}>
          <strong className="truncate" dir="auto">
            {author}
          </strong>
          <span className="soft">
            <RelativeTime time={message.createdAt} />
            {message.editedAt && !message.deletedAt && ' · edited'}
          </span>
          {message.text !== null && !isEditing && (
            <MessageMenu message={message} isMine={isMine} onEdit={() => setEditing(true)} />
          )}
        </div>
        {isEditing ? (
          <MessageEditor message={message} members={members} onClose={() => setEditing(false)} />
        ) : (
          <Content message={message} />
        )}
      </article>
    </li>
  );
}

function Content({ message: { text, mentions, deletedAt } }: { message: TestRunMessageView }) {
  if (text !== null) return <MessageText text={text} mentions={mentions} />;
  return (
    <p className={styles.gone}>{deletedAt ? 'This message was deleted.' : 'Erased with the data of its author.'}</p>
  );
}

type MessageMenuProps = { message: TestRunMessageView; isMine: boolean; onEdit: () => void };

function MessageMenu({ message: { id, editableUntil }, isMine, onEdit }: MessageMenuProps) {
  const [remove] = useDeleteTestRunMessageMutation();
  // Whoever may change the account's settings may delete anybody's message.
  const mayDelete = useRights()('account.write') || isMine;
  const now = useNow(30_000);
  const mayEdit = isMine && editableUntil !== null && Date.parse(editableUntil) > now;
  if (!mayDelete) return null;

  async function removeIt(): Promise<void> {
    const { error } = await remove({ params: { id } });
    if (error) showFailure(error);
  }
  const askToDelete = () =>
    modals.openConfirmModal({
      title: 'Delete this message?',
      children: 'Its text is gone for everybody. That there was a message stays visible.',
      labels: { confirm: 'Delete message', cancel: 'Go back' },
      confirmProps: { variant: 'filled', color: 'red' },
      onConfirm: () => void removeIt(),
    });

  return (
    <Menu position="bottom-end" width={160}>
      <Menu.Target>
        <ActionIcon className={styles.menu} aria-label="Actions of this message">
          <IconDots size={16} stroke={1.75} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {mayEdit && <Menu.Item onClick={onEdit}>Edit</Menu.Item>}
        <Menu.Item color="red" onClick={askToDelete}>
          Delete
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
