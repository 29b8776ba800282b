import { Popover, Radio, UnstyledButton } from '@mantine/core';
import { useState } from 'react';
import pill from '../../../ui/FilterPill.module.css';
import { sinceDays } from './dashboardFilters.ts';

/** From which day on runs are shown. */
export function SinceFilter({ since, onChange }: { since: string; onChange: (since: string) => void }) {
  const [opened, setOpened] = useState(false);
  const label = sinceDays[since as keyof typeof sinceDays] ?? 'Date';
  return (
    <Popover opened={opened} onChange={setOpened} position="bottom-start" trapFocus returnFocus width={220} shadow="sm">
      <Popover.Target>
        <UnstyledButton
          className={since === '' ? pill.pill : `${pill.pill} ${pill.on}`}
          onClick={() => setOpened(!opened)}
          aria-expanded={opened}
          aria-label={since === '' ? 'Date' : `Date: ${label}`}
        >
          {label}
        </UnstyledButton>
      </Popover.Target>
      <Popover.Dropdown p={12} aria-label="Date filter">
        <Radio.Group value={since} onChange={onChange} aria-label="Date">
          <div style={{ display: 'grid', gap: 8 }}>
            <Radio size="xs" value="" label="Any date" />
            {Object.entries(sinceDays).map(([day, text]) => (
              <Radio size="xs" key={day} value={day} label={text} />
            ))}
          </div>
        </Radio.Group>
      </Popover.Dropdown>
    </Popover>
  );
}
