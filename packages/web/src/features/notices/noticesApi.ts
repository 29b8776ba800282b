import { type NoticeId, noticeCalls, pollSeconds, topics } from '@assay/contract';
import { changeOf } from '../../connection/changeOf.ts';
import { useGetMeQuery } from '../../connection/currentUser.ts';
import { readOf } from '../../connection/readOf.ts';
import { serviceApi } from '../../connection/serviceApi.ts';
import { useLiveTopic } from '../../connection/useLiveTopic.ts';
import { usePolling } from '../../connection/usePolling.ts';
import { useReadAgain } from '../../connection/useReadAgain.ts';
import { showFailure } from '../../ui/showFailure.ts';

// Everybody's notices have one topic: the component below reads again only for the person's own.
const { onCacheEntryAdded: _, ...readNotices } = readOf(noticeCalls.listNotices);

const noticesApi = serviceApi.injectEndpoints({
  endpoints: (build) => ({
    listNotices: build.query(readNotices),
    readNotices: build.mutation(changeOf(noticeCalls.readNotices)),
  }),
});

export const { useReadNoticesMutation } = noticesApi;

/** @returns the query of what the person is told, kept fresh. */
export function useNotices() {
  const query = noticesApi.useListNoticesQuery();
  const { data: me } = useGetMeQuery();
  const readAgain = useReadAgain(query);
  useLiveTopic(topics.notices, (change) => {
    // Until it is known who this is, it may be about this person.
    const isOwn = me === undefined || change.kind === 'resync' || change.ids.length === 0 || change.ids.includes(me.id);
    if (isOwn) readAgain();
  });
  usePolling(readAgain, pollSeconds.notices);
  return query;
}

/** @returns how to mark notices as read: those with the ids, by default the newest that are unread. */
export function useReadNotices() {
  const [read, { isLoading }] = useReadNoticesMutation();

  async function readNotices(ids?: NoticeId[]): Promise<void> {
    const { error } = await read({ body: ids === undefined ? {} : { ids } });
    if (error) showFailure(error);
  }

  return { busy: isLoading, readNotices };
}
