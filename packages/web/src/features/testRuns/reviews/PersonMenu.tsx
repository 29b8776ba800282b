import type { UserId } from '@assay/contract';
import { Menu, UnstyledButton } from '@mantine/core';
import { useState } from 'react';
import { nameAmong } from '../../../ui/format/personName.ts';
import { Initial } from '../../../ui/Initial.tsx';
import { IconChevronDown, IconPlus } from '../../../ui/icons/icons.ts';
import { PeopleItems } from './PeopleItems.tsx';
import styles from './reviews.module.css';
import { useReviewers } from './useReviewers.ts';

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
  const person = people?.find(({ id }) => id === userId);
  const name = userId === null ? whenNone : nameAmong(people, userId);
  const face =
    userId === null ? (
      <span className={styles.nobody}>
        <IconPlus size={12} stroke={1.75} aria-hidden="true" />
      </span>
    ) : (
      <Initial name={name} isMe={person?.isMe ?? false} />
    );
  return (
    <Menu position="bottom-end" width={230} disabled={!may}>
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
        <PeopleItems userId={userId} whenNone={whenNone} people={people} onPick={onPick} />
      </Menu.Dropdown>
    </Menu>
  );
}
