import { endProjectTrial } from '@assay/application';
import { projectTrialCalls } from '@assay/contract';
import { route } from '../http/route.ts';
import { ownProjectTrial } from './ownProjectTrial.ts';

export const cancelProjectTrial = route(
  projectTrialCalls.cancelProjectTrial,
  async ({ api, params: { id }, caller: { accountId } }) => {
    await ownProjectTrial(api, accountId, id);
    await endProjectTrial(api, id, 'canceled', null);
    return null;
  },
);
