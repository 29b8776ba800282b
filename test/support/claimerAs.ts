import type { AgentId } from '@assay/contract';
import type { Claimer } from '@assay/operations';

/** By default an agent on Linux without a pool, whose accounts have room for many runners. */
export function claimerAs(agentId: AgentId, changed: Partial<Claimer> = {}): Claimer {
  return { agentId, accountId: null, runnerType: 'LINUX', pools: null, maxRunnersOf: async () => 1000, ...changed };
}
