import type { AgentId } from '@assay/contract';
import type { Claimer } from '@assay/operations';

/** An agent on Linux that is in no pool and whose accounts have room for many runners, unless it is said otherwise. */
export function claimerAs(agentId: AgentId, changed: Partial<Claimer> = {}): Claimer {
  return { agentId, accountId: null, runnerType: 'LINUX', pools: null, maxRunnersOf: async () => 1000, ...changed };
}
