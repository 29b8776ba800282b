import type { ReactNode } from 'react';
import { AsOfLine } from '../../ui/asOf/AsOfLine.tsx';

type Props = {
  /** ISO 8601; '': now, of which there is nothing to say. */
  at: string;
  onChange: (at: string) => void;
  /** What else is not of that moment. */
  ofToday?: ReactNode;
};

/** Says over statistics that they are those of a moment of the past. */
export function AsOfNote({ at, onChange, ofToday }: Props) {
  if (at === '') return null;
  return (
    <AsOfLine at={at} onChange={onChange}>
      Without later runs, ends and verdicts; names are those of today. {ofToday}
    </AsOfLine>
  );
}
