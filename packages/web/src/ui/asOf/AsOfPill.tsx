import { messages } from '@assay/contract';
import { Button, Group, Popover, TextInput, UnstyledButton } from '@mantine/core';
import { useState } from 'react';
import pill from '../FilterPill.module.css';
import { formatDateTime } from '../format/formatTime.ts';
import { fieldOf, momentOfField } from './moment.ts';

type Props = {
  /** ISO 8601; '': now. */
  at: string;
  onChange: (at: string) => void;
};

/** From when a page is shown: now, or a date and time of the past. */
export function AsOfPill({ at, onChange }: Props) {
  const [opened, setOpened] = useState(false);
  const [field, setField] = useState('');
  const shown = at === '' ? 'As of now' : `As of ${formatDateTime(at)}`;
  const isFuture = field !== '' && new Date(field).getTime() > Date.now();

  function open(next: boolean): void {
    if (next) setField(fieldOf(at === '' ? Date.now() : Date.parse(at)));
    setOpened(next);
  }
  function pick(next: string): void {
    setOpened(false);
    onChange(next);
  }

  return (
    <Popover opened={opened} onChange={open} position="bottom-start" trapFocus returnFocus width={240} shadow="sm">
      <Popover.Target>
        <UnstyledButton
          className={at === '' ? pill.pill : `${pill.pill} ${pill.on}`}
          onClick={() => open(!opened)}
          aria-expanded={opened}
        >
          {shown}
        </UnstyledButton>
      </Popover.Target>
      <Popover.Dropdown p={12} aria-label="A moment of the past">
        <form
          onSubmit={(event) => {
            event.preventDefault();
            if (field !== '' && !isFuture) pick(momentOfField(field, Date.now()));
          }}
        >
          <TextInput
            type="datetime-local"
            label="Date and time"
            value={field}
            max={fieldOf(Date.now())}
            error={isFuture ? messages.inFuture : null}
            onChange={(event) => setField(event.currentTarget.value)}
            data-autofocus
          />
          <Group gap={8} mt={12}>
            <Button type="submit" size="xs" disabled={field === '' || isFuture}>
              Show
            </Button>
            <Button size="xs" variant="default" disabled={at === ''} onClick={() => pick('')}>
              Now
            </Button>
          </Group>
        </form>
      </Popover.Dropdown>
    </Popover>
  );
}
