/** Spans of whole days up to now, in the reader's time zone, with how many days each has. */
export const timeframes = {
  Today: 1,
  Yesterday: 1,
  Last7Days: 7,
  Last30Days: 30,
  Last60Days: 60,
  Last90Days: 90,
} as const;
export type Timeframe = keyof typeof timeframes;

/** How long each period of a chart is. */
export const frequencies = ['Hourly', 'Daily', 'Weekly', 'Monthly'] as const;
export type Frequency = (typeof frequencies)[number];

/** From how many days on months are worth comparing. */
const daysOfMonths = 60;

/**
 * @param days how many days a chart covers
 * @returns the frequencies that make sense: hours of a single day, months of two and more
 */
export function frequenciesOf(days: number): readonly Frequency[] {
  return frequencies.filter((frequency) => {
    if (frequency === 'Hourly') return days <= 1;
    return frequency !== 'Monthly' || days >= daysOfMonths;
  });
}
