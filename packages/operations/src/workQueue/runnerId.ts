import type { AgentId, TestRunId, TestRunnerId } from '@assay/contract';

const maxIdLength = 80;

/**
 * @param stopped stopped runners of the run: they do not come back, so their slot becomes another runner
 * @returns the id of an agent's slot as a runner of a run. It is deterministic, so a slot that comes back to a run is
 * the same runner. Long ids are cut at the front, because slot and agent distinguish the runners of a run.
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
