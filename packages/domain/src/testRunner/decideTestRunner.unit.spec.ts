import type { AgentId, TestRunId, TestRunnerId } from '@assay/contract';
import type { TestRunnerEvent } from '@assay/event-schemas';
import { given } from '../../test/decisionOf.ts';
import { testRunnerDecider } from './decideTestRunner.ts';

const facts = {
  testRunnerId: 'runner-1' as TestRunnerId,
  testRunId: 'run-1' as TestRunId,
  agentId: 'agent-1' as AgentId,
};
const created: TestRunnerEvent = { type: 'TestRunnerCreated', data: facts };
const exited: TestRunnerEvent = { type: 'TestRunnerExited', data: facts };
const exit = { type: 'exitTestRunner' as const, testRunnerId: facts.testRunnerId };
const runner = (...events: TestRunnerEvent[]) => given(testRunnerDecider, ...events);

describe('a test runner', () => {
  it('is created once and exits once, however often it is told', () => {
    runner()
      .when({ type: 'createTestRunner', ...facts })
      .gives(created);
    runner(created)
      .when({ type: 'createTestRunner', ...facts })
      .gives();
    runner(created).when(exit).gives(exited);
    runner(created, exited).when(exit).gives();
  });

  it('does not come back once it has exited, and cannot exit before it was created', () => {
    runner(created, exited)
      .when({ type: 'createTestRunner', ...facts })
      .gives();
    runner().when(exit).gives();
  });
});
