import { type AgentView, type RunnerConfigurationView, runnerTypeOf } from '@assay/contract';

/** What tests find on machines of one type, and how many machines have it. */
export type TestStack = {
  key: string;
  runnerType: RunnerConfigurationView['id'];
  chrome: string | null;
  nodejs: string | null;
  python: string | null;
  agentCount: number;
  runnerCount: number;
  /** Most runners of its type have it. */
  isDefault: boolean;
};

/**
 * @param agents of the account, whatever their status
 * @returns the stacks of those that are connected, by type of runner, the default one first
 */
export function testStacksOf(
  configurations: readonly RunnerConfigurationView[],
  agents: readonly AgentView[],
): TestStack[] {
  return configurations.flatMap(({ id: runnerType, key }) => {
    const stacks = new Map<string, TestStack>();
    for (const { os, status, capacity, capabilities } of agents) {
      if (status !== 'Running' || runnerTypeOf(os) !== runnerType) continue;
      const { chrome, nodejs, python } = capabilities;
      const versions = JSON.stringify([chrome, nodejs, python]);
      const known = stacks.get(versions) ?? { agentCount: 0, runnerCount: 0 };
      const counts = { agentCount: known.agentCount + 1, runnerCount: known.runnerCount + capacity };
      stacks.set(versions, { key, runnerType, chrome, nodejs, python, ...counts, isDefault: false });
    }
    const sorted = [...stacks.values()].sort((a, b) => b.runnerCount - a.runnerCount);
    return sorted.map((stack, index) => ({ ...stack, key: `${key}-${index + 1}`, isDefault: index === 0 }));
  });
}
