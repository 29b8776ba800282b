/** What the access log tells, by kind. */
export const accessActionsOf = {
  signIn: ['signedIn', 'signInFailed', 'groupsNotTold'],
  signOut: ['signedOut', 'signedOutEverywhere'],
  signInMethod: [
    'passwordChanged',
    'twoFactorTurnedOn',
    'twoFactorTurnedOff',
    'recoveryCodesRenewed',
    'providerLinked',
    'providerUnlinked',
  ],
  role: ['roleGranted', 'roleChanged', 'roleRemoved', 'ssoRolesChanged'],
  invitation: ['invitationSent', 'invitationResent', 'invitationAccepted', 'invitationWithdrawn'],
  apiKey: ['apiKeyGenerated', 'apiKeyCreated', 'apiKeyRevoked', 'apiKeyUsed'],
  agentToken: ['agentTokenCreated', 'agentTokenRevoked', 'agentTokenUsed'],
  publicLink: ['badgeAddressMade', 'badgeAddressRevoked', 'sharedLinkCreated', 'sharedLinkRevoked'],
  account: ['twoFactorRequired', 'twoFactorOptional', 'retentionChanged'],
  secret: [
    'secretSet',
    'variableRemoved',
    'serviceConnected',
    'serviceDisconnected',
    'deployKeyMade',
    'deployKeyDeleted',
  ],
  staff: [
    'staffRead',
    'staffRoleTaken',
    'staffAccessStarted',
    'staffAccessEnded',
    'staffRunnerStopped',
    'staffRunnerReplaced',
    'staffAgentStopped',
    'staffAgentReplaced',
    'jobTurnedOn',
    'jobTurnedOff',
    'jobRun',
  ],
} as const;

export type AccessKind = keyof typeof accessActionsOf;
export type AccessAction = (typeof accessActionsOf)[AccessKind][number];

/** Which entries are wanted, of whichever source; times in ISO 8601 with milliseconds, UTC. */
export type AccessLogFilter = {
  actions: readonly AccessAction[] | null;
  actorId: string | null;
  from: string | null;
  to: string | null;
  /** The entry after which to go on, towards older ones. */
  before: { at: string; id: string } | null;
};

export const accessKinds = Object.keys(accessActionsOf) as AccessKind[];
export const accessActions: readonly AccessAction[] = Object.values(accessActionsOf).flat();

export const accessKindLabels: Record<AccessKind, string> = {
  signIn: 'Sign-ins',
  signOut: 'Sign-outs',
  signInMethod: 'Sign-in methods',
  role: 'Roles',
  invitation: 'Invitations',
  apiKey: 'API keys',
  agentToken: 'Agent tokens',
  publicLink: 'Public links',
  account: 'Account rules',
  secret: 'Secrets',
  staff: 'Staff',
};
