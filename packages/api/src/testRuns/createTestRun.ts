import { errorsOfTestRun, startTestRun } from '@assay/application';
import { type TestRunId, testRunCalls } from '@assay/contract';
import { commandAnswer } from '../http/commandAnswer.ts';
import { route } from '../http/route.ts';
import { requireRoom } from '../quotas/requireRoom.ts';

export const createTestRun = route(
  testRunCalls.createTestRun,
  async ({ api, body, caller, context, newId }) => {
    await requireRoom(api, caller, 'openRuns');
    return commandAnswer(api.eventLog, await startTestRun(api, caller.accountId, newId<TestRunId>(), body, context));
  },
  { rest: ({ api, body, caller: { accountId } }) => errorsOfTestRun(api, accountId, body) },
);
