import type { AgentId, TestRunId, TestRunnerId } from '@assay/contract';
import type { TestRunnerEvent } from '@assay/event-schemas';
import { type Decider, never } from '../decider.ts';

export type TestRunnerState =
  | { status: 'none' }
  | { status: 'active'; testRunId: TestRunId; agentId: AgentId }
  | { status: 'exited' };

export type TestRunnerCommand =
  | { type: 'createTestRunner'; testRunnerId: TestRunnerId; testRunId: TestRunId; agentId: AgentId }
  | { type: 'exitTestRunner'; testRunnerId: TestRunnerId };

/** A place of an agent while it works for one run. Both commands may be repeated: the second time nothing happens. */
export const testRunnerDecider: Decider<TestRunnerState, TestRunnerCommand, TestRunnerEvent> = {
  category: 'testRunner',
  initialState: () => ({ status: 'none' }),
  decide: (command, state) => {
    switch (command.type) {
      case 'createTestRunner': {
        if (state.status !== 'none') return [];
        const { testRunnerId, testRunId, agentId } = command;
        return [{ type: 'TestRunnerCreated', data: { testRunnerId, testRunId, agentId } }];
      }
      case 'exitTestRunner': {
        if (state.status !== 'active') return [];
        const { testRunId, agentId } = state;
        return [{ type: 'TestRunnerExited', data: { testRunnerId: command.testRunnerId, testRunId, agentId } }];
      }
      default:
        return never(command);
    }
  },
  evolve: (_, event) =>
    event.type === 'TestRunnerCreated'
      ? { status: 'active', testRunId: event.data.testRunId, agentId: event.data.agentId }
      : { status: 'exited' },
};
