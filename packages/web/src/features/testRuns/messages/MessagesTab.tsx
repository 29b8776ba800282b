import { useListTestRunMessagesQuery, useListUserRolesQuery } from '../../../connection/serviceHooks.ts';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { Loaded } from '../../../ui/Loaded.tsx';
import { RowsSkeleton } from '../../../ui/RowsSkeleton.tsx';
import { Message } from './Message.tsx';
import { MessageComposer } from './MessageComposer.tsx';
import styles from './messages.module.css';

/** What people and CI jobs say about a run, oldest first, and where to answer. */
export function MessagesTab({ testRunId }: { testRunId: string }) {
  const query = useListTestRunMessagesQuery({ params: { id: testRunId } });
  const { data: roles = [] } = useListUserRolesQuery();
  const members = roles.map(({ user }) => user);
  return (
    <div className={styles.conversation}>
      <Loaded
        query={query}
        failed="The messages could not be loaded"
        skeleton={<RowsSkeleton rows={3} height={56} />}
        isEmpty={({ messages }) => messages.length === 0}
        empty={<EmptyState title="No messages yet" why="Say what you found out, and whom it concerns." />}
      >
        {({ messages, total }) => (
          <>
            {total > messages.length && (
              <p className={styles.earlier}>{`The newest ${messages.length} of ${total} messages`}</p>
            )}
            <ol className={styles.messages} aria-label="Messages">
              {messages.map((message) => (
                <Message key={message.id} message={message} members={members} />
              ))}
            </ol>
          </>
        )}
      </Loaded>
      <MessageComposer testRunId={testRunId} members={members} />
    </div>
  );
}
