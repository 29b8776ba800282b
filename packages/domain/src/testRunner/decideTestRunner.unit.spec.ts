import type { AgentId, RunnerPoolId, TestRunId, TestRunnerId } from '@assay/contract';
import type { TestRunnerEvent } from '@assay/event-schemas';
import { given } from '../../test/deciderSpec.ts';
import { testRunnerDecider } from './decideTestRunner.ts';

const facts = {
  testRunnerId: 'runner-1' as TestRunnerId,
  testRunId: 'run-1' as TestRunId,
  agentId: 'agent-1' as AgentId,
  runnerPoolId: 'pool-1' as RunnerPoolId,
};
const created: TestRunnerEvent = { type: 'TestRunnerCreated', data: { ...facts, replaces: null } };
const staffReason = 'Ticket 4112: it hangs';
const exited = (reason: 'runEnded' | 'stopped' | 'replaced'): TestRunnerEvent => ({
  type: 'TestRunnerExited',
  data: { ...facts, reason, staffReason: reason === 'runEnded' ? null : staffReason },
});
const exit = { type: 'exitTestRunner' as const };
const stop = { type: 'stopTestRunner' as const, reason: 'stopped' as const, staffReason };
const runner = (...events: TestRunnerEvent[]) => given(testRunnerDecider, ...events);

describe('a test runner', () => {
  const create = { type: 'createTestRunner' as const, ...facts, replaces: null };

  it('is created once and exits once, however often it is asked to', () => {
    runner().when(create).gives(created);
    runner(created).when(create).gives();
    runner(created).when(exit).gives(exited('runEnded'));
    runner(created, exited('runEnded')).when(exit).gives();
  });

  it('does not come back once it has exited, and cannot exit before it was created', () => {
    runner(created, exited('stopped')).when(create).gives();
    runner().when(exit).gives();
  });

  it('records why it was removed from its run, and is removed once', () => {
    runner(created).when(stop).gives(exited('stopped'));
    runner(created)
      .when({ ...stop, reason: 'replaced' })
      .gives(exited('replaced'));
    runner(created, exited('stopped')).when(stop).refuses('testRunner.exited');
    runner(created, exited('runEnded')).when(stop).refuses('testRunner.exited');
    runner().when(stop).refuses('testRunner.notFound');
  });
});
