import { BackOff } from '@assay/concurrency';
import { agentProtocol } from '@assay/contract';
import type { Logger } from 'pino';
import type { AssignedUnit } from '../connection/assignedWork.ts';
import { retryMs, type ServiceClient } from '../connection/serviceClient.ts';
import { RefusedError } from '../connection/serviceErrors.ts';
import type { ActiveUnits } from './activeUnits.ts';

/** A long poll takes longer than this; an empty answer that comes sooner needs a wait before the next claim. */
const soonMs = 1000;

/** What happens once the agent has had no work for a time, which ends the claims. */
export type Idle = { milliseconds: number; onIdle: () => void };

/**
 * Asks for work whenever slots are free. A claim in progress is never aborted to ask for more slots, because an
 * assignment on its way would be lost: slots that become free meanwhile get a claim of their own.
 */
export class ClaimLoop {
  readonly #client: Pick<ServiceClient, 'claim'>;
  readonly #units: Pick<ActiveUnits, 'leases' | 'start'>;
  readonly #logger: Pick<Logger, 'info' | 'warn' | 'error'>;
  readonly #onUnknownAgent: () => Promise<void>;
  readonly #room: () => Promise<void>;
  readonly #signal: AbortSignal;
  readonly #idle: Idle | null;
  readonly #capacity: number;
  #free: number[];
  #workedAt = performance.now();
  #planned = false;

  constructor(options: {
    client: Pick<ServiceClient, 'claim'>;
    units: Pick<ActiveUnits, 'leases' | 'start'>;
    logger: Pick<Logger, 'info' | 'warn' | 'error'>;
    capacity: number;
    /** Resolves once there is disk space for another workspace and tests can run. */
    room: () => Promise<void>;
    /** The service no longer knows this agent: register again. */
    onUnknownAgent: () => Promise<void>;
    signal: AbortSignal;
    idle?: Idle | null;
  }) {
    this.#client = options.client;
    this.#units = options.units;
    this.#logger = options.logger;
    this.#onUnknownAgent = options.onUnknownAgent;
    this.#room = options.room;
    this.#signal = options.signal;
    this.#idle = options.idle ?? null;
    this.#capacity = options.capacity;
    this.#free = Array.from({ length: options.capacity }, (_, slot) => slot);
  }

  /** Asks for work for all free slots; slots that become free at the same time share a claim. */
  ask(): void {
    if (this.#planned) return;
    this.#planned = true;
    setImmediate(() => {
      this.#planned = false;
      if (this.#free.length > 0 && !this.#signal.aborted) void this.#claim();
    });
  }

  async #claim(): Promise<void> {
    const slots = this.#free;
    this.#free = [];
    const backOff = new BackOff(retryMs);
    for (;;) {
      await this.#room();
      if (this.#signal.aborted) return;
      const asked = performance.now();
      const assignments = await this.#tryClaim(slots);
      if (this.#signal.aborted) return;
      if (assignments !== null && assignments.length > 0) {
        this.#take(slots, assignments);
        return;
      }
      if (assignments !== null && this.#isIdle()) {
        this.#rest(slots);
        return;
      }
      if (assignments !== null && performance.now() - asked > soonMs) {
        // No work for now: slots that became free meanwhile join this claim.
        slots.push(...this.#free.splice(0));
        backOff.reset();
        continue;
      }
      await backOff.wait(this.#signal);
    }
  }

  /** How long a claim may wait for work; an agent that is to end earlier asks again sooner. */
  #waitSeconds(): number {
    const idleSeconds = Math.ceil((this.#idle?.milliseconds ?? Number.POSITIVE_INFINITY) / 1000);
    return Math.min(agentProtocol.claimWaitSeconds, Math.max(1, idleSeconds));
  }

  #isIdle(): boolean {
    if (this.#idle === null || this.#units.leases.length > 0) return false;
    return performance.now() - this.#workedAt >= this.#idle.milliseconds;
  }

  /** Another claim may still bring work, and asks for these slots again then; the last one that brought none ends it. */
  #rest(slots: readonly number[]): void {
    this.#free.push(...slots);
    if (this.#free.length === this.#capacity) this.#idle?.onIdle();
  }

  async #tryClaim(slots: number[]): Promise<AssignedUnit[] | null> {
    try {
      return await this.#client.claim(slots, this.#waitSeconds(), this.#signal);
    } catch (error) {
      if (this.#signal.aborted) return null;
      this.#logger.warn({ err: error }, 'the service refused a claim');
      if (error instanceof RefusedError && error.status === 404) await this.#registerAgain();
      return null;
    }
  }

  async #registerAgain(): Promise<void> {
    try {
      await this.#onUnknownAgent();
    } catch (error) {
      if (!this.#signal.aborted) this.#logger.error({ err: error }, 'the service does not accept this agent again');
    }
  }

  #take(slots: readonly number[], assignments: readonly AssignedUnit[]): void {
    const used = new Set<number>();
    for (const assignment of assignments) {
      const { slot, leaseId, kind } = assignment;
      if (!slots.includes(slot) || used.has(slot) || this.#units.leases.includes(leaseId)) {
        this.#logger.warn({ lease: leaseId, slot }, 'the service assigned a unit to a slot that is not free');
        continue;
      }
      used.add(slot);
      this.#logger.info({ lease: leaseId, slot, kind, tests: assignment.tests.length }, 'took a unit');
      this.#units.start(assignment, () => {
        this.#free.push(slot);
        this.#workedAt = performance.now();
        this.ask();
      });
    }
    this.#free.push(...slots.filter((slot) => !used.has(slot)));
    this.ask();
  }
}
