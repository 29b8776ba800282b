import { type AccessLogEntry, apiKeyScopeLabels, apiKeyScopes, roleLabels, roleTypes } from '@assay/contract';
import { runnerName } from '../../../ui/runnerName.ts';

const roleOf = (detail: string | null) => {
  const role = roleTypes.find((type) => type === detail);
  return role ? roleLabels[role] : '';
};
const scopeOf = (detail: string | null) => {
  const scope = apiKeyScopes.find((known) => known === detail);
  return scope ? ` (${apiKeyScopeLabels[scope]})` : '';
};

/** @returns what happened, in words: `Changed the role of Grace Hopper to Administrator`. */
export function accessText({ action, about, detail }: AccessLogEntry): string {
  const whom = about ?? 'somebody who is gone';
  const where = about ?? 'something that is gone';
  switch (action) {
    case 'signedIn':
      return 'Signed in';
    case 'signInFailed':
      return 'Failed to sign in';
    case 'groupsNotTold':
      return 'Signed in by a provider that left the groups out: the role stays as it was';
    case 'signedOut':
      return 'Signed out';
    case 'signedOutEverywhere':
      return 'Signed out everywhere';
    case 'passwordChanged':
      return 'Changed the password';
    case 'twoFactorTurnedOn':
      return 'Turned on two-factor sign-in';
    case 'twoFactorTurnedOff':
      return 'Turned off two-factor sign-in';
    case 'recoveryCodesRenewed':
      return 'Created new recovery codes';
    case 'providerLinked':
      return `Added sign-in with ${about}`;
    case 'providerUnlinked':
      return `Removed sign-in with ${about ?? 'a provider'}`;
    case 'roleGranted':
      return `Gave ${whom} the role ${roleOf(detail)}`;
    case 'roleChanged':
      return `Changed the role of ${whom} to ${roleOf(detail)}`;
    case 'roleRemoved':
      return `Removed ${whom} from the account`;
    case 'ssoRolesChanged':
      return 'Changed which groups of providers give roles';
    case 'invitationSent':
      return `Invited ${whom} as ${roleOf(detail)}`;
    case 'invitationResent':
      return `Sent the invitation of ${whom} again`;
    case 'invitationAccepted':
      return `Accepted the invitation of ${whom}`;
    case 'invitationWithdrawn':
      return `Deleted the invitation of ${whom}`;
    case 'twoFactorRequired':
      return 'Asked everybody for two-factor sign-in';
    case 'twoFactorOptional':
      return 'No longer asks for two-factor sign-in';
    case 'retentionChanged':
      return `Changed how long details of runs are kept: ${detail}`;
    case 'apiKeyGenerated':
      return 'Made a new API key of the account';
    case 'apiKeyCreated':
      return `Made the API key ${about}${scopeOf(detail)}`;
    case 'apiKeyRevoked':
      return `Revoked the API key ${about}`;
    case 'apiKeyUsed':
      return `Used ${about === null ? 'the API key of the account' : `the API key ${about}`}, first of the day`;
    case 'agentTokenCreated':
      return `Made the agent token ${about}`;
    case 'agentTokenRevoked':
      return `Revoked the agent token ${about}`;
    case 'agentTokenUsed':
      return `Used the agent token ${about} for the first time`;
    case 'secretSet':
      return `Set the encrypted variable ${detail} of ${where}`;
    case 'variableRemoved':
      return `Removed the variable ${detail} of ${where}`;
    case 'serviceConnected':
      return `Connected ${about}`;
    case 'serviceDisconnected':
      return `Disconnected ${about}`;
    case 'deployKeyMade':
      return `Made a deploy key for ${about}`;
    case 'deployKeyDeleted':
      return `Deleted the deploy key for ${about}`;
    case 'badgeAddressMade':
      return `Made a new address for the status badge of ${where}`;
    case 'badgeAddressRevoked':
      return `Revoked the address of the status badge of ${where}`;
    case 'sharedLinkCreated':
      return `Shared the test run #${detail} of ${where} by a link`;
    case 'sharedLinkRevoked':
      return `Revoked a link to the test run #${detail} of ${where}`;
    case 'staffRoleTaken':
      return `Took the role ${roleOf(about)} for up to 8 hours: ${detail}`;
    case 'staffAccessStarted':
      return `Started read-only access to the test runs for up to 8 hours: ${detail}`;
    case 'staffAccessEnded':
      return 'Ended the read-only access to the test runs';
    case 'staffRunnerStopped':
      return `Stopped ${runnerName(where)}: ${detail}`;
    case 'staffRunnerReplaced':
      return `Replaced ${runnerName(where)}: ${detail}`;
    case 'staffAgentStopped':
      return `Stopped the agent ${where}: ${detail}`;
    case 'staffAgentReplaced':
      return `Replaced the agent ${where}: ${detail}`;
    case 'jobTurnedOn':
      return `Turned the job ${about} on`;
    case 'jobTurnedOff':
      return `Turned the job ${about} off`;
    case 'jobRun':
      return `Ran the job ${about}`;
    case 'staffRead':
      if (detail !== null) return `Read ${about}: ${detail}`;
      return about === 'fingerprints' ? 'Compared fingerprints of failures' : `Looked at the test run ${about}`;
  }
}

/** @returns who did it, as the log names them */
export function accessActor({ actor: { kind, fullName } }: AccessLogEntry): string {
  if (kind === 'apiKey') return fullName ?? 'API key';
  if (kind === 'agent') return 'Runner agent';
  if (kind === 'automation') return 'Assay';
  const name = fullName ?? 'Somebody who is gone';
  return kind === 'staff' ? `${name} (staff)` : name;
}
