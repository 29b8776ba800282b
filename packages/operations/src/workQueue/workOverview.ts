import type { AccountId, AgentId } from '@assay/contract';
import type { SeatPools } from './seatPlaces.ts';
import type { WorkCollections } from './workRows.ts';

/** What is at work and what waits, for people who ask why. */
export type WorkOverview = {
  /** How many places of each agent are taken: by work of any account, and of this one. */
  takenPlaces: ReadonlyMap<AgentId, { all: number; own: number }>;
  /** How many runners of the account work on machines of that type. */
  working: { LINUX: number; WINDOWS: number };
  /** The pools that work of the account waits for, each combination once; `noPools`: it waits for an agent without. */
  waitingFor: readonly SeatPools[];
};

export async function workOverviewOf(
  { seats }: Pick<WorkCollections, 'seats'>,
  accountId: AccountId,
): Promise<WorkOverview> {
  const [held, open] = await Promise.all([
    seats.find({ state: 'held' }, { projection: { agentId: 1, accountId: 1, heldAccount: 1 } }).toArray(),
    seats
      .aggregate<{ _id: Partial<SeatPools> }>([
        { $match: { accountId, state: 'open' } },
        { $group: { _id: { linuxPoolId: '$linuxPoolId', windowsPoolId: '$windowsPoolId' } } },
      ])
      .toArray(),
  ]);
  const takenPlaces = new Map<AgentId, { all: number; own: number }>();
  for (const { agentId, accountId: ofAccount } of held) {
    if (agentId === null) continue;
    const { all, own } = takenPlaces.get(agentId) ?? { all: 0, own: 0 };
    takenPlaces.set(agentId, { all: all + 1, own: own + (ofAccount === accountId ? 1 : 0) });
  }
  const workingOn = (type: string) => held.filter(({ heldAccount }) => heldAccount === `${accountId}.${type}`).length;
  return {
    takenPlaces,
    working: { LINUX: workingOn('LINUX'), WINDOWS: workingOn('WINDOWS') },
    waitingFor: open.map(({ _id: { linuxPoolId = null, windowsPoolId = null } }) => ({ linuxPoolId, windowsPoolId })),
  };
}
