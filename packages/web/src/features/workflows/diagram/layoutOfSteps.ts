import type { WorkflowStep } from '@assay/contract';

/** Pixels. Along: from a step to the next; aside: between steps that stand side by side. */
export const stepSize = { width: 208, height: 76 };
const gap = { across: { along: 64, aside: 20 }, down: { along: 44, aside: 20 } };
/** The way that a connection takes past the steps of a layer. */
const wayWidth = 16;
/** How far connections that lead back stand off. */
const detour = 28;
/** How far from a step they turn. */
const turn = 18;

export type Direction = 'across' | 'down';
export type Spot = { x: number; y: number };
export type Line = { from: string; to: string; leadsBack: boolean; path: string };
export type Layout = { width: number; height: number; spots: ReadonlyMap<string, Spot>; lines: readonly Line[] };

type Edge = { from: string; to: string };

/** @returns the connections that lead on, without those that close a loop, which are returned apart */
function withoutLoops(steps: readonly WorkflowStep[]): { ahead: Edge[]; back: Edge[] } {
  const byId = new Map<string, WorkflowStep>(steps.map((step) => [step.id, step]));
  const [open, done] = [new Set<string>(), new Set<string>()];
  const [ahead, back]: [Edge[], Edge[]] = [[], []];
  const visit = (id: string): void => {
    open.add(id);
    for (const to of byId.get(id)?.next ?? []) {
      (open.has(to) ? back : ahead).push({ from: id, to });
      if (!open.has(to) && !done.has(to)) visit(to);
    }
    open.delete(id);
    done.add(id);
  };
  // From where nothing leads to first: what closes a loop is then what leads back to an earlier step.
  const targets = new Set<string>(steps.flatMap(({ next }) => next));
  for (const { id } of steps) if (!targets.has(id) && !done.has(id)) visit(id);
  for (const { id } of steps) if (!done.has(id)) visit(id);
  return { ahead, back };
}

/** @returns how far each step is from the beginning, by the longest way */
function layersOf(steps: readonly WorkflowStep[], ahead: readonly Edge[]): Map<string, number> {
  const layers = new Map<string, number>(steps.map(({ id }) => [id, 0]));
  // At most one step is put behind another in each round.
  for (let round = 0; round < steps.length; round += 1) {
    let isSettled = true;
    for (const { from, to } of ahead) {
      const wanted = (layers.get(from) ?? 0) + 1;
      if ((layers.get(to) ?? 0) >= wanted) continue;
      layers.set(to, wanted);
      isSettled = false;
    }
    if (isSettled) break;
  }
  return layers;
}

/** What takes room in a layer: a step, or a connection that passes by. */
type Slot = { id: string; isStep: boolean };

const wayOf = ({ from, to }: Edge, layer: number) => `${from}>${to}@${layer}`;

/** @returns the slots of each layer, near to what leads to them */
function slotsOf(
  steps: readonly WorkflowStep[],
  ahead: readonly Edge[],
  layers: ReadonlyMap<string, number>,
): Slot[][] {
  const slots: Slot[][] = [];
  const sources = new Map<string, string[]>();
  const put = (layer: number, slot: Slot) => {
    slots[layer] ??= [];
    slots[layer].push(slot);
  };
  for (const { id } of steps) put(layers.get(id) ?? 0, { id, isStep: true });
  for (const edge of ahead) {
    const [first, last] = [layers.get(edge.from) ?? 0, layers.get(edge.to) ?? 0];
    let before = edge.from;
    for (let layer = first + 1; layer < last; layer += 1) {
      const id = wayOf(edge, layer);
      put(layer, { id, isStep: false });
      sources.set(id, [before]);
      before = id;
    }
    sources.set(edge.to, [...(sources.get(edge.to) ?? []), before]);
  }
  for (let layer = 1; layer < slots.length; layer += 1) {
    const places = new Map((slots[layer - 1] ?? []).map(({ id }, at) => [id, at]));
    const placeOf = ({ id }: Slot) => {
      const known = (sources.get(id) ?? []).flatMap((source) => places.get(source) ?? []);
      return known.length === 0 ? Number.MAX_VALUE : known.reduce((sum, at) => sum + at, 0) / known.length;
    };
    slots[layer] = (slots[layer] ?? []).toSorted((one, other) => placeOf(one) - placeOf(other));
  }
  return slots;
}

/**
 * Arranges steps in layers: each stands behind all that lead to it. A connection that skips layers passes between their
 * steps; one that leads back goes around all of them.
 * @returns the top left corner of each step and the SVG path of each connection, in pixels
 */
export function layoutOfSteps(steps: readonly WorkflowStep[], direction: Direction): Layout {
  const isAcross = direction === 'across';
  const { along, aside } = gap[direction];
  const [length, breadth] = isAcross ? [stepSize.width, stepSize.height] : [stepSize.height, stepSize.width];
  const { ahead, back } = withoutLoops(steps);
  const layers = layersOf(steps, ahead);
  const slots = slotsOf(steps, ahead, layers);
  const breadthOf = ({ isStep }: Slot) => (isStep ? breadth : wayWidth);
  const sum = (layer: readonly Slot[]) =>
    layer.reduce((total, slot) => total + breadthOf(slot), aside * Math.max(0, layer.length - 1));
  const widest = Math.max(0, ...slots.map(sum));

  /** The middle of each slot, aside, and where it begins, along. */
  const middles = new Map<string, { middle: number; begin: number }>();
  slots.forEach((layer, at) => {
    let offset = (widest - sum(layer)) / 2;
    for (const slot of layer) {
      middles.set(slot.id, { middle: offset + breadthOf(slot) / 2, begin: at * (length + along) });
      offset += breadthOf(slot) + aside;
    }
  });
  const placeOf = (id: string) => middles.get(id) ?? { middle: 0, begin: 0 };
  const point = (alongAt: number, asideAt: number) => (isAcross ? `${alongAt} ${asideAt}` : `${asideAt} ${alongAt}`);
  const curve = (from: [number, number], to: [number, number]) => {
    const half = (to[0] - from[0]) / 2;
    return `C ${point(from[0] + half, from[1])}, ${point(to[0] - half, to[1])}, ${point(...to)}`;
  };

  const aheadLines = ahead.map((edge): Line => {
    const [source, target] = [placeOf(edge.from), placeOf(edge.to)];
    let at: [number, number] = [source.begin + length, source.middle];
    let path = `M ${point(...at)}`;
    for (let layer = (layers.get(edge.from) ?? 0) + 1; layer < (layers.get(edge.to) ?? 0); layer += 1) {
      const way = placeOf(wayOf(edge, layer));
      path += ` ${curve(at, [way.begin, way.middle])} L ${point(way.begin + length, way.middle)}`;
      at = [way.begin + length, way.middle];
    }
    return { ...edge, leadsBack: false, path: `${path} ${curve(at, [target.begin, target.middle])}` };
  });
  const backLines = back.map((edge, index): Line => {
    const [source, target] = [placeOf(edge.from), placeOf(edge.to)];
    const out = widest + detour * (index + 1);
    // Through the gaps between layers, so that it passes behind no step.
    const [leaves, arrives] = [source.begin + length + turn, target.begin - turn];
    const [from, to] = [source.middle + breadth * 0.3, target.middle + breadth * 0.3];
    const path = [
      `M ${point(source.begin + length, from)}`,
      `L ${point(leaves - 8, from)} Q ${point(leaves, from)}, ${point(leaves, from + 8)}`,
      `L ${point(leaves, out - 8)} Q ${point(leaves, out)}, ${point(leaves - 8, out)}`,
      `L ${point(arrives + 8, out)} Q ${point(arrives, out)}, ${point(arrives, out - 8)}`,
      `L ${point(arrives, to + 8)} Q ${point(arrives, to)}, ${point(arrives + 8, to)}`,
      `L ${point(target.begin, to)}`,
    ];
    return { ...edge, leadsBack: true, path: path.join(' ') };
  });

  const whole = [
    Math.max(length, slots.length * (length + along) - along),
    widest + (back.length > 0 ? detour * back.length + 8 : 0),
  ] as const;
  const [width, height] = isAcross ? whole : [whole[1], whole[0]];
  const spots = new Map<string, Spot>(
    steps.map(({ id }) => {
      const { middle, begin } = placeOf(id);
      const corner = middle - breadth / 2;
      return [id, isAcross ? { x: begin, y: corner } : { x: corner, y: begin }];
    }),
  );
  return { width, height, spots, lines: [...aheadLines, ...backLines] };
}
