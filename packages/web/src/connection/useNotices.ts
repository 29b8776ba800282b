import { pollSeconds, topics } from '@assay/contract';
import { useGetMeQuery, useListNoticesQuery } from './serviceHooks.ts';
import { useLiveTopic } from './useLiveTopic.ts';
import { usePolling } from './usePolling.ts';
import { useReadAgain } from './useReadAgain.ts';

/** @returns the query of the user's notifications, refetched when they change. */
export function useNotices() {
  const query = useListNoticesQuery();
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
