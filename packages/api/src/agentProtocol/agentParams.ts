import { AgentId, LeaseId } from '@assay/contract';
import { Type } from 'typebox';

export const AgentParams = Type.Object({ agentId: AgentId });
export const LeaseParams = Type.Object({ agentId: AgentId, leaseId: LeaseId });
export const NoAnswer = Type.Object({});
