import type { NoticeId } from '@assay/contract';
import { useReadNoticesMutation } from '../connection/serviceHooks.ts';
import { showFailure } from './showFailure.ts';

/** @returns how to mark notices as read: those with the ids, by default the newest that are unread. */
export function useReadNotices() {
  const [read, { isLoading }] = useReadNoticesMutation();

  async function readNotices(ids?: NoticeId[]): Promise<void> {
    const { error } = await read({ body: ids === undefined ? {} : { ids } });
    if (error) showFailure(error);
  }

  return { busy: isLoading, readNotices };
}
