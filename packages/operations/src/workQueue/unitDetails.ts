import type { RunOrder, TestRunnerId } from '@assay/contract';
import type { WorkCollections, WorkUnitRow } from './workRows.ts';

/** So many of the runners that have worked are remembered. */
const runnersKept = 10_000;

/** What a runner needs to know of the unit's run, and is not in the unit's row. */
export type UnitDetails = {
  /** Null where the run's row is gone. */
  order: RunOrder | null;
  /** The first unit of this runner in the run. */
  newRunner: boolean;
};

/** A unit and who it is for; whether that is written already makes no difference. */
type Unit = Pick<WorkUnitRow, '_id' | 'testRunId'> & { runnerId: TestRunnerId };

/**
 * Looks up, for many units at once, what goes with them. Of units that were found ready before this was asked the order
 * is the one they were made ready with, or a newer one.
 */
export function unitDetails({ runs, units }: WorkCollections): (of: readonly Unit[]) => Promise<UnitDetails[]> {
  /** Runners that are known to have had a unit before. */
  const known = new Set<TestRunnerId>();

  async function ordersOf(of: readonly Unit[]): Promise<Map<string, RunOrder | null>> {
    const ids = [...new Set(of.map(({ testRunId }) => testRunId))];
    const found = await runs.find({ _id: { $in: ids } }, { projection: { order: 1 } }).toArray();
    return new Map(found.map(({ _id, order }) => [_id, order]));
  }

  async function lookUpRunners(of: readonly Unit[]): Promise<void> {
    if (known.size >= runnersKept) known.clear();
    const unknown = of.map(({ runnerId }) => runnerId).filter((runnerId) => !known.has(runnerId));
    if (unknown.length === 0) return;
    const others = { runnerId: { $in: [...new Set(unknown)] }, _id: { $nin: of.map(({ _id }) => _id) } };
    for (const { runnerId } of await units.find(others, { projection: { runnerId: 1 } }).toArray()) {
      if (runnerId !== null) known.add(runnerId);
    }
  }

  return async (of) => {
    const [orders] = await Promise.all([ordersOf(of), lookUpRunners(of)]);
    const met = new Set<TestRunnerId>();
    return of.map(({ testRunId, runnerId }) => {
      const newRunner = !known.has(runnerId) && !met.has(runnerId);
      met.add(runnerId);
      return { order: orders.get(testRunId) ?? null, newRunner };
    });
  };
}
