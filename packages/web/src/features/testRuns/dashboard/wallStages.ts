import type { Shape } from '../../../ui/StatusShape.tsx';
import type { Card, Column } from './columns.ts';

/** Below each other; with more, they could not be read from across the room. */
const maxRows = 6;
/** Beside each other; stages take more if there are more of them. */
const maxColumns = 5;

/** A stage as a wall screen shows it: as many of its environments as have room, and how the others stand. */
export type WallStage = Omit<Column, 'cards'> & {
  /** How many columns it takes. */
  width: number;
  shown: readonly Card[];
  rest: readonly { shape: Shape; count: number }[];
};

function hiddenOf({ cards }: Column, width: number): number {
  return Math.max(0, cards.length - width * maxRows);
}

/** @returns the stages that have environments, with the columns shared out among those that have most to show */
export function wallStagesOf(columns: readonly Column[]): WallStage[] {
  const stages = columns.filter(({ cards }) => cards.length > 0);
  const widths = stages.map(() => 1);
  for (let free = maxColumns - stages.length; free > 0; free--) {
    const hidden = stages.map((stage, index) => hiddenOf(stage, widths[index] ?? 1));
    const most = Math.max(...hidden);
    if (most <= 0) break;
    const fullest = hidden.indexOf(most);
    widths[fullest] = (widths[fullest] ?? 1) + 1;
  }
  return stages.map(({ cards, ...stage }, index) => {
    const width = widths[index] ?? 1;
    const room = width * maxRows;
    // What is left out is told in the place of one of them.
    const shown = cards.length > room ? cards.slice(0, room - 1) : cards;
    return { ...stage, width, shown, rest: countedByShape(cards.slice(shown.length)) };
  });
}

const order: readonly Shape[] = ['fail', 'running', 'pass', 'notRun'];

function countedByShape(cards: readonly Card[]): WallStage['rest'] {
  return order.flatMap((shape) => {
    const count = cards.filter(({ standing }) => standing === shape).length;
    return count > 0 ? [{ shape, count }] : [];
  });
}

/** @returns how many rows the fullest of the columns has */
export function rowsOf(stages: readonly WallStage[]): number {
  return Math.max(
    1,
    ...stages.map(({ shown, rest, width }) => Math.ceil((shown.length + (rest.length > 0 ? 1 : 0)) / width)),
  );
}
