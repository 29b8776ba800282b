import { formatCount } from '../../../ui/format/formatNumbers.ts';
import styles from './messages.module.css';
import { useMessages } from './messagesApi.ts';

/** The title of the tab, with how many messages there are. */
export function MessagesTabTitle({ testRunId }: { testRunId: string }) {
  const { currentData } = useMessages(testRunId);
  const count = currentData?.total ?? 0;
  return <>Messages {count > 0 && <span className={`${styles.count} tabular`}>{formatCount(count)}</span>}</>;
}
