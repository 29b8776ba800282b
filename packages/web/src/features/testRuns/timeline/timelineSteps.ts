import type { Bar, Lane } from './timelineLanes.ts';
import { barAt } from './timelineView.ts';

/** A bar that is pointed at, or reached by the arrow keys, and the place of its lane. */
export type Chosen = { bar: Bar; lane: number };

/** @returns where an arrow key leads; from no choice, to the first test; null: there is nothing that way. */
export function stepped(arrow: string, lanes: readonly Lane[], chosen: Chosen | null): Chosen | null {
  if (!chosen) return firstOf(lanes);
  switch (arrow) {
    case 'ArrowLeft':
      return alongLane(lanes, chosen, -1);
    case 'ArrowRight':
      return alongLane(lanes, chosen, 1);
    case 'ArrowUp':
      return acrossLanes(lanes, chosen, -1);
    case 'ArrowDown':
      return acrossLanes(lanes, chosen, 1);
    default:
      return null;
  }
}

/** @returns the next test of the lane, or the previous one. */
function alongLane(lanes: readonly Lane[], chosen: Chosen, by: 1 | -1): Chosen | null {
  const bars = lanes[chosen.lane]?.bars ?? [];
  const bar = bars[placeAmong(bars, chosen.bar) + by];
  return bar ? { bar, lane: chosen.lane } : null;
}

/** @returns what the next lane ran at that time, or the previous one; lanes without tests are skipped. */
function acrossLanes(lanes: readonly Lane[], chosen: Chosen, by: 1 | -1): Chosen | null {
  let at = chosen.lane + by;
  for (let lane = lanes[at]; lane; at += by, lane = lanes[at]) {
    const bar = barAt(lane.bars, chosen.bar.from, Number.POSITIVE_INFINITY);
    if (bar) return { bar, lane: at };
  }
  return null;
}

function firstOf(lanes: readonly Lane[]): Chosen | null {
  const lane = lanes.findIndex(({ bars }) => bars.length > 0);
  const bar = lanes[lane]?.bars[0];
  return bar ? { bar, lane } : null;
}

/** A live run makes new bars each time, so they are known by their test and start. */
function placeAmong(bars: readonly Bar[], { test, from }: Bar): number {
  return bars.findIndex((bar) => bar.test.id === test.id && bar.from === from);
}
