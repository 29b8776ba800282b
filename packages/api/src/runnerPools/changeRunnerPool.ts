import { changeNamed, isPoolInUse, namedThings, ownNamed, refusedNamesOf, requirePoolSize } from '@assay/application';
import { runnerPoolCalls } from '@assay/contract';
import { commandAnswer } from '../http/commandAnswer.ts';
import { route } from '../http/route.ts';

export const changeRunnerPool = route(
  runnerPoolCalls.changeRunnerPool,
  async ({ api, params: { id }, body, caller, context, errors, expectedRevision }) => {
    const pool = await ownNamed(api, namedThings.runnerPool, caller.accountId, id);
    const { runnerType = pool.runnerType } = body;
    const inUse = runnerType !== pool.runnerType && (await isPoolInUse(api, caller, id));
    const command = { type: 'changeRunnerPool' as const, inUse, ...body };
    const seen = { ...context, expectedRevision };
    return commandAnswer(api.eventLog, await changeNamed(api, namedThings.runnerPool, id, command, seen, errors));
  },
  {
    checks: ({ api, params: { id }, body, caller }) => [
      async () => {
        const pool = await ownNamed(api, namedThings.runnerPool, caller.accountId, id);
        const { runnerType = pool.runnerType, maxRunners = pool.maxRunners } = body;
        // A pool that exceeds a since lowered maximum may still be renamed.
        const isSized = body.runnerType !== undefined || body.maxRunners !== undefined;
        if (isSized) requirePoolSize(await caller.models.account(), { runnerType, maxRunners });
      },
    ],
    rest: ({ api, params: { id }, body, caller: { accountId } }) =>
      refusedNamesOf(api, {
        thing: namedThings.runnerPool,
        accountId,
        id,
        fields: body,
      }),
  },
);
