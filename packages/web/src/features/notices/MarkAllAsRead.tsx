import type { NoticeView } from '@assay/contract';
import { Button } from '@mantine/core';
import { useReadNotices } from './useReadNotices.ts';

/** Marks the notices of a list as read, all at once. */
export function MarkAllAsRead({ notices }: { notices: readonly NoticeView[] }) {
  const { busy, readNotices } = useReadNotices();
  return (
    <Button loading={busy} onClick={() => void readNotices(notices.map(({ id }) => id))}>
      Mark all as read
    </Button>
  );
}
