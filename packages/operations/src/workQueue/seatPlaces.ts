import type { AccountId, AgentId, RunnerPoolId, RunnerType } from '@assay/contract';
import type { WorkCollections, WorkSeatRow } from './workRows.ts';

/** Pools that runs are served from, by machine type; both null: runners without a pool. */
export type SeatPools = { linuxPoolId: RunnerPoolId | null; windowsPoolId: RunnerPoolId | null };

export const noPools: SeatPools = { linuxPoolId: null, windowsPoolId: null };

/** An agent asking for work. */
export type Claimer = {
  agentId: AgentId;
  /** The account whose runs it may get; null: any. */
  accountId: AccountId | null;
  /** The machine type that pools and limits count it as. */
  runnerType: RunnerType;
  /**
   * The pools that its places belong to (one in each account that it serves), with the maximum of working runners of
   * each, over all runs. Null: it serves runs without a pool.
   */
  pools: readonly { runnerPoolId: RunnerPoolId; maxRunners: number }[] | null;
  /** The maximum of an account's working runners of the claimer's type. */
  maxRunnersOf: (accountId: AccountId) => Promise<number>;
};

/** The pool that serves this seat on the claimer's machine type; null: none. */
function poolFor({ linuxPoolId, windowsPoolId }: SeatPools, { runnerType }: Pick<Claimer, 'runnerType'>) {
  // Rows from before pools existed lack the fields.
  return (runnerType === 'WINDOWS' ? windowsPoolId : linuxPoolId) ?? null;
}

/**
 * Whether the claimer's runners may work there. If a run's stage names a pool for one machine type only, nobody serves
 * it on the other.
 */
export function serves(seat: SeatPools, claimer: Pick<Claimer, 'runnerType' | 'pools'>): boolean {
  if (!seat.linuxPoolId && !seat.windowsPoolId) return claimer.pools === null;
  const wanted = poolFor(seat, claimer);
  return wanted !== null && (claimer.pools ?? []).some(({ runnerPoolId }) => runnerPoolId === wanted);
}

/** The numbered places that a held seat occupies: one in its pool, and one in its account. */
export type TakenPlaces = Pick<WorkSeatRow, 'heldPool' | 'poolPlace' | 'heldAccount' | 'accountPlace'>;

/** A pool, an account or a run's machine without room for one more runner. */
export type Full = { full: 'pool' | 'account' | 'machine'; key: string };

/**
 * Pools and accounts limit how many runners work at once. Each held seat has a number below the limit, kept unique by
 * an index: however many processes hand out seats, the limit holds, and a place is free exactly when its seat is.
 */
export class SeatPlaces {
  readonly #rows: WorkCollections;
  /** The last number tried, by account and machine type. */
  readonly #tried = new Map<string, number>();

  constructor(rows: WorkCollections) {
    this.#rows = rows;
  }

  /**
   * Chooses places for one more runner; another process may still be quicker, which the unique index detects.
   * @param crowded whether to read every taken place, rather than trying one
   */
  async choose(
    seat: SeatPools & { accountId: AccountId },
    claimer: Claimer,
    crowded: boolean,
  ): Promise<TakenPlaces | Full> {
    const heldPool = poolFor(seat, claimer);
    let poolPlace: number | null = null;
    if (heldPool !== null) {
      const max = claimer.pools?.find(({ runnerPoolId }) => runnerPoolId === heldPool)?.maxRunners ?? 0;
      const held = await this.#rows.seats.find({ heldPool }, { projection: { poolPlace: 1 } }).toArray();
      poolPlace = freeBelow(
        max,
        held.map((row) => row.poolPlace),
      );
      if (poolPlace === null) return { full: 'pool', key: heldPool };
    }
    const heldAccount = `${seat.accountId}.${claimer.runnerType}`;
    const max = await claimer.maxRunnersOf(seat.accountId);
    if (!crowded) return { heldPool, poolPlace, heldAccount, accountPlace: this.#nextOf(heldAccount, max) };
    const held = await this.#rows.seats.find({ heldAccount }, { projection: { accountPlace: 1 } }).toArray();
    const accountPlace = freeBelow(
      max,
      held.map((row) => row.accountPlace),
    );
    if (accountPlace === null) return { full: 'account', key: heldAccount };
    return { heldPool, poolPlace, heldAccount, accountPlace };
  }

  /** One number after another, so that a recently freed one is reused only after all others. */
  #nextOf(heldAccount: string, max: number): number {
    const last = this.#tried.get(heldAccount) ?? Math.floor(Math.random() * max);
    const next = (last + 1) % max;
    this.#tried.set(heldAccount, next);
    return next;
  }
}

/**
 * @returns a random free number from 0 up to the limit, so that simultaneous claimers seldom choose the same; null when
 * the limit is reached, whatever the numbers: it may have been lowered since.
 */
function freeBelow(max: number, taken: readonly (number | null)[]): number | null {
  if (taken.length >= max) return null;
  const used = new Set(taken);
  const free = Array.from({ length: max }, (_, place) => place).filter((place) => !used.has(place));
  return free[Math.floor(Math.random() * free.length)] ?? null;
}
