import { CommandAnswer } from '@assay/contract';
import { route } from '../http/route.ts';
import { EmployeeRunnerParams } from './employeeParams.ts';
import { endTestRunner } from './endTestRunner.ts';

export const stopTestRunner = route({
  method: 'POST',
  url: '/employee/test-runs/:testRunId/runners/:id/stop',
  summary:
    'Stop a runner: its unfinished tests go to others, and the run goes on with one runner fewer, but never with none',
  permission: 'staff',
  params: EmployeeRunnerParams,
  answer: CommandAnswer,
  handle: ({ api, params, context }) => endTestRunner(api, params, 'stopped', context),
});
