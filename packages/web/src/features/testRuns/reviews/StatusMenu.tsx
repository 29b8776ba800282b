import { nameOfReviewStatus, type ReviewStatusId, reviewStatuses } from '@assay/contract';
import { Button, Menu } from '@mantine/core';
import { IconCheck, IconChevronDown } from '../../../ui/icons/icons.ts';

/** A review status, and a menu to choose another one. */
export function StatusMenu({
  status,
  none,
  label,
  may,
  busy,
  onPick,
}: {
  status: ReviewStatusId | null;
  /** What stands there without a status. */
  none: string;
  /** What has the status, for those who hear the page: 'review status of adds'. */
  label: string;
  may: boolean;
  busy: boolean;
  onPick: (status: ReviewStatusId) => void;
}) {
  const name = status === null ? none : nameOfReviewStatus(status);
  if (!may) return <span>{name}</span>;
  return (
    <Menu position="bottom-start" width={180}>
      <Menu.Target>
        <Button
          size="compact-xs"
          loading={busy}
          rightSection={<IconChevronDown size={12} stroke={2} />}
          aria-label={`${name}, ${label}`}
        >
          {name}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <StatusItems status={status} onPick={onPick} />
      </Menu.Dropdown>
    </Menu>
  );
}

/** The review statuses as items of a menu. */
export function StatusItems({
  status,
  onPick,
}: {
  status: ReviewStatusId | null;
  onPick: (status: ReviewStatusId) => void;
}) {
  return reviewStatuses.map(({ id, name }) => (
    <Menu.Item
      key={id}
      rightSection={id === status ? <IconCheck size={14} aria-label="now" /> : null}
      onClick={() => onPick(id)}
    >
      {name}
    </Menu.Item>
  ));
}
