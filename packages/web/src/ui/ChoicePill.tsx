import { Popover, Radio, UnstyledButton } from '@mantine/core';
import { useState } from 'react';
import pill from './FilterPill.module.css';

/** A filter of one choice as a pill, dashed while it narrows nothing. Opens the choices. */
export function ChoicePill<Choice extends string>({
  label,
  choices,
  chosen,
  shown = choices[chosen],
  isOn = true,
  onChange,
}: {
  /** What is chosen, for people who do not see the pill. */
  label: string;
  choices: Readonly<Record<Choice, string>>;
  chosen: Choice;
  /** What the pill says; the choice by default. */
  shown?: string;
  /** Whether it narrows what is shown. */
  isOn?: boolean;
  onChange: (chosen: Choice) => void;
}) {
  const [opened, setOpened] = useState(false);
  return (
    <Popover opened={opened} onChange={setOpened} position="bottom-start" trapFocus returnFocus width={220} shadow="sm">
      <Popover.Target>
        <UnstyledButton
          className={isOn ? `${pill.pill} ${pill.on}` : pill.pill}
          onClick={() => setOpened(!opened)}
          aria-expanded={opened}
          aria-label={shown === label ? label : `${label}: ${shown}`}
        >
          {shown}
        </UnstyledButton>
      </Popover.Target>
      <Popover.Dropdown p={12}>
        <Radio.Group value={chosen} onChange={(next) => onChange(next as Choice)} aria-label={label}>
          <div style={{ display: 'grid', gap: 8 }}>
            {Object.entries<string>(choices).map(([choice, text]) => (
              <Radio size="xs" key={choice} value={choice} label={text} />
            ))}
          </div>
        </Radio.Group>
      </Popover.Dropdown>
    </Popover>
  );
}
