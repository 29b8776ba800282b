import type { NoticeView } from '@assay/contract';
import { ActionIcon, Popover, UnstyledButton, VisuallyHidden } from '@mantine/core';
import { useDisclosure, useDocumentVisibility } from '@mantine/hooks';
import { useEffect } from 'react';
import { Link, useLocation } from 'react-router';
import { useReadNoticesMutation } from '../../connection/serviceHooks.ts';
import { useAccountPath } from '../../connection/useAccountPath.ts';
import { useNotices } from '../../connection/useNotices.ts';
import { Boundary } from '../../ui/boundary/Boundary.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { IconBell } from '../../ui/icons/icons.ts';
import { RelativeTime } from '../../ui/RelativeTime.tsx';
import { useReadNotices } from '../../ui/useReadNotices.ts';
import styles from './NoticeBell.module.css';
import { noticePath, noticeText } from './noticeText.ts';

const maxCounted = 99;

/** What happened to runs that the person follows, and where they are named; with how much of it is new. */
export function NoticeBell() {
  const { currentData: page } = useNotices();
  const [opened, { toggle, close }] = useDisclosure(false);
  useReadWhereShown(page?.notices ?? []);
  const unread = page?.unread ?? 0;
  const count = unread > maxCounted ? `${maxCounted}+` : String(unread);
  return (
    <Popover opened={opened} onDismiss={close} position="bottom-end" width={360} shadow="sm" trapFocus returnFocus>
      <Popover.Target>
        <ActionIcon
          className={styles.bell}
          aria-label={unread > 0 ? `Notices, ${unread} new` : 'Notices'}
          onClick={toggle}
        >
          <IconBell size={16} stroke={1.75} />
          {unread > 0 && (
            <span className={`${styles.count} tabular`} aria-hidden>
              {count}
            </span>
          )}
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown p={0} aria-label="Notices">
        <Boundary what="Notices">
          <NoticeList notices={page?.notices ?? []} unread={unread} onOpen={close} />
        </Boundary>
      </Popover.Dropdown>
    </Popover>
  );
}

function NoticeList({
  notices,
  unread,
  onOpen,
}: {
  notices: readonly NoticeView[];
  unread: number;
  onOpen: () => void;
}) {
  const { readNotices } = useReadNotices();
  const path = useAccountPath();
  return (
    <>
      <div className={styles.head}>
        <strong>Notices</strong>
        {unread > 0 && (
          <UnstyledButton className="link" fz={12} onClick={() => void readNotices()}>
            Mark all as read
          </UnstyledButton>
        )}
      </div>
      {notices.length === 0 ? (
        <EmptyState title="Nothing yet" why="Follow a test run to be told when it ends." />
      ) : (
        <ul className={styles.list}>
          {notices.map((notice) => (
            <li key={notice.id}>
              <Link className={styles.notice} to={path(noticePath(notice))} onClick={onOpen}>
                <span className={notice.read ? styles.read : styles.unread}>
                  {!notice.read && <VisuallyHidden>New</VisuallyHidden>}
                </span>
                <span className={styles.what}>
                  <span className="truncate">
                    <strong>
                      {notice.run.projectName} #{notice.run.number}
                    </strong>{' '}
                    {noticeText(notice)}
                  </span>
                  <span className={`${styles.where} truncate`}>
                    {notice.run.branch} · <RelativeTime time={notice.at} />
                  </span>
                </span>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

/** A notice about the run that the person is looking at is read. */
function useReadWhereShown(notices: readonly NoticeView[]): void {
  const { pathname } = useLocation();
  const isVisible = useDocumentVisibility() === 'visible';
  const [read] = useReadNoticesMutation();
  const shown = notices.find((notice) => !notice.read && pathname.includes(`/test-runs/${notice.testRunId}`))?.id;
  useEffect(() => {
    if (shown && isVisible) void read({ body: { ids: [shown] } });
  }, [shown, isVisible, read]);
}
