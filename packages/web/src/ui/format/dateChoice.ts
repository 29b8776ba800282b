/** How a person reads dates: `11/03/26 2:05 PM`, `03/11/26 14:05` or `2026-11-03 14:05`. */
export const dateForms = ['MONTH_FIRST', 'DAY_FIRST', 'ISO'] as const;
export type DateForm = (typeof dateForms)[number];

/** `timeZone`: an IANA name; null: that of the browser. */
export type DateChoice = { form: DateForm; timeZone: string | null };

const key = 'assay.dates';
const usual: DateChoice = { form: 'MONTH_FIRST', timeZone: null };

let chosen = usual;

/** @returns how dates are shown in this browser */
export function dateChoice(): DateChoice {
  return chosen;
}

/** Takes over what was chosen in this browser before. */
export function restoreDateChoice(): void {
  chosen = readChoice(localStorage.getItem(key));
}

/** Shows dates in another way from the next rendering on, also after a reload. */
export function chooseDates(choice: DateChoice): void {
  chosen = choice;
  localStorage.setItem(key, JSON.stringify(choice));
}

function readChoice(stored: string | null): DateChoice {
  if (stored === null) return usual;
  try {
    const { form, timeZone } = JSON.parse(stored) as Partial<DateChoice>;
    return {
      form: dateForms.find((known) => known === form) ?? usual.form,
      timeZone: typeof timeZone === 'string' && isTimeZone(timeZone) ? timeZone : null,
    };
  } catch {
    return usual;
  }
}

function isTimeZone(name: string): boolean {
  return Intl.supportedValuesOf('timeZone').includes(name) || name === 'UTC';
}
