import { type AccessAction, type AccountId, retentionText } from '@assay/contract';
import { type Actor, accountOf, type RecordedEvent } from '@assay/event-log';
import type { Projection, ReadModelDocument } from '../projection.ts';

/** What it is about: a thing whose name is looked up when it is shown, or a name. */
export type AccessSubject = {
  kind: 'user' | 'invitation' | 'environment' | 'pipelineStage' | 'project' | 'name';
  id: string;
};

type AccessChange = { action: AccessAction; about: AccessSubject | null; detail: string | null };

export type AccessFactDocument = ReadModelDocument &
  AccessChange & {
    accountId: AccountId;
    at: string;
    actor: Actor;
  };

function changeOf(event: RecordedEvent): AccessChange | null {
  const about = (kind: AccessSubject['kind'], id: string) => ({ kind, id });
  switch (event.type) {
    case 'UserRoleGranted':
      return { action: 'roleGranted', about: about('user', event.data.userId), detail: event.data.roleType };
    case 'UserRoleChanged':
      return { action: 'roleChanged', about: about('user', event.data.userId), detail: event.data.roleType };
    case 'UserRoleRemoved':
      return { action: 'roleRemoved', about: about('user', event.data.userId), detail: null };
    // Who took it is who did it, so the role and the reason are told.
    case 'StaffRoleTaken':
      return { action: 'staffRoleTaken', about: about('name', event.data.roleType), detail: event.data.reason };
    case 'StaffAccessStarted':
      return { action: 'staffAccessStarted', about: null, detail: event.data.reason };
    case 'StaffAccessEnded':
      return { action: 'staffAccessEnded', about: null, detail: null };
    case 'TestRunnerExited': {
      const { testRunnerId, reason, staffReason } = event.data;
      if (staffReason === null) return null;
      const action = reason === 'replaced' ? 'staffRunnerReplaced' : 'staffRunnerStopped';
      return { action, about: about('name', testRunnerId), detail: staffReason };
    }
    case 'AgentStopRequested':
    case 'AgentReplaced': {
      const { agentId, staffReason } = event.data;
      // An agent of the installation belongs to no account.
      if (staffReason === null || event.envelope.accountId === null) return null;
      const action = event.type === 'AgentReplaced' ? 'staffAgentReplaced' : 'staffAgentStopped';
      return { action, about: about('name', agentId), detail: staffReason };
    }
    case 'SsoRolesChanged':
      return { action: 'ssoRolesChanged', about: null, detail: null };
    case 'InvitationSent':
      return {
        action: 'invitationSent',
        about: about('invitation', event.data.invitationId),
        detail: event.data.roleType,
      };
    case 'InvitationResent':
      return { action: 'invitationResent', about: about('invitation', event.data.invitationId), detail: null };
    case 'InvitationAccepted':
      return { action: 'invitationAccepted', about: about('invitation', event.data.invitationId), detail: null };
    case 'InvitationWithdrawn':
      return { action: 'invitationWithdrawn', about: about('invitation', event.data.invitationId), detail: null };
    case 'TwoFactorRequirementChanged':
      return { action: event.data.required ? 'twoFactorRequired' : 'twoFactorOptional', about: null, detail: null };
    case 'RetentionChanged':
      return { action: 'retentionChanged', about: null, detail: retentionText(event.data.to) };
    case 'ApiKeyGenerated':
      return { action: 'apiKeyGenerated', about: null, detail: null };
    case 'ApiKeyCreated':
      return { action: 'apiKeyCreated', about: about('name', event.data.name), detail: event.data.scope };
    case 'ApiKeyRevoked':
      return { action: 'apiKeyRevoked', about: about('name', event.data.name), detail: null };
    case 'AgentTokenCreated':
      return { action: 'agentTokenCreated', about: about('name', event.data.name), detail: null };
    case 'AgentTokenRevoked':
      return { action: 'agentTokenRevoked', about: about('name', event.data.name), detail: null };
    case 'EnvironmentVariableSet':
      return event.data.encrypted
        ? { action: 'secretSet', about: about('environment', event.data.environmentId), detail: event.data.key }
        : null;
    case 'PipelineStageVariableSet':
      return event.data.encrypted
        ? { action: 'secretSet', about: about('pipelineStage', event.data.pipelineStageId), detail: event.data.key }
        : null;
    case 'AuthorizationGranted':
    case 'AuthorizationSignedIn':
    case 'AuthorizationInstalled':
      return { action: 'serviceConnected', about: about('name', event.data.provider), detail: null };
    case 'AuthorizationRevoked':
      return { action: 'serviceDisconnected', about: about('name', event.data.provider), detail: null };
    case 'DeployKeyMade':
      return { action: 'deployKeyMade', about: about('name', event.data.gitUrl), detail: null };
    case 'DeployKeyDeleted':
      return { action: 'deployKeyDeleted', about: about('name', event.data.gitUrl), detail: null };
    case 'BadgeAddressMade':
      return { action: 'badgeAddressMade', about: about('project', event.data.projectId), detail: null };
    case 'BadgeAddressRevoked':
      return { action: 'badgeAddressRevoked', about: about('project', event.data.projectId), detail: null };
    case 'SharedLinkCreated':
    case 'SharedLinkRevoked': {
      const action = event.type === 'SharedLinkCreated' ? 'sharedLinkCreated' : 'sharedLinkRevoked';
      const { projectId, testRunNumber } = event.data;
      return { action, about: about('project', projectId), detail: String(testRunNumber) };
    }
    // Whether it was a secret is in earlier facts only.
    case 'EnvironmentVariableRemoved':
      return {
        action: 'variableRemoved',
        about: about('environment', event.data.environmentId),
        detail: event.data.key,
      };
    case 'PipelineStageVariableRemoved':
      return {
        action: 'variableRemoved',
        about: about('pipelineStage', event.data.pipelineStageId),
        detail: event.data.key,
      };
    default:
      return null;
  }
}

/** Who changed who may do what, and who changed secrets: a document for each fact of the access log. */
export const accessFacts: Projection<AccessFactDocument> = {
  name: 'accessFacts',
  version: 9,
  indexes: [{ accountId: 1, at: -1, _id: -1 }],
  neverChanges: true,
  idsOf: (event) => (changeOf(event) === null ? [] : [event.id]),
  evolve: (_, event) => {
    const change = changeOf(event);
    if (change === null) return null;
    const { actor, occurredAt: at } = event.envelope;
    return { accountId: accountOf(event), at, actor, ...change };
  },
  topicsOf: () => [],
};
