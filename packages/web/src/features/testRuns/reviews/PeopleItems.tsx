import type { UserId } from '@assay/contract';
import { Menu, TextInput } from '@mantine/core';
import { useState } from 'react';
import { Initial } from '../../../ui/Initial.tsx';
import { IconCheck } from '../../../ui/icons/icons.ts';
import styles from './reviews.module.css';
import type { Reviewer } from './useReviewers.ts';

/** Up to here all people are in view at once. */
const fewPeople = 8;

/** The people of the account as items of a menu, with a search where there are many. */
export function PeopleItems({
  userId,
  whenNone,
  people,
  onPick,
}: {
  userId: UserId | null;
  /** The item that takes the person away: 'No reviewer'. */
  whenNone: string;
  /** Undefined while they are loading. */
  people: readonly Reviewer[] | undefined;
  onPick: (userId: UserId | null) => void;
}) {
  const [search, setSearch] = useState('');
  const shown = (people ?? []).filter((one) => one.name.toLowerCase().includes(search.trim().toLowerCase()));
  return (
    <>
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
    </>
  );
}
