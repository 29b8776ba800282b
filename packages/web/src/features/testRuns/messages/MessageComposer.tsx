import { Button } from '@mantine/core';
import { useSessionStorage } from '@mantine/hooks';
import { usePostTestRunMessageMutation } from '../../../connection/serviceHooks.ts';
import { showFailure } from '../../../ui/showFailure.ts';
import { MessageField } from './MessageField.tsx';
import { type Member, sentText } from './mentionDraft.ts';
import styles from './messages.module.css';

/** Where a message is written. What was begun stays while the browser's tab is open, and when sending fails. */
export function MessageComposer({ testRunId, members }: { testRunId: string; members: readonly Member[] }) {
  const [draft, setDraft] = useSessionStorage({
    key: `assay.message.${testRunId}`,
    defaultValue: '',
    getInitialValueInEffect: false,
  });
  const [post, { isLoading }] = usePostTestRunMessageMutation();
  const isEmpty = draft.trim() === '';

  async function send(): Promise<void> {
    if (isEmpty || isLoading) return;
    const { error } = await post({ params: { id: testRunId }, body: { text: sentText(draft.trim(), members) } });
    if (error) showFailure(error);
    else setDraft('');
  }

  return (
    <div className={styles.composer}>
      <MessageField
        label="Message"
        placeholder="Write a message. @ names somebody."
        value={draft}
        onChange={setDraft}
        members={members}
        onSend={() => void send()}
      />
      <div className={styles.send}>
        <span className="soft">Ctrl or ⌘ with Enter sends</span>
        <Button variant="filled" loading={isLoading} disabled={isEmpty} onClick={() => void send()}>
          Send
        </Button>
      </div>
    </div>
  );
}
