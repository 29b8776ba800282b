/** The ids of a plan's stages and suites, in their order. */
export type PlanOrder = readonly { id: string; suiteIds: readonly string[] }[];

/** A stage by its index; a suite by that of its stage and its own. */
export type Place = { stage: number; suite: number | null };

/** @returns where a stage or suite is; null for one that is not there. */
export function placeOf(order: PlanOrder, id: string): Place | null {
  for (const [stage, { id: stageId, suiteIds }] of order.entries()) {
    if (stageId === id) return { stage, suite: null };
    const suite = suiteIds.indexOf(id);
    if (suite !== -1) return { stage, suite };
  }
  return null;
}

/** @returns the order with a stage or suite at another place, counted without itself. */
export function movedTo(order: PlanOrder, id: string, { stage, suite }: Place): PlanOrder {
  if (suite === null) {
    const others = order.filter((other) => other.id !== id);
    return others.toSpliced(stage, 0, ...order.filter((other) => other.id === id));
  }
  return order.map(({ id: stageId, suiteIds }, index) => {
    const others = suiteIds.filter((other) => other !== id);
    return { id: stageId, suiteIds: index === stage ? others.toSpliced(suite, 0, id) : others };
  });
}

/** @returns the next place up or down, for a suite into the next stage as well; null at the end. */
export function nextPlace(order: PlanOrder, { stage, suite }: Place, step: 1 | -1): Place | null {
  if (suite === null) {
    const next = stage + step;
    return order[next] ? { stage: next, suite: null } : null;
  }
  const next = suite + step;
  if (next >= 0 && next < (order[stage]?.suiteIds.length ?? 0)) return { stage, suite: next };
  const neighbour = order[stage + step];
  if (!neighbour) return null;
  return { stage: stage + step, suite: step === 1 ? 0 : neighbour.suiteIds.length };
}

export function isSamePlace(one: Place, other: Place): boolean {
  return one.stage === other.stage && one.suite === other.suite;
}

/** A row while something may be lifted: where that came from, where it would be dropped, or both. */
export type Row = { id: string; is: 'here' | 'ghost' | 'held' | 'slot' };

/**
 * @param ids of one list in their order
 * @param lifted what is lifted
 * @param to where it would be dropped in this list, counted without itself; null: in another one
 * @returns the rows: what is lifted stays as a ghost, and has a slot where it would be dropped
 */
export function rowsWith(ids: readonly string[], lifted: string | null, to: number | null): Row[] {
  const from = lifted === null ? -1 : ids.indexOf(lifted);
  const rows = ids.map((id): Row => ({ id, is: id === lifted ? (from === to ? 'held' : 'ghost') : 'here' }));
  if (lifted === null || to === null || from === to) return rows;
  // The ghost is no place of its own.
  const at = from !== -1 && to > from ? to + 1 : to;
  return rows.toSpliced(at, 0, { id: lifted, is: 'slot' });
}

/** @returns the place of the thing that something is carried over: before it, or behind it with `below`. */
export function placeAt(order: PlanOrder, id: string, over: string, below: boolean): Place | null {
  const [from, target] = [placeOf(order, id), placeOf(order, over)];
  if (from === null || target === null) return null;
  if (id === over) return from;
  const step = below ? 1 : 0;
  if (from.suite === null) {
    const stage = target.stage - (target.stage > from.stage ? 1 : 0);
    return { stage: stage + step, suite: null };
  }
  if (target.suite === null) {
    const others = order[target.stage]?.suiteIds.filter((other) => other !== id) ?? [];
    return { stage: target.stage, suite: below ? others.length : 0 };
  }
  const isBehind = target.stage === from.stage && target.suite > from.suite;
  return { stage: target.stage, suite: target.suite - (isBehind ? 1 : 0) + step };
}
