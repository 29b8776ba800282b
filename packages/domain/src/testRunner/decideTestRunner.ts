import type { AgentId, RunnerPoolId, TestRunId, TestRunnerId } from '@assay/contract';
import type { TestRunnerEvent, TestRunnerExited } from '@assay/event-schemas';
import { type Decider, never } from '../decider.ts';
import { DomainError } from '../domainError.ts';

export type TestRunnerState =
  | { status: 'none' }
  | {
      status: 'active';
      testRunnerId: TestRunnerId;
      testRunId: TestRunId;
      agentId: AgentId;
      runnerPoolId: RunnerPoolId | null;
    }
  | { status: 'exited'; testRunId: TestRunId; agentId: AgentId; reason: 'runEnded' | 'stopped' | 'replaced' };

export type TestRunnerCommand =
  | {
      type: 'createTestRunner';
      testRunnerId: TestRunnerId;
      testRunId: TestRunId;
      agentId: AgentId;
      /** The pool of the run's stage; null if it has none. */
      runnerPoolId: RunnerPoolId | null;
      /** The runner that it replaces, if any. */
      replaces: TestRunnerId | null;
    }
  | { type: 'exitTestRunner' }
  | { type: 'stopTestRunner'; reason: 'stopped' | 'replaced'; staffReason: string };

/**
 * An agent's slot while it works for one run. Creating and exiting are idempotent; stopping and replacing are refused
 * once the runner has exited.
 */
export const testRunnerDecider: Decider<TestRunnerState, TestRunnerCommand, TestRunnerEvent> = {
  category: 'testRunner',
  initialState: () => ({ status: 'none' }),
  decide: (command, state) => {
    const exited = (why: Pick<TestRunnerExited, 'reason' | 'staffReason'>): TestRunnerEvent[] => {
      if (state.status !== 'active') return [];
      const { status: _, ...data } = state;
      return [{ type: 'TestRunnerExited', data: { ...data, ...why } }];
    };
    switch (command.type) {
      case 'createTestRunner': {
        if (state.status !== 'none') return [];
        const { type: _, ...data } = command;
        return [{ type: 'TestRunnerCreated', data }];
      }
      case 'exitTestRunner':
        return exited({ reason: 'runEnded', staffReason: null });
      case 'stopTestRunner':
        if (state.status === 'none') throw new DomainError('testRunner.notFound');
        if (state.status === 'exited') throw new DomainError('testRunner.exited');
        return exited({ reason: command.reason, staffReason: command.staffReason });
      default:
        return never(command);
    }
  },
  evolve: (_, event) => {
    if (event.type === 'TestRunnerCreated') {
      const { testRunnerId, testRunId, agentId, runnerPoolId } = event.data;
      // Runners created before pools existed have none.
      return { status: 'active', testRunnerId, testRunId, agentId, runnerPoolId: runnerPoolId ?? null };
    }
    const { testRunId, agentId, reason } = event.data;
    return { status: 'exited', testRunId, agentId, reason };
  },
};
