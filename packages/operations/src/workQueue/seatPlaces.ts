import type { AccountId, AgentId, RunnerPoolId, RunnerType } from '@assay/contract';
import type { WorkCollections, WorkSeatRow } from './workRows.ts';

/** Pools that runs are served from, by the kind of machine; both null: by runners that are in no pool. */
export type SeatPools = { linuxPoolId: RunnerPoolId | null; windowsPoolId: RunnerPoolId | null };

export const noPools: SeatPools = { linuxPoolId: null, windowsPoolId: null };

/** An agent that asks for work. */
export type Claimer = {
  agentId: AgentId;
  /** Whose runs it may be given: null, any account's. */
  accountId: AccountId | null;
  /** The kind of machine that pools and limits count it as. */
  runnerType: RunnerType;
  /**
   * The pools that its places belong to (one in each account that it serves), and how many runners of each may be at
   * work at once, over all runs. Null: it is in no pool and serves runs of no pool.
   */
  pools: readonly { runnerPoolId: RunnerPoolId; maxRunners: number }[] | null;
  /** How many runners of the claimer's type an account may have at work at once. */
  maxRunnersOf: (accountId: AccountId) => Promise<number>;
};

/** The pool that serves such a seat on the claimer's kind of machine; null: none does. */
function poolFor({ linuxPoolId, windowsPoolId }: SeatPools, { runnerType }: Pick<Claimer, 'runnerType'>) {
  // Rows that were made before there were pools lack the fields.
  return (runnerType === 'WINDOWS' ? windowsPoolId : linuxPoolId) ?? null;
}

/**
 * Whether the claimer's runners may work there. A run whose stage names a pool for one kind of machine only is served
 * by nobody on the other kind.
 */
export function serves(seat: SeatPools, claimer: Pick<Claimer, 'runnerType' | 'pools'>): boolean {
  if (!seat.linuxPoolId && !seat.windowsPoolId) return claimer.pools === null;
  const wanted = poolFor(seat, claimer);
  return wanted !== null && (claimer.pools ?? []).some(({ runnerPoolId }) => runnerPoolId === wanted);
}

/** The numbered places that a held seat takes up: one of its pool, and one of its account. */
export type TakenPlaces = Pick<WorkSeatRow, 'heldPool' | 'poolPlace' | 'heldAccount' | 'accountPlace'>;

/** A pool or account without room for one more runner. */
export type Full = { full: 'pool' | 'account'; key: string };

/**
 * Pools and accounts bound how many runners are at work at once. Each held seat has a number below the bound, and a
 * unique index sees to it that none is given twice: however many processes hand out seats, the bound holds, and a
 * place is free at the very moment when its seat is.
 */
export class SeatPlaces {
  readonly #rows: WorkCollections;
  /** The number that was tried last, by account and kind of machine. */
  readonly #tried = new Map<string, number>();

  constructor(rows: WorkCollections) {
    this.#rows = rows;
  }

  /**
   * Chooses places for one more runner; somebody else may still be quicker, which the unique index then tells.
   * @param crowded look at every place that is taken, rather than trying one of many
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

  /** One number after another: a number that was recently freed comes round again only after all others. */
  #nextOf(heldAccount: string, max: number): number {
    const last = this.#tried.get(heldAccount) ?? Math.floor(Math.random() * max);
    const next = (last + 1) % max;
    this.#tried.set(heldAccount, next);
    return next;
  }
}

/**
 * @returns one of the free numbers from 0 up to the bound, by chance, so that claimers at the same time seldom choose the
 * same; null when as many are taken as may be, whatever their numbers: the bound may have been lowered since.
 */
function freeBelow(max: number, taken: readonly (number | null)[]): number | null {
  if (taken.length >= max) return null;
  const used = new Set(taken);
  const free = Array.from({ length: max }, (_, place) => place).filter((place) => !used.has(place));
  return free[Math.floor(Math.random() * free.length)] ?? null;
}
