import { archiveNamed, namedThings } from '@assay/application';
import { testPlanCalls } from '@assay/contract';
import { commandAnswer } from '../http/commandAnswer.ts';
import { route } from '../http/route.ts';

export const archiveTestPlan = route(
  testPlanCalls.archiveTestPlan,
  async ({ api, params: { id }, context, expectedRevision }) => {
    const command = { type: 'archiveTestPlan' as const };
    const result = await archiveNamed(api, namedThings.testPlan, id, command, { ...context, expectedRevision });
    return commandAnswer(api.eventLog, result);
  },
);
