import { agentCalls } from '@assay/contract';
import { route } from '../http/route.ts';

export const createAgentToken = route(agentCalls.createAgentToken, ({ api: { operations }, caller, body }) =>
  operations.agentTokens.create({ name: body.name, accountId: caller.accountId }),
);
