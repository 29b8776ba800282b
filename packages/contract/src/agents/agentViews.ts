import { type Static, Type } from 'typebox';
import { formFields } from '../formFields.ts';
import { AccountId, AgentId, AgentTokenId, Nullable, Position, Time } from '../ids.ts';
import { AgentCapabilities, AgentOs } from './agentPosts.ts';

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
  outdated: Type.Boolean({ description: 'it is running another version than the service hands out' }),
  capabilities: AgentCapabilities,
  idleReason: Nullable(
    Type.String({ description: 'why it has nothing to do; null: it works, takes work any moment, or is gone' }),
  ),
  replacedById: Nullable(AgentId),
  createdAt: Time,
  updatedAt: Time,
  lastTestRunCompletedAt: Nullable(Time),
  availableDiskSpace: Nullable(Type.Integer({ description: 'bytes, as of the last heartbeat' })),
  position: Position,
});
export type AgentView = Static<typeof AgentView>;

/** Why an agent takes no more work, or is gone. */
const Departure = Type.Object({
  since: Type.Unsafe<string>({ ...Time, description: 'when it stopped taking work' }),
  order: Nullable(
    Type.Object(
      {
        kind: Type.Enum(['stop', 'replace'] as const),
        by: Nullable(Type.String({ description: 'name of the staff member; null: not known' })),
        reason: Nullable(Type.String()),
      },
      { description: 'what staff ordered; null: nothing' },
    ),
  ),
  exitedAt: Nullable(Time),
  isLost: Type.Boolean({ description: 'whether it fell silent' }),
  lastSeenAt: Nullable(Type.Unsafe<string>({ ...Time, description: 'last heartbeat of a lost agent' })),
});

/** An agent of any account, as staff see it. */
export const EmployeeAgentView = Type.Object({
  ...AgentView.properties,
  accountId: Nullable(AccountId),
  serverId: Type.String({ description: "the machine's name" }),
  cluster: Nullable(Type.String({ description: 'name of the runner pool' })),
  departure: Nullable(Departure),
  data: Type.Object({
    availableDiskSpace: Nullable(Type.Integer({ description: 'bytes, as of the last heartbeat' })),
    diskSize: Nullable(Type.Integer({ description: 'bytes; null: the agent has not reported it' })),
    currentRunners: Type.Integer({ description: 'how many of them are working on a unit right now' }),
  }),
});
export type EmployeeAgentView = Static<typeof EmployeeAgentView>;

export const AgentTokenView = Type.Object({
  id: AgentTokenId,
  name: Type.String(),
  createdAt: Time,
  lastUsedAt: Nullable(Time),
});
export type AgentTokenView = Static<typeof AgentTokenView>;
export const CreateAgentTokenRequest = Type.Object(
  { name: Type.String(formFields.name) },
  { additionalProperties: false },
);
/** The token itself is shown only here. */
export const CreateAgentTokenAnswer = Type.Object({ id: AgentTokenId, token: Type.String() });
