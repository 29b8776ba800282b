/** Room around what is drawn, for the numbers on the left and the names of lines on the right, px. */
export const chartMargin = { left: 52, right: 44 };
/** The share of a period's room that stays free beside its bar. */
export const bandPadding = 0.4;

export type Bands = {
  /** Room of each period, px. */
  step: number;
  /** The middle of a period, px from the left of the chart. */
  centerOf: (index: number) => number;
  /** The period at a place, px from the left of the chart; the nearest one beside the chart. */
  indexAt: (x: number) => number;
};

/** Where the periods are: bars, lines and what is chosen among them share it. */
export function bandsOf(count: number, width: number): Bands {
  const inner = Math.max(1, width - chartMargin.left - chartMargin.right);
  const step = inner / (count + bandPadding);
  return {
    step,
    centerOf: (index) => chartMargin.left + step * (index + (1 + bandPadding) / 2),
    indexAt: (x) => {
      const index = Math.floor((x - chartMargin.left) / step - bandPadding / 2);
      return Math.min(count - 1, Math.max(0, index));
    },
  };
}

/** @returns round values from 0 to at least `max`, no more than `most` above 0 */
export function ticksOf(max: number, steps: readonly number[], most = 4): number[] {
  const step = steps.find((one) => max <= one * most) ?? Math.max(1, Math.ceil(max / most));
  return Array.from({ length: Math.max(1, Math.ceil(max / step)) + 1 }, (_, index) => index * step);
}

export const countSteps = [0, 1, 2, 3, 4, 5, 6, 7, 8].flatMap((power) => [1, 2, 5].map((one) => one * 10 ** power));

const [second, minute, hour] = [1_000, 60_000, 3_600_000];
export const durationSteps = [
  ...[1, 2, 5, 10, 20, 50, 100, 200, 500],
  ...[1, 2, 5, 10, 15, 30].map((one) => one * second),
  ...[1, 2, 5, 10, 15, 30].map((one) => one * minute),
  ...[1, 2, 3, 6, 12, 24, 48].map((one) => one * hour),
];

/** @returns which of the periods have their name on the axis: about one for every `room` px, the last one included */
export function labelled(count: number, step: number, room = 84): number[] {
  const every = Math.max(1, Math.ceil(room / step));
  return Array.from({ length: count }, (_, index) => index).filter((index) => (count - 1 - index) % every === 0);
}
