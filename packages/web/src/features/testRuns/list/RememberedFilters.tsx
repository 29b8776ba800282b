import { byName } from '@assay/contract';
import { Button, Menu, TextInput, UnstyledButton } from '@mantine/core';
import { useLocalStorage } from '@mantine/hooks';
import { useState } from 'react';
import pill from '../../../ui/FilterPill.module.css';
import { IconBookmark, IconX } from '../../../ui/icons/icons.ts';
import { filtersFromUrl, filtersToUrl } from '../../../ui/urlFilters.ts';
import styles from './RememberedFilters.module.css';
import { type RunFilters, runFilters } from './runFilters.ts';

type Remembered = { name: string; query: string };

const longestName = 40;

/** Sets of filters by name, kept in this browser; what is on now can be added under a name. */
export function RememberedFilters({
  filters,
  isFiltered,
  onPick,
}: {
  filters: RunFilters;
  isFiltered: boolean;
  onPick: (filters: RunFilters) => void;
}) {
  const [sets, setSets] = useLocalStorage<Remembered[]>({ key: 'assay.runFilters', defaultValue: [] });
  const [opened, setOpened] = useState(false);
  const [name, setName] = useState('');
  const chosen = name.trim();
  if (sets.length === 0 && !isFiltered) return null;

  function remember(): void {
    const query = filtersToUrl(runFilters, { ...filters, page: 1 }).toString();
    const others = sets.filter((set) => set.name !== chosen);
    setSets([...others, { name: chosen, query }].sort(byName));
    setName('');
    setOpened(false);
  }

  return (
    <Menu opened={opened} onChange={setOpened} position="bottom-start" width={260}>
      <Menu.Target>
        <UnstyledButton className={pill.pill}>
          <IconBookmark size={12} stroke={1.75} aria-hidden="true" className={styles.icon} /> Saved filters
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        {sets.map((set) => (
          <div key={set.name} className={styles.set}>
            <Menu.Item onClick={() => onPick(filtersFromUrl(runFilters, new URLSearchParams(set.query)))}>
              {set.name}
            </Menu.Item>
            <UnstyledButton
              className={styles.forget}
              aria-label={`Forget ${set.name}`}
              onClick={() => setSets(sets.filter((other) => other !== set))}
            >
              <IconX size={14} stroke={1.75} aria-hidden="true" />
            </UnstyledButton>
          </div>
        ))}
        {sets.length === 0 && <p className={styles.none}>None yet. They stay in this browser.</p>}
        {isFiltered && (
          <form
            className={styles.form}
            onSubmit={(event) => {
              event.preventDefault();
              remember();
            }}
          >
            <TextInput
              aria-label="Name of these filters"
              placeholder="Name of these filters"
              maxLength={longestName}
              value={name}
              onChange={(event) => setName(event.currentTarget.value)}
            />
            <Button type="submit" disabled={chosen === ''}>
              Save
            </Button>
          </form>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
