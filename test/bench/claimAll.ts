import { type Assignment, agentProtocol } from '@assay/contract';
import { ClaimLoop } from '../../packages/runner-agent/src/agent/claimLoop.ts';
import type { AssignedUnit } from '../../packages/runner-agent/src/connection/assignedWork.ts';
import type { HonestAgent } from './honestAgent.ts';

const longestRoundMs = (agentProtocol.leaseSeconds - 4) * 1000;

const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };

export type Claim = { agent: HonestAgent; unit: Assignment };
export type ClaimedAll = { claims: Claim[]; tookMs: number; latencies: number[] };

/** One round of claims: who got what, and how long each claim took. */
class Round {
  readonly claims: Claim[] = [];
  readonly latencies: number[] = [];
  readonly #units: number;
  readonly #began = performance.now();
  readonly #newest = new Map<string, Assignment>();
  readonly #over = new AbortController();

  constructor(units: number) {
    this.#units = units;
  }

  /** Fires when all units are taken, or the first lease would expire. */
  get over(): AbortSignal {
    return this.#over.signal;
  }

  /** No work is done on a unit, and only the newest lease of a slot is renewed. */
  async ask(agent: HonestAgent, slots: readonly number[], waitSeconds: number): Promise<Assignment[]> {
    const asked = performance.now();
    const units = await agent.claimOnce(slots, waitSeconds);
    const tookMs = performance.now() - asked;
    for (const unit of units) {
      this.latencies.push(tookMs);
      this.claims.push({ agent, unit });
      const place = `${agent.agentId} ${unit.slot}`;
      const last = this.#newest.get(place);
      if (last) agent.drop(last);
      this.#newest.set(place, unit);
    }
    if (this.claims.length >= this.#units || performance.now() - this.#began > longestRoundMs) this.#over.abort();
    return units;
  }

  ended(): ClaimedAll {
    return { claims: this.claims, tookMs: performance.now() - this.#began, latencies: this.latencies };
  }
}

/** Agents take all units, again and again, as if each were finished at once. */
export type ClaimAll = (agents: readonly HonestAgent[], placesEach: number, units: number) => Promise<ClaimedAll>;

/** Every slot of every agent claims separately: the hardest case, with one claim per unit. */
export const claimEachForItself: ClaimAll = async (agents, placesEach, units) => {
  const round = new Round(units);
  const ask = async (agent: HonestAgent, slot: number) => {
    while (!round.over.aborted) await round.ask(agent, [slot], 0);
  };
  await Promise.all(agents.flatMap((agent) => Array.from({ length: placesEach }, (_, slot) => ask(agent, slot))));
  return round.ended();
};

/**
 * Agents claim like the real one, with its own code: once for all slots that are free at the same time, and never twice
 * for one. Since units are finished at once here, all slots of one claim become free together.
 */
export const claimAsAgentsDo: ClaimAll = async (agents, placesEach, units) => {
  const round = new Round(units);
  const refused = new AbortController();
  const loops = agents.map((agent) => {
    const claim = async (slots: readonly number[], waitSeconds: number): Promise<AssignedUnit[]> => {
      try {
        const assignments = await round.ask(agent, slots, waitSeconds);
        // Nobody runs these: their secrets stay sealed.
        return assignments.map((unit) => ({ ...unit, run: { ...unit.run, variables: [], deployKey: null } }));
      } catch (error) {
        refused.abort(error);
        throw error;
      }
    };
    return new ClaimLoop({
      client: { claim },
      units: { leases: [], start: (_, onFree) => queueMicrotask(onFree) },
      logger: silent,
      capacity: placesEach,
      room: async () => undefined,
      onUnknownAgent: async () => undefined,
      signal: round.over,
    });
  });
  for (const loop of loops) loop.ask();
  await new Promise<void>((resolve, reject) => {
    round.over.addEventListener('abort', () => resolve(), { once: true });
    refused.signal.addEventListener('abort', () => reject(refused.signal.reason), { once: true });
  });
  return round.ended();
};
