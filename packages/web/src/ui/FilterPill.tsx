import { Checkbox, Popover, TextInput, UnstyledButton } from '@mantine/core';
import { type ReactNode, useId, useState } from 'react';
import styles from './FilterPill.module.css';
import { formatCount } from './format/formatNumbers.ts';

export type FilterChoice = { value: string; label: string; icon?: ReactNode; count?: number };

/** A filter as a pill: dashed while inactive, else with its values. Opens a list of choices. */
export function FilterPill({
  label,
  choices: known,
  picked,
  onChange,
  onWanted,
  freeText = false,
  emptyText = 'No Items Found',
}: {
  label: string;
  /** Undefined until they are known. */
  choices: readonly FilterChoice[] | undefined;
  picked: readonly string[];
  onChange: (picked: string[]) => void;
  /** The choices are about to be shown. */
  onWanted?: () => void;
  /** Whether a text not among the choices may be picked too. */
  freeText?: boolean;
  emptyText?: string;
}) {
  const [opened, setOpened] = useState(false);
  const [search, setSearch] = useState('');
  const id = useId();
  const choices = known ?? [];
  const wanted = search.trim().toLowerCase();
  const unknown = picked.filter((value) => !choices.some((choice) => choice.value === value));
  const all: readonly FilterChoice[] = [...unknown.map((value) => ({ value, label: value })), ...choices];
  const shown = all.filter((choice) => choice.label.toLowerCase().includes(wanted));
  const labels = picked.map((value) => choices.find((choice) => choice.value === value)?.label ?? value);
  const searchable = freeText || choices.length > 8;
  const typed = search.trim();
  const mayAdd = freeText && wanted !== '' && !all.some((choice) => choice.value === typed);
  /** What Enter picks: the text itself where it may be picked, or else the choice that it names or leaves. */
  const [only, ...others] = shown;
  const named = all.find(({ value, label: text }) => value === typed || text === typed)?.value;
  const entered = mayAdd ? typed : (named ?? (others.length === 0 ? only?.value : undefined));

  function flip(value: string): void {
    onChange(picked.includes(value) ? picked.filter((other) => other !== value) : [...picked, value]);
  }

  return (
    <Popover opened={opened} onChange={setOpened} position="bottom-start" trapFocus returnFocus width={260} shadow="sm">
      <Popover.Target>
        <UnstyledButton
          className={picked.length > 0 ? `${styles.pill} ${styles.on}` : styles.pill}
          onPointerEnter={onWanted}
          onFocus={onWanted}
          onClick={() => setOpened(!opened)}
          aria-expanded={opened}
          aria-label={picked.length > 0 ? `${label}: ${labels.join(', ')}` : label}
        >
          {picked.length === 0
            ? label
            : `${label}: ${labels.length > 2 ? `${labels.length} picked` : labels.join(', ')}`}
        </UnstyledButton>
      </Popover.Target>
      <Popover.Dropdown p={8}>
        {searchable && (
          <TextInput
            aria-label={`Search ${label.toLowerCase()}`}
            placeholder={freeText ? 'Search or type a name' : 'Search'}
            value={search}
            onChange={(event) => setSearch(event.currentTarget.value)}
            onKeyDown={(event) => {
              if (event.key !== 'Enter' || wanted === '' || entered === undefined) return;
              if (!picked.includes(entered)) flip(entered);
              setSearch('');
            }}
            mb={6}
            data-autofocus
          />
        )}
        <div className={styles.choices}>
          {shown.slice(0, 200).map((choice) => (
            <label key={choice.value} className={styles.choice} htmlFor={`${id}-${choice.value}`}>
              <Checkbox
                id={`${id}-${choice.value}`}
                checked={picked.includes(choice.value)}
                onChange={() => flip(choice.value)}
                aria-label={choice.label}
              />
              {choice.icon}
              <span className="truncate">{choice.label}</span>
              {choice.count !== undefined && (
                <span className={`${styles.count} tabular`}>{formatCount(choice.count)}</span>
              )}
            </label>
          ))}
          {mayAdd && (
            <UnstyledButton className={styles.choice} onClick={() => flip(typed)}>
              Use “{typed}”
            </UnstyledButton>
          )}
          {shown.length === 0 && !mayAdd && <p className={styles.none}>{known ? emptyText : 'Loading…'}</p>}
        </div>
        {picked.length > 0 && (
          <UnstyledButton className={styles.clear} onClick={() => onChange([])}>
            Clear
          </UnstyledButton>
        )}
      </Popover.Dropdown>
    </Popover>
  );
}
