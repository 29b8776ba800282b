import { InvalidFields } from '@assay/application';
import { type FinishedStatus, isFinished, messages, type TestRunStatus, testRunCalls } from '@assay/contract';
import { testRunDecider } from '@assay/domain';
import { commandAnswer } from '../http/commandAnswer.ts';
import { route } from '../http/route.ts';

function requireSettable(status: TestRunStatus): FinishedStatus {
  if (!isFinished(status)) throw new InvalidFields({ field: 'status', message: messages.selectAnswer });
  return status;
}

export const changeTestRunStatus = route(
  testRunCalls.changeTestRunStatus,
  async ({ api, params: { id }, body, caller, context, expectedRevision }) => {
    await api.owners.requireOwn(`testRun-${id}`, caller.accountId, 'testRun.notFound');
    const result = await api.eventLog.handle(
      testRunDecider,
      id,
      (run) =>
        run.status === body.status ? null : { type: 'setStatus' as const, status: requireSettable(body.status) },
      { ...context, expectedRevision },
    );
    // The policy that follows the log does this too; agents learn of it sooner this way.
    if (result.events.some(({ type }) => type === 'TestRunCanceled')) await api.operations.workQueue.cancelRun(id);
    return commandAnswer(api.eventLog, result);
  },
);
