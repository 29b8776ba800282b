import type { AgentId } from '@assay/contract';
import type { AccountReader, ServiceReader } from '../readers.ts';
import { countRunningAgents, findAgent, findAgents, findAllAgents } from './findAgents.ts';

export const agentReads = {
  agents: ({ collections, accountId }: AccountReader) => findAgents(collections, accountId),
};

export const agentServiceReads = {
  /** Every agent, of any account. */
  allAgents: ({ collections }: ServiceReader) => findAllAgents(collections),
  agent: ({ collections }: ServiceReader, agentId: AgentId) => findAgent(collections, agentId),
  runningAgents: ({ collections }: ServiceReader) => countRunningAgents(collections),
};
