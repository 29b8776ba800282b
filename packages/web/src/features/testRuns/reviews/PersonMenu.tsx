import type { UserId } from '@assay/contract';
import { Menu, TextInput, UnstyledButton } from '@mantine/core';
import { useState } from 'react';
import { nameAmong } from '../../../ui/format/personName.ts';
import { Initial } from '../../../ui/Initial.tsx';
import { IconCheck, IconChevronDown, IconPlus } from '../../../ui/icons/icons.ts';
import styles from './reviews.module.css';
import { useReviewers } from './useReviewers.ts';

/** Up to here everybody is in view at once. */
const fewPeople = 8;

/** A person of the account, and a menu to choose another one. */
export function PersonMenu({
  userId,
  whenNone,
  label,
  may,
  busy,
  compact = false,
  onPick,
}: {
  userId: UserId | null;
  /** What stands there without a person: 'No reviewer'. */
  whenNone: string;
  /** What the person is to it, for those who hear the page: 'Reviewer of Checkout #12'. */
  label: string;
  may: boolean;
  busy: boolean;
  /** Only the initials, as in a row. */
  compact?: boolean;
  onPick: (userId: UserId | null) => void;
}) {
  const [wanted, setWanted] = useState(false);
  const people = useReviewers({ skip: userId === null && !wanted });
  const [search, setSearch] = useState('');
  const person = people?.find(({ id }) => id === userId);
  const name = userId === null ? whenNone : nameAmong(people, userId);
  const shown = (people ?? []).filter((one) => one.name.toLowerCase().includes(search.trim().toLowerCase()));
  const face =
    userId === null ? (
      <span className={styles.nobody}>
        <IconPlus size={12} stroke={1.75} aria-hidden="true" />
      </span>
    ) : (
      <Initial name={name} isMe={person?.isMe ?? false} />
    );
  return (
    <Menu position="bottom-end" width={230} disabled={!may} onClose={() => setSearch('')}>
      <Menu.Target>
        <UnstyledButton
          className={compact ? styles.compact : styles.reviewer}
          aria-label={`${label}: ${name}`}
          title={name}
          onPointerEnter={() => setWanted(true)}
          onFocus={() => setWanted(true)}
          disabled={busy || !may}
        >
          {face}
          {!compact && <span className={userId === null ? 'soft' : undefined}>{name}</span>}
          {!compact && may && <IconChevronDown size={12} stroke={2} aria-hidden="true" />}
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown mah={340} className={styles.people}>
        {(people?.length ?? 0) > fewPeople && (
          <TextInput
            aria-label="Search people"
            placeholder="Search people"
            value={search}
            onChange={(event) => setSearch(event.currentTarget.value)}
            mb={4}
          />
        )}
        {shown.map((one) => (
          <Menu.Item
            key={one.id}
            leftSection={<Initial name={one.name} isMe={one.isMe} />}
            rightSection={one.id === userId ? <IconCheck size={14} aria-label="now" /> : null}
            onClick={() => onPick(one.id)}
          >
            {one.isMe ? 'Me' : one.name}
          </Menu.Item>
        ))}
        {shown.length === 0 && <p className={styles.none}>{people ? 'No Items Found' : 'Loading…'}</p>}
        {userId !== null && (
          <>
            <Menu.Divider />
            <Menu.Item onClick={() => onPick(null)}>{whenNone}</Menu.Item>
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
