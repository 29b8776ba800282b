import type { UserId } from '@assay/contract';
import { Button, Select, TextInput } from '@mantine/core';
import { useState } from 'react';
import { endAfter, quarantineSpans } from '../format/quarantineEnd.ts';

/** Why a test is quarantined, until when (ISO 8601; null: no end), and its owner (null: the person who did it). */
export type QuarantineTerms = { reason: string | null; until: string | null; ownerUserId: UserId | null };

/** Those who may own a quarantine; undefined while they are loading. */
export type QuarantineOwners = readonly { id: UserId; name: string }[] | undefined;

/** Asks for reason, end and owner of a quarantine. */
export function QuarantineFields({
  people,
  onQuarantine,
}: {
  people: QuarantineOwners;
  onQuarantine: (terms: QuarantineTerms) => void;
}) {
  const [reason, setReason] = useState('');
  const [days, setDays] = useState('14');
  const [owner, setOwner] = useState<UserId | null>(null);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
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
  );
}
