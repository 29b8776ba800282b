import type { AgentId, TestRunId, TestRunnerId } from '@assay/contract';

const longestId = 80;

/**
 * @returns the name of the runner that one slot of an agent is for a run: the same each time, so that a slot which comes
 * back to a run is the same runner. Cut at the front, where ids are long: slot and agent tell runners of a run apart.
 */
export function runnerIdOf(testRunId: TestRunId, agentId: AgentId, slot: number): TestRunnerId {
  const name = `${testRunId}-${agentId.slice(-8)}-${slot}`;
  return name.replace(/[^A-Za-z0-9_-]/g, '-').slice(-longestId) as TestRunnerId;
}
