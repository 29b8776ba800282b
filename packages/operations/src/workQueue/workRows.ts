import type {
  AccountId,
  AgentId,
  LeaseId,
  ListedTest,
  ProjectId,
  RunnerPoolId,
  RunOrder,
  TestId,
  TestRunId,
  TestRunnerId,
} from '@assay/contract';
import type { Collection, Db } from 'mongodb';

/** The set-up of a run (fetch, install, list) goes before anybody's tests. Indexes rely on their alphabetical order. */
export type WorkKind = 'setup' | 'tests';

/** A run and whether it is being worked on. `ended` and `canceled` are final: no offer brings a run back. */
export type WorkRunRow = {
  _id: TestRunId;
  state: 'working' | 'canceled' | 'ended';
  /** The order offered; null when the run was canceled before any offer. */
  accountId: AccountId | null;
  projectId: ProjectId | null;
  priority: number | null;
  order: RunOrder | null;
  /** Stopped or replaced runners, which do not come back. */
  stopped?: TestRunnerId[];
  createdAt: Date;
  /** When the row expires; set once the run is over. */
  expiresAt: Date | null;
};

/** One attempt of a unit of work. */
export type WorkUnitRow = {
  _id: LeaseId;
  testRunId: TestRunId;
  accountId: AccountId;
  /** 0 is the set-up. */
  unit: number;
  attempt: number;
  /** The copy of the run its tests belong to; null: the run has a single copy. */
  copy: number | null;
  kind: WorkKind;
  priority: number;
  expectedMs: number;
  state: 'ready' | 'claimed' | 'done' | 'lost' | 'canceled';
  /** The current or last holder; null while ready. */
  agentId: AgentId | null;
  slot: number | null;
  runnerId: TestRunnerId | null;
  seatId: string | null;
  /** When the claim lapses unless renewed. */
  leaseUntil: Date | null;
  tests: ListedTest[];
  quarantined: TestId[];
  expiresAt: Date | null;
};

/**
 * A place at a run for one runner: one for its set-up, and as many for its tests as the run has runners. `open`: free,
 * and there may be ready units. `held`: by one slot of an agent. `closed`: free, but nothing to do there. `withdrawn`:
 * no longer available, as its runner was stopped.
 */
export type WorkSeatRow = {
  /** `<testRunId>.<n>`; 0 is the set-up's. */
  _id: string;
  testRunId: TestRunId;
  accountId: AccountId;
  kind: WorkKind;
  priority: number;
  /** The run's age decides between runs of the same priority. */
  runCreatedAt: Date;
  state: 'open' | 'held' | 'closed' | 'withdrawn';
  agentId: AgentId | null;
  slot: number | null;
  /** When a held seat opens again unless its unit is renewed. */
  leaseUntil: Date | null;
  /** As in the run. Missing in rows that predate stopping. */
  stopped?: TestRunnerId[];
  /** Two runners of the run on one machine would be in each other's way. */
  takesTurns?: boolean;
  /** The replaced runner that had it, until another one takes it. */
  replaces?: TestRunnerId | null;
  /** The pools that the run is served from: see `serves`. */
  linuxPoolId: RunnerPoolId | null;
  windowsPoolId: RunnerPoolId | null;
  /** While held: its number among the working runners of its pool, and of its account. See `SeatPlaces`. */
  heldPool: RunnerPoolId | null;
  poolPlace: number | null;
  heldAccount: string | null;
  accountPlace: number | null;
  /** While held, where runners take turns: the holder's agent, which has no other seat at the run. */
  heldMachine?: AgentId | null;
};

export type WorkCollections = {
  runs: Collection<WorkRunRow>;
  units: Collection<WorkUnitRow>;
  seats: Collection<WorkSeatRow>;
};

/** The claim fields of a unit's row while nobody has it. */
export const unclaimed = { agentId: null, slot: null, runnerId: null, seatId: null, leaseUntil: null } as const;
/** The fields of a seat while nobody holds it. */
export const unheld = {
  agentId: null,
  slot: null,
  leaseUntil: null,
  heldPool: null,
  poolPlace: null,
  heldAccount: null,
  accountPlace: null,
  heldMachine: null,
} as const;

export async function openWorkCollections(db: Db): Promise<WorkCollections> {
  const runs = db.collection<WorkRunRow>('workRuns');
  const units = db.collection<WorkUnitRow>('workUnits');
  const seats = db.collection<WorkSeatRow>('workSeats');
  await Promise.all([
    runs.createIndexes([{ key: { expiresAt: 1 }, expireAfterSeconds: 0 }]),
    units.createIndexes([
      // the longest ready unit of a run
      { key: { testRunId: 1, kind: 1, state: 1, expectedMs: -1, unit: 1 } },
      // what an agent works on. Lapsed claims are found among the few claimed units: an index with `leaseUntil` would
      // be written by every renewal.
      { key: { state: 1, agentId: 1 } },
      // whether a runner is new
      { key: { runnerId: 1 } },
      { key: { expiresAt: 1 }, expireAfterSeconds: 0 },
    ]),
    seats.createIndexes([
      // the best open seat, for an agent of the installation and for one of an account
      { key: { state: 1, kind: 1, priority: -1, runCreatedAt: 1 } },
      { key: { accountId: 1, state: 1, kind: 1, priority: -1, runCreatedAt: 1 } },
      { key: { testRunId: 1, kind: 1, state: 1 } },
      { key: { agentId: 1, state: 1 } },
      // numbers are unique; only among the few held seats
      {
        key: { heldPool: 1, poolPlace: 1 },
        unique: true,
        partialFilterExpression: { heldPool: { $type: 'string' } },
      },
      {
        key: { heldAccount: 1, accountPlace: 1 },
        unique: true,
        partialFilterExpression: { heldAccount: { $type: 'string' } },
      },
      {
        key: { testRunId: 1, heldMachine: 1 },
        unique: true,
        partialFilterExpression: { heldMachine: { $type: 'string' } },
      },
    ]),
  ]);
  return { runs, units, seats };
}
