import type { TestRunnerId } from '@assay/contract';
import type { WorkCollections, WorkUnitRow } from './workRows.ts';

/** The maximum number of remembered runners that have worked. */
const runnersKept = 10_000;

/** A unit and its runner; it does not matter whether the claim is written yet. */
type Unit = Pick<WorkUnitRow, '_id'> & { runnerId: TestRunnerId };

/** Finds out, for many units at once, which are their runner's first in its run. */
export function newRunners({ units }: Pick<WorkCollections, 'units'>): (of: readonly Unit[]) => Promise<boolean[]> {
  /** Runners known to have had a unit before. */
  const known = new Set<TestRunnerId>();

  async function lookUp(of: readonly Unit[]): Promise<void> {
    if (known.size >= runnersKept) known.clear();
    const unknown = of.map(({ runnerId }) => runnerId).filter((runnerId) => !known.has(runnerId));
    if (unknown.length === 0) return;
    const others = { runnerId: { $in: [...new Set(unknown)] }, _id: { $nin: of.map(({ _id }) => _id) } };
    for (const { runnerId } of await units.find(others, { projection: { runnerId: 1 } }).toArray()) {
      if (runnerId !== null) known.add(runnerId);
    }
  }

  return async (of) => {
    await lookUp(of);
    const met = new Set<TestRunnerId>();
    return of.map(({ runnerId }) => {
      const isNew = !known.has(runnerId) && !met.has(runnerId);
      met.add(runnerId);
      return isNew;
    });
  };
}
