import type { Route } from '../http/route.ts';
import { createAgentToken } from './createAgentToken.ts';
import { listAgents } from './listAgents.ts';
import { listAgentTokens } from './listAgentTokens.ts';
import { revokeAgentToken } from './revokeAgentToken.ts';

export const agentRoutes: readonly Route[] = [listAgents, listAgentTokens, createAgentToken, revokeAgentToken];
