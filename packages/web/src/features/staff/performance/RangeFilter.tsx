import { performanceLimits } from '@assay/contract';
import { useEffect, useState } from 'react';
import { formatCount } from '../../../ui/format/formatNumbers.ts';
import styles from './performance.module.css';
import { boundOf } from './performanceFilters.ts';

const { filterMaximum } = performanceLimits;

type Props = {
  label: string;
  least: number;
  most: number;
  onLeast: (value: number) => void;
  onMost: (value: number) => void;
};

/** Two bounds from 0 to 10,000,000; dashed while they exclude nothing. */
export function RangeFilter({ label, least, most, onLeast, onMost }: Props) {
  const isOpen = least === 0 && most === filterMaximum;
  return (
    <fieldset className={isOpen ? `${styles.range} ${styles.open}` : styles.range} aria-label={label}>
      <span>{label}</span>
      <BoundInput label={`${label}: minimum`} value={least} onChange={onLeast} />
      <span aria-hidden>–</span>
      <BoundInput label={`${label}: maximum`} value={most} onChange={onMost} />
    </fieldset>
  );
}

/** A bound is applied by Enter or when the field is left; anything but 0 to 10,000,000 stays red and is not. */
function BoundInput({ label, value, onChange }: { label: string; value: number; onChange: (value: number) => void }) {
  const [text, setText] = useState(formatCount(value));
  useEffect(() => setText(formatCount(value)), [value]);
  const read = boundOf(text);
  const apply = () => {
    if (read !== null && read !== value) onChange(read);
    else if (read !== null) setText(formatCount(value));
  };
  return (
    <input
      className={`${styles.bound} tabular`}
      aria-label={label}
      aria-invalid={read === null}
      title={read === null ? `0 to ${formatCount(filterMaximum)}` : undefined}
      inputMode="numeric"
      style={{ width: `calc(${Math.max(text.length * 0.85, 3)}ch + 12px)` }}
      value={text}
      onChange={(event) => setText(event.currentTarget.value)}
      onBlur={apply}
      onKeyDown={(event) => {
        if (event.key === 'Enter') apply();
      }}
    />
  );
}
