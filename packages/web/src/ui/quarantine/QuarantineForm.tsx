import { Button, Popover } from '@mantine/core';
import { useState } from 'react';
import { QuarantineFields, type QuarantineOwners, type QuarantineTerms } from './QuarantineFields.tsx';

type Props = {
  people: QuarantineOwners;
  isBusy: boolean;
  onQuarantine: (terms: QuarantineTerms) => void;
};

/** A button that asks for reason, end and owner, and quarantines a test. */
export function QuarantineForm({ people, isBusy, onQuarantine }: Props) {
  const [opened, setOpened] = useState(false);
  return (
    <Popover opened={opened} onChange={setOpened} position="bottom-end" width={300} trapFocus returnFocus shadow="sm">
      <Popover.Target>
        <Button onClick={() => setOpened(!opened)} loading={isBusy} aria-expanded={opened}>
          Quarantine
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        <QuarantineFields
          people={people}
          onQuarantine={(terms) => {
            setOpened(false);
            onQuarantine(terms);
          }}
        />
      </Popover.Dropdown>
    </Popover>
  );
}
