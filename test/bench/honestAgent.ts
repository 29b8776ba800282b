import { createHash, randomUUID } from 'node:crypto';
import {
  type AgentId,
  type Assignment,
  agentProtocol,
  type ClaimAnswer,
  type LeaseId,
  type ListedTest,
  type RegisterAgentRequest,
  type RenewRequest,
  type TestId,
  type TestRunId,
  type UnitEvent,
} from '@assay/contract';
import { makeAgentKey } from '../../packages/runner-agent/src/connection/agentKey.ts';
import { agentCalls } from './agentCalls.ts';
import type { Workbench } from './workbench.ts';

/** Text of a log of a run, from an offset in bytes. */
export type LogPart = { testRunId: TestRunId; log: string; offset: number; text: string };

/** An agent that sends everything a real one sends, but runs no tests: its results are invented. */
export type HonestAgent = {
  readonly agentId: AgentId;
  /** Takes the set-up of a waiting run. */
  takeSetUp(): Promise<Assignment>;
  /** Answers a set-up with this list. */
  list(setUp: Assignment, tests: readonly ListedTest[]): Promise<void>;
  /** Appends to a log of the run. @returns the offset at which it goes on */
  log(chunk: LogPart): Promise<number>;
  /** Waits for a unit of tests for a slot of the agent; null once `leave` was called. */
  claim(slot: number): Promise<Assignment | null>;
  /** Claims once for these slots, with a long poll of this length. */
  claimOnce(slots: readonly number[], waitSeconds: number): Promise<Assignment[]>;
  /** Stops renewing the lease, like an agent that has died. */
  drop(assignment: Assignment): void;
  /** Posts the next events of a lease and tracks the sequence number. */
  post(assignment: Assignment, events: UnitEvent[]): Promise<void>;
  leave(): void;
};

/** @returns tests, evenly spread over files, with ids like an agent's: from file and name. */
export function madeUpTests(count: number, files: number): ListedTest[] {
  return Array.from({ length: count }, (_, index) => {
    const file = `features/area-${Math.floor((index * files) / count)}.feature`;
    const name = `Customer ${String(index).padStart(5, '0')} finds what they look for and buys it`;
    const testId = createHash('sha256').update(`${file} ${name}`).digest('hex').slice(0, 32) as TestId;
    return { testId, file, name, line: 3 + (index % 200), tags: ['@shop', `@area-${index % 7}`], selector: null };
  });
}

/** @param token of the accounts it serves; without it, it serves all */
export async function joinAgent(bench: Workbench, capacity: number, token?: string): Promise<HonestAgent> {
  const agentId = `bench-${randomUUID()}` as AgentId;
  const gone = new AbortController();
  const call = agentCalls(bench.url(), token ?? (await bench.agentToken()), gone.signal);
  const held = new Map<LeaseId, number>();
  const capabilities = { chrome: null, nodejs: process.versions.node, python: null, java: null, dotnet: null };
  const offer: RegisterAgentRequest = {
    agentId,
    name: 'bench',
    os: 'LINUX',
    capacity,
    version: '0',
    capabilities,
  };
  const { publicKey } = await makeAgentKey();
  await call('POST', '/register', offer);

  const renewing = setInterval(() => {
    const body: RenewRequest = { leases: [...held.keys()], runs: [], availableDiskSpace: 1e12, draining: false };
    call('POST', `/${agentId}/renew`, body).catch((error) => {
      if (!gone.signal.aborted) bench.say(`  the leases could not be renewed: ${error}`);
    });
  }, agentProtocol.renewSeconds * 1000);

  const claim: HonestAgent['claim'] = async (slot) => {
    const body = { slots: [slot], waitSeconds: agentProtocol.claimWaitSeconds, publicKey };
    try {
      for (;;) {
        const { assignments } = await call<ClaimAnswer>('POST', `/${agentId}/claim`, body);
        const [assignment] = assignments;
        if (!assignment) continue;
        held.set(assignment.leaseId, assignment.nextSequence);
        return assignment;
      }
    } catch (error) {
      if (gone.signal.aborted) return null;
      throw error;
    }
  };

  const claimOnce: HonestAgent['claimOnce'] = async (slots, waitSeconds) => {
    const { assignments } = await call<ClaimAnswer>('POST', `/${agentId}/claim`, { slots, waitSeconds, publicKey });
    for (const { leaseId, nextSequence } of assignments) held.set(leaseId, nextSequence);
    return assignments;
  };

  const post: HonestAgent['post'] = async ({ leaseId }, events) => {
    const firstSequence = held.get(leaseId);
    if (firstSequence === undefined) throw new Error(`the lease ${leaseId} is not held`);
    const path = `/${agentId}/units/${leaseId}/events`;
    const { nextSequence } = await call<{ nextSequence: number }>('POST', path, { firstSequence, events });
    held.set(leaseId, nextSequence);
    if (events.at(-1)?.type === 'unitCompleted') held.delete(leaseId);
  };

  return {
    agentId,
    claimOnce,
    takeSetUp: async () => {
      const assignment = await claim(0);
      if (assignment?.kind !== 'setup') throw new Error('there is no set-up to do');
      return assignment;
    },
    list: async (setUp, tests) => {
      const list = { commit: 'f'.repeat(40), commitMessage: 'Bench', foundCount: tests.length, tests };
      const content = Buffer.from(JSON.stringify(list));
      const blobId = createHash('sha256').update(content).digest('hex');
      await call('PUT', `/${agentId}/blobs/${blobId}`, content);
      await call('POST', `/${agentId}/units/${setUp.leaseId}/test-list`, { blobId });
      await post(setUp, [{ type: 'unitCompleted', problem: null }]);
    },
    log: async (chunk) => (await call<{ nextOffset: number }>('POST', `/${agentId}/logs`, chunk)).nextOffset,
    claim,
    drop: ({ leaseId }) => {
      held.delete(leaseId);
    },
    post,
    leave: () => {
      gone.abort();
      clearInterval(renewing);
    },
  };
}
