import type { AgentId, TestRunId } from '@assay/contract';
import { runnerIdOf } from './runnerId.ts';

describe('runner ids', () => {
  it('contain run, agent and slot', () => {
    expect(runnerIdOf('run1' as TestRunId, '0198-aaaa-12345678' as AgentId, 3)).toBe('run1-12345678-3');
  });

  it("are valid whatever the agent's name", () => {
    expect(runnerIdOf('run1' as TestRunId, 'Ann.s mac' as AgentId, 0)).toBe('run1-nn-s-mac-0');
    expect(runnerIdOf('r'.repeat(80) as TestRunId, 'a'.repeat(80) as AgentId, 255)).toMatch(/^r{67}-a{8}-255$/);
  });
});
