import type { TestRunMessageView } from '@assay/contract';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useEditTestRunMessageMutation } from '../../../connection/serviceHooks.ts';
import { showFailure } from '../../../ui/showFailure.ts';
import { MessageField } from './MessageField.tsx';
import { type Member, sentText, typedText } from './mentionDraft.ts';
import styles from './messages.module.css';

type MessageEditorProps = { message: TestRunMessageView; members: readonly Member[]; onClose: () => void };

/** A message that its author is changing. */
export function MessageEditor({ message: { id, text, mentions }, members, onClose }: MessageEditorProps) {
  const nameOf = (userId: string) => mentions.find((named) => named.userId === userId)?.fullName ?? userId;
  const [draft, setDraft] = useState(() => typedText(text ?? '', nameOf));
  const [edit, { isLoading }] = useEditTestRunMessageMutation();
  const isEmpty = draft.trim() === '';

  async function save(): Promise<void> {
    if (isEmpty || isLoading) return;
    const { error } = await edit({ params: { id }, body: { text: sentText(draft.trim(), members) } });
    if (error) showFailure(error);
    else onClose();
  }

  return (
    <div className={styles.composer}>
      <MessageField
        label="Change the message"
        autoFocus
        value={draft}
        onChange={setDraft}
        members={members}
        onSend={() => void save()}
        onCancel={onClose}
      />
      <div className={styles.send}>
        <Button onClick={onClose}>Go back</Button>
        <Button variant="filled" loading={isLoading} disabled={isEmpty} onClick={() => void save()}>
          Save
        </Button>
      </div>
    </div>
  );
}
