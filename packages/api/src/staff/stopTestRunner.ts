import { staffCalls } from '@assay/contract';
import { route } from '../http/route.ts';
import { endTestRunner } from './endTestRunner.ts';

export const stopTestRunner = route(staffCalls.stopTestRunner, ({ api, params, context }) =>
  endTestRunner(api, params, 'stopped', context),
);
