import { nameOfReviewStatus, reviewStatuses } from '@assay/contract';
import { Button, Menu } from '@mantine/core';
import { IconCheck, IconChevronDown } from '@tabler/icons-react';
import type { Reviewed } from './reviewed.ts';
import { useReview } from './useReview.ts';

/** How far the review has come, and a menu to say so. */
export function ReviewStatusMenu({ reviewed, of }: { reviewed: Reviewed; of: string }) {
  const { may, busy, setStatus } = useReview(reviewed);
  const { reviewStatusId } = reviewed;
  const name = reviewStatusId === null ? 'No review status' : nameOfReviewStatus(reviewStatusId);
  if (!may) return <span>{name}</span>;
  return (
    <Menu position="bottom-start" width={180}>
      <Menu.Target>
        <Button
          size="compact-xs"
          loading={busy}
          rightSection={<IconChevronDown size={12} stroke={2} />}
          aria-label={`${name}, review status of ${of}`}
        >
          {name}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {reviewStatuses.map((status) => (
          <Menu.Item
            key={status.id}
            rightSection={status.id === reviewStatusId ? <IconCheck size={14} aria-label="now" /> : null}
            onClick={() => void setStatus(status.id)}
          >
            {status.name}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
