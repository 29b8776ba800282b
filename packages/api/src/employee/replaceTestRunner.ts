import { CommandAnswer } from '@assay/contract';
import { route } from '../http/route.ts';
import { EmployeeRunnerParams } from './employeeParams.ts';
import { endTestRunner } from './endTestRunner.ts';

export const replaceTestRunner = route({
  method: 'POST',
  url: '/employee/test-runs/:testRunId/runners/:id/replace',
  summary: 'Replace a runner: its unfinished tests go to others, and another runner takes its seat',
  permission: 'staff',
  params: EmployeeRunnerParams,
  answer: CommandAnswer,
  handle: ({ api, params, context }) => endTestRunner(api, params, 'replaced', context),
});
