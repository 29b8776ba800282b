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

/** The set-up of a run (fetch, install, list) goes before anybody's tests. Their order by name is relied upon. */
export type WorkKind = 'setup' | 'tests';

/** A run and whether it is being worked on. `ended` and `canceled` stay so: no offer brings a run back. */
export type WorkRunRow = {
  _id: TestRunId;
  state: 'working' | 'canceled' | 'ended';
  /** What was offered; null when the run was canceled before anything was. */
  accountId: AccountId | null;
  projectId: ProjectId | null;
  priority: number | null;
  order: RunOrder | null;
  /** Runners that were stopped or replaced: they do not come back. */
  stopped?: TestRunnerId[];
  createdAt: Date;
  /** When the row may go; set once the run is over. */
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
  /** Which of the run's copies its tests are; null: the run has one of each. */
  copy: number | null;
  kind: WorkKind;
  priority: number;
  expectedMs: number;
  state: 'ready' | 'claimed' | 'done' | 'lost' | 'canceled';
  /** Who has it, or had it; null while it is ready. */
  agentId: AgentId | null;
  slot: number | null;
  runnerId: TestRunnerId | null;
  seatId: string | null;
  /** The claim lapses then unless it is renewed. */
  leaseUntil: Date | null;
  tests: ListedTest[];
  quarantined: TestId[];
  expiresAt: Date | null;
};

/**
 * A place at a run for one runner: one for its set-up, and as many for its tests as the run has runners.
 * `open`: free, and there may be ready units. `held`: by one slot of an agent. `closed`: free, but nothing to do there.
 * `withdrawn`: nobody takes it any more, as its runner was stopped.
 */
export type WorkSeatRow = {
  /** `<testRunId>.<n>`; 0 is the set-up's. */
  _id: string;
  testRunId: TestRunId;
  accountId: AccountId;
  kind: WorkKind;
  priority: number;
  /** The run's age decides among runs of one priority. */
  runCreatedAt: Date;
  state: 'open' | 'held' | 'closed' | 'withdrawn';
  agentId: AgentId | null;
  slot: number | null;
  /** A held seat is open again then unless a unit worked at it is renewed. */
  leaseUntil: Date | null;
  /** As the run's. Missing in rows that are older than stopping is. */
  stopped?: TestRunnerId[];
  /** The runner that had it and was replaced, until another one has taken it. */
  replaces?: TestRunnerId | null;
  /** The pools that the run is served from: see `serves`. */
  linuxPoolId: RunnerPoolId | null;
  windowsPoolId: RunnerPoolId | null;
  /** While it is held: its number among the runners at work of its pool, and of its account. See `SeatPlaces`. */
  heldPool: RunnerPoolId | null;
  poolPlace: number | null;
  heldAccount: string | null;
  accountPlace: number | null;
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
      // what an agent works on. The few claimed units are also what has lapsed: with `leaseUntil` in an index, each
      // renewal would have to write there.
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
      // no number is given twice; of the few held seats only
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
    ]),
  ]);
  return { runs, units, seats };
}
