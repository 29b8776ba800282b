import { Menu, TextInput, UnstyledButton } from '@mantine/core';
import { IconCheck, IconChevronDown, IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { Initial } from '../../../ui/Initial.tsx';
import type { Reviewed } from './reviewed.ts';
import styles from './reviews.module.css';
import { useReview } from './useReview.ts';
import { useReviewers } from './useReviewers.ts';

/** Up to here everybody is in view at once. */
const fewPeople = 8;

/**
 * Who looks into it, and a menu to give it to somebody.
 * @param of what is reviewed, for those who hear the page: 'Checkout #12'
 * @param compact only the initials, as in a row
 */
export function ReviewerMenu({ reviewed, of, compact = false }: { reviewed: Reviewed; of: string; compact?: boolean }) {
  const { may, busy, assign } = useReview(reviewed);
  const people = useReviewers();
  const [search, setSearch] = useState('');
  const { reviewerUserId } = reviewed;
  const reviewer = people?.find(({ id }) => id === reviewerUserId);
  const name = reviewerUserId === null ? 'No reviewer' : (reviewer?.name ?? 'Somebody who left');
  const shown = (people ?? []).filter((person) => person.name.toLowerCase().includes(search.trim().toLowerCase()));
  const face =
    reviewerUserId === null ? (
      <span className={styles.nobody}>
        <IconPlus size={12} stroke={1.75} aria-hidden="true" />
      </span>
    ) : (
      <Initial name={name} isMe={reviewer?.isMe ?? false} />
    );
  return (
    <Menu position="bottom-end" width={230} disabled={!may} onClose={() => setSearch('')}>
      <Menu.Target>
        <UnstyledButton
          className={compact ? styles.compact : styles.reviewer}
          aria-label={`Reviewer of ${of}: ${name}`}
          title={name}
          disabled={busy || !may}
        >
          {face}
          {!compact && <span className={reviewerUserId === null ? 'soft' : undefined}>{name}</span>}
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
        {shown.map((person) => (
          <Menu.Item
            key={person.id}
            leftSection={<Initial name={person.name} isMe={person.isMe} />}
            rightSection={person.id === reviewerUserId ? <IconCheck size={14} aria-label="reviewer now" /> : null}
            onClick={() => void assign(person.id)}
          >
            {person.isMe ? 'Me' : person.name}
          </Menu.Item>
        ))}
        {shown.length === 0 && <p className={styles.none}>No Items Found</p>}
        {reviewerUserId !== null && (
          <>
            <Menu.Divider />
            <Menu.Item onClick={() => void assign(null)}>No reviewer</Menu.Item>
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
