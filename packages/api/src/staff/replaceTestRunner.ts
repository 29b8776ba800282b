import { staffCalls } from '@assay/contract';
import { route } from '../http/route.ts';
import { endTestRunner } from './endTestRunner.ts';

export const replaceTestRunner = route(staffCalls.replaceTestRunner, ({ api, params, context }) =>
  endTestRunner(api, params, 'replaced', context),
);
