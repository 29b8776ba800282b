import { pollSeconds } from '@assay/contract';
import { useListTestRunMessagesQuery } from '../../../connection/serviceHooks.ts';
import { usePolling } from '../../../connection/usePolling.ts';
import { formatCount } from '../../../ui/format/formatNumbers.ts';
import styles from './messages.module.css';

/** The title of the tab, with how many messages there are; it keeps them fresh for the tab as well. */
export function MessagesTabTitle({ testRunId }: { testRunId: string }) {
  const { currentData, refetch } = useListTestRunMessagesQuery({ params: { id: testRunId } });
  usePolling(() => void refetch(), pollSeconds.messages);
  const count = currentData?.total ?? 0;
  return (
    <>
      Messages <span className={`${styles.count} tabular`}>{count > 0 && formatCount(count)}</span>
    </>
  );
}
