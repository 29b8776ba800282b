import type { CommandAnswer, TestRunId, TestRunnerId } from '@assay/contract';
import { DomainError, testRunnerDecider } from '@assay/domain';
import type { AppendContext } from '@assay/event-log';
import type { Api } from '../api.ts';
import { commandAnswer } from '../http/commandAnswer.ts';

/**
 * Removes a runner from its run. The automation takes back its work, and its agent learns of it at the next renewal.
 * @throws DomainError `testRunner.notFound` if it is not in the run, `testRunner.exited` if it has exited
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
