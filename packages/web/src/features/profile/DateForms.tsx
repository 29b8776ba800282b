import { Radio, Select } from '@mantine/core';
import { useState } from 'react';
import { FormSection } from '../../ui/form/FormSection.tsx';
import { chooseDates, type DateChoice, type DateForm, dateChoice, dateForms } from '../../ui/format/dateChoice.ts';

const examples: Readonly<Record<DateForm, string>> = {
  MONTH_FIRST: '11/03/26 2:05 PM',
  DAY_FIRST: '03/11/26 14:05',
  ISO: '2026-11-03 14:05',
};

/** Zones that few people pick are found by typing. */
const zonesShown = 50;

/** How dates are shown to a person in this browser. */
export function DateForms() {
  const [choice, setChoice] = useState(dateChoice);
  function change(next: Partial<DateChoice>): void {
    const changed = { ...choice, ...next };
    chooseDates(changed);
    setChoice(changed);
  }
  return (
    <FormSection title="Dates">
      <Radio.Group
        label="Format"
        description="Saved in this browser"
        value={choice.form}
        onChange={(next) => change({ form: dateForms.find((known) => known === next) ?? choice.form })}
      >
        {dateForms.map((known) => (
          <Radio key={known} value={known} label={examples[known]} mt={6} />
        ))}
      </Radio.Group>
      <Select
        mt={12}
        label="Time zone"
        placeholder={`This browser's: ${Intl.DateTimeFormat().resolvedOptions().timeZone}`}
        data={['UTC', ...Intl.supportedValuesOf('timeZone').filter((zone) => zone !== 'UTC')]}
        limit={zonesShown}
        value={choice.timeZone}
        onChange={(timeZone) => change({ timeZone })}
        searchable
        clearable
      />
    </FormSection>
  );
}
