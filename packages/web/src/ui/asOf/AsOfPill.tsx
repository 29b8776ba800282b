import { messages } from '@assay/contract';
import { Button, Group, Popover, UnstyledButton } from '@mantine/core';
import { useState } from 'react';
import pill from '../FilterPill.module.css';
import { DateTimeField } from '../form/DateTimeField.tsx';
import { formatDateTime } from '../format/formatTime.ts';

type Props = {
  /** ISO 8601; '': now. */
  at: string;
  onChange: (at: string) => void;
};

/** From when a page is shown: now, or a date and time of the past. */
export function AsOfPill({ at, onChange }: Props) {
  const [opened, setOpened] = useState(false);
  const [moment, setMoment] = useState<string | null>(null);
  const shown = at === '' ? 'As of now' : `As of ${formatDateTime(at)}`;
  const isFuture = moment !== null && Date.parse(moment) > Date.now();

  function open(next: boolean): void {
    if (next) setMoment(at === '' ? new Date().toISOString() : at);
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
            if (moment !== null && !isFuture) pick(moment);
          }}
        >
          <DateTimeField
            label="Date and time"
            value={moment ?? ''}
            onType={setMoment}
            error={isFuture ? messages.inFuture : null}
            data-autofocus
          />
          <Group gap={8} mt={12}>
            <Button type="submit" size="xs" disabled={moment === null || isFuture}>
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
