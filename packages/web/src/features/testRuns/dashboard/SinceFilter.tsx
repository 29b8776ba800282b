import { ChoicePill } from '../../../ui/ChoicePill.tsx';
import { sinceDays } from './dashboardFilters.ts';

const choices = { '': 'Any date', ...sinceDays };

/** From which day on runs are shown. */
export function SinceFilter({ since, onChange }: { since: string; onChange: (since: string) => void }) {
  const chosen = since as keyof typeof choices;
  const isOn = since !== '';
  return (
    <ChoicePill
      label="Date"
      choices={choices}
      chosen={chosen}
      shown={isOn ? choices[chosen] : 'Date'}
      isOn={isOn}
      onChange={onChange}
    />
  );
}
