import { limits, type TestDistributionRuleId } from '@assay/contract';

/** The place of each rule; no two have the same. */
export type Places = ReadonlyMap<TestDistributionRuleId, number>;

const { min, max } = limits.distributionRuleOrder;

/**
 * Shifts the entry at a place by a step, and those after it, until one finds a free place. Null: there is no free
 * place.
 */
function pushed(at: ReadonlyMap<number, TestDistributionRuleId>, place: number, step: 1 | -1): number[] | null {
  const taken: number[] = [];
  for (let next = place; at.has(next); next += step) taken.push(next);
  const free = place + step * taken.length;
  return free >= min && free <= max ? taken : null;
}

/**
 * @param others the places of all other rules, which are fewer than there are places
 * @param from where the rule was that is put at `place`; null: it is new
 * @returns their new places: those in its way move towards where it was, or, for a new one, on, or back where there is
 * no end to move to. The order of the others stays.
 */
export function makeRoom(others: Places, place: number, from: number | null): Places {
  const at = new Map([...others].map(([ruleId, order]) => [order, ruleId]));
  const preferred = from !== null && from < place ? -1 : 1;
  const step = pushed(at, place, preferred) === null ? (-preferred as 1 | -1) : preferred;
  const moved = new Map(others);
  for (const order of pushed(at, place, step) ?? []) {
    const ruleId = at.get(order);
    if (ruleId !== undefined) moved.set(ruleId, order + step);
  }
  return moved;
}
