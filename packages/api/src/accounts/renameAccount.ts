import { renameAccount as rename } from '@assay/application';
import { accountCalls } from '@assay/contract';
import { commandAnswer } from '../http/commandAnswer.ts';
import { route } from '../http/route.ts';

export const renameAccount = route(
  accountCalls.renameAccount,
  async ({ api, query: { name }, caller: { accountId }, context, expectedRevision }) =>
    commandAnswer(api.eventLog, await rename(api, accountId, name, { ...context, expectedRevision })),
);
