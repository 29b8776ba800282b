import { batcher } from '@assay/concurrency';
import type { RunOrder, TestRunnerId } from '@assay/contract';
import { type HeldSeat, runnerAt } from './heldSeat.ts';
import { newRunners } from './newRunners.ts';
import { longestFirst, type ReadyUnit, ReadyUnits, type WorkOf } from './readyUnits.ts';
import type { WorkCollections, WorkUnitRow } from './workRows.ts';

type Claim = Pick<HeldSeat, 'agentId' | 'slot'> & {
  state: 'claimed';
  runnerId: TestRunnerId;
  seatId: string;
  leaseUntil: Date;
};
type Wish = { seat: HeldSeat; leaseUntil: Date };
type Chosen = ReadyUnit & { place: number; wish: Wish; claim: Claim };

/** A unit that was ready and now belongs to its claimer, with what its runner needs to know besides its row. */
export type TakenUnit = WorkUnitRow &
  Claim & {
    /** Null if the run's row is gone. */
    order: RunOrder | null;
    /** Whether it is this runner's first unit in the run. */
    newRunner: boolean;
    /** When it was read, by `performance.now()`: it was ready by then. */
    readyBy: number;
  };

/** Takes the longest ready unit of the seat's run for its holder; null if none is ready. */
export type TakeLongest = (wish: Wish) => Promise<TakenUnit | null>;

function claimOf({ seat, leaseUntil }: Wish): Claim {
  const { _id: seatId, agentId, slot } = seat;
  return { state: 'claimed', agentId, slot, runnerId: runnerAt(seat), seatId, leaseUntil };
}

/**
 * Takes units for seats of any runs; simultaneous callers share one write with its flush, and the related lookups. Each
 * unit is changed only while it is still ready, so a later claimer (of another process, say) gets none.
 */
export function unitTaker(rows: WorkCollections): TakeLongest {
  const { units } = rows;
  const ready = new ReadyUnits(rows);
  const areNew = newRunners(rows);

  async function takeOne(wish: Wish): Promise<TakenUnit | null> {
    const { testRunId, kind } = wish.seat;
    const claim = claimOf(wish);
    const unit = await units.findOneAndUpdate(
      { testRunId, kind, state: 'ready' },
      { $set: claim },
      { sort: longestFirst, returnDocument: 'after' },
    );
    if (!unit) return null;
    const readyBy = performance.now();
    const [orders, [newRunner = false]] = await Promise.all([
      ready.ordersOf([testRunId]),
      areNew([{ _id: unit._id, runnerId: claim.runnerId }]),
    ]);
    return { ...unit, ...claim, order: orders.get(testRunId) ?? null, newRunner, readyBy };
  }

  /** The longest ready units of each run, up to one per request. */
  async function choose(wishes: readonly Wish[]): Promise<Chosen[]> {
    const ofRun = new Map<string, WorkOf & { places: number[] }>();
    for (const [place, { seat }] of wishes.entries()) {
      const { testRunId, kind } = seat;
      const key = `${testRunId} ${kind}`;
      const group = ofRun.get(key);
      if (group) group.places.push(place);
      else ofRun.set(key, { testRunId, kind, places: [place] });
    }
    const groups = [...ofRun.values()];
    const found = await ready.take(groups.map(({ places, ...work }) => ({ ...work, count: places.length })));
    return groups.flatMap(({ places }, group) =>
      (found[group] ?? []).flatMap((one, index): Chosen[] => {
        const place = places[index];
        const wish = place === undefined ? undefined : wishes[place];
        return place === undefined || !wish ? [] : [{ ...one, place, wish, claim: claimOf(wish) }];
      }),
    );
  }

  /** @returns those whose unit was still ready */
  async function claimAll(chosen: readonly Chosen[]): Promise<ReadonlySet<Chosen>> {
    const writes = chosen.map(({ unit: { _id }, claim }) => ({
      updateOne: { filter: { _id, state: 'ready' as const }, update: { $set: claim } },
    }));
    const { matchedCount } = await units.bulkWrite(writes, { ordered: false });
    if (matchedCount === chosen.length) return new Set(chosen);
    const taken = units.find(
      { _id: { $in: chosen.map(({ unit }) => unit._id) }, state: 'claimed' },
      { projection: { seatId: 1, agentId: 1, slot: 1, leaseUntil: 1 } },
    );
    const now = new Map((await taken.toArray()).map((row) => [row._id, row]));
    const isOurs = ({ unit, claim }: Chosen) => {
      const row = now.get(unit._id);
      const isSame = row?.seatId === claim.seatId && row.agentId === claim.agentId && row.slot === claim.slot;
      return isSame && row.leaseUntil?.getTime() === claim.leaseUntil.getTime();
    };
    return new Set(chosen.filter(isOurs));
  }

  return batcher(async (wishes) => {
    const [only] = wishes;
    if (only && wishes.length === 1 && !ready.has(only.seat)) return [await takeOne(only)];
    const taken: (TakenUnit | null)[] = wishes.map(() => null);
    const chosen = await choose(wishes);
    if (chosen.length === 0) return taken;
    const [won, isNew] = await Promise.all([
      claimAll(chosen),
      areNew(chosen.map(({ unit: { _id }, claim: { runnerId } }) => ({ _id, runnerId }))),
    ]);
    await Promise.all(
      chosen.map(async (one, index) => {
        const { place, wish, unit, claim, order, readyBy } = one;
        if (won.has(one)) {
          taken[place] = { ...unit, ...claim, order, newRunner: isNew[index] ?? false, readyBy };
          return;
        }
        // Another process was quicker: there may be another unit.
        ready.lost(wish.seat);
        taken[place] = await takeOne(wish);
      }),
    );
    return taken;
  });
}
