import { type Static, Type } from 'typebox';
import { AgentId, Nullable, Position, Time } from '../ids.ts';
import { AgentCapabilities, AgentOs } from './agentProtocol.ts';

export const agentStatuses = ['Created', 'Running', 'Exited', 'Deprecated', 'Draining'] as const;

export const AgentView = Type.Object({
  id: AgentId,
  name: Type.String(),
  os: AgentOs,
  status: Type.Enum(agentStatuses),
  capacity: Type.Integer(),
  pool: Nullable(Type.String({ description: 'name of the runner pool that its places belong to' })),
  nonExitedRunners: Type.Integer(),
  shortVersion: Type.String(),
  capabilities: AgentCapabilities,
  createdAt: Time,
  updatedAt: Time,
  lastTestRunCompletedAt: Nullable(Time),
  availableDiskSpace: Nullable(Type.Integer({ description: 'bytes, as of the last heartbeat' })),
  position: Position,
});
export type AgentView = Static<typeof AgentView>;

export const AgentTokenView = Type.Object({
  id: Type.String(),
  name: Type.String(),
  createdAt: Time,
  lastUsedAt: Nullable(Time),
});
export type AgentTokenView = Static<typeof AgentTokenView>;
export const CreateAgentTokenRequest = Type.Object(
  { name: Type.String({ minLength: 1, maxLength: 100 }) },
  { additionalProperties: false },
);
/** The token itself is shown this once. */
export const CreateAgentTokenAnswer = Type.Object({ id: Type.String(), token: Type.String() });
