import type { CommandAnswer, TestRunId, TestRunnerId } from '@assay/contract';
import { DomainError, testRunnerDecider } from '@assay/domain';
import type { AppendContext } from '@assay/event-log';
import type { Api } from '../api.ts';
import { commandAnswer } from '../http/commandAnswer.ts';

/**
 * Takes a runner out of its run. What it works on is taken back by the automation, and its agent hears of that with its
 * next renewal.
 * @throws DomainError `testRunner.notFound` for one that is not of the run, `testRunner.exited` where it has exited
 */
export async function endTestRunner(
  { eventLog, owners }: Api,
  { testRunId, id }: { testRunId: TestRunId; id: TestRunnerId },
  reason: 'stopped' | 'replaced',
  context: AppendContext,
): Promise<CommandAnswer> {
  const accountId = await owners.ownerOf(`testRunner-${id}`);
  const { state } = await eventLog.load(testRunnerDecider, id);
  if (!accountId || state.status === 'none' || state.testRunId !== testRunId) {
    throw new DomainError('testRunner.notFound');
  }
  const command = { type: 'stopTestRunner' as const, reason };
  return commandAnswer(eventLog, await eventLog.handle(testRunnerDecider, id, command, { ...context, accountId }));
}
