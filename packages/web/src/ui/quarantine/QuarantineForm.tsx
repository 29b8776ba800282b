import type { UserId } from '@assay/contract';
import { Button, Popover, Select, TextInput } from '@mantine/core';
import { useState } from 'react';
import { endAfter, quarantineSpans } from '../format/quarantineEnd.ts';

/** Why a test is quarantined, until when (ISO 8601; null: no end), and its owner (null: the person who did it). */
export type QuarantineTerms = { reason: string | null; until: string | null; ownerUserId: UserId | null };

type Props = {
  people: readonly { id: UserId; name: string }[] | undefined;
  isBusy: boolean;
  onQuarantine: (terms: QuarantineTerms) => void;
  /** Of a button in a row: its name says which test it is about. */
  rowOf?: string;
};

/** A button that asks for reason, end and owner, and quarantines a test. */
export function QuarantineForm({ people, isBusy, onQuarantine, rowOf }: Props) {
  const [opened, setOpened] = useState(false);
  const [reason, setReason] = useState('');
  const [days, setDays] = useState('14');
  const [owner, setOwner] = useState<UserId | null>(null);
  return (
    <Popover opened={opened} onChange={setOpened} position="bottom-end" width={300} trapFocus returnFocus shadow="sm">
      <Popover.Target>
        <Button
          {...(rowOf !== undefined && ({ size: 'compact-xs', variant: 'subtle', px: 0 } as const))}
          aria-label={rowOf && `Quarantine ${rowOf}`}
          onClick={() => setOpened(!opened)}
          loading={isBusy}
          aria-expanded={opened}
        >
          Quarantine
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        <form
          onSubmit={(event) => {
            event.preventDefault();
            setOpened(false);
            onQuarantine({
              reason: reason.trim() === '' ? null : reason.trim(),
              until: endAfter(days, Date.now()),
              ownerUserId: owner,
            });
          }}
        >
          <p className="soft">From the next run on, its failures won't fail the run.</p>
          <TextInput
            mt={8}
            label="Reason"
            placeholder="Optional"
            maxLength={500}
            value={reason}
            onChange={(event) => setReason(event.currentTarget.value)}
            data-autofocus
          />
          <Select
            mt={8}
            label="Ends"
            data={quarantineSpans}
            value={days}
            onChange={(next) => setDays(next ?? '')}
            allowDeselect={false}
            comboboxProps={{ withinPortal: false }}
          />
          <Select
            mt={8}
            label="Owner"
            description="Reminded before it expires."
            placeholder="You"
            data={people?.map(({ id, name }) => ({ value: id, label: name })) ?? []}
            value={owner}
            onChange={(next) => setOwner(people?.find(({ id }) => id === next)?.id ?? null)}
            searchable
            clearable
            comboboxProps={{ withinPortal: false }}
          />
          <Button type="submit" variant="filled" mt={12}>
            Quarantine test
          </Button>
        </form>
      </Popover.Dropdown>
    </Popover>
  );
}
