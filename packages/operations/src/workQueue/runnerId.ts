import type { AgentId, TestRunId, TestRunnerId } from '@assay/contract';

const maxIdLength = 80;

/**
 * @param stopped runners of the run that were stopped: they do not come back, so a slot that does is another runner
 * @returns the name of the runner that one slot of an agent is for a run: the same each time, so that a slot which comes
 * back to a run is the same runner. Cut at the front, where ids are long: slot and agent tell runners of a run apart.
 */
export function runnerIdOf(
  testRunId: TestRunId,
  agentId: AgentId,
  slot: number,
  stopped: readonly TestRunnerId[] = [],
): TestRunnerId {
  const base = `${testRunId}-${agentId.slice(-8)}-${slot}`;
  for (let turn = 1; ; turn += 1) {
    const name = turn === 1 ? base : `${base}-again${turn}`;
    const runnerId = name.replace(/[^A-Za-z0-9_-]/g, '-').slice(-maxIdLength) as TestRunnerId;
    if (!stopped.includes(runnerId)) return runnerId;
  }
}
