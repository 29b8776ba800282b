import { inRounds } from '../inRounds.ts';
import type { WorkCollections, WorkUnitRow } from './workRows.ts';
import { type HeldSeat, runnerAt } from './workSeats.ts';

type Claim = Pick<WorkUnitRow, 'state' | 'agentId' | 'slot' | 'runnerId' | 'seatId' | 'leaseUntil'>;
type Wish = { seat: HeldSeat; leaseUntil: Date };
type Chosen = { place: number; unit: WorkUnitRow; claim: Claim };

/** Takes the longest ready unit of the seat's run for its holder; null where none is ready. */
export type TakeLongest = (wish: Wish) => Promise<WorkUnitRow | null>;

const longestFirst = { expectedMs: -1, unit: 1 } as const;

function claimOf({ seat, leaseUntil }: Wish): Claim {
  const { _id: seatId, agentId, slot } = seat;
  return { state: 'claimed', agentId, slot, runnerId: runnerAt(seat), seatId, leaseUntil };
}

/**
 * Takes units for seats of any runs; those who ask at the same time share a write and its flush. Each unit is changed
 * only while it is still ready, so that whoever comes second (another process, say) gets none.
 */
export function unitTaker({ units }: Pick<WorkCollections, 'units'>): TakeLongest {
  const takeOne: TakeLongest = (wish) => {
    const { testRunId, kind } = wish.seat;
    return units.findOneAndUpdate(
      { testRunId, kind, state: 'ready' },
      { $set: claimOf(wish) },
      { sort: longestFirst, returnDocument: 'after' },
    );
  };

  /** The longest ready units of each run, one for each wish as far as there are any. */
  async function choose(wishes: readonly Wish[]): Promise<Chosen[]> {
    const ofRun = new Map<string, { seat: HeldSeat; places: number[] }>();
    for (const [place, { seat }] of wishes.entries()) {
      const key = `${seat.testRunId} ${seat.kind}`;
      const group = ofRun.get(key);
      if (group) group.places.push(place);
      else ofRun.set(key, { seat, places: [place] });
    }
    const chosen = await Promise.all(
      [...ofRun.values()].map(async ({ seat: { testRunId, kind }, places }) => {
        const ready = await units
          .find({ testRunId, kind, state: 'ready' })
          .sort(longestFirst)
          .limit(places.length)
          .toArray();
        return ready.flatMap((unit, index): Chosen[] => {
          const place = places[index];
          const wish = place === undefined ? undefined : wishes[place];
          return place === undefined || !wish ? [] : [{ place, unit, claim: claimOf(wish) }];
        });
      }),
    );
    return chosen.flat();
  }

  /** @returns those whose unit was still ready */
  async function claimAll(chosen: readonly Chosen[]): Promise<readonly Chosen[]> {
    if (chosen.length === 0) return [];
    const writes = chosen.map(({ unit: { _id }, claim }) => ({
      updateOne: { filter: { _id, state: 'ready' as const }, update: { $set: claim } },
    }));
    const { matchedCount } = await units.bulkWrite(writes, { ordered: false });
    if (matchedCount === chosen.length) return chosen;
    const taken = units.find(
      { _id: { $in: chosen.map(({ unit }) => unit._id) }, state: 'claimed' },
      { projection: { seatId: 1, agentId: 1, slot: 1, leaseUntil: 1 } },
    );
    const now = new Map((await taken.toArray()).map((row) => [row._id, row]));
    return chosen.filter(({ unit, claim }) => {
      const row = now.get(unit._id);
      const isOurs = row?.seatId === claim.seatId && row.agentId === claim.agentId && row.slot === claim.slot;
      return isOurs && row.leaseUntil?.getTime() === claim.leaseUntil?.getTime();
    });
  }

  return inRounds(async (wishes) => {
    const [only] = wishes;
    if (only && wishes.length === 1) return [await takeOne(only)];
    const chosen = await choose(wishes);
    const taken: (WorkUnitRow | null)[] = wishes.map(() => null);
    const won = new Set(await claimAll(chosen));
    for (const { place, unit, claim } of won) taken[place] = { ...unit, ...claim };
    // Somebody was quicker: there may be another unit.
    const lost = chosen.filter((one) => !won.has(one));
    await Promise.all(
      lost.map(async ({ place }) => {
        const wish = wishes[place];
        taken[place] = wish ? await takeOne(wish) : null;
      }),
    );
    return taken;
  });
}
